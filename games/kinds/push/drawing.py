"""A small drawing of a position: the cards that matter now, or how it ended, and everyone's points."""

from collections.abc import Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kinds.push.bots.knowledge import owners
from games.kinds.push.pages.board_parts import matrix_marks
from games.kinds.push.pages.faces import small_face
from games.kinds.push.payment import score_hand
from games.rules.push.view import View

WIDTH, HEIGHT = 300.0, 150.0  # of the area with cards, above the points
LARGEST = 100.0  # the largest width of a card
GAP, SHAPE = 6.0, 1.4
DIGIT = 21  # the width of a digit in the points
BACK = "back"


class Card(NamedTuple):
    """A card at its place, in units of the drawing."""

    at: str
    scale: str
    material: str
    face: SafeString | str  # empty: the back


def draw(view: View) -> SafeString:
    """Draw the cards on the table, or the best player's runs when the game is over, and everyone's points."""
    hands = owners(view)
    points = [score_hand(tuple(owned["cards"])).points for owned in hands]
    over = not view["waiting"]
    marked = [seat for seat, value in enumerate(points) if (value == max(points) if over else seat in view["waiting"])]
    best = hands[points.index(max(points))]
    context = {
        "cards": [] if over else table_cards(view),
        "runs": matrix_marks(tuple(best["cards"])) if over else "",
        "points": [(seat * 60, value, seat in marked and len(str(value)) * DIGIT) for seat, value in enumerate(points)],
    }
    return render_to_string("games/push/_drawing.svg", context)


def table_cards(view: View) -> list[Card]:
    """Place the cards that the decision is about: the wild for sale, the tableau, or the market."""
    shown = [*view["tableau"]["numbers"], *view["tableau"]["currency"]]
    if view["auction"]:
        wild = place([view["auction"]["card"]], 0, LARGEST, LARGEST)
        return wild + place(shown or view["market"], LARGEST + 2 * GAP, WIDTH - LARGEST - 2 * GAP, LARGEST / 2)
    if view["phase"] in ("buy", "final", "bust") or not shown:
        shown = [*view["market"]]
    return place(shown or [BACK], 0, WIDTH, LARGEST)


def place(codes: Sequence[str], left: float, room: float, largest: float) -> list[Card]:
    """Place cards in rows, as large as possible."""
    if not codes:
        return []
    wide, columns = max(fits(len(codes), rows, room, largest) for rows in (1, 2, 3, 4))
    rows = -(-len(codes) // columns)
    top = (HEIGHT - rows * wide * SHAPE - (rows - 1) * GAP) / 2
    return [
        Card(
            f"{left + number % columns * (wide + GAP):.1f} {top + number // columns * (wide * SHAPE + GAP):.1f}",
            f"{wide / 100:.3f}",
            material(code),
            "" if code == BACK else small_face(code),
        )
        for number, code in enumerate(codes)
    ]


def fits(count: int, rows: int, room: float, largest: float) -> tuple[float, int]:
    """Return the width of cards in that many rows, and how many are in a row."""
    columns = -(-count // rows)
    wide = (room - (columns - 1) * GAP) / columns
    high = (HEIGHT - (rows - 1) * GAP) / rows
    return min(wide, (high - 4) / SHAPE, largest), columns


def material(code: str) -> str:
    return "brass" if code[0] == "$" else "ink" if "*" in code or "#" in code else "paper"
