"""What people decide: at the table as a bot would, and ahead as a bot would value it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots.push.sharp import TASTE
from games.bots.push.table import read
from games.bots.push.thought import Thought
from games.month.people import Person
from games.rules.base import Plain
from games.rules.push.cards import COLOR_WILDS, FULL_WILD, NUMBERED_WILDS
from games.rules.push.paying import BUST

WILDS = (*COLOR_WILDS, FULL_WILD, *NUMBERED_WILDS)
SPECIAL = 3  # wilds that somebody makes a plan of their own for
FAR = 2  # coins: how far such a bid is from the others
LATE = 14  # cards in the deck: time to think of the final purchases
OFTEN = 0.5  # what "sometimes" is
PAY = {"coins": True, "busts": True, "cards": "none"}
WISH = {"cards": [], "lengthens": 5, "pay": PAY}
LEAST = {"steady": "4", "sharp": "5"}  # from which card on they hold


def plans_for(kind: str, person: Person, view: Plain, dice: Random) -> list[Plain]:
    """All that the person leaves at the table when they go; none where the kind knows no plans."""
    if kind == "swap":
        return _hand(person)
    return _push(person, view, dice) if kind == "push" else []


def _hand(person: Person) -> list[Plain]:
    if person.hands == "never":
        return []
    return [{"for": "turn", "least": LEAST[person.bot], "once": person.hands == "next"}]


def _push(person: Person, view: Plain, dice: Random) -> list[Plain]:
    made: list[Plain] = []
    if person.auctions == "always" and not view["final"]:
        made += bids(limits(view), person.number % 2 == 0)
    if person.turns == "always" or (person.turns == "sometimes" and dice.random() < OFTEN):
        made.append({"for": "turn", "net": 7, "risk": 35, "coins": 7, "take": "numbers", "buy": WISH, "once": True})
    if person.auctions == "always" and view["deck"] <= LATE:
        made.append({"for": "final", "buy": WISH | {"lengthens": 9}})
    return made


def limits(view: Plain) -> dict[str, int]:
    """What each wild is worth to who looks, in coins; paid with coins and bust tokens alone."""
    thought = Thought(read(view), TASTE)
    hand, found = thought.table.mine, {}
    means = hand.coins + BUST * hand.busts
    for card in WILDS:
        gain, purse = thought.gain(thought.table.seat, card), thought.purse(card, (), means)
        found[card] = next((amount for amount in range(means, 0, -1) if purse.cost(amount) <= gain), 0)
    return found


def bids(worth: dict[str, int], is_bold: bool) -> list[Plain]:
    """A plan for any wild, and for the few that are worth much more or less."""
    usual = sorted(worth.values())[len(worth) // 2]
    special = sorted((card for card in worth if abs(worth[card] - usual) >= FAR), key=lambda card: -worth[card])
    return [
        _bid(card, amount, is_bold) for card, amount in [("any", usual), *((c, worth[c]) for c in special[:SPECIAL])]
    ]


def _bid(which: str, amount: int, is_bold: bool) -> Plain:
    most = max(0, round(0.8 * amount)) if is_bold else amount
    bid = "up-to" if is_bold else "one-more"
    return {"for": "auction", "which": which, "bid": bid, "most": most, "pay": PAY, "once": False}


def same(made: Sequence[Plain], known: Sequence[Any]) -> bool:
    """Whether nobody would bother to change what is there already."""
    return list(made) == list(known)
