"""The sources of randomness: `ten-fair/1` (docs/fair-shuffle.md), or the deal of a record."""

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.rules.base import BadRecord, Dealer

SCHEME: Final = "ten-fair/1"
HASH: Final = "sha256"
BOT: Final = "bot"  # what a bot contributes to the shuffle instead of random bytes


def commitment(server: bytes) -> str:
    """Return the hash that is published at once, so that the server can't change its bytes later."""
    return hashlib.sha256(server).hexdigest()


def make_seed(server: bytes, game_id: str, players: Sequence[str]) -> bytes:
    """Return the seed of a game from the server's bytes and the contributions of all seats."""
    return _hmac(server, "|".join([SCHEME, game_id, *players]))


class FairDealer:
    """Deals from the seed, with a separate stream of numbers for each label."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def below(self, label: str, n: int) -> int:
        return _below(self._stream(label), n)

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        shuffled, stream = list(cards), self._stream(label)
        for i in range(len(shuffled) - 1, 0, -1):
            j = _below(stream, i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)

    def _stream(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            yield from struct.unpack(">8I", _hmac(self.seed, f"{label}|{block}"))
            block += 1


class RecordedDealer:
    """Deals what a record says was drawn, or raises BadRecord if that is impossible."""

    def __init__(self, drawn: Mapping[str, Any]) -> None:
        self.drawn = drawn

    def below(self, label: str, n: int) -> int:
        number = self._recorded(label)
        if type(number) is not int or not 0 <= number < n:
            raise BadRecord("deal.number", label=label, n=n)
        return number

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        order = self._recorded(label)
        if len(order) != len(cards) or Counter(order) != Counter(cards):
            raise BadRecord("deal.cards", label=label)
        return tuple(order)

    def _recorded(self, label: str) -> Any:
        if label not in self.drawn:
            raise BadRecord("deal.missing", label=label)
        return self.drawn[label]


class NotedDealer:
    """Deals what another dealer deals, and notes it for the record."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.drawn: dict[str, Any] = {}

    def below(self, label: str, n: int) -> int:
        self.drawn[label] = number = self.dealer.below(label, n)
        return number

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        self.drawn[label] = order = self.dealer.shuffle(label, cards)
        return order


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), HASH)


def _below(stream: Iterator[int], n: int) -> int:
    bound = 2**32 - 2**32 % n
    while (number := next(stream)) >= bound:
        pass
    return number % n
