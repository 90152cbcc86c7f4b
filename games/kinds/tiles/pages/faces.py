"""Tiles as they are drawn: bone has dots, lacquer has bars. The shapes stand in `_sprite.html`, once a page."""

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

MATERIALS = ("bone", "lacquer")  # by seat


@cache
def face(seat: int, number: int) -> SafeString:
    """A tile, without words."""
    return format_html(
        '<svg class="face" aria-hidden="true"><use href="#{}"></use></svg>', f"{MATERIALS[seat]}-{number}"
    )
