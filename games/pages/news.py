"""What happened at tables since the reader's last visit, in the words of their logs, as far as the reader may know."""

from collections.abc import Sequence

from django.db.models import F, Max
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts import blocks
from accounts.models import User
from games.models import ChatMessage, Move, Seat, Visit
from games.pages import labels, table_log
from games.pages.lists import Row
from games.pages.table_log import LogLine
from games.pages.tables import Table

RECENT = 6  # moves per game that a list looks at
SHOWN = 3  # lines it shows


def is_own(move: Move, seat: int | None) -> bool:
    """Whether the reader made the move personally, not through a plan, the clock or a stand-in."""
    return move.seat == seat and not move.made_by


def last_seen_move(visit: Visit | None, moves: Sequence[Move], seat: int | None) -> int:
    """Return the last move the reader knows about. Whoever moves has seen everything before."""
    own = [move.number for move in moves if is_own(move, seat)]
    return max([visit.seen_move_number if visit else 0, *own])


def list_news(table: Table, seat: int | None, number: int) -> list[LogLine]:
    """Return the lines of everything after that move, except the reader's own moves.

    Only the first line of a move says who made it.
    """
    found: list[LogLine] = []
    for move in table.moves:
        if move.number > number and not is_own(move, seat):
            lines = list(table_log.list_lines(table, move, seat))
            found += [*lines[:1], *(line._replace(by="") for line in lines[1:])]
    return found


def fill_in_news(rows: Sequence[Row], user: User) -> None:
    """Fill in what is new in each of these rows.

    Takes three queries, plus up to two for each game with a substitute.
    """
    games = [row.game.pk for row in rows]
    visits = {visit.game_id: visit for visit in Visit.objects.filter(user=user, game__in=games).defer("note")}
    recent: dict[str, list[Move]] = {}
    for move in Move.objects.filter(game__in=games, number__gt=F("game__version") - RECENT).order_by("number"):
        recent.setdefault(move.game_id, []).append(move)
    talked = _latest_messages(user, games)
    for row in rows:
        visit = visits.get(row.game.pk)
        table = Table(row.game, row.seats, recent.get(row.game.pk, []))
        row.has_talk = talked.get(row.game.pk, 0) > (visit.read_message_id if visit else 0) and not (
            visit and visit.is_chat_muted
        )
        row.news = _news_sentences(table, row.own, visit)


def _news_sentences(table: Table, own: Seat | None, visit: Visit | None) -> SafeString:
    """Return the last lines, one sentence each."""
    seat = own.number if own else None
    lines = list_news(table, seat, last_seen_move(visit, table.moves, seat))[-SHOWN:] if table.has_begun else []
    return format_html_join(" ", "{}", [(line_with_maker(line),) for line in lines])


def line_with_maker(line: LogLine) -> SafeString:
    """Return the line, saying who moved if it wasn't the player: a plan, the clock or a stand-in."""
    html = line.html.strip()
    if line.by not in ("", "bot"):
        html = html.removesuffix(".") + labels.who_moved(line.by) + "."
    return mark_safe(html)  # noqa: S308 (templates made it)  # nosec


def _latest_messages(user: User, games: Sequence[str]) -> dict[str, int]:
    """Return the latest message of another player that the user may read, by game."""
    found = ChatMessage.objects.filter(game__in=games, audience=ChatMessage.Audience.PLAYERS, is_hidden=False)
    found = found.exclude(user=user).exclude(user__in=blocks.not_read_by(user.pk)).order_by()
    return dict(found.values_list("game").annotate(Max("pk")))
