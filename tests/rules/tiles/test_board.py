"""The board of tiles: neighbors, connection and rows."""

from random import Random

import pytest

from games.rules.tiles import board as boards
from games.rules.tiles.board import (
    EMPTY,
    NOWHERE,
    cell_at,
    cell_name,
    joints,
    lay_tile,
    movable_tiles,
    pair,
    position,
    take_tile,
)
from tests.rules.tiles.table import board_of, cells_of, edge_of, is_connected, make_board, neighbors, rows_worth_ten


def random_cells(dice, size):
    """A board that has grown at random."""
    cells = {(0, 0): (dice.randrange(2), dice.randint(1, 3))}
    while len(cells) < size:
        at = dice.choice(sorted(edge_of(cells)))
        cells[at] = (dice.randrange(2), dice.randint(1, 3))
    return cells


def joints_by_definition(cells):
    return {at for at in cells if len(cells) > 1 and not is_connected(cells.keys() - {at})}


@pytest.mark.parametrize(
    "at", [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (499, 499), (-499, -499), (499, -499), (-3, 7)]
)
def test_cells_convert_to_pairs_and_back(at):
    assert pair(cell_at(at)) == at


@pytest.mark.parametrize("at", [(500, 0), (-500, 0), (0, 500), (0, -500), (1000, -1), (10**30, 0), (0, -(10**30))])
def test_cells_that_no_tile_can_reach_are_nowhere(at):
    assert cell_at(at) == NOWHERE
    assert NOWHERE not in EMPTY.edge


def test_any_cell_can_be_named():
    assert cell_name((3, -1)) == "(3, -1)"
    assert cell_name((10**5000, 2)) == "(int, 2)"


def test_r20_the_first_tile_has_only_one_cell():
    assert EMPTY.tiles == ({}, {})
    assert EMPTY.edge == {cell_at((0, 0)): 0}


def test_sides_are_the_four_neighbors():
    assert [pair(side) for side in boards.sides(cell_at((2, -3)))] == neighbors((2, -3))


@pytest.mark.parametrize("seed", range(20))
def test_r20_the_edge_stays_correct_as_tiles_are_laid_and_taken(seed):
    dice = Random(seed)
    board, cells = EMPTY, {}
    for _ in range(120):
        if len(cells) > 1 and dice.random() < 0.45:
            at = dice.choice(sorted(cells.keys() - joints_by_definition(cells)))
            seat, _ = cells.pop(at)
            board = take_tile(board, seat, cell_at(at))
        else:
            at = dice.choice(sorted(edge_of(cells)) or [(0, 0)])
            cells[at] = (dice.randrange(2), dice.randint(1, 3))
            board = lay_tile(board, cells[at][0], cell_at(at), cells[at][1])
        assert board == make_board(cells)
        assert cells_of(board) == cells


def test_boards_are_immutable():
    before = board_of("a1 b2")
    lay_tile(before, 0, cell_at((2, 0)), 3)
    take_tile(before, 0, cell_at((0, 0)))
    assert before == board_of("a1 b2")


@pytest.mark.parametrize("seed", range(150))
def test_r22_joints_are_the_tiles_that_keep_the_others_connected(seed):
    dice = Random(seed)
    cells = random_cells(dice, dice.choice([1, 2, 3, 4, 6, 9, 14, 20, 30]))
    for at in sorted(cells)[::2]:  # thinned out, but still connected
        if len(cells) > 2 and at not in joints_by_definition(cells):
            del cells[at]
    assert joints(make_board(cells)) == {cell_at(at) for at in joints_by_definition(cells)}


def test_r22_the_first_tile_is_a_joint_only_if_two_ways_lead_on_from_it():
    assert joints(board_of("a1 b1 b1")) == {cell_at((1, 0))}
    middle_first = make_board({(1, 0): (0, 1), (0, 0): (1, 1), (2, 0): (1, 1)})
    assert joints(middle_first) == {cell_at((1, 0))}
    assert joints(make_board({(1, 0): (1, 1), (0, 0): (1, 1), (2, 0): (1, 1)})) == {cell_at((1, 0))}


def test_r22_a_ring_has_no_joints():
    assert joints(board_of("a1 b1 a1\nb1 .. b1\na1 b1 a1")) == set()


@pytest.mark.parametrize("seed", range(60))
def test_r23_some_tile_can_always_be_moved(seed):
    """R23: if one seat has to pass, the other can move; there is no board on which neither can."""
    dice = Random(seed)
    board = make_board(random_cells(dice, 30))
    assert movable_tiles(board, 0) or movable_tiles(board, 1)


def test_r22_tiles_with_a_free_side_that_are_not_joints_are_movable():
    board = board_of("""
        .. a1 .. b1
        a2 a3 b2 b3
        .. a1 .. ..
    """)
    assert [pair(cell) for cell in movable_tiles(board, 0)] == [(1, 0), (0, 1), (1, 2)]
    assert [pair(cell) for cell in movable_tiles(board, 1)] == [(3, 0)]


def test_r23_a_hole_is_a_free_side():
    ring = """
        b1 b1 b1 b1 b1
        b1 a1 a2 b1 b1
        b1 a3 .. a1 b1
        b1 b1 a2 b1 b1
        b1 b1 b1 b1 b1
    """
    assert [pair(cell) for cell in movable_tiles(board_of(ring), 0)] == [(2, 1), (1, 2), (3, 2), (2, 3)]
    assert movable_tiles(board_of(ring.replace("..", "b3")), 0) == ()


@pytest.mark.parametrize("free", [(2, 1), (1, 2), (0, 1), (1, 0)])
def test_r22_one_free_side_is_enough(free):
    cells = {(x, y): (1, 1) for x in range(3) for y in range(3)}
    assert boards.is_enclosed(make_board(cells), cell_at((1, 1)))
    del cells[free]
    assert not boards.is_enclosed(make_board(cells), cell_at((1, 1)))


def test_r22_lost_places_touch_only_the_tile_that_moves():
    board = board_of("a1 a2 b1\n.. b3 ..")
    assert [pair(cell) for cell in boards.lost_places(board, cell_at((0, 0)))] == [(-1, 0), (0, -1)]
    assert [pair(cell) for cell in boards.lost_places(board, cell_at((1, 0)))] == [(1, -1)]


@pytest.mark.parametrize("seed", range(40))
def test_r21_rows_of_ten_match_their_definition(seed):
    dice = Random(seed)
    for _ in range(10):
        cells = random_cells(dice, 25)
        board = make_board(cells)
        for seat in (0, 1):
            rows = {
                tuple(pair(part) for part in row)
                for cell in board.tiles[seat]
                for row in boards.rows_of_ten(board.tiles[seat], cell)
            }
            assert rows == set(rows_worth_ten(cells, seat))


def test_r22_rows_on_both_sides_of_a_tile_taken_away_are_found():
    own = board_of("""
        a3 .. a2 .. ..
        a3 a2 .. .. ..
        .. .. a1 a3 a3
        a3 .. .. .. ..
        a1 .. .. .. ..
        a1 .. .. a1 ..
    """).tiles[0]
    with_tile = {**own, cell_at((3, 6)): 1}
    assert boards.rows_of_ten(with_tile, cell_at((3, 6)), cell_at((0, 2))) == ()
    across = board_of(".. a1 a3 a3 a3").tiles[0]
    assert boards.rows_of_ten({**across, 5000: 1}, 5000, cell_at((0, 0))) == (tuple(range(1, 5)),)
    assert boards.rows_of_ten({**across, 5000: 1}, 5000, cell_at((5, 0))) == (tuple(range(1, 5)),)
    assert boards.rows_of_ten({**across, 5000: 1}, 5000) == ()


def test_r21_a_row_is_found_once():
    own = board_of("a3 a3 a3 a1").tiles[0]
    assert boards.rows_of_ten(own, cell_at((3, 0)), cell_at((4, 0))) == (tuple(range(4)),)


def test_r23_a_position_is_the_same_wherever_it_lies():
    here = board_of("a1 b2\n.. a3")
    there = make_board({(x - 40, y + 7): tile for (x, y), tile in cells_of(here).items()})
    assert position(here, 0) == position(there, 0)
    assert position(here, 0) == position(make_board(dict(reversed(cells_of(here).items()))), 0)
    assert position(here, 0) != position(here, 1)


@pytest.mark.parametrize(
    "other", ["a1 b2\n.. a2", "a1 a2\n.. a3", "a1 b2\na3 ..", "a1 b2 a3", "b1 b2\n.. a3", "a3 b2\n.. a1"]
)
def test_r23_other_tiles_or_cells_make_another_position(other):
    assert position(board_of(other), 0) != position(board_of("a1 b2\n.. a3"), 0)


def test_r23_positions_are_small_whole_numbers():
    assert position(board_of("b3 a1\na2 .."), 1) == (1, 7, 9, 8002)
