"""What a game is called, and the places when it is over, for templates."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from games.kinds import KINDS
from games.kinds.presenter import People
from games.models import Game
from games.pages import form_fields, labels
from games.rules.base import PlainResult

register = template.Library()


class Place(NamedTuple):
    """One line of the list of who came where."""

    place: int
    name: str
    href: str
    points: int | None
    is_reader: bool
    rating: tuple[float, float] | None  # before and after, where the game was rated


@register.filter
def kind_name(kind: str) -> str:
    """What the kind is called."""
    return labels.name(kind)


@register.filter
def style_sheet(kind: str) -> str:
    """The style sheet of the kind, under static/."""
    return KINDS[kind].presenter.CSS


@register.filter
def has_review(kind: str) -> bool:
    """Whether games of that kind are reviewed."""
    return KINDS[kind].review is not None


@register.simple_tag
def sprite_templates() -> list[str]:
    """The drawings of all kinds."""
    return [f"games/{slug}/_sprite.html" for slug in KINDS]


@register.filter
def options_in_words(game: Game) -> str:
    """What was chosen when the table was laid."""
    return ", ".join(labels.options(game.kind, game.options))


@register.simple_tag
def places(
    result: PlainResult | None,
    people: People,
    you: int | None,
    ratings: Mapping[int, tuple[float, float]] | str = "",
) -> list[Place]:
    """Everybody who was placed, best first; those who share a place by seat."""
    if not result:
        return []
    known = ratings if isinstance(ratings, Mapping) else {}
    points = result["points"] or [None] * len(result["places"])
    rows = [
        Place(place, people[seat].name, people[seat].href, points[seat], seat == you, known.get(seat))
        for seat, place in enumerate(result["places"])
        if seat < len(people)
    ]
    return sorted(rows, key=lambda row: row.place)


class Again(NamedTuple):
    """The same once more: with the same bots at once, with people by the form of a new game."""

    fields: list[tuple[str, str]]
    bots: bool
    against: str
    href: str


@register.simple_tag
def again(game: Game, people: People) -> Again | None:
    """A game like this one; nothing for who played alone, as there a level follows."""
    if game.seat_count == 1:
        return None
    options = [(name, form_fields.spellings(value)[0]) for name, value in game.options.items() if value is not None]
    fields = [("kind", game.kind), ("seats", str(game.seat_count)), ("pace", game.pace), *options]
    fields += [("odds", "true")] if game.has_public_odds else []
    bots = [person for person in people if person.bot]
    if len(bots) < game.seat_count - 1:
        asked = gettext("Same rules, and everyone is invited")
        return Again(fields, False, asked, f"{reverse('new-game')}?{urlencode(fields)}")
    fields += [("bots", ",".join(bot.bot for bot in bots)), ("visibility", "link")]
    if len(bots) == 1:
        return Again(fields, True, gettext("Against %(name)s") % {"name": bots[0].name}, "")
    return Again(fields, True, gettext("Against the same bots"), "")
