"""What cards are worth to all bots, and whether a swap can gain anything."""

from games.rules.swap.cards import BLOCKERS, BUNNY, VALUE
from games.rules.swap.play import Choices
from games.rules.swap.view import View

AVERAGE = 4  # a card from the deck is worth 3.3 on average; most players hold cards from here on


def own_value(view: View) -> int:
    return VALUE[view["card"]]


def swaps_for_nothing(view: View, choices: Choices) -> bool:
    """Whether a swap would visibly be blocked, or bring nothing higher."""
    whom = choices["swap"]["with"]
    if whom is None:
        return False
    order = [seat for seat in view["order"] if view["tokens"][seat]]
    while whom != view["seat"] and view["known"][whom] == BUNNY:
        whom = order[(order.index(whom) + 1) % len(order)]
    card = view["known"][whom]
    return card is not None and (card in BLOCKERS or VALUE[card] <= own_value(view))
