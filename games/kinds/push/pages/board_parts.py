"""Parts of the board that are drawn over and over: meters, coins, runs, and the matrix of a seat.

Each is cached by its content, because a table changes little from one move to the next and everyone sees the same.
"""

from collections import Counter
from functools import cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kinds.caches import cache_by_language
from games.kinds.push.pages.faces import card, standing_card
from games.kinds.push.pages.words import COLOR_WORDS, points_words, run_words
from games.kinds.push.payment import Cards, score_hand
from games.rules.push.cards import FACE, NUMBERS
from games.rules.push.scoring import Run

TEN = range(1, 11)
ROW = 20  # size of a cell of the matrix


class Keys:
    """Names for the cards on the page that stay the same after a move, so that cards can be seen moving."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def next(self, code: str) -> str:
        """Return the name of one more card with that code."""
        self.used[code] += 1
        return f"{code}-{self.used[code] - 1}"


@cache
def ten_coins(count: int) -> SafeString:
    """Draw ten places for coins, that many of them filled."""
    return _safe("".join(f'<i class="hole{" coin" if place <= count else ""}"></i>' for place in TEN))


@cache
def ten_blocks(net: int) -> SafeString:
    """Draw ten places for the net total, with its number in the last one filled."""
    return _safe(
        "".join(
            f'<i class="block{" full" if place <= net else ""}">{net if place == min(net, 10) else ""}</i>'
            for place in TEN
        )
    )


@cache
def busts(count: int) -> SafeString:
    """Draw bust tokens."""
    return _safe('<svg class="bust-token" viewBox="0 0 40 40" aria-hidden="true"><use href="#bust"/></svg>' * count)


# --- runs -----------------------------------------------------------------------------------------------------------


def run_row(run: Run, owned: Cards, keys: Keys | None) -> SafeString:
    """Draw one color of a hand: nine slots, a bar under the cards that score, and the points."""
    stacks = _stacks(run, owned)
    return _row(run, stacks, tuple(keys.next(code) if keys and code else "" for code in _standing_codes(run, stacks)))


def _stacks(run: Run, owned: Cards) -> tuple[int, ...]:
    """Count the copies of each number of that color."""
    return tuple(owned.count(run.color + number) for number in NUMBERS)


def _standing_codes(run: Run, stacks: tuple[int, ...]) -> list[str]:
    """List what is in each of the nine slots; empty text for nothing."""
    codes = [run.color + number if stacks[place] else "" for place, number in enumerate(NUMBERS)]
    for place, code in enumerate(run.cards, run.start - 1):
        codes[place] = code
    return codes


@cache_by_language
def _row(run: Run, stacks: tuple[int, ...], keys: tuple[str, ...]) -> SafeString:
    scoring = range(run.start, run.start + len(run.cards))
    slots = [
        {
            "key": keys[number - 1],
            "face": (card(code) if code in FACE else standing_card(code, run.color, number)) if code else "",
            "times": times(stacks[number - 1]) if code in FACE else "",
            "scores": number in scoring,
        }
        for number, code in enumerate(_standing_codes(run, stacks), 1)
    ]
    words = {
        "suit": run.color,
        "color": COLOR_WORDS[run.color],
        "words": run_words(run),
        "points_words": points_words(run.points),
    }
    return render_to_string("games/push/_run.jinja", {"slots": slots, "points": run.points, **words})


def times(copies: int) -> SafeString:
    """Return the mark on a card that is there more than once."""
    if copies < 2:
        return SafeString("")
    return format_html('<span class="times"><span class="visually-hidden">{}</span>×{}</span>', _("copies:"), copies)


@cache_by_language
def card_stack(code: str, copies: int) -> SafeString:
    return format_html("{}{}", card(code, "large"), times(copies))


# --- the matrix of a seat -------------------------------------------------------------------------------------------


@cache_by_language
def matrix(owned: Cards) -> SafeString:
    """Draw a hand very small: four rows of nine, with wilds in black where they count most."""
    words = [run_words(run) for run in score_hand(owned).runs if run.points]
    return format_html(
        '<svg class="matrix" viewBox="0 0 180 80" role="img" aria-label="{}">{}</svg>',
        "; ".join(words) or _("no runs yet"),
        matrix_marks(owned),
    )


def matrix_marks(owned: Cards) -> SafeString:
    """Draw the marks of a matrix, 180 units wide and 80 high."""
    marks = []
    for row, run in enumerate(score_hand(owned).runs):
        for column, code in enumerate(_standing_codes(run, _stacks(run, owned))):
            marks.append(_mark(code, run.color, column * ROW, row * ROW))
    return _safe("".join(marks))


def _mark(code: str, color: str, x: int, y: int) -> str:
    if not code:
        return f'<circle class="gap" cx="{x + 10}" cy="{y + 10}" r="1.8"/>'
    if code in FACE:
        return f'<use href="#suit-{color}" x="{x + 1}" y="{y + 1}" width="18" height="18" class="f{color} bare"/>'
    return (
        f'<path class="ground" d="M{x + 1} {y + 1}h18v18h-18z"/>'
        f'<use href="#suit-{color}" x="{x + 4}" y="{y + 4}" width="12" height="12" class="f{color}"/>'
    )


def _safe(drawing: str) -> SafeString:
    return mark_safe(drawing)  # noqa: S308 (made here, of nothing foreign)  # nosec
