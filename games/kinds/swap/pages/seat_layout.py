"""Where the seats are around the table, and the arrow from one to another.

Swap is played counterclockwise: the next seat is on the reader's right, and so on around the far side to the left. The
style sheet puts the seats at the same angles (`--step`), counted counterclockwise from the bottom.
"""

from math import cos, hypot, radians, sin
from typing import NamedTuple

WIDE, HIGH = 1000.0, 600.0  # size of the drawing
CARDS_X, CARDS_Y = 265.0, 158.0  # radii of the oval of cards
DECK = (500.0, 282.0)
EDGE_X, EDGE_Y = 104.0, 536.0  # where arrows leave the own card, which covers their beginning
ARRIVES = 136.0  # where arrows to it end
CLEAR = 50.0  # distance from other cards
INNER, BEND = 0.72, 0.62  # arrows between two others bend inside the oval
HEAD = 30.0

Point = tuple[float, float]


class Arrow(NamedTuple):
    """A bent line and its head, as SVG paths."""

    line: str
    head: str


def angle_step(seats: int, own: bool) -> float:
    """Return the degrees between two neighbors. With a reader's seat, the bottom is free for the reader's card."""
    return min(90.0, 272.0 / (seats - 2)) if own else 360.0 / seats


def angle(place: int, seats: int, own: bool) -> float:
    """Return the angle of a seat, in degrees from the bottom, counterclockwise."""
    return 180.0 + (place - seats / 2) * angle_step(seats, own)


def card_at(place: int, seats: int, own: bool) -> Point:
    """Return where the card of that seat is."""
    turned = radians(angle(place, seats, own))
    return WIDE / 2 + CARDS_X * sin(turned), HIGH / 2 + CARDS_Y * cos(turned)


def arrow(start: int, end: int | None, seats: int, own: bool) -> Arrow:
    """Draw an arrow from one card to another (None: the deck)."""
    if end is None:
        return _draw((WIDE / 2, 500.0), (WIDE / 2, 450.0), (WIDE / 2, 400.0))
    if own and start == 0:
        edge, bend, card = _from_own(card_at(end, seats, own), EDGE_X)
        return _draw(edge, bend, card)
    if own and end == 0:
        edge, bend, card = _from_own(card_at(start, seats, own), ARRIVES)
        return _draw(card, bend, edge)
    one, other = _inwards(card_at(start, seats, own), INNER), _inwards(card_at(end, seats, own), INNER)
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    return _draw(one, _inwards(middle, BEND / INNER), other)


def _from_own(card: Point, far: float) -> tuple[Point, Point, Point]:
    """Return the edge of the reader's card, the bend, and the edge of the other card."""
    side = 1.0 if card[0] >= WIDE / 2 else -1.0
    beside = abs(card[0] - WIDE / 2) > 2 * CLEAR
    bend = (card[0], EDGE_Y) if beside else (WIDE / 2 + side * 3 * CLEAR, HIGH / 2)
    return (WIDE / 2 + side * far, EDGE_Y), bend, _towards(card, bend, CLEAR)


def _inwards(point: Point, share: float) -> Point:
    return DECK[0] + (point[0] - DECK[0]) * share, DECK[1] + (point[1] - DECK[1]) * share


def _towards(point: Point, goal: Point, far: float) -> Point:
    length = hypot(goal[0] - point[0], goal[1] - point[1]) or 1.0
    return point[0] + (goal[0] - point[0]) / length * far, point[1] + (goal[1] - point[1]) / length * far


def _draw(start: Point, bend: Point, end: Point) -> Arrow:
    neck = _towards(end, bend, HEAD)
    across_x, across_y = (end[1] - neck[1]) * 0.62, (neck[0] - end[0]) * 0.62
    corners = (end, (neck[0] + across_x, neck[1] + across_y), (neck[0] - across_x, neck[1] - across_y))
    line = f"M{_at(start)}Q{_at(bend)} {_at(neck)}"
    return Arrow(line, "M" + "L".join(map(_at, corners)) + "Z")


def _at(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"
