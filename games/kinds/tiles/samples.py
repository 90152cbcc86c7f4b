"""The games of TEN Tiles for measuring tools."""

from random import Random

from games.kinds.samples import Course, Filled, Planner
from games.kinds.tiles.value.model import DATA, NAMES, Tiles
from games.rules.base import Plain
from games.rules.tiles.view import View

COURSES = (
    Course("tiles", "tiles", ((2, {}),), 3.0, "to move", Tiles, NAMES, DATA),
    Course("tiles open", "tiles", ((2, {"open": True}),), 2.0, "to move", Tiles, NAMES, DATA),
)
FILLED = (Filled(2, {}, 0.2, "easy", 0.04), Filled(2, {"open": True}, 0.05, "easy"))
MONTH = (2,)


def plans_for(person: Planner, view: View, dice: Random) -> list[Plain]:
    return []
