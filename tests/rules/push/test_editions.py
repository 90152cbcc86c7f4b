"""R10: the same position ends differently under another edition."""

import pytest

from games.rules import push
from games.rules.push.editions import EDITIONS
from games.rules.push.moves import Bid, Draw, Pass
from tests.rules.push.positions import do, for_sale, owner, pass_of, pay, position, refused

JEN = 1
FOURS = "b4 g4 o4 p4"
LIKE_ENGLISH = ["aeg", "devir"]


def final_result(*players, edition):
    return push.result(position(*players, phase="over", deck="", edition=edition))


@pytest.mark.parametrize(("edition", "places"), [("aeg", (1, 2)), ("devir", (1, 2)), ("gamefactory", (2, 1))])
def test_r10_editions_break_the_last_tie_differently(edition, places):
    # both have a run of two and one coin; the second has more cards, and leaves out more
    assert final_result(owner(1, 0, "b1 b2"), owner(1, 0, "b1 b2 b2"), edition=edition).places == places


@pytest.mark.parametrize(("edition", "places"), [("aeg", (1, 2)), ("devir", (1, 2)), ("gamefactory", (2, 1))])
def test_r10_a_wild_can_replace_a_number_card_to_leave_it_out(edition, places):
    # a fifth 1 adds no points, but can replace a number card
    ones = "b1 g1 o1 p1"
    assert final_result(owner(1, 0, ones), owner(1, 0, f"{ones} *1"), edition=edition).places == places


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_the_win_is_shared_if_nothing_breaks_the_tie(edition):
    assert final_result(owner(1, 0, "b1 g4"), owner(1, 0, "o7 p4"), owner(0), edition=edition).places == (1, 1, 3)


def auction_on_your_turn(you, jen, edition):
    return do(position(you, jen, deck="*7 b1 b1", solo=7, edition=edition), 0, Draw())


@pytest.mark.parametrize("edition", LIKE_ENGLISH)
def test_r10_jen_opens_with_5_if_you_have_less(edition):
    after, events = auction_on_your_turn(owner(4), owner(9), edition)
    assert events[1] == ("bid", {"seat": JEN, "amount": 5})
    assert after.players[JEN] == owner(4, 0, "*7")
    _, events = auction_on_your_turn(owner(4), owner(4), edition)
    assert events[1] == ("passed", {"seat": JEN, "forced": True})


def test_r10_mona_passes_if_you_have_less_than_5():
    after, events = auction_on_your_turn(owner(4), owner(9), "gamefactory")
    assert events[1] == ("passed", {"seat": JEN, "forced": True})
    assert after.discards == ("*7",)
    _, events = auction_on_your_turn(owner(5), owner(9), "gamefactory")
    assert events[1] == ("bid", {"seat": JEN, "amount": 5})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r10_she_opens_with_all_she_has_if_you_have_more(edition):
    _, events = auction_on_your_turn(owner(9), owner(7), edition)
    assert events[1] == ("bid", {"seat": JEN, "amount": 7})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r10_she_bids_5_after_your_pass_in_every_edition(edition):
    state = position(
        owner(4), owner(9), deck="b9 b1", active=JEN, phase="auction", auction=for_sale("*7"), solo=7, edition=edition
    )
    _, events = do(state, 0, Pass())
    assert events[1] == ("bid", {"seat": JEN, "amount": 5})


def with_spare_wild(edition):
    """You have four coins, and a numbered wild that you no longer need."""
    return position(
        owner(4, 0, f"{FOURS} *4"),
        owner(4),
        phase="auction",
        auction=for_sale("*7", pass_of(JEN)),
        solo=7,
        edition=edition,
    )


@pytest.mark.parametrize("edition", LIKE_ENGLISH)
def test_r10_a_numbered_wild_is_never_spare_against_jen(edition):
    state = with_spare_wild(edition)
    assert push.choices(state, 0)["bid"]["means"]["cards"] == ()
    with refused("auction.bid-too-high", most=4):
        do(state, 0, Bid(5, pay(4, 0, "*4")))


def test_r10_a_numbered_wild_owned_in_all_colors_is_spare_against_mona():
    state = with_spare_wild("gamefactory")
    assert push.choices(state, 0)["bid"] == {
        "least": 5,
        "most": 5,
        "means": {"coins": 4, "busts": 0, "cards": ("*4",)},
    }
    after, _ = do(state, 0, Bid(5, pay(4, 0, "*4")))
    assert after.players[0] == owner(0, 0, f"{FOURS} *7")


@pytest.mark.parametrize(("edition", "amount"), [("aeg", None), ("devir", None), ("gamefactory", 5)])
def test_r10_spare_wilds_count_for_her_too(edition, amount):
    _, events = auction_on_your_turn(owner(5), owner(4, 0, f"{FOURS} *4"), edition)
    assert events[1][1].get("amount") == amount


@pytest.mark.parametrize(("edition", "name"), [("aeg", "JEN"), ("devir", "JEN"), ("gamefactory", "MONA")])
def test_r10_the_edition_names_the_opponent(edition, name):
    state = position(owner(5), owner(4, 1, "b1"), solo=7, edition=edition)
    assert push.view(state, 0)["opponent"] == {"name": name, "coins": 4, "busts": 1, "cards": ("b1",)}
