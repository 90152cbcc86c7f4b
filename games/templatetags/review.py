"""What a review says, for templates: marks, parts of a game, and figures that add up."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

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
WIDE, HIGH = 320, 64  # of the drawing of a course


class Parts(NamedTuple):
    """Where a result came from, in hundredths that add up to it."""

    prior: int
    luck: int
    skill: int
    others: int
    result: int


@register.filter
def mark_words(mark: str) -> str:
    """What a decision that mattered is called."""
    return str(MARKS.get(mark, mark.replace("-", " ")))


@register.filter
def some_marked(decisions: list[Any]) -> int:
    """How many of these mattered."""
    return sum(bool(one.judged.mark) for one in decisions)


@register.filter
def of_part(told: Mapping[int, Any], chapter: Chapter) -> Any:
    """What else is told of this part of the game."""
    return told.get(chapter.number)


@register.simple_tag
def chapter_words(known: Review, chapter: Chapter, people: People) -> str:
    """What a part of the game is called."""
    return known.chapter_name(chapter, people)


@register.filter
def given_up(loss: float, known: Review) -> str:
    """How much worse a decision was than the best, in the unit of its kind."""
    return known.loss(loss)


@register.filter
def signed(number: float) -> str:
    """With its sign: +12, −3, 0."""
    whole = round(number)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


@register.filter
def in_hundredths(share: Share) -> Parts:
    """The parts of a result, rounded so that they still add up."""
    exact = [100 * part for part in (share.prior, share.luck, share.skill, share.others)]
    parts, result = [round(part) for part in exact], round(100 * share.result)
    while (rest := result - sum(parts)) != 0:  # to the part that was rounded the furthest the other way
        step = 1 if rest > 0 else -1
        worst = max(range(4), key=lambda place: step * (exact[place] - parts[place]))
        parts[worst] += step
    prior, luck, skill, others = parts
    return Parts(prior, luck, skill, others, result)


def bends(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same line without the points at which it goes on level."""
    last = len(points) - 1
    return [
        point
        for place, point in enumerate(points)
        if place in (0, last) or not points[place - 1][1] == point[1] == points[place + 1][1]
    ]


@register.simple_tag
def course(values: list[float], marked: list[int], name: str) -> SafeString:
    """What somebody could expect over the game, as a line from 0 to 100; a dot for each decision that mattered."""
    last = max(1, len(values) - 1)
    points: list[tuple[float, float]] = [
        (round(WIDE * place / last), round(HIGH * (1 - value), 1)) for place, value in enumerate(values)
    ]
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="3.5"/>', (points[number] for number in marked))
    said = gettext("Expected result of %(name)s over the game") % {"name": name}
    told = gettext("From %(first)s of 100 at the start to %(last)s at the end. Dots mark decisions that mattered.") % {
        "first": round(100 * values[0]),
        "last": round(100 * values[-1]),
    }
    return format_html(
        '<svg class="course" viewBox="-5 -5 {} {}" role="img"><title>{}</title><desc>{}</desc>'
        '<path class="course-edge" d="M0 0H{wide}M0 {high}H{wide}"/><path class="course-half" d="M0 {half}H{wide}"/>'
        '<polyline points="{}"/>{}</svg>',
        WIDE + 10,
        HIGH + 10,
        said,
        told,
        " ".join(f"{x:g},{y:g}" for x, y in bends(points)),
        dots,
        wide=WIDE,
        high=HIGH,
        half=HIGH // 2,
    )
