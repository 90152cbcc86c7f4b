"""`ten-fair/1`: published vectors, the dealers, and the independent check program."""

import hashlib
import importlib.util
import json
from itertools import islice
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.base import BadRecord, make_setup
from games.rules.dealers import FairDealer, NotedDealer, RecordedDealer, commitment, make_seed

VECTORS = json.loads((Path(__file__).parent / "fair-vectors.json").read_text())
SCRIPT = Path(__file__).parents[2] / "docs/check_ten_game.py"
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"][:8])


def load_script():
    spec = importlib.util.spec_from_file_location("check_ten_game", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def dealer_of(vector):
    return FairDealer(make_seed(bytes.fromhex(vector["server"]), vector["id"], vector["players"]))


@each_vector
def test_commitments_and_seeds_match_the_vectors(vector):
    server = bytes.fromhex(vector["server"])
    assert commitment(server) == vector["commit"]
    assert make_seed(server, vector["id"], vector["players"]).hex() == vector["seed"]


@each_vector
def test_streams_match_the_vectors(vector):
    dealer = dealer_of(vector)
    assert list(islice(dealer._stream("deck"), 10)) == vector["numbers"]
    assert {n: dealer.below("lot", int(n)) for n in vector["below"]} == vector["below"]


@each_vector
def test_short_shuffles_match_the_vectors(vector):
    assert dealer_of(vector).shuffle("five", "abcde") == tuple(vector["shuffled"])


@each_vector
def test_deals_match_the_vectors(vector):
    kind, seats = registry.KINDS[vector["kind"]], len(vector["players"])
    solo = {"solo": 6} if kind.SLUG == "push" and seats == 1 else {}
    dealer = NotedDealer(dealer_of(vector))
    kind.start(make_setup(kind, seats, solo), dealer)
    assert json.loads(json.dumps(kind.to_deal(dealer.drawn))) == vector["deal"]


@each_vector
def test_the_check_script_gives_the_same_deals(vector):
    script = load_script()
    seed = script.digest(bytes.fromhex(vector["server"]), "|".join(["ten-fair/1", vector["id"], *vector["players"]]))
    deal = {"push": script.push_deal, "tiles": script.tiles_deal, "swap": script.swap_deal}[vector["kind"]]
    assert seed.hex() == vector["seed"]
    assert deal(seed, len(vector["players"]), vector["deal"]) == vector["deal"]


def test_vectors_cover_every_kind_and_every_deck():
    assert {(vector["kind"], len(vector["players"])) for vector in VECTORS} == {
        *(("push", seats) for seats in range(1, 6)),
        ("tiles", 2),
        ("swap", 4),
        ("swap", 12),
    }


def test_numbers_that_would_bias_the_result_are_skipped():
    """With n = 2³¹ + 1, the last 2³¹ - 1 of 2³² numbers would favor the lower results."""
    n = 2**31 + 1
    skipped = set()
    for label in map(str, range(20)):
        dealer = FairDealer(b"seed")
        numbers = list(islice(dealer._stream(label), 20))
        first = next(index for index, number in enumerate(numbers) if number < n)
        assert dealer.below(label, n) == numbers[first]
        skipped.add(first)
    assert {0, 1, 2} <= skipped


def test_a_stream_continues_after_its_first_block():
    dealer = FairDealer(b"seed")
    numbers = list(islice(dealer._stream("x"), 17))
    second = hashlib.new("sha256")  # block 1, by the definition of HMAC
    key = b"seed".ljust(64, b"\0")
    second.update(bytes(byte ^ 0x36 for byte in key) + b"x|1")
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + second.digest()).digest()
    assert numbers[8:16] == [int.from_bytes(outer[i : i + 4], "big") for i in range(0, 32, 4)]


def test_all_orders_of_three_are_equally_likely():
    orders = [FairDealer(b"many").shuffle(str(n), (1, 2, 3)) for n in range(3000)]
    assert len(set(orders)) == 6
    assert all(420 < orders.count(order) < 580 for order in set(orders))  # 500, within four standard deviations


def test_shuffling_fewer_than_two_cards_changes_nothing():
    assert FairDealer(b"seed").shuffle("deck", ()) == ()
    assert FairDealer(b"seed").shuffle("deck", ["a"]) == ("a",)


def test_a_noted_dealer_notes_what_it_deals():
    dealer = NotedDealer(FairDealer(b"seed"))
    number, order = dealer.below("first", 1000), dealer.shuffle("deck", "abc")
    assert dealer.drawn == {"first": number, "deck": order}
    assert (number, order) == (FairDealer(b"seed").below("first", 1000), FairDealer(b"seed").shuffle("deck", "abc"))


def test_a_recorded_dealer_deals_what_is_recorded():
    dealer = RecordedDealer({"first": 2, "deck": ["b", "a", "a"]})
    assert dealer.below("first", 3) == 2
    assert dealer.shuffle("deck", ("a", "a", "b")) == ("b", "a", "a")


@pytest.mark.parametrize("number", [2, -1, "1", True, None, 1.0])
def test_a_recorded_number_must_be_possible(number):
    with pytest.raises(BadRecord) as refused:
        RecordedDealer({"first": number}).below("first", 2)
    assert (refused.value.code, refused.value.facts) == ("deal.number", {"label": "first", "n": 2})


@pytest.mark.parametrize("order", [["a", "b"], ["a", "b", "b"], ["a", "a", "b", "b"], [], ["a", "a", "c"]])
def test_recorded_cards_must_be_those_that_were_shuffled(order):
    with pytest.raises(BadRecord) as refused:
        RecordedDealer({"deck": order}).shuffle("deck", ("a", "a", "b"))
    assert (refused.value.code, refused.value.facts) == ("deal.cards", {"label": "deck"})


def test_what_is_not_recorded_cannot_be_dealt():
    for deal in (lambda dealer: dealer.below("first", 2), lambda dealer: dealer.shuffle("first", "ab")):
        with pytest.raises(BadRecord) as refused:
            deal(RecordedDealer({"deck": ["a"]}))
        assert (refused.value.code, refused.value.facts) == ("deal.missing", {"label": "first"})
