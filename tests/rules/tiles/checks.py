"""What must be true of every state of TEN Tiles."""

from collections import Counter

from games.rules import tiles
from games.rules.tiles.state import State
from tests.rules.tiles.table import cells_of, edge_of, is_connected, make_board, rows_worth_ten


def conserved(state: State) -> None:
    """Check that all thirty tiles are there, that the board is connected, and that no row of ten was missed."""
    for seat in (0, 1):
        numbers = Counter(state.stacks[seat]) + Counter(state.board.tiles[seat].values())
        assert numbers == {1: 5, 2: 5, 3: 5}
    assert abs(len(state.stacks[0]) - len(state.stacks[1])) <= 1
    cells = cells_of(state.board)
    if cells:
        assert is_connected(cells)
        assert state.board.edge == make_board(cells).edge
        assert len(state.board.edge) == len(edge_of(cells))
    over = bool(state.rows or state.drawn or state.left)
    assert over == (tiles.waiting(state) == ())
    for seat in (0, 1):
        assert bool(rows_worth_ten(cells, seat)) == bool(state.rows and state.turn == seat)
    assert 0 <= state.shifts <= 100
    assert not state.shifts or not any(state.stacks)
    assert all(state.seen.count(position) <= 3 for position in state.seen)
