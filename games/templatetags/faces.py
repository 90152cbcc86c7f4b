"""The drawn cards and tiles, for pages that are no table. The page includes the sprite of the kind."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.kinds import KINDS

register = template.Library()


@register.simple_tag
def face(kind: str, *what: Any) -> SafeString:
    """A card or a tile, in the words of its kind."""
    draw = KINDS[kind].face
    return draw(*what) if draw else SafeString("")


@register.simple_tag
def face_name(kind: str, code: str) -> str:
    """What it is called."""
    name = KINDS[kind].face_name
    return name(code) if name else code
