"""The context of the board and the sidebar."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import People
from games.kinds.tiles.pages import grid
from games.kinds.tiles.pages.faces import MATERIALS, face
from games.kinds.tiles.pages.headlines import winner
from games.kinds.tiles.pages.rows import (
    NUMBERS,
    Near,
    Table,
    cells_of,
    near_rows,
    table_of,
    threats,
    values_of_placements,
    values_of_shifts,
)
from games.rules.base import Plain, PlainResult
from games.rules.tiles.board import Cell, cell_at
from games.rules.tiles.phase_two import ShiftChoice
from games.rules.tiles.play import Choices, PlaceChoice
from games.rules.tiles.state import SHIFTS
from games.rules.tiles.view import View


def board(view: View, choices: Choices, people: People, draft: QueryDict, result: PlainResult | None) -> dict[str, Any]:
    table = table_of(view)
    frame = grid.frame_of([*table.tiles[0], *table.tiles[1]])
    last = last_placed(view, table)
    cells = grid.draw_tiles(table, people, last, "rack-" if view["open"] else "hand ")
    context: dict[str, Any] = {"do": "", "worths": "", "ends": [], "chosen": ""}
    if "place" in choices:
        context |= placement(view, choices["place"], table, people, draft, cells)
    elif "shift" in choices:
        context |= shifts(view, choices["shift"], table, people, draft, cells)
    over = view["turn"] is None
    near = [] if over else [*near_rows(table, 0), *near_rows(table, 1)]
    return {
        **context,
        "over": over,
        "phase": view["phase"],
        "frame": frame,
        "box": f"{frame.left * 10 - 5} {frame.top * 10 - 5} {frame.columns * 10} {frame.rows * 10}",
        "rows": grid.table_rows(frame, cells),
        "marks": grid.won_marks(view["rows"]) if over else grid.near_marks(near),
        "last": grid.key(last) if last is not None else "",
        "hand": hand(view, people),
        "racks": [rack(view, people, seat) for seat in seats_from(view["seat"])],
        "threats": [chance(table, people, seat, view["seat"]) for seat in seats_from(view["seat"])] if not over else [],
        "shifts_left": view["shifts_left"],
        "all_shifts": SHIFTS,
        "times": view["times"],
        "free": len(choices.get("place", {}).get("cells", ())),
    }


def seats_from(seat: int | None) -> tuple[int, int]:
    """Return both seats, the reader's first."""
    return (1, 0) if seat == 1 else (0, 1)


def last_placed(view: View, table: Table) -> Cell | None:
    """Return the tile placed last: a seat's tiles are in the order they were placed."""
    if view["draw"] or view["left"]:
        return None
    seat = winner(view) if view["turn"] is None else 1 - view["turn"]
    return None if seat is None else next(reversed(table.tiles[seat]), None)


# --- possible moves ---------------------------------------------------------------------------------------------------


def placement(
    view: View, place: PlaceChoice, table: Table, people: People, draft: QueryDict, cells: grid.Cells
) -> dict[str, Any]:
    """Return the first phase: free cells as buttons, and in the open variant both ends of the row."""
    seat, goals = view["seat"], sorted(cells_of(place["cells"]))
    own = table.tiles[seat]
    label = _("Place your tile at %(where)s")
    if "number" in place:
        label = _("Place the %(number)s at %(where)s").replace("%(number)s", str(place["number"]))
    cells |= grid.cell_buttons(goals, "at", label, goals_that_close(table, seat, set(goals), people))
    ends = place.get("ends")
    numbers = [("left", ends["left"]), ("right", ends["right"])] if ends else []
    return {
        "do": "place",
        "worths": join_values(values_of_placements(own, goals, place["number"])) if "number" in place else "",
        "number": place.get("number", ""),
        "material": MATERIALS[seat],
        "chosen": chosen_cell(draft, "at", goals),
        "ends": [
            {
                "end": end,
                "number": number,
                "face": face(seat, number),
                "checked": (end == "right") == (draft.get("end") == "right"),
                "worths": join_values(values_of_placements(own, goals, number)),
            }
            for end, number in numbers
        ],
    }


def shifts(
    view: View, shift: ShiftChoice, table: Table, people: People, draft: QueryDict, cells: grid.Cells
) -> dict[str, Any]:
    """Return the second phase: the reader's tiles to pick up, and the places for them."""
    seat = view["seat"]
    tiles = [(cell_at(at), set(cells_of(goals))) for at, goals in shift["tiles"]]
    goals = sorted(set().union(*(places for _cell, places in tiles)))
    lift = []
    for cell, allowed in tiles:
        worths = values_of_shifts(table.tiles[seat], cell, goals)
        lost = " ".join(grid.key(goal) for goal in goals if goal not in allowed)
        lift.append((cell, join_values(worths), lost))
    closes = goals_that_close(table, seat, set(goals), people)
    cells |= grid.cell_buttons(goals, "to", _("Move your tile to %(where)s"), closes)
    cells |= grid.mark_stuck(table, seat, table.tiles[seat].keys() - {cell for cell, _goals in tiles})
    cells |= grid.movable_buttons(table, seat, lift, draft.get("from", ""))
    return {
        "do": "shift",
        "material": MATERIALS[seat],
        "chosen": chosen_cell(draft, "to", goals),
    }


def goals_that_close(table: Table, seat: int, cells: set[Cell], people: People) -> dict[Cell, str]:
    """Say by cell what a tile of that seat does there to the opponent's rows."""
    name = people[1 - seat].name
    texts: dict[Cell, str] = {}
    for near in near_rows(table, 1 - seat):
        for cell, _number in near.open:
            texts.setdefault(cell, closes(near, name))
    for cell in threats(table, 1 - seat, cells):
        texts.setdefault(cell, _("Stops %(name)s from making ten here") % {"name": name})
    return texts


def closes(near: Near, name: str) -> str:
    """Say what happens to a row when its end is taken."""
    facts = {"name": name, "worth": near.run.worth}
    if len(near.open) == 1:
        return _("Blocks %(name)s's row of %(worth)s") % facts
    return _("Blocks one end of %(name)s's row of %(worth)s") % facts


def join_values(worths: list[int]) -> str:
    """Join numbers for the script."""
    return " ".join(map(str, worths))


def chosen_cell(draft: QueryDict, field: str, goals: list[Cell]) -> str:
    """Return the cell chosen in a refused form, if it is a possible one."""
    text = draft.get(field, "")
    return text if text in {grid.key(goal) for goal in goals} else ""


# --- beside the board -------------------------------------------------------------------------------------------------


def hand(view: View, people: People) -> Plain | None:
    """Return the face-up tile."""
    if view["number"] is None:
        return None
    seat, number = view["turn"], view["number"]
    yours, name = seat == view["seat"], people[seat].name
    return {"seat": seat, "yours": yours, "name": name, "face": face(seat, number), "number": number}


def rack(view: View, people: People, seat: int) -> Plain:
    """Return what a seat still has to place."""
    stack = view["stacks"][seat]
    counts = list(stack["numbers"])
    in_hand = view["number"] is not None and view["turn"] == seat
    if in_hand:
        counts[view["number"] - 1] -= 1
    return {
        "seat": seat,
        "person": people[seat],
        "material": (_("bone"), _("lacquer"))[seat],
        "face": face(seat, 1),
        "left": sum(counts),
        "in_hand": in_hand,
        "counts": [(face(seat, number), number, count) for number, count in zip(NUMBERS, counts, strict=True)],
        "row": [(face(seat, number), number) for number in stack["row"] or ()],
    }


def chance(table: Table, people: People, seat: int, reader: int | None) -> str:
    """Say which number turns the best row of a seat into ten."""
    near = near_rows(table, seat)
    if not near:
        return ""
    worth, (_cell, number) = near[0].run.worth, near[0].open[0]
    if table.phase == 2:
        return _("A %(number)s turns a row of %(worth)s into ten.") % {"number": number, "worth": worth}
    count = table.stacks[seat]["numbers"][number - 1]
    text = ngettext(
        "A %(number)s turns a row of %(worth)s into ten: one left.",
        "A %(number)s turns a row of %(worth)s into ten: %(count)s left.",
        count,
    )
    return text % {"number": number, "worth": worth, "count": count}
