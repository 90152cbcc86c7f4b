"""How a game starts, and how its deal is recorded."""

import pytest

from games.rules import push
from games.rules.base import BadRecord, make_setup
from games.rules.dealers import NotedDealer, RecordedDealer
from games.rules.push.cards import DECKS
from games.rules.push.state import Player, State
from tests.rules.push.positions import begin, for_sale


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r1_the_first_draw_is_forced_and_everyone_has_five_coins(seats):
    state = begin(1, "b4 g3", seats=seats)
    assert state == State(
        setup=make_setup(push, seats, {}),
        deck=state.deck,
        drawn=1,
        active=1,
        phase="draw",
        players=(Player(5, 0, ()),) * seats,
        numbers=("b4",),
    )
    assert len(state.deck) == len(DECKS[seats])
    assert push.waiting(state) == (1,)


def test_r1_a_wild_as_the_first_card_is_sold():
    state = begin(1, "*4")
    assert (state.phase, state.auction, state.numbers) == ("auction", for_sale("*4"), ())
    assert push.waiting(state) == (0,)


def test_r1_the_first_card_may_be_currency():
    state = begin(0, "$5")
    assert (state.phase, state.currency, state.numbers) == ("draw", ("$5",), ())


def test_r12_the_human_begins_a_solo_game_without_drawing_lots():
    state = begin(None, "b4", seats=1, solo=4)
    assert (state.active, state.players) == (0, (Player(5, 0, ()),) * 2)
    assert push.waiting(state) == (0,)


class Fixed:
    """Makes the last seat begin, and deals the canonical deck backwards."""

    def below(self, label, n):
        assert label == "first"
        return n - 1

    def shuffle(self, label, cards):
        assert label == "deck"
        assert cards == DECKS[3] or len(cards) == 91
        return cards[::-1]


@pytest.mark.parametrize(("seats", "options", "first"), [(3, {}, 2), (1, {"solo": 5}, 0)])
def test_the_deal_of_a_record_deals_the_same_game(seats, options, first):
    noted = NotedDealer(Fixed())
    setup = make_setup(push, seats, options)
    state = push.start(setup, noted)
    deal = push.to_deal(noted.drawn)
    assert deal == {"first": first, "deck": list(DECKS[seats][::-1])}
    assert push.start(setup, RecordedDealer(push.from_deal(deal, setup))) == state
    assert state.active == first


def test_a_deal_is_read_by_label():
    several, alone = make_setup(push, 2, {}), make_setup(push, 1, {"solo": 4})
    assert push.from_deal({"first": 1, "deck": ["b4", "x"]}, several) == {"first": 1, "deck": ("b4", "x")}
    assert push.from_deal({"first": 0, "deck": ["b4"]}, alone) == {"deck": ("b4",)}


@pytest.mark.parametrize(
    ("deal", "named"),
    [
        ({"deck": []}, "first"),
        ({"first": 0}, "deck"),
        ({"first": True, "deck": []}, "first"),
        ({"first": 0, "deck": [4]}, "deck"),
        ({"first": 0, "deck": [], "extra": 1}, "extra"),
        ([], "list"),
    ],
)
def test_a_malformed_deal_is_refused(deal, named):
    with pytest.raises(BadRecord) as caught:
        push.from_deal(deal, make_setup(push, 2, {}))
    assert (caught.value.code, list(caught.value.facts)) == ("deal.push", ["what"])
    assert named in caught.value.facts["what"]


def test_r12_a_solo_record_must_begin_with_the_human():
    with pytest.raises(BadRecord) as caught:
        push.from_deal({"first": 1, "deck": []}, make_setup(push, 1, {"solo": 4}))
    assert (caught.value.code, caught.value.facts) == ("deal.push-solo", {"first": 1})
