"""Whole games of bots: every move is legal and reproducible, and the better bot wins more often."""

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.kinds.push.bots import BOTS
from games.rules import push
from games.rules.base import make_setup
from games.rules.dealers import FairDealer

LEVELS = list(BOTS)
TABLES = [
    (2, {"edition": "aeg", "bust_buy": True}),
    (2, {"edition": "gamefactory"}),
    (3, {"edition": "devir"}),
    (4, {"edition": "gamefactory", "bust_buy": True}),
    (5, {"edition": "aeg"}),
]
SOLOS = [("aeg", 4, False), ("devir", 7, True), ("gamefactory", 5, False), ("gamefactory", 10, True)]


def play_out(
    levels: Sequence[str], seed: str, options: dict[str, Any], inspect: Callable[..., None] | None = None
) -> Any:
    """Play a game of bots of these levels, seat by seat, and return its result."""
    dealer = FairDealer(seed.encode())
    dice = [random.Random(f"{seed}{seat}") for seat in range(len(levels))]
    state = push.start(make_setup(push, len(levels), options), dealer)
    while waiting := push.waiting(state):
        seat = waiting[0]
        view, choices = push.view(state, seat), push.choices(state, seat)
        if inspect:
            inspect(levels[seat], view, choices, dice[seat].getstate())
        move = BOTS[levels[seat]](view, choices, dice[seat])
        assert move.do in choices
        assert move.do != "resign"
        state, _ = push.play(state, seat, move, dealer)
    return push.result(state)


def assert_reproducible(level: str, view: Any, choices: Any, dice_state: Any) -> None:
    """Assert that the bot makes the same move twice, and doesn't change its arguments."""
    before = copy.deepcopy((view, choices))
    moves = []
    for _ in range(2):
        dice = random.Random()
        dice.setstate(dice_state)
        moves.append(BOTS[level](view, choices, dice))
    assert moves[0] == moves[1]
    assert (view, choices) == before


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_bots_finish_games_of_every_edition_and_number_of_seats(seats, options):
    levels = [LEVELS[seat % 3] for seat in range(1, seats + 1)]
    assert play_out(levels, f"table{seats}", options).end == "played"


@pytest.mark.parametrize(("edition", "level", "bust_buy"), SOLOS)
@pytest.mark.parametrize("bot", LEVELS)
def test_bots_finish_solo_games(bot, edition, level, bust_buy):
    result = play_out([bot], "solo", {"edition": edition, "solo": level, "bust_buy": bust_buy})
    assert result.end == "played"
    assert len(result.points) == 2


def test_a_bot_plays_on_for_a_player_who_left():
    dealer = FairDealer(b"left")
    state = push.start(make_setup(push, 3, {}), dealer)
    state, _ = push.play(state, 0, push.MOVES["resign"](), dealer)
    while waiting := push.waiting(state):
        seat = waiting[0]
        move = BOTS["easy"](push.view(state, seat), push.choices(state, seat), random.Random(seat))
        state, _ = push.play(state, seat, move, dealer)
    assert push.result(state).places[0] == 3


def test_the_same_view_and_dice_give_the_same_move():
    play_out(["easy", "steady", "sharp"], "twice", {"bust_buy": True}, assert_reproducible)


def count_wins(strong: str, weak: str, games: int) -> float:
    """Count the games that `strong` wins, a tie as half. Each deal is played twice, with the seats swapped."""
    won = 0.0
    for game in range(games):
        at = game % 2
        places = play_out([weak, strong] if at else [strong, weak], f"{strong}{game // 2}", {}).places
        won += (places[at] < places[1 - at]) + (places[at] == places[1 - at]) / 2
    return won


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("strong", "weak", "least"),
    [("steady", "easy", 0.75), pytest.param("sharp", "steady", 0.6, marks=pytest.mark.proof("luck"))],
)
def test_the_better_bot_wins_more_often(strong, weak, least, share):
    games = share(small=6, proofs=200, whole=1_000)
    assert count_wins(strong, weak, games) >= least * games
