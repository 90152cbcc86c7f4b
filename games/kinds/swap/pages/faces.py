"""Drawings of cards, each made once per size and language."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds.caches import cache_by_language
from games.kinds.swap.pages.words import NAMES, label

LIGHT_ON_DARK = ("10", "6", "2", "1", "00", "0000", "W")  # the figure is paper on these grounds
FIGURE = {1: 84, 2: 78, 3: 48, 4: 54}  # its size, by its length; 0000 has no long name beside it
SMALL = {1: 118, 2: 104, 3: 84, 4: 70}  # up to 60 px wide
LONG_NAME = 8


@cache_by_language
def card(code: str, size: str = "small") -> SafeString:
    """Draw a card, `small` or `large` (with its name)."""
    tone = "pale" if code in LIGHT_ON_DARK else "dark"
    figure = (FIGURE if size == "large" else SMALL)[len(code)]
    return format_html(
        '<svg class="creature {} {}" viewBox="0 0 250 350" role="img" aria-label="{}">'
        '<use href="#creature-{}"/><text class="creature-figure" x="18" y="{}" font-size="{}">{}</text>{}</svg>',
        size,
        tone,
        label(code),
        code,
        round(18 + figure * 0.74),
        figure,
        code,
        _name(code) if size == "large" else "",
    )


def _name(code: str) -> SafeString:
    name = str(NAMES[code])
    return format_html(
        '<text class="creature-name" x="232" y="48" font-size="{}" text-anchor="end" aria-hidden="true">{}</text>',
        19 if len(name) > LONG_NAME else 27,
        name,
    )


BACK = format_html(
    '<svg class="creature back" viewBox="0 0 250 350" aria-hidden="true"><use href="#{}"/></svg>', "swap-back"
)
