"""Plain data goes to JSON and back unchanged, and invalid data is refused with its reason."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from games.rules import push, serialization, tiles
from games.rules.base import IllegalMove, Resign, short
from games.rules.push.moves import Bid, Draw, Pay, Take
from games.rules.serialization import LONGEST, Misfit, from_plain, read_move, to_plain, write_move
from games.rules.tiles.moves import Place, Shift


@pytest.fixture(autouse=True)
def _fresh_readers():
    """Readers are cached by type: let every test build its own."""
    serialization._reader.cache_clear()


@dataclass(frozen=True)
class Inner:
    n: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outer:
    do: ClassVar[str] = "outer"
    inner: Inner
    pair: tuple[int, bool]
    from_: str | None
    side: Literal["left", 1]
    counts: dict[str, int]
    cells: dict[tuple[int, int], Inner]
    anything: Any = None


WHOLE = Outer(Inner(3, ("a", "b")), (1, True), None, "left", {"x": 1}, {(0, 1): Inner(2)}, [1])
PLAIN = {
    "inner": {"n": 3, "words": ["a", "b"]},
    "pair": [1, True],
    "from": None,
    "side": "left",
    "counts": {"x": 1},
    "cells": [[[0, 1], {"n": 2, "words": []}]],
    "anything": [1],
}


def test_values_survive_a_round_trip():
    assert to_plain(WHOLE) == PLAIN
    assert from_plain(Outer, json.loads(json.dumps(PLAIN))) == WHOLE


def test_fields_with_defaults_may_be_missing():
    less = {name: value for name, value in PLAIN.items() if name != "anything"}
    assert from_plain(Outer, less).anything is None
    assert from_plain(Inner, {"n": 1}) == Inner(1, ())


def test_an_empty_dict_can_be_read_whatever_the_type_of_its_keys():
    assert to_plain({}) == {}
    assert from_plain(dict[tuple[int, int], int], {}) == {}
    assert from_plain(dict[tuple[int, int], int], []) == {}


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("inner", {"n": "3"}, 'inner: n: "3" is not a whole number'),
        ("inner", {"n": True}, "inner: n: true is not a whole number"),
        ("inner", {"n": 3.0}, "inner: n: 3.0 is not a whole number"),
        ("inner", {}, "inner: n is missing"),
        ("inner", {"n": 1, "m": 2}, "inner: nothing is called m here"),
        ("inner", {"n": 1, "words": "ab"}, 'inner: words: "ab" is not a list'),
        ("inner", {"n": 1, "words": [1]}, "inner: words: 1 is not text"),
        ("inner", [], "inner: list is not an object"),
        ("inner", "n", 'inner: "n" is not an object'),
        ("pair", [1], "pair: a list of 1 is too long or too short here"),
        ("pair", [1, True, 2], "pair: a list of 3 is too long or too short here"),
        ("pair", [1, 1], "pair: 1 is not true or false"),
        ("from", 7, "from: 7 is not text"),
        ("side", "right", 'side: "right" is none of left, 1'),
        ("side", True, "side: true is none of left, 1"),
        ("side", ["left"], "side: list is none of left, 1"),
        ("counts", [], "counts: list is not an object"),
        ("counts", {"x": None}, "counts: null is not a whole number"),
        ("cells", {"0,1": {}}, "cells: dict is not a list"),
        ("cells", [[[0, 1]]], "cells: a list of 1 is too long or too short here"),
    ],
)
def test_data_that_does_not_fit_is_refused(field, value, reason):
    with pytest.raises(Misfit) as misfit:
        from_plain(Outer, PLAIN | {field: value})
    assert str(misfit.value) == reason


def test_the_first_of_several_missing_fields_is_named():
    with pytest.raises(Misfit, match=r"^cells is missing$"):
        from_plain(Outer, {})


def test_lists_and_objects_have_a_maximum_length():
    words = ["w"] * LONGEST
    assert from_plain(Inner, {"n": 1, "words": words}).words == tuple(words)
    with pytest.raises(Misfit, match=f"^words: a list of {LONGEST + 1} is too long"):
        from_plain(Inner, {"n": 1, "words": [*words, "w"]})
    many = {str(n): n for n in range(LONGEST)}
    assert from_plain(dict[str, int], many) == many
    with pytest.raises(Misfit, match=r"^dict is not an object$"):
        from_plain(dict[str, int], many | {"more": 1})


@pytest.mark.parametrize(
    ("kind", "move", "written"),
    [
        (push, Draw(), {"do": "draw"}),
        (push, Take("numbers"), {"do": "take", "what": "numbers"}),
        (push, Bid(4, Pay(1, 1)), {"do": "bid", "amount": 4, "pay": {"coins": 1, "busts": 1, "cards": []}}),
        (tiles, Place((1, -2)), {"do": "place", "at": [1, -2]}),
        (tiles, Place((1, -2), "left"), {"do": "place", "at": [1, -2], "end": "left"}),
        (tiles, Shift((0, 0), (1, 1)), {"do": "shift", "from": [0, 0], "to": [1, 1]}),
        (tiles, Resign(), {"do": "resign"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_moves_are_written_as_documented(kind, move, written):
    assert write_move(move) == written
    assert read_move(kind, written) == move


def test_items_missing_from_a_payment_are_zero():
    assert read_move(push, {"do": "bid", "amount": 2, "pay": {"coins": 2}}) == Bid(2, Pay(2, 0, ()))


@pytest.mark.parametrize("data", [None, "draw", ["do", "draw"], 3])
def test_a_move_that_is_not_an_object_is_refused(data):
    with pytest.raises(IllegalMove) as refused:
        read_move(push, data)
    assert (refused.value.code, refused.value.facts) == ("move.not-an-object", {})


@pytest.mark.parametrize(("do", "shown"), [("fly", "fly"), (None, "null"), (["draw"], "list"), ({}, "dict")])
def test_an_unknown_move_is_refused(do, shown):
    with pytest.raises(IllegalMove) as refused:
        read_move(tiles, {"do": do})
    assert refused.value.code == "move.unknown"
    assert refused.value.facts == {"do": shown, "known": "place, shift, resign"}


def test_a_move_without_do_is_refused():
    with pytest.raises(IllegalMove) as refused:
        read_move(tiles, {})
    assert refused.value.facts["do"] == "null"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"do": "take"}, "what is missing"),
        ({"do": "take", "what": "all"}, '"all" is none of numbers, currency'),
        ({"do": "draw", "twice": True}, "nothing is called twice here"),
        ({"do": "bid", "amount": "4", "pay": {}}, '"4" is not a whole number'),
        ({"do": "bid", "amount": 4, "pay": {"coins": [[[]]]}}, "list is not a whole number"),
        ({"do": "buy", "card": "b4", "pay": {"cards": ["b1"] * (LONGEST + 1)}}, "a list of 1001 is too long"),
    ],
)
def test_a_move_with_wrong_fields_is_refused(data, what):
    with pytest.raises(IllegalMove) as refused:
        read_move(push, data)
    assert refused.value.code == "move.misfit"
    assert refused.value.facts["do"] == data["do"]
    assert what in refused.value.facts["what"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("w" * 40, "w" * 40),
        ("w" * 41, "w" * 37 + "..."),
        ("a\x1b[2Jb\n\ud800", "a?[2Jb??"),
        (2**64 - 1, str(2**64 - 1)),
        (2**64, "int"),
        (10**5000, "int"),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (1, "1"),
        (1.0, "1.0"),
        (1.5, "1.5"),
        ([1], "list"),
        ({}, "dict"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_untrusted_values_are_shortened(value, shown):
    assert short(value) == shown
