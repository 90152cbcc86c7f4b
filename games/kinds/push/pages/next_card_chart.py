"""A chart of the possible next cards: a mark for each, in columns; columns that bust are hatched.

The page has the marks once (`templates/games/push/_review_symbols.html`), and `_next_card_chart.html` places them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.rules.base import Plain
from games.rules.push.cards import COINS, COLORS, FACE, WILDS

PITCH, STEP, GAP = 22, 14, 14  # distances of columns, of marks in a column, and of groups of columns
LEAST = 4  # every chart has room for at least this many marks
FOOT = 58  # room for the numbers, their counts and the names of the groups
MARKS = (*COLORS, "coin", "wild", *(f"in-{color}" for color in COLORS))
ORDER = f"{COLORS}*$"  # order of the cards in a column, from the bottom


class Column(NamedTuple):
    """The cards that lead to the same, and the label below them."""

    label: str
    left: int
    cards: list[str]

    @property
    def middle(self) -> int:
        return self.left + PITCH // 2


def draw_chart(rows: Sequence[Plain], deck: int) -> SafeString:
    """Draw the chart. The table beside it has the same data."""
    columns, lost = list_columns(rows), {card for row in rows if row["bust"] for card in row["cards"]}
    high = STEP * max(LEAST, *(len(column.cards) for column in columns))
    marks: dict[str, list[tuple[int, int]]] = {mark: [] for mark in MARKS}
    signs = []  # the number on each wild, or # on full wilds
    for column in columns:
        x, y = column.middle, high - STEP // 2
        for card in column.cards:
            is_wild = card in WILDS
            marks["wild" if is_wild else "coin" if card in COINS else card[0]].append((x, y))
            if is_wild and card[0] in COLORS:
                marks[f"in-{card[0]}"].append((x, y))
            elif is_wild:
                signs.append((x, y + 4, card[1]))
            y -= STEP
    context = {
        "columns": columns,
        "busting": [column.left for column in columns if not lost.isdisjoint(column.cards)],
        # a line needs two ends, so a single mark counts twice
        "marks": [(mark, at if len(at) > 1 else at * 2) for mark, at in marks.items() if at],
        "signs": signs,
        "deck": deck,
        "pitch": PITCH,
        "wide": 16 * PITCH + 2 * GAP,
        "high": high,
        "whole": high + FOOT,
        "figures_at": high + 18,
        "counts_at": high + 35,
        "groups_at": high + 53,
        "wilds_at": columns[9].left + 4,
        "coins_at": columns[11].left + 4,
    }
    return render_to_string("games/push/_next_card_chart.html", context)


def list_columns(rows: Sequence[Plain]) -> list[Column]:
    """List a column for each number, for wilds with and without a number, and for each currency value."""
    counts = {card: count for row in rows for card, count in row["cards"].items()}
    cards = [card for card in sorted(counts, key=lambda card: ORDER.index(card[0])) for _copy in range(counts[card])]
    wilds = [card for card in cards if card in WILDS]
    numbers = [
        Column(str(number), place * PITCH, [card for card in cards if card not in WILDS and FACE.get(card) == number])
        for place, number in enumerate(range(1, 10))
    ]
    left = 9 * PITCH + GAP
    numbered = Column("", left, [card for card in wilds if card[1] != "#"])
    full = Column("", left + PITCH, [card for card in wilds if card[1] == "#"])
    left += 2 * PITCH + GAP
    coins = [
        Column(str(value), left + place * PITCH, [card for card in cards if COINS.get(card) == value])
        for place, value in enumerate(range(1, 6))
    ]
    return [*numbers, numbered, full, *coins]
