"""Wins, threats and odds in a review of tiles, compared with brute force."""

import json
import random

import pytest

from games.kinds.tiles.odds import compute_odds
from games.kinds.tiles.review.decisions import made_of, wins
from games.kinds.tiles.review.placement_values import stays, stock_of, value_placements
from games.kinds.tiles.review.reach import ways_to_ten
from games.kinds.tiles.review.search import Laid
from games.rules import tiles
from games.rules.base import change
from games.rules.replay import Step
from games.rules.tiles.board import pair
from games.rules.tiles.state import is_over
from tests.kinds.tiles.review import brute_force
from tests.kinds.tiles.review.positions import place_tiles, start_second_phase

EXACT = 1e-12


def made(state, move):
    return made_of(Step(state.turn, move, (), state))


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_all_moves_that_make_ten_are_found(seed, is_open):
    for laid in (6, 10, 14):
        state = place_tiles(seed, is_open, laid)
        expected = {made(state, move) for move in brute_force.wins(state)}
        if not is_open:
            expected = {Laid(one.cell, "left") for one in expected}
        row = state.stacks[state.turn]
        if row[0] == row[-1]:  # both ends have the same number, so only one is listed
            expected = {Laid(one.cell, "left") for one in expected}
        assert set(wins(state)) == expected


@pytest.mark.parametrize("seed", range(12))
def test_all_shifts_that_make_ten_are_found(seed):
    state = start_second_phase(seed, 5 + seed % 4)
    for _ in range(3):
        if is_over(state):
            break
        assert set(wins(state)) == {made(state, move) for move in brute_force.wins(state)}
        state = brute_force.after(state, random.Random(seed).choice(list(brute_force.moves(state))))


def test_some_positions_have_rows_of_ten_and_others_do_not():
    found = [bool(wins(place_tiles(seed, False, laid))) for seed in range(8) for laid in (6, 10, 14)]
    assert 2 < sum(found) < len(found)
    assert sum(bool(wins(start_second_phase(seed, 5 + seed % 4))) for seed in range(12)) > 2


@pytest.mark.parametrize("seed", range(6))
def test_the_chances_of_each_placement_match_brute_force(seed):
    dice = random.Random(seed)
    state = place_tiles(seed, False, 7 + seed % 3)
    stacks = [tuple(dice.choices((1, 2, 3), (1, 1, 2), k=4)) for _ in range(2)]
    state = change(state, stacks=tuple(stacks))
    own, other = stacks[state.turn], stacks[1 - state.turn]
    weighed = value_placements(state.board, state.turn, own[0], stock_of(own[1:], False), stock_of(other, False))
    assert [pair(one.cell) for one in weighed] == [pair(cell) for cell in sorted(state.board.edge)]
    for one in weighed:
        following = brute_force.after(state, tiles.MOVES["place"](pair(one.cell)))
        assert one.wins == bool(following.rows)
        if one.wins:
            assert one.value == 1
            continue
        assert one.risk == pytest.approx(brute_force.risk(following), abs=EXACT)
        if one.cell in sorted(state.board.edge)[:4]:  # brute force takes long
            assert one.stays == pytest.approx(brute_force.stays(following), abs=EXACT)
        assert one.value == pytest.approx((1 - one.risk) * (1 + one.stays) / 2, abs=EXACT)


def test_a_placement_that_opens_a_cell_for_the_opponent_adds_risk():
    opening = 0
    for seed in range(12):
        state = place_tiles(seed, False, 12)
        own, other = state.stacks[state.turn], state.stacks[1 - state.turn]
        before = brute_force.risk(change(state, turn=1 - state.turn))
        for one in value_placements(state.board, state.turn, own[0], stock_of(own[1:], False), stock_of(other, False)):
            if not one.wins:
                following = brute_force.after(state, tiles.MOVES["place"](pair(one.cell)))
                assert one.risk == pytest.approx(brute_force.risk(following), abs=EXACT)
                opening += one.risk > before
    assert opening > 2


def test_the_last_tile_is_judged_by_what_the_opponent_can_shift():
    for seed in range(6):
        state = place_tiles(seed, False, 9)
        state = change(state, stacks=((2,), ()) if state.turn == 0 else ((), (2,)))
        none = stock_of((), False)
        for one in value_placements(state.board, state.turn, 2, none, none):
            following = brute_force.after(state, tiles.MOVES["place"](pair(one.cell)))
            if not one.wins:
                assert one.risk == brute_force.risk(following)
                assert one.stays == 0


@pytest.mark.parametrize("is_open", [False, True])
def test_the_odds_at_a_table_are_those_of_the_next_tile(is_open):
    for seed in range(10):
        state = place_tiles(seed, is_open, 9)
        shown = compute_odds(tiles.view(state, None), {})
        assert shown == compute_odds(json.loads(json.dumps(tiles.view(state, None))), {})
        assert (
            shown
            == compute_odds(tiles.view(state, 0), tiles.choices(state, 0))
            == compute_odds(tiles.view(state, 1), {})
        )
        seat = state.turn
        assert shown["ten"][seat] == bool(brute_force.wins(state))
        waiting = change(state, turn=1 - seat)
        assert shown["ten"][1 - seat] == pytest.approx(
            float(bool(brute_force.wins(waiting))) if is_open else brute_force.risk(waiting), abs=EXACT
        )


def test_odds_do_not_reveal_the_order_of_a_stack():
    state = place_tiles(3, False, 9)
    seat = 1 - state.turn
    stacks = list(state.stacks)
    stacks[seat] = stacks[seat][::-1]
    other = change(state, stacks=tuple(stacks))
    assert state.stacks != other.stacks
    assert compute_odds(tiles.view(state, 0), {}) == compute_odds(tiles.view(other, 0), {})


def test_odds_in_the_second_phase_and_after_the_game():
    seen = set()
    for seed in range(12):
        state = start_second_phase(seed, 6)
        shown = compute_odds(tiles.view(state, None), {})
        assert shown["ten"][state.turn] == bool(brute_force.wins(state))
        seen.add(tuple(shown["ten"]))
        for move in brute_force.wins(state)[:1]:
            assert compute_odds(tiles.view(brute_force.after(state, move), 0), {}) == {}
    assert len(seen) > 1


def test_threats_that_cannot_be_stopped_are_in_more_than_one_cell():
    found = 0
    for seed in range(30):
        state = place_tiles(seed, False, 11)
        for seat in (0, 1):
            stock = stock_of(state.stacks[seat], False)
            if stays(state.board, ways_to_ten(state.board.tiles[seat]), stock):
                found += 1
                ways = ways_to_ten(state.board.tiles[seat])
                assert len([cell for cell in ways if cell in state.board.edge]) > 1
    assert found
