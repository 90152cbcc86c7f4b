"""What the search proves, compared with trying every move."""

import random

import pytest

from games.kinds.tiles.review import search
from games.kinds.tiles.review.decisions import made_of, spot
from games.kinds.tiles.review.search import Proof, prove, way_out
from games.rules.base import change
from games.rules.replay import Step
from games.rules.tiles.state import is_over
from tests.kinds.seeds import seeds
from tests.kinds.tiles.review import slow
from tests.kinds.tiles.review.positions import lying, shifting, short


def small(seed):
    dice = random.Random(seed)
    return short(lying(seed, True, 5 + seed % 5), dice)


def follow(state, made):
    """The state after a move that the search named."""
    return next(slow.after(state, move) for move in slow.moves(state) if is_same(state, move, made))


def is_same(state, move, made):
    return made_of(Step(state.turn, move, (), state)) == made


@pytest.mark.parametrize("seed", seeds(6, 30))
def test_what_is_proved_within_three_moves_is_so_and_all_of_it_is_proved(seed):
    state = small(seed)
    proof = prove(spot(state))
    plies = 2 * proof.moves - (proof.value > 0)
    for most in (1, 2, 3):
        assert slow.value(state, most) == (proof.value if proof.value and plies <= most else 0), most


def test_a_tile_that_stops_a_threat_and_opens_another_stops_nothing():
    state = short(lying(486, True, 11), random.Random(486))  # one of a thousand in which every stop does
    assert prove(spot(state))[:2] == (-1, 1)
    assert way_out(spot(state), 2) is None
    assert slow.value(state, 2) == -1


@pytest.mark.parametrize("seed", seeds(12, 60))
def test_a_win_that_is_proved_is_a_win_by_the_move_that_is_named(seed):
    state = small(seed)
    proof = prove(spot(state))
    if proof.value == 1 and proof.moves < 4:
        following = follow(state, proof.by)
        assert following.rows or slow.value(following, 2 * proof.moves - 2) == -1


def test_wins_in_more_than_two_moves_are_found():
    assert {prove(spot(small(seed))).moves for seed in range(30)} >= {0, 1, 2, 3}


@pytest.mark.parametrize("seed", seeds(8, 16))
def test_the_second_phase_is_proved_where_it_says_so(seed):
    state = shifting(seed, 4 + seed % 2)
    if is_over(state):
        return
    proof = prove(spot(state))
    assert slow.value(state, 1) == (proof == Proof(1, 1, proof.by))
    if proof.value == -1:
        assert proof.moves == 1
        assert slow.value(state, 2) == -1
    elif proof.value == 0:
        assert slow.value(state, 2) == 0
    elif proof.moves == 2:
        following = follow(state, proof.by)
        assert slow.value(following, 2) == -1


def test_the_second_phase_has_something_to_prove():
    values = {(proof.value, proof.moves) for proof in (prove(spot(shifting(seed, 5))) for seed in range(20))}
    assert values >= {(1, 1), (-1, 1), (0, 0)}


def test_a_way_out_is_one():
    found = 0
    for seed in range(30):
        state = small(seed)
        if prove(spot(state)).value == 0 and (made := way_out(spot(state), 2)) is not None:
            found += 1
            assert slow.value(follow(state, made), 1) != 1
    assert found > 10


def test_a_draw_by_repetition_or_by_length_is_no_loss():
    lost = next(state for state in (shifting(seed, 5) for seed in range(40)) if prove(spot(state)).value == -1)
    assert prove(spot(change(lost, shifts=99))).value == 0  # one move more and the game is drawn
    board = slow.after(lost, next(slow.moves(lost)))
    twice = (*board.seen[-1:], *board.seen[-1:])
    assert prove(spot(change(lost, seen=(*lost.seen, *twice)))).value == 0


def test_the_same_position_gives_the_same_answer_and_less_is_said_by_who_looks_less(monkeypatch):
    states = [small(seed) for seed in range(8, 16)]
    first = [prove(spot(state)) for state in states]
    assert [prove(spot(state)) for state in states] == first
    monkeypatch.setattr(search, "POSITIONS", 4)
    fewer = [prove(spot(state)) for state in states]
    assert all(less.value in (0, proof.value) for less, proof in zip(fewer, first, strict=True))
    assert any(less.value != proof.value for less, proof in zip(fewer, first, strict=True))
