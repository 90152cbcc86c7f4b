"""The first phase of tiles: tiles are placed until a row is worth exactly ten."""

import pytest

from games.rules import tiles
from games.rules.base import Event, IllegalMove, Resign, change
from games.rules.dealers import FairDealer
from games.rules.serialization import read_move, write_move
from games.rules.tiles.moves import Place, Shift
from tests.rules.tiles.table import CLOSED, NOBODY, OPEN, board_of, first_phase


def refusal(state, move, seat=None):
    with pytest.raises(IllegalMove) as refused:
        tiles.play(state, state.turn if seat is None else seat, move, NOBODY)
    return refused.value.code, refused.value.facts


def test_r20_the_first_tile_goes_in_the_middle():
    state = tiles.start(CLOSED, FairDealer(b"any"))
    seat, number = state.turn, state.stacks[state.turn][0]
    assert tiles.choices(state, seat) == {"place": {"cells": ((0, 0),), "number": number}, "resign": {}}
    after, events = tiles.play(state, seat, Place((0, 0)), NOBODY)
    assert events == (
        Event("placed", {"seat": seat, "number": number, "at": (0, 0), "end": None}),
        Event("turned-up", {"seat": 1 - seat, "number": state.stacks[1 - seat][0]}),
    )
    assert after.stacks[seat] == state.stacks[seat][1:]
    assert after.stacks[1 - seat] == state.stacks[1 - seat]
    assert tiles.waiting(after) == (1 - seat,)
    assert tiles.choices(after, 1 - seat)["place"]["cells"] == ((1, 0), (0, 1), (-1, 0), (0, -1))


@pytest.mark.parametrize("at", [(1, 0), (0, 1), (-1, -1), (1000, -1), (10**40, 0)])
def test_r20_the_first_tile_can_go_nowhere_else(at):
    assert refusal(tiles.start(CLOSED, FairDealer(b"any")), Place(at)) == ("place.first", {})


def test_r20_a_tile_goes_next_to_another_one():
    state = first_phase("a1 b2", stacks=((3, 1), (2, 2)))
    assert set(tiles.choices(state, 0)["place"]["cells"]) == {(-1, 0), (2, 0), (0, 1), (1, 1), (0, -1), (1, -1)}
    after, events = tiles.play(state, 0, Place((1, 1)), NOBODY)
    assert after == change(state, stacks=((1,), (2, 2)), turn=1, board=board_of("a1 b2\n.. a3"))
    assert events == (
        Event("placed", {"seat": 0, "number": 3, "at": (1, 1), "end": None}),
        Event("turned-up", {"seat": 1, "number": 2}),
    )


@pytest.mark.parametrize("at", [(2, 1), (-1, -1), (5, 5), (999, 0), (1001, -1), (-1001, 1), (-(10**50), 10**50)])
def test_r20_a_tile_must_touch_another_one_at_a_side(at):
    code, facts = refusal(first_phase("a1 b2"), Place(at))
    assert code == "place.apart"
    assert list(facts) == ["cell"]


@pytest.mark.parametrize("at", [(0, 0), (1, 0)])
def test_r20_a_tile_cannot_go_on_another_one(at):
    assert refusal(first_phase("a1 b2"), Place(at)) == ("place.taken", {"cell": f"({at[0]}, 0)"})


def test_a_refusal_names_the_cell():
    assert refusal(first_phase("a1 b2"), Place((-1, 7))) == ("place.apart", {"cell": "(-1, 7)"})


TENS = {
    "across": ("a3 a3 a1 .. a1\nb1 b1 b1 b1 b1", (3, 0), [(x, 0) for x in range(5)]),
    "down": ("a3 b1\na3 b1\n.. b1\na3 b1", (0, 2), [(0, y) for y in range(4)]),
    "falling": ("a3 b1 b1 b1\nb1 a3 b1 b1\nb1 b1 .. b1\nb1 b1 b1 a2", (2, 2), [(i, i) for i in range(4)]),
    "rising": ("b1 b1 b1 a3\nb1 b1 a2 b1\nb1 .. b1 b1\na3 b1 b1 b1", (1, 2), [(3 - i, i) for i in range(4)]),
}
NUMBER = {"across": 2, "down": 1, "falling": 2, "rising": 2}


@pytest.mark.parametrize("way", list(TENS))
def test_r21_placing_a_tile_to_make_a_row_of_ten_wins(way):
    """R21: across, down or diagonal, with the tile in the middle of the row or at its end."""
    text, at, row = TENS[way]
    state = first_phase(text, stacks=((NUMBER[way], 1), (1, 1)))
    after, events = tiles.play(state, 0, Place(at), NOBODY)
    assert events == (
        Event("placed", {"seat": 0, "number": NUMBER[way], "at": at, "end": None}),
        Event("row-of-ten", {"seat": 0, "cells": tuple(row)}),
    )
    assert tiles.waiting(after) == ()
    result = tiles.result(after)
    assert (result.end, result.places, result.points) == ("played", (1, 2), None)
    assert result.why[0]["rows"] == (tuple(row),)
    assert after.stacks == ((1,), (1, 1))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_r21_only_exactly_ten_wins(number):
    state = first_phase("a3 a2 a3\nb1 b1 b1", stacks=((number, 1), (1, 1)))
    after, _ = tiles.play(state, 0, Place((3, 0)), NOBODY)
    assert bool(tiles.result(after)) == (number == 2)


def test_r21_a_part_of_a_longer_row_does_not_count():
    """R21: a row worth eleven doesn't win, although a part of it is worth ten."""
    state = first_phase("a1 a3 a3 a3\nb1 b1 b1 b1", stacks=((1, 1), (1, 1)))  # in a real game, this row would have won
    after, events = tiles.play(state, 0, Place((4, 0)), NOBODY)
    assert tiles.result(after) is None
    assert [event.name for event in events] == ["placed", "turned-up"]


def test_r21_joining_two_rows_makes_one_that_is_too_long():
    state = first_phase("a3 a3 .. a3 a1\nb1 b1 b1 b1 b1", stacks=((1, 3), (1, 1)))
    after, _ = tiles.play(state, 0, Place((2, 0)), NOBODY)
    assert tiles.result(after) is None


def test_r21_tiles_of_the_other_color_and_gaps_break_a_row():
    for text in ("a3 a3 b1 a1 ..\nb1 b1 b1 b1 b1", "a3 a3 .. a1 ..\nb1 b1 b1 b1 b1"):
        after, _ = tiles.play(first_phase(text, stacks=((3, 1), (1, 1))), 0, Place((4, 0)), NOBODY)
        assert tiles.result(after) is None


def test_r21_two_rows_of_ten_at_once_are_both_reported():
    state = first_phase("b1 .. a3 a3 a2\nb1 a2\nb1 a3\nb1 a3", stacks=((2, 1), (1, 1)))
    after, events = tiles.play(state, 0, Place((1, 0)), NOBODY)
    rows = (tuple((x, 0) for x in range(1, 5)), tuple((1, y) for y in range(4)))
    assert [event.facts["cells"] for event in events[1:]] == list(rows)
    assert tiles.result(after).why[0]["rows"] == rows


def test_r21_the_other_seat_wins_the_same_way():
    state = first_phase("b3 b3 b3\na1 a1 a1", turn=1, stacks=((1, 1), (1, 3)))
    after, events = tiles.play(state, 1, Place((3, 0)), NOBODY)
    assert events[-1] == Event("row-of-ten", {"seat": 1, "cells": ((0, 0), (1, 0), (2, 0), (3, 0))})
    assert after == change(
        state, stacks=((1, 1), (3,)), board=board_of("b3 b3 b3 b1\na1 a1 a1 .."), rows=((0, 1, 2, 3),)
    )
    result = tiles.result(after)
    assert (result.end, result.places) == ("played", (2, 1))
    assert [why["rows"] for why in result.why] == [(), (((0, 0), (1, 0), (2, 0), (3, 0)),)]


def test_r21_a_tile_does_not_complete_a_row_of_the_other_seat():
    state = first_phase("b3 b3 b3\na1 a1 a1", turn=0, stacks=((1, 1), (1, 3)))
    after, _ = tiles.play(state, 0, Place((3, 0)), NOBODY)
    assert tiles.result(after) is None


@pytest.mark.parametrize(("end", "number", "rest"), [("left", 2, (1, 3)), ("right", 3, (2, 1))])
def test_open_tiles_can_be_placed_from_either_end(end, number, rest):
    state = first_phase("a1 b2", stacks=((2, 1, 3), (1, 2)), setup=OPEN)
    assert tiles.choices(state, 0)["place"]["ends"] == {"left": 2, "right": 3}
    assert "number" not in tiles.choices(state, 0)["place"]
    after, events = tiles.play(state, 0, Place((0, 1), end), NOBODY)
    assert after.stacks == (rest, (1, 2))
    assert after.board == board_of(f"a1 b2\na{number} ..")
    assert events == (Event("placed", {"seat": 0, "number": number, "at": (0, 1), "end": end}),)


def test_the_last_open_tile_is_at_both_ends():
    state = first_phase("a1 b2", stacks=((2,), (1,)), setup=OPEN)
    assert tiles.choices(state, 0)["place"]["ends"] == {"left": 2, "right": 2}
    for end in ("left", "right"):
        assert tiles.play(state, 0, Place((0, 1), end), NOBODY)[0].stacks == ((), (1,))


def test_only_the_open_variant_has_an_end_to_choose():
    assert refusal(first_phase("a1 b2", setup=OPEN), Place((0, 1))) == ("place.end-missing", {})
    assert refusal(first_phase("a1 b2"), Place((0, 1), "left")) == ("place.end-closed", {})
    assert refusal(first_phase("a1 b2"), Place((0, 1), "right")) == ("place.end-closed", {})


def test_the_rulebooks_last_position_is_won_for_white_whatever_black_does():
    """The open version's last picture: White completes a diagonal with a 2 or a column with a 3."""
    white, black = 0, 1
    state = first_phase(
        """
        a3 b1 b2 a3
        b1 a3 b1 a1
        b2 a1 a2 a3
        .. b2 .. ..
        """,
        stacks=((2, 1, 1, 3), (1, 3, 2, 1)),
        turn=black,
        setup=OPEN,
    )
    black_choices = tiles.choices(state, black)["place"]
    replies = set()
    for cell in black_choices["cells"]:
        for end in black_choices["ends"]:
            after, _ = tiles.play(state, black, Place(cell, end), NOBODY)
            assert tiles.result(after) is None
            white_choices = tiles.choices(after, white)["place"]
            wins = {
                (at, white_end)
                for at in white_choices["cells"]
                for white_end in white_choices["ends"]
                if tiles.result(tiles.play(after, white, Place(at, white_end), NOBODY)[0])
            }
            assert wins
            replies |= wins
    assert {((3, 3), "left"), ((3, -1), "right")} <= replies  # the diagonal with the 2, the column with the 3


def test_no_tile_can_be_moved_until_all_have_been_placed():
    assert refusal(first_phase("a1 b2"), Shift((0, 0), (2, 0))) == ("phase.place", {})


def test_moves_out_of_turn_are_refused():
    assert refusal(first_phase("a1 b2"), Place((2, 0)), seat=1) == ("turn.not-yours", {"waiting": (0,)})
    assert refusal(first_phase("a1 b2"), Place((2, 0)), seat=2) == ("seat.unknown", {"seat": "2", "seats": 2})
    assert tiles.choices(first_phase("a1 b2"), 1) == {"resign": {}}


def test_neither_moves_nor_refusals_change_the_old_state():
    state = first_phase("a1 b2")
    refusal(state, Place((9, 9)))
    tiles.play(state, 0, Place((2, 0)), NOBODY)
    assert state == first_phase("a1 b2")


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("turn", [0, 1])
def test_r40_resigning_loses_on_anyones_turn(leaver, turn):
    state = first_phase("a1 b2", turn=turn)
    after, events = tiles.play(state, leaver, Resign(), NOBODY)
    assert events == (Event("left", {"seat": leaver}),)
    assert after == change(state, left=(leaver,))
    assert tiles.waiting(after) == ()
    assert tiles.choices(after, 0) == tiles.choices(after, 1) == {}
    result = tiles.result(after)
    assert (result.end, result.points) == ("left", None)
    assert result.places == ((2, 1) if leaver == 0 else (1, 2))
    assert [why["left"] for why in result.why] == [leaver == 0, leaver == 1]
    assert refusal(after, Place((2, 0))) == ("game.over", {})
    assert refusal(after, Resign(), seat=1 - leaver) == ("game.over", {})


def test_moves_are_written_and_read_as_in_records():
    for move, plain in (
        (Place((2, -1)), {"do": "place", "at": [2, -1]}),
        (Place((2, -1), "left"), {"do": "place", "at": [2, -1], "end": "left"}),
        (Shift((0, 1), (2, -1)), {"do": "shift", "from": [0, 1], "to": [2, -1]}),
        (Resign(), {"do": "resign"}),
    ):
        assert write_move(move) == plain
        assert read_move(tiles, plain) == move


@pytest.mark.parametrize(
    "plain",
    [
        {"do": "place"},
        {"do": "place", "at": [0]},
        {"do": "place", "at": [0, 0, 0]},
        {"do": "place", "at": ["0", 0]},
        {"do": "place", "at": [0.0, 0]},
        {"do": "place", "at": [float("nan"), 0]},
        {"do": "place", "at": [True, 0]},
        {"do": "place", "at": [0, 0], "end": "top"},
        {"do": "place", "at": [0, 0], "number": 2},
        {"do": "shift", "from": [0, 0]},
        {"do": "shift", "from_": [0, 0], "to": [0, 1]},
    ],
)
def test_a_malformed_move_is_refused(plain):
    with pytest.raises(IllegalMove) as refused:
        read_move(tiles, plain)
    assert refused.value.code == "move.misfit"
