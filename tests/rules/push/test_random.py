"""Random games: no card is lost, no secret is shown, and every game ends."""

from random import Random

import pytest

from games.kinds.push.bots.random_move import random_move
from games.rules import push
from games.rules.base import make_setup
from games.rules.dealers import FairDealer
from games.rules.push.state import State
from games.rules.serialization import from_plain, to_plain
from tests.rules.push.checks import conserved
from tests.rules.push.twist import twist

SETUPS = [
    *[(seats, {"bust_buy": bust_buy}) for seats in (2, 3, 4, 5) for bust_buy in (False, True)],
    *[(1, {"solo": level, "bust_buy": level > 6}) for level in (4, 7, 10)],
    *[(1, {"solo": level, "bust_buy": level > 6, "edition": "gamefactory"}) for level in (5, 8)],
]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_random_games_end_without_losing_cards_or_showing_secrets(seats, options, share):
    dice = Random(seats)
    for game in range(share(small=1, proofs=3, whole=30)):
        state = push.start(make_setup(push, seats, options), FairDealer(bytes([game, seats])))
        while push.waiting(state):
            conserved(state)
            (seat,) = push.waiting(state)
            for reader in (*range(seats), None):
                other = twist(state, reader, dice)
                assert push.view(other, reader) == push.view(state, reader)
                assert push.choices(other, seat) == push.choices(state, seat)
            choices = push.choices(state, seat)
            assert all(offer is not None for offer in choices.values())
            state, events = push.play(state, seat, random_move(choices, dice), FairDealer(b""))
            assert events
        conserved(state)
        assert from_plain(State, to_plain(state)) == state
        assert push.result(state).end == "played"
