"""Random play of every kind, and what must hold at every step: the contract of `games.rules.base`."""

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

SAMPLED = 8  # what is slow is looked at in one of so many moves
MANY = 6  # events, of which a move has seldom more: it is always looked at


def setups(kind: Kind) -> list[Setup]:
    """Every option and seat count that goes together."""
    found = []
    values = [[choice.value for choice in option.choices] for option in kind.OPTIONS]
    for seats, chosen in product(kind.SEATS, product(*values)):
        options = {option.name: value for option, value in zip(kind.OPTIONS, chosen, strict=True)}
        try:
            found.append(make_setup(kind, seats, options))
        except BadSetup:
            continue
    return found


def few(kind: Kind) -> list[Setup]:
    """Setups enough to have every number of seats and every choice, in as many combinations as that allows."""
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
    """Everybody who looks at a game: the seats, and the public."""
    return [*range(setup.seats), None]


def text(value: Any) -> str:
    """Plain data as it would be sent, in its own order; anything else is an error."""
    return json.dumps(value, allow_nan=False)


def conserved(state: Any, slug: str) -> None:
    """Nothing is lost, doubled or out of thin air: the kind's own check."""
    import_module(f"tests.rules.{slug}.checks").conserved(state)


@dataclass
class Game:
    """One game that is played at random and looked at in every way."""

    kind: Kind
    setup: Setup
    number: int
    resigning: float = 0  # how likely somebody leaves before a move
    looks: Callable[["Game", Any], None] = lambda game, state: None
    states: list[Any] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    pairs: int = 0  # of states that differ in a secret only, compared on the way

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.kind.SLUG} {self.setup} {self.number}")
        self.server = self.dice.randbytes(32)
        players = [self.dice.randbytes(16).hex() for _ in range(self.setup.seats)]
        self.fair = Fair(SCHEME, commitment(self.server), self.server.hex(), tuple(players))
        self.dealer = NotedDealer(FairDealer(make_seed(self.server, "contract", players)))

    def play(self) -> "Game":
        """To the end, with every check on the way."""
        state = self.kind.start(self.setup, self.dealer)
        self.arrive(state)
        while self.kind.waiting(state):
            state = self.step(state)
            self.arrive(state)
        self.check_end(state)
        return self

    def step(self, state: Any) -> Any:
        seat, move = self.decide(state)
        before = text(to_plain(state)) if self.dice.randrange(SAMPLED) == 0 else None
        after, events = self.kind.play(state, seat, move, self.dealer)
        assert before is None or before == text(to_plain(state)), "play changed the state it was given"
        self.check_moments(state, seat, move, after, events)
        assert from_plain(type(move), to_plain(move)) == move
        assert read_move(self.kind, json.loads(text(write_move(move)))) == move
        check_events(self.kind, self.setup, events)
        self.moves.append(item(seat, move))
        return after

    def check_moments(self, state: Any, seat: int, move: Any, after: Any, events: tuple[Event, ...]) -> None:
        """The same move moment by moment: each can be looked at, and each tells everybody something."""
        if len(self.moves) % SAMPLED and len(events) < MANY:
            return
        moments = self.kind.moments(state, seat, move, self.dealer)
        assert moments[-1].state == after
        assert [event for moment in moments for event in moment.events] == list(events)
        for moment in moments:
            assert events_for(moment.events, None)
            for who in audiences(self.setup):
                text(self.kind.view(moment.state, who))

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
        if self.dice.randrange(SAMPLED) == 0:
            check_json(self.kind, self.setup, state)
        self.looks(self, state)

    def check_end(self, state: Any) -> None:
        check_standing(self.kind, self.setup, state)
        record = self.record(state)
        line = write(record)
        assert read(line) == record
        assert verify(line) == ()
        again = replay(read(line))
        assert [again.start, *(step.state for step in again.steps)] == self.states

    def record(self, state: Any) -> Record:
        result = ended(self.kind, state)
        return Record(
            id="contract",
            kind=self.kind.SLUG,
            rules=self.kind.RULES,
            options=self.setup.options,
            seats=tuple(Player(f"player {seat}") for seat in range(self.setup.seats)),
            fair=self.fair,
            deal=json.loads(text(self.kind.to_deal(self.dealer.drawn))),
            moves=tuple(json.loads(text(self.moves))),
            result=RecordResult(result.end, result.places, result.points),  # type: ignore[arg-type]
            head=last_link("contract", self.fair.commit, self.moves),
        )


def ended(kind: Kind, state: Any) -> Result:
    """How a game that is over ended."""
    result = kind.result(state)
    assert result is not None
    return result


def check_choices(kind: Kind, setup: Setup, state: Any) -> None:
    """Who is waited for can really move; everybody else can only leave; nobody moves after the end."""
    waiting = kind.waiting(state)
    assert len(set(waiting)) == len(waiting)
    assert bool(waiting) == (kind.result(state) is None)
    for seat in range(setup.seats):
        offered = kind.choices(state, seat)
        assert offered.keys() <= kind.MOVES.keys()
        assert bool(offered.keys() - {"resign"}) == (seat in waiting), (seat, offered)
        assert not (seat in state.left and "resign" in offered)
        assert waiting or offered == {}
        text(offered)


def check_json(kind: Kind, setup: Setup, state: Any) -> None:
    """States go to JSON and back equal; views are plain data."""
    assert from_plain(kind.State, json.loads(text(to_plain(state)))) == state
    for seat in audiences(setup):
        text(kind.view(state, seat))


def check_events(kind: Kind, setup: Setup, events: tuple[Event, ...]) -> None:
    """Each is of a known name, with exactly its facts, for readers who exist."""
    for event in events:
        assert tuple(sorted(event.facts)) == tuple(sorted(kind.EVENTS[event.name])), event
        assert event.readers is None or set(event.readers) <= set(range(setup.seats))
        text(event.facts)


def check_standing(kind: Kind, setup: Setup, state: Any) -> None:
    """Everybody has a place, those who left below everybody else and the earlier the lower (R40)."""
    result = ended(kind, state)
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
    """Whether anything is ever hidden from somebody."""
    return bool(twists(kind).REVEALS)


def twists(kind: Kind) -> Any:
    """The kind's own `twist`; `REVEALS`, the events by which somebody learns what was secret, so that all may differ
    from there on; and `same_outcome` where it can tell what a move teaches."""
    return import_module(f"tests.rules.{kind.SLUG}.twist")


def check_secrets(kind: Kind, setup: Setup, state: Any, dice: random.Random, dealer: Any) -> int:
    """States that differ only in what a reader may not know are the same to that reader; how many pairs there were."""
    twist = twists(kind).twist
    pairs = 0
    for seat in audiences(setup):
        twin = twist(state, seat, dice)
        if twin == state:
            continue
        pairs += 1
        assert kind.waiting(twin) == kind.waiting(state)
        assert text(kind.view(twin, seat)) == text(kind.view(state, seat)), f"seat {seat} sees what it may not"
        if seat is not None:
            assert text(kind.choices(twin, seat)) == text(kind.choices(state, seat)), f"seat {seat} is offered a secret"
        check_same_move(kind, state, twin, seat, dice, dealer)
    return pairs


def check_same_move(kind: Kind, state: Any, twin: Any, seat: int | None, dice: random.Random, dealer: Any) -> None:
    """After the same move the reader has learned the same, up to the first card that is turned up."""
    if not kind.waiting(state):
        return
    mover = kind.waiting(state)[0]
    offered = kind.choices(state, mover)
    if text(offered) != text(kind.choices(twin, mover)):
        return  # the mover's own secret, which is not the reader's: the move may not be possible there
    move = KINDS[kind.SLUG].pick({}, offered, dice)
    (after, events), (twin_after, twin_events) = (kind.play(each, mover, move, dealer) for each in (state, twin))
    told, twin_told = ([text(event) for event in events_for(each, seat)] for each in (events, twin_events))
    if told == twin_told:
        assert text(kind.view(after, seat)) == text(kind.view(twin_after, seat)), f"seat {seat} sees what nobody told"
        return
    same_outcome = getattr(twists(kind), "same_outcome", lambda *_: False)
    assert not same_outcome(state, twin, seat, move), f"seat {seat} is told what it may not know: {told} {twin_told}"
    name = first_difference(events_for(events, seat), events_for(twin_events, seat))
    assert name in twists(kind).REVEALS, f"seat {seat} is told by {name} what it may not know"


def first_difference(events: list[Event], others: list[Event]) -> str:
    """The name of the first event that is not the same."""
    pairs = zip_longest(events, others)
    return next((event or other).name for event, other in pairs if event != other)


def games(kind: Kind, moves: float, **how: Any) -> Iterator[Game]:
    """Play games until they have this many moves: one of each setup in `few`, then all setups in turn."""
    made, least = 0, few(kind)
    for number, setup in enumerate(chain(least, cycle(setups(kind)))):
        if made >= moves and number >= len(least):
            return
        game = Game(kind, setup, number, **how).play()
        made += len(game.moves)
        yield game
