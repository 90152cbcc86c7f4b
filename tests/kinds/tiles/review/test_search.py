"""What the search proves, compared with brute force."""

import random

import pytest

from games.kinds.tiles.review import search
from games.kinds.tiles.review.decisions import made_of, spot
from games.kinds.tiles.review.search import Proof, prove, way_out
from games.rules.base import change
from games.rules.replay import Step
from games.rules.tiles.state import is_over
from tests.kinds.seeds import seeds
from tests.kinds.tiles.review import brute_force
from tests.kinds.tiles.review.positions import place_tiles, shorten_stacks, start_second_phase


def make_small_position(seed):
    dice = random.Random(seed)
    return shorten_stacks(place_tiles(seed, True, 5 + seed % 5), dice)


def play_named_move(state, made):
    """Play a move that the search named, and return the state."""
    return next(brute_force.after(state, move) for move in brute_force.moves(state) if is_same(state, move, made))


def is_same(state, move, made):
    return made_of(Step(state.turn, move, (), state)) == made


@pytest.mark.parametrize("seed", seeds(6, 30))
def test_proofs_within_three_plies_match_brute_force(seed):
    state = make_small_position(seed)
    proof = prove(spot(state))
    plies = 2 * proof.moves - (proof.value > 0)
    for most in (1, 2, 3):
        assert brute_force.value(state, most) == (proof.value if proof.value and plies <= most else 0), most


def test_a_block_that_opens_another_threat_is_no_way_out():
    # one seed in a thousand: every block opens another threat
    state = shorten_stacks(place_tiles(486, True, 11), random.Random(486))
    assert prove(spot(state))[:2] == (-1, 1)
    assert way_out(spot(state), 2) is None
    assert brute_force.value(state, 2) == -1


@pytest.mark.parametrize("seed", seeds(12, 60))
def test_a_proved_win_is_won_with_the_named_move(seed):
    state = make_small_position(seed)
    proof = prove(spot(state))
    if proof.value == 1 and proof.moves < 4:
        following = play_named_move(state, proof.by)
        assert following.rows or brute_force.value(following, 2 * proof.moves - 2) == -1


def test_wins_in_more_than_two_moves_are_found():
    assert {prove(spot(make_small_position(seed))).moves for seed in range(30)} >= {0, 1, 2, 3}


@pytest.mark.parametrize("seed", seeds(8, 16))
def test_proofs_in_the_second_phase_match_brute_force(seed):
    state = start_second_phase(seed, 4 + seed % 2)
    if is_over(state):
        return
    proof = prove(spot(state))
    assert brute_force.value(state, 1) == (proof == Proof(1, 1, proof.by))
    if proof.value == -1:
        assert proof.moves == 1
        assert brute_force.value(state, 2) == -1
    elif proof.value == 0:
        assert brute_force.value(state, 2) == 0
    elif proof.moves == 2:
        following = play_named_move(state, proof.by)
        assert brute_force.value(following, 2) == -1


def test_positions_of_the_second_phase_include_wins_and_losses():
    values = {(proof.value, proof.moves) for proof in (prove(spot(start_second_phase(seed, 5))) for seed in range(20))}
    assert values >= {(1, 1), (-1, 1), (0, 0)}


def test_a_way_out_avoids_the_loss():
    found = 0
    for seed in range(30):
        state = make_small_position(seed)
        if prove(spot(state)).value == 0 and (made := way_out(spot(state), 2)) is not None:
            found += 1
            assert brute_force.value(play_named_move(state, made), 1) != 1
    assert found > 10


def test_a_draw_by_repetition_or_length_is_not_a_loss():
    lost = next(
        state for state in (start_second_phase(seed, 5) for seed in range(40)) if prove(spot(state)).value == -1
    )
    assert prove(spot(change(lost, shifts=99))).value == 0  # one more move, and the game is a draw
    board = brute_force.after(lost, next(brute_force.moves(lost)))
    twice = (*board.seen[-1:], *board.seen[-1:])
    assert prove(spot(change(lost, seen=(*lost.seen, *twice)))).value == 0


def test_proofs_are_reproducible_and_a_smaller_search_proves_less(monkeypatch):
    states = [make_small_position(seed) for seed in range(8, 16)]
    first = [prove(spot(state)) for state in states]
    assert [prove(spot(state)) for state in states] == first
    monkeypatch.setattr(search, "POSITIONS", 4)
    fewer = [prove(spot(state)) for state in states]
    assert all(less.value in (0, proof.value) for less, proof in zip(fewer, first, strict=True))
    assert any(less.value != proof.value for less, proof in zip(fewer, first, strict=True))
