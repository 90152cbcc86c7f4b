"""The events of TEN Tiles, all of them public."""

from games.rules.base import Event
from games.rules.tiles.board import Row, pairs

EVENTS = {
    "placed": ("seat", "number", "at", "end"),
    "turned-up": ("seat", "number"),
    "second-phase": (),
    "moved": ("seat", "number", "from", "to"),
    "passed": ("seat",),
    "row-of-ten": ("seat", "cells"),
    "drawn-game": ("reason",),
    "left": ("seat",),
}


def row_events(seat: int, rows: tuple[Row, ...]) -> tuple[Event, ...]:
    """Return one event for each row of ten."""
    return tuple(Event("row-of-ten", {"seat": seat, "cells": pairs(row)}) for row in rows)
