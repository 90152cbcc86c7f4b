"""Reviews: marks, chapters, and figures that add up."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy

from games.kinds.base import Review
from games.kinds.presenter import People
from games.kinds.review import Chapter, Share

register = template.Library()

MARKS = {
    "inexact": gettext_lazy("inaccuracy"),
    "mistake": gettext_lazy("mistake"),
    "blunder": gettext_lazy("blunder"),
    "missed-win": gettext_lazy("missed win"),
    "missed-block": gettext_lazy("missed block"),
}
WIDE, HIGH = 320, 64  # of a course chart, see its template


@register.filter
def mark_name(mark: str) -> str:
    """The name of a mark, such as mistake."""
    return str(MARKS.get(mark, mark.replace("-", " ")))


@register.simple_tag
def chapter_name(known: Review, chapter: Chapter, people: People) -> str:
    return known.chapter_name(chapter, people)


@register.filter
def format_loss(loss: float, known: Review) -> str:
    """How much worse than the best a decision was, in the unit of its kind."""
    return known.loss(loss)


@register.filter
def signed(number: float) -> str:
    """A number with its sign: +12, −3, 0."""
    whole = round(number)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


@register.filter
def percentages(share: Share) -> Share:
    """The result and its parts in percent, rounded so that they still add up."""
    exact = [100 * part for part in (share.prior, share.luck, share.skill, share.others)]
    parts, result = [round(part) for part in exact], round(100 * share.result)
    while (rest := result - sum(parts)) != 0:  # adjust the part with the largest rounding error
        step = 1 if rest > 0 else -1
        worst = max(range(4), key=lambda place: step * (exact[place] - parts[place]))
        parts[worst] += step
    return Share(result, *parts)


def drop_level_points(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Drop the points inside level stretches of the line."""
    last = len(points) - 1
    return [
        point
        for place, point in enumerate(points)
        if place in (0, last) or not points[place - 1][1] == point[1] == points[place + 1][1]
    ]


@register.inclusion_tag("games/review/_course.html")
def course_chart(values: list[float], marked: list[int], name: str) -> dict[str, Any]:
    """Draw a player's expected result over the game, with a dot for each decision that mattered."""
    last = max(1, len(values) - 1)
    points: list[tuple[float, float]] = [
        (round(WIDE * place / last), round(HIGH * (1 - value), 1)) for place, value in enumerate(values)
    ]
    return {
        "name": name,
        "first": round(100 * values[0]),
        "last": round(100 * values[-1]),
        "line": " ".join(f"{x:g},{y:g}" for x, y in drop_level_points(points)),
        "dots": [tuple(map(str, points[number])) for number in marked],
    }
