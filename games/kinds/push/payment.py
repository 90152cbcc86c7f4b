"""The sensible payment: coins first, bust tokens where nothing is lost, then cards that are missed least.

Cards go in one order for each hand and each card that is to be won: further copies, cards in no run, and only then
cards that score. A payment is so many coins, so many bust tokens, and so many cards of that order.
"""

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from games.rules.push.cards import FACE, RANK
from games.rules.push.choices import BidChoice, BuyChoice
from games.rules.push.moves import PayFacts
from games.rules.push.payment import BUST
from games.rules.push.scoring import Scoring, explain
from games.rules.push.view import View

PRIZE = ""  # stands for the card that is to be won
MANY = 4_096  # hands whose scoring is kept; a hand changes seldom, and everybody at a table looks at the same ones

Cards = tuple[str, ...]


class Means(NamedTuple):
    """What somebody can pay with, and all that they own; the cards are in canonical order."""

    coins: int
    busts: int
    payable: Cards
    owned: Cards

    @property
    def worth(self) -> int:
        """The most that can be paid."""
        return self.coins + BUST * self.busts + len(self.payable)


class SpendingOrder(NamedTuple):
    """The cards in the order in which they are given away, and what giving away the first n of them costs."""

    cards: Cards
    points: tuple[int, ...]  # by how many are given
    loose: tuple[int, ...]  # how many of these stand in no run, but are no further copies
    spare: tuple[int, ...]  # how many are further copies


class Way(NamedTuple):
    """One way to pay: coins, bust tokens, and how many cards of the order."""

    coins: int
    busts: int
    cards: int


@lru_cache(maxsize=MANY)
def score_hand(cards: Cards) -> Scoring:
    """What the hand is worth, and which card stands where."""
    return explain(cards)


def with_card(cards: Cards, card: str) -> Cards:
    """The hand with one more card, in canonical order."""
    hand = list(cards)
    insort(hand, card, key=RANK.__getitem__)
    return tuple(hand)


def without_cards(cards: Cards, gone: Sequence[str]) -> Cards:
    """The hand without these cards."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


@lru_cache(maxsize=MANY)
def spending_order(owned: Cards, payable: Cards, prize: str) -> SpendingOrder:
    """In which order cards are given away, when that card is won for them; no prize: whatever it will be."""
    hand = score_hand(with_card(owned, prize) if prize else owned)
    left, running = Counter(hand.left_out), [list(run.cards) for run in hand.runs]
    if left[prize]:
        left[prize] -= 1
    else:
        _mark(running, prize)
    purse, stacks = Counter(payable), Counter(owned)
    order: list[tuple[str, int, int, int]] = []
    for card in sorted(left.elements(), key=_missed):
        is_copy = card in FACE and stacks[card] + (card == prize) > 1
        stacks[card] -= 1
        order.append((card, 0, 0 if is_copy else 1, 1 if is_copy else 0))
    order.sort(key=lambda item: item[2])  # further copies first; the rest keeps its order
    order += [(card, points, 0, 0) for card, points in _from_runs(running)]
    chosen = []
    for item in order:
        if purse[item[0]]:
            purse[item[0]] -= 1
            chosen.append(item)
    columns = list(zip(*chosen, strict=True)) or [(), (), (), ()]
    points, loose, spare = (tuple(accumulate(column, initial=0)) for column in columns[1:])
    return SpendingOrder(tuple(columns[0]), points, loose, spare)


def _missed(card: str) -> tuple[bool, int]:
    """Number cards before wilds, which are good for more."""
    return card not in FACE, RANK[card]


def _mark(runs: list[list[str]], prize: str) -> None:
    """The card that is not owned yet stands in a run: it cannot be given away."""
    for run in runs:
        if prize in run:
            run[run.index(prize)] = PRIZE
            return


def _from_runs(runs: list[list[str]]) -> list[tuple[str, int]]:
    """The cards that score, each with the points that are lost with it: from the ends of the shortest run first."""
    order: list[tuple[str, int]] = []
    for run in sorted(runs, key=len):
        while ends := [place for place in (0, -1) if run and run[place] != PRIZE]:
            place = min(ends, key=lambda end: run[end] not in FACE)
            order.append((run[place], 2 if len(run) == 9 else 1))
            del run[place]
    return order


def best_way(price: int, means: Means, order: SpendingOrder) -> Way:
    """The payment of that price that is missed least (R6); the price is within the means."""
    best: tuple[tuple[int, ...], Way] | None = None
    for busts in range(min(means.busts, -(-price // BUST)) + 1):
        rest = max(price - BUST * busts, 0)
        coins = min(means.coins, rest)
        cards = rest - coins
        if cards > len(order.cards):
            continue
        excess = max(BUST * busts - price, 0)
        cost = (order.points[cards], excess, order.loose[cards], order.spare[cards], busts)
        if best is None or cost < best[0]:
            best = cost, Way(coins, busts, cards)
    if best is None:
        raise AssertionError("beyond the means")
    return best[1]


def choose_payment(price: int, means: Means, prize: str) -> PayFacts:
    """The sensible payment of that price for that card, as it stands in a move."""
    order = spending_order(means.owned, means.payable, prize)
    way = best_way(price, means, order)
    cards = sorted(order.cards[: way.cards], key=RANK.__getitem__)
    return {"coins": way.coins, "busts": way.busts, "cards": cards}


def means_of(view: View, offer: BidChoice | BuyChoice) -> Means:
    """The means that a bid or a purchase names, of the seat that looks."""
    means = offer["means"]
    owned = tuple(view["seats"][view["seat"]]["cards"])
    return Means(means["coins"], means["busts"], tuple(means["cards"]), owned)
