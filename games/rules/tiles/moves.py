"""The moves of TEN Tiles."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.rules.base import Resign
from games.rules.tiles.board import Pair

End = Literal["left", "right"]


@dataclass(frozen=True)
class Place:
    """Place the face-up tile; in the open variant, the tile at that end of the seat's row."""

    do: ClassVar[str] = "place"
    at: Pair
    end: End | None = None


@dataclass(frozen=True)
class Shift:
    """In the second phase, move one of your own tiles to another cell (R22)."""

    do: ClassVar[str] = "shift"
    from_: Pair
    to: Pair


MOVES = {move.do: move for move in (Place, Shift, Resign)}
