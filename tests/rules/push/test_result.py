"""The results of games: R9, R15, R40."""

import pytest

from games.rules import push
from games.rules.base import Resign, Result, change
from games.rules.push.editions import EDITIONS
from games.rules.push.moves import Take
from tests.rules.push.positions import do, owner, position, refused

BLUE = "b2 b3 *4 b5 b6 b7"
GREEN = "g1 g2 g3 g4 g5 g6 g# g8 g9"
PINK = "p3 p4 p5 p6 p#"
ORANGE = "o1 o2 o3"
RULEBOOK = f"{BLUE} {GREEN} {PINK} {ORANGE}"


def finished(*players, **fields):
    return position(*players, phase="over", deck="", **fields)


def test_r9_the_rulebooks_example_is_explained():
    state = finished(owner(3, 2, f"{RULEBOOK} b2"), owner(4, 0, "b1"))
    result = push.result(state)
    assert (result.end, result.places, result.points) == ("played", (1, 2), (24, 1))
    why, other = result.why
    assert {color: run["points"] for color, run in why["runs"].items()} == {"b": 6, "g": 10, "o": 3, "p": 5}
    assert why["runs"]["g"] == {
        "start": 1,
        "cards": ("g1", "g2", "g3", "g4", "g5", "g6", "g#", "g8", "g9"),
        "points": 10,
    }
    assert {key: why[key] for key in why if key != "runs"} == {
        "points": 24,
        "left_out": ("b2",),
        "money": 9,
        "fewer_cards": 24,
        "left": False,
    }
    assert other == {
        "points": 1,
        "runs": {
            "b": {"start": 1, "cards": ("b1",), "points": 1},
            "g": {"start": 0, "cards": (), "points": 0},
            "o": {"start": 0, "cards": (), "points": 0},
            "p": {"start": 0, "cards": (), "points": 0},
        },
        "left_out": (),
        "money": 4,
        "fewer_cards": 1,
        "left": False,
    }


def test_r10_the_last_tie_breaker_depends_on_the_edition():
    hand = owner(1, 0, "b1 b1 b3 *#")  # the full wild is the 2 of a run of three
    assert push.result(finished(hand, owner(), edition="devir")).why[0]["fewer_cards"] == 4
    why = push.result(finished(hand, owner(), edition="gamefactory")).why[0]
    assert (why["points"], why["left_out"], why["more_left_out"]) == (3, ("b1",), 1)
    assert "fewer_cards" not in why
    why = push.result(finished(owner(1, 0, "b1 g1 o1 p1 *1"), owner(), edition="gamefactory")).why[0]
    assert (why["points"], why["more_left_out"]) == (4, 1)


def test_r9_points_come_before_money():
    assert push.result(finished(owner(0, 0, "b1 b2"), owner(10, 5, "b1 b5"))).places == (1, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_money_comes_before_the_last_tie_breaker(edition):
    poor, rich = owner(3, 0, "b1 b2 g1"), owner(1, 1, "b1 b2 g1")
    assert push.result(finished(poor, rich, edition=edition)).places == (2, 1)
    richer_with_cards = owner(4, 0, "b1 b2 g1 g1")
    assert push.result(finished(rich, richer_with_cards, owner(3, 0, "o1 o2 p4"), edition=edition)).places[2] == 3


def test_r9_five_players_are_ranked():
    state = finished(owner(1, 0, "b1"), owner(0, 0, "b1 b2"), owner(1, 0, "p4"), owner(0), owner(0, 1, "b1"))
    assert push.result(state) == Result("played", (3, 1, 3, 5, 2), (1, 2, 1, 0, 1), push.result(state).why)


@pytest.mark.parametrize("phase", ["draw", "buy", "bust", "auction", "final"])
def test_there_is_no_result_while_the_game_goes_on(phase):
    assert push.result(position(owner(), owner(), phase=phase)) is None


# Solo.


@pytest.mark.parametrize(("you", "jen", "place"), [("b1 b2", "b1", 1), ("b1", "b1 b2", 2), ("b1 b2", "g1 g2", 2)])
def test_r15_you_win_only_with_more_points(you, jen, place):
    result = push.result(finished(owner(0, 0, you), owner(9, 0, jen), solo=7))
    assert (result.end, result.places) == ("played", (place,))
    assert result.points == (len(you.split()), len(jen.split()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_r15_tie_breakers_do_not_apply_to_solo_games(edition):
    rich = owner(10, 3, "b1 b2")
    assert push.result(finished(rich, owner(0, 0, "b1 b2 b2"), solo=7, edition=edition)).places == (2,)


@pytest.mark.parametrize(
    ("edition", "level", "rank"),
    [
        ("aeg", 4, "A good start."),
        ("aeg", 5, "You're finding your feet."),
        ("aeg", 6, "Played with flair."),
        ("devir", 7, "Luck and planning, perfectly combined."),
        ("devir", 8, "You're up there with the best."),
        ("devir", 9, "Extraordinary."),
        ("devir", 10, "No one knows how you did that."),
        ("gamefactory", 5, "You've taken the first step."),
        ("gamefactory", 6, "You're getting better."),
        ("gamefactory", 7, "You've got the knack."),
        ("gamefactory", 8, "Impressive."),
        ("gamefactory", 9, "Outstanding."),
        ("gamefactory", 10, "Hardly anyone gets this far."),
    ],
)
def test_r15_beating_a_level_earns_its_rank(edition, level, rank):
    you, jen = push.result(finished(owner(0, 0, "b1"), owner(), solo=level, edition=edition)).why
    assert you["rank"] == rank
    assert "rank" not in jen
    assert (you["points"], jen["points"]) == (1, 0)
    lost = push.result(finished(owner(), owner(), solo=level, edition=edition))
    assert lost.why[0]["rank"] is None


# Leaving.


def test_r40_with_two_seats_the_other_wins():
    state = position(owner(5), owner(5, 0, "b1"), active=0)
    after, events = do(state, 0, Resign())
    assert events == [("left", {"seat": 0})]
    assert after == change(state, left=(0,))
    assert push.waiting(after) == ()
    assert [push.choices(after, seat) for seat in (0, 1)] == [{}, {}]
    assert push.result(after) == Result("left", (2, 1), None, ({"left": True}, {"left": False}))
    with refused("game.over"):
        do(after, 1, Resign())


def test_r40_with_three_seats_the_game_goes_on_and_the_seat_is_still_waited_for():
    state = position(owner(5), owner(5), owner(5), deck="b1 b2 b3")
    after, _ = do(state, 0, Resign())
    assert (push.waiting(after), push.result(after)) == ((0,), None)
    assert push.choices(after, 0) == {"draw": {}, "take": {"what": ("numbers", "currency")}}
    assert push.choices(after, 1) == {"resign": {}}
    with refused("resign.twice"):
        do(after, 0, Resign())
    after, _ = do(after, 0, Take("currency"))
    assert push.waiting(after) == (1,)


def test_r40_the_last_player_left_wins():
    state = position(owner(5), owner(5), owner(5))
    after, _ = do(do(state, 2, Resign())[0], 0, Resign())
    assert after.left == (2, 0)
    assert push.result(after) == Result("left", (2, 1, 3), None, ({"left": True}, {"left": False}, {"left": True}))


def test_r40_leavers_rank_below_everyone_who_stayed_however_well_the_bot_did():
    state = finished(owner(9, 0, RULEBOOK), owner(0), owner(1), left=(0,))
    result = push.result(state)
    assert (result.end, result.places, result.points) == ("played", (3, 2, 1), (24, 0, 0))
    assert [why["left"] for why in result.why] == [True, False, False]


def test_r40_the_earliest_leaver_ranks_lowest():
    state = finished(owner(9, 0, "b1"), owner(0), owner(1), owner(2), left=(3, 0))
    assert push.result(state).places == (3, 2, 1, 4)
