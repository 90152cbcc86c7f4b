"""Two slow ways to find the best assignment of wilds, independent of games/rules/push/scoring.py.

Both return the points, and the most number cards that an assignment with that many points leaves out.
"""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.rules.push.scoring import explain

COLORS = "bgop"
NUMBERS = range(1, 10)
LENGTHS = range(9, 0, -1)
RUNS = [(10, 511), *((n, (2**n - 1) << low) for n in range(8, 0, -1) for low in range(10 - n)), (0, 0)]
GROUPS = [[g for size in range(colors + 1) for g in combinations(range(colors), size)] for colors in range(5)]
NUMBER_CARDS = [c + str(n) for c in COLORS for n in NUMBERS for _copy in range(3 if n <= 6 else 1)]
WILDS = [f"*{n}" for n in NUMBERS] + ["b#", "g#", "o#", "p#"] * 2 + ["*#"]

Cell = tuple[str, int]


def random_hand(dice: random.Random, cards: int, wilds: int) -> list[str]:
    """Random cards from a large deck, with that many wilds among them."""
    hand = dice.sample(NUMBER_CARDS, cards - wilds) + dice.sample(WILDS, wilds)
    dice.shuffle(hand)
    return hand


def is_number_card(card: str) -> bool:
    return card[0] in COLORS and card[1] != "#"


def unused_number_cards(cards: Sequence[str]) -> int:
    """How many number cards the best assignment of the rules leaves out of the runs."""
    return sum(map(is_number_card, explain(cards, spare=True).left_out))


def cells_of(wild: str) -> list[Cell]:
    """The cells that a wild can fill."""
    color, number = wild
    return [(c, n) for c in COLORS for n in NUMBERS if color in ("*", c) and number in ("#", str(n))]


def try_every_assignment(hand: list[str]) -> tuple[int, int]:
    """Brute force: try every set of cells that the wilds can fill. A cell is one bit of 36."""
    number_cards = [card for card in hand if is_number_card(card)]
    owned = sum({1 << _bit(card[0], int(card[1])) for card in number_cards})
    assignments = {0}
    for wild in hand:
        if not is_number_card(wild):
            cells = [1 << _bit(*cell) for cell in cells_of(wild)]
            assignments = {filled | cell for filled in assignments for cell in cells}
    points, used = max(_evaluate(owned, filled) for filled in assignments)
    return points, len(number_cards) + used


def _bit(color: str, number: int) -> int:
    return 9 * COLORS.index(color) + number - 1


def _evaluate(owned: int, wild: int) -> tuple[int, int]:
    """The points if the wilds fill these cells, and minus the number cards that the runs need then."""
    points = used = 0
    for shift in (0, 9, 18, 27):
        length, needed = _evaluate_color(owned >> shift & 511, wild >> shift & 511)
        points += 10 if length == 9 else length
        used -= needed
    return points, used


@cache
def _evaluate_color(owned: int, wild: int) -> tuple[int, int]:
    """The longest run, and how many of its cards must be number cards."""
    cells = ["w" if wild >> i & 1 else "n" if owned >> i & 1 else " " for i in range(9)]
    for length in LENGTHS:
        runs = [cells[start : start + length] for start in range(10 - length)]
        needed = [run.count("n") for run in runs if " " not in run]
        if needed:
            return length, min(needed)
    return 0, 0


def try_every_choice_of_runs(hand: list[str]) -> tuple[int, int]:
    """Choose the four runs first, best ones first, and check whether the wilds can fill their gaps (Hall's theorem)."""
    return _RunChooser(hand).best()


class _RunChooser:
    def __init__(self, hand: list[str]) -> None:
        self.number_cards = [card for card in hand if is_number_card(card)]
        self.owned = [sum(1 << n - 1 for n in NUMBERS if f"{color}{n}" in self.number_cards) for color in COLORS]
        self.color_wilds = [hand.count(f"{color}#") for color in COLORS]
        self.full_wilds = hand.count("*#")
        copies = {n: hand.count(f"*{n}") for n in NUMBERS}
        self.at_least = [sum(1 << n - 1 for n in NUMBERS if copies[n] >= least) for least in (1, 2, 3, 4)]
        self.wilds = len(hand) - len(self.number_cards)
        self.best_result = (-1, 0)
        self.ceilings: dict[tuple[int, int], int] = {}

    def best(self) -> tuple[int, int]:
        alone = [[run for run in RUNS if self._shortage(self._gaps([0] * c + [run[1]])) <= 0] for c in range(4)]
        self.runs = alone  # by color: those that could be filled if no other color needed a wild
        self._choose([], 0)
        return self.best_result

    def _choose(self, windows: list[int], points: int) -> None:
        color = len(windows)
        if color == 4:
            used = max(0, self._shortage(windows))
            self.best_result = max(self.best_result, (points, len(self.number_cards) - used))
            return
        for more, window in self.runs[color]:
            bound = self._upper_bound([*windows, window], points + more)
            if bound > self.best_result and self._shortage(self._gaps([*windows, window])) <= 0:
                self._choose([*windows, window], points + more)

    def _upper_bound(self, windows: list[int], points: int) -> tuple[int, int]:
        """What no choice of the other runs can beat: as if every wild could fill any gap, and all were used."""
        left = self.wilds - sum(gaps.bit_count() for gaps in self._gaps(windows))
        points += self._ceiling(len(windows), left) if left >= 0 else -100
        tens = windows.count(511) + sum(runs[0][0] == 10 for runs in self.runs[len(windows) :])
        return points, len(self.number_cards) - max(0, points - tens - self.wilds)

    def _ceiling(self, color: int, wilds: int) -> int:
        """The most points of the colors from this one on, if any wild could fill any gap."""
        if color == 4:
            return 0
        if (color, wilds) not in self.ceilings:
            self.ceilings[color, wilds] = max(
                points + self._ceiling(color + 1, wilds - gaps)
                for points, window in self.runs[color]
                if (gaps := (window & ~self.owned[color]).bit_count()) <= wilds
            )
        return self.ceilings[color, wilds]

    def _gaps(self, windows: list[int]) -> list[int]:
        return [window & ~owned for window, owned in zip(windows, self.owned, strict=False)]

    def _shortage(self, cells: list[int]) -> int:
        """How many of these cells (by color) can't be filled: the largest shortage of any group of colors."""
        return max(self._shortage_of(group, cells) for group in GROUPS[len(cells)])

    def _shortage_of(self, group: tuple[int, ...], cells: list[int]) -> int:
        """How many cells of these colors are left if they get all wilds that fit."""
        short, at_least = -self.full_wilds, [0, 0, 0, 0]
        for color in group:
            numbers = cells[color]
            short += numbers.bit_count() - self.color_wilds[color]
            for level in (3, 2, 1):
                at_least[level] |= at_least[level - 1] & numbers
            at_least[0] |= numbers
        return short - sum((w & n).bit_count() for w, n in zip(self.at_least, at_least, strict=True))
