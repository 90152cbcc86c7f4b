"""The preview picture of a table: background, logo, headline, the kind's drawing of the position, and the players."""

from io import BytesIO

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from PIL import ImageFilter

from games.kinds import KINDS
from games.kinds.presenter import People, Person
from games.models import Game
from games.pages.board import Table, check_begun, view_of
from games.pages.cache import Kept
from games.pictures.canvas import MUTED, SERIF, SERIF_BOLD, Canvas, is_drawable
from games.pictures.drawings import SUITS
from games.pictures.paths import oval, polygons
from games.pictures.text import headline
from games.rules.base import Plain

WIDE, HIGH = 1200, 630
KEPT = 200
EDGE = 56
HEART = "M20 8.2C14.2 4.6 15.5.6 17.9.6c1.1 0 1.8.6 2.1 1.4.3-.8 1-1.4 2.1-1.4 2.4 0 3.7 4-2.1 7.6z"
LEAF = "c-.5-5 2.300-7.400 7.400-7.200.5 5-2.300 7.400-7.400 7.200z"

_pictures: Kept[tuple[str, int, str, int], bytes] = Kept(KEPT)


def picture(table: Table) -> bytes:
    """Return a PNG of what everyone may see of the table now. Raise Denied if the game hasn't started."""
    check_begun(table)
    return _pictures.get_or_make((table.game.pk, *table.mark), lambda: _drawn(table))


def _drawn(table: Table) -> bytes:
    with override(settings.LANGUAGE_CODE):
        canvas = Canvas(WIDE, HIGH)
        for y in range(0, HIGH, 4):
            canvas.fill([(0, y), (WIDE, y), (WIDE, y + 1), (0, y + 1)], "#DCE3D9")
        _mark(canvas, table)
        view = view_of(table, None)[0]
        people = [_named(person) for person in table.people]
        said = _said(table, view, people)
        draw = KINDS[table.game.kind].picture or _only_said
        draw(canvas, view, people, table.game.result, said)
    file = BytesIO()
    canvas.small().filter(ImageFilter.UnsharpMask(1, 30, 2)).save(file, "PNG", optimize=True)
    return file.getvalue()


def _only_said(canvas: Canvas, view: Plain, people: People, result: Plain | None, said: str) -> None:
    """Draw only the headline, for kinds without a drawing."""
    headline(canvas, said, EDGE, 300, WIDE - 2 * EDGE, lines=2, most=2)


def _named(person: Person) -> Person:
    """Replace a name that can't be drawn, because the fonts only have Latin letters."""
    if is_drawable(person.name):
        return person
    return person._replace(name=_("Player %(number)s") % {"number": person.seat + 1})


def _said(table: Table, view: dict[str, object], people: list[Person]) -> str:
    """Return the sentence above the position."""
    if table.game.status == Game.Status.ABORTED:
        return _("This game was called off.")
    return table.presenter.headline(view, {}, people).text


def _mark(canvas: Canvas, table: Table) -> None:
    """Draw the logo, the name of the site and the name of the game."""
    rows = [(5.5, 31.9), (15.2, 31.9), (24.8, 31.9), (34.5, 31.9)]

    def at(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(EDGE + x * 1.5, 40 + y * 1.5) for x, y in points]

    for x, y in rows:
        canvas.fill(at(oval(x, y, 3.9, 3.9)), SUITS["b"])
    for x in (6.8, 16.3, 25.8):
        canvas.fill(at(polygons(f"M{x} 26.600{LEAF}")[0][0]), SUITS["g"])
    for x in (11.6, 21.2):
        canvas.fill(at([(x, 10.4), (x + 7.2, 10.4), (x + 7.2, 17.6), (x, 17.6)]), SUITS["o"])
    canvas.fill(at(polygons(HEART)[0][0]), SUITS["p"])
    canvas.text(EDGE + 76, 86, "TEN", 46, SERIF_BOLD)
    name = str(KINDS[table.game.kind].names.short_name)
    canvas.text(EDGE + 76 + canvas.width("TEN", 46, SERIF_BOLD) + 14, 86, name, 46, SERIF, color=MUTED)
