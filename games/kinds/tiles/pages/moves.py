"""Every legal move, and the move read from a form."""

import re
from typing import Any

from django.http import QueryDict

from games.rules.base import IllegalMove, Plain, short
from games.rules.tiles.moves import MOVES
from games.rules.tiles.play import Choices
from games.rules.tiles.view import View

PAIR = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})", re.ASCII)
ENDS = ("left", "right")


def legal(view: View, choices: Choices) -> list[Plain]:
    if place := choices.get("place"):
        ends = [{"end": end} for end in place.get("ends", ())] or [{}]
        return [{"do": "place", "at": list(at), **end} for at in place["cells"] for end in ends]
    if shift := choices.get("shift"):
        return [{"do": "shift", "from": list(tile), "to": list(to)} for tile, goals in shift["tiles"] for to in goals]
    return []


def read(form: QueryDict, view: View, choices: Choices) -> Plain:
    do = single_field(form, "do", "do")
    if do == "place":
        end = {"end": read_end(form)} if "end" in form else {}
        return {"do": do, "at": read_pair(form, do, "at"), **end}
    if do == "shift":
        return {"do": do, "from": read_pair(form, do, "from"), "to": read_pair(form, do, "to")}
    if do == "resign":
        return {"do": do}
    raise IllegalMove("move.unknown", do=short(do), known=", ".join(MOVES))


def read_end(form: QueryDict) -> str:
    end = single_field(form, "place", "end")
    if end not in ENDS:
        raise misfit("place", "end", end)
    return end


def read_pair(form: QueryDict, do: str, field: str) -> list[int]:
    """Read a cell written as `x,y`."""
    found = PAIR.fullmatch(text := single_field(form, do, field))
    if not found:
        raise misfit(do, field, text)
    return [int(found[1]), int(found[2])]


def single_field(form: QueryDict, do: str, field: str) -> str:
    """Return a field that must appear exactly once."""
    texts = form.getlist(field)
    if len(texts) != 1 or not isinstance(texts[0], str):
        raise misfit(do, field, ", ".join(map(str, texts[:3])))
    return texts[0]


def misfit(do: str, field: str, what: Any) -> IllegalMove:
    """Return the refusal of a field that can't be read."""
    return IllegalMove("move.misfit", do=short(do), what=f'{field}: "{short(what)}"')
