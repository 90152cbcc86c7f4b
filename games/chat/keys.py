"""Public keys of messages: `p5f0c21aa` for players' messages, `w…` for spectators'."""

import hmac
import re
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q

from games.models import ChatMessage
from games.refusals import Denied

PLAYERS, WATCHERS = ChatMessage.Audience.PLAYERS, ChatMessage.Audience.WATCHERS
KEY = re.compile(r"(?:p([0-9a-f]{8}))?(?:w([0-9a-f]{8}))?")
ROUNDS, HALF = 4, 0xFFFF
MOST = 10_000_000  # more messages than any table has


class Key(NamedTuple):
    """A place in the chat: the number of the last message of each audience."""

    players: int = 0
    watchers: int = 0

    def after(self) -> Q:
        """Return the condition for later messages."""
        return Q(audience=PLAYERS, number__gt=self.players) | Q(audience=WATCHERS, number__gt=self.watchers)


BEGINNING = Key()


def parse_key(game_id: str, text: str) -> Key:
    """Parse a key; an empty one means the beginning. Raise Denied if it is invalid."""
    found = KEY.fullmatch(text)
    if found is None:
        raise Denied("talk.key")
    players, watchers = found.groups()
    key = Key(
        _unscramble(f"{game_id}{PLAYERS}", players) if players else 0,
        _unscramble(f"{game_id}{WATCHERS}", watchers) if watchers else 0,
    )
    if max(key) > MOST:
        raise Denied("talk.key")
    return key


def format_key(game_id: str, key: Key) -> str:
    players = f"p{_scramble(f'{game_id}{PLAYERS}', key.players)}" if key.players else ""
    return players + (f"w{_scramble(f'{game_id}{WATCHERS}', key.watchers)}" if key.watchers else "")


def message_key(message: ChatMessage) -> str:
    key = Key(players=message.number) if message.audience == PLAYERS else Key(watchers=message.number)
    return format_key(message.game_id, key)


def _mix(salt: str, turn: int, half: int) -> int:
    asked = f"games.chat.service|{salt}|{turn}|{half}".encode()
    return int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), asked, "sha256")[:2])


def _scramble(salt: str, number: int) -> str:
    left, right = number >> 16, number & HALF
    for turn in range(ROUNDS):
        left, right = right, left ^ _mix(salt, turn, right)
    return f"{left:04x}{right:04x}"


def _unscramble(salt: str, text: str) -> int:
    left, right = int(text[:4], 16), int(text[4:], 16)
    for turn in reversed(range(ROUNDS)):
        left, right = right ^ _mix(salt, turn, left), left
    return left << 16 | right
