"""The first phase: where to place a tile."""

import math
from typing import NamedTuple

from games.kinds.tiles.bots.knowledge import Knowledge, Option, Rack
from games.kinds.tiles.bots.position_value import WON, win_value, worth
from games.kinds.tiles.bots.rows import denial, gain, make_survey, makes_ten
from games.rules.tiles.board import Board, Cell, lay_tile

Breadth = tuple[int, ...]
NOTHING = (0, 0, 0, 0)


class Placement(NamedTuple):
    """A possible placement, and how promising it looks at first."""

    promise: float
    cell: Cell
    option: Option
    wins: bool


def list_placements(board: Board, seat: int, options: list[Option]) -> list[Placement]:
    """List all placements, the most promising first; rows of ten come before all others."""
    own = make_survey(board.tiles[seat], board.edge).sums
    other = make_survey(board.tiles[1 - seat], board.edge).sums
    found = []
    for cell in board.edge:
        mine = own.get(cell, NOTHING)
        denied = denial(other.get(cell, NOTHING))
        for option in options:
            wins = makes_ten(mine, option.number)
            promise = 1000.0 if wins else gain(mine, option.number) + denied
            found.append(Placement(promise, cell, option, wins))
    return sorted(found, key=lambda placement: -placement.promise)


def after(known: Knowledge, seat: int, placement: Placement) -> Knowledge:
    """Return the position after that placement."""
    rest: Rack = placement.option.rest
    racks = (rest, known.racks[1]) if seat == 0 else (known.racks[0], rest)
    return Knowledge(lay_tile(known.board, seat, placement.cell, placement.option.number), racks)


def value(known: Knowledge, seat: int, breadth: Breadth, enough: float = math.inf) -> float:
    """How good it is to be the seat to move, looking as many moves ahead as `breadth` says how many to try of each.

    `enough`: where it is at least as good as that, the seat that could let it come so far will not; no more is asked.
    """
    draws = known.racks[seat].draws()
    if not breadth or not draws:
        return worth(known.board, known.racks, seat)
    if len(draws) == 1:
        return best_value(known, seat, draws[0][1], breadth, enough)
    return sum([odds * best_value(known, seat, options, breadth, math.inf) for odds, options in draws])


def best_value(known: Knowledge, seat: int, options: list[Option], breadth: Breadth, enough: float) -> float:
    """Return the value of the best of the most promising placements."""
    found = list_placements(known.board, seat, options)
    if found[0].wins:
        return win_value(breadth)
    best = -math.inf
    for placement in found[: breadth[0]]:
        best = max(best, -value(after(known, seat, placement), 1 - seat, breadth[1:], -best))
        if best >= enough:
            break
    return best


def list_values(known: Knowledge, seat: int, options: list[Option], breadth: Breadth) -> list[tuple[float, Placement]]:
    """List the most promising placements with their values, after a quick look at all of them."""
    found = list_placements(known.board, seat, options)
    if found[0].wins:
        return [(WON, placement) for placement in found if placement.wins]
    seen = [(-value(after(known, seat, placement), 1 - seat, ()), placement) for placement in found]
    seen = sorted(seen, key=lambda one: -one[0])[: breadth[0]]
    if len(breadth) == 1:
        return seen
    return [(-value(after(known, seat, placement), 1 - seat, breadth[1:]), placement) for _, placement in seen]
