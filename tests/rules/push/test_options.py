"""The options, their valid combinations, and the editions."""

import pytest

from games.rules import push
from games.rules.base import BadSetup, make_setup
from games.rules.push.editions import EDITIONS


def setup_refused(seats, **options):
    with pytest.raises(BadSetup) as caught:
        make_setup(push, seats, options)
    return caught.value.code, caught.value.facts


def test_a_game_has_one_to_five_seats():
    assert list(push.SEATS) == [1, 2, 3, 4, 5]
    assert setup_refused(6) == ("setup.seats", {"seats": "6", "least": 1, "most": 5})


def test_options_have_defaults():
    assert make_setup(push, 2, {}).options == {"edition": "aeg", "bust_buy": False, "solo": None}


def test_options_have_the_documented_values():
    values = {option.name: [choice.value for choice in option.choices] for option in push.OPTIONS}
    assert values == {
        "edition": ["aeg", "devir", "gamefactory"],
        "bust_buy": [True, False],
        "solo": [None, 4, 5, 6, 7, 8, 9, 10],
    }


def test_options_have_labels_and_help():
    edition, bust_buy, solo = push.OPTIONS
    assert (edition.label, edition.help) == (
        "Edition",
        "Which rulebook settles the last tie-breaker and how the solo opponent plays.",
    )
    assert [choice.label for choice in edition.choices] == [
        "AEG (English)",
        "Devir (Spanish)",
        "Game Factory (German)",
    ]
    assert (bust_buy.label, bust_buy.help) == (
        "Buy when you bust",
        "When you bust, you may buy a card instead of taking the bust token.",
    )
    assert (solo.label, solo.help) == (
        "Solo level",
        "Play alone against an imaginary opponent. The level is the total at which she stops drawing.",
    )
    assert [choice.label for choice in solo.choices] == ["Not solo", "4", "5", "6", "7", "8", "9", "10"]


@pytest.mark.parametrize("bust_buy", [True, False])
def test_r11_bust_buy_is_allowed_in_solo_games(bust_buy):
    assert make_setup(push, 1, {"solo": 4, "bust_buy": bust_buy}).options["bust_buy"] is bust_buy


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_solo_game_must_have_one_seat(seats):
    assert setup_refused(seats, solo=4) == ("setup.solo-seats", {"seats": seats})


def test_one_seat_requires_a_solo_level():
    assert setup_refused(1) == ("setup.solo-missing", {})


@pytest.mark.parametrize(("edition", "levels"), [("aeg", 7), ("devir", 7), ("gamefactory", 6)])
def test_r10_each_edition_has_its_levels(edition, levels):
    highest_first = [make_setup(push, 1, {"edition": edition, "solo": level}) for level in range(10, 10 - levels, -1)]
    assert len(highest_first) == levels
    assert list(EDITIONS[edition].ranks) == list(range(11 - levels, 11))


def test_r10_mona_does_not_play_at_level_4():
    refused = setup_refused(1, edition="gamefactory", solo=4)
    assert refused == ("setup.solo-level", {"level": 4, "opponent": "MONA", "least": 5})


@pytest.mark.parametrize("level", [3, 11, True, "4"])
def test_other_levels_are_refused(level):
    assert setup_refused(1, solo=level)[0] == "setup.option-value"


def test_r10_editions_differ_as_ruled():
    aeg, devir, gamefactory = (EDITIONS[name]._replace(label="", ranks={}) for name in EDITIONS)
    assert aeg == devir == ("", "fewer-cards", "JEN", True, False, {})
    assert gamefactory == ("", "more-left-out", "MONA", False, True, {})
