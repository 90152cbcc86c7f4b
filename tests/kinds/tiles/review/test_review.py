"""Reviews of whole games of tiles: which decisions are marked, and by what."""

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
from tests.kinds.tiles.review import slow
from tests.rules.tiles.table import CLOSED, NOBODY, OPEN, board_of
from tests.work import calls_of

MOST_CALLS = 150_000  # some games need a third of it


def game(bots, number, is_open=False):
    return replay(play_match(make_match("tiles", 2, {"open": is_open}, bots, "reviews of tiles"), number))


@cache
def open_review():
    """Of a game with nothing hidden, which one seat plays better than the other."""
    return review(game(("easy", "sharp"), 1, True))


def position(text, stacks, is_open=False, turn=0):
    """A board, and what each seat has to come; seat 0 to move."""
    return State(OPEN if is_open else CLOSED, stacks, turn=turn, board=board_of(text))


def judged(state, *cells, ends=()):
    """The review of a game that goes on from there with tiles in these cells."""
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


def test_a_row_of_ten_passed_over_is_a_missed_win():
    (one,) = judged(position(SEVEN, ((3, 1, 2), (1, 1, 2))), (4, -1))
    assert one.mark == "missed-win"
    assert one.best in one.facts["wins"]
    assert {"do": "place", "at": [3, 1]} in one.facts["wins"]
    assert one.loss == pytest.approx(0.5, abs=0.5)
    assert one.loss > 0.3


def test_a_row_of_ten_made_is_the_best_there_is():
    (one,) = judged(position(SEVEN, ((3, 1, 2), (1, 1, 2))), (3, 1))
    assert (one.mark, one.best, one.loss, one.facts["won"]) == ("", None, 0, True)


def test_a_threat_that_could_be_stopped_is_a_missed_block():
    # seat 1 is to move; a 3 of seat 0 makes ten at both ends of its row, but nothing touches the left end
    board = """
    .. .. .. .. b1
    b1 a3 a2 a2 .. b2
    """
    (one,) = judged(position(board, ((3, 1, 2, 2), (1, 1, 2)), turn=1), (5, 0))
    assert one.facts["threats"] == [{"at": [4, 1], "numbers": [3]}]
    assert (one.facts["risk"], one.facts["least"]) == (0.25, 0)
    assert one.mark == "missed-block"
    assert one.best == {"do": "place", "at": [4, 1]}
    (stopped,) = judged(position(board, ((3, 1, 2, 2), (1, 1, 2)), turn=1), (4, 1))
    assert (stopped.mark, stopped.facts["risk"]) == ("", 0)


def test_a_threat_that_nobody_has_the_tile_for_is_none():
    (one,) = judged(position(SEVEN, ((1, 1, 2), (1, 1, 2)), turn=1), (4, -1))
    assert one.facts["threats"] == []
    assert one.mark == ""


def test_threats_that_cannot_all_be_stopped_are_told_with_who_made_them_and_when():
    # seat 0 lengthens its row to seven: both ends are free
    stacks = ((2, 3, 3, 1), (1, 2, 1, 1))
    free = """
    .. b1 .. .. b2
    .. a3 a2 .. ..
    """
    first, second, third = judged(position(free, stacks), (3, 1), (5, 0), (2, 2))
    (fork,) = first.facts["forks"]
    assert fork | {"at": sorted(fork["at"])} == {
        "seat": 0, "by": 0, "since": 1, "chance": 2 / 3, "at": [[0, 1], [4, 1]],
    }  # fmt: skip
    assert second.facts["least"] == pytest.approx(2 / 3)
    assert second.mark != "missed-block"  # no place stops both
    assert [(one["seat"], one["since"]) for one in third.facts["forks"]] == [(0, 1)]
    closed = """
    .. b1 .. .. b2
    b1 a3 a2 .. b1
    """
    assert judged(position(closed, stacks), (3, 1))[0].facts["forks"] == []  # an end is taken


@pytest.mark.parametrize("is_open", [False, True])
def test_every_move_is_judged_once_and_in_order(is_open):
    for number in range(2):
        one = game(("easy", "steady"), number, is_open)
        found = review(one)
        assert [judged.number for judged in found] == list(range(1, len(one.steps) + 1))
        json.dumps([judged._asdict() for judged in found])
        before = one.start
        for judged, step in zip(found, one.steps, strict=True):
            assert judged.seat == step.seat
            assert 0 <= judged.loss <= 1
            assert (judged.best is None) == (judged.loss < 1e-9)
            assert (judged.mark == "missed-win") == (bool(slow.wins(before)) and not step.state.rows)
            before = step.state


def test_what_was_hidden_makes_no_difference():
    one = game(("sharp", "sharp"), 0)
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
        facts = {name: value for name, value in found[place].facts.items() if name != "forks"}  # these have a past
        assert {name: value for name, value in again.facts.items() if name != "forks"} == facts
        assert again[1:6] == found[place][1:6]


def slowly_missed(before, after):
    """Whether the other could make ten before the move and can after it, and some move leaves no ten."""
    other = 1 - before.turn
    if not (before.stacks[other] or in_second_phase(before)):
        return False  # the last tile of all: the other shifts next, and threatened nothing yet
    free = movable_tiles(before.board, other) if in_second_phase(before) else ()
    if not slow.wins(change(before, turn=other, movable=free)):
        return False
    following = (slow.after(before, move) for move in slow.moves(before))
    return bool(slow.wins(after)) and any(not (one.rows or slow.wins(one)) for one in following)


@pytest.mark.parametrize(("number", "phase"), [(0, 1), (1, 1), pytest.param(3, 2, marks=pytest.mark.proof("luck"))])
def test_missed_blocks_where_nothing_is_hidden_are_those_of_looking_at_every_move(number, phase):
    one = game(("random", "random"), number, True)
    before, looked, missed = one.start, 0, 0
    for judged, step in zip(review(one), one.steps, strict=True):
        quiet = judged.mark != "missed-win" and not is_over(step.state) and judged.facts["proof"]["before"][0] != 1
        if quiet and judged.facts["phase"] == phase and looked < (8 if phase == 1 else 2):
            expected = slowly_missed(before, step.state)
            assert (judged.mark == "missed-block") == expected, judged.number
            looked += len(slow.wins(step.state)) > 0
            missed += expected
        before = step.state
    assert looked
    assert missed


def test_an_open_game_tells_what_was_certain():
    proofs = [judged.facts["proof"] for judged in open_review()]
    assert all(proof is not None for proof in proofs)
    assert {tuple(proof["before"]) for proof in proofs} >= {(1, 1), (0, 0), (-1, 1)}


def test_who_leaves_makes_no_decision_that_is_judged():
    one = game(("easy", "steady"), 0)
    steps, state = one.steps[:4], one.steps[3].state
    left, events = tiles.play(state, 0, tiles.MOVES["resign"](), NOBODY)
    found = review(Replay(tiles, one.setup, one.start, (*steps, Step(0, tiles.MOVES["resign"](), events, left)), None))
    assert len(found) == 4


@pytest.mark.parametrize("is_open", [False, True])
def test_a_review_takes_little_work(is_open):
    assert calls_of(review, game(("sharp", "easy"), 1, is_open)) < MOST_CALLS
