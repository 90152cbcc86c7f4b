"""Reviews: marks, chapters, and figures that add up."""

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
WIDE, HIGH = 320, 64  # of a course chart


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


@register.simple_tag
def course_chart(values: list[float], marked: list[int], name: str) -> SafeString:
    """Draw a player's expected result over the game, with a dot for each decision that mattered."""
    last = max(1, len(values) - 1)
    points: list[tuple[float, float]] = [
        (round(WIDE * place / last), round(HIGH * (1 - value), 1)) for place, value in enumerate(values)
    ]
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="3.5"/>', (points[number] for number in marked))
    title = gettext("Expected result of %(name)s over the game") % {"name": name}
    description = gettext(
        "From %(first)s of 100 at the start to %(last)s at the end. Dots mark decisions that mattered."
    ) % {"first": round(100 * values[0]), "last": round(100 * values[-1])}
    return format_html(
        '<svg class="course" viewBox="-5 -5 {} {}" role="img"><title>{}</title><desc>{}</desc>'
        '<path class="course-edge" d="M0 0H{wide}M0 {high}H{wide}"/><path class="course-half" d="M0 {half}H{wide}"/>'
        '<polyline points="{}"/>{}</svg>',
        WIDE + 10,
        HIGH + 10,
        title,
        description,
        " ".join(f"{x:g},{y:g}" for x, y in drop_level_points(points)),
        dots,
        wide=WIDE,
        high=HIGH,
        half=HIGH // 2,
    )
