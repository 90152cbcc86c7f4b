"""What a block does (R32), and losing the last token (R33)."""

import pytest

from games.rules import swap
from games.rules.base import Event
from games.rules.swap.state import Turn
from tests.rules.swap.table import hands, lay, play, play_with_events, public_events

BLOCKED_BY_1 = Turn("blocked", 1)


@pytest.mark.parametrize("card", ["6", "10"])
def test_r32_inn_and_owl_just_block(card):
    state, events = play_with_events(lay(f"0 {card} 5 3"), "swap")
    assert state == lay(f"0 {card} 5 3", up=(1,), turns=(BLOCKED_BY_1,))
    assert events == [Event("blocked", {"seat": 1, "card": card, "swapper": 0})]


def test_r32_example_2_the_wolf_takes_a_token_from_the_swapper():
    state, events = play_with_events(lay("0 9 5 3"), "swap")
    assert state == lay("0 9 5 3", tokens=(2, 3, 3, 3), up=(1,), turns=(BLOCKED_BY_1,))
    assert events == [
        Event("blocked", {"seat": 1, "card": "9", "swapper": 0}),
        Event("token", {"seat": 0, "tokens": 2, "why": "wolf"}),
    ]


def test_r32_example_3_the_skunk_sends_the_stone_back():
    state, events = play_with_events(lay("0 2 8 3"), "swap swap")
    assert hands(state) == "0 2 8 3"
    assert state == lay("0 2 8 3", tokens=(2, 2, 3, 3), up=(2,), turns=(Turn("undone", 1, 0, 1), Turn("blocked", 2)))
    assert events == [
        Event("blocked", {"seat": 2, "card": "8", "swapper": 1}),
        Event("undone", {"seats": (1, 0)}),
        Event("card", {"seat": 1, "card": "2"}, (1,)),
        Event("card", {"seat": 0, "card": "0"}, (0,)),
        Event("token", {"seat": 1, "tokens": 2, "why": "skunk"}),
        Event("token", {"seat": 0, "tokens": 2, "why": "skunk"}),
    ]


def test_r32_the_skunk_costs_one_token_if_the_swapper_had_the_card_first():
    state, events = play_with_events(lay("0 8 5 3"), "swap")
    assert state == lay("0 8 5 3", tokens=(2, 3, 3, 3), up=(1,), turns=(BLOCKED_BY_1,))
    assert events == [
        Event("blocked", {"seat": 1, "card": "8", "swapper": 0}),
        Event("token", {"seat": 0, "tokens": 2, "why": "skunk"}),
    ]


def test_r32_the_skunk_undoes_a_chain_of_exchanges_in_reverse():
    """The seats in between get back the cards that they had before, and lose nothing."""
    before = play(lay("0 1 2 3 8 5"), "swap swap swap")
    assert hands(before) == "1 2 3 0 8 5"
    state, events = play_with_events(before, "swap")
    assert hands(state) == "0 1 2 3 8 5"
    assert state.tokens == (2, 3, 3, 2, 3, 3)
    assert [turn.did for turn in state.turns] == ["undone", "undone", "undone", "blocked"]
    assert events[1] == Event("undone", {"seats": (3, 2, 1, 0)})
    assert [event.facts["card"] for event in events if event.readers] == ["3", "2", "1", "0"]
    assert swap.waiting(state) == (4,)


def test_r32_the_skunk_leaves_other_exchanges_alone():
    """The first seat's swap didn't carry the card that the third one offers."""
    state = play(lay("1 0 2 3 8 5"), "swap hold swap swap")
    assert hands(state) == "0 1 2 3 8 5"
    assert state.tokens == (3, 3, 2, 2, 3, 3)
    assert [turn.did for turn in state.turns] == ["swapped", "held", "undone", "blocked"]


def test_r32_the_skunk_undoes_no_exchange_twice():
    """The second Skunk blocks a card that its swapper was dealt, so there is no exchange to undo."""
    state = play(lay("0 2 8 3 8 5"), "swap swap hold swap")
    assert hands(state) == "0 2 8 3 8 5"
    assert state.tokens == (2, 2, 3, 2, 3, 3)
    assert [turn.did for turn in state.turns] == ["undone", "blocked", "held", "blocked"]


def test_r32_the_skunk_follows_a_card_past_a_bunny():
    state = play(lay("0 7 2 8 5"), "swap hold swap")
    assert hands(state) == "0 7 2 8 5"
    assert state.tokens == (2, 3, 2, 3, 3)
    assert state.up == (1, 3)


def test_r32_the_skunk_sends_back_a_bunny_that_was_swapped_away():
    """The third seat took part in two exchanges, but only the one that brought it the Bunny is undone."""
    before = play(lay("0 7 2 8 5"), "swap swap")
    assert hands(before) == "2 0 7 8 5"
    state = play(before, "swap")
    assert hands(state) == "2 7 0 8 5"
    assert state.tokens == (3, 2, 2, 3, 3)
    assert [turn.did for turn in state.turns] == ["swapped", "undone", "blocked"]


def test_r32_the_bunny_skips_to_the_next_seat():
    state, events = play_with_events(lay("0 7 2 3"), "swap")
    assert hands(state) == "2 7 0 3"
    assert state == lay("0 7 2 3", holds=(2, 1, 0, 3), up=(1,), turns=(Turn("swapped", 2, 0, 2),))
    assert events == [
        Event("blocked", {"seat": 1, "card": "7", "swapper": 0}),
        Event("swapped", {"seat": 0, "whom": 2}),
        Event("traded", {"seat": 0, "whom": 2, "gave": "0", "got": "2"}, (0, 2)),
    ]
    assert swap.waiting(state) == (1,)


def test_r32_several_bunnies_are_skipped_in_a_row():
    state, events = play_with_events(lay("0 7 7 7 4 5"), "swap")
    assert hands(state) == "4 7 7 7 0 5"
    assert state.up == (1, 2, 3)
    assert [fact[:2] for fact in public_events(events)] == [
        ("blocked", 1),
        ("blocked", 2),
        ("blocked", 3),
        ("swapped", 0),
    ]


def test_r32_a_wolf_behind_a_bunny_takes_a_token():
    state, events = play_with_events(lay("0 7 9 3"), "swap")
    assert state == lay("0 7 9 3", tokens=(2, 3, 3, 3), up=(1, 2), turns=(Turn("blocked", 2),))
    assert public_events(events) == [("blocked", 1, "7", 0), ("blocked", 2, "9", 0), ("token", 0, 2, "wolf")]


def test_r32_after_the_dealers_bunny_the_first_seat_is_asked():
    state, events = play_with_events(play(lay("4 1 2 7 5", dealer=3), "hold hold hold"), "swap")
    assert hands(state) == "4 1 5 7 2"
    assert public_events(events) == [("blocked", 3, "7", 2), ("swapped", 2, 4)]
    assert swap.waiting(state) == (3,)


def test_r32_back_at_the_swapper_nothing_happens():
    start = lay("7 7 1 7", turns=(Turn("held"), Turn("held")))
    state, events = play_with_events(start, "swap")
    assert state == lay("7 7 1 7", up=(3, 0, 1), turns=(Turn("held"), Turn("held"), Turn("blocked")))
    assert events[-1] == Event("nobody", {"seat": 2})
    assert [event.name for event in events] == ["blocked", "blocked", "blocked", "nobody"]
    assert swap.waiting(state) == (3,)


def test_r32_ask_back_at_the_swapper_nothing_happens():
    state = play(lay("1 - 7 7", blocking="ask"), "swap block")
    assert state.asked == 3
    state, events = play_with_events(state, "block")
    assert state == lay("1 - 7 7", blocking="ask", up=(2, 3), turns=(Turn("blocked"),))
    assert public_events(events) == [("blocked", 3, "7", 0), ("nobody", 0)]
    assert swap.waiting(state) == (2,)


def test_r32_ask_the_bunny_asks_the_next_seat():
    state, events = play_with_events(lay("0 7 2 3", blocking="ask"), "swap block")
    assert state == lay("0 7 2 3", blocking="ask", asked=2, up=(1,))
    assert events == [
        Event("blocked", {"seat": 1, "card": "7", "swapper": 0}),
        Event("asked", {"seat": 0, "whom": 2}),
    ]
    assert hands(play(state, "accept")) == "2 7 0 3"


@pytest.mark.parametrize(
    ("cards", "swaps"),
    [
        ("0 9 5 3", ["swap"]),
        ("0 10 5 3", ["swap"]),
        ("0 7 9 3", ["swap"]),
        ("0 7 7 7 2", ["swap"]),
        ("0 2 8 3", ["swap", "swap"]),
        ("0 7 2 8 5", ["swap", "swap", "swap"]),
    ],
)
def test_r32_ask_is_auto_if_all_blockers_block(cards, swaps):
    auto = play(lay(cards), " ".join(swaps))
    ask = lay(cards, blocking="ask")
    for _ in swaps:
        ask = play(ask, "swap")
        while ask.asked is not None:
            ask = play(ask, "block" if "block" in swap.choices(ask, ask.asked) else "accept")
    assert vars(ask) == vars(auto) | {"setup": ask.setup}


def test_r33_a_seat_that_loses_its_last_token_goes_out_at_once():
    start = lay("0 9 5 3", tokens=(1, 3, 3, 3), hand=4)
    state, events = play_with_events(start, "swap")
    assert events[1:] == [
        Event("token", {"seat": 0, "tokens": 0, "why": "wolf"}),
        Event("out", {"seat": 0}),
    ]
    assert state.tokens == (0, 3, 3, 3)
    assert state.gone == (4, 0, 0, 0)
    assert hands(state) == "- 9 5 3"
    assert state.unshown == (*start.unshown, "0")
    assert state.shown == ()
    assert swap.waiting(state) == (1,)
    assert swap.choices(state, 0) == {}


def test_r33_a_seat_that_is_out_is_not_asked():
    state = play(lay("0 9 5 3 7", dealer=4, tokens=(1, 3, 3, 3, 3)), "swap swap hold swap")
    assert hands(state) == "- 3 9 5 7"
    state = play(lay("0 9 5 4 7", tokens=(1, 2, 2, 2, 2)), "swap hold hold hold hold")
    assert state.tokens == (0, 2, 2, 1, 2)


def test_r33_the_face_up_card_of_a_seat_that_goes_out_stays_visible():
    """The Bunny is turned up, then offered to the Wolf."""
    start = lay("0 7 9 2 5", tokens=(3, 1, 3, 3, 3))
    state = play(play(start, "swap"), "swap")
    assert state.tokens == (2, 0, 3, 3, 3)
    assert hands(state) == "0 - 9 2 5"
    assert state.shown == ("7",)
    assert state.unshown == start.unshown


def test_r33_the_skunk_can_put_out_two_seats():
    start = lay("0 2 8 3", tokens=(1, 1, 3, 3))
    state, events = play_with_events(start, "swap swap")
    assert public_events(events)[2:] == [
        ("token", 1, 0, "skunk"),
        ("out", 1),
        ("token", 0, 0, "skunk"),
        ("out", 0),
    ]
    assert hands(state) == "- - 8 3"
    assert state.unshown == (*start.unshown, "2", "0")
    assert swap.waiting(state) == (2,)
    assert hands(play(state, "swap")) == "- - 3 8"


def test_r33_the_last_seat_left_wins_at_once():
    state, events = play_with_events(lay("0 9 - -", dealer=1, tokens=(1, 1, 0, 0)), "swap")
    assert events[-1] == Event("won", {"seat": 1})
    assert state.end == "played"
    assert swap.waiting(state) == ()
    assert swap.choices(state, 1) == {}
    assert swap.result(state).places == (2, 1, 3, 3)


def test_r33_the_skunk_can_end_the_game():
    state, events = play_with_events(lay("0 2 8 -", dealer=2, tokens=(1, 1, 1, 0)), "swap swap")
    assert public_events(events)[-1] == ("won", 2)
    assert state.end == "played"
    assert swap.result(state).places == (2, 2, 1, 4)


def test_r33_ask_the_last_seat_left_wins_at_once():
    state = play(lay("0 9 - -", dealer=1, tokens=(1, 1, 0, 0), blocking="ask"), "swap block")
    assert (state.end, state.asked, swap.waiting(state)) == ("played", None, ())
