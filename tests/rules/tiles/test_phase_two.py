"""The second phase of tiles, in which tiles are moved."""

from random import Random

import pytest

from games.kinds.tiles.bots.random_move import random_move
from games.rules import tiles
from games.rules.base import Event, IllegalMove, Resign, change
from games.rules.dealers import FairDealer
from games.rules.serialization import from_plain, to_plain
from games.rules.tiles import phase_two
from games.rules.tiles.board import movable_tiles, position
from games.rules.tiles.moves import Place, Shift
from games.rules.tiles.state import State
from tests.rules.tiles.table import (
    NOBODY,
    OPEN,
    board_of,
    cells_of,
    edge_of,
    first_phase,
    is_connected,
    make_board,
    neighbors,
    rows_worth_ten,
    second_phase,
)

BLOCK = "a1 b2 a3\nb1 a2 b3"


def refusal(state, move):
    with pytest.raises(IllegalMove) as refused:
        tiles.play(state, state.turn, move, NOBODY)
    return refused.value.code, refused.value.facts


def moved(seat, number, start, goal):
    return Event("moved", {"seat": seat, "number": number, "from": start, "to": goal})


@pytest.mark.parametrize("setup", [first_phase("a1").setup, OPEN])
def test_r22_the_second_phase_begins_after_the_last_tile_is_placed(setup):
    state = first_phase("a1 b2\nb1 a2", stacks=((), (3,)), turn=1, setup=setup)
    end = "left" if setup is OPEN else None
    after, events = tiles.play(state, 1, Place((2, 0), end), NOBODY)
    assert events == (
        Event("placed", {"seat": 1, "number": 3, "at": (2, 0), "end": end}),
        Event("second-phase", {}),
    )
    board = board_of("a1 b2 b3\nb1 a2 ..")
    assert after == State(setup, ((), ()), 0, board, movable_tiles(board, 0), 0, (position(board, 0),))
    assert set(tiles.choices(after, 0)) == {"shift", "resign"}


def test_r21_the_last_tile_of_the_first_phase_can_win():
    state = first_phase("a1 a1 a1\nb3 b3 b3", stacks=((), (1,)), turn=1)
    after, events = tiles.play(state, 1, Place((3, 1)), NOBODY)
    assert [event.name for event in events] == ["placed", "row-of-ten"]
    assert after.seen == ()
    assert tiles.result(after).places == (2, 1)


def test_r22_choices_are_the_movable_tiles_with_their_targets():
    state = second_phase("a1 b2 a3")
    assert tiles.choices(state, 0) == {
        "shift": {
            "tiles": (
                ((0, 0), ((1, 1), (1, -1), (3, 0), (2, 1), (2, -1))),
                ((2, 0), ((0, 1), (-1, 0), (0, -1), (1, 1), (1, -1))),
            )
        },
        "resign": {},
    }
    assert tiles.choices(state, 1) == {"resign": {}}


def test_r22_a_tile_moves_to_another_cell():
    state = second_phase(BLOCK)
    after, events = tiles.play(state, 0, Shift((0, 0), (3, 1)), NOBODY)
    assert events == (moved(0, 1, (0, 0), (3, 1)),)
    board = board_of(".. b2 a3 ..\nb1 a2 b3 a1")
    assert after == change(
        state, turn=1, board=board, movable=movable_tiles(board, 1), shifts=1, seen=(*state.seen, position(board, 1))
    )


def test_r22_moving_a_tile_into_a_row_of_ten_wins():
    state = second_phase("a3 a3 a3 b1\na1 b1 b2 b3")
    after, events = tiles.play(state, 0, Shift((0, 1), (-1, 0)), NOBODY)
    row = ((-1, 0), (0, 0), (1, 0), (2, 0))
    assert events == (moved(0, 1, (0, 1), (-1, 0)), Event("row-of-ten", {"seat": 0, "cells": row}))
    assert after.rows == ((-1, 0, 1, 2),)
    assert tiles.waiting(after) == ()
    assert tiles.result(after).places == (1, 2)
    assert tiles.result(after).why == (
        {"rows": (row,), "draw": None, "left": False},
        {"rows": (), "draw": None, "left": False},
    )
    assert after.turn == 0
    assert after.seen == state.seen


def test_r22_a_row_that_becomes_ten_by_taking_a_tile_away_wins():
    state = second_phase("b1 b1 b1 b1 b1\na1 a1 a3 a3 a3")
    after, events = tiles.play(state, 0, Shift((0, 1), (-1, 0)), NOBODY)
    assert events[1:] == (Event("row-of-ten", {"seat": 0, "cells": ((1, 1), (2, 1), (3, 1), (4, 1))}),)
    assert tiles.result(after).places == (1, 2)


def test_r22_taking_a_tile_out_of_the_middle_can_leave_a_row_of_ten():
    state = second_phase("b1 b1 b1 b1 b1 b1\na3 a2 a3 a3 a3 a1")
    after, _ = tiles.play(state, 0, Shift((1, 1), (0, 2)), NOBODY)
    assert after.rows == ((1002, 1003, 1004, 1005),)


def test_r22_tiles_of_the_other_color_do_not_count():
    """Only the mover's rows can become ten; tiles of the other color break a row just like gaps."""
    state = second_phase("b1 b3 b3 b3 b3\na1 a1 a3 a3 a1", turn=0)
    after, _ = tiles.play(state, 0, Shift((0, 1), (-1, 0)), NOBODY)
    assert tiles.result(after) is None


def test_r22_tiles_that_cannot_be_moved_are_refused():
    state = second_phase("b1 b1 b1 a1\nb1 a2 b1 ..\nb1 b1 b1 ..\n.. a3 .. ..\n.. b2 .. ..")
    assert refusal(state, Shift((0, 0), (4, 0))) == ("shift.not-yours", {"cell": "(0, 0)"})
    assert refusal(state, Shift((9, 9), (4, 0))) == ("shift.no-tile", {"cell": "(9, 9)"})
    assert refusal(state, Shift((4, 0), (5, 0))) == ("shift.no-tile", {"cell": "(4, 0)"})
    assert refusal(state, Shift((1000, -1), (4, 0))) == ("shift.no-tile", {"cell": "(1000, -1)"})
    assert refusal(state, Shift((1, 1), (4, 0))) == ("shift.enclosed", {"cell": "(1, 1)"})
    assert refusal(state, Shift((1, 3), (4, 0))) == ("shift.disconnects", {"cell": "(1, 3)"})
    black = second_phase("b1 a1\na2 ..", turn=1)
    assert refusal(black, Shift((1, 0), (2, 0))) == ("shift.not-yours", {"cell": "(1, 0)"})


def test_r22_a_tile_must_go_next_to_another_one():
    state = second_phase("a1 b2 a3")
    assert refusal(state, Shift((0, 0), (0, 0))) == ("shift.same", {"cell": "(0, 0)"})
    assert refusal(state, Shift((0, 0), (1, 0))) == ("shift.taken", {"cell": "(1, 0)"})
    assert refusal(state, Shift((0, 0), (2, 0))) == ("shift.taken", {"cell": "(2, 0)"})
    assert refusal(state, Shift((0, 0), (0, 1))) == ("shift.apart", {"cell": "(0, 1)"})
    assert refusal(state, Shift((0, 0), (3, 1))) == ("shift.apart", {"cell": "(3, 1)"})
    assert refusal(state, Shift((0, 0), (1001, 0))) == ("shift.apart", {"cell": "(1001, 0)"})


def test_r22_a_tile_cannot_go_where_it_would_touch_only_its_old_cell():
    state = second_phase("a1 b2 a3")
    assert refusal(state, Shift((0, 0), (-1, 0))) == ("shift.apart", {"cell": "(-1, 0)"})
    assert tiles.play(state, 0, Shift((2, 0), (-1, 0)), NOBODY)[0].shifts == 1


def test_no_tile_can_be_placed_in_the_second_phase():
    assert refusal(second_phase(BLOCK), Place((0, 2))) == ("phase.shift", {})


def test_r23_a_seat_without_a_movable_tile_passes():
    """R23: all tiles of seat 1 hold the board together, so seat 0 moves again."""
    state = second_phase("a1 b1 a2\n.. b2 ..\na3 b3 a1\n.. b1 ..\n.. a2 ..")
    after, events = tiles.play(state, 0, Shift((0, 0), (1, -1)), NOBODY)
    board = board_of(".. a1 ..\n.. b1 a2\n.. b2 ..\na3 b3 a1\n.. b1 ..\n.. a2 ..")
    assert events == (moved(0, 1, (0, 0), (1, -1)), Event("passed", {"seat": 1}))
    assert tiles.waiting(after) == (0,)
    assert after.seen == (*state.seen, position(board, 0))
    assert [cell for cell, _ in tiles.choices(after, 0)["shift"]["tiles"]] == [(2, 0), (0, 2), (2, 2), (1, 4), (1, -1)]


def test_r23_the_second_phase_can_begin_with_a_pass():
    state = first_phase("a1 b1 a2\n.. b2 ..\na3 b3 ..", stacks=((1,), ()))
    after, events = tiles.play(state, 0, Place((1, 3)), NOBODY)
    assert [event.name for event in events] == ["placed", "second-phase", "passed"]
    assert tiles.waiting(after) == (0,)


def test_r23_a_pass_is_a_moment_of_its_own():
    state = second_phase("a1 b1 a2\n.. b2 ..\na3 b3 a1\n.. b1 ..\n.. a2 ..")
    after, events = tiles.play(state, 0, Shift((0, 0), (1, -1)), NOBODY)
    before, end = tiles.moments(state, 0, Shift((0, 0), (1, -1)), NOBODY)
    assert (before.events, end.events) == (events[:1], events[1:])
    assert end.state == after
    seen = tiles.view(before.state, None)
    assert (seen["turn"], seen["board"], seen["times"]) == (1, tiles.view(after, None)["board"], 0)
    assert len(tiles.moments(second_phase(BLOCK), 0, Shift((0, 0), (3, 1)), NOBODY)) == 1


def test_r23_the_game_is_drawn_if_neither_seat_can_move(monkeypatch):
    """R23: there is no such board, because some tile at the rim can always move, so this one is faked."""
    monkeypatch.setattr(phase_two, "movable_tiles", lambda board, seat: ())
    after, events = tiles.play(second_phase(BLOCK), 0, Shift((0, 0), (3, 1)), NOBODY)
    assert events[1:] == (Event("passed", {"seat": 1}), Event("drawn-game", {"reason": "no-move"}))
    assert tiles.waiting(after) == ()
    assert tiles.result(after).places == (1, 1)


def back_and_forth(state, rounds):
    """Each seat moves a tile away and back, so that the position repeats after every round."""
    log = []
    for _ in range(rounds):
        for seat, start, goal in ((0, (0, 0), (3, 0)), (1, (1, 1), (2, 2)), (0, (3, 0), (0, 0)), (1, (2, 2), (1, 1))):
            state, events = tiles.play(state, seat, Shift(start, goal), NOBODY)
            log.append(events)
    return state, log


TO_AND_FRO = "a1 b3 a2\n.. b1 b2"


def test_r23_the_third_time_a_position_occurs_is_a_draw():
    """R23: the first position of the phase counts, too; its second time doesn't end the game, but its third does."""
    twice, _ = back_and_forth(second_phase(TO_AND_FRO), 1)
    assert tiles.waiting(twice) == (0,)
    assert tiles.view(twice, 0)["times"] == 2
    thrice, log = back_and_forth(twice, 1)
    assert log[-1] == (moved(1, 1, (2, 2), (1, 1)), Event("drawn-game", {"reason": "third-time"}))
    assert log[-2] == (moved(0, 1, (3, 0), (0, 0)),)
    assert tiles.waiting(thrice) == ()
    assert thrice.shifts == 8
    result = tiles.result(thrice)
    assert (result.end, result.places, result.points) == ("played", (1, 1), None)
    assert result.why == ({"rows": (), "draw": "third-time", "left": False},) * 2


def test_r23_the_same_position_elsewhere_on_the_board_counts_too():
    """R23: a line creeps to the right, one tile at a time, until all of it has moved."""
    line = {(x, 0): (seat, 1) for x, seat in enumerate((0, 1, 0, 1))}
    state = second_phase("a1 b1 a1 b1")
    for seat, start, goal in ((0, (0, 0), (4, 0)), (1, (1, 0), (5, 0))):
        state, _ = tiles.play(state, seat, Shift(start, goal), NOBODY)
    assert state.board == make_board({(x + 2, y): tile for (x, y), tile in line.items()})
    assert tiles.view(state, None)["times"] == 2
    for seat, start, goal in ((0, (2, 0), (6, 0)), (1, (3, 0), (7, 0))):
        state, events = tiles.play(state, seat, Shift(start, goal), NOBODY)
    assert events[-1] == Event("drawn-game", {"reason": "third-time"})


def test_r23_the_same_tiles_with_the_other_seat_to_move_are_another_position():
    board = board_of(TO_AND_FRO)
    seen = (position(board, 1), position(board, 1))
    state = second_phase("a1 b3 a2\n.. b1 ..\n.. b2 ..", turn=1, seen=seen)
    after, _ = tiles.play(state, 1, Shift((1, 2), (2, 1)), NOBODY)
    assert after.drawn is None
    assert after.seen.count(position(board, 0)) == 1


@pytest.mark.parametrize(("shifts", "drawn"), [(98, None), (99, "hundred-moves")])
def test_r23_the_game_is_drawn_after_a_hundred_moves(shifts, drawn):
    after, events = tiles.play(second_phase(BLOCK, shifts=shifts), 0, Shift((0, 0), (3, 1)), NOBODY)
    assert after.drawn == drawn
    assert after.shifts == shifts + 1
    assert events[1:] == ((Event("drawn-game", {"reason": drawn}),) if drawn else ())
    assert bool(tiles.result(after)) == bool(drawn)
    assert tiles.waiting(after) == (() if drawn else (1,))


def test_r23_the_hundredth_move_can_still_win():
    state = second_phase("a3 a3 a3 b1\na1 b1 b2 b3", shifts=99)
    after, events = tiles.play(state, 0, Shift((0, 1), (-1, 0)), NOBODY)
    assert [event.name for event in events] == ["moved", "row-of-ten"]
    assert tiles.result(after).places == (1, 2)
    assert after.drawn is None


def test_r40_players_may_resign_in_the_second_phase_too():
    after, _ = tiles.play(second_phase(BLOCK), 1, Resign(), NOBODY)
    assert tiles.result(after).places == (1, 2)
    assert tiles.result(after).end == "left"


def offered(state):
    return {tile: set(places) for tile, places in tiles.choices(state, state.turn)["shift"]["tiles"]}


def by_definition(cells, seat):
    """R22 read literally: take away each tile in turn."""
    offers = {}
    for at, (owner, _) in cells.items():
        others = {other: tile for other, tile in cells.items() if other != at}
        if owner == seat and any(side not in cells for side in neighbors(at)) and is_connected(others):
            offers[at] = set(edge_of(others)) - {at}
    return offers


FIRST_SEED = 3  # this and the next one reach the second phase in both variants


@pytest.mark.volume
@pytest.mark.parametrize("setup", [first_phase("a1").setup, OPEN])
def test_random_games_offer_the_moves_that_the_rulings_allow(share, setup):
    """R20 to R23 against their definitions, in random games of both variants."""
    for game in range(FIRST_SEED, FIRST_SEED + share(small=2, proofs=120, whole=400)):
        dice = Random(game)
        state = tiles.start(setup, FairDealer(dice.randbytes(32)))
        while tiles.waiting(state):
            cells, seat = cells_of(state.board), state.turn
            if any(state.stacks):
                places = tiles.choices(state, seat)["place"]["cells"]
                assert sorted(places) == (sorted(edge_of(cells)) or [(0, 0)])
            else:
                assert offered(state) == by_definition(cells, seat)
            state, _ = tiles.play(state, seat, random_move(tiles.choices(state, seat), dice), NOBODY)
            assert from_plain(State, to_plain(state)) == state
            cells = cells_of(state.board)
            assert rows_worth_ten(cells, 1 - seat) == []
            assert set(tiles.result(state).why[seat]["rows"] if state.rows else ()) == set(rows_worth_ten(cells, seat))
