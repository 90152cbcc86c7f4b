"""The table of swap: the seats round the felt with what everybody can see."""

from math import cos, radians, sin

from games.kinds.presenter import People
from games.kinds.swap.pages import faces
from games.kinds.swap.pages.faces import LIGHT_ON_DARK
from games.kinds.swap.pages.seat_layout import angle, card_at
from games.pictures.canvas import INK, PAPER, Canvas
from games.pictures.drawings import LOOKS, parse, symbols
from games.pictures.paths import oval
from games.pictures.text import cut, headline
from games.rules.base import Plain
from games.rules.swap.state import TOKENS

LEFT, TEXT = 56, 360
MIDDLE_X, MIDDLE_Y, SCALE = 800.0, 366.0, 0.72
FELT, SIDE = "#1F4A3C", "#16352B"


def draw(canvas: Canvas, view: Plain, people: People, result: Plain | None, said: str) -> None:
    """The felt, the deck, and before each seat its card, its name and its tokens."""
    headline(canvas, said, LEFT, 190, TEXT, size=48, lines=5)
    for lower, color in ((10, SIDE), (0, FELT)):
        canvas.fill(oval(MIDDLE_X, MIDDLE_Y + lower * SCALE, 335 * SCALE, 216 * SCALE), color)
    over = view["phase"] == "over"
    shown = dict(map(tuple, view["last"]["cards"])) if over and view["last"] else {}
    seats = view["seats"]
    wide = 84.0 if seats <= 6 else 66.0 if seats <= 9 else 56.0
    if not over:
        _card(canvas, "", MIDDLE_X, MIDDLE_Y, wide * 0.9)
    for seat in range(seats):
        x, y = card_at(seat, seats, own=False)
        x, y = MIDDLE_X + (x - 500) * SCALE, MIDDLE_Y + (y - 300) * SCALE
        card = shown.get(seat) if over else view["up"][seat]
        lies = card or (not over and seat in view["order"] and view["tokens"][seat])
        if lies:
            _card(canvas, card or "", x, y, wide)
        _who(canvas, people[seat].name, view["tokens"][seat], seat, seats)


def _card(canvas: Canvas, code: str, x: float, y: float, wide: float) -> None:
    """A card around this middle: its face, or its back."""
    left, top = x - wide / 2, y - wide * 0.7
    canvas.card(left, top, wide)
    if not code:
        canvas.clipped(symbols()["swap-back"], left, top, wide / 250, wide * 1.4, wide)
        return
    drawing = parse(faces.card(code))
    for part in drawing.iter("text"):
        part.set("fill", PAPER if code in LIGHT_ON_DARK else INK)
        part.set("text-anchor", "start")
    canvas.clipped(drawing, left, top, wide / 250, wide * 1.4, wide)


def _who(canvas: Canvas, name: str, tokens: int, seat: int, seats: int) -> None:
    """The name outside the felt, and the tokens below it."""
    turned = radians(angle(seat, seats, own=False))
    x, y = MIDDLE_X + 318 * sin(turned), MIDDLE_Y + 228 * cos(turned)
    canvas.text(x, y, cut(canvas, name, 128), 22, anchor="middle")
    for number in range(TOKENS):
        at = x + (number - 1) * 22
        if number < tokens:
            canvas.fill(oval(at, y + 18, 8, 8), INK)
            canvas.fill(oval(at, y + 18, 3.2, 3.2), PAPER)
        else:
            canvas.line(oval(at, y + 18, 7, 7), LOOKS["g.w"]["ticks"], 1.5)
