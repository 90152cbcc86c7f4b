"""Drawings of cards, each made once per size and language."""

from functools import cache

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds.caches import cache_by_language
from games.kinds.swap.pages.words import NAMES, label

SYMBOLS = "ten/swap/drawings.svg"  # browsers load it once
LIGHT_ON_DARK = ("10", "6", "2", "1", "00", "0000", "W")  # cards with light figures on a dark ground
FIGURE = {1: 84, 2: 78, 3: 48, 4: 54}  # font size by length; 0000 has a short name, so it has room
SMALL = {1: 118, 2: 104, 3: 84, 4: 70}  # the same for cards up to 60 px wide


@cache_by_language
def card(code: str, size: str = "small") -> SafeString:
    """Draw a card, `small` or `large` (with its name)."""
    figure = (FIGURE if size == "large" else SMALL)[len(code)]
    context = {
        "code": code,
        "size": size,
        "tone": "pale" if code in LIGHT_ON_DARK else "dark",
        "label": label(code),
        "figure": figure,
        "baseline": round(18 + figure * 0.74),
        "name": str(NAMES[code]),
    }
    return render_to_string("games/swap/_face.jinja", context)


@cache
def back() -> SafeString:
    """Draw the back of a card."""
    return format_html(
        '<svg class="creature back" viewBox="0 0 250 350" aria-hidden="true"><use href="{}#swap-back"/></svg>',
        static(SYMBOLS),
    )
