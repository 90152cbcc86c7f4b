"""The chat of a table: who can read what, posting, and read marks.

Players (anyone who has or had a seat) read what players write; spectators read what spectators write. After the game,
everybody reads both. Messages are numbered by table and audience, so that players can't tell whether spectators write;
`games.chat.keys` makes the public keys.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games import signals
from games.chat import keys
from games.chat.keys import BEGINNING, Key
from games.chat.text import clean_text
from games.models import ChatMessage, Game, Notification, Seat, Visit, enqueue_notification
from games.play.locking import load_past_seats, write_transaction
from games.refusals import Denied

PLAYERS, WATCHERS = ChatMessage.Audience.PLAYERS, ChatMessage.Audience.WATCHERS
PAGE = 50  # messages in a panel or on a page
MOST, RATE_PERIOD = 10, timedelta(minutes=1)  # messages per user
SECONDS = re.compile(r"[0-9]{1,7}")
CONNECT_GAP = timedelta(seconds=20)  # the longest a page takes to open its socket


@dataclass(frozen=True)
class ChatAccess:
    """What one user may read and write at a table."""

    game: Game
    user: Any
    players: set[int]  # users who have or had a seat
    audiences: tuple[str, ...]
    why: str  # code of why the user can't write; empty if they can

    @property
    def user_id(self) -> int | None:
        return self.user.pk if self.user.is_authenticated else None

    @property
    def is_player(self) -> bool:
        return self.user_id in self.players

    @property
    def speaks(self) -> str:
        """The audience the user writes to."""
        return PLAYERS if self.is_player else WATCHERS

    def messages(self) -> QuerySet[ChatMessage]:
        """All messages the reader may read here, except blocked and muted ones."""
        found = ChatMessage.objects.filter(game=self.game, audience__in=self.audiences, is_hidden=False)
        return found.exclude(user__in=blocks.not_read_by(self.user_id)).select_related("user")


def is_over(game: Game) -> bool:
    """Whether everyone may read everything now."""
    return game.started_at is not None and game.status in (Game.Status.FINISHED, Game.Status.ABORTED)


def get_access(game: Game, seats: Sequence[Seat], user: Any) -> ChatAccess:
    """Return what the user may read and write at that table."""
    sitting = {seat.user_id for seat in seats if seat.user_id is not None}
    players = sitting | {former.user_id for former in load_past_seats(game, seats)}
    is_player = user.is_authenticated and user.pk in players
    if sum(not seat.bot for seat in seats) <= 1:  # no other person could read it
        return ChatAccess(game, user, players, (), "talk.none")
    if is_over(game):
        audiences: tuple[str, ...] = (PLAYERS, WATCHERS)
    elif is_player:
        audiences = (PLAYERS,)
    else:
        audiences = (WATCHERS,) if user.is_authenticated and game.started_at else ()
    return ChatAccess(game, user, players, audiences, _find_refusal(game, user, is_player))


def _find_refusal(game: Game, user: Any, is_player: bool) -> str:
    if is_player:
        return ""
    if game.started_at is None:
        return "talk.room"
    if not user.is_authenticated:
        return "user.none"
    return "talk.guest" if user.is_guest else ""


def load_access(game_id: str, user: Any) -> ChatAccess:
    """Do the same, given only the game's ID; or raise Denied."""
    game = Game.objects.without_secrets().filter(pk=game_id).first()
    if game is None:
        raise Denied("game.unknown")
    return get_access(game, list(Seat.objects.filter(game=game)), user)


# --- posting--------------------------------------------------------------------------------------------------------


def post_message(game_id: str, user: Any, text: str) -> ChatMessage:
    with write_transaction():
        Game.objects.select_for_update(no_key=True).filter(pk=game_id).values_list("pk").first()  # one after the other
        here = load_access(game_id, user)
        if here.why:
            raise Denied(here.why)
        text = clean_text(text)
        if ChatMessage.objects.filter(user=user, sent_at__gt=timezone.now() - RATE_PERIOD).count() >= MOST:
            raise Denied("talk.many", most=MOST)
        last = ChatMessage.objects.filter(game=here.game, audience=here.speaks).aggregate(last=Max("number"))["last"]
        message = ChatMessage.objects.create(
            game=here.game, user=user, audience=here.speaks, number=(last or 0) + 1, text=text, sent_at=timezone.now()
        )
        _mark_read(here.game, user, message.pk)
        deaf = set(blocks.not_reading(user.pk))
        if here.is_player:
            _notify_players(here, user, message.pk, deaf)
        _announce(here, deaf)
    return message


def _announce(here: ChatAccess, deaf: Iterable[int]) -> None:
    """Tell the pages of users who may read the message, and no others."""
    players = sorted(here.players)
    over = is_over(here.game)
    signals.send_after_commit(
        signals.talked,
        game_id=here.game.pk,
        to=players if here.is_player and not over else None,
        but=sorted({*deaf, *(() if here.is_player or over else players)}),
        known=not over,
    )


def _notify_players(here: ChatAccess, author: User, pk: int, deaf: Iterable[int]) -> None:
    """Notify players who are away, once until they have read it."""
    others = here.players - {author.pk, *deaf}
    visits = {visit.user_id: visit for visit in Visit.objects.filter(game=here.game, user__in=others)}
    notified = _last_notified(here.game, others)
    now = timezone.now()
    away = []
    for user in sorted(others):
        visit = visits.get(user)
        is_here = visit is not None and (
            visit.is_chat_muted or (visit.looking_until is not None and visit.looking_until > now)
        )
        if not is_here and notified.get(user, 0) <= (visit.read_message_id if visit else 0):
            away.append(user)
    enqueue_notification(away, "chat", game=here.game, version=here.game.version, by=author.username, talk=pk)
    signals.send_queue_changed(others)


def _last_notified(game: Game, users: Iterable[int]) -> dict[int, int]:
    """Return the last message each user was notified of."""
    rows = (
        Notification.objects.filter(game=game, topic="chat", user__in=users)
        .order_by("pk")
        .values_list("user_id", "facts")
    )
    return {user: int(facts.get("talk", 0)) for user, facts in rows}


# --- reading --------------------------------------------------------------------------------------------------------


def load_page(here: ChatAccess, before: str = "") -> tuple[list[ChatMessage], bool]:
    """Return the latest messages, or those before a given one, oldest first, and whether there are earlier ones."""
    found = here.messages().order_by("-pk")
    if before:
        found = found.filter(pk__lt=find_message(here, before).pk)
    rows = list(found[: PAGE + 1])
    return rows[:PAGE][::-1], len(rows) > PAGE


def load_new(here: ChatAccess, after: Key) -> tuple[list[ChatMessage], bool]:
    """Return the first messages after that key, and whether there are later ones."""
    rows = list(here.messages().filter(after.after()).order_by("pk")[: PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE


def has_recent_message(game_id: str, user_id: int | None, away: str = "") -> bool:
    """Whether a message arrived between loading a page and opening its socket, `away` for that many seconds."""
    since = timezone.now() - CONNECT_GAP - timedelta(seconds=int(away) if SECONDS.fullmatch(away) else 0)
    if user_id is None or not ChatMessage.objects.filter(game=game_id, sent_at__gt=since).exists():
        return False
    return load_access(game_id, User.objects.get(pk=user_id)).messages().filter(sent_at__gt=since).exists()


def find_message(here: ChatAccess, text: str) -> ChatMessage:
    """Find the message with that key, if the user may read it; or raise Denied."""
    key = keys.parse_key(here.game.pk, text)
    if 0 not in key or key == BEGINNING:
        raise Denied("talk.key")
    audience = PLAYERS if key.players else WATCHERS
    found = here.messages().filter(audience=audience, number=max(key)).first()
    if found is None:
        raise Denied("talk.key")
    return found


def find_end(messages: Iterable[ChatMessage], start: Key = BEGINNING) -> Key:
    """Return the key after these messages."""
    players, watchers = start
    for message in messages:
        if message.audience == PLAYERS:
            players = max(players, message.number)
        else:
            watchers = max(watchers, message.number)
    return Key(players, watchers)


def load_visit(here: ChatAccess) -> Visit | None:
    """Load what is stored about the user at that table."""
    return Visit.objects.filter(game=here.game, user=here.user_id).first() if here.user_id is not None else None


def mark_read(here: ChatAccess, upto: Key) -> None:
    """Mark messages as read up to that key, never backward, and show it to their authors."""
    if here.user_id is None or not here.audiences:
        raise Denied("user.none" if here.user_id is None else here.why or "talk.none")
    with write_transaction():
        visit = load_visit(here)
        known = here.messages().filter(pk__gt=visit.read_message_id if visit else 0).exclude(upto.after())
        fresh = list(known.order_by("pk").values_list("pk", "user_id"))
        if not fresh:
            return
        _mark_read(here.game, here.user, fresh[-1][0])
        authors = {author for _pk, author in fresh} - {None, here.user_id}
        if here.is_player and authors:
            deaf = blocks.not_read_by(here.user_id)
            signals.send_after_commit(
                signals.talked, game_id=here.game.pk, to=sorted(authors), but=sorted(deaf), known=True
            )
        signals.send_queue_changed([here.user_id])


def _mark_read(game: Game, user: User, pk: int) -> None:
    Visit.objects.get_or_create(game=game, user=user)
    Visit.objects.filter(game=game, user=user, read_message_id__lt=pk).update(read_message_id=pk)


def list_readers(here: ChatAccess, messages: Sequence[ChatMessage]) -> list[str]:
    """Return which other players have read the user's own last message among these."""
    own = next((message for message in reversed(messages) if message.user_id == here.user_id is not None), None)
    if own is None or not here.is_player:
        return []
    others = here.players - {here.user_id, *blocks.blocked_either_way(here.user_id)}
    found = User.objects.filter(pk__in=others, visits__game=here.game, visits__read_message_id__gte=own.pk)
    return sorted(found.values_list("username", flat=True))


def set_muted(here: ChatAccess, wish: bool) -> None:
    if here.user_id is None:
        raise Denied("user.none")
    Visit.objects.get_or_create(game=here.game, user=here.user)
    Visit.objects.filter(game=here.game, user=here.user).update(is_chat_muted=wish)
    signals.send_queue_changed([here.user_id])
