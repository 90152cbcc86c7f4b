"""Drawings of cards: a figure on a shape, with ticks for its place in the run; wilds are black, currency is brass.

The page has the parts of the drawings (`templates/games/push/_sprite.html`), and a face only refers to them. Each
face is made once per process, size and language.
"""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kinds.caches import cache_by_language
from games.kinds.push.pages.words import COLOR_WORDS, card_name, card_words
from games.rules.push.cards import COLORS

# Where the coins of a currency card lie, as the pips of a die.
PIPS = {
    "1": ((50, 59),),
    "2": ((29, 35), (70, 82)),
    "3": ((26, 31), (50, 59), (74, 86)),
    "4": ((29, 35), (71, 35), (29, 82), (71, 82)),
    "5": ((27, 31), (73, 31), (50, 59), (27, 86), (73, 86)),
}


def small_face(code: str) -> SafeString:
    """Draw what is printed on a small card, without its body."""
    return mark_safe(_face(code, small=True))  # noqa: S308 (made here, of nothing foreign)  # nosec


@cache_by_language
def card(code: str, size: str = "small") -> SafeString:
    """Draw a card: `large`, with ticks, or `small`, up to 60 pixels wide and without them."""
    return _body(code, card_name(code), _face(code, size == "small"))


@cache_by_language
def standing_card(code: str, color: str, number: int) -> SafeString:
    """Draw a wild in a run: the number it stands for inside the outline of the color, its own kind at the foot."""
    name = _("%(wild)s as %(color)s %(number)s") % {
        "wild": card_words(code),
        "color": COLOR_WORDS[color],
        "number": number,
    }
    foot = _suits(116) if code[1] != "#" else _use("hash", 42, 109, 16, f"f{color}" if code[0] in COLORS else "fw")
    return _body(code, name, _use(f"suit-{color}", 12, 18, 76, f"l{color}") + _figure(str(number), 80, "w mid") + foot)


def _body(code: str, name: str, face: str) -> SafeString:
    material = "brass" if code[0] == "$" else "wild" if "*" in code or "#" in code else "paper"
    drawing = mark_safe(face)  # noqa: S308 (made here, of nothing foreign)  # nosec
    return format_html(
        '<span class="card {}" role="img" aria-label="{}">'
        '<svg viewBox="0 0 100 140" aria-hidden="true">{}</svg></span>',
        material,
        name,
        drawing,
    )


def _face(code: str, small: bool) -> str:
    color, number = code
    if color == "$":
        return _coins(number, small)
    if color == "*":
        middle = _use("hash", 21, 16, 58, "fw") if number == "#" else _figure(number, 84 if small else 80, "w")
        return middle + _suits(118 if small else 100) + ("" if small else _ticks(number, "w"))
    if number == "#":
        place = 24 if small else 15
        return (
            _use(f"suit-{color}", 4 if small else 5, place, 92 if small else 90, f"f{color}")
            + _use("hash", 28, place + 23, 44, "fi")
            + ("" if small else _ticks(number, f"f{color}"))
        )
    if small:
        return _use(f"suit-{color}", 4, 24, 92, f"f{color}") + _figure(number, 99, "big")
    return f'<g class="face">{_use(f"suit-{color}", 5, 15, 90, f"f{color}")}{_figure(number, 88)}</g>' + _ticks(number)


def _use(symbol: str, x: float, y: float, size: float, kind: str) -> str:
    return f'<use href="#{symbol}" x="{x}" y="{y}" width="{size}" height="{size}" class="{kind}"/>'


def _figure(number: str, baseline: int, kind: str = "") -> str:
    names = f' class="{kind}"' if kind else ""
    return f'<text x="50" y="{baseline}"{names}>{number}</text>'


def _suits(y: float) -> str:
    return f'<use href="#suits" x="12" y="{y - 7}" width="76" height="14"/>'


def _ticks(number: str, kind: str = "") -> str:
    """Draw nine ticks, the card's own one tall; a wild of any number has nine equal ones."""
    if number == "#":
        color = kind if kind.startswith("f") else "fw"
        return f'<use href="#ticks-all" x="13" y="121" width="74" height="8" class="ticks {color}"/>'
    x = 13.7 + 8.25 * (int(number) - 1)
    return (
        f'<g class="ticks {kind}"><use href="#ticks" x="15" y="121" width="70" height="10"/>'
        f'<path d="M{x:.1f} 118.5h6.6v10.5h-6.6z"/></g>'
    )


def _coins(value: str, small: bool) -> str:
    size = 50 if value == "1" else 34
    if small:
        size = 56 if value == "1" else 38
    rise = 11 if small else 0
    pips = "".join(
        f'<use href="#pip" x="{x - size / 2:g}" y="{y + rise - size / 2:g}" width="{size}" height="{size}"/>'
        for x, y in PIPS[value]
    )
    figure = "" if small else f'<text x="50" y="131" class="low">{value}</text>'
    return f'<g class="pips">{pips}</g>{figure}'
