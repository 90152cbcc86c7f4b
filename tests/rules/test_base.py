"""What all kinds share: options and seats, turns, leaving, and places."""

import pickle
from dataclasses import dataclass

import pytest

from games.rules import push, swap, tiles
from games.rules.base import (
    BadSetup,
    Choice,
    Event,
    IllegalMove,
    Option,
    Resign,
    Setup,
    change,
    check_turn,
    events_for,
    is_over_by_leaving,
    make_setup,
    rank,
    rank_with_leavers,
    yes_no_option,
)

OPTION = Option("size", "Size", "How big.", 1, (Choice(1, "one"), Choice("big", "big"), Choice(None, "none")))


@dataclass(frozen=True)
class Thing:
    a: int
    b: tuple[int, ...] = ()


def test_a_refusal_has_a_code_and_facts():
    refused = IllegalMove("auction.bid-too-low", least=4)
    assert (refused.code, refused.facts) == ("auction.bid-too-low", {"least": 4})
    assert str(refused) == "('auction.bid-too-low', {'least': 4})"


def test_a_refusal_can_be_pickled():
    loaded = pickle.loads(pickle.dumps(IllegalMove("auction.bid-too-low", least=4)))  # noqa: S301 (our own)
    assert (type(loaded), loaded.code, loaded.facts) == (IllegalMove, "auction.bid-too-low", {"least": 4})


@pytest.mark.parametrize(("value", "allowed"), [(1, True), ("big", True), (None, True)])
def test_an_option_allows_its_choices(value, allowed):
    assert OPTION.allows(value) is allowed


@pytest.mark.parametrize("value", [True, 1.0, "1", "small", 0, False, [], {}])
def test_an_option_allows_nothing_else(value):
    assert OPTION.allows(value) is False


def test_a_yes_no_option_has_two_choices():
    option = yes_no_option("open", "Open", "All cards are face up.", True)
    assert option == Option("open", "Open", "All cards are face up.", True, (Choice(True, "Yes"), Choice(False, "No")))
    assert option.allows(False)
    assert not option.allows(1)


def test_missing_options_get_their_defaults():
    assert make_setup(push, 3, {}) == Setup(3, {"edition": "aeg", "bust_buy": False, "solo": None})
    assert make_setup(push, 2, {"bust_buy": True}).options == {"edition": "aeg", "bust_buy": True, "solo": None}
    assert list(make_setup(swap, 4, {"carry_on": False, "blocking": "ask"}).options) == ["blocking", "carry_on"]


@pytest.mark.parametrize("seats", [0, 6, -1, 2.0, "2", True, None, [2], 10**30])
def test_an_invalid_number_of_seats_is_refused(seats):
    with pytest.raises(BadSetup) as refused:
        make_setup(push, seats, {})
    assert refused.value.code == "setup.seats"
    assert (refused.value.facts["least"], refused.value.facts["most"]) == (1, 5)


@pytest.mark.parametrize(("kind", "seats"), [(push, 2), (push, 5), (tiles, 2), (swap, 4), (swap, 12)])
def test_valid_numbers_of_seats_are_accepted(kind, seats):
    assert make_setup(kind, seats, {}).seats == seats


@pytest.mark.parametrize(("kind", "seats"), [(tiles, 1), (tiles, 3), (swap, 3), (swap, 13)])
def test_one_seat_too_few_or_too_many_is_refused(kind, seats):
    with pytest.raises(BadSetup) as refused:
        make_setup(kind, seats, {})
    assert refused.value.facts["seats"] == str(seats)


def test_an_unknown_option_is_refused():
    with pytest.raises(BadSetup) as refused:
        make_setup(push, 2, {"open": True})
    assert refused.value.code == "setup.option-unknown"
    assert refused.value.facts == {"option": "open", "known": "edition, bust_buy, solo"}


@pytest.mark.parametrize(("value", "shown"), [("true", "true"), (1, "1"), (None, "null")])
def test_an_invalid_option_value_is_refused(value, shown):
    with pytest.raises(BadSetup) as refused:
        make_setup(tiles, 2, {"open": value})
    assert refused.value.code == "setup.option-value"
    assert refused.value.facts == {"option": "open", "value": shown, "allowed": "true, false"}


def test_options_that_do_not_go_together_are_refused():
    with pytest.raises(BadSetup):
        make_setup(push, 1, {})


def test_change_returns_a_copy():
    thing = Thing(1, (2,))
    copy = change(thing, a=3)
    assert (thing, copy) == (Thing(1, (2,)), Thing(3, (2,)))
    assert type(copy) is Thing


@pytest.mark.parametrize(
    ("seat", "move", "waiting", "left", "out", "code", "facts"),
    [
        (0, "move", (), (), (), "game.over", {}),
        (0, Resign(), (), (), (), "game.over", {}),
        (3, "move", (0,), (), (), "seat.unknown", {"seat": "3", "seats": 3}),
        (-1, "move", (0,), (), (), "seat.unknown", {"seat": "-1", "seats": 3}),
        (True, "move", (1,), (), (), "seat.unknown", {"seat": "true", "seats": 3}),
        ("0", "move", (0,), (), (), "seat.unknown", {"seat": "0", "seats": 3}),
        (1, "move", (0, 2), (), (), "turn.not-yours", {"waiting": (0, 2)}),
        (1, Resign(), (0,), (1,), (), "resign.twice", {}),
        (1, Resign(), (0,), (), (1,), "resign.out", {}),
    ],
)
def test_moves_that_no_kind_allows_are_refused(seat, move, waiting, left, out, code, facts):
    with pytest.raises(IllegalMove) as refused:
        check_turn(move, seat, 3, waiting, left, out)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@pytest.mark.parametrize(("seat", "left"), [(0, ()), (1, ()), (0, (1,))])
def test_r40_leaving_is_allowed_on_anyones_turn(seat, left):
    """Other moves must wait for your turn, and a bot keeps moving for a seat that has left (R40)."""
    others = tuple({0, 1, 2} - {seat})
    assert check_turn(Resign(), seat, 3, others, left) is None
    with pytest.raises(IllegalMove):
        check_turn("move", seat, 3, others, left)
    assert check_turn("move", others[0], 3, others, (others[0],)) is None


@pytest.mark.parametrize(
    ("seats", "left", "over"),
    [
        (1, (), False),
        (1, (0,), True),
        (2, (), False),
        (2, (1,), True),
        (3, (0,), False),
        (3, (0, 2), True),
        (5, (0, 1, 2), False),
        (5, (0, 1, 2, 4), True),
    ],
)
def test_r40_the_game_ends_when_one_seat_is_left(seats, left, over):
    assert is_over_by_leaving(seats, left) is over


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [([3, 2, 1], (1, 2, 3)), ([1, 2, 2, 0], (3, 1, 1, 4)), ([5, 5], (1, 1)), ([7], (1,)), ([(1, 2), (1, 3)], (2, 1))],
)
def test_ties_share_a_place(ranking, expected):
    assert rank(ranking) == expected


@pytest.mark.parametrize(
    ("ranking", "left", "expected"),
    [
        ([1, 2, 3], (), (3, 2, 1)),
        ([1, 2, 3], (2,), (2, 1, 3)),
        ([1, 9, 9, 1], (1, 2), (1, 4, 3, 1)),
        ([1, 9, 9, 1], (2, 1), (1, 3, 4, 1)),
        ([-5, 4], (1,), (1, 2)),
    ],
)
def test_r40_leavers_rank_below_everyone_who_stayed(ranking, left, expected):
    assert rank_with_leavers(ranking, left) == expected


def test_only_its_readers_get_an_event():
    events = [Event("all", {}), Event("two", {}, (0, 2)), Event("none", {}, ())]
    assert [event.name for event in events_for(events, 0)] == ["all", "two"]
    assert [event.name for event in events_for(events, 1)] == ["all"]
    assert [event.name for event in events_for(events, None)] == ["all"]
