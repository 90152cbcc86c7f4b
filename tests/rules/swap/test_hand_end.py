"""The end of a hand and of the game: R34 to R36, R38, R40."""

import pytest

from games.rules import swap
from games.rules.base import Event, IllegalMove, Resign, Result
from games.rules.swap.state import Showdown, Turn
from tests.rules.swap.table import Stacked, lay, play, play_with_events, public_events

DECK = "1 2 3 4 5 1 2 3 4 5 1 2"


def finish(cards, **fields):
    """Play the hand to its end, with everyone holding."""
    state = lay(cards, deck=fields.pop("deck", DECK), **fields)
    return play_with_events(state, "hold " * len(state.order))


def test_r34_the_lowest_card_loses_a_token():
    start = lay("3 2 5 4", deck="1 2 3 4 5")
    state, events = finish("3 2 5 4", deck="1 2 3 4 5")
    assert events == [
        Event("held", {"seat": 3}),
        Event("shown", {"cards": ((0, "3"), (1, "2"), (2, "5"), (3, "4"))}),
        Event("token", {"seat": 1, "tokens": 2, "why": "lowest"}),
        Event("hand", {"hand": 3, "dealer": 0, "order": (1, 2, 3, 0)}),
        Event("card", {"seat": 1, "card": "1"}, (1,)),
        Event("card", {"seat": 2, "card": "2"}, (2,)),
        Event("card", {"seat": 3, "card": "3"}, (3,)),
        Event("card", {"seat": 0, "card": "4"}, (0,)),
    ]
    cards = ((0, "3"), (1, "2"), (2, "5"), (3, "4"))
    assert state == lay(
        "4 1 2 3",
        dealer=0,
        deck="5",
        shown="3 2 5 4",
        tokens=(3, 2, 3, 3),
        gone=(0, 0, 0, 0),
        hand=3,
        order=(1, 2, 3, 0),
        last=Showdown(2, cards, losers=(1,), spared=(), why=None, out=(), back=()),
    )
    assert start.unshown == state.unshown


@pytest.mark.parametrize(
    ("cards", "tokens"),
    [
        ("10 9 8 7", (3, 3, 3, 2)),
        ("1 0 5 4", (3, 2, 3, 3)),
        ("0 00 5 4", (3, 2, 3, 3)),
        ("000 00 5 4", (2, 3, 3, 3)),
        ("000 0000 5 4", (3, 2, 3, 3)),
        ("000 W 5 4", (3, 2, 3, 3)),
    ],
)
def test_r34_cards_are_compared_by_value(cards, tokens):
    assert finish(cards)[0].tokens == tokens


def test_r34_equally_low_cards_each_lose_a_token():
    state, events = finish("3 2 5 2")
    assert state.tokens == (3, 2, 3, 2)
    assert public_events(events)[2:4] == [("token", 1, 2, "lowest"), ("token", 3, 2, "lowest")]
    assert state.last.losers == (1, 3)


def test_r34_lion_and_wildcat_are_equal():
    state, _ = finish("0000 W 5 2")
    assert state.tokens == (2, 2, 3, 3)


def test_r34_everyone_loses_a_token_if_all_cards_are_equal():
    state, _ = finish("2 2 2 2", deck="1 3 4 5 1 3 4 5")
    assert state.tokens == (2, 2, 2, 2)


def test_r34_a_seat_that_loses_its_last_token_goes_out():
    state, events = finish("3 2 5 4", tokens=(3, 1, 3, 3), hand=7)
    assert public_events(events)[2:4] == [("token", 1, 0, "lowest"), ("out", 1)]
    assert state.tokens == (3, 0, 3, 3)
    assert state.gone == (0, 7, 0, 0)
    assert state.order == (2, 3, 0)
    assert state.dealt == ("3", "", "1", "2")
    assert state.last.out == (1,)


def test_r34_a_seat_that_went_out_during_the_hand_shows_no_card():
    """The Stone of the seat that the Wolf put out is no longer the lowest card."""
    state = lay("0 9 5 3", tokens=(1, 3, 3, 3), deck=DECK)
    state = play(state, "swap hold hold hold")
    assert state.tokens == (0, 3, 3, 2)
    assert state.last.cards == ((1, "9"), (2, "5"), (3, "3"))


def test_r35_two_wildcats_are_spared_and_bring_back_seats_that_were_out():
    state, events = finish("W W 5 - -", dealer=2, gone=(0, 0, 0, 1, 1))
    assert state.tokens == (3, 3, 3, 1, 1)
    assert public_events(events)[2:6] == [
        ("spared", (0, 1), "wildcats"),
        ("back", 3),
        ("back", 4),
        ("shuffled", 55),
    ]
    cards = ((0, "W"), (1, "W"), (2, "5"))
    assert state.last == Showdown(2, cards, (), (0, 1), "wildcats", (), (3, 4))


def test_r35_a_seat_that_comes_back_may_be_the_next_dealer():
    state, _ = finish("W W 5 - 4", dealer=2, order=(4, 0, 1, 2))
    assert (state.dealer, state.order) == (3, (4, 0, 1, 2, 3))
    assert state.tokens == (3, 3, 3, 1, 3)


def test_r35_a_lion_still_loses():
    state, events = finish("W W 0000 3")
    assert state.tokens == (3, 3, 2, 3)
    assert public_events(events)[2:4] == [("spared", (0, 1), "wildcats"), ("token", 2, 2, "lowest")]


def test_r35_the_next_lowest_card_loses_nothing():
    state, _ = finish("W 0 W W")
    assert state.tokens == (3, 3, 3, 3)
    assert state.last.spared == (0, 2, 3)


def test_r35_a_single_wildcat_is_just_low():
    state, _ = finish("W 0 2 -", dealer=2)
    assert state.tokens == (2, 3, 3, 0)
    assert state.last.back == ()


def test_r35_a_seat_that_goes_out_in_this_hand_stays_out():
    """Neither the seat with the Lion, nor the one that swapped with the Wolf, was out before the hand."""
    state, events = finish("W W 0000 -", tokens=(3, 3, 1, 0), dealer=2)
    assert state.tokens == (3, 3, 0, 1)
    assert [fact[0] for fact in public_events(events)[2:6]] == ["spared", "token", "out", "back"]
    start = lay("0 9 W W -", tokens=(1, 3, 3, 3, 0), dealer=3, deck=DECK)
    state = play(start, "swap hold hold hold")
    assert state.tokens == (0, 3, 3, 3, 1)
    assert state.last.back == (4,)


def test_r35_two_wildcats_with_their_last_tokens_keep_the_game_going():
    state, _ = finish("W W - -", tokens=(1, 1, 0, 0), dealer=1)
    assert state.tokens == (1, 1, 1, 1)
    assert state.end is None


def test_r35_a_seat_that_came_back_can_go_out_again():
    state, _ = finish("4 3 2 5", tokens=(1, 1, 1, 1), gone=(2, 0, 5, 0), hand=9)
    assert state.gone == (2, 0, 9, 0)


def test_r36_no_one_loses_if_everyone_would_go_out():
    state, events = finish("3 3 - -", tokens=(1, 1, 0, 0), dealer=1)
    assert state.tokens == (1, 1, 0, 0)
    assert public_events(events)[2] == ("spared", (0, 1), "everybody")
    assert state.last == Showdown(2, ((0, "3"), (1, "3")), (), (0, 1), "everybody", (), ())
    state, _ = finish("W 0000 - -", tokens=(1, 1, 0, 0), dealer=1)
    assert state.tokens == (1, 1, 0, 0)
    state, _ = finish("3 3 3 3", tokens=(1, 1, 1, 1), deck="1 2 4 5")
    assert state.tokens == (1, 1, 1, 1)


def test_r36_does_not_apply_if_one_seat_has_another_token():
    state, events = finish("3 3 - -", tokens=(2, 1, 0, 0), dealer=1)
    assert state.tokens == (1, 0, 0, 0)
    assert public_events(events)[-1] == ("won", 0)
    assert state.end == "played"


def test_r36_does_not_apply_if_one_seat_has_a_higher_card():
    state, _ = finish("3 3 4 -", tokens=(1, 1, 1, 0), dealer=2)
    assert state.end == "played"
    assert state.tokens == (0, 0, 1, 0)


def test_r33_the_game_can_end_with_a_hand():
    state, events = finish("3 5 - -", tokens=(1, 2, 0, 0), dealer=1, hand=8)
    assert public_events(events)[2:] == [("token", 0, 0, "lowest"), ("out", 0), ("won", 1)]
    assert swap.waiting(state) == ()
    assert (state.order, state.turns, state.up, state.dealt) == ((), (), (), ("", "", "", ""))
    assert (state.hand, state.dealer) == (8, 1)
    assert state.shown == ("3", "5")
    with pytest.raises(IllegalMove) as caught:
        swap.play(state, 1, swap.MOVES["hold"](), Stacked())
    assert (caught.value.code, caught.value.facts) == ("game.over", {})


def test_r38_seats_are_ranked_by_the_hand_in_which_they_last_went_out():
    state, _ = finish("3 5 - - - -", tokens=(1, 2, 0, 0, 0, 0), gone=(0, 3, 2, 7, 2, 5), dealer=1, hand=8)
    assert swap.result(state) == Result(
        "played",
        (2, 1, 5, 3, 5, 4),
        None,
        (
            {"tokens": 0, "out": 8},
            {"tokens": 2, "out": None},
            {"tokens": 0, "out": 2},
            {"tokens": 0, "out": 7},
            {"tokens": 0, "out": 2},
            {"tokens": 0, "out": 5},
        ),
    )


def test_r38_seats_that_go_out_at_different_times_in_a_hand_tie():
    state = play(lay("0 9 3 -", tokens=(1, 2, 1, 0), dealer=2), "swap hold hold")
    assert state.end == "played"
    assert swap.result(state).places == (2, 1, 2, 4)


def test_there_is_no_result_while_the_game_goes_on():
    assert swap.result(lay("0 9 3 -", dealer=2)) is None


def test_r40_the_seat_of_a_leaver_plays_on():
    state = lay("4 2 3 5")
    after, events = swap.play(state, 2, Resign(), Stacked())
    assert after == lay("4 2 3 5", left=(2,))
    assert events == (Event("left", {"seat": 2}),)
    assert play(after, "hold hold swap").turns[-1] == Turn("swapped", 3, 2, 3)


def test_r40_resigning_twice_or_when_out_is_refused():
    state = lay("4 - 3 5", left=(2,))
    for seat, code in ((2, "resign.twice"), (1, "resign.out")):
        with pytest.raises(IllegalMove) as caught:
            swap.play(state, seat, Resign(), Stacked())
        assert (caught.value.code, caught.value.facts) == (code, {})


def test_r40_the_game_ends_if_only_one_other_is_left():
    state = lay("4 2 3 5", blocking="ask", asked=1, left=(2, 0))
    after, events = swap.play(state, 3, Resign(), Stacked())
    assert events == (Event("left", {"seat": 3}),)
    assert (after.end, after.asked, after.left) == ("left", None, (2, 0, 3))
    assert swap.waiting(after) == ()
    assert swap.choices(after, 1) == {}
    result = swap.result(after)
    assert (result.end, result.places, result.points) == ("left", (3, 1, 4, 2), None)


def test_r40_seats_that_are_out_count_as_staying():
    """All three seats that were in have left, so the one that only watches wins."""
    state = lay("4 - 3 5", left=(2, 0), gone=(0, 1, 0, 0))
    after, _ = swap.play(state, 3, Resign(), Stacked())
    assert (after.end, swap.result(after).places) == ("left", (3, 1, 4, 2))
    after, _ = swap.play(lay("4 - - 5", left=(3,)), 0, Resign(), Stacked())
    assert after.end is None


def test_r40_leavers_rank_below_everyone_who_stayed_however_well_the_bot_does():
    state, _ = finish("3 5 - - -", tokens=(1, 2, 0, 0, 0), gone=(0, 0, 2, 7, 4), dealer=1, hand=8, left=(1, 3))
    assert swap.result(state).places == (1, 5, 3, 4, 2)


def test_r40_wildcats_can_bring_back_the_seat_of_a_leaver():
    state, _ = finish("W W 5 -", dealer=2, left=(3,))
    assert state.tokens == (3, 3, 3, 1)
    assert state.left == (3,)
