"""The moves of TEN Push."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypedDict

from games.rules.base import Resign


@dataclass(frozen=True)
class Pay:
    """A payment: coins, bust tokens and cards."""

    coins: int = 0
    busts: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draw:
    """Turn up another card."""

    do: ClassVar[str] = "draw"


@dataclass(frozen=True)
class Take:
    """Stop drawing, and take one of the two rewards."""

    what: Literal["numbers", "currency"]
    do: ClassVar[str] = "take"


@dataclass(frozen=True)
class Buy:
    """Buy a card from the market."""

    card: str
    pay: Pay
    do: ClassVar[str] = "buy"


@dataclass(frozen=True)
class Skip:
    """Buy nothing."""

    do: ClassVar[str] = "skip"


@dataclass(frozen=True)
class Bid:
    """Bid an amount for the wild, with its payment (R7)."""

    amount: int
    pay: Pay
    do: ClassVar[str] = "bid"


@dataclass(frozen=True)
class Pass:
    """Don't bid for the wild."""

    do: ClassVar[str] = "pass"


@dataclass(frozen=True)
class Token:
    """Take the bust token rather than buy a card (R11)."""

    do: ClassVar[str] = "token"


MOVES: dict[str, type[Any]] = {move.do: move for move in (Draw, Take, Buy, Skip, Bid, Pass, Token, Resign)}


class PayFacts(TypedDict):
    coins: int
    busts: int
    cards: Sequence[str]


def pay_facts(pay: Pay) -> PayFacts:
    """Return a payment as plain data."""
    return {"coins": pay.coins, "busts": pay.busts, "cards": pay.cards}
