"""The moves of swap."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.base import Resign


@dataclass(frozen=True)
class Hold:
    """Keep the card (R30)."""

    do: ClassVar[str] = "hold"


@dataclass(frozen=True)
class Swap:
    """Swap with the next seat still in, or as the dealer with the deck (R30)."""

    do: ClassVar[str] = "swap"


@dataclass(frozen=True)
class Accept:
    """Let the swap happen (R31, `blocking: ask`)."""

    do: ClassVar[str] = "accept"


@dataclass(frozen=True)
class Block:
    """Turn the card up and refuse the swap (R31, `blocking: ask`)."""

    do: ClassVar[str] = "block"


MOVES: dict[str, type[Any]] = {move.do: move for move in (Hold, Swap, Accept, Block, Resign)}
