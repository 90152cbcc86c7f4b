"""Rows near ten on boards drawn as text: digits are the first seat's tiles, letters (a is 1) the second's."""

import math
import re
from typing import Any

import pytest

from games.kinds.tiles.bots.knowledge import edge_of
from games.kinds.tiles.pages.grid import near_marks
from games.kinds.tiles.pages.rows import (
    Table,
    near_rows,
    runs,
    threats,
    values_of_placements,
    values_of_shifts,
)
from games.rules.tiles.board import cell_at, pair

PLENTY = ({"numbers": [5, 5, 5]}, {"numbers": [5, 5, 5]})


def read_board(text: str, stacks: Any = PLENTY, phase: int = 1) -> Table:
    """Read a board from a picture whose first character is at (0, 0)."""
    tiles: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for y, line in enumerate(text.split("/")):
        for x, character in enumerate(line):
            if character in "123":
                tiles[0][cell_at((x, y))] = int(character)
            elif character in "abc":
                tiles[1][cell_at((x, y))] = "abc".index(character) + 1
    return Table(tiles, stacks, phase)


def list_near_rows(board: Table, seat: int = 0) -> list[tuple[int, list[tuple[tuple[int, int], int]]]]:
    """List each row near ten: its worth, and the number needed at each open end."""
    return [(near.run.worth, [(pair(cell), number) for cell, number in near.open]) for near in near_rows(board, seat)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("333", [(9, [((-1, 0), 1), ((3, 0), 1)])]),
        ("333a", [(9, [((-1, 0), 1)])]),
        ("a333a", []),
        ("331", [(7, [((-1, 0), 3), ((3, 0), 3)])]),
        ("33", []),
        ("3331", []),
        ("3/3/2", [(8, [((0, -1), 2), ((0, 3), 2)])]),
        ("3../.3./..3", [(9, [((-1, -1), 1), ((3, 3), 1)])]),
        ("331.1", [(7, [((-1, 0), 3), ((3, 0), 2)])]),
        ("331.3", [(7, [((-1, 0), 3)])]),
    ],
)
def test_rows_near_ten_are_found_with_their_open_ends(text, found):
    assert list_near_rows(read_board(text)) == found


def test_a_row_without_a_fitting_tile_left_is_not_near_ten():
    none_left = ({"numbers": [0, 5, 5]}, {"numbers": [5, 5, 5]})
    assert list_near_rows(read_board("333", none_left)) == []
    assert list_near_rows(read_board("ccc", none_left), seat=1) != []


def test_in_the_second_phase_a_fitting_tile_must_be_on_the_board():
    assert list_near_rows(read_board("333", phase=2)) == []
    assert list_near_rows(read_board("333/..1", phase=2)) == [(9, [((-1, 0), 1), ((3, 0), 1)])]


def test_the_best_row_comes_first():
    assert [worth for worth, _open in list_near_rows(read_board("331../...../333../...../332.."))][:3] == [9, 8, 7]


@pytest.mark.parametrize(
    ("text", "number", "at", "worth"),
    [
        ("333", 1, (3, 0), 10),
        ("333", 2, (3, 0), 11),
        ("333", 2, (1, 1), 5),
        ("33", 3, (2, 0), 9),
        ("a", 3, (1, 0), 0),
        ("33.3", 1, (2, 0), 10),
        ("333./...3", 1, (3, 0), 10),
        ("3333/3...", 1, (4, 0), 13),
    ],
)
def test_the_worth_of_the_row_that_a_placed_tile_makes(text, number, at, worth):
    assert values_of_placements(read_board(text).tiles[0], [cell_at(at)], number) == [worth]


@pytest.mark.parametrize(
    ("text", "start", "goal", "worth"),
    [
        ("331.3/a", (4, 0), (3, 0), 10),
        ("1333/..a", (0, 0), (4, 0), 10),
        ("3331/a..2", (3, 1), (4, 0), 12),
        ("333131/a.....", (5, 0), (0, -1), 4),
        ("33312/a....", (4, 0), (0, -1), 10),
        ("33312/a....", (4, 0), (-1, 0), 12),
    ],
)
def test_the_worth_of_the_row_that_a_moved_tile_makes(text, start, goal, worth):
    """Leaving a row counts too: a longer one may become ten, unless the tile joins it again."""
    own = read_board(text).tiles[0]
    assert values_of_shifts(own, cell_at(start), [cell_at(goal)]) == [worth]


def test_a_gap_in_a_row_is_a_threat():
    board = read_board("32.2/aa")
    assert {pair(cell) for cell in threats(board, 0, edge_of(board.tiles))} == {(2, 0)}


@pytest.mark.parametrize("text", ["333", "3/3/3", "3../.3./..3", "..3/.3./3..", "......3/.....3./....3.."])
def test_the_frame_of_a_row_surrounds_only_its_tiles(text):
    (near,) = near_rows(read_board(text), 0)
    html = near_marks([near])
    x, y, width, height = (float(found) for found in re.findall(r'(?:\bx|y|width|height)="(-?[\d.]+)"', html)[:4])
    turned = re.search(r"rotate\((-?\d+)", html)
    angle = -math.radians(float(turned[1])) if turned else 0.0
    inside = set()
    for column, row in ((column, row) for column in range(-2, 10) for row in range(-2, 10)):
        off_x, off_y = column * 10 - (x + width / 2), row * 10 - (y + height / 2)
        along = off_x * math.cos(angle) - off_y * math.sin(angle)
        across = off_x * math.sin(angle) + off_y * math.cos(angle)
        if abs(along) <= width / 2 and abs(across) <= height / 2:
            inside.add((column, row))
    assert inside == {pair(cell) for cell in near.run.cells}


def test_single_tiles_are_not_rows():
    assert list(runs(read_board("3.3/.a.").tiles[0])) == []
