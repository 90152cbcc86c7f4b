"""Names of games, the final ranking, and playing again."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from games.kinds import KINDS
from games.kinds.presenter import People, describe_bot
from games.models import Game
from games.pages import form_fields, labels
from games.rules.base import PlainResult

register = template.Library()
register.filter("kind_name", labels.kind_name)
register.filter("options_text", labels.describe_options)
register.filter("who_moved", labels.who_moved)
register.filter("bot_word", describe_bot)


class Place(NamedTuple):
    """A player's line in the final ranking."""

    place: int
    name: str
    href: str
    points: int | None
    is_reader: bool
    rating: tuple[float, float] | None  # before and after, if the game was rated


@register.filter
def has_review(kind: str) -> bool:
    return KINDS[kind].review is not None


@register.simple_tag
def sprite_templates() -> list[str]:
    """The templates with the drawings of all kinds."""
    return [f"games/{slug}/_sprite.html" for slug in KINDS]


@register.simple_tag
def list_places(
    result: PlainResult | None,
    people: People,
    you: int | None,
    ratings: Mapping[int, tuple[float, float]] | str = "",
) -> list[Place]:
    """Return the final ranking, best first; players who share a place in the order of their seats."""
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


class PlayAgain(NamedTuple):
    """A button that starts a game against the same bots, or a link to the form that invites the same people."""

    fields: list[tuple[str, str]]
    bots: bool
    against: str
    href: str


@register.simple_tag
def play_again(game: Game, people: People) -> PlayAgain | None:
    """Offer another game like this one. Solo games have a next level instead."""
    if game.seat_count == 1:
        return None
    options = [
        (name, form_fields.list_spellings(value)[0]) for name, value in game.options.items() if value is not None
    ]
    fields = [("kind", game.kind), ("seats", str(game.seat_count)), ("pace", game.pace), *options]
    fields += [("odds", "true")] if game.has_public_odds else []
    bots = [person for person in people if person.bot]
    if len(bots) < game.seat_count - 1:
        text = gettext("Same rules, and everyone is invited")
        return PlayAgain(fields, False, text, f"{reverse('new-game')}?{urlencode(fields)}")
    fields += [("bots", ",".join(bot.bot for bot in bots)), ("visibility", "link")]
    if len(bots) == 1:
        return PlayAgain(fields, True, gettext("Against %(name)s") % {"name": bots[0].name}, "")
    return PlayAgain(fields, True, gettext("Against the same bots"), "")
