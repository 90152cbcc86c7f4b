"""Drawings of cards: a figure on a shape, with ticks for its place in the run; wilds are black, currency is brass.

The page has the parts of the drawings (`templates/games/push/_sprite.html`), and a face only refers to them. Each
face is made once per process, size and language.
"""

from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kinds.caches import cache_by_language
from games.kinds.push.pages.words import COLOR_WORDS, card_name, card_words

# Positions of the coins on a currency card, like the pips of a die.
PIPS = {
    "1": ((50, 59),),
    "2": ((29, 35), (70, 82)),
    "3": ((26, 31), (50, 59), (74, 86)),
    "4": ((29, 35), (71, 35), (29, 82), (71, 82)),
    "5": ((27, 31), (73, 31), (50, 59), (27, 86), (73, 86)),
}


@cache
def small_face(code: str) -> SafeString:
    """Draw what is printed on a small card, without its body."""
    return _face(code, small=True)


@cache_by_language
def card(code: str, size: str = "small") -> SafeString:
    """Draw a card: `large`, with ticks, or `small`, up to 60 pixels wide and without them."""
    return _body(code, card_name(code), _face(code, size == "small"))


@cache_by_language
def standing_card(code: str, color: str, number: int) -> SafeString:
    """Draw a wild in a run: the number it stands for inside the outline of the color, its own kind at the foot."""
    said = {"wild": card_words(code), "color": COLOR_WORDS[color], "number": number}
    context = {"color": color, "number": number, "of": code[0], "kind": code[1]}
    face = render_to_string("games/push/_standing_face.jinja", context)
    return _body(code, _("%(wild)s as %(color)s %(number)s") % said, face)


def _body(code: str, name: str, face: SafeString) -> SafeString:
    material = "brass" if code[0] == "$" else "wild" if "*" in code or "#" in code else "paper"
    return format_html(
        '<span class="card {}" role="img" aria-label="{}">'
        '<svg viewBox="0 0 100 140" aria-hidden="true">{}</svg></span>',
        material,
        name,
        face,
    )


def _face(code: str, small: bool) -> SafeString:
    color, number = code
    context: dict[str, Any] = {"color": color, "number": number, "small": small}
    if color == "$":
        size, rise = (56 if number == "1" else 38, 11) if small else (50 if number == "1" else 34, 0)
        pips = [(f"{x - size / 2:g}", f"{y + rise - size / 2:g}") for x, y in PIPS[number]]
        context |= {"pips": pips, "pip_size": size}
    elif number != "#":
        context["tick"] = f"{13.7 + 8.25 * (int(number) - 1):.1f}"  # the tall tick of this number
    return render_to_string("games/push/_face.jinja", context)
