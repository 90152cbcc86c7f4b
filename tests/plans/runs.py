"""Brute force for the runs of a hand: try every place of every wild. A run of one card counts nothing."""

from collections.abc import Iterable
from itertools import product

from games.rules.push.cards import COLORS, NUMBERS


def best_total(cards: Iterable[str]) -> int:
    """Find the highest total of all ways to place the wilds."""
    hand = list(cards)
    fixed = {card for card in hand if card[0] in COLORS and card[1] in NUMBERS}
    places = [_places(card) for card in hand if card not in fixed]
    return max(sum(_points(fixed.union(chosen), color) for color in COLORS) for chosen in product(*places))


def _places(wild: str) -> list[str]:
    colors = COLORS if wild[0] == "*" else wild[0]
    numbers = NUMBERS if wild[1] == "#" else wild[1]
    return [color + number for color in colors for number in numbers]


def _points(cells: set[str], color: str) -> int:
    longest = run = 0
    for number in NUMBERS:
        run = run + 1 if color + number in cells else 0
        longest = max(longest, run)
    return 10 if longest == 9 else longest if longest > 1 else 0
