"""Render games as HTML, once per audience.

An audience is a seat or the public (None), in one language. Everyone in it gets the same bytes. Whatever belongs to a
single reader (the CSRF token, the time zone, what is new) is added by the page or by a script.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, override

from games import play
from games.clocks import lines as clock_lines
from games.kinds import KINDS
from games.kinds.odds import Chance
from games.kinds.presenter import Headline, read_number
from games.models import Game, Outcome
from games.pages import areas
from games.pages.areas import Area
from games.pages.beats import list_beats
from games.pages.cache import LRUCache
from games.pages.table_log import list_log
from games.pages.tables import MOST_CACHED, Shown, Table
from games.rules.base import Plain

CSRF_PLACE = mark_safe("<!--csrf-->")  # our own text; pages replace it with the reader's token  # nosec

BoardKey = tuple[str, Shown, int | None, int | None, str]  # game, version and revision, seat and its player, language


_boards: LRUCache[BoardKey, Area] = LRUCache(MOST_CACHED)


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


def render_board(table: Table, seat: int | None, language: str) -> Area:
    """Return the board for an audience, rendered once and then cached."""
    key = _make_key(table, table.shown, seat, language)
    return _boards.get_or_make(key, lambda: _render(table, seat, language, QueryDict()))


def _make_key(table: Table, shown: Shown, seat: int | None, language: str) -> BoardKey:
    """Return the key of a board that the seat's player has seen, not another one who had the seat before."""
    user = None if seat is None else table.seats[seat].user_id
    return table.game.id, shown, seat, user, language


def render_fragment(table: Table, seat: int | None, language: str) -> str:
    """Return the whole board for an audience as HTML."""
    return render_board(table, seat, language).html


def render_update(table: Table, seat: int | None, language: str, shown: Shown | None) -> tuple[str, Shown | None]:
    """Return what has changed since the board a page shows, and which board that was.

    If that board isn't cached any more, return the whole board, and None.
    """
    before = _boards.get(_make_key(table, shown, seat, language)) if shown and shown <= table.shown else None
    now = render_board(table, seat, language)
    return (_render_steps(table, seat, language, before, now, shown), shown) if before else (now.html, None)


def _render_steps(table: Table, seat: int | None, language: str, before: Area, now: Area, shown: Shown | None) -> str:
    """Render the changes from one board to another, with the beats in between if there is one move between them."""
    html, last = "", before
    if shown and shown[0] == table.game.version - 1:
        for beat in list_beats(table, seat, language, before):
            changes = areas.render_changes(last, beat.board)
            html += f'<ten-beat data-pause="{beat.pause}">{changes}</ten-beat>' if changes else ""
            last = beat.board
    return html + areas.render_changes(last, now)


def render_for_page(request: HttpRequest, table: Table, seat: int | None, draft: QueryDict | None = None) -> SafeString:
    """Return the board for one reader's page, with the CSRF token in its forms and the refused draft, if any."""
    language = find_language(request)
    html = (_render(table, seat, language, draft) if draft else render_board(table, seat, language)).html
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))
    return mark_safe(html.replace(CSRF_PLACE, field))  # noqa: S308 (it was rendered by a template)  # nosec


def find_language(request: HttpRequest) -> str:
    return str(getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE))


def _render(table: Table, seat: int | None, language: str, draft: QueryDict) -> Area:
    with override(language):
        return areas.build("table", "games/table/_content.jinja", _context(table, seat, draft))


def _context(table: Table, seat: int | None, draft: QueryDict) -> dict[str, Any]:
    game = table.game
    view, choices = make_view(table, seat)
    clocks = clock_lines.list_clocks(game, table.seats, table.kind, table.state, seat)
    headline = table.presenter.headline(view, choices, table.people)
    waiting = table.waiting
    if game.status == Game.Status.ABORTED:
        headline = Headline(gettext("This game was canceled."), gettext("There is no winner."))
    return {
        "game": game,
        "game_id": game.id,
        "kind": game.kind,
        "pace": game.pace,
        "seat_count": game.seat_count,
        "commitment": game.commitment,
        "version": game.version,
        "status": game.status,
        "result": game.result,
        "you": seat,
        "my_turn": seat in waiting,
        "waiting": " ".join(map(str, waiting)),
        "people": table.people,
        "headline": headline.text,
        "detail": headline.detail,
        "lines": list_log(table, seat),
        "earlier_url": reverse("log", args=[game.id]) if table.moves and table.moves[0].number > 1 else "",
        "move_url": reverse("move", args=[game.id]),
        "resign_url": reverse("resign", args=[game.id]),
        "can_resign": "resign" in choices,
        "can_leave": seat is not None and seat in table.state.left and not table.seats[seat].has_left,
        "clocks": clocks,
        "clock_actions": clock_lines.find_actions(clocks),
        "offered_seat": clock_lines.find_offered_seat(clocks) if seat is None else None,
        "staying": clock_lines.count_staying(game, clocks),
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


# --- which board a page shows ---------------------------------------------------------------------------------------


def write_shown(shown: Shown) -> str:
    """Format which board a page shows, as pages do: 7.2."""
    return "{}.{}".format(*shown)


def read_shown(text: str) -> Shown | None:
    """Parse which board a page shows; None if it doesn't say."""
    version, _dot, revision = text.partition(".")
    numbers = read_number(version, 9), read_number(revision, 9)
    return None if None in numbers else numbers  # type: ignore[return-value]  # neither is None
