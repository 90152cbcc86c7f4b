"""A small drawing of a position: every tile, with the winning rows underlined."""

from collections.abc import Iterable

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.kinds.tiles.pages.faces import MATERIALS
from games.rules.tiles.view import View

WIDTH, HEIGHT = 300, 200
LARGEST = 64.0  # the largest size of a tile
TILE = '<use href="#{}-{}" x="{}" y="{}" width="{}" height="{}"/>'
Tile = tuple[float, float, int, int]  # column, row, seat, number


def draw(view: View) -> SafeString:
    """Draw the board as large as it fits; before the first move, the tile that begins."""
    tiles: list[Tile] = [(*tile["at"], tile["seat"], tile["number"]) for tile in view["board"]]
    if not tiles:
        first = [(0, 0, view["turn"] or 0, view["number"])] if view["number"] else []
        return rendered(draw_tiles(first, 80, 0, 58))
    left, top = min(x for x, *_ in tiles), min(y for _, y, *_ in tiles)
    columns, rows = max(x for x, *_ in tiles) - left + 1, max(y for _, y, *_ in tiles) - top + 1
    size = min(LARGEST, WIDTH / (columns + 0.03), HEIGHT / (rows + 0.05))
    x0, y0 = -left * size, (HEIGHT - rows * size) / 2 - top * size
    rows_of_ten = {(x, y): "" for row in view["rows"] for x, y in row}
    won = [f"{x0 + x * size:.1f} {y0 + y * size:.1f}" for x, y in rows_of_ten]
    return rendered(draw_tiles(tiles, size, x0, y0), won, f"{size:.1f}")


def rendered(tiles: SafeString, won: Iterable[str] = (), size: str = "") -> SafeString:
    return render_to_string("games/tiles/_drawing.svg", {"tiles": tiles, "won": won, "size": size})


def draw_tiles(tiles: Iterable[Tile], size: float, x0: float, y0: float) -> SafeString:
    """Draw tiles in cells of that size; `x0`, `y0`: where the cell in column 0, row 0 begins."""
    wide, high = round(size * 0.92, 1), round(size * 0.985, 1)
    placed = (
        (MATERIALS[seat], number, round(x0 + (x + 0.04) * size, 1), round(y0 + (y + 0.02) * size, 1), wide, high)
        for x, y, seat, number in tiles
    )
    return format_html_join("", TILE, placed)
