"""How a game of tiles is set up and dealt."""

import pytest

from games.rules import tiles
from games.rules.base import BadRecord, BadSetup, make_setup
from games.rules.dealers import FairDealer, NotedDealer, RecordedDealer
from games.rules.serialization import from_plain, to_plain
from games.rules.tiles.board import EMPTY
from games.rules.tiles.state import State
from tests.rules.tiles.table import CLOSED, OPEN

ONE = [3, 1, 2, 1, 1, 2, 3, 3, 2, 1, 2, 3, 1, 2, 3]
OTHER = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]
DEAL = {"first": 1, "stacks": [ONE, OTHER]}


class NotingDealer:
    """Notes its calls."""

    def __init__(self):
        self.calls = []

    def below(self, label, n):
        self.calls.append((label, n))
        return 1

    def shuffle(self, label, cards):
        self.calls.append((label, cards))
        return tuple(reversed(cards)) if label == "stack0" else tuple(cards)


def test_the_starting_seat_is_drawn_and_both_stacks_are_shuffled():
    dealer = NotingDealer()
    state = tiles.start(CLOSED, dealer)
    canonical = (1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3)
    assert dealer.calls == [("first", 2), ("stack0", canonical), ("stack1", canonical)]
    assert state == State(CLOSED, (canonical[::-1], canonical), 1, EMPTY)
    assert state.left == state.seen == state.rows == state.movable == ()
    assert state.shifts == 0
    assert state.drawn is None


def test_the_starting_seat_is_waited_for():
    assert tiles.waiting(tiles.start(CLOSED, RecordedDealer(tiles.from_deal(DEAL, CLOSED)))) == (1,)


def test_the_deal_survives_a_round_trip_through_a_record():
    noted = NotedDealer(FairDealer(b"seed"))
    state = tiles.start(OPEN, noted)
    deal = tiles.to_deal(noted.drawn)
    assert deal == {"first": state.turn, "stacks": [list(state.stacks[0]), list(state.stacks[1])]}
    assert tiles.start(OPEN, RecordedDealer(tiles.from_deal(deal, OPEN))) == state


@pytest.mark.parametrize(
    ("deal", "what"),
    [
        (None, "object"),
        ({"first": 1}, "stacks is missing"),
        ({"stacks": [ONE, OTHER]}, "first is missing"),
        (DEAL | {"more": 1}, "more"),
        (DEAL | {"first": True}, "first"),
        (DEAL | {"first": "1"}, "first"),
        (DEAL | {"stacks": [ONE]}, "stacks"),
        (DEAL | {"stacks": [ONE, OTHER, ONE]}, "stacks"),
        (DEAL | {"stacks": [ONE, [True, *OTHER[1:]]]}, "stacks"),
        (DEAL | {"stacks": [ONE, [1.0, *OTHER[1:]]]}, "stacks"),
        (DEAL | {"stacks": [ONE, [[1], *OTHER[1:]]]}, "stacks"),
    ],
)
def test_a_malformed_deal_is_refused(deal, what):
    with pytest.raises(BadRecord) as refused:
        tiles.from_deal(deal, CLOSED)
    assert refused.value.code == "deal.tiles"
    assert what in refused.value.facts["what"]


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (DEAL | {"first": 2}, "deal.number"),
        (DEAL | {"first": -1}, "deal.number"),
        (DEAL | {"stacks": [ONE, [2, *OTHER[1:]]]}, "deal.cards"),
        (DEAL | {"stacks": [ONE[1:], OTHER]}, "deal.cards"),
    ],
)
def test_an_impossible_deal_is_refused(deal, code):
    with pytest.raises(BadRecord) as refused:
        tiles.start(CLOSED, RecordedDealer(tiles.from_deal(deal, CLOSED)))
    assert refused.value.code == code


def test_there_are_two_seats_and_one_option():
    assert list(tiles.SEATS) == [2]
    assert make_setup(tiles, 2, {}).options == {"open": False}
    [option] = tiles.OPTIONS
    assert (option.name, option.label, option.default) == ("open", "Open tiles", False)
    assert [choice.value for choice in option.choices] == [True, False]


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (3, {}), (2, {"open": 1}), (2, {"open": "yes"}), (2, {"opened": True})]
)
def test_an_invalid_setup_is_refused(seats, options):
    with pytest.raises(BadSetup):
        make_setup(tiles, seats, options)


def test_a_new_state_survives_a_round_trip_through_json():
    state = tiles.start(CLOSED, FairDealer(b"seed"))
    assert from_plain(State, to_plain(state)) == state


def test_slug_rules_version_and_moves():
    assert (tiles.SLUG, tiles.RULES) == ("tiles", 1)
    assert list(tiles.MOVES) == ["place", "shift", "resign"]
