"""Games played back: the position at any step, as a seat or the public saw it, or with all cards open.

A step is a move, step 0 is the deal, and 54-3 is the position after the third event of step 54.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import play
from games.kinds import KINDS
from games.kinds.presenter import Headline, Hidden, Person, Presenter, read_number
from games.models import Game, Move
from games.pages.cache import LRUCache
from games.pages.people import with_leaver
from games.pages.tables import Table, check_begun
from games.refusals import Denied
from games.rules.base import (
    Dealer,
    Event,
    Kind,
    Plain,
    PlainEvent,
    PlainResult,
    Refused,
    Resign,
    Result,
    Setup,
    change,
    make_setup,
    short,
)
from games.rules.record import Record
from games.rules.record import kind_of as rules_of
from games.rules.replay import recorded_dealer
from games.rules.serialization import read_move, to_plain

ALL, PUBLIC = "all", "public"
EVERY = 16  # keep every sixteenth state
MOST_HISTORIES = 64  # games cached per process
LINES_BEFORE, LINES_AFTER = 40, 20  # how many steps before and after the current one the log shows
TICKS = 120  # up to this many steps, the ruler marks each one

WHOLE = 1_000_000  # stands for all events of a step

Viewpoint = int | str  # a seat, PUBLIC or ALL


class Position(NamedTuple):
    """A position in a game: the step, and how many of its events have happened."""

    step: int
    event: int = WHOLE

    def __str__(self) -> str:
        return str(self.step) if self.event == WHOLE else f"{self.step}-{self.event}"


class MadeMove(NamedTuple):
    """A move, and who made it: a person (empty), a plan, a bot, the clock, a stand-in."""

    seat: int
    move: Any
    by: str


class Snapshot(NamedTuple):
    """A state, its position, the events that led to it, and how many events of the step came before them."""

    at: Position
    state: Any
    events: tuple[Event, ...]
    before: int = 0

    @property
    def step(self) -> int:
        return self.at.step


@dataclass(frozen=True)
class MoveHistory:
    """The moves of a game, replayed as far as they are valid. Immutable: `follow` makes a longer one."""

    kind: Kind
    dealer: Dealer
    kept: tuple[Any, ...]  # the states after 0, 16, 32 ... moves
    made: tuple[MadeMove, ...] = ()
    places: tuple[Position, ...] = (Position(0),)  # all positions that can be viewed
    turns: tuple[Position, ...] = (Position(0),)  # those that begin a turn (or a hand)
    error: Refused | None = None  # why the replay stops here

    @property
    def last(self) -> int:
        return len(self.made)

    def run(self, first: int, last: int) -> Iterator[Snapshot]:
        """Yield the steps from one to the other, moment by moment, without the events that led to the first."""
        state, near = self.kept[first // EVERY], first // EVERY * EVERY
        for made in self.made[near:first]:
            state, _events = self.kind.play(state, made.seat, made.move, self.dealer)
        yield Snapshot(Position(first), state, ())
        for number, made in enumerate(self.made[first:last], first + 1):
            seen = self.moments(number, state, made)
            state = seen[-1].state
            yield from seen

    def moments(self, step: int, state: Any, made: MadeMove) -> list[Snapshot]:
        """Return the moments of the move with that number."""
        found, before = [], 0
        for moment in self.kind.moments(state, made.seat, made.move, self.dealer):
            after = before + len(moment.events)
            found.append(Snapshot(Position(step, after), moment.state, moment.events, before))
            before = after
        return [*found[:-1], found[-1]._replace(at=Position(step))]

    def state(self, step: int) -> Any:
        """Return the state after that many moves."""
        return next(self.run(step, step)).state

    def follow(self, more: Iterable[tuple[int, Plain, str]]) -> "MoveHistory":
        """Add these moves, up to the first one that the rules refuse."""
        state, begins = self.state(self.last), KINDS[self.kind.SLUG].presenter.TURN
        kept, made, places, turns = list(self.kept), list(self.made), list(self.places), list(self.turns)
        error = self.error
        try:
            for seat, plain, by in more:
                one = MadeMove(seat, read_move(self.kind, plain), by)
                seen = self.moments(len(made) + 1, state, one)
                state = seen[-1].state
                made.append(one)
                places += [moment.at for moment in seen]
                turns += [moment.at for moment in seen if begins in [event.name for event in moment.events]]
                if len(made) % EVERY == 0:
                    kept.append(state)
        except Refused as refused:
            error = refused
        return change(self, kept=tuple(kept), made=tuple(made), places=tuple(places), turns=tuple(turns), error=error)


def start_history(kind: Kind, setup: Setup, dealer: Dealer) -> MoveHistory:
    """Deal."""
    return MoveHistory(kind, dealer, (kind.start(setup, dealer),))


_histories: LRUCache[str, MoveHistory] = LRUCache(MOST_HISTORIES)


def load_history(table: Table) -> MoveHistory:
    """Load the moves of a stored game, except for those already in the cache."""
    game = table.game
    known = _histories.get(game.pk)
    if known and (known.last >= game.version or known.error):
        return known
    if known is None:
        setup = make_setup(table.kind, game.seat_count, game.options)
        known = start_history(table.kind, setup, play.make_dealer(game, table.seats))
    rows = game.moves.filter(number__gt=known.last, number__lte=game.version)
    history = known.follow(rows.values_list("seat", "move", "made_by"))
    _histories.put(game.pk, history)
    return history


# --- what can be played back ------------------------------------------------------------------------------------------


Maker = Callable[[int, MadeMove, Viewpoint], str]  # says who made the move, as far as the viewer may know


@dataclass(frozen=True)
class Playback:
    """A game that can be played back, up to its current state."""

    history: MoveHistory
    last: int
    people: list[Person]
    by: Maker
    is_over: bool = False  # so nothing is secret any more
    is_off: bool = False  # canceled, so there are no places
    result: PlainResult | None = None
    table: Table | None = None  # for a stored game

    @property
    def slug(self) -> str:
        return self.history.kind.SLUG

    @property
    def presenter(self) -> Presenter[Any, Any]:
        return KINDS[self.slug].presenter

    @property
    def places(self) -> tuple[Position, ...]:
        """All positions, in order of play."""
        return self.history.places[: bisect_right(self.history.places, Position(self.last))]

    @property
    def turns(self) -> tuple[Position, ...]:
        """Where a turn or a hand begins; empty if each move is a turn."""
        return (
            self.history.turns[: bisect_right(self.history.turns, Position(self.last))] if self.presenter.TURN else ()
        )

    @property
    def seats(self) -> list[Person]:
        """Everyone who has a view of their own, unlike a solo opponent."""
        return self.people[: self.history.kept[0].setup.seats]

    def people_at(self, seen: Snapshot) -> list[Person]:
        """Return who sat where then, including players who left later."""
        if seen.step == self.last and self.table:
            return self.people
        return [person._replace(left=self._had_left(person.seat, seen)) for person in self.people_at_move(seen.step)]

    def people_at_move(self, step: int) -> list[Person]:
        """Return who decided that step."""
        return self.table.people_at_move(step) if self.table else self.people

    def _had_left(self, seat: int, seen: Snapshot) -> bool:
        """Whether a bot had taken over by that step. A substitute counts from their first own move on."""
        if seat not in seen.state.left:
            return False
        last = next(made for made in reversed(self.history.made[: seen.step]) if made.seat == seat)
        return type(last.move) is Resign or last.by == "standin"


def load_playback(table: Table) -> Playback:
    """Load a stored game, or raise Denied if it hasn't started."""
    check_begun(table)
    history = load_history(table)
    game = table.game

    def maker(number: int, made: MadeMove, who: Viewpoint) -> str:
        move = Move(number=number, seat=made.seat, made_by=made.by)
        return table.find_maker(move, who if isinstance(who, int) else None)

    return Playback(
        history,
        min(history.last, game.version),
        table.people,
        maker,
        is_over=table.is_over,
        is_off=game.status == Game.Status.ABORTED,
        result=game.result,
        table=table,
    )


def read_playback(record: Record) -> Playback:
    """Read a game file as far as it is valid, and say why it stops. Raise Refused if even the deal isn't valid."""
    kind = rules_of(record)
    setup = make_setup(kind, len(record.seats), record.options)
    history = start_history(kind, setup, recorded_dealer(record, kind, setup))
    history = history.follow((made["seat"], made["move"], made.get("by", "")) for made in record.moves)
    late = [made["seat"] for made in record.moves if made["move"] == {"do": "resign"} and made.get("by") == "clock"]
    people = [Person(seat, player.name, player.bot, ran_out=seat in late) for seat, player in enumerate(record.seats)]
    opponent = kind.view(history.kept[0], None).get("opponent")
    if opponent:
        people.append(Person(len(people), opponent["name"], "rules"))
    over: Result | None = kind.result(history.state(history.last))
    is_off = over is None and record.result is not None and record.result.end == "aborted"
    return Playback(
        history,
        history.last,
        people,
        lambda _number, made, _who: made.by,
        is_over=True,
        is_off=is_off and history.error is None,
        result=json.loads(json.dumps(to_plain(over))) if over else None,
    )


# --- which step, and whose eyes -------------------------------------------------------------------------------------


def find_position(playback: Playback, step: str, at: str = "") -> Position:
    """Find the position by step, or by number among all; by default the end, or the start of a finished game."""
    places = playback.places
    if not step and not at:
        return places[0 if playback.is_over else -1]
    number = _find_number(places, step) if step else read_number(at, 6)
    if number is None or number >= len(places):
        raise Denied("replay.step", step=short(step or at), last=playback.last)
    return places[number]


def _find_number(places: tuple[Position, ...], text: str) -> int | None:
    """Return the number of the position with that name, such as 54 or 54-3 (after the third event of step 54)."""
    step, dash, event = text.partition("-")
    parts = read_number(step, 6), read_number(event, 6) if dash else WHOLE
    return None if None in parts else bisect_left(places, parts)


def parse_viewpoint(playback: Playback, text: str, own: int | None) -> Viewpoint:
    """Parse the point of view. During the game, only the reader's own and the public's are allowed."""
    if not text:
        return ALL if playback.is_over else PUBLIC if own is None else own
    who: Viewpoint | None = text if text in (ALL, PUBLIC) else read_number(text, 2)
    if who is None or (isinstance(who, int) and who >= len(playback.seats)):
        raise Denied("replay.seat", seat=short(text), last=len(playback.seats) - 1)
    if not playback.is_over and who not in (PUBLIC, own):
        raise Denied("replay.hidden")
    return who


# --- what is shown ----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the log, and the position it links to."""

    at: Position
    number: str
    html: SafeString
    by: str


class PlaybackView(NamedTuple):
    """The table at one position."""

    at: Position
    who: Viewpoint
    board: dict[str, Any]  # context of the kind's templates
    hidden: list[Hidden]  # what nobody at the table could see
    lines: list[Line]

    @property
    def happened(self) -> list[Line]:
        """The lines about exactly this moment."""
        return [line for line in self.lines if line.at == self.at]


def make_view(playback: Playback, at: Position, who: Viewpoint) -> PlaybackView:
    """Return the table at that position, as that audience saw it."""
    first, last = max(0, at.step - LINES_BEFORE), min(playback.last, at.step + LINES_AFTER)
    seen = {one.at: one for one in playback.history.run(first, last)}
    return PlaybackView(at, who, *_make_board(playback, seen[at], who), list(_list_lines(playback, seen.values(), who)))


def _make_board(playback: Playback, seen: Snapshot, who: Viewpoint) -> tuple[dict[str, Any], list[Hidden]]:
    seat = who if isinstance(who, int) else None
    people, presenter = playback.people_at(seen), playback.presenter
    view = play.view_as_plain(playback.history.kind, seen.state, seat)
    hidden: list[Hidden] = []
    if who == ALL:
        view, hidden = presenter.reveal_hidden(view, seen.state, people)
    is_end = playback.is_over and seen.at == Position(playback.last)
    result = playback.result if is_end else None
    is_off = playback.is_off and is_end
    if is_off:
        headline = Headline(_("This game was canceled."), _("There is no winner."))
    elif seen.at.event != WHOLE:
        headline = Headline(_("Resolving the move"), _("This part happens automatically."))
    else:
        headline = presenter.headline(view, {}, people)
    return {
        "kind": playback.slug,
        "status": Game.Status.ABORTED if is_off else Game.Status.FINISHED if result else Game.Status.PLAYING,
        "result": result,
        "you": None if is_end else seat,
        "my_turn": False,
        "waiting": "",
        "people": people,
        "headline": headline.text,
        "detail": headline.detail,
        **presenter.board(view, {}, people, QueryDict(), result),
    }, hidden


def _list_lines(playback: Playback, seen: Iterable[Snapshot], who: Viewpoint) -> Iterator[Line]:
    """List what happened that this audience may know, naming each move's maker once."""
    named_step = 0
    for one in (one for one in seen if one.events):
        for line in _list_lines_of(playback, one, who):
            yield line._replace(by="") if named_step == one.step else line
            named_step = one.step


def _list_lines_of(playback: Playback, seen: Snapshot, who: Viewpoint) -> Iterator[Line]:
    seat = who if isinstance(who, int) else None
    made, people = playback.history.made[seen.step - 1], playback.people_at_move(seen.step)
    by = playback.by(seen.step, made, who)
    if type(made.move) is Resign:
        people, by = with_leaver(people, made.seat, by, bool(playback.history.kind.waiting(seen.state))), ""
    events: list[PlainEvent] = json.loads(json.dumps([event._asdict() for event in seen.events]))
    for place, event in enumerate(events, seen.before + 1):
        if who == ALL or event["readers"] is None or seat in event["readers"]:
            html = playback.presenter.sentence(event, people, seat)
            if html is not None:
                yield Line(seen.at, f"{seen.step}-{place}", html, by)
