"""High Card in link previews."""

from games.kinds.presenter import People
from games.pictures.canvas import Canvas
from games.pictures.text import headline
from games.rules.base import Plain


def draw(canvas: Canvas, view: Plain, people: People, result: Plain | None, said: str) -> None:
    """The cards played so far, under the headline."""
    headline(canvas, said, 56, 250, 1080)
    for place, card in enumerate(view["played"]):
        canvas.card(56 + place * 130, 400, 110)
        canvas.text(90 + place * 130, 480, str(card), 44)
