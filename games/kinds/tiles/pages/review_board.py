"""A small board before a move: what was played, what was better, and where the opponent could make ten."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kinds.review import Judged
from games.kinds.tiles.drawing import draw_tiles
from games.kinds.tiles.pages.words import where
from games.rules.base import Plain

CELL = 24  # pixels of a cell
Pair = tuple[int, int]

THREAT = '<circle class="threat" cx="{}" cy="{}" r="4"/>'
BEST = '<circle class="best" cx="{}" cy="{}" r="9"/>'
CHOSEN = '<rect class="chosen" x="{}" y="{}" width="22" height="22" rx="3"/>'


def draw_board(judged: Judged) -> SafeString:
    board, chosen, best = judged.facts["board"], marks(judged.chosen), marks(judged.best)
    threats = [(x, y) for x, y in (threat["at"] for threat in judged.facts["threats"])]
    cells = [(x, y) for x, y, _seat, _number in board] + chosen + best + threats
    left, top = min(x for x, _y in cells), min(y for _x, y in cells)
    wide = (max(x for x, _y in cells) - left + 1) * CELL
    high = (max(y for _x, y in cells) - top + 1) * CELL

    def at(cell: Pair, inside: int) -> Pair:
        return (cell[0] - left) * CELL + inside, (cell[1] - top) * CELL + inside

    parts = [
        draw_tiles(board, CELL, -left * CELL, -top * CELL),
        format_html_join("", THREAT, [at(cell, CELL // 2) for cell in threats]),
        format_html_join("", BEST, [at(cell, CELL // 2) for cell in best]),
        format_html_join("", CHOSEN, [at(cell, 1) for cell in chosen]),
    ]
    return format_html(
        '<svg class="tiles-small" viewBox="-2 -2 {wide} {high}" width="{wide}" height="{high}" role="img">'
        "<title>{title}</title><desc>{desc}</desc>{parts}</svg>",
        wide=wide + 4,
        high=high + 4,
        title=_("The board before move %(number)s") % {"number": judged.number},
        desc=describe(judged),
        parts=format_html_join("", "{}", [(part,) for part in parts]),
    )


def marks(move: Plain | None) -> list[Pair]:
    """Return the cells a move is about."""
    if move is None:
        return []
    return [(move[field][0], move[field][1]) for field in ("at", "from", "to") if field in move]


def describe(judged: Judged) -> str:
    """Explain the marks."""
    lines = [_("Square: the move played.")]
    if judged.best:
        lines.append(_("Circle: a better move."))
    if judged.facts["threats"]:
        places = "; ".join(where(threat["at"]) for threat in judged.facts["threats"])
        lines.append(_("Dot: where the opponent could make ten (%(places)s).") % {"places": places})
    return " ".join(lines)
