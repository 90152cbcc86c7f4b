"""The log of a game, as far as each audience may read it."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.kinds.presenter import Person
from games.models import Move
from games.pages import areas
from games.pages import people as seated_people
from games.pages.areas import Area
from games.pages.cache import LRUCache
from games.pages.tables import Table

MOST_CACHED_LINES = 50_000  # rendered moves a process caches, counted per audience
LinesKey = tuple[str, int, int | None, str, str, tuple[Person, ...]]  # game, move, seat, language, by whom, people then


class LogLine(NamedTuple):
    """One line of the log."""

    number: str  # number of the move and of its event: 18-2
    at: datetime
    html: SafeString
    by: str


_lines: LRUCache[LinesKey, tuple[Area, ...]] = LRUCache(MOST_CACHED_LINES)


def render_log(table: Table, seat: int | None) -> SafeString:
    """Render the log as far as that audience may read it."""
    return mark_safe("".join(line.html for line in list_log(table, seat)))  # noqa: S308 (templates made it)  # nosec


def list_log(table: Table, seat: int | None) -> list[Area]:
    """Render the lines that this audience may read. A move's lines never change, so they are rendered once."""
    language = get_language() or ""
    known = table.log_lines.setdefault((seat, language), {})

    def render(move: Move) -> tuple[Area, ...]:
        people = tuple(table.people_at_move(move.number))
        key = (table.game.id, move.number, seat, language, table.find_maker(move, seat), people)
        return _lines.get_or_make(key, partial(_render_lines, table, move, seat))

    for move in table.moves:
        if move.number not in known:
            known[move.number] = render(move)
    return [line for move in table.moves for line in known[move.number]]


def _render_lines(table: Table, move: Move, seat: int | None) -> tuple[Area, ...]:
    """Render each line of a move, the first with who made it."""
    context = {"lines": list(list_lines(table, move, seat)), "at": move.made_at}
    return areas.build("", "games/table/_log_lines.jinja", context).children


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
