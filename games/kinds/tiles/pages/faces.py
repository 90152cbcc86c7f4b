"""Drawings of tiles: bone has dots, lacquer has bars. `_sprite.html` has the shapes, once per page."""

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

MATERIALS = ("bone", "lacquer")  # by seat


@cache
def face(seat: int, number: int) -> SafeString:
    """Draw a tile, without words."""
    return format_html(
        '<svg class="face" aria-hidden="true"><use href="#{}"></use></svg>', f"{MATERIALS[seat]}-{number}"
    )
