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
    rest: Rack = placement.option.rest
    racks = (rest, known.racks[1]) if seat == 0 else (known.racks[0], rest)
    return Knowledge(lay_tile(known.board, seat, placement.cell, placement.option.number), racks)


def value(known: Knowledge, seat: int, breadth: Breadth, enough: float = math.inf) -> float:
    """Return the value for the seat to move, looking ahead; `breadth` says how many moves to try at each step.

    From a value of `enough` on the search stops, because the other seat won't let it come to that.
    """
    draws = known.racks[seat].draws()
    if not breadth or not draws:
        return worth(known.board, known.racks, seat)
    if len(draws) == 1:
        return best_value(known, seat, draws[0][1], breadth, enough)
    return sum([odds * best_value(known, seat, options, breadth, math.inf) for odds, options in draws])


def best_value(known: Knowledge, seat: int, options: list[Option], breadth: Breadth, enough: float) -> float:
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
