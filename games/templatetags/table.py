"""What a game is called, and the places when it is over, for templates."""

from typing import NamedTuple

from django import template

from games import words
from games.models import Game
from games.rules.base import Plain
from games.tables.base import People
from games.tables.registry import PRESENTERS

register = template.Library()


class Place(NamedTuple):
    """One line of the list of who came where."""

    place: int
    name: str
    href: str
    points: int | None
    is_reader: bool


@register.filter
def kind_name(kind: str) -> str:
    """What the kind is called."""
    return words.name(kind)


@register.filter
def style_sheet(kind: str) -> str:
    """The style sheet of the kind, under static/."""
    return PRESENTERS[kind].CSS


@register.filter
def options_in_words(game: Game) -> str:
    """What was chosen when the table was laid."""
    return ", ".join(words.options(game.kind, game.options))


@register.simple_tag
def places(standing: Plain | None, people: People, you: int | None) -> list[Place]:
    """Everybody who was placed, best first; those who share a place by seat."""
    if not standing:
        return []
    points = standing["points"] or [None] * len(standing["places"])
    rows = [
        Place(place, people[seat].name, people[seat].href, points[seat], seat == you)
        for seat, place in enumerate(standing["places"])
        if seat < len(people)
    ]
    return sorted(rows, key=lambda row: row.place)
