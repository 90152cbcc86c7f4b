"""The bots `easy`, `steady` and `sharp`: each takes the best move it has looked at, and breaks ties at random."""

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from games.kinds.tiles.bots import placements, shifts
from games.kinds.tiles.bots.knowledge import read_view
from games.rules.tiles.board import pair
from games.rules.tiles.moves import Place, Shift
from games.rules.tiles.play import Choices
from games.rules.tiles.view import View

M = TypeVar("M")


@dataclass(frozen=True)
class Bot:
    """A bot: how many moves it looks at on each level of the search, and how exact its judgment is."""

    closed: tuple[int, ...]
    open: tuple[int, ...]
    shift_breadth: tuple[int, ...]
    blur: float

    def __call__(self, view: View, choices: Choices, dice: Random) -> Place | Shift:
        known, seat = read_view(view), view["turn"]
        if "shift" in choices:
            shift = self.choose(shifts.list_values(known.board, seat, self.shift_breadth), dice)
            return Shift(pair(shift.start), pair(shift.goal))
        [(_, options)] = known.racks[seat].draws()
        place = self.choose(
            placements.list_values(known, seat, options, self.open if view["open"] else self.closed), dice
        )
        return Place(pair(place.cell), place.option.end)

    def choose(self, valued: list[tuple[float, M]], dice: Random) -> M:
        """Choose the best move, blurred by the bot's inexact judgment."""
        return max([(value + self.blur * dice.random(), -rank, move) for rank, (value, move) in enumerate(valued)])[2]


easy = Bot(closed=(12,), open=(12,), shift_breadth=(6,), blur=0.7)
steady = Bot(closed=(40,), open=(16, 5), shift_breadth=(12,), blur=0.01)
sharp = Bot(closed=(8, 8), open=(8, 6, 5, 4), shift_breadth=(8, 5), blur=0.001)
