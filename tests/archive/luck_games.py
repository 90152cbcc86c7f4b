"""Games of bots for the tests of luck, of any kind, size and option, also with players who leave."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.kinds import find_bot
from games.kinds.value import Shuffler
from games.rules.base import Plain, Resign, Setup, make_setup
from games.rules.registry import find
from games.rules.replay import Replay, Step

SETUPS: tuple[tuple[str, int, Plain], ...] = (
    ("push", 2, {}),
    ("push", 2, {"bust_buy": True}),
    ("push", 3, {"edition": "gamefactory"}),
    ("push", 4, {"edition": "devir", "bust_buy": True}),
    ("push", 5, {}),
    ("push", 1, {"solo": 4, "bust_buy": True}),
    ("push", 1, {"solo": 8, "edition": "gamefactory"}),
    ("tiles", 2, {}),
    ("tiles", 2, {"open": True}),
    ("swap", 4, {}),
    ("swap", 5, {"blocking": "ask"}),
    ("swap", 7, {"carry_on": False}),
    ("swap", 12, {}),
)


def setup_of(kind: str, seats: int, options: Plain) -> Setup:
    """Make the setup of a game."""
    return make_setup(find(kind), seats, options)


def play_game(
    kind_name: str, setup: Setup, bots: Sequence[str], seed: object, leaving: float = 0.0, dealer: Any = None
) -> Replay:
    """Play a game of bots. `leaving` is the chance at each move that a player leaves; a bot plays on."""
    kind, dice = find(kind_name), Random(f"{kind_name}|{setup}|{seed}")
    dealer = dealer or Shuffler(dice)
    players = [find_bot(kind_name, bots[seat % len(bots)]) for seat in range(setup.seats)]
    state = start = kind.start(setup, dealer)
    steps: list[Step] = []
    while waiting := kind.waiting(state):
        seat = waiting[0]
        move = players[seat](kind.view(state, seat), kind.choices(state, seat), dice)
        if leaving and dice.random() < leaving:
            other = dice.randrange(setup.seats)
            if "resign" in kind.choices(state, other):
                seat, move = other, Resign()
        state, events = kind.play(state, seat, move, dealer)
        steps.append(Step(seat, move, events, state))
    return Replay(kind, setup, start, tuple(steps), None)
