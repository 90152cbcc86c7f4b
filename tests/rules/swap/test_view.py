"""What each reader may know of a game of swap."""

import json

from games.rules import swap
from games.rules.base import events_for
from tests.rules.swap.table import Stacked, lay, play, play_with_events


def known(state, seat):
    return " ".join(card or "?" for card in swap.view(state, seat)["known"])


def test_a_seat_sees_its_own_card_and_face_up_cards():
    state = play(lay("0 6 5 3 2", deck="1 2 3", shown="10 9", dealer=3, left=(4,)), "hold swap")
    assert swap.view(state, 2) == {
        "seat": 2,
        "seats": 5,
        "options": {"blocking": "auto", "carry_on": True},
        "phase": "turn",
        "turn": 1,
        "asked": None,
        "hand": 2,
        "dealer": 3,
        "tokens": (3, 3, 3, 3, 3),
        "out": (),
        "left": (4,),
        "order": (4, 0, 1, 2, 3),
        "turns": ({"seat": 4, "did": "held", "whom": None}, {"seat": 0, "did": "blocked", "whom": 1}),
        "card": "5",
        "up": (None, "6", None, None, None),
        "known": (None, "6", "5", None, None),
        "deck": 3,
        "aside": 47,
        "shown": ("10", "9"),
        "last": None,
    }


def test_the_public_sees_no_face_down_card():
    state = lay("0 6 5 -", deck="1 2 3", dealer=2, blocking="ask", asked=1)
    view = swap.view(state, None)
    assert (view["seat"], view["card"], view["phase"], view["asked"], view["turn"]) == (None, None, "answer", 1, 0)
    assert view["known"] == view["up"] == (None, None, None, None)
    assert (view["out"], view["deck"], view["aside"]) == ((3,), 3, 49)
    assert view["options"] == {"blocking": "ask", "carry_on": True}


def test_a_view_is_plain_data():
    state = play(lay("0 6 5 4", deck="1 2 3 4 5 1"), "swap swap hold hold")
    view = swap.view(state, 2)
    assert json.loads(json.dumps(view))["last"] == {
        "hand": 2,
        "cards": [[0, "0"], [1, "5"], [2, "6"], [3, "4"]],
        "losers": [0],
        "spared": [],
        "why": None,
        "out": [],
        "back": [],
    }
    assert view["shown"] == ("0", "5", "6", "4")
    view["options"]["blocking"] = "none"
    assert state.setup.options["blocking"] == "auto"


def test_a_seat_knows_what_it_gave_and_got():
    state = play(lay("0 2 5 3"), "swap")
    assert known(state, 0) == "2 0 ? ?"
    assert known(state, 1) == "2 0 ? ?"
    assert known(state, 2) == "? ? 5 ?"
    assert known(state, 3) == "? ? ? 3"
    assert known(state, None) == "? ? ? ?"


def test_knowledge_follows_the_cards():
    """The first seat knows where its card has gone, because exchanges are public."""
    state = play(lay("0 2 5 3"), "swap swap")
    assert known(state, 0) == "2 ? 0 ?"
    assert known(state, 1) == "2 5 0 ?"
    assert known(state, 2) == "? 5 0 ?"
    assert known(state, 3) == "? ? ? 3"


def test_cards_that_were_sent_back_are_still_known():
    state = play(lay("0 1 2 8 4"), "swap swap swap")
    assert known(state, 0) == "0 1 ? 8 ?"
    assert known(state, 1) == "0 1 2 8 ?"
    assert known(state, 2) == "0 ? 2 8 ?"
    assert known(state, 4) == "? ? ? 8 4"


def test_a_seat_that_goes_out_learns_no_cards():
    state = play(lay("0 9 5 3", tokens=(1, 3, 3, 3)), "swap")
    assert known(state, 0) == "? 9 ? ?"
    assert swap.view(state, 0)["card"] is None
    state = play(state, "swap")
    assert known(state, 0) == "? ? 9 ?"
    assert swap.view(state, 0)["aside"] == 55 - 3


def test_cards_set_aside_face_down_stay_secret():
    start = lay("0 9 5 3", tokens=(1, 3, 3, 3), shown="10")
    state = play(start, "swap")
    assert swap.view(state, None)["shown"] == ("10",)
    assert swap.view(state, 0)["shown"] == ("10",)


def test_the_view_of_a_finished_game_has_no_hand():
    state, _ = play_with_events(lay("3 5 - -", tokens=(1, 2, 0, 0), dealer=1), "hold hold")
    view = swap.view(state, 1)
    assert (view["phase"], view["turn"], view["card"], view["order"], view["turns"]) == ("over", None, None, (), ())
    assert view["known"] == (None,) * 4
    assert view["shown"] == ("3", "5")


def test_only_the_two_seats_see_which_cards_were_exchanged():
    _, events = play_with_events(lay("0 2 5 3"), "swap")
    assert [event.name for event in events_for(events, None)] == ["swapped"]
    assert [event.name for event in events_for(events, 2)] == ["swapped"]
    assert [event.name for event in events_for(events, 0)] == ["swapped", "traded"]
    assert [event.name for event in events_for(events, 1)] == ["swapped", "traded"]


def test_each_seat_sees_only_its_own_card_of_a_deal():
    _, events = play_with_events(lay("3 2 5 4", deck="9 8 7 6"), "hold hold hold hold")
    for seat, card in enumerate("6987"):
        cards = [event.facts for event in events_for(events, seat) if event.name == "card"]
        assert cards == [{"seat": seat, "card": card}]
    assert not [event for event in events_for(events, None) if event.name == "card"]


def test_events_have_the_facts_listed_for_them():
    for cards, words in (("0 2 8 3", "swap swap hold swap"), ("W W 5 3", "hold hold hold hold"), ("7 7 7 0", "swap")):
        state = lay(cards, deck="1 2 3 4 5")
        for word in words.split():
            state, events = swap.play(state, swap.waiting(state)[0], swap.MOVES[word](), Stacked())
            for event in events:
                assert tuple(event.facts) == swap.EVENTS[event.name]
