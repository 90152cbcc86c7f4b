"""The text of mails and push messages: only what their reader may know."""

import html
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from accounts.models import User
from games.clocks import durations, rules, seat_clocks
from games.kinds import leavers
from games.models import Game, Notification, Seat, Visit
from games.notifications import webpush
from games.notifications.routing import asks_for_move
from games.pages import board, labels, news, tables
from games.pages.lists import MOST_NAMES
from games.refusals import Denied
from games.rules.base import is_over_by_leaving

MOST_LINES = 6
KEEP = timedelta(days=1)
TITLES = {
    "turn": gettext_lazy("Your turn"),
    "half": gettext_lazy("Half your time is used"),
    "most": gettext_lazy("You're running low on time"),
    "hour": gettext_lazy("One hour left"),
    "grace": gettext_lazy("Your time is up, but you have one more day"),
    "last": gettext_lazy("Six hours left"),
    "lost": gettext_lazy("You ran out of time"),
    "over": gettext_lazy("Game over"),
    "off": gettext_lazy("Game canceled"),
    "idle": gettext_lazy("No one has moved in a while"),
    "vacation": gettext_lazy("We used one of your vacation days"),
    "gift": gettext_lazy("{by} gave you more time"),
    "agree": gettext_lazy("{by} wants to cancel the game"),
    "invited": gettext_lazy("{by} invited you"),
    "rematch": gettext_lazy("{by} wants a rematch"),
    "declined": gettext_lazy("{by} declined"),
    "unanswered": gettext_lazy("{by} didn't respond in time"),
    "expires": gettext_lazy("Your game is still waiting for players"),
    "expired": gettext_lazy("Your game didn't find enough players"),
    "chat": gettext_lazy("New message from {by}"),
    "report": gettext_lazy("A new report needs a moderator"),
    "test": gettext_lazy("This is a test notification"),
    "digest": gettext_lazy("Your games today"),
}
SOMEBODY = gettext_lazy("Someone")
News = tuple[str, dict[str, Any]]  # the type of a notification and its facts


class Item(NamedTuple):
    """One game in a mail."""

    game_id: str
    title: str
    company: str  # the game and the other players
    task: str  # what the reader has to decide
    outcome: str  # what happened, or what the reader can do
    other_news: tuple[str, ...]
    events: tuple[str, ...]  # since the reader's last visit
    time: str
    path: str
    is_waiting: bool  # whether it is the reader's turn


def format_title(what: str, facts: dict[str, Any]) -> str:
    """Format the title. The only text from other users in it is their names."""
    title = str(TITLES.get(what) or _("News from your game"))
    return title.replace("{by}", str(facts.get("by") or SOMEBODY)[:40])


def list_items(user: User, wanted: Mapping[str, Sequence[News]], now: datetime) -> list[Item]:
    """Return an item for each game that still exists, most urgent first."""
    seats = {seat.game_id: seat for seat in Seat.objects.filter(game__in=wanted, user=user)}
    visits = {visit.game_id: visit for visit in Visit.objects.filter(game__in=wanted, user=user)}
    found = []
    for game_id, topics in wanted.items():
        seat = seats.get(game_id)
        try:
            found.append((_urgency_key(seat), _make_item(user, game_id, topics, seat, visits.get(game_id), now)))
        except Denied:
            continue
    return [item for _place, item in sorted(found, key=lambda pair: pair[0])]


def _urgency_key(seat: Seat | None) -> tuple[bool, float]:
    """Sort games waiting for the reader first, those with the least time left before the others."""
    deadline = seat.deadline_at.timestamp() if seat and seat.deadline_at else float("inf")
    return seat is None or not seat.is_to_move, deadline


def _make_item(
    user: User, game_id: str, topics: Sequence[News], seat: Seat | None, visit: Visit | None, now: datetime
) -> Item:
    table = tables.load(game_id)
    topics = [(_update_news(what, table), facts) for what, facts in topics]
    number = seat.number if seat and not seat.has_left else None
    is_waiting = seat is not None and seat.is_to_move and number is not None
    main = max(range(len(topics)), key=lambda place: (_importance(topics[place][0]), place))
    outcomes = [_describe_outcome(*each, seat, table, user) for each in topics]
    lines = [f"{format_title(*each)}. {outcome}".strip() for each, outcome in zip(topics, outcomes, strict=True)]
    news_lines = [line for line, (what, _facts) in zip(lines, topics, strict=True) if not asks_for_move(what)]
    return Item(
        game_id=game_id,
        title=format_title(*topics[main]),
        company=_describe_company(table, user),
        task=_describe_task(table, number) if is_waiting else "",
        outcome=outcomes[main],
        other_news=tuple(line for line in dict.fromkeys(news_lines) if line != lines[main]),
        events=tuple(_list_events(table, number, visit)),
        time=_describe_deadline(table, seat, user, now) if is_waiting else "",
        path=reverse("table", args=[game_id]),
        is_waiting=is_waiting,
    )


def _update_news(what: str, table: tables.Table) -> str:
    """Update the type: a lost seat in a game that is over by now becomes the end of the game."""
    return "over" if what == "lost" and table.game.status == Game.Status.FINISHED else what


def _importance(what: str) -> int:
    """Rank requests for a move before other news, and chat last."""
    return 2 if asks_for_move(what) else int(what != "chat")


def _describe_company(table: tables.Table, user: User) -> str:
    """Name the game and the other players, shortened if there are many."""
    name = labels.kind_name(table.game.kind)
    others = [seat.name for seat in table.seats if seat.is_taken and seat.user_id != user.pk]
    if not others:
        return name
    names = labels.shorten_names(others, MOST_NAMES) if len(others) > MOST_NAMES else labels.join_names(others)
    return _("%(game)s with %(names)s") % {"game": name, "names": names}


def format_line(what: str, facts: dict[str, Any], user: User) -> str:
    """Format news that belongs to no game, in one sentence."""
    until = parse_datetime(str(facts.get("until") or ""))
    title = format_title(what, facts)
    if what == "vacation" and until:
        when = durations.format_absolute(until, user.time_zone)
        return _("%(what)s. Your clocks are stopped until %(when)s.") % {"what": title, "when": when}
    return f"{title}."


def _describe_task(table: tables.Table, number: int | None) -> str:
    """Say what the reader has to decide."""
    if not table.has_begun:
        return ""
    return strip_drawings(table.presenter.headline(*board.make_view(table, number), table.people).text)


def _describe_outcome(what: str, facts: dict[str, Any], seat: Seat | None, table: tables.Table, user: User) -> str:
    """Say what happened, or what the reader can do."""
    until = parse_datetime(str(facts.get("until") or ""))
    if what == "over" and seat and seat.rank and table.game.seat_count > 1:
        place = _("Your place: %(place)s of %(size)s.") % {"place": seat.rank, "size": table.game.seat_count}
        return " ".join(filter(None, (_explain_end(table, seat), place)))
    if what == "over":
        return _explain_end(table, seat)
    if what == "lost":
        return _explain_loss(table, seat, user)
    form = ""
    if what == "idle":
        form = _("If no one moves by %(when)s, the game is canceled. It won't count against anyone.")
    elif what in ("invited", "rematch"):
        until = _find_invitation_expiry(table.game, user)
        form = _("The invitation expires on %(when)s.")
    elif what == "expires" and table.game.status == Game.Status.OPEN:
        form = _("If it hasn't filled by %(when)s, the game is canceled.")
    return form % {"when": durations.format_absolute(until, user.time_zone)} if form and until else ""


def _explain_end(table: tables.Table, seat: Seat | None) -> str:
    """Say who left, if the reader did or if that ended the game."""
    number, left = seat.number if seat and seat.has_left else None, table.state.left
    if number in left or is_over_by_leaving(table.game.seat_count, left):
        return leavers.explain_end(table.people, left, number)
    return ""


def _explain_loss(table: tables.Table, seat: Seat | None, user: User) -> str:
    """Say who plays in the reader's seat now, and whether the reader can take it back."""
    if seat is not None:
        return _("A bot is playing for you. You can take your seat back until another player takes it.")
    names = [table.people[former.seat].name for former in table.past_seats if former.user_id == user.pk]
    return _("%(name)s has taken your seat.") % {"name": names[0]} if names else ""


def _find_invitation_expiry(game: Game, user: User) -> datetime | None:
    invitations = game.invitations.filter(user=user, is_declined=False, game__status=Game.Status.OPEN)
    return invitations.values_list("expires_at", flat=True).first()


def _list_events(table: tables.Table, number: int | None, visit: Visit | None) -> list[str]:
    """Return the last lines of the log since the player's last visit that the player may read."""
    if number is None or not table.moves:
        return []
    seen = news.last_seen_move(visit, table.moves, number)
    lines = [strip_drawings(news.line_with_maker(line)) for line in news.list_news(table, number, seen)]
    return lines if len(lines) <= MOST_LINES else ["…", *lines[-MOST_LINES:]]


def strip_drawings(line: str) -> str:
    """Return a line of the log as plain text, without drawings."""
    words_only = " ".join(html.unescape(strip_tags(line)).split())
    return re.sub(r" (?=[.,:;!?](?: |$))", "", words_only)


def _describe_deadline(table: tables.Table, seat: Seat | None, user: User, now: datetime) -> str:
    """Say when the deadline is, how far away, and what happens then."""
    if seat is None or seat.deadline_at is None:
        return ""
    when = durations.format_both(seat.deadline_at, now, user.time_zone)
    if seat.clock_stage in rules.GRACE_STAGES:
        left = table.state.left
        is_last = seat.number not in left and is_over_by_leaving(table.game.seat_count, [*left, seat.number])
        if is_last:
            return _("Move by %(when)s. After that, you lose the game.") % {"when": when}
        return _("Move by %(when)s. After that, a bot takes your seat.") % {"when": when}
    if seat.time_bank_ms and seat_clocks.default_move(table.kind, table.kind.choices(table.state, seat.number)):
        return _("Move by %(when)s. After that, the default move is made for you.") % {"when": when}
    return _("Move by %(when)s.") % {"when": when}


def _find_page(what: str) -> str:
    """Return the page with more about it."""
    if what == "report" and settings.ADMIN_PATH:
        return reverse("admin:games_report_changelist")
    return reverse("vacation") if what == "vacation" else reverse("notifications")


def make_push_message(row: Notification, now: datetime) -> tuple[str, timedelta]:
    """Return the content of a push message, and how long it stays relevant."""
    user = row.user
    with override(settings.LANGUAGE_CODE):
        found = list_items(user, {row.game_id: [(row.topic, row.facts)]}, now) if row.game_id else []
        if not found:
            title, body = format_title(row.topic, row.facts), format_line(row.topic, row.facts, user)
            return webpush.make_payload(title, body, row.topic, _find_page(row.topic)), KEEP
        item = found[0]
        lines = [item.company, item.outcome, item.task, *item.events[-1:]]
        seats = Seat.objects.filter(game=row.game_id, user=user, is_to_move=True)
        until = seats.values_list("deadline_at", flat=True).first()
        keep = max(until - now, timedelta(minutes=1)) if until and asks_for_move(row.topic) else KEEP
        return webpush.make_payload(item.title, "\n".join(filter(None, lines)), item.game_id, item.path), keep
