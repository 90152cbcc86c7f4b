"""Play random games of every kind, and check the contract of `games.rules.base` at every step."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, combinations, cycle, product, zip_longest
from typing import Any

from games.kinds import KINDS
from games.rules.base import BadSetup, Event, Kind, Resign, Result, Setup, events_for, is_over_by_leaving, make_setup
from games.rules.dealers import SCHEME, FairDealer, NotedDealer, commitment, make_seed
from games.rules.hash_chain import last_link
from games.rules.record import Fair, Player, Record, RecordResult, item, read, write
from games.rules.replay import replay
from games.rules.serialization import from_plain, read_move, to_plain, write_move
from games.rules.verify import verify

SAMPLE_EVERY = 8  # slow checks are made for one in this many moves
MANY_EVENTS = 6  # moves with this many events are rare, and always checked


def setups(kind: Kind) -> list[Setup]:
    """Every valid combination of options and number of seats."""
    valid = []
    values = [[choice.value for choice in option.choices] for option in kind.OPTIONS]
    for seats, chosen in product(kind.SEATS, product(*values)):
        options = {option.name: value for option, value in zip(kind.OPTIONS, chosen, strict=True)}
        try:
            valid.append(make_setup(kind, seats, options))
        except BadSetup:
            continue
    return valid


def covering_setups(kind: Kind) -> list[Setup]:
    """A few setups that cover every number of seats and every choice, in as many combinations as possible."""
    rest, chosen, seen = setups(kind), list[Setup](), set[Any]()
    wanted = set[Any]().union(*(traits(setup, 1) for setup in rest))
    while not wanted <= seen:
        best = max(rest, key=lambda setup: [len(traits(setup, size) - seen) for size in (1, 2)])
        rest.remove(best)
        chosen.append(best)
        seen |= traits(best, 1) | traits(best, 2)
    return chosen


def traits(setup: Setup, size: int) -> set[Any]:
    """Every combination of `size` properties: the number of seats and the chosen options."""
    return set(combinations([("seats", setup.seats), *setup.options.items()], size))


def audiences(setup: Setup) -> list[int | None]:
    """All readers of a game: the seats, and the public."""
    return [*range(setup.seats), None]


def as_json(value: Any) -> str:
    """Plain data as JSON, in its own order; anything else is an error."""
    return json.dumps(value, allow_nan=False)


def conserved(state: Any, slug: str) -> None:
    """Run the kind's own check that nothing is lost or duplicated."""
    import_module(f"tests.rules.{slug}.checks").conserved(state)


@dataclass
class Game:
    """A random game, checked at every step."""

    kind: Kind
    setup: Setup
    number: int
    resigning: float = 0  # the probability that a player resigns before a move
    check_more: Callable[["Game", Any], None] = lambda game, state: None
    states: list[Any] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    pairs: int = 0  # of states that differ only in secrets, counted by `check_more`

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.kind.SLUG} {self.setup} {self.number}")
        self.server = self.dice.randbytes(32)
        players = [self.dice.randbytes(16).hex() for _ in range(self.setup.seats)]
        self.fair = Fair(SCHEME, commitment(self.server), self.server.hex(), tuple(players))
        self.dealer = NotedDealer(FairDealer(make_seed(self.server, "contract", players)))

    def play(self) -> "Game":
        """Play to the end, checking every step."""
        state = self.kind.start(self.setup, self.dealer)
        self.arrive(state)
        while self.kind.waiting(state):
            state = self.step(state)
            self.arrive(state)
        self.check_end(state)
        return self

    def step(self, state: Any) -> Any:
        seat, move = self.decide(state)
        before = as_json(to_plain(state)) if self.dice.randrange(SAMPLE_EVERY) == 0 else None
        after, events = self.kind.play(state, seat, move, self.dealer)
        assert before is None or before == as_json(to_plain(state)), "play changed the state that it was given"
        self.check_moments(state, seat, move, after, events)
        assert from_plain(type(move), to_plain(move)) == move
        assert read_move(self.kind, json.loads(as_json(write_move(move)))) == move
        check_events(self.kind, self.setup, events)
        self.moves.append(item(seat, move))
        return after

    def check_moments(self, state: Any, seat: int, move: Any, after: Any, events: tuple[Event, ...]) -> None:
        """Check the moments of the move: each can be viewed, and has an event for everyone."""
        if len(self.moves) % SAMPLE_EVERY and len(events) < MANY_EVENTS:
            return
        moments = self.kind.moments(state, seat, move, self.dealer)
        assert moments[-1].state == after
        assert [event for moment in moments for event in moment.events] == list(events)
        for moment in moments:
            assert events_for(moment.events, None)
            for reader in audiences(self.setup):
                as_json(self.kind.view(moment.state, reader))

    def decide(self, state: Any) -> tuple[int, Any]:
        leavers = [seat for seat in range(self.setup.seats) if "resign" in self.kind.choices(state, seat)]
        if self.resigning and leavers and self.dice.random() < self.resigning:
            return self.dice.choice(leavers), Resign()
        seat = self.dice.choice(self.kind.waiting(state))
        return seat, KINDS[self.kind.SLUG].pick({}, self.kind.choices(state, seat), self.dice)

    def arrive(self, state: Any) -> None:
        self.states.append(state)
        conserved(state, self.kind.SLUG)
        check_choices(self.kind, self.setup, state)
        if self.dice.randrange(SAMPLE_EVERY) == 0:
            check_json(self.kind, self.setup, state)
        self.check_more(self, state)

    def check_end(self, state: Any) -> None:
        check_result(self.kind, self.setup, state)
        record = self.record(state)
        line = write(record)
        assert read(line) == record
        assert verify(line) == ()
        replayed = replay(read(line))
        assert [replayed.start, *(step.state for step in replayed.steps)] == self.states

    def record(self, state: Any) -> Record:
        result = result_of(self.kind, state)
        return Record(
            id="contract",
            kind=self.kind.SLUG,
            rules=self.kind.RULES,
            options=self.setup.options,
            seats=tuple(Player(f"player {seat}") for seat in range(self.setup.seats)),
            fair=self.fair,
            deal=json.loads(as_json(self.kind.to_deal(self.dealer.drawn))),
            moves=tuple(json.loads(as_json(self.moves))),
            result=RecordResult(result.end, result.places, result.points),  # type: ignore[arg-type]
            head=last_link("contract", self.fair.commit, self.moves),
        )


def result_of(kind: Kind, state: Any) -> Result:
    """The result of a finished game."""
    result = kind.result(state)
    assert result is not None
    return result


def check_choices(kind: Kind, setup: Setup, state: Any) -> None:
    """Check that exactly the seats that are waited for can do more than resign, and that no one moves after the end."""
    waiting = kind.waiting(state)
    assert len(set(waiting)) == len(waiting)
    assert bool(waiting) == (kind.result(state) is None)
    for seat in range(setup.seats):
        offered = kind.choices(state, seat)
        assert offered.keys() <= kind.MOVES.keys()
        assert bool(offered.keys() - {"resign"}) == (seat in waiting), (seat, offered)
        assert not (seat in state.left and "resign" in offered)
        assert waiting or offered == {}
        as_json(offered)


def check_json(kind: Kind, setup: Setup, state: Any) -> None:
    """Check that states survive a round trip through JSON, and that views are plain data."""
    assert from_plain(kind.State, json.loads(as_json(to_plain(state)))) == state
    for seat in audiences(setup):
        as_json(kind.view(state, seat))


def check_events(kind: Kind, setup: Setup, events: tuple[Event, ...]) -> None:
    """Check that each event has a known name, exactly its facts, and readers that exist."""
    for event in events:
        assert tuple(sorted(event.facts)) == tuple(sorted(kind.EVENTS[event.name])), event
        assert event.readers is None or set(event.readers) <= set(range(setup.seats))
        as_json(event.facts)


def check_result(kind: Kind, setup: Setup, state: Any) -> None:
    """Check that everyone has a place, with leavers below everyone who stayed, the earliest lowest (R40)."""
    result = result_of(kind, state)
    places = result.places
    assert len(places) == setup.seats
    assert result.end == ("left" if is_over_by_leaving(setup.seats, state.left) else "played")
    if setup.seats > 1:
        assert all(place == 1 + sum(other < place for other in places) for place in places)
    below = [max((places[s] for s in range(setup.seats) if s not in state.left), default=1)]
    for seat in reversed(state.left):
        assert places[seat] > below[-1]
        below.append(places[seat])


# --- non-interference -----------------------------------------------------------------------------------------------


def has_secrets(kind: Kind) -> bool:
    """Whether a kind has secrets at all."""
    return bool(twists(kind).REVEALS)


def twists(kind: Kind) -> Any:
    """The module with the kind's `twist`; `REVEALS`, the events that reveal secrets, after which anything may differ;
    and `same_outcome`, if the kind can tell what a move reveals."""
    return import_module(f"tests.rules.{kind.SLUG}.twist")


def check_secrets(kind: Kind, setup: Setup, state: Any, dice: random.Random, dealer: Any) -> int:
    """Check that states that differ only in secrets look the same to readers; return how many pairs were compared."""
    twist = twists(kind).twist
    pairs = 0
    for seat in audiences(setup):
        twin = twist(state, seat, dice)
        if twin == state:
            continue
        pairs += 1
        assert kind.waiting(twin) == kind.waiting(state)
        assert as_json(kind.view(twin, seat)) == as_json(kind.view(state, seat)), f"seat {seat} sees a secret"
        if seat is not None:
            assert as_json(kind.choices(twin, seat)) == as_json(kind.choices(state, seat)), (
                f"seat {seat} is offered a secret"
            )
        check_same_move(kind, state, twin, seat, dice, dealer)
    return pairs


def check_same_move(kind: Kind, state: Any, twin: Any, seat: int | None, dice: random.Random, dealer: Any) -> None:
    """Check that the same move tells the reader the same, up to the first event that reveals a secret."""
    if not kind.waiting(state):
        return
    mover = kind.waiting(state)[0]
    offered = kind.choices(state, mover)
    if as_json(offered) != as_json(kind.choices(twin, mover)):
        return  # by the mover's own secrets: the move may not be possible in the twin
    move = KINDS[kind.SLUG].pick({}, offered, dice)
    (after, events), (twin_after, twin_events) = (kind.play(each, mover, move, dealer) for each in (state, twin))
    seen, twin_seen = ([as_json(event) for event in events_for(each, seat)] for each in (events, twin_events))
    if seen == twin_seen:
        assert as_json(kind.view(after, seat)) == as_json(kind.view(twin_after, seat)), (
            f"seat {seat} sees a secret without an event"
        )
        return
    same_outcome = getattr(twists(kind), "same_outcome", lambda *_: False)
    assert not same_outcome(state, twin, seat, move), f"seat {seat} is told a secret: {seen} {twin_seen}"
    name = first_difference(events_for(events, seat), events_for(twin_events, seat))
    assert name in twists(kind).REVEALS, f"seat {seat} is told a secret by {name}"


def first_difference(events: list[Event], others: list[Event]) -> str:
    """The name of the first event that differs."""
    pairs = zip_longest(events, others)
    return next((event or other).name for event, other in pairs if event != other)


def games(kind: Kind, moves: float, **how: Any) -> Iterator[Game]:
    """Play games until they have this many moves: one of each of the `covering_setups`, then of all setups in turn."""
    moves_made, covering = 0, covering_setups(kind)
    for number, setup in enumerate(chain(covering, cycle(setups(kind)))):
        if moves_made >= moves and number >= len(covering):
            return
        game = Game(kind, setup, number, **how).play()
        moves_made += len(game.moves)
        yield game
