"""Render games as HTML, once per audience.

An audience is a seat or the public (None), in one language. Everyone in it gets the same bytes. Whatever belongs to a
single reader (the CSRF token, the time zone, what is new) is added by the page or by a script.
"""

import json
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Min
from django.http import HttpRequest, QueryDict
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, override

from games import play
from games.clocks import lines as clock_lines
from games.kinds import KINDS
from games.kinds.odds import Chance
from games.kinds.presenter import Headline, Person, Presenter
from games.models import Game, Move, Outcome, PastSeat, Plan, Seat
from games.models.rows import GAME_CHANGES, SEAT_CHANGES, SeatRow, StoredMove
from games.pages import people as seated_people
from games.pages.cache import LRUCache
from games.refusals import Denied
from games.rules.base import Kind, Plain

LOG_MOVES = 30  # moves shown in the log of a board; the whole log has its own page
CSRF_PLACE = mark_safe("<!--csrf-->")  # our own text; pages replace it with the reader's token  # nosec
MOST_CACHED = 2_000  # how many tables, and how many fragments, a process caches
MOST_CACHED_LINES = 50_000  # the same for rendered moves in logs

Audience = tuple[int | None, str]  # seat, language
TableMark = tuple[int, str, int]  # version, status, revision: games with the same mark look the same


class LogLine(NamedTuple):
    """One line of the log."""

    number: str  # number of the move and of its event: 18-2
    at: datetime
    html: SafeString
    by: str


@dataclass(frozen=True)
class Table:
    """Everything shown of a game at one version. It never changes."""

    game: Game
    seats: list[Seat]
    moves: list[Move]  # the latest ones

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
        first = Plan.objects.filter(game=self.game).order_by().values_list("seat", "user").annotate(Min("game_version"))
        taken = [seat for seat in self.seats if seat.leaver_id]
        made = {(number, user): version for number, user, version in first} if taken else {}
        return {seat.number: made.get((seat.number, seat.user_id), self.game.version) for seat in taken}

    @cached_property
    def odds_cache(self) -> dict[int | None, Plain]:
        """The odds computed so far, by audience."""
        return {}

    @property
    def mark(self) -> TableMark:
        return self.game.version, self.game.status, self.game.revision


_tables: LRUCache[str, Table] = LRUCache(MOST_CACHED)
_fragments: LRUCache[tuple[str, int, str, int, int | None, str], str] = LRUCache(MOST_CACHED)
_lines: LRUCache[tuple[str, int, int | None, str, str, tuple[Person, ...]], str] = LRUCache(MOST_CACHED_LINES)


# --- loading --------------------------------------------------------------------------------------------------------


def load(game_id: str) -> Table:
    """Load the current game, or raise Denied. Takes one query if the cached table is still current, three otherwise."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise Denied("game.unknown")
    known = _tables.get(game_id)
    if known and known.mark == (game.version, game.status, game.revision) and known.has_begun:
        return known
    table = Table(game, play.load_seats(game), _last_moves(game, known))
    if table.has_begun:
        _tables.put(game_id, table)
    return table


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
    table = Table(game, seats, [*known.moves, *made][-LOG_MOVES:])
    vars(table)["state"] = stored.state
    _tables.put(game.pk, table)


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


def find_seat_number(game_id: str, user_id: int | None) -> int | None:
    """Return the user's seat, or None for a spectator. Raise Denied if there is no such game."""
    numbers = Seat.objects.filter(game=game_id, user=user_id) if user_id else Seat.objects.none()
    number = numbers.values_list("number", flat=True).first()
    if number is None and not Game.objects.filter(pk=game_id).exists():
        raise Denied("game.unknown")
    return number


def find_seat(table: Table, user: Any) -> int | None:
    """Return the user's seat at this table."""
    return next((seat.number for seat in table.seats if user.pk is not None and seat.user_id == user.pk), None)


# --- views ----------------------------------------------------------------------------------------------------------


def make_view(table: Table, seat: int | None) -> tuple[Plain, Plain]:
    """Return what that audience may know and do."""
    view, choices = play.make_plain_view(table.kind, table.state, seat)
    is_watching = table.is_over or seat is None or table.seats[seat].has_left
    return view, {} if is_watching else choices


def compute_odds(table: Table, seat: int | None, view: Plain, choices: Plain) -> Plain:
    """Return the odds for that audience, or nothing if the table doesn't show them or the game is over."""
    if not table.game.has_public_odds or table.is_over:
        return {}
    if seat not in table.odds_cache:
        odds = KINDS[table.game.kind].odds
        table.odds_cache[seat] = odds.reckon(view, choices) if odds else {}
    return table.odds_cache[seat]


def list_odds(table: Table, seat: int | None, view: Plain, choices: Plain) -> list[Chance]:
    """Return the odds in words, or nothing if nothing is uncertain now."""
    found, odds = compute_odds(table, seat, view, choices), KINDS[table.game.kind].odds
    return odds.lines(found, table.people) if odds and found else []


def make_state(table: Table, seat: int | None) -> Plain:
    """Return what the reader's page shows, as data."""
    game = table.game
    found: Plain = {
        "id": game.id,
        "kind": game.kind,
        "version": game.version,
        "status": game.status,
        "seat": seat,
        "waiting": [],
        "view": None,
        "choices": {"moves": []},
    }
    if table.has_begun:
        view, choices = make_view(table, seat)
        legal = table.presenter.legal(view, choices) if choices else []
        found |= {"waiting": list(table.waiting), "view": view, "choices": choices | {"moves": legal}}
        if chances := compute_odds(table, seat, view, choices):
            found["odds"] = chances
    return found


def describe_task(table: Table, seat: int | None) -> str:
    """Say in a few words what the game is waiting for. Used in lists."""
    return table.presenter.task(make_view(table, seat)[0], table.people)


# --- fragments ------------------------------------------------------------------------------------------------------


def render_fragment(table: Table, seat: int | None, language: str) -> str:
    """Return the whole board for an audience, rendered once and then cached."""
    key = (table.game.id, *table.mark, seat, language)
    return _fragments.get_or_make(key, lambda: _render(table, seat, language, QueryDict()))


def render_for_page(request: HttpRequest, table: Table, seat: int | None, draft: QueryDict | None = None) -> SafeString:
    """Return the board for one reader's page, with the CSRF token in its forms and the refused draft, if any."""
    language = find_language(request)
    html = _render(table, seat, language, draft) if draft else render_fragment(table, seat, language)
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))
    return mark_safe(html.replace(CSRF_PLACE, field))  # noqa: S308 (it was rendered by a template)  # nosec


def find_language(request: HttpRequest) -> str:
    return str(getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))


def _render(table: Table, seat: int | None, language: str, draft: QueryDict) -> str:
    with override(language):
        return render_to_string("games/table/_content.html", _context(table, seat, draft))


def _context(table: Table, seat: int | None, draft: QueryDict) -> dict[str, Any]:
    game = table.game
    view, choices = make_view(table, seat)
    headline = table.presenter.headline(view, choices, table.people)
    waiting = table.waiting
    if game.status == Game.Status.ABORTED:
        headline = Headline(gettext("This game was canceled."), gettext("There is no winner."))
    return {
        "game": game,
        "kind": game.kind,
        "version": game.version,
        "status": game.status,
        "result": game.result,
        "you": seat,
        "my_turn": seat in waiting,
        "waiting": " ".join(map(str, waiting)),
        "people": table.people,
        "headline": headline.text,
        "detail": headline.detail,
        "lines": render_log(table, seat),
        "earlier_url": reverse("log", args=[game.id]) if table.moves and table.moves[0].number > 1 else "",
        "move_url": reverse("move", args=[game.id]),
        "resign_url": reverse("resign", args=[game.id]),
        "can_resign": "resign" in choices,
        "can_leave": seat is not None and seat in table.state.left and not table.seats[seat].has_left,
        "clocks": clock_lines.list_clocks(game, table.seats, table.kind, table.state, seat),
        "given": clock_lines.list_gifts(game, table.seats),
        "ratings": load_ratings(table),
        "odds": list_odds(table, seat, view, choices),
        "csrf": CSRF_PLACE,
        "turn": _render_turn_fields(game, seat),
        **table.presenter.board(view, choices, table.people, draft, game.result),
    }


def load_ratings(table: Table) -> dict[int, tuple[float, float]]:
    """Return the ratings before and after a rated game by seat, except for players who were replaced."""
    if table.game.status != Game.Status.FINISHED or not table.game.is_rated:
        return {}
    rows = Outcome.objects.filter(game=table.game, is_rated=True).values_list("seat", "user", "mu_before", "mu_after")
    now = {seat.number: seat.user_id for seat in table.seats}
    return {seat: (before or 0.0, mu or 0.0) for seat, user, before, mu in rows if now[seat] == user}


def _render_turn_fields(game: Game, seat: int | None) -> SafeString:
    """Render the fields that say which board a move answers. They also make a repeated click the same move."""
    ticket = salted_hmac("games.ticket", f"{game.id}|{game.version}|{seat}", algorithm="sha256").hexdigest()[:24]
    return format_html(
        '<input type="hidden" name="seen" value="{}"><input type="hidden" name="ticket" value="{}">',
        game.version,
        ticket,
    )


def render_log(table: Table, seat: int | None) -> SafeString:
    """Render the log as far as that audience may read it. A move's lines never change, so they are rendered once."""
    language = get_language() or ""

    def render(move: Move) -> str:
        people = tuple(table.people_at_move(move.number))
        key = (table.game.id, move.number, seat, language, table.find_maker(move, seat), people)
        return _lines.get_or_make(key, partial(_render_lines, table, move, seat))

    return mark_safe("".join(map(render, table.moves)))  # noqa: S308 (templates made it)  # nosec


def _render_lines(table: Table, move: Move, seat: int | None) -> str:
    return render_to_string("games/table/_log_lines.html", {"lines": list(list_lines(table, move, seat))})


def list_lines(table: Table, move: Move, seat: int | None) -> Iterable[LogLine]:
    """Yield the lines of one move that this audience may read."""
    by, people = table.find_maker(move, seat), table.people_at_move(move.number)
    you = None if seated_people.was_other_player(table.past_seats, seat, move.number) else seat
    if move.move == {"do": "resign"}:
        goes_on = not table.is_over or move.number < table.game.version
        people, by = seated_people.with_leaver(people, move.seat, by, goes_on), ""  # the line says who made it
    for place, event in enumerate(move.events, 1):
        if event["readers"] is None or seat in event["readers"]:
            html = table.presenter.sentence(event, people, you)
            if html is not None:
                yield LogLine(f"{move.number}-{place}", move.made_at, html, by)


# --- frames ---------------------------------------------------------------------------------------------------------


def make_frame(table: Table, seat: int | None, language: str) -> str:
    """Return the board for an audience as a WebSocket frame."""
    return _build_frame(table, seat, language, is_other_page=table.game.version == 0)


def _build_frame(table: Table, seat: int | None, language: str, is_other_page: bool) -> str:
    """Build the frame.

    `reload` tells a browser that it still shows the page from before the start. Programs can use the board right away.
    """
    if not table.has_begun:
        return json.dumps({"reload": True})
    board = {
        "version": table.game.version,
        "revision": table.game.revision,
        "html": render_fragment(table, seat, language),
    }
    return json.dumps({"reload": True} | board if is_other_page else board)


def make_frame_since(game_id: str, seat: int | None, language: str, seen: str) -> tuple[TableMark, str]:
    """Return the frame for a page that shows `seen`, or an empty string if that is the newest.

    `seen` is a version, or version and revision (7.2), or below 0 that of a room.
    """
    table = load(game_id)
    if seen.startswith("-"):
        is_behind = table.game.status != Game.Status.OPEN or seen not in ("-1", str(find_room_version(table.game)))
        return table.mark, _build_frame(table, seat, language, is_other_page=True) if is_behind else ""
    shown = f"{table.game.version}.{table.game.revision}"
    if not table.has_begun or seen in (shown, str(table.game.version)):
        return table.mark, ""
    return table.mark, _build_frame(table, seat, language, is_other_page=False)


def load_marks(game_ids: list[str]) -> dict[str, TableMark]:
    """Return the marks of games, which tell whether they still look the same."""
    rows = Game.objects.filter(pk__in=game_ids).values_list("pk", "version", "status", "revision")
    return {game_id: (version, status, revision) for game_id, version, status, revision in rows}


def find_room_version(game: Game) -> int:
    """Return the version of the page of a game that hasn't started: -2 at first, -3 after one change (-1 means any)."""
    return -2 - game.revision
