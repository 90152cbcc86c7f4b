"""The drawn cards and tiles, for pages that are no table. The page includes the sprite of the kind."""

from django import template
from django.utils.safestring import SafeString

from games.tables.push import faces as push
from games.tables.swap import faces as swap
from games.tables.swap.names import NAMES
from games.tables.tiles import drawing as tiles

register = template.Library()


@register.simple_tag
def push_card(code: str, size: str = "small") -> SafeString:
    """A card of push, such as b4, *7, b#, *# or $3."""
    return push.card(code, size)


@register.simple_tag
def tile(seat: int, number: int) -> SafeString:
    """A tile: seat 0 has bone, seat 1 lacquer."""
    return tiles.face(seat, number)


@register.simple_tag
def creature(code: str, size: str = "small") -> SafeString:
    """A card of swap, such as 10, 000 or W."""
    return swap.card(code, size)


@register.simple_tag
def creature_name(code: str) -> str:
    """What the card of swap is called."""
    return str(NAMES[code])
