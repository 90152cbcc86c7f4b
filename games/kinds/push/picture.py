"""The table of push: the tableau, what is for sale, or how it ended."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import People
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.seats import owners
from games.kinds.push.plans.payment import scored
from games.pictures.canvas import BRASS, INK, MUTED, PAPER, SERIF_BOLD, Canvas
from games.pictures.drawings import parse
from games.pictures.paths import box
from games.pictures.text import cut, headline
from games.rules.base import Plain

LEFT, RIGHT, TOP = 56, 1144, 244
WIDE = 130.0  # a card


def draw(canvas: Canvas, view: Plain, people: People, result: Plain | None, said: str) -> None:
    """The sentence, and below it the cards or the points."""
    headline(canvas, said, LEFT, 172, RIGHT - LEFT, lines=1, most=2)
    if not view["waiting"]:
        points(canvas, view, people, 238, 110)
        best = max(owners(view), key=lambda owned: scored(tuple(owned["cards"])).points)
        row(canvas, best["cards"], LEFT, 470, RIGHT - LEFT, 92)
        return
    lies = [*view["tableau"]["numbers"], *view["tableau"]["currency"]]
    end = RIGHT - WIDE - 40
    if view["auction"]:
        face(canvas, view["auction"]["card"], LEFT, TOP, WIDE)
        row(canvas, lies or view["market"], LEFT + WIDE + 56, TOP + 53, end - LEFT - WIDE - 56, 92)
    elif view["phase"] in ("buy", "final", "bust") or not lies:
        row(canvas, view["market"], LEFT, TOP, end - LEFT, WIDE)
    else:
        row(canvas, lies, LEFT, TOP, end - LEFT, WIDE)
    canvas.card(RIGHT - WIDE, TOP, WIDE)
    canvas.symbol("back", RIGHT - WIDE, TOP, WIDE)
    count = ngettext("%(count)s in the deck", "%(count)s in the deck", view["deck"]) % {"count": view["deck"]}
    canvas.text(RIGHT - WIDE / 2, TOP + 214, count, 21, anchor="middle")
    points(canvas, view, people, 500, 56)


def row(canvas: Canvas, codes: list[str], x: float, y: float, room: float, wide: float) -> None:
    """Cards side by side, closer together where there are many."""
    apart = min(wide * 1.1, (room - wide) / max(1, len(codes) - 1))
    for code in codes:
        face(canvas, code, x, y, wide)
        x += apart


def face(canvas: Canvas, code: str, x: float, y: float, wide: float) -> None:
    """One card."""
    canvas.card(x, y, wide, BRASS if code[0] == "$" else INK if "*" in code or "#" in code else PAPER)
    canvas.draw(parse(card(code)), x, y, wide / 100)


def points(canvas: Canvas, view: Plain, people: People, top: float, size: float) -> None:
    """The points of each player in a row of columns, the best underlined."""
    hands = owners(view)
    found = [scored(tuple(owned["cards"])).points for owned in hands]
    column = (RIGHT - LEFT) / max(4, len(hands))
    for seat, value in enumerate(found):
        x = LEFT + seat * column
        wide = canvas.text(x, top + size * 0.72, str(value), size, SERIF_BOLD)
        canvas.text(x, top + size * 0.72 + 38, cut(canvas, people[seat].name, column - 16), 25)
        if size > 100:
            canvas.text(x, top + size * 0.72 + 70, _("points"), 21, color=MUTED, weight=500)
        if value == max(found):
            canvas.fill(box(x, top + size * 0.72 + 8, wide, 4), INK)
