"""The games of TEN Push for measuring tools, and the plans of simulated players."""

from random import Random

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import read_view
from games.kinds.push.bots.sharp import WEIGHTS
from games.kinds.push.value.features import NAMES
from games.kinds.push.value.model import DATA, Push
from games.kinds.samples import Course, Filled, Planner
from games.rules.base import Plain
from games.rules.push.cards import COLOR_WILDS, FULL_WILD, NUMBERED_WILDS
from games.rules.push.payment import BUST
from games.rules.push.view import View

MANY: tuple[tuple[int, Plain], ...] = tuple(
    (seats, options)
    for options in ({}, {"edition": "gamefactory"}, {"bust_buy": True})
    for seats in (2, 3, 2, 4, 3, 5, 2, 3, 4)
)
SOLO: tuple[tuple[int, Plain], ...] = tuple(
    (1, {"solo": level, "bust_buy": level % 2 == 0, "edition": "gamefactory" if level in (5, 8, 9) else "aeg"})
    for level in (4, 5, 6, 7, 8, 9, 10)
)
COURSES = (
    Course("push", "push", MANY, 3.0, "points now", Push, NAMES, DATA),
    Course("push solo", "push", SOLO, 3.0, "points now", Push, NAMES, DATA),
)
FILLED = (
    Filled(1, {"solo": 6}, 0.05, "random", 0.01, "random"),
    Filled(2, {}, 0.25, "easy", 0.02, "random"),
    Filled(2, {"edition": "devir", "bust_buy": True}, 0.05, "easy", 0.0, "random"),
    Filled(3, {}, 0.1, "easy", 0.0, "random"),
    Filled(4, {}, 0.05, "easy", 0.0, "random"),
)
MONTH = (4, 2)
WILDS = (*COLOR_WILDS, FULL_WILD, *NUMBERED_WILDS)
SPECIAL = 3  # number of wilds with a plan of their own
FAR = 2  # coins by which such a bid must differ from the others
LATE = 14  # cards left in the deck when players plan their final purchases
OFTEN = 0.5  # probability of "sometimes"
PAY = {"coins": True, "busts": True, "cards": "none"}
WISH = {"cards": [], "lengthens": 5, "pay": PAY}


def plans_for(person: Planner, view: View, dice: Random) -> list[Plain]:
    made: list[Plain] = []
    if person.auctions == "always" and not view["final"]:
        made += bids(limits(view), person.number % 2 == 0)
    if person.turns == "always" or (person.turns == "sometimes" and dice.random() < OFTEN):
        made.append({"for": "turn", "net": 7, "risk": 35, "coins": 7, "take": "numbers", "buy": WISH, "once": True})
    if person.auctions == "always" and view["deck"] <= LATE:
        made.append({"for": "final", "buy": WISH | {"lengthens": 9}})
    return made


def limits(view: View) -> dict[str, int]:
    """Return the value of each wild in coins, paid with coins and bust tokens only."""
    evaluation = Evaluation(read_view(view), WEIGHTS)
    hand, found = evaluation.known.mine, {}
    means = hand.coins + BUST * hand.busts
    for card in WILDS:
        gain, costs = evaluation.gain(evaluation.known.seat, card), evaluation.payment_costs(card, (), means)
        found[card] = next((amount for amount in range(means, 0, -1) if costs.cost(amount) <= gain), 0)
    return found


def bids(worth: dict[str, int], is_bold: bool) -> list[Plain]:
    """Return a plan for any wild, and for the few that are worth much more or less."""
    usual = sorted(worth.values())[len(worth) // 2]
    special = sorted((card for card in worth if abs(worth[card] - usual) >= FAR), key=lambda card: -worth[card])
    return [
        _bid(card, amount, is_bold) for card, amount in [("any", usual), *((c, worth[c]) for c in special[:SPECIAL])]
    ]


def _bid(which: str, amount: int, is_bold: bool) -> Plain:
    most = max(0, round(0.8 * amount)) if is_bold else amount
    bid = "up-to" if is_bold else "one-more"
    return {"for": "auction", "which": which, "bid": bid, "most": most, "pay": PAY, "once": False}
