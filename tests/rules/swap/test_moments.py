"""The moments of moves in swap: what blocks do, the end of a hand, and the next one."""

from games.rules import swap
from games.rules.swap.moves import Block, Hold, Swap
from tests.rules.swap.table import Stacked, lay, play


def moments(state, seat, move, *decks):
    """The names of the events in each moment, and the public view after them."""
    steps = swap.moments(state, seat, move, Stacked(*decks))
    return [([event.name for event in moment.events], swap.view(moment.state, None)) for moment in steps]


def test_r34_all_cards_are_shown_before_tokens_are_lost_and_the_next_hand_is_dealt():
    state = play(lay("5 4 0 3"), "hold hold hold")
    seen = moments(state, 3, Hold())
    assert [names for names, _ in seen] == [
        ["held"],
        ["shown"],
        ["token"],
        ["hand", "shuffled", "card", "card", "card", "card"],
    ]
    assert [view["up"] for _, view in seen[:3]] == [(None,) * 4, ("5", "4", "0", "3"), ("5", "4", "0", "3")]
    assert [view["tokens"][2] for _, view in seen] == [3, 3, 2, 2]
    assert [view["turn"] for _, view in seen[:3]] == [None] * 3
    assert [view["hand"] for _, view in seen] == [2, 2, 2, 3]
    assert seen[-1][1]["up"] == (None,) * 4


def test_r30_only_the_dealer_sees_the_drawn_card_until_all_cards_are_shown():
    state = play(lay("5 4 0 3", deck="10"), "hold hold hold")
    steps = swap.moments(state, 3, Swap(), Stacked())
    assert [event.name for event in steps[0].events] == ["drew"]
    assert [swap.view(steps[0].state, seat)["known"][3] for seat in (3, 0, None)] == ["10", None, None]
    assert swap.view(steps[0].state, None)["turns"][-1] == {"seat": 3, "did": "drew", "whom": None}
    assert swap.view(steps[1].state, None)["up"][3] == "10"


def test_r32_the_bunny_is_shown_before_the_next_seat_is_asked():
    state = play(lay("0 7 5 3", blocking="ask"), "swap")
    seen = moments(state, 1, Block())
    assert [names for names, _ in seen] == [["blocked"], ["asked"]]
    assert [(view["up"][1], view["asked"]) for _, view in seen] == [("7", None), ("7", 2)]


def test_r32_the_wolf_is_shown_before_the_token_is_lost():
    seen = moments(lay("0 9 5 3"), 0, Swap())
    assert [names for names, _ in seen] == [["blocked"], ["token"]]
    assert [(view["up"][1], view["tokens"][0]) for _, view in seen] == [("9", 3), ("9", 2)]


def test_r32_the_skunk_is_shown_then_the_card_goes_back_then_tokens_are_lost():
    state = play(lay("0 2 8 3"), "swap")
    steps = swap.moments(state, 1, Swap(), Stacked())
    assert [[event.name for event in moment.events] for moment in steps] == [
        ["blocked"],
        ["undone", "card", "card"],
        ["token", "token"],
    ]
    assert [swap.view(moment.state, 0)["card"] for moment in steps] == ["2", "0", "0"]
    assert [moment.state.tokens for moment in steps] == [(3,) * 4, (3,) * 4, (2, 2, 3, 3)]


def test_an_exchange_is_one_moment():
    assert [names for names, _ in moments(lay("0 2 8 3"), 0, Swap())] == [["swapped", "traded"]]
