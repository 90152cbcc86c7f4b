"""The games of TEN Swap for measuring tools, and the plans of simulated players."""

from random import Random

from games.kinds.samples import Course, Filled, Planner
from games.kinds.swap.value.model import DATA, NAMES, Swap
from games.rules.base import Plain
from games.rules.swap.state import State
from games.rules.swap.view import View

SETUPS: tuple[tuple[int, Plain], ...] = tuple(
    (seats, {"blocking": "ask" if seats % 3 == 0 else "auto", "carry_on": seats != 5})
    for seats in (4, 5, 6, 7, 8, 10, 12)
)


def is_between_hands(state: State) -> bool:
    """Whether a hand begins. Dealt cards are played out, so only what comes after the hand is fitted."""
    return not state.turns


def is_in(state: State, player: int) -> bool:
    return state.tokens[player] > 0


COURSES = (Course("swap", "swap", SETUPS, 4.0, "tokens: 1", Swap, NAMES, DATA, is_between_hands, is_in),)
FILLED = (Filled(4, {}, 0.15, "random", 0.92), Filled(6, {"blocking": "ask"}, 0.1, "easy", 0.01))
MONTH = (12,)
LEAST = {"steady": "4", "sharp": "5"}  # the lowest card they hold


def plans_for(person: Planner, view: View, dice: Random) -> list[Plain]:
    if person.hands == "never":
        return []
    return [{"for": "turn", "least": LEAST[person.bot], "once": person.hands == "next"}]
