"""Which moves are allowed in each phase, and for whom."""

import pytest

from games.rules import push
from games.rules.base import Refusal
from games.rules.push.moves import MOVES, Bid, Buy, Draw, Pass, Skip, Take, Token
from tests.rules.push.positions import do, for_sale, owner, pay, position, refused

EVERY_MOVE = {
    "draw": Draw(),
    "take": Take("numbers"),
    "buy": Buy("b1", pay(1)),
    "skip": Skip(),
    "bid": Bid(1, pay(1)),
    "pass": Pass(),
    "token": Token(),
}


def in_phase(phase):
    auction = for_sale("*4") if phase == "auction" else None
    state = position(
        owner(5), owner(5), phase=phase, active=0, market="b1", auction=auction, deck="g1 g1", final=(0, 1)
    )
    return state, 1 if phase == "auction" else 0


@pytest.mark.parametrize(
    ("phase", "code", "allowed"),
    [
        ("draw", "phase.draw", {"draw", "take"}),
        ("auction", "phase.auction", {"bid", "pass"}),
        ("buy", "phase.buy", {"buy", "skip"}),
        ("bust", "phase.bust", {"buy", "token"}),
        ("final", "phase.buy", {"buy", "skip"}),
    ],
)
def test_each_phase_allows_only_its_own_moves(phase, code, allowed):
    state, seat = in_phase(phase)
    assert set(push.choices(state, seat)) == allowed | {"resign"}
    assert push.choices(state, 1 - seat) == {"resign": {}}
    for name in EVERY_MOVE.keys() - allowed:
        with refused(code):
            do(state, seat, EVERY_MOVE[name])
    for name in allowed:
        assert do(state, seat, EVERY_MOVE[name])[0] != state


@pytest.mark.parametrize("phase", ["draw", "auction", "buy", "bust", "final"])
def test_the_other_seat_cannot_move(phase):
    state, seat = in_phase(phase)
    with refused("turn.not-yours", waiting=(seat,)):
        do(state, 1 - seat, EVERY_MOVE["take"])


@pytest.mark.parametrize(("seat", "shown"), [(-1, "-1"), (2, "2"), ("0", "0"), (None, "null")])
def test_an_unknown_seat_is_refused(seat, shown):
    with refused("seat.unknown", seat=shown, seats=2):
        do(in_phase("draw")[0], seat, Draw())


def test_r12_the_solo_opponent_has_no_seat():
    with refused("seat.unknown", seat="1", seats=1):
        do(position(owner(5), owner(5), solo=4), 1, Draw())


def test_moves_are_listed_by_name():
    assert list(MOVES) == ["draw", "take", "buy", "skip", "bid", "pass", "token", "resign"]
    assert all(MOVES[do](**vars(move)) == move for do, move in EVERY_MOVE.items())


def test_every_refusal_has_a_sentence_and_a_ruling():
    for refusal in push.REFUSALS.values():
        assert isinstance(refusal, Refusal)
        assert refusal.sentence.endswith(".")
        assert refusal.rule[0] == "R"
