"""The odds shown during play, the same for everyone."""

from games.kinds.tiles.bots.knowledge import read_view
from games.kinds.tiles.review.placement_values import Stock
from games.kinds.tiles.review.reach import bits, open_ways, ways_to_ten
from games.kinds.tiles.review.shifts import hopes, winning_shifts
from games.rules.base import Plain
from games.rules.tiles.board import Board
from games.rules.tiles.play import Choices
from games.rules.tiles.view import View


def compute_odds(view: View, choices: Choices) -> Plain:
    """Return each seat's chance that its next tile makes ten on this board; {} when the game is over."""
    if view["turn"] is None:
        return {}
    board = read_view(view).board
    return {"phase": view["phase"], "turn": view["turn"], "ten": [of_seat(view, board, seat) for seat in (0, 1)]}


def of_seat(view: View, board: Board, seat: int) -> float:
    """Return the chance of one seat: 1 or 0 if its next tile is known."""
    if view["phase"] == 2:
        return float(next(winning_shifts(board, seat, hopes(board, seat)), None) is not None)
    numbers = 0
    for found in open_ways(ways_to_ten(board.tiles[seat]), board).values():
        numbers |= found
    stack = view["stacks"][seat]
    if stack["row"] is not None:
        return Stock(stack["numbers"], bits({*stack["row"][:1], *stack["row"][-1:]})).fits(numbers)
    if view["turn"] == seat:
        return float(numbers >> view["number"] & 1)
    return Stock(stack["numbers"]).fits(numbers)
