"""Cards and tiles drawn outside of tables. The page must include the sprite of the kind."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.kinds import KINDS

register = template.Library()


@register.simple_tag
def face(kind: str, *what: Any) -> SafeString:
    draw = KINDS[kind].face
    return draw(*what) if draw else SafeString("")


@register.simple_tag
def face_name(kind: str, code: str) -> str:
    name = KINDS[kind].face_name
    return name(code) if name else code
