"""Beats: what a page shows, for a moment each, between the board before a move and the board after it.

A bust, for example, is the card that does it, then the market with the number cards, then the next player's turn. Each
beat is built from what its audience may see at that moment, like the board itself.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import override

from games import play
from games.pages import areas, table_log
from games.pages.areas import Area
from games.pages.tables import Table, find_cached
from games.rules.base import Moment

SHORT, LONG = 800, 1600  # milliseconds
MOST = 8  # beats; of a move that takes longer, only its end is shown


class Beat(NamedTuple):
    """The board at that moment, and how many milliseconds it is shown."""

    board: Area
    pause: int


def list_beats(table: Table, seat: int | None, language: str, before: Area) -> Iterator[Beat]:
    """Yield the beats of the last move for that audience, given the board before it."""
    if not table.moments:
        return
    with override(language):
        told = [(moment, words) for moment, words in _list_told(table, seat) if words][-MOST:]
        for number, (moment, words) in enumerate(told, 1):
            context = _make_context(table, seat, moment) | {"headline": words, "number": number, "count": len(told)}
            shown = areas.build("", "games/table/_beat.jinja", context).children
            yield Beat(before.replace({area.id: area for area in shown}), _measure(table, moment))


def _list_told(table: Table, seat: int | None) -> Iterator[tuple[Moment, SafeString]]:
    """Yield the moments with what the log says about them, as far as that audience may read it."""
    lines = {
        int(line.number.partition("-")[2]): line.html for line in table_log.list_lines(table, table.moves[-1], seat)
    }
    first = 1
    for moment in table.moments:
        places = range(first, first + len(moment.events))
        yield moment, SafeString(" ".join(lines[place] for place in places if place in lines))  # templates made them  # nosec
        first = places.stop


def measure(game_id: str) -> float:
    """Return how many seconds the beats of the last move take; 0 if this process hasn't shown the game."""
    table = find_cached(game_id, 0)
    return sum(_measure(table, moment) for moment in table.moments[-MOST:]) / 1000 if table else 0


def _measure(table: Table, moment: Moment) -> int:
    is_big = any(event.name in table.presenter.HIGHLIGHTS for event in moment.events)
    return LONG if is_big else SHORT


def _make_context(table: Table, seat: int | None, moment: Moment) -> dict[str, Any]:
    view = play.view_as_plain(table.kind, moment.state, seat)
    return {
        "kind": table.game.kind,
        "status": "playing",
        "result": None,
        "you": seat,
        "my_turn": False,
        "people": table.people,
        **table.presenter.board(view, {}, table.people, QueryDict(), None),
    }
