"""Reviews of whole games of tiles: which moves are marked, and on what knowledge."""

import json
from functools import cache

import pytest

from games.kinds.tiles.review import review
from games.labs.arena import make_match, play_match
from games.rules import tiles
from games.rules.base import change
from games.rules.replay import Replay, Step, replay
from games.rules.tiles.board import movable_tiles
from games.rules.tiles.moves import Place
from games.rules.tiles.state import State, in_second_phase, is_over
from tests.call_counts import count_calls
from tests.kinds.tiles.review import brute_force
from tests.rules.tiles.table import CLOSED, NOBODY, OPEN, board_of

MOST_CALLS = 150_000  # some games need a third of it


def play_bots(bots, number, is_open=False):
    return replay(play_match(make_match("tiles", 2, {"open": is_open}, bots, "reviews of tiles"), number))


@cache
def open_review():
    """Review an open game, in which one seat plays better than the other."""
    return review(play_bots(("easy", "sharp"), 1, True))


def build_position(text, stacks, is_open=False, turn=0):
    """Build a position from the picture of a board and the stack of each seat."""
    return State(OPEN if is_open else CLOSED, stacks, turn=turn, board=board_of(text))


def judge_moves(state, *cells, ends=()):
    """Review a game that goes on from there with tiles placed in these cells."""
    steps, start = [], state
    for place, cell in enumerate(cells):
        seat, move = state.turn, Place(cell, ends[place] if ends else None)
        state, events = tiles.play(state, seat, move, NOBODY)
        steps.append(Step(seat, move, events, state))
    return review(Replay(tiles, start.setup, start, tuple(steps), None))


SEVEN = """
.. .. .. .. b1
a3 a2 a2 .. b2
"""  # a 3 of seat 0 at (3, 1) makes ten


def test_overlooking_a_row_of_ten_is_a_missed_win():
    (one,) = judge_moves(build_position(SEVEN, ((3, 1, 2), (1, 1, 2))), (4, -1))
    assert one.mark == "missed-win"
    assert one.best in one.facts["wins"]
    assert {"do": "place", "at": [3, 1]} in one.facts["wins"]
    assert one.loss == pytest.approx(0.5, abs=0.5)
    assert one.loss > 0.3


def test_making_a_row_of_ten_is_the_best_move():
    (one,) = judge_moves(build_position(SEVEN, ((3, 1, 2), (1, 1, 2))), (3, 1))
    assert (one.mark, one.best, one.loss, one.facts["won"]) == ("", None, 0, True)


def test_ignoring_a_threat_that_could_be_stopped_is_a_missed_block():
    # seat 1 is to move; a 3 of seat 0 makes ten at both ends of its row, but nothing touches the left end
    board = """
    .. .. .. .. b1
    b1 a3 a2 a2 .. b2
    """
    (one,) = judge_moves(build_position(board, ((3, 1, 2, 2), (1, 1, 2)), turn=1), (5, 0))
    assert one.facts["threats"] == [{"at": [4, 1], "numbers": [3]}]
    assert (one.facts["risk"], one.facts["least"]) == (0.25, 0)
    assert one.mark == "missed-block"
    assert one.best == {"do": "place", "at": [4, 1]}
    (stopped,) = judge_moves(build_position(board, ((3, 1, 2, 2), (1, 1, 2)), turn=1), (4, 1))
    assert (stopped.mark, stopped.facts["risk"]) == ("", 0)


def test_a_row_without_a_fitting_tile_left_is_no_threat():
    (one,) = judge_moves(build_position(SEVEN, ((1, 1, 2), (1, 1, 2)), turn=1), (4, -1))
    assert one.facts["threats"] == []
    assert one.mark == ""


def test_threats_that_cannot_all_be_stopped_say_who_made_them_and_when():
    # seat 0 lengthens its row to seven: both ends are free
    stacks = ((2, 3, 3, 1), (1, 2, 1, 1))
    free = """
    .. b1 .. .. b2
    .. a3 a2 .. ..
    """
    first, second, third = judge_moves(build_position(free, stacks), (3, 1), (5, 0), (2, 2))
    (fork,) = first.facts["forks"]
    assert fork | {"at": sorted(fork["at"])} == {
        "seat": 0, "by": 0, "since": 1, "chance": 2 / 3, "at": [[0, 1], [4, 1]],
    }  # fmt: skip
    assert second.facts["least"] == pytest.approx(2 / 3)
    assert second.mark != "missed-block"  # no move stops both
    assert [(one["seat"], one["since"]) for one in third.facts["forks"]] == [(0, 1)]
    closed = """
    .. b1 .. .. b2
    b1 a3 a2 .. b1
    """
    assert judge_moves(build_position(closed, stacks), (3, 1))[0].facts["forks"] == []  # an end is taken


@pytest.mark.parametrize("is_open", [False, True])
def test_every_move_is_judged_once_and_in_order(is_open):
    for number in range(2):
        one = play_bots(("easy", "steady"), number, is_open)
        found = review(one)
        assert [judged.number for judged in found] == list(range(1, len(one.steps) + 1))
        json.dumps([judged._asdict() for judged in found])
        before = one.start
        for judged, step in zip(found, one.steps, strict=True):
            assert judged.seat == step.seat
            assert 0 <= judged.loss <= 1
            assert (judged.best is None) == (judged.loss < 1e-9)
            assert (judged.mark == "missed-win") == (bool(brute_force.wins(before)) and not step.state.rows)
            before = step.state


def test_judgments_do_not_depend_on_hidden_tiles():
    one = play_bots(("sharp", "sharp"), 0)
    found = review(one)
    for place in (3, 6, 9):
        before = one.steps[place - 1].state
        top = [stack[:1] if seat == before.turn else () for seat, stack in enumerate(before.stacks)]
        turned = tuple((*top[seat], *reversed(stack[len(top[seat]) :])) for seat, stack in enumerate(before.stacks))
        other = change(before, stacks=turned)
        assert other.stacks != before.stacks
        step = one.steps[place]
        state, events = tiles.play(other, step.seat, step.move, NOBODY)
        again = review(Replay(tiles, one.setup, other, (Step(step.seat, step.move, events, state),), None))[0]
        # forks depend on earlier moves
        facts = {name: value for name, value in found[place].facts.items() if name != "forks"}
        assert {name: value for name, value in again.facts.items() if name != "forks"} == facts
        assert again[1:6] == found[place][1:6]


def is_missed_block(before, after):
    """Whether the opponent could make ten before the move and still can, although some move would have stopped it."""
    other = 1 - before.turn
    if not (before.stacks[other] or in_second_phase(before)):
        return False  # the last tile: the opponent shifts next, and had no threat before
    free = movable_tiles(before.board, other) if in_second_phase(before) else ()
    if not brute_force.wins(change(before, turn=other, movable=free)):
        return False
    following = (brute_force.after(before, move) for move in brute_force.moves(before))
    return bool(brute_force.wins(after)) and any(not (one.rows or brute_force.wins(one)) for one in following)


@pytest.mark.parametrize(("number", "phase"), [(0, 1), (1, 1), pytest.param(3, 2, marks=pytest.mark.proof("luck"))])
def test_missed_blocks_in_open_games_match_brute_force(number, phase):
    one = play_bots(("random", "random"), number, True)
    before, checked, missed = one.start, 0, 0
    for judged, step in zip(review(one), one.steps, strict=True):
        quiet = judged.mark != "missed-win" and not is_over(step.state) and judged.facts["proof"]["before"][0] != 1
        if quiet and judged.facts["phase"] == phase and checked < (8 if phase == 1 else 2):
            expected = is_missed_block(before, step.state)
            assert (judged.mark == "missed-block") == expected, judged.number
            checked += len(brute_force.wins(step.state)) > 0
            missed += expected
        before = step.state
    assert checked
    assert missed


def test_an_open_game_has_proofs():
    proofs = [judged.facts["proof"] for judged in open_review()]
    assert all(proof is not None for proof in proofs)
    assert {tuple(proof["before"]) for proof in proofs} >= {(1, 1), (0, 0), (-1, 1)}


def test_leaving_is_not_judged():
    one = play_bots(("easy", "steady"), 0)
    steps, state = one.steps[:4], one.steps[3].state
    left, events = tiles.play(state, 0, tiles.MOVES["resign"](), NOBODY)
    found = review(Replay(tiles, one.setup, one.start, (*steps, Step(0, tiles.MOVES["resign"](), events, left)), None))
    assert len(found) == 4


@pytest.mark.parametrize("is_open", [False, True])
def test_a_review_makes_few_calls(is_open):
    assert count_calls(review, play_bots(("sharp", "easy"), 1, is_open)) < MOST_CALLS
