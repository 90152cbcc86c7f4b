"""A small drawing of a position: each seat's card as everyone sees it, and its tokens."""

from bisect import bisect_left
from functools import cache
from itertools import accumulate, pairwise
from math import cos, dist, sin, tau
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kinds.swap.pages.faces import LIGHT_ON_DARK, SMALL
from games.kinds.swap.pages.hand_progress import seat_to_decide
from games.rules.swap.state import TOKENS
from games.rules.swap.view import View

WIDTH, HEIGHT = 300.0, 200.0
WIDTHS = ((4, 54.0), (6, 44.0), (8, 36.0), (10, 31.0), (12, 25.0))  # of a card, by the largest number of seats
EDGE, FOOT = 8.0, 12.0  # space between cards and the edge of the felt; space for tokens below each card
SHAPE = 1.4
CUTS = 720  # straight lines that approximate the oval


class Place(NamedTuple):
    """What lies before a seat."""

    at: str
    card: str | None  # empty: its back; None: no card
    tone: str
    figure: int  # the size of the figure
    is_marked: bool  # the game waits for this seat, or it won
    tokens: list[bool]


def draw(view: View) -> SafeString:
    """Draw all seats in a ring, the first at the bottom."""
    seats = view["seats"]
    wide = next(width for most, width in WIDTHS if seats <= most)
    context = {
        "places": [place(view, seat, wide) for seat in range(seats)],
        "scale": f"{wide / 250:.4f}",
    }
    return render_to_string("games/swap/_drawing.svg", context)


def place(view: View, seat: int, wide: float) -> Place:
    """Place what lies before one seat."""
    x, y = ring(view["seats"], round(WIDTH - wide - 2 * EDGE), round(HEIGHT - wide * SHAPE - FOOT - EDGE))[seat]
    card, tokens, over = card_of(view, seat), view["tokens"][seat], view["phase"] == "over"
    return Place(
        at=f"{EDGE + x:.1f} {EDGE / 2 + y:.1f}",
        card=card,
        tone="pale" if card in LIGHT_ON_DARK else "dark",
        figure=SMALL[len(card)] if card else 0,
        is_marked=bool(tokens) and seat not in view["left"] if over else seat == seat_to_decide(view),
        tokens=[number < tokens for number in range(TOKENS)],
    )


@cache
def ring(seats: int, across: int, down: int) -> list[tuple[float, float]]:
    """Place seats on an oval at equal distances along it, counterclockwise from the bottom."""
    line = [(across / 2 * (1 + sin(tau * n / CUTS)), down / 2 * (1 + cos(tau * n / CUTS))) for n in range(CUTS + 1)]
    lengths = list(accumulate((dist(one, other) for one, other in pairwise(line)), initial=0.0))
    return [line[bisect_left(lengths, lengths[-1] * seat / seats)] for seat in range(seats)]


def card_of(view: View, seat: int) -> str | None:
    """Name the card, if everyone can see it."""
    if view["phase"] == "over":
        return dict(view["last"]["cards"] if view["last"] else ()).get(seat)
    return view["up"][seat] or ("" if seat in view["order"] and view["tokens"][seat] else None)
