"""What a hand is worth in the end: the points that may be expected when each missing number comes by chance."""

from functools import lru_cache
from typing import NamedTuple

from games.bots.push.table import Hand, Table
from games.rules.push.cards import COLORS
from games.rules.push.scoring import RUN_POINTS, score

_COLORS = range(len(COLORS))
Chances = tuple[float, ...]  # of getting a number of one color before the end, by number


class Chance(NamedTuple):
    """Rough chances of getting a certain number before the end."""

    copy: float = 0.66  # from each copy in the deck, shared among the players
    sale: float = 0.35  # from a copy that is for sale
    wild: float = 0.05  # from each wild that is still to come, shared among the players


@lru_cache(maxsize=512)
def _expected(chances: Chances, fillers: int) -> tuple[float, ...]:
    """The points that may be expected of a color, by the numbers owned now, with so many wilds that fill any gap."""
    worth: list[float] = list(RUN_POINTS[fillers])
    for chance in chances:  # the number in question is the lowest bit; then the bits turn round
        without, owned = worth[0::2], worth[1::2]
        if chance:
            without = [less + chance * (more - less) for less, more in zip(without, owned, strict=True)]
        worth = without + owned
    return tuple(worth)


class Outlook:
    """What hands are worth, with these chances of getting the cards that are missing."""

    def __init__(self, chances: tuple[Chances, ...]) -> None:
        self.chances = chances
        self._tables: dict[tuple[int, int], tuple[float, ...]] = {}
        self._known: dict[tuple[object, ...], float] = {}  # by what a hand holds
        self._rows: dict[tuple[int, ...], list[tuple[float, ...]]] = {}  # by the color wilds of a hand

    def worth(self, hand: Hand) -> float:
        """The points that may be expected of the hand."""
        held = hand[3:]
        if held not in self._known:
            self._known[held] = self._worth(hand)
        return self._known[held]

    def _worth(self, hand: Hand) -> float:
        rows, numbers = self._rows.get(hand.color_wilds), hand.numbers
        if rows is None:
            rows = [self._table(color, fillers) for color, fillers in enumerate(hand.color_wilds)]
            self._rows[hand.color_wilds] = rows
        if hand.numbered_wilds:
            numbers = _assign(rows, hand)
        blue, green, orange, pink = rows
        points = blue[numbers[0]] + green[numbers[1]] + orange[numbers[2]] + pink[numbers[3]]
        if hand.full_wilds:
            gains = [
                self._table(color, fillers + hand.full_wilds)[numbers[color]] - rows[color][numbers[color]]
                for color, fillers in enumerate(hand.color_wilds)
            ]
            points += max(gains)
        return points

    def _table(self, color: int, fillers: int) -> tuple[float, ...]:
        key = color, fillers
        if key not in self._tables:
            self._tables[key] = _expected(self.chances[color], min(fillers, 9))
        return self._tables[key]


class Final(Outlook):
    """Nothing more will come: what hands are worth now."""

    def __init__(self) -> None:
        super().__init__(())

    def worth(self, hand: Hand) -> float:
        """The points of the hand."""
        return score(hand.cards)


def _assign(rows: list[tuple[float, ...]], hand: Hand) -> tuple[int, ...]:
    """The numbers of each color when each numbered wild stands where it gains most; each may move once."""
    numbers = list(hand.numbers)
    places = [_stand(rows, numbers, bit) for bit in hand.numbered_wilds]
    for bit, color in zip(hand.numbered_wilds, places, strict=True):
        if not hand.numbers[color] & bit:
            numbers[color] &= ~bit
        _stand(rows, numbers, bit)
    return tuple(numbers)


def _stand(rows: list[tuple[float, ...]], numbers: list[int], bit: int) -> int:
    """Put a numbered wild where it gains most."""
    color, most = 0, -1.0
    for place in _COLORS:
        row, owned = rows[place], numbers[place]
        gain = row[owned | bit] - row[owned]
        if gain > most:
            color, most = place, gain
    numbers[color] |= bit
    return color


def outlook(table: Table, chance: Chance) -> Outlook:
    """The outlook of a table: what is still to come, what is for sale, and how many turns there are."""
    if not table.deck:
        return Final()
    players = len(table.others) + 1
    copy = chance.copy / players
    sale = chance.sale * min(1.0, table.turns / 3)
    wilds = sum(count for card, count in table.to_come.items() if card[0] == "*" or card[1] == "#")
    missed = 1 - min(0.4, chance.wild * wilds / players)
    chances = []
    for color in COLORS:
        row = []
        for number in "123456789":
            card = color + number
            miss = missed * (1 - copy) ** table.to_come[card] * (1 - sale) ** min(table.market.count(card), 1)
            row.append(round(1 - miss, 2))
        chances.append(tuple(row))
    return _same_outlook(tuple(chances))


@lru_cache(maxsize=16)
def _same_outlook(chances: tuple[Chances, ...]) -> Outlook:
    """One outlook for all who look at the same cards: all that answer in an auction."""
    return Outlook(chances)
