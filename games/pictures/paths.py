"""The paths of SVG as polygons: curves are cut into short straight lines."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import acos, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
PART = re.compile(r"([MLHVCSQTAZ])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)", re.IGNORECASE)
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
CUTS = 14  # straight lines for a curve


def polygons(path: str) -> list[tuple[list[Point], bool]]:
    """Each part of the path: its points, and whether it is closed."""
    pen = Pen()
    for letter, numbers in _commands(path):
        pen.draw(letter, numbers)
    return [(points, closed) for points, closed in pen.parts if len(points) > 1]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    letter, numbers = "", list[float]()
    for command, number in PART.findall(path):
        if command:
            if command in "Zz":
                yield command, []
            letter, numbers = command, []
            continue
        numbers.append(float(number))
        if len(numbers) == TAKES[letter.upper()]:
            yield letter, numbers
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []


class Pen:
    """Where the pen is, and what it has drawn."""

    def __init__(self) -> None:
        self.parts: list[tuple[list[Point], bool]] = []
        self.at: Point = (0.0, 0.0)
        self.bend: Point | None = None  # the last handle of a curve, for those that go on smoothly

    def draw(self, letter: str, numbers: list[float]) -> None:
        """One command with its numbers."""
        x, y = self.at if letter.islower() else (0.0, 0.0)
        kind = letter.upper()
        if kind == "Z":
            points = self.parts[-1][0]
            self.parts[-1] = (points, True)
            self.at = points[0]
            return
        if kind == "A":
            self._arc(numbers, (numbers[5] + x, numbers[6] + y))
            return
        if kind in "HV":
            goals = [(numbers[0] + x, self.at[1]) if kind == "H" else (self.at[0], numbers[0] + y)]
        else:
            goals = [(numbers[n] + x, numbers[n + 1] + y) for n in range(0, len(numbers), 2)]
        if kind in "ST":
            bend = self.bend or self.at
            goals.insert(0, (2 * self.at[0] - bend[0], 2 * self.at[1] - bend[1]))
        if kind == "M":
            self.parts.append(([goals[0]], False))
            self.at, self.bend = goals[0], None
        else:
            self._curve(goals)

    def _curve(self, goals: list[Point]) -> None:
        """A straight line (one goal), or a curve with one handle or two before its end."""
        if self.parts[-1][1]:  # after a part that is closed the next begins where that began
            self.parts.append(([self.at], False))
        points, corners = self.parts[-1][0], [self.at, *goals]
        cuts = 1 if len(goals) == 1 else CUTS
        points += [_between(corners, n / cuts) for n in range(1, cuts + 1)]
        self.at, self.bend = goals[-1], goals[-2] if len(goals) > 1 else None

    def _arc(self, numbers: list[float], goal: Point) -> None:
        """A part of a circle or of an oval that is not turned."""
        wide, high, _turned, large, sweep = numbers[:5]
        (x1, y1), (x2, y2) = self.at, goal
        dx, dy = (x1 - x2) / 2 / wide, (y1 - y2) / 2 / high
        far = hypot(dx, dy)
        scale = max(1.0, far)
        away = sqrt(max(0.0, (scale / far) ** 2 - 1)) * (-1 if large == sweep else 1) if far else 0.0
        cx, cy = away * dy, -away * dx
        start, end = _angle(dx - cx, dy - cy), _angle(-dx - cx, -dy - cy)
        if sweep and end < start:
            end += 2 * pi
        elif not sweep and end > start:
            end -= 2 * pi
        middle = ((x1 + x2) / 2 + cx * wide, (y1 + y2) / 2 + cy * high)
        turns = [start + (end - start) * n / CUTS for n in range(1, CUTS + 1)]
        self.parts[-1][0].extend(
            (middle[0] + wide * scale * cos(turn), middle[1] + high * scale * sin(turn)) for turn in turns
        )
        self.at, self.bend = goal, None


def _angle(x: float, y: float) -> float:
    far = hypot(x, y) or 1.0
    turn = acos(max(-1.0, min(1.0, x / far)))
    return turn if y >= 0 else -turn


def _between(corners: list[Point], part: float) -> Point:
    """The point of a Bezier curve."""
    while len(corners) > 1:
        corners = [
            (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)
            for one, other in pairwise(corners)
        ]
    return corners[0]


def oval(x: float, y: float, wide: float, high: float) -> list[Point]:
    """A circle or an ellipse."""
    return [(x + wide * cos(pi * n / 24), y + high * sin(pi * n / 24)) for n in range(48)]


def box(x: float, y: float, wide: float, high: float, round_by: float = 0) -> list[Point]:
    """A rectangle, its corners rounded."""
    r = min(round_by, wide / 2, high / 2)
    if not r:
        return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    corners = ((x + wide - r, y + r, -1), (x + wide - r, y + high - r, 0), (x + r, y + high - r, 1), (x + r, y + r, 2))
    return [
        (cx + r * cos(pi / 2 * (quarter + n / 8)), cy + r * sin(pi / 2 * (quarter + n / 8)))
        for cx, cy, quarter in corners
        for n in range(9)
    ]
