"""The exact odds of the next card and what it would lead to, from open information."""

from collections import Counter
from collections.abc import Mapping

from games.kinds.push.bots.knowledge import busts_by, count_unseen_cards
from games.rules.base import Plain
from games.rules.push.cards import CODES, COINS, CURRENCY_CARDS, FACE, NUMBER_CARDS, WILDS
from games.rules.push.choices import Choices
from games.rules.push.view import View


def compute_odds(view: View, choices: Choices) -> Plain:
    """Return the odds of the next card, or nothing if nobody is deciding about drawing."""
    if view["phase"] != "draw" or not view["deck"]:
        return {}
    return next_card_chances(count_unseen_cards(view), view["tableau"]["net"], view["tableau"]["coins"])


def next_card_chances(to_come: Mapping[str, int], net: int, coins: int) -> Plain:
    """Return the bust chances, and a row for each number, each currency value, and the wilds."""
    deck = sum(to_come.values())
    groups = ({card: to_come[card] for card in group if card in to_come} for group in GROUPS)
    rows = [_row(group, net, coins, deck) for group in groups if group]
    lost: Counter[str] = Counter()
    for row in rows:
        lost[row["bust"]] += row["count"]
    return {
        "deck": deck,
        "bust": (lost["numbers"] + lost["currency"]) / deck,
        "by_numbers": lost["numbers"] / deck,
        "by_currency": lost["currency"] / deck,
        "next": rows,
    }


GROUPS = (  # cards with the same effect, in the order shown
    *(tuple(card for card in NUMBER_CARDS if FACE[card] == face) for face in sorted({*FACE.values()})),
    *((card,) for card in CURRENCY_CARDS),
    tuple(card for card in CODES if card in WILDS),
)


def _row(cards: dict[str, int], net: int, coins: int, deck: int) -> Plain:
    """Return a row: the cards, their total chance, and the totals after one of them."""
    card, count = next(iter(cards)), sum(cards.values())
    return {
        "type": "wild" if card in WILDS else "currency" if card in COINS else "number",
        "value": FACE.get(card) or COINS.get(card, 0),
        "cards": cards,
        "count": count,
        "chance": count / deck,
        "net": net + FACE.get(card, 0) - COINS.get(card, 0),
        "coins": coins + COINS.get(card, 0),
        "bust": busts_by(card, net, coins),
    }
