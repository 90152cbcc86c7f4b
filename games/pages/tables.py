"""Tables: everything shown of a game at one version, loaded once and kept in memory."""

import json
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db.models import Min
from django.utils.functional import cached_property

from games import play
from games.kinds import KINDS
from games.kinds.presenter import Person, Presenter
from games.models import Game, Move, PastSeat, Plan, Seat
from games.models.rows import GAME_CHANGES, SEAT_CHANGES, SeatRow, StoredMove
from games.pages import people as seated_people
from games.pages.areas import Area
from games.pages.cache import LRUCache
from games.refusals import Denied
from games.rules.base import Kind, Moment, Plain
from games.rules.serialization import read_move

LOG_MOVES = 30  # moves shown in the log of a board; the whole log has its own page
MOST_CACHED = 2_000  # tables a process caches, and fragments

Audience = tuple[int | None, str]  # a seat or the public, and a language
TableMark = tuple[int, str, int]  # version, status, revision: games with the same mark look the same
Shown = tuple[int, int]  # version and revision of the board a page shows, once the game has begun


@dataclass(frozen=True)
class Table:
    """Everything shown of a game at one version. It never changes."""

    game: Game
    seats: list[Seat]
    moves: list[Move]  # the latest ones
    state_before: Any = None  # the state before the last move; None if it isn't known

    @property
    def kind(self) -> Kind:
        return play.find_kind(self.game)

    @property
    def presenter(self) -> Presenter[Any, Any]:
        return KINDS[self.game.kind].presenter

    @cached_property
    def state(self) -> Any:
        return play.parse_state(self.game)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """What the last move went through before its end; empty if that isn't known.

        Its end is included only if something happened then that is shown longer than the question that follows it.
        """
        if self.state_before is None:
            return ()
        last = self.moves[-1]
        dealer = play.make_dealer(self.game, self.seats)
        *found, end = self.kind.moments(self.state_before, last.seat, read_move(self.kind, last.move), dealer)
        is_big = not self.is_over and any(event.name in self.presenter.HIGHLIGHTS for event in end.events)
        return (*found, end) if is_big else tuple(found)

    @cached_property
    def people(self) -> list[Person]:
        view = self.kind.view(self.state, None) if self.has_begun else {}
        return seated_people.list_people(self.seats, view.get("opponent"))

    @cached_property
    def past_seats(self) -> list[PastSeat]:
        """The players who were replaced."""
        return play.load_past_seats(self.game, self.seats)

    def people_at_move(self, number: int) -> list[Person]:
        """Return who sat where when that move was made."""
        return seated_people.people_at_move(self.people, self.past_seats, number)

    @property
    def has_begun(self) -> bool:
        return self.game.state != ""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return () if self.is_over else self.kind.waiting(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game ended or was canceled. After that, nothing is secret any more."""
        return self.game.status in (Game.Status.FINISHED, Game.Status.ABORTED)

    def find_maker(self, move: Move, seat: int | None) -> str:
        """Return who made the move, as far as that audience may know.

        Until the game is over, only its owner may know about a plan.
        """
        is_own = move.seat == seat and move.number > self.takeover_moves.get(move.seat, 0)
        return move.made_by if move.made_by != "plan" or self.is_over or is_own else ""

    @cached_property
    def takeover_moves(self) -> dict[int, int]:
        """For each seat that was taken over, the move up to which no plan can be the current player's."""
        taken = [seat for seat in self.seats if seat.leaver_id]
        if not taken:
            return {}
        first = Plan.objects.filter(game=self.game).order_by().values_list("seat", "user").annotate(Min("game_version"))
        made = {(number, user): version for number, user, version in first}
        return {seat.number: made.get((seat.number, seat.user_id), self.game.version) for seat in taken}

    @cached_property
    def odds_cache(self) -> dict[int | None, Plain]:
        """The odds computed so far, by audience."""
        return {}

    @cached_property
    def log_lines(self) -> dict[Audience, dict[int, tuple[Area, ...]]]:
        """The rendered lines of the log so far, by audience and move."""
        return {}

    @property
    def mark(self) -> TableMark:
        return self.game.version, self.game.status, self.game.revision

    @property
    def shown(self) -> Shown:
        return self.game.version, self.game.revision


_tables: LRUCache[str, Table] = LRUCache(MOST_CACHED)


# --- loading --------------------------------------------------------------------------------------------------------


def load(game_id: str) -> Table:
    """Load the current game, or raise Denied. Takes one query if the cached table is still current, three otherwise."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise Denied("game.unknown")
    known = _tables.get(game_id)
    if known and known.mark == (game.version, game.status, game.revision) and known.has_begun:
        return known
    return _cache(game, play.load_seats(game))


def load_changed(game_id: str) -> Table:
    """Do the same for a game that has just changed, with two queries."""
    seats = list(Seat.objects.filter(game=game_id).select_related("game", "user").order_by("number"))
    if not seats:
        return load(game_id)
    return _cache(seats[0].game, seats)


def _cache(game: Game, seats: list[Seat]) -> Table:
    """Load the latest moves and return the table, which is cached once the game has begun."""
    known = _tables.get(game.pk)
    is_next = known is not None and known.game.version == game.version - 1
    table = Table(game, seats, _last_moves(game, known), known.state if known and is_next else None)
    if table.has_begun:
        _tables.put(game.pk, table)
    return table


def load_with_all_moves(game_id: str) -> Table:
    """Load the game with all its moves, for the whole log."""
    table = load(game_id)
    check_begun(table)
    return Table(table.game, table.seats, list(table.game.moves.filter(number__lte=table.game.version)))


def check_begun(table: Table) -> None:
    """Raise Denied if there is no board yet, or never was one."""
    if not table.has_begun:
        raise Denied("game.open" if table.game.status == Game.Status.OPEN else "game.off")


def _last_moves(game: Game, known: Table | None) -> list[Move]:
    """Return the moves shown in the log, loading only those that aren't cached."""
    if game.version == 0:
        return []
    old = known.moves if known and known.game.version <= game.version else []
    after = max(old[-1].number if old else 0, game.version - LOG_MOVES)
    new = game.moves.filter(number__gt=after, number__lte=game.version)
    return [*old, *new][-LOG_MOVES:]


def load_marks(game_ids: list[str]) -> dict[str, TableMark]:
    """Return the marks of games, which tell whether they still look the same."""
    rows = Game.objects.filter(pk__in=game_ids).values_list("pk", "version", "status", "revision")
    return {game_id: (version, status, revision) for game_id, version, status, revision in rows}


def find_room_version(game: Game) -> int:
    """Return the version of the page of a game that hasn't started: -2 at first, -3 after one change (-1 means any)."""
    return -2 - game.revision


def find_seat_number(game_id: str, user_id: int | None) -> int | None:
    """Return the user's seat, or None for a spectator. Raise Denied if there is no such game."""
    numbers = Seat.objects.filter(game=game_id, user=user_id) if user_id else Seat.objects.none()
    number = numbers.values_list("number", flat=True).first()
    if number is None and not Game.objects.filter(pk=game_id).exists():
        raise Denied("game.unknown")
    return number


def find_seat(table: Table, user: Any) -> int | None:
    """Return the user's seat at this table."""
    return find_seat_of(table, user.pk)


def find_seat_of(table: Table, user_id: int | None) -> int | None:
    """Do the same for the ID of a user."""
    return next((seat.number for seat in table.seats if user_id is not None and seat.user_id == user_id), None)


# --- taking over ----------------------------------------------------------------------------------------------------


def find_cached(game_id: str, version: int) -> Table | None:
    """Return the cached table if it has at least that version, which was just stored."""
    known = _tables.get(game_id)
    return known if known and known.game.version >= version else None


def take_over(stored: StoredMove) -> None:
    """Bring the cached table up to date with a move that this process just stored, without reading it again."""
    before, known = stored.before, _tables.get(stored.before.id)
    if known is None or known.mark != (before.version, before.status, before.revision) or _has_new_names(known, stored):
        return  # the next reader loads it
    game = copy(known.game)
    for name in GAME_CHANGES:
        setattr(game, name, stored.game[name])
    game.result = _through_json(game.result)
    seats = [_change_seat(seat, row) for seat, row in zip(known.seats, stored.seats, strict=True)]
    made = [Move(game_id=game.pk, **move | _through_json(_pick_json(move))) for move in stored.moves]
    state_before = known.state if len(made) == 1 else None
    table = Table(game, seats, [*known.moves, *made][-LOG_MOVES:], state_before)
    vars(table)["state"] = stored.state
    if not table.is_over and table.people == known.people:  # otherwise, earlier lines may look different now
        vars(table)["log_lines"] = _keep_lines(known.log_lines, table.moves[0].number)
    _tables.put(game.pk, table)


def _keep_lines(
    lines: dict[Audience, dict[int, tuple[Area, ...]]], first: int
) -> dict[Audience, dict[int, tuple[Area, ...]]]:
    """Return the rendered lines from that move on. Copy before looping, because other threads may add lines."""
    copies = {audience: dict(made) for audience, made in dict(lines).items()}
    return {audience: {n: each for n, each in made.items() if n >= first} for audience, made in copies.items()}


def _has_new_names(known: Table, stored: StoredMove) -> bool:
    """Whether somebody else sits there, or somebody has another name."""
    return any(
        seat.user_id != row.user_id or (seat.user and seat.user.username != row.username)
        for seat, row in zip(known.seats, stored.seats, strict=True)
    )


def _change_seat(seat: Seat, row: SeatRow) -> Seat:
    changed = copy(seat)
    for name in SEAT_CHANGES:
        setattr(changed, name, getattr(row, name))
    return changed


def _pick_json(move: Plain) -> Plain:
    return {name: move[name] for name in ("move", "events")}


def _through_json(value: Any) -> Any:
    """Return what the database would: lists instead of tuples, and text as keys."""
    return json.loads(json.dumps(value))
