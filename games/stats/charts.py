"""Charts as SVG, made on the server, each with its figures as a table (`templates/games/shared/_chart.html`)."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 480, 200  # without margins
LEFT, BELOW, EDGE = 56, 28, 8
LETTER = 12  # the largest width of a letter, because text is scaled up on the smallest phones
GAP = 8  # minimum space between labels
THICK, MANY = 64, 20  # the largest width of a bar; from this many bars on, they have no edges
GROUPED = 10_000  # figures from here on have thousands separators; ratings never do
MARKS = 4  # horizontal lines, or one more
NICE = (1, 2, 5, 10)


class Point(NamedTuple):
    """A value and its uncertainty."""

    label: str
    value: float
    spread: float = 0.0


class Bar(NamedTuple):
    """A value and what it is compared with."""

    label: str
    value: float
    expected: float | None = None


class Chart(NamedTuple):
    """A drawing and the table of its figures."""

    svg: SafeString
    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def draw_line(
    title: str, about: str, points: Sequence[Point], head: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> Chart:
    """Draw a line within a band as wide as its uncertainty."""
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    scale = _Scale(low, high)
    xs = [round(WIDTH * (number + 0.5) / len(points), 1) for number in range(len(points))]
    upper = [(x, scale.y(point.value + point.spread)) for x, point in zip(xs, points, strict=True)]
    lower = [(x, scale.y(point.value - point.spread)) for x, point in zip(xs, points, strict=True)]
    middle = [(x, scale.y(point.value)) for x, point in zip(xs, points, strict=True)]
    body = format_html(
        '<polygon class="band" points="{}"/><polyline class="line" points="{}"/>'
        '<circle class="dot" cx="{}" cy="{}" r="4"/>',
        _format_points([*upper, *reversed(lower)]),
        _format_points(middle),
        *middle[-1],
    )
    return Chart(
        _draw_frame(title, about, scale, body, _draw_labels([point.label for point in points])), title, head, rows
    )


def draw_bars(
    title: str, about: str, found: Sequence[Bar], head: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> Chart:
    """Draw bars from zero up, each with a short line where its value is expected."""
    scale = _Scale(0, max([1e-9, *(max(bar.value, bar.expected or 0) for bar in found)]), least=1)
    step = WIDTH / max(1, len(found))
    wide = min(0.7 * step, THICK)
    shapes = []
    for number, bar in enumerate(found):
        middle, y = step * (number + 0.5), scale.y(bar.value)
        shapes.append(
            format_html(
                '<rect class="bar" x="{}" y="{}" width="{}" height="{}"/>',
                *(round(middle - wide / 2, 1), y, round(wide, 1), HEIGHT - y),
            )
        )
        if bar.expected is not None:
            across = scale.y(bar.expected)
            start, end = round(middle - 0.64 * wide, 1), round(middle + 0.64 * wide, 1)
            shapes.append(format_html('<path class="expected" d="M{} {}H{}"/>', start, across, end))
    body = format_html_join("", "{}", ((part,) for part in shapes))
    if len(found) > MANY:
        body = format_html('<g class="many">{}</g>', body)
    return Chart(_draw_frame(title, about, scale, body, _draw_labels([bar.label for bar in found])), title, head, rows)


class _Scale:
    """A vertical scale with round numbers for its lines."""

    def __init__(self, low: float, high: float, least: float = 0) -> None:
        size = max(high - low, 1e-9)
        rough = size / MARKS
        tens = 10.0 ** floor(log10(rough))
        step = max(least, next(tens * nice for nice in NICE if tens * nice >= rough))
        self.step, self.low = step, step * floor(low / step)
        self.high = max(step * ceil(high / step), self.low + step)

    def y(self, value: float) -> float:
        """Return the coordinate, which counts from the top."""
        return round(HEIGHT * (self.high - value) / (self.high - self.low), 1)

    def marks(self) -> list[float]:
        """Return the values that have a line."""
        return [self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)]


def _draw_frame(title: str, about: str, scale: _Scale, body: SafeString, labels: SafeString) -> SafeString:
    marks = format_html_join(
        "",
        '<path class="mark" d="M0 {}H{}"/><text class="mark-words" x="-8" y="{}">{}</text>',
        ((scale.y(mark), WIDTH, scale.y(mark) + 4, _format_figure(mark)) for mark in scale.marks()),
    )
    return format_html(
        '<svg class="chart" viewBox="{} {} {} {}" role="img"><title>{}</title><desc>{}</desc>{}{}{}</svg>',
        -LEFT,
        -EDGE,
        WIDTH + LEFT + EDGE,
        HEIGHT + BELOW + EDGE,
        title,
        about,
        marks,
        body,
        labels,
    )


def _format_figure(value: float) -> str:
    """Format a value next to its line."""
    value = round(value, 6)
    return (f"{value:,.0f}" if abs(value) >= GROUPED else f"{value:g}").replace("-", "−")


def _draw_labels(labels: Sequence[str]) -> SafeString:
    """Draw the last label and as many before it as fit without being cut off."""
    step = WIDTH / max(1, len(labels))
    most = [WIDTH + EDGE - LETTER * len(label) / 2 for label in labels]  # a label further right would be cut off
    moved = max(0.0, step * (len(labels) - 0.5) - most[-1]) if labels else 0.0
    longest = LETTER * max(map(len, labels), default=0)
    every = max(1, ceil((longest + GAP + moved) / step))
    shown = [number for number in range(len(labels)) if (len(labels) - 1 - number) % every == 0]
    return format_html_join(
        "",
        '<text class="label" x="{}" y="{}">{}</text>',
        ((round(min(step * (n + 0.5), most[n]), 1), HEIGHT + BELOW - 6, labels[n]) for n in shown),
    )


def _format_points(pairs: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in pairs)
