"""Charts as SVG, made on the server, each with its figures as a table: `templates/games/chart.html` shows both."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDE, HIGH = 640, 200  # of the drawing, without its margins
LEFT, BELOW, EDGE = 52, 26, 8
MARKS = 4  # lines across, or one more
NICE = (1, 2, 5, 10)


class Point(NamedTuple):
    """A value at a place of the line, and how uncertain it is."""

    label: str
    value: float
    spread: float = 0.0


class Bar(NamedTuple):
    """A bar, and what it is compared with."""

    label: str
    value: float
    expected: float | None = None


class Chart(NamedTuple):
    """The drawing, and the table of its figures."""

    svg: SafeString
    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def line(
    title: str, about: str, points: Sequence[Point], head: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> Chart:
    """A line with a band around it, as wide as the values are uncertain."""
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    scale = _Scale(low, high)
    xs = [WIDE * (number + 0.5) / len(points) for number in range(len(points))]
    upper = [(x, scale.y(point.value + point.spread)) for x, point in zip(xs, points, strict=True)]
    lower = [(x, scale.y(point.value - point.spread)) for x, point in zip(xs, points, strict=True)]
    middle = [(x, scale.y(point.value)) for x, point in zip(xs, points, strict=True)]
    body = format_html(
        '<polygon class="band" points="{}"/><polyline class="line" points="{}"/>'
        '<circle class="dot" cx="{}" cy="{}" r="4"/>',
        _points([*upper, *reversed(lower)]),
        _points(middle),
        *_rounded(middle[-1]),
    )
    return Chart(_frame(title, about, scale, body, _labels([point.label for point in points])), title, head, rows)


def bars(title: str, about: str, found: Sequence[Bar], head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Chart:
    """Bars from nothing up; a short line across each shows what was to be expected."""
    scale = _Scale(0, max([1e-9, *(max(bar.value, bar.expected or 0) for bar in found)]))
    step = WIDE / max(1, len(found))
    drawn = []
    for number, bar in enumerate(found):
        x, y = round(step * (number + 0.15), 1), scale.y(bar.value)
        drawn.append(
            format_html(
                '<rect class="bar" x="{}" y="{}" width="{}" height="{}"/>', x, y, round(step * 0.7, 1), HIGH - y
            )
        )
        if bar.expected is not None:
            across = scale.y(bar.expected)
            start, end = round(step * (number + 0.05), 1), round(step * (number + 0.95), 1)
            drawn.append(format_html('<path class="expected" d="M{} {}H{}"/>', start, across, end))
    body = format_html_join("", "{}", ((part,) for part in drawn))
    return Chart(_frame(title, about, scale, body, _labels([bar.label for bar in found])), title, head, rows)


class _Scale:
    """Heights of values, with round numbers for the lines across."""

    def __init__(self, low: float, high: float) -> None:
        size = max(high - low, 1e-9)
        rough = size / MARKS
        tens = 10.0 ** floor(log10(rough))
        step = next(tens * nice for nice in NICE if tens * nice >= rough)
        self.step, self.low = step, step * floor(low / step)
        self.high = max(step * ceil(high / step), self.low + step)

    def y(self, value: float) -> float:
        """Counted from above, as drawings are."""
        return round(HIGH * (self.high - value) / (self.high - self.low), 1)

    def marks(self) -> list[float]:
        """The values that have a line across."""
        return [self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)]


def _frame(title: str, about: str, scale: _Scale, body: SafeString, labels: SafeString) -> SafeString:
    marks = format_html_join(
        "",
        '<path class="mark" d="M0 {}H{}"/><text class="mark-words" x="-8" y="{}">{}</text>',
        ((scale.y(mark), WIDE, scale.y(mark) + 4, f"{round(mark, 6):,g}") for mark in scale.marks()),
    )
    return format_html(
        '<svg class="chart" viewBox="{} {} {} {}" role="img"><title>{}</title><desc>{}</desc>{}{}{}</svg>',
        -LEFT,
        -EDGE,
        WIDE + LEFT + EDGE,
        HIGH + BELOW + EDGE,
        title,
        about,
        marks,
        body,
        labels,
    )


def _labels(labels: Sequence[str]) -> SafeString:
    """Under the drawing: the first, the last, and some between, where there is room."""
    step = WIDE / max(1, len(labels))
    every = max(1, -(-len(labels) // 8))
    shown = [(number, label) for number, label in enumerate(labels) if number % every == 0]
    return format_html_join(
        "",
        '<text class="label" x="{}" y="{}">{}</text>',
        ((round(step * (number + 0.5), 1), HIGH + BELOW - 6, label) for number, label in shown),
    )


def _points(pairs: Sequence[tuple[float, float]]) -> str:
    return " ".join("{},{}".format(*_rounded(pair)) for pair in pairs)


def _rounded(pair: tuple[float, float]) -> tuple[float, float]:
    return round(pair[0], 1), round(pair[1], 1)
