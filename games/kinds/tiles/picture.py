"""The table of tiles: the board as large as it fits, and the sentence beside it."""

from games.kinds.presenter import People
from games.kinds.tiles.pages.drawing import MATERIALS
from games.pictures.canvas import INK, Canvas
from games.pictures.paths import box
from games.pictures.text import cut, headline
from games.rules.base import Plain

LEFT, TEXT, TOP, RIGHT, FOOT = 56, 430, 118, 1144, 602
LARGEST = 92.0


def draw(canvas: Canvas, view: Plain, people: People, result: Plain | None, said: str) -> None:
    """All tiles that lie, and rows of ten underlined."""
    below = headline(canvas, said, LEFT, 190, TEXT, size=50, lines=5)
    for seat, person in enumerate(people[:2]):
        y = max(430, below + 10) + seat * 74
        canvas.symbol(f"{MATERIALS[seat]}-3", LEFT, y, 52)
        canvas.text(LEFT + 68, y + 37, cut(canvas, person.name, TEXT - 80), 28)
    if not view["board"]:
        return
    cells = [tile["at"] for tile in view["board"]]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    columns, rows = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
    size = min(LARGEST, (RIGHT - LEFT - TEXT - 60) / columns, (FOOT - TOP) / rows)
    x0 = (LEFT + TEXT + 60 + RIGHT - columns * size) / 2
    y0 = (TOP + FOOT - rows * size) / 2
    won = {tuple(at) for row in view["rows"] for at in row}
    for tile in view["board"]:
        x, y = x0 + (tile["at"][0] - left) * size, y0 + (tile["at"][1] - top) * size
        if tuple(tile["at"]) in won:
            canvas.fill(box(x - size * 0.02, y - size * 0.02, size * 1.02, size * 1.06, size * 0.14), INK)
        canvas.symbol(f"{MATERIALS[tile['seat']]}-{tile['number']}", x + size * 0.03, y + size * 0.02, size * 0.92)
