"""The picture that previews of links show: the kind's drawing of the position in a frame, as a PNG."""

import re
from functools import cache
from pathlib import Path
from unicodedata import normalize

import resvg_py
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.kinds import KINDS
from games.kinds.presenter import Person
from games.models import Game
from games.pages.board import make_view
from games.pages.cache import LRUCache
from games.pages.drawings import draw_position
from games.pages.tables import Table, check_begun
from games.rules.base import Plain

WIDE, HIGH = 1200, 630
PARTS_PLACE = "<!--symbols-->"
MOST_CACHED = 200
FONTS = [f"vendor/fonts/besley-{weight}.ttf" for weight in (600, 800)]
BY_DAY = re.compile(r"light-dark\(((?:[^,()]|\([^()]*\))+),(?:[^()]|\([^()]*\))+\)")
SEE_THROUGH = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)")
TEXT_ROOM, TEXT_HIGH, LARGEST, SMALLEST = 410, 230, 50, 30  # room for the headline, and its font sizes
NAMES_ROOM, NAMES_TOP = 200, 420

_pictures: LRUCache[tuple[str, int, str, int], bytes] = LRUCache(MOST_CACHED)


def render_picture(table: Table) -> bytes:
    """Return a PNG of what everyone may see of the table now. Raise Denied if the game hasn't started."""
    check_begun(table)
    return _pictures.get_or_make((table.game.pk, *table.mark), lambda: _render(table))


def _render(table: Table) -> bytes:
    kind = KINDS[table.game.kind]
    with override(settings.LANGUAGE_CODE):
        svg = str(render_to_string("games/shared/_preview_picture.svg", _context(table)))
    if kind.symbols:  # the picture must contain all of its parts
        svg = svg.replace(static(kind.symbols), "").replace(PARTS_PLACE, _load_symbols(kind.symbols))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=resolve_colors(svg),
            style_sheet=load_style_sheet(kind.presenter.CSS),
            skip_system_fonts=True,  # the same bytes on every machine
            font_files=[_find_file(name) for name in FONTS],
        )
    )


def _context(table: Table) -> dict[str, object]:
    view = make_view(table, None)[0]
    people = [_make_drawable(person) for person in table.people]
    lines, size = break_lines(_describe(table, view, people))
    return {
        "wide": WIDE,
        "high": HIGH,
        "sprite": f"games/{table.game.kind}/_sprite.html",
        "kind": KINDS[table.game.kind].names.short_name,
        "lines": [(round(165 + number * size * 1.14), line) for number, line in enumerate(lines, 1)],
        "size": size,
        "names": _place_names([person.name for person in people]),
        "drawing": draw_position(table),
    }


def _make_drawable(person: Person) -> Person:
    """Replace a name that can't be drawn, because the fonts only have Latin letters."""
    if is_drawable(person.name):
        return person
    return person._replace(name=_("Player %(number)s") % {"number": person.seat + 1})


def _describe(table: Table, view: Plain, people: list[Person]) -> str:
    """Return the sentence beside the position."""
    if table.game.status == Game.Status.ABORTED:
        return _("This game was canceled.")
    return table.presenter.headline(view, {}, people).text


def _place_names(names: list[str]) -> list[tuple[int, int, str]]:
    """Place the names of the players below the headline, in one column or two."""
    rows = 6 if len(names) > 5 else len(names)
    room = NAMES_ROOM * (2 if len(names) <= rows else 1)
    return [
        (56 + number // rows * (NAMES_ROOM + 15), NAMES_TOP + number % rows * 30, shorten(name, room, 22))
        for number, name in enumerate(names)
    ]


# --- styles ---------------------------------------------------------------------------------------------------------


def resolve_colors(text: str) -> str:
    """Replace variables and `light-dark` by plain colors of the light theme, for SVG outside of browsers."""
    flat = re.sub(r"var\(--([\w-]+)\)", lambda name: load_palette().get(name[1], "none"), BY_DAY.sub(r"\1", text))
    return SEE_THROUGH.sub(lambda color: f"rgba({color[1]},{color[2]},{color[3]},{float(color[4]) / 100:g})", flat)


@cache
def load_palette() -> dict[str, str]:
    """Read the variables of the site's style sheet, in light mode."""
    return dict(
        re.findall(r"--([\w-]+): ([^;]+);", BY_DAY.sub(r"\1", Path(_find_file("ten/shared/base.css")).read_text()))
    )


@cache
def load_style_sheet(name: str) -> str:
    return resolve_colors(Path(_find_file(name)).read_text())


@cache
def _load_symbols(name: str) -> str:
    """Return what is inside the SVG file."""
    text = Path(_find_file(name)).read_text()
    return text[text.index(">") + 1 : text.rindex("</svg>")]


@cache
def _find_file(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return found


# --- text -----------------------------------------------------------------------------------------------------------

# upper bounds for the width of Besley's letters, relative to the font size
SIGNS = {
    0.3: " ',.:;|}·‘’‚•",
    0.4: "![]`ijlt{‹›",
    0.5: '"()-Ifľ',
    0.6: "+/13456789<=>?\\^_aceorsz“”„",
    0.7: "#$*02JSbdghkpquvxy~−ť",
    0.8: "BEFLPTZn…–ď",
    0.9: "&ACDGNOQRUVXYw",
    1.0: "HKmœ",
    1.1: "%@M—Ĳ¼½¾",
    1.3: "WÆŒ",
}
WIDTHS = {sign: width for width, signs in SIGNS.items() for sign in signs}


def is_drawable(text: str) -> bool:
    """Whether the fonts of pictures have all its letters."""
    return all(" " <= sign <= "~" or "\u00a1" <= sign <= "\u017f" for sign in text)


def estimate_width(text: str, size: float) -> float:
    """Estimate the width of a text, never too low. Accents don't make letters wider."""
    return size * sum(WIDTHS.get(sign) or WIDTHS.get(normalize("NFD", sign)[0], 0.95) for sign in text)


def shorten(text: str, room: float, size: float) -> str:
    while len(text) > 1 and estimate_width(text, size) > room:
        text = text[:-2] + "…"
    return text


def break_lines(text: str) -> tuple[list[str], int]:
    """Break the headline into lines, in a smaller size if it is long."""
    for size in range(LARGEST, SMALLEST, -4):
        lines = _split(text, size)
        if len(lines) * size * 1.14 <= TEXT_HIGH and all(
            estimate_width(word, size) <= TEXT_ROOM for word in text.split()
        ):
            return lines, size
    return _split(text, SMALLEST), SMALLEST


def _split(text: str, size: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and estimate_width(longer, size) <= TEXT_ROOM:
            lines[-1] = longer
        else:
            lines.append(shorten(word, TEXT_ROOM, size))
    return lines
