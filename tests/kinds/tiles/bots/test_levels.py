"""Bots of tiles make and stop rows of ten, and win more the further they look ahead."""

import json
from random import Random

import pytest

from games.kinds.tiles.bots import BOTS, placements, random_move, shifts
from games.kinds.tiles.bots.knowledge import Rack, read_view
from games.rules import tiles
from games.rules.base import Resign
from games.rules.dealers import FairDealer
from games.rules.tiles.board import pair
from games.rules.tiles.moves import Place, Shift
from tests.rules.tiles.table import CLOSED, NOBODY, OPEN, first_phase, second_phase

ALL = list(BOTS)
GOOD = ["steady", "sharp"]


def decide(bot, state, throw=0):
    return BOTS[bot](tiles.view(state, state.turn), tiles.choices(state, state.turn), Random(throw))


def play_bot(bot, state, throw=0):
    return tiles.play(state, state.turn, decide(bot, state, throw), NOBODY)[0]


def winning_replies(state):
    return [move for move in legal_moves(state) if is_winning(state, move)]


def is_winning(state, move):
    return bool(tiles.play(state, state.turn, move, NOBODY)[0].rows)


WINNABLE = {
    "closed, across": first_phase("b1 a3 a3 a2\nb1 b2 b1 b3", stacks=((2, 1), (1, 1))),
    "closed, diagonal": first_phase("a3 b1 b1 b2\nb1 a3 b1 b1\nb2 b1 .. b1\nb1 b1 b2 a3", stacks=((1, 1), (1, 1))),
    "open, right end": first_phase("b1 a3 a3 a2\nb1 b2 b1 b3", stacks=((1, 3, 2), (1, 1)), setup=OPEN),
    "open, left end": first_phase("b1 a3 a3 a2\nb1 b2 b1 b3", stacks=((2, 3, 1), (1, 1)), setup=OPEN),
    "second phase, laying": second_phase("a3 a3 a3 b1\na1 b1 b2 b3"),
    "second phase, taking away": second_phase("b1 b1 b1 b1 b1\na2 a1 a3 a3 a3\n.. b1 b1 b1 b1"),
}


@pytest.mark.parametrize("bot", ALL)
@pytest.mark.parametrize("position", list(WINNABLE))
def test_r21_no_bot_misses_a_row_of_ten(bot, position):
    for throw in range(5):
        assert tiles.result(play_bot(bot, WINNABLE[position], throw)).places == (1, 2)


STOPPABLE = {
    "closed, one place": first_phase("a1 b3 b3 b2\na1 a2 a1 a3\n.. b2 .. ..", stacks=((2, 1), (2, 2, 2))),
    "open, known ends": first_phase("a1 b3 b3 b2\na1 a2 b1 a3", stacks=((3, 2, 1), (2, 1, 2)), setup=OPEN),
    "second phase": second_phase("a1 b3 b3 b3 ..\na2 a3 a1 a2 a3\n.. b1 .. b2 .."),
}


@pytest.mark.parametrize("bot", GOOD)
@pytest.mark.parametrize("position", list(STOPPABLE))
def test_better_bots_stop_a_row_of_ten(bot, position):
    state = STOPPABLE[position]
    passed = tiles.play(state, 0, random_move(tiles.choices(state, 0), Random(1)), NOBODY)[0]
    assert winning_replies(passed)  # most moves don't stop it
    for throw in range(5):
        assert winning_replies(play_bot(bot, state, throw)) == []


def random_state(setup, moves, seed):
    """Play a random game for some moves, without a row of ten."""
    dice = Random(seed)
    state = tiles.start(setup, FairDealer(dice.randbytes(32)))
    while moves:
        following = tiles.play(state, state.turn, random_move(tiles.choices(state, state.turn), dice), NOBODY)[0]
        if tiles.waiting(following):
            state, moves = following, moves - 1
    return state


def legal_moves(state):
    offered = tiles.choices(state, state.turn)
    if "place" in offered:
        ends = offered["place"].get("ends", {None: None})
        return [Place(cell, end) for cell in offered["place"]["cells"] for end in ends]
    return [Shift(tile, goal) for tile, goals in offered["shift"]["tiles"] for goal in goals]


def is_stoppable(state):
    """Whether the seat to move can keep the other one from making ten."""
    won_before = set()  # a reply that wins after one move often wins after the next, so it's tried first
    for move in legal_moves(state):
        following = tiles.play(state, state.turn, move, NOBODY)[0]
        replies = [] if following.rows else sorted(legal_moves(following), key=lambda reply: reply not in won_before)
        winning = next((reply for reply in replies if is_winning(following, reply)), None)
        if winning is None:
            return True
        won_before.add(winning)
    return False


@pytest.mark.parametrize("bot", GOOD)
@pytest.mark.parametrize(("setup", "moves", "games"), [(OPEN, 14, 12), (OPEN, 23, 12), (CLOSED, 34, 4), (OPEN, 60, 4)])
def test_better_bots_allow_a_row_of_ten_only_if_they_must(bot, setup, moves, games):
    for seed in range(games):
        state = random_state(setup, moves, seed)
        following = play_bot(bot, state, seed)
        assert following.rows or not winning_replies(following) or not is_stoppable(state)


@pytest.mark.parametrize("seed", range(30))
def test_every_possible_row_of_ten_is_found(seed):
    state = random_state(OPEN, 12 + seed * 2, seed)
    table = read_view(tiles.view(state, state.turn))
    winning = winning_replies(state)
    if any(state.stacks):
        [(_, options)] = table.racks[state.turn].draws()
        seen = {pair(one.cell) for one in placements.list_placements(table.board, state.turn, options) if one.wins}
        assert seen == {move.at for move in winning}
    else:
        found = shifts.list_shifts(table.board, state.turn)
        assert {(pair(one.start), pair(one.goal)) for one in found} == {
            (move.from_, move.to) for move in legal_moves(state)
        }
        assert {(pair(one.start), pair(one.goal)) for one in found if one.wins} == {
            (move.from_, move.to) for move in winning
        }
        assert shifts.can_win(table.board, state.turn) == bool(winning)


@pytest.mark.parametrize("bot", GOOD)
def test_the_odds_decide_which_of_two_rows_is_stopped(bot):
    """Four 1s and one 3 are left, so the row that needs a 1 is the greater danger."""
    state = first_phase(
        """
        a1 b3 b3 b3 ..
        a2 a1 a3 a2 a3
        a1 b3 b2 b2 ..
        """,
        stacks=((2, 1), (1, 1, 1, 1, 3)),
    )
    for throw in range(5):
        assert decide(bot, state, throw) == Place((4, 0))


@pytest.mark.parametrize("bot", ALL)
@pytest.mark.parametrize("setup", [CLOSED, OPEN])
def test_bots_finish_games_of_every_variant(bot, setup, share):
    for game in range(share(small=1, proofs=3, whole=30)):
        state, dice = tiles.start(setup, FairDealer(bytes([game]))), Random(game)
        while tiles.waiting(state):
            view, choices = tiles.view(state, state.turn), tiles.choices(state, state.turn)
            move = BOTS[bot](view, choices, dice)
            assert type(move) is not Resign
            state, _ = tiles.play(state, state.turn, move, NOBODY)
        assert tiles.result(state).end == "played"


@pytest.mark.parametrize("bot", ALL)
def test_bots_finish_the_second_phase(bot):
    """Start from a random end of the first phase."""
    state, dice = tiles.start(CLOSED, FairDealer(b"long")), Random(3)
    while any(state.stacks):
        following = tiles.play(state, state.turn, random_move(tiles.choices(state, state.turn), dice), NOBODY)[0]
        state = state if following.rows else following
    while tiles.waiting(state):
        state = tiles.play(
            state,
            state.turn,
            BOTS[bot](tiles.view(state, state.turn), tiles.choices(state, state.turn), dice),
            NOBODY,
        )[0]
    assert tiles.result(state)


@pytest.mark.parametrize("bot", ALL)
@pytest.mark.parametrize("state", [*STOPPABLE.values(), tiles.start(OPEN, FairDealer(b"any"))])
def test_the_same_view_and_dice_give_the_same_move(bot, state):
    seat = state.turn
    view, choices = tiles.view(state, seat), tiles.choices(state, seat)
    plain = json.loads(json.dumps([view, choices]))
    assert BOTS[bot](view, choices, Random(4)) == BOTS[bot](*plain, Random(4))


def test_face_down_tiles_are_known_only_by_count():
    table = read_view(tiles.view(first_phase("a1 b2", stacks=((3, 1, 1), (2, 2, 1, 3))), 0))
    assert table.racks == (Rack(None, (2, 0, 1), 3), Rack(None, (1, 2, 1), None))
    assert [(odds, [option.number for option in options]) for odds, options in table.racks[1].draws()] == [
        (0.25, [1]),
        (0.5, [2]),
        (0.25, [3]),
    ]
    [(odds, [option])] = table.racks[0].draws()
    assert (odds, option.number, option.rest) == (1.0, 3, Rack(None, (2, 0, 0)))


def test_open_tiles_are_known_in_their_order():
    table = read_view(tiles.view(first_phase("a1 b2", stacks=((3, 1, 1), (2, 2)), setup=OPEN), 0))
    [(_, options)] = table.racks[0].draws()
    assert [(option.number, option.end, option.rest.row) for option in options] == [
        (3, "left", (1, 1)),
        (1, "right", (3, 1)),
    ]
    assert [option.end for option in table.racks[1].draws()[0][1]] == ["left"]  # all the same


def test_a_view_is_read_as_the_board_of_the_rules():
    for state in (
        first_phase("a1 b2\n.. a3"),
        second_phase("a1 b2 b3\na3 .. b1"),
        tiles.start(CLOSED, FairDealer(b"0")),
    ):
        assert read_view(tiles.view(state, 1)).board == state.board


def count_wins(one, other, games, setup):
    """Count the games that the first bot wins; the bots change seats after each."""
    won = 0
    for game in range(games):
        seats = (one, other) if game % 2 else (other, one)
        state, dice = tiles.start(setup, FairDealer(b"game %d" % (game // 2))), Random(game)
        while tiles.waiting(state):
            seat = state.turn
            move = BOTS[seats[seat]](tiles.view(state, seat), tiles.choices(state, seat), dice)
            state, _ = tiles.play(state, seat, move, NOBODY)
        won += tiles.result(state).places == ((1, 2) if seats[0] == one else (2, 1))
    return won


@pytest.mark.parametrize(
    ("one", "other", "share_won", "setup"),
    [
        ("steady", "easy", 0.75, CLOSED),
        ("steady", "easy", 0.75, OPEN),
        pytest.param("sharp", "steady", 0.6, CLOSED, marks=pytest.mark.proof("luck")),
        pytest.param("sharp", "steady", 0.6, OPEN, marks=pytest.mark.proof("luck")),
    ],
)
def test_bots_that_look_further_ahead_win_more(share, one, other, share_won, setup):
    games = share(small=12, proofs=200, whole=1000)
    slack = 0.2 if games < 100 else 0.0  # a few games can only show that a bot is badly broken
    assert count_wins(one, other, games, setup) / games >= share_won - slack
