"""The value of a position for the seat to move: 1 or more if won, -1 or less if lost."""

from games.kinds.tiles.bots.knowledge import Rack
from games.kinds.tiles.bots.rows import make_survey
from games.rules.tiles.board import Board, Cell

Hands = list[tuple[float, tuple[int, ...]]]
WON = 1.0
SOONER = 0.01  # bonus for winning, and penalty for losing, a move sooner
NO_MORE_THAN = 0.9  # limit for positions that aren't certainly won or lost
GROWTH_WORTH = 0.004  # value of a point of growth, relative to winning


def worth(board: Board, racks: tuple[Rack, Rack], mover: int) -> float:
    """Return the odds of the mover's threats, minus those of the other's that one tile can't stop, and so on."""
    own = make_survey(board.tiles[mover], board.edge)
    other = make_survey(board.tiles[1 - mover], board.edge)
    own_hands = racks[mover].hands()
    now = chance(own.threats, own_hands)
    then = chance_though_blocked(other.threats, racks[1 - mover].hands())
    later = chance_though_blocked(own.threats, own_hands)
    growth = max(-0.4, min(0.4, GROWTH_WORTH * (own.growth - other.growth)))
    return NO_MORE_THAN * (now + (1 - now) * ((1 - then) * (0.6 * later + (1 - 0.6 * later) * growth) - then))


def win_value(breadth: tuple[int, ...]) -> float:
    """Return the value of a row of ten with that much of the search still ahead."""
    return WON + SOONER * len(breadth)


def chance(threats: dict[int, list[Cell]], hands: Hands) -> float:
    """Return the odds that a seat can make a row of ten with its next tile."""
    return sum([odds for odds, numbers in hands if any(number in threats for number in numbers)])


def chance_though_blocked(threats: dict[int, list[Cell]], hands: Hands) -> float:
    """Return the same after the other seat has taken the cell that matters most."""
    cells = {cell for found in threats.values() for cell in found}
    if not cells:
        return 0.0
    return min(chance(remove_threats_at(threats, cell), hands) for cell in cells)


def remove_threats_at(threats: dict[int, list[Cell]], taken: Cell) -> dict[int, list[Cell]]:
    return {number: cells for number, cells in threats.items() if any(cell != taken for cell in cells)}
