"""The board as a table of cells, with rows near ten and winning rows drawn over it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kinds.figures import with_minus
from games.kinds.presenter import People
from games.kinds.tiles.bots.knowledge import edge_of
from games.kinds.tiles.pages.faces import face
from games.kinds.tiles.pages.rows import Near, Table
from games.kinds.tiles.pages.words import where
from games.rules.tiles.board import TEN, Cell, Pair, cell_at, pair, sides

Cells = dict[Cell, str]  # the HTML of each non-empty cell


class Frame(NamedTuple):
    """The part of the plane that is shown: all tiles, and a cell around them."""

    left: int
    top: int
    columns: int
    rows: int


def frame_of(cells: Iterable[Cell]) -> Frame:
    pairs = [pair(cell) for cell in cells] or [(0, 0)]
    left, top = min(x for x, _y in pairs) - 1, min(y for _x, y in pairs) - 1
    return Frame(left, top, max(x for x, _y in pairs) - left + 2, max(y for _x, y in pairs) - top + 2)


def table_rows(frame: Frame, cells: Cells) -> SafeString:
    """Draw the rows of the table, with names for screen readers."""
    heads = [
        f'<th scope="col"><span class="visually-hidden">{escape(_("column %(x)s") % {"x": with_minus(x)})}</span></th>'
        for x in range(frame.left, frame.left + frame.columns)
    ]
    lines = [f'<tr class="names"><td></td>{"".join(heads)}</tr>']
    for y in range(frame.top, frame.top + frame.rows):
        row = [cells.get(cell_at((x, y)), "<td></td>") for x in range(frame.left, frame.left + frame.columns)]
        name = escape(_("row %(y)s") % {"y": with_minus(y)})
        lines.append(f'<tr><th scope="row"><span class="visually-hidden">{name}</span></th>{"".join(row)}</tr>')
    return mark_safe("".join(lines))  # noqa: S308 (all names in it are escaped)  # nosec


def key(cell: Cell) -> str:
    """Name a cell as forms and IDs do."""
    x, y = pair(cell)
    return f"{x},{y}"


# --- cells ------------------------------------------------------------------------------------------------------------


def draw_tiles(table: Table, people: People, last: Cell | None, comes_from: str) -> Cells:
    """Draw all tiles. The last one is marked, and flies in from the element with that key."""
    cells = {}
    for seat in (0, 1):
        name = escape(people[seat].name)
        for cell, number in table.tiles[seat].items():
            mark = keys = after = ""
            if cell == last:
                mark, after = ' class="last"', escape(", " + pgettext("tile", "last placed"))
                keys = f' data-piece="tile {key(cell)}" data-enter="{comes_from}{seat}"'
            words = f'{face(seat, number)}<span class="visually-hidden">{name} {number}{after}</span>'
            cells[cell] = f'<td{mark}><span class="tile"{keys}>{words}</span></td>'
    return cells


def cell_buttons(goals: Sequence[Cell], field: str, label: str, closing: dict[Cell, str]) -> Cells:
    """Draw the free cells to choose from as buttons. `label` contains %(where)s."""
    cells = {}
    for cell in goals:
        at, name = key(cell), escape(label % {"where": where(pair(cell))})
        closes = f' data-closes="{escape(closing[cell])}"' if cell in closing else ""
        button = f'<button class="cell" id="at{at}" name="{field}" value="{at}" aria-label="{name}"{closes}></button>'
        cells[cell] = f"<td>{button}</td>"
    return cells


def movable_buttons(table: Table, seat: int, tiles: Sequence[tuple[Cell, str, str]], lifted: str) -> Cells:
    """Draw the tiles that can be moved, with the rows each makes in each place, and where it can't go."""
    cells = {}
    for cell, worths, lost in tiles:
        at, number = key(cell), table.tiles[seat][cell]
        name = escape(_("Pick up your %(number)s at %(where)s") % {"number": number, "where": where(pair(cell))})
        radio = (
            f'<input type="radio" name="from" value="{at}" id="from{at}" required aria-label="{name}" '
            f'data-number="{number}" data-worths="{worths}" data-lost="{lost}"{" checked" if at == lifted else ""}>'
        )
        cells[cell] = f'<td><label class="tile lift">{radio}{face(seat, number)}</label></td>'
    return cells


def mark_stuck(table: Table, seat: int, cells: Iterable[Cell]) -> Cells:
    """Draw the reader's tiles that can't be moved now, and say why."""
    shut = escape(_("This tile has no free side."))
    holding = escape(_("Moving this tile would split the board."))
    found, free = {}, edge_of(table.tiles)
    for cell in cells:
        is_shut = free.keys().isdisjoint(sides(cell))
        number, at = table.tiles[seat][cell], key(cell)
        name = escape(_("Your %(number)s at %(where)s can't move") % {"number": number, "where": where(pair(cell))})
        found[cell] = (
            f'<td><button type="button" class="tile off" id="from{at}" aria-disabled="true" aria-label="{name}" '
            f'data-why="{shut if is_shut else holding}" title="{shut if is_shut else holding}">'
            f"{face(seat, number)}</button></td>"
        )
    return found


# --- marks drawn over the board ---------------------------------------------------------------------------------------


def near_marks(rows: Sequence[Near]) -> SafeString:
    """Mark the rows that are nearly ten: an outline, their worth, and the wanted number at each open end."""
    outlines, ends = [], {}
    for near in reversed(rows):
        css = f"near near-{near.run.worth} of-{near.seat}"
        outlines.append(outline(near.run.cells, near.run.worth, css))
        for end, number in near.open:
            ends[end, near.seat] = (near, number)
    for (end, _seat), (near, number) in ends.items():
        outlines.append(wanted_badge(end, near, number))
    return mark_safe("".join(outlines))  # noqa: S308 (numbers only)  # nosec


def won_marks(rows: Sequence[Sequence[Pair]]) -> SafeString:
    """Mark the winning rows."""
    drawn = "".join(outline([cell_at(at) for at in row], TEN, "won") for row in rows)
    return mark_safe(drawn)  # noqa: S308 (numbers only)  # nosec


def outline(cells: Sequence[Cell], worth: int, css: str) -> str:
    """Draw a frame around a line of tiles, with its worth at the end. Cells are ten by ten."""
    (x1, y1), (x2, y2) = pair(cells[0]), pair(cells[-1])
    wide, high, middle_x, middle_y = x2 - x1, y2 - y1, (x1 + x2) * 5, (y1 + y2) * 5
    is_diagonal = bool(wide and high)
    length = max(abs(wide), abs(high)) * (14.142 if is_diagonal else 10) + (7.6 if is_diagonal else 9.6)
    angle = 0 if not high else 90 if not wide else 45 if wide * high > 0 else -45
    thick = 6.4 if is_diagonal else 9.6
    turn = f' transform="rotate({angle} {middle_x} {middle_y})"' if angle else ""
    badge_x, badge_y = badge(x2 * 10, y2 * 10, angle)
    left, top = middle_x - length / 2, middle_y - thick / 2
    rect = f'x="{left:g}" y="{top:g}" width="{length:g}" height="{thick:g}" rx="1.7"{turn}'
    return (
        f'<g class="{css}"><rect class="under" {rect}/><rect {rect}/><circle cx="{badge_x}" cy="{badge_y}" r="1.9"/>'
        f'<text x="{badge_x}" y="{badge_y + 0.95:g}">{worth}</text></g>'
    )


def badge(x: int, y: int, angle: int) -> tuple[float, float]:
    """Return where the worth of a row goes: on the frame, at its last tile."""
    if angle == 0:
        return x + 2.6, y - 4.8
    if angle == 90:
        return x + 4.8, y + 2.6
    return (x + 3.6, y + 3.6) if angle == 45 else (x - 3.6, y + 3.6)


def wanted_badge(end: Cell, near: Near, number: int) -> str:
    """Draw the number that makes ten at an open end, close to the row."""
    (x, y), (near_x, near_y) = pair(end), pair(near.run.cells[0 if end == near.run.ends[0] else -1])
    near_by = 2.9 if near_x == x or near_y == y else 2.3
    at_x, at_y = x * 10 + (near_x - x) * near_by, y * 10 + (near_y - y) * near_by
    return f'<text class="want of-{near.seat}" x="{at_x:g}" y="{at_y + 0.8:g}">{number}</text>'
