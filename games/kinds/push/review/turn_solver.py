"""Compute a turn to its end: every order of cards, stopping when that is best.

What counts is which numbers and which currency have been drawn, in any order: a *set* of each. From every pair of sets
the turn goes on with one more card, without putting any back; wilds change neither total and are left out. The full
deck has some 150,000 pairs. With a `depth` the result is exact for that many cards; what more cards could add after
them is estimated from the totals alone, as if drawn cards were put back (`EstimateBeyondDepth`).
"""

from bisect import bisect_left
from functools import lru_cache, partial
from itertools import accumulate
from operator import ge, mul, sub
from typing import NamedTuple

from games.rules.push.state import LIMIT

FACES, VALUES = range(1, 10), range(1, 6)
ANY_DEPTH = 40  # more cards than any turn has
NONE = [0.0] * (2 * LIMIT + 1)


class Ends(NamedTuple):
    """The values of all ends of a turn, in points. Lists by number or value start at 1, by coins at 0."""

    numbers: float  # taking the numbers in the tableau, with the purchase that may follow
    gains: tuple[float, ...]  # what each number adds to that
    offered: float  # the cost of putting the tableau's numbers on the market
    offers: tuple[float, ...]  # the same for each number; only the highest counts
    mine: tuple[float, ...]  # the player's value of gaining coins
    paid: tuple[float, ...]  # the cost of all others gaining coins
    token: float  # the value of the bust token
    bonus: float  # the value of auctions between two other cards


class Deck(NamedTuple):
    """How many cards of each number and each value are to come, without wilds."""

    numbers: tuple[int, ...]
    currency: tuple[int, ...]


class Sets(NamedTuple):
    """All sets of numbers, or of values, up to a total; those with fewer cards first."""

    used: list[tuple[int, ...]]  # the cards of each set, as counts
    total: list[int]
    size: list[int]
    before: list[tuple[int, int]]  # the set with one card less, and which card (from 0)
    after: list[tuple[int, ...]]  # the set with one more card, for each card within the limit
    upto: list[int]  # by number of cards: how many sets have at most that many


@lru_cache(maxsize=64)
def all_sets(kinds: int, most: int) -> Sets:
    """List every set of cards worth 1 to `kinds` up to that total."""
    sets = Sets([(0,) * kinds], [0], [0], [(0, 0)], [], [1])
    place = {sets.used[0]: 0}
    for used in sets.used:  # the list grows in this loop
        here, after = place[used], []
        for kind in range(kinds):
            if sets.total[here] + kind + 1 > most:
                break
            more = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
            if more not in place:
                place[more] = len(sets.used)
                sets.used.append(more)
                sets.total.append(sets.total[here] + kind + 1)
                sets.size.append(sets.size[here] + 1)
                sets.before.append((here, kind))
            after.append(place[more])
        sets.after.append(tuple(after))
    sizes = sets.size
    sets.upto[:] = [sum(size <= cards for size in sizes) for cards in range(sizes[-1] + 1)]
    return sets


NUMBERS = partial(all_sets, len(FACES))
CURRENCY = partial(all_sets, len(VALUES), LIMIT)


class EstimateBeyondDepth:
    """Estimate what drawing on adds to stopping from the totals alone, with average numbers."""

    def __init__(self, net: int, coins: int, deck: Deck, ends: Ends) -> None:
        self.sum, self.deck, self.ends = net + coins, deck, ends
        self.cards = sum(deck.numbers) + sum(deck.currency)
        pips = sum(map(mul, deck.numbers, FACES))
        self.pip = sum(map(mul, deck.numbers, ends.gains)) / pips if pips else 0.0
        self.busts = list(accumulate(deck.numbers[::-1], initial=0))[::-1]
        self.best: dict[int, list[float]] = {}  # by coins, then by net total from -10 to 10
        self.added: dict[int, list[float]] = {}
        for there in range(LIMIT, coins - 1, -1):
            self._compute(there, net - there + coins)

    def _compute(self, coins: int, least: int) -> None:
        """Compute the values of that many coins, with every net total from the least on."""
        ends, numbers, cards, bonus = self.ends, self.deck.numbers, self.cards, self.ends.bonus
        best, added = [0.0] * (2 * LIMIT + 1), [0.0] * (2 * LIMIT + 1)
        self.best[coins], self.added[coins] = best, added
        paid, kept, lost = ends.paid[coins], ends.mine[coins] - ends.offered, ends.token - ends.offered
        currency = [(value, count) for value, count in enumerate(self.deck.currency, 1) if count]
        more = [(value, count, self.best[coins + value]) for value, count in currency if coins + value <= LIMIT]
        busted = lost * sum([count for value, count in currency if coins + value > LIMIT])
        for net in range(LIMIT, least - 1, -1):
            here, taken = net + LIMIT, ends.numbers + self.pip * (net + coins - self.sum) - paid
            stop = worth = taken if taken > kept else kept
            if cards:
                brought = sum(map(mul, numbers, best[here + 1 : here + 10]))
                if net > LIMIT - 9:
                    brought += self.busts[LIMIT - net] * (lost - paid)
                for value, count, row in more:
                    brought += count * row[here - value]
                drawn = (brought + busted) / cards + bonus
                worth = drawn if drawn > stop else stop
            best[here], added[here] = worth, worth - stop


class TurnSolver:
    """The rest of a turn from a tableau with these totals, depending on what has been drawn since."""

    def __init__(self, net: int, coins: int, deck: Deck, ends: Ends, depth: int = ANY_DEPTH) -> None:
        self.net, self.coins, self.deck, self.ends, self.depth = net, coins, deck, ends, depth
        self.cards = sum(deck.numbers) + sum(deck.currency)
        highest = 2 * LIMIT - net - coins  # the highest total of numbers, with the most coins possible
        self.sets, self.currency = NUMBERS(highest), CURRENCY()
        self.upto = [0, *(_upto(self.sets, cards) for cards in range(depth + 1))]  # number of sets with fewer cards
        self._prepare(self.upto[-1], self.upto[-2])
        self.reached = [bisect_left(self.possible, places) for places in self.upto]  # how many of those can come up
        self.beyond = EstimateBeyondDepth(net, coins, deck, ends) if depth < ANY_DEPTH else None
        self.rows: dict[int, list[float]] = {}  # by set of values, then by set of numbers: the best value
        # likewise, the chance to end with the numbers; None if drawing on is better and it hasn't been computed yet
        self.shares: dict[int, list[float | None]] = {}
        self.going: dict[int, float] = {}  # by set of numbers, without currency: the value of drawing on, if better
        for place in range(_upto(self.currency, depth) - 1, -1, -1):
            if coins + self.currency.total[place] <= LIMIT and all(map(ge, deck.currency, self.currency.used[place])):
                self.rows[place] = self._row(place)

    def worth(self, number: int = 0, value: int = 0) -> float:
        """Return the value of the turn after one more card, or none, that doesn't bust."""
        return self.rows[value][number]  # the sets of one card follow the empty set, in order

    def drawing(self, number: int = 0) -> float | None:
        """Return the value of drawing on after one more number, or none; None if stopping is better."""
        return self.going.get(number)

    def share(self, number: int = 0, value: int = 0) -> float:
        """Return the chance to end with the numbers after drawing on and then doing what is best."""
        found = self.shares[value][number]
        return self._share(value, number) if found is None else found

    # --- the sets of numbers, whatever currency there is ------------------------------------------------------------

    def _prepare(self, places: int, inner: int) -> None:
        """Compute the value of each set's numbers, their cost in the market, and what is left."""
        ends, numbers = self.ends, self.deck.numbers
        self.left = [numbers] + [()] * (inner - 1)
        self.value, self.offered = [ends.numbers] + [0.0] * (places - 1), [ends.offered] + [0.0] * (places - 1)
        self.possible = [0]  # sets that can still come from the deck
        for place, (earlier, kind) in enumerate(self.sets.before[1:places], 1):
            left = self.left[earlier]
            if left and left[kind] > 0:
                self.possible.append(place)
                self.value[place] = self.value[earlier] + ends.gains[kind]
                worse, offer = self.offered[earlier], ends.offers[kind]
                self.offered[place] = offer if offer > worse else worse
                if place < inner:
                    self.left[place] = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        # by the cost of the tableau's numbers in the market: the value of busting with each number
        self.lost = {
            offered: [ends.token - max(offered, offer) for offer in ends.offers]
            for offered in {ends.offered, *ends.offers}
        }

    # --- a set of values, with every set of numbers -----------------------------------------------------------------

    def _row(self, place: int) -> list[float]:
        """Return what is best with that currency, by set of numbers."""
        total, size = self.currency.total[place], self.currency.size[place]
        limit, coins = LIMIT - self.net + total, self.coins + total
        ahead = self.depth - size
        inner, reached = self.upto[ahead], self.reached[ahead]
        brought = self._currency_drawn(place, inner)
        paid, mine, bonus, cards = self.ends.paid[coins], self.ends.mine[coins], self.ends.bonus, self.cards - size
        value, offered, left, lost = self.value, self.offered, self.left, self.lost
        totals, sizes, after = self.sets.total, self.sets.size, self.sets.after
        added = self.beyond.added[coins] if self.beyond else NONE
        here = LIMIT + self.net - total
        row = [0.0] * self.upto[ahead + 1]
        shares: list[float | None] = [0.0] * len(row)
        self.shares[place] = shares
        for numbers in self.possible[reached : self.reached[ahead + 1]]:  # only sets with this many more cards
            if totals[numbers] <= limit:
                taken, best = value[numbers] - paid, mine - offered[numbers]
                if taken >= best:
                    best, shares[numbers] = taken, 1.0
                row[numbers] = best + added[here + totals[numbers]] if cards > sizes[numbers] else best
        there = row.__getitem__
        for numbers in self.possible[:reached][::-1]:
            safe = limit - totals[numbers]
            if safe < 0:
                continue
            taken, best = value[numbers] - paid, mine - offered[numbers]
            if taken >= best:
                best, shares[numbers] = taken, 1.0
            if to_come := cards - sizes[numbers]:
                more = left[numbers]
                drawn = sum(map(mul, more, map(there, after[numbers][:safe]))) + brought[numbers]
                if safe < 9:
                    busts = more[safe:]
                    drawn += sum(map(mul, busts, lost[offered[numbers]][safe:])) - paid * sum(busts)
                drawn = drawn / to_come + bonus
                if drawn > best:
                    best, shares[numbers] = drawn, None
                    if not place:
                        self.going[numbers] = drawn
            row[numbers] = best
        return row

    def _currency_drawn(self, place: int, inner: int) -> list[float]:
        """Return the value of one more currency card, times how many are left, by set of numbers."""
        coins = self.coins + self.currency.total[place]
        brought, busts = [0.0] * inner, 0
        if not inner:
            return brought
        used, after = self.currency.used[place], self.currency.after[place]
        for kind, count in enumerate(map(sub, self.deck.currency, used)):
            if coins + kind + 1 > LIMIT:
                busts += count
            elif count:
                row = self.rows[after[kind]]
                brought = [sum_ + count * best for sum_, best in zip(brought, row, strict=False)]
        if busts:
            token = self.ends.token
            brought = [sum_ + busts * (token - bad) for sum_, bad in zip(brought, self.offered, strict=False)]
        return brought

    # --- where it ends ----------------------------------------------------------------------------------------------

    def _share(self, place: int, numbers: int) -> float:
        """Compute the share from what comes next, for sets where drawing on is better."""
        total, size = self.currency.total[place], self.currency.size[place]
        safe = LIMIT - self.net + total - self.sets.total[numbers]
        known, share = self.shares[place], 0.0
        for count, more in zip(self.left[numbers][:safe], self.sets.after[numbers], strict=False):
            if count:
                found = known[more]
                share += count * (self._share(place, more) if found is None else found)
        left = map(sub, self.deck.currency, self.currency.used[place])
        for count, more in zip(left, self.currency.after[place][: LIMIT - self.coins - total], strict=False):
            if count:
                found = self.shares[more][numbers]
                share += count * (self._share(more, numbers) if found is None else found)
        share /= self.cards - size - self.sets.size[numbers]
        known[numbers] = share
        return share


def _upto(sets: Sets, cards: int) -> int:
    """Count the sets with at most that many cards."""
    return sets.upto[min(cards, len(sets.upto) - 1)]
