"""What a seat, or the public, may know of a game of tiles."""

from random import Random

import pytest

from games.rules import tiles
from games.rules.base import Event, Resign, change
from games.rules.tiles.moves import Place, Shift
from games.rules.tiles.refusals import REFUSALS
from tests.rules.tiles.table import NOBODY, OPEN, first_phase, second_phase
from tests.rules.tiles.twist import same_outcome, twist


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everyone_sees_the_board_and_the_face_up_tile(seat):
    state = first_phase("a1 b2\n.. a3", stacks=((2, 1, 1), (1, 3, 2)), turn=1)
    assert tiles.view(state, seat) == {
        "seat": seat,
        "open": False,
        "phase": 1,
        "turn": 1,
        "number": 1,
        "board": (
            {"at": (0, 0), "seat": 0, "number": 1},
            {"at": (1, 1), "seat": 0, "number": 3},
            {"at": (1, 0), "seat": 1, "number": 2},
        ),
        "stacks": (
            {"count": 3, "numbers": (2, 1, 0), "row": None},
            {"count": 3, "numbers": (1, 1, 1), "row": None},
        ),
        "shifts": 0,
        "shifts_left": 100,
        "times": 0,
        "rows": (),
        "draw": None,
        "left": (),
    }


@pytest.mark.parametrize("seat", [0, 1, None])
def test_open_tiles_are_shown_in_order(seat):
    view = tiles.view(first_phase("a1", stacks=((2, 1, 1), (1, 3, 2)), setup=OPEN), seat)
    assert view["open"] is True
    assert view["number"] is None
    assert [stack["row"] for stack in view["stacks"]] == [(2, 1, 1), (1, 3, 2)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_face_down_tiles_make_no_difference(seat):
    state = first_phase("a1 b2", stacks=((2, 1, 3, 1), (1, 3, 2)))
    for seed in range(20):
        twisted = twist(state, seat, Random(seed))
        assert twisted.stacks[0][0] == 2
        assert tiles.view(twisted, seat) == tiles.view(state, seat)
        assert tiles.choices(twisted, 0) == tiles.choices(state, 0)
        move = Place((0, 1))
        if same_outcome(state, twisted, seat, move):
            assert tiles.play(twisted, 0, move, NOBODY)[1] == tiles.play(state, 0, move, NOBODY)[1]
        assert tiles.play(twisted, 1, Resign(), NOBODY)[1] == tiles.play(state, 1, Resign(), NOBODY)[1]


def test_the_view_of_the_second_phase_counts_moves_and_repetitions():
    state, _ = tiles.play(second_phase("a1 b2 a3 b1", shifts=41), 0, Shift((0, 0), (1, 1)), NOBODY)
    view = tiles.view(state, 0)
    assert (view["phase"], view["turn"], view["number"]) == (2, 1, None)
    assert (view["shifts"], view["shifts_left"], view["times"]) == (42, 58, 1)
    assert view["stacks"] == ({"count": 0, "numbers": (0, 0, 0), "row": None},) * 2


def test_the_view_of_a_finished_game_shows_why_it_ended():
    won, _ = tiles.play(second_phase("a3 a3 a3 b1\na1 b1 b2 b3"), 0, Shift((0, 1), (-1, 0)), NOBODY)
    view = tiles.view(won, None)
    assert view["turn"] is None
    assert view["rows"] == (((-1, 0), (0, 0), (1, 0), (2, 0)),)
    drawn, _ = tiles.play(second_phase("a1 b2 a3", shifts=99), 0, Shift((0, 0), (1, 1)), NOBODY)
    assert tiles.view(drawn, None)["draw"] == "hundred-moves"


def test_no_tile_is_face_up_after_a_player_left():
    view = tiles.view(change(first_phase("a1 b2"), left=(1,)), 0)
    assert (view["turn"], view["number"], view["left"]) == (None, None, (1,))


def test_no_tile_is_face_up_after_a_win_in_the_first_phase():
    state = first_phase("a3 a3 a3\nb1 b1 b1", stacks=((1, 2), (2, 1)))
    after, _ = tiles.play(state, 0, Place((3, 0)), NOBODY)
    assert tiles.view(after, 1)["number"] is None


def test_there_is_no_result_while_the_game_goes_on():
    assert tiles.result(first_phase("a1 b2")) is None
    assert tiles.result(second_phase("a1 b2")) is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_records_in_progress_show_all_moves(seat):
    steps = [
        (0, Place((0, 0), "left"), ()),
        (1, Shift((0, 1), (2, 0)), (Event("passed", {"seat": 0}),)),
        (0, Resign(), ()),
    ]
    assert tiles.redact(steps, seat) == [
        {"do": "place", "at": [0, 0], "end": "left"},
        {"do": "shift", "from": [0, 1], "to": [2, 0]},
        {"do": "resign"},
    ]


def test_events_have_the_facts_listed_for_them():
    seen = {}
    states = [
        (first_phase("a1 b2"), Place((0, 1))),
        (first_phase("a3 a3 a3\nb1 b1 b1"), Place((3, 0))),
        (first_phase("a1 b1 a2\n.. b2 ..\na3 b3 ..", stacks=((1,), ())), Place((1, 3))),
        (second_phase("a1 b2 a3", shifts=99), Shift((0, 0), (1, 1))),
        (second_phase("a1 b2 a3"), Resign()),
    ]
    for state, move in states:
        for event in tiles.play(state, 0, move, NOBODY)[1]:
            assert event.readers is None
            seen[event.name] = tuple(event.facts)
    assert seen == tiles.EVENTS


def test_every_refusal_cites_its_ruling():
    assert {refusal.rule for refusal in REFUSALS.values()} == {"R20", "R22"}
    assert all(refusal.sentence.endswith(".") and refusal.sentence[0].isupper() for refusal in REFUSALS.values())
    assert all(code.startswith(("place.", "shift.", "phase.", "deal.")) for code in REFUSALS)
