"""The exact score of a hand with its wilds used in the best way (R9), and where each card goes.

The numbers owned in a color are a mask of nine bits. Which color gets which numbered wilds is searched exhaustively:
each color has a table of its values with each set of them, and the tables of two colors are joined into one. Color
wilds and full wilds just fill gaps.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.rules.push.cards import COLORS, PLACE, RANK

WILD, ANY = "*", "#"
POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10)  # by the length of the run: 1 to 9 is worth ten (R9)

_WINDOWS = tuple(tuple((2**length - 1) << low for low in range(10 - length)) for length in range(10))

Color = tuple[int, int]  # its numbers, and the number of its color wilds
Table = list[list[int]]  # values by the number of full wilds, and by the set of numbered wilds


def _fits(window: int, mask: int, gaps: int) -> bool:
    return (window & ~mask).bit_count() <= gaps


# The longest run, and its points, by the number of gaps that can be filled (0 to 9), and by the numbers owned.
_LONGEST = tuple(
    tuple(
        next(length for length in range(9, -1, -1) if any(_fits(window, mask, gaps) for window in _WINDOWS[length]))
        for mask in range(512)
    )
    for gaps in range(10)
)
RUN_POINTS = tuple(tuple(POINTS[length] for length in lengths) for lengths in _LONGEST)
_POINTS_FROM = {  # if runs of fewer cards don't count
    least: tuple(tuple(points if points >= POINTS[least] else 0 for points in row) for row in RUN_POINTS)
    for least in (1, 2)
}
POINT = 100  # outweighs the number of unwanted cards in a run, which decides between assignments with equal points


@dataclass(frozen=True)
class Run:
    """The scoring run of a color: its cards from low to high; start 0 if there is none."""

    color: str
    start: int
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Scoring:
    """The points of a hand and its runs; `left_out` are the cards in none of them."""

    points: int
    runs: tuple[Run, ...]
    left_out: tuple[str, ...]


class _Hand(NamedTuple):
    """A sorted hand; `shared` are the numbered wilds that colors needn't compete for."""

    owned: Sequence[int]  # by color: the numbers of its number cards
    color_wilds: Sequence[int]
    full_wilds: int
    shared: int  # the numbers with a wild for every color that needs one
    sets: list[int]  # the numbers in each set of the other numbered wilds, by the bit mask of the set


class _Best(NamedTuple):
    """The best run of one color with these wilds: its numbers (window), and what it is worth."""

    value: int
    window: int


def score(cards: Iterable[str], least: int = 1) -> int:
    """Return the points of a hand at the end (R9), if runs of fewer cards than `least` don't count."""
    return score_of(*_sort(cards), least)


def score_of(
    owned: Sequence[int], color_wilds: Sequence[int], numbered_wilds: Sequence[int], full_wilds: int, least: int = 1
) -> int:
    """Return the same for a sorted hand: numbers and wilds by color, then the other wilds."""
    hand = _share_out(owned, color_wilds, numbered_wilds, full_wilds)
    colors = [(numbers | hand.shared, wilds) for numbers, wilds in zip(owned, color_wilds, strict=True)]
    if len(hand.sets) == 1 and not full_wilds:  # nothing to compete for
        return sum([_POINTS_FROM[least][min(wilds, 9)][numbers] for numbers, wilds in colors])
    sets = tuple(hand.sets)
    blue_green, orange_pink = (_two_colors(*two, full_wilds, sets, least) for two in (colors[:2], colors[2:]))
    return _best_of(blue_green, orange_pink, full_wilds, len(hand.sets) - 1)


def explain(cards: Sequence[str], spare: bool = False) -> Scoring:
    """Return where each card goes, using as few wilds as possible, or (`spare`) as few number cards as possible."""
    hand = _share_out(*_sort(cards), spare)
    split = _best_split([_values_table(hand, color, spare) for color in range(4)])
    unused = Counter(cards)
    runs = tuple(_make_run(hand, color, fulls, wilds, spare) for color, (fulls, wilds) in enumerate(split))
    for run in runs:
        unused.subtract(run.cards)
    left_out = tuple(sorted(unused.elements(), key=RANK.__getitem__))
    return Scoring(sum(run.points for run in runs), runs, left_out)


def _sort(cards: Iterable[str]) -> tuple[list[int], list[int], list[int], int]:
    """Return the numbers and wilds of each color, the numbered wilds, and the number of full wilds."""
    owned, color_wilds, numbered, full_wilds = [0, 0, 0, 0], [0, 0, 0, 0], [], 0
    for card in cards:
        place, (color, number) = PLACE.get(card), card
        if place:
            owned[place[0]] |= place[1]
        elif color == WILD:
            if number == ANY:
                full_wilds += 1
            else:
                numbered.append(1 << int(number) - 1)
        else:
            color_wilds[COLORS.index(color)] += 1
    return owned, color_wilds, numbered, full_wilds


def _share_out(
    owned: Sequence[int], color_wilds: Sequence[int], numbered: Sequence[int], full_wilds: int, spare: bool = False
) -> _Hand:
    """Return the hand with every set of the numbered wilds that colors compete for."""
    shared, sets = 0, [0]
    for bit in sorted(set(numbered)):
        # to spare number cards, a wild may replace one, so every color wants it
        wanted = 4 if spare else sum([not numbers & bit for numbers in owned])
        if numbered.count(bit) >= wanted:
            shared |= bit
        else:
            for _copy in range(numbered.count(bit)):
                sets += [numbers | bit for numbers in sets]
    return _Hand(owned, color_wilds, full_wilds, shared, sets)


@lru_cache(maxsize=1_024)
def _two_colors(one: Color, other: Color, full_wilds: int, sets: tuple[int, ...], least: int) -> Table:
    """Return the joined table of two colors; cached because one card changes only one pair of colors."""
    points, fulls = _POINTS_FROM[least], range(full_wilds + 1)
    return _join(
        *(
            [[points[min(wilds + more, 9)][numbers | covered] for covered in sets] for more in fulls]
            for numbers, wilds in (one, other)
        )
    )


def _join(one: Table, other: Table) -> Table:
    """Return the joined table of two groups of colors."""
    return [[_best_of(one, other, fulls, wilds) for wilds in range(len(one[0]))] for fulls in range(len(one))]


def _best_of(one: Table, other: Table, fulls: int, wilds: int) -> int:
    """Return the best sum of two groups of colors that divide these wilds between them."""
    if not fulls:
        return _best_parts(one[0], other[0], wilds)
    return max([_best_parts(one[few], other[fulls - few], wilds) for few in range(fulls + 1)])


def _best_parts(one: list[int], other: list[int], wilds: int) -> int:
    """Return the best sum of two groups of colors that divide that set of numbered wilds between them."""
    if one[0] == one[wilds]:  # more wilds are never worth less: if all don't help a group, no subset does
        return one[0] + other[wilds]
    if other[0] == other[wilds]:
        return one[wilds] + other[0]
    best, part = one[0] + other[wilds], wilds
    while part:  # runs through all subsets
        if (value := one[part] + other[wilds ^ part]) > best:
            best = value
        part = (part - 1) & wilds
    return best


def _best_split(tables: list[Table]) -> list[tuple[int, int]]:
    """Return how many full wilds and which set of numbered wilds each color gets for the best sum."""
    blue, green, orange, pink = tables
    ends = _join(blue, green), _join(orange, pink)
    (fulls, wilds), (other_fulls, other_wilds) = _split(*ends, len(blue) - 1, len(blue[0]) - 1)
    return [*_split(blue, green, fulls, wilds), *_split(orange, pink, other_fulls, other_wilds)]


def _split(one: Table, other: Table, fulls: int, wilds: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the best way to divide that many full wilds and that set of numbered wilds between two groups."""
    _, few, part = max(
        (one[few][part] + other[fulls - few][wilds ^ part], few, part)
        for few in range(fulls + 1)
        for part in range(wilds + 1)
        if not part & ~wilds
    )
    return (few, part), (fulls - few, wilds ^ part)


def _values_table(hand: _Hand, color: int, spare: bool) -> Table:
    """Return the table of a color.

    Its values also decide which of the best assignments is shown.
    """
    owned, wilds = hand.owned[color], hand.color_wilds[color]
    return [
        [_best_run(owned, hand.shared | numbers, wilds + fulls, spare).value for numbers in hand.sets]
        for fulls in range(hand.full_wilds + 1)
    ]


def _best_run(owned: int, by_wild: int, fillers: int, spare: bool) -> _Best:
    """Return the longest run with the fewest wilds, or (`spare`) the fewest number cards; among equals, the lowest."""
    covered = owned | by_wild
    length = _LONGEST[min(fillers, 9)][covered]
    runs = []
    for window in _WINDOWS[length]:
        if _fits(window, covered, fillers):
            wilds = min((window & by_wild).bit_count() + fillers, length) if spare else (window & ~owned).bit_count()
            unwanted = length - wilds if spare else wilds
            runs.append(_Best(POINT * POINTS[length] - unwanted, window))
    return max(runs, key=lambda run: run.value)


def _make_run(hand: _Hand, color: int, fulls: int, wilds: int, spare: bool) -> Run:
    """Return the best run of a color with that many full wilds and that set of numbered wilds, card by card."""
    name, owned, by_wild = COLORS[color], hand.owned[color], hand.shared | hand.sets[wilds]
    window = _best_run(owned, by_wild, hand.color_wilds[color] + fulls, spare).window
    fillers = [name + ANY] * hand.color_wilds[color] + [WILD + ANY] * fulls
    numbers = [number for number in range(1, 10) if window >> number - 1 & 1]
    cards = {}
    for number in sorted(numbers, key=lambda number: owned >> number - 1 & 1):  # gaps first
        is_owned, has_wild = owned >> number - 1 & 1, by_wild >> number - 1 & 1
        if has_wild and (spare or not is_owned):
            cards[number] = f"{WILD}{number}"
        elif fillers and (spare or not is_owned):
            cards[number] = fillers.pop(0)
        else:
            cards[number] = f"{name}{number}"
    start = numbers[0] if numbers else 0
    return Run(name, start, tuple(cards[number] for number in numbers), POINTS[len(numbers)])
