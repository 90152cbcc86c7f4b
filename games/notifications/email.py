"""Mails about games: one for everything waiting, as text and simple HTML, with a link to unsubscribe."""

from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from accounts.models import User
from games.clocks import counted_time
from games.models import Notification, Seat, Visit
from games.notifications import content
from games.notifications.content import Item
from games.notifications.routing import asks_for_move
from games.pages import waiting_games

SALT = "games.unsubscribe"
MOST = 20  # games in one mail


def absolute_url(path: str) -> str:
    return f"{settings.ORIGINS[0]}{path}"


def make_token(user: User) -> str:
    """Return the signed token of the user's unsubscribe link."""
    return signing.Signer(salt=SALT).sign_object({"user": user.pk})


def find_user(text: str) -> User | None:
    """Return the user whose unsubscribe link has this token."""
    try:
        data = signing.Signer(salt=SALT).unsign_object(text)
        return User.objects.filter(pk=data["user"], is_active=True).first()
    except (signing.BadSignature, ValueError, KeyError, TypeError):
        return None


def compose(user: User, to: str, rows: Sequence[Notification], batch: str, now: datetime) -> EmailMultiAlternatives:
    """Compose a user's mail about these notifications, and about all other games waiting for the user."""
    local: ZoneInfo = counted_time.find_zone(user.time_zone)
    with override(settings.LANGUAGE_CODE), timezone.override(local):
        items = content.list_items(user, _news_by_game(user, rows), now)
        plain = [row for row in rows if row.game_id is None and row.topic != "digest"]
        context = _context(user, items, [content.format_line(row.topic, row.facts, user) for row in plain], rows)
        subject = " ".join(
            _subject(items, [content.format_title(row.topic, row.facts) for row in plain], context).split()
        )
        stop = absolute_url(reverse("unsubscribe", args=[make_token(user)]))
        mail = EmailMultiAlternatives(
            subject[:200],
            render_to_string("mail/notifications.txt", context | {"stop": stop}),
            to=[to],
            headers={
                "Message-ID": f"<{batch}@{parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition('@')[2]}>",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("mail/notifications.html", context | {"stop": stop}), "text/html")
    return mail


def _news_by_game(user: User, rows: Sequence[Notification]) -> dict[str, list[content.News]]:
    """Return the news by game, followed by other games that are waiting."""
    found: dict[str, list[content.News]] = {}
    for row in rows:
        if row.game_id:
            found.setdefault(row.game_id, []).append((row.topic, row.facts))
    if any(asks_for_move(row.topic) or row.topic == "digest" for row in rows):
        muted = Visit.objects.filter(user=user).exclude(notify_about=Visit.NotifyAbout.ALL).values("game")
        seats = waiting_games.list_waiting([user.pk]).exclude(game__in=muted)
        for seat in seats.order_by(*waiting_games.URGENT)[:MOST]:
            found.setdefault(seat.game_id, [("turn", {})])
    return dict(list(found.items())[:MOST])


def _context(user: User, items: list[Item], plain: list[str], rows: Sequence[Notification]) -> dict[str, Any]:
    is_digest = any(row.topic == "digest" for row in rows)
    others = Seat.objects.filter(user=user, has_left=False, is_to_move=False, game__status="playing")
    return {
        "user": user,
        "plain": plain,
        "items": [(item, absolute_url(item.path)) for item in items],
        "waiting": sum(item.is_waiting for item in items),
        "others": others.count() if is_digest else 0,
        "is_digest": is_digest,
        "next": absolute_url(reverse("next-game")),
        "settings": absolute_url(reverse("notifications")),
    }


def _subject(items: list[Item], plain: list[str], context: dict[str, Any]) -> str:
    """Say what the mail is about, or in how many games it is the user's turn."""
    waiting = context["waiting"]
    if context["is_digest"] and not waiting:
        return _("TEN today: you're all caught up")
    if context["is_digest"]:
        return ngettext(
            "TEN today: it's your turn in %(count)s game", "TEN today: it's your turn in %(count)s games", waiting
        ) % {"count": waiting}
    if len(items) == 1:
        return _("%(what)s: %(game)s") % {"what": items[0].title, "game": items[0].company}
    if waiting > 1:
        return ngettext("It's your turn in %(count)s game", "It's your turn in %(count)s games", waiting) % {
            "count": waiting
        }
    if items:
        return _("%(what)s: %(game)s, and more") % {"what": items[0].title, "game": items[0].company}
    return f"TEN: {plain[0]}" if plain else "TEN"
