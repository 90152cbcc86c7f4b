"""A position of High Card as a small SVG."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .rules import View

CARD = '<text x="{}" y="120" font-family="Besley" font-weight="800" font-size="60">{}</text>'


def draw(view: View) -> SafeString:
    """Draw the cards played so far."""
    cards = format_html_join("", CARD, ((place * 70, card) for place, card in enumerate(view["played"])))
    return format_html(
        '<svg class="drawing" viewBox="0 0 300 200" width="300" height="200" aria-hidden="true">{}</svg>', cards
    )
