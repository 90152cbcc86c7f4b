"""R8: the last card, the final purchases, and the end."""

import pytest

from games.rules import push
from games.rules.base import change
from games.rules.push.moves import Bid, Buy, Draw, Skip, Take
from tests.rules.push.positions import do, names, owner, pay, position, refused


def test_r8_after_the_last_card_the_active_player_can_only_take():
    state = position(owner(5), owner(5), deck="")
    assert push.choices(state, 0) == {"take": {"what": ("numbers", "currency")}, "resign": {}}
    with refused("draw.deck-empty"):
        do(state, 0, Draw())


def test_r8_drawing_the_last_card_does_not_end_the_turn():
    after, events = do(position(owner(5), owner(5), deck="b1"), 0, Draw())
    assert names(events) == ["drew"]
    assert (push.waiting(after), push.result(after)) == ((0,), None)


def test_r8_everyone_may_buy_once_more_the_active_player_last():
    state = position(owner(5), owner(5), owner(5), active=1, deck="", market="b1 b2 b3 b4")
    state, events = do(state, 1, Take("numbers"))
    assert names(events) == ["took"]  # the buy phase of the turn comes first, and isn't the final purchase
    state, events = do(state, 1, Buy("b4", pay(4)))
    assert events == [
        ("bought", {"seat": 1, "card": "b4", "pay": {"coins": 4, "busts": 0, "cards": ()}}),
        ("final", {}),
    ]
    assert (state.phase, state.final, push.waiting(state)) == ("final", (2, 0, 1), (2,))
    state, events = do(state, 2, Skip())
    assert events == [("skipped", {"seat": 2, "forced": False})]
    assert (state.final, push.waiting(state)) == ((0, 1), (0,))
    state, _ = do(state, 0, Buy("b2", pay(2)))
    assert push.waiting(state) == (1,)
    before = state
    state, events = do(state, 1, Buy("b1", pay(1)))
    assert names(events) == ["bought", "over"]
    assert state == change(
        before, phase="over", final=(), market=("b3",), players=(owner(3, 0, "b2"), owner(0, 0, "b1 b4"), owner(5))
    )
    assert push.waiting(state) == ()
    assert push.choices(state, 1) == {}
    assert push.result(state) is not None


def test_r8_final_purchases_follow_a_bust_or_taking_currency():
    bust, events = do(position(owner(5), owner(5), deck="g9", numbers="b9"), 0, Draw())
    assert names(events) == ["drew", "bust", "market", "token", "final", "skipped", "skipped", "over"]
    assert bust.phase == "over"
    taken, events = do(position(owner(5), owner(5), deck="", numbers="b4"), 0, Take("currency"))
    assert names(events) == ["took", "market", "final"]
    assert push.waiting(taken) == (1,)


def test_r8_final_purchases_follow_a_skipped_buy_phase():
    after, events = do(position(owner(1), owner(5), deck="", market="b4"), 0, Take("numbers"))
    assert names(events) == ["took", "skipped", "final"]
    assert (after.final, push.waiting(after)) == ((1, 0), (1,))


def test_r8_a_player_who_cannot_buy_is_skipped():
    state = position(owner(1), owner(2), owner(1), phase="final", final=(0, 1, 2), deck="", market="b1 b2")
    after, events = do(state, 0, Buy("b1", pay(1)))
    assert push.waiting(after) == (1,)
    after, events = do(after, 1, Buy("b2", pay(2)))
    assert events[1:] == [("skipped", {"seat": 2, "forced": True}), ("over", {})]
    assert after.phase == "over"


def test_r8_a_wild_as_the_last_card_is_still_sold():
    state, events = do(position(owner(5), owner(0), deck="*4", market="p3"), 0, Draw())
    assert events[1:] == [("passed", {"seat": 1, "forced": True})]
    state, _ = do(state, 0, Bid(2, pay(2)))
    assert push.choices(state, 0) == {"take": {"what": ("numbers", "currency")}, "resign": {}}


@pytest.mark.parametrize("move", [Draw(), Skip(), Take("numbers")])
def test_no_one_can_move_when_the_game_is_over(move):
    state = position(owner(5), owner(5), deck="", phase="over")
    with refused("game.over"):
        do(state, 0, move)
