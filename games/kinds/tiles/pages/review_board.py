"""A small board before a move: what was played, what was better, and where the opponent could make ten."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kinds.review import Judged
from games.kinds.tiles.drawing import draw_tiles
from games.kinds.tiles.pages.words import where
from games.rules.base import Plain

CELL = 24  # pixels per cell
Pair = tuple[int, int]


def draw_board(judged: Judged) -> SafeString:
    board, chosen, best = judged.facts["board"], marks(judged.chosen), marks(judged.best)
    threats = [(x, y) for x, y in (threat["at"] for threat in judged.facts["threats"])]
    cells = [(x, y) for x, y, _seat, _number in board] + chosen + best + threats
    left, top = min(x for x, _y in cells), min(y for _x, y in cells)

    def corners(cells: list[Pair]) -> list[Pair]:
        return [((x - left) * CELL, (y - top) * CELL) for x, y in cells]

    context = {
        "number": judged.number,
        "tiles": draw_tiles(board, CELL, -left * CELL, -top * CELL),
        "wide": (max(x for x, _y in cells) - left + 1) * CELL + 4,
        "high": (max(y for _x, y in cells) - top + 1) * CELL + 4,
        "threats": corners(threats),
        "threats_at": "; ".join(where(at) for at in threats),
        "best": corners(best),
        "chosen": corners(chosen),
    }
    return render_to_string("games/tiles/_review_board.html", context)


def marks(move: Plain | None) -> list[Pair]:
    """Return the cells a move is about."""
    if move is None:
        return []
    return [(move[field][0], move[field][1]) for field in ("at", "from", "to") if field in move]
