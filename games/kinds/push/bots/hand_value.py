"""The expected final points of a hand, if each missing number comes by chance."""

from functools import lru_cache
from typing import Any, NamedTuple

from games.kinds.push.bots.knowledge import Hand, Knowledge, numbers_with, numbers_without, with_cards, without_card
from games.rules.push.cards import COLORS, DECKS, FACE, NUMBER_CARDS, NUMBERS, PLACE
from games.rules.push.scoring import RUN_POINTS, score_of

_COLORS = range(len(COLORS))
_COPIES = range(1 + max(deck.count(card) for deck in DECKS.values() for card in NUMBER_CARDS))
Held = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]  # a hand without its coins and tokens
Chances = tuple[float, ...]  # by number: of getting it in one color before the end
Row = list[float]  # value of a color, by the numbers owned


class Chance(NamedTuple):
    """Rough chances of getting a certain number before the end of the game."""

    copy: float = 0.66  # from each copy in the deck, shared among the players
    sale: float = 0.35  # from a copy for sale
    wild: float = 0.05  # from each wild still to come, shared among the players


points_of = lru_cache(maxsize=4_096)(score_of)  # cached, because hands change slowly


@lru_cache(maxsize=1_024)
def expected_points(chances: Chances, fillers: int) -> Row:
    """Return the expected points of a color by the numbers owned, with that many wilds that fill any gap.

    It starts with the lowest number, whose bit is the last one; then the bits rotate. Results without the last chance
    are cached, because usually only one chance of one color changes at a time.
    """
    if not chances:
        return list(RUN_POINTS[min(fillers, len(NUMBERS))])
    worth, chance = expected_points(chances[:-1], fillers), chances[-1]
    without, owned = worth[0::2], worth[1::2]
    if chance:
        without = [less + chance * (more - less) for less, more in zip(without, owned, strict=True)]
    return without + owned


class Outlook:
    """The expected points of hands, given the chances of getting each missing card."""

    def __init__(self, chances: tuple[Chances, ...]) -> None:
        self.chances = chances
        self._tables: dict[tuple[int, int], Row] = {}
        self._known: dict[Held, float] = {}
        self._rows: dict[tuple[int, ...], list[Row]] = {}  # by the color wilds of a hand

    def worth(self, hand: Hand) -> float:
        held = hand[3:]
        if held not in self._known:
            self._known[held] = self._worth(*held)
        return self._known[held]

    def gain(self, hand: Hand, card: str) -> float:
        if card not in FACE:
            return self.worth(with_cards(hand, (card,))) - self.worth(hand)
        if hand.numbered_wilds or hand.full_wilds:
            return self._worth(numbers_with(hand.numbers, card), *hand[4:]) - self.worth(hand)
        color, bit = PLACE[card]  # no wild moves to another color
        row, owned = self._table(color, hand.color_wilds[color]), hand.numbers[color]
        return row[owned | bit] - row[owned]

    def loss(self, hand: Hand, card: str) -> float:
        """Return what is lost without one of these cards."""
        if card not in FACE:
            return self.worth(hand) - self.worth(without_card(hand, card))
        if hand.cards.count(card) > 1:
            return 0.0
        if hand.numbered_wilds or hand.full_wilds:
            return self.worth(hand) - self._worth(numbers_without(hand.numbers, card), *hand[4:])
        color, bit = PLACE[card]
        row, owned = self._table(color, hand.color_wilds[color]), hand.numbers[color]
        return row[owned] - row[owned - bit]

    def _worth(
        self, numbers: tuple[int, ...], color_wilds: tuple[int, ...], numbered_wilds: tuple[int, ...], full_wilds: int
    ) -> float:
        if color_wilds not in self._rows:
            self._rows[color_wilds] = [self._table(color, fillers) for color, fillers in enumerate(color_wilds)]
        rows = self._rows[color_wilds]
        if numbered_wilds:
            numbers = _assign(rows, numbers, numbered_wilds)
        blue, green, orange, pink = rows
        points = blue[numbers[0]] + green[numbers[1]] + orange[numbers[2]] + pink[numbers[3]]
        if full_wilds:
            gains = [
                self._table(color, fillers + full_wilds)[numbers[color]] - rows[color][numbers[color]]
                for color, fillers in enumerate(color_wilds)
            ]
            points += max(gains)
        return points

    def _table(self, color: int, fillers: int) -> Row:
        key = color, fillers
        if key not in self._tables:
            self._tables[key] = expected_points(self.chances[color], fillers)
        return self._tables[key]


class Final(Outlook):
    """The points of hands now, with no more cards to come."""

    def __init__(self) -> None:
        super().__init__(((),) * len(COLORS))

    def _worth(self, *held: Any) -> float:
        return points_of(*held)


def _assign(rows: list[Row], owned: tuple[int, ...], wilds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of each color with each numbered wild where it gains most; each may move once."""
    numbers = list(owned)
    places = [_place(rows, numbers, bit) for bit in wilds]
    if len(wilds) == 1:  # nothing else has moved
        return tuple(numbers)
    for bit, color in zip(wilds, places, strict=True):
        if not owned[color] & bit:
            numbers[color] &= ~bit
        _place(rows, numbers, bit)
    return tuple(numbers)


def _place(rows: list[Row], numbers: list[int], bit: int) -> int:
    """Put a numbered wild where it gains most."""
    color, most = 0, -1.0
    for place in _COLORS:
        row, owned = rows[place], numbers[place]
        gain = row[owned | bit] - row[owned]
        if gain > most:
            color, most = place, gain
    numbers[color] |= bit
    return color


_shared_outlook = lru_cache(maxsize=16)(Outlook)  # shared by everyone who answers in an auction


def make_outlook(known: Knowledge, chance: Chance) -> Outlook:
    """Return the outlook for a position: remaining cards, cards for sale, and turns left."""
    if not known.deck:
        return Final()
    players = len(known.others) + 1
    copy = chance.copy / players
    sale = chance.sale * min(1.0, known.turns / 3)
    wilds = sum(count for card, count in known.to_come.items() if card[0] == "*" or card[1] == "#")
    missed = 1 - min(0.4, chance.wild * wilds / players)
    misses = [missed * (1 - copy) ** copies for copies in _COPIES]
    unsold, sold = ([round(1 - miss * other, 2) for miss in misses] for other in (1.0, 1 - sale))
    market, left = frozenset(known.market), known.to_come.get
    row = [(sold if card in market else unsold)[left(card, 0)] for card in NUMBER_CARDS]
    size = len(NUMBERS)
    return _shared_outlook(tuple(tuple(row[size * color : size * (color + 1)]) for color in _COLORS))
