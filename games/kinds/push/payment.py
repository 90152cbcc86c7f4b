"""The sensible payment: coins first, bust tokens if nothing is lost, then the least useful cards.

Each hand and each prize have one order of cards: further copies, cards in no run, and only then cards that score. A
payment is a number of coins, of bust tokens, and of cards in that order.
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

PRIZE = ""  # stands for the card to be won
MANY = 4_096  # cached hands: they rarely change, and everyone at a table sees the same ones

Cards = tuple[str, ...]


class Means(NamedTuple):
    """What a player can pay with, and all their cards; in canonical order."""

    coins: int
    busts: int
    payable: Cards
    owned: Cards

    @property
    def worth(self) -> int:
        """The most that can be paid."""
        return self.coins + BUST * self.busts + len(self.payable)


class SpendingOrder(NamedTuple):
    """The cards in the order they are given away, and the cost of giving away the first n of them."""

    cards: Cards
    points: tuple[int, ...]  # by the number of cards given away
    loose: tuple[int, ...]  # how many of these are in no run and aren't further copies
    spare: tuple[int, ...]  # how many are further copies


class Way(NamedTuple):
    """A way to pay: coins, bust tokens, and how many cards of the spending order."""

    coins: int
    busts: int
    cards: int


@lru_cache(maxsize=MANY)
def score_hand(cards: Cards) -> Scoring:
    """Score a hand, cached."""
    return explain(cards)


def with_card(cards: Cards, card: str) -> Cards:
    """Return the hand with one more card, in canonical order."""
    hand = list(cards)
    insort(hand, card, key=RANK.__getitem__)
    return tuple(hand)


def without_cards(cards: Cards, gone: Sequence[str]) -> Cards:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


@lru_cache(maxsize=MANY)
def spending_order(owned: Cards, payable: Cards, prize: str) -> SpendingOrder:
    """Return the order in which cards are given away to win the prize (empty: any card)."""
    hand = score_hand(with_card(owned, prize) if prize else owned)
    left, running = Counter(hand.left_out), [list(run.cards) for run in hand.runs]
    if left[prize]:
        left[prize] -= 1
    else:
        _mark(running, prize)
    purse, stacks = Counter(payable), Counter(owned)
    order: list[tuple[str, int, int, int]] = []
    # number cards before wilds, which are more useful
    for card in sorted(left.elements(), key=lambda card: (card not in FACE, RANK[card])):
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


def _mark(runs: list[list[str]], prize: str) -> None:
    """Mark the prize in its run: a card that isn't owned yet can't be given away."""
    for run in runs:
        if prize in run:
            run[run.index(prize)] = PRIZE
            return


def _from_runs(runs: list[list[str]]) -> list[tuple[str, int]]:
    """List the cards that score, with the points each one costs: from the ends of the shortest run first."""
    order: list[tuple[str, int]] = []
    for run in sorted(runs, key=len):
        while ends := [place for place in (0, -1) if run and run[place] != PRIZE]:
            place = min(ends, key=lambda end: run[end] not in FACE)
            order.append((run[place], 2 if len(run) == 9 else 1))
            del run[place]
    return order


def best_way(price: int, means: Means, order: SpendingOrder) -> Way:
    """Return the payment that hurts least (R6). The price must not exceed the means."""
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
    """Return the sensible payment for that card, as moves have it."""
    order = spending_order(means.owned, means.payable, prize)
    way = best_way(price, means, order)
    cards = sorted(order.cards[: way.cards], key=RANK.__getitem__)
    return {"coins": way.coins, "busts": way.busts, "cards": cards}


def means_of(view: View, offer: BidChoice | BuyChoice) -> Means:
    """Return what the viewing seat can pay with in that bid or purchase."""
    means = offer["means"]
    owned = tuple(view["seats"][view["seat"]]["cards"])
    return Means(means["coins"], means["busts"], tuple(means["cards"]), owned)
