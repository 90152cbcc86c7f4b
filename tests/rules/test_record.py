"""`ten-record/1` is written as documented and read strictly; anything else is refused with its reason."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from games.rules import push, swap, tiles
from games.rules.base import BadRecord, Resign, change, make_setup
from games.rules.hash_chain import first_link, last_link, next_link, receipt
from games.rules.push.moves import Bid, Pay
from games.rules.record import DEEPEST, LONGEST, Fair, Player, Record, RecordResult, item, parse, read, write
from tests.rules.contract import Game

EXAMPLE = Record(
    id="k3v9c2m7qa",
    kind="push",
    rules=1,
    options={"edition": "aeg", "bust_buy": False, "solo": None},
    seats=(Player("ana"), Player("Steady", "steady")),
    fair=Fair("ten-fair/1", "a1" * 32, "b2" * 32, ("c3" * 16, "bot")),
    deal={"first": 1, "deck": ["b4", "*7", "$3"]},
    moves=(
        {"seat": 1, "move": {"do": "draw"}, "at": "2026-11-18T09:00:00.123Z", "by": "bot"},
        {"seat": 0, "move": {"do": "bid", "amount": 4, "pay": {"coins": 1, "busts": 1, "cards": []}}, "by": "plan"},
    ),
    result=RecordResult("played", (1, 2), (24, 19)),
    head="d4" * 32,
)
LINE = (
    '{"format":"ten-record/1","id":"k3v9c2m7qa","kind":"push","rules":1,'
    '"options":{"edition":"aeg","bust_buy":false,"solo":null},'
    '"seats":[{"name":"ana"},{"name":"Steady","bot":"steady"}],'
    '"fair":{"scheme":"ten-fair/1","commit":"' + "a1" * 32 + '","server":"' + "b2" * 32 + '",'
    '"players":["' + "c3" * 16 + '","bot"]},'
    '"deal":{"first":1,"deck":["b4","*7","$3"]},'
    '"moves":[{"seat":1,"move":{"do":"draw"},"at":"2026-11-18T09:00:00.123Z","by":"bot"},'
    '{"seat":0,"move":{"do":"bid","amount":4,"pay":{"coins":1,"busts":1,"cards":[]}},"by":"plan"}],'
    '"result":{"end":"played","places":[1,2],"points":[24,19]},"head":"' + "d4" * 32 + '"}'
)


def data_with(*path, value):
    """The example with one value changed, or removed if it is `...`."""
    data = json.loads(LINE)
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


def refusal(text):
    with pytest.raises(BadRecord) as refused:
        read(text if isinstance(text, str | bytes) else json.dumps(text))
    return refused.value.code, refused.value.facts


def test_a_record_is_written_as_documented():
    assert write(EXAMPLE) == LINE


def test_a_record_is_read_as_it_was_written():
    assert read(LINE) == EXAMPLE
    assert read(LINE.encode()) == EXAMPLE
    assert read(LINE + "\n") == EXAMPLE
    assert read(json.dumps(json.loads(LINE), indent=2)) == EXAMPLE


def test_names_may_be_in_any_script():
    named = change(EXAMPLE, seats=(Player("Zoë 猫 🐈"), EXAMPLE.seats[1]))
    assert "Zoë 猫 🐈" in write(named)
    assert read(write(named)) == named
    assert read(json.dumps(json.loads(write(named)))) == named  # with \\u escapes


def test_a_record_has_a_setup():
    assert EXAMPLE.setup() == make_setup(push, 2, {})


def test_a_game_in_progress_has_no_ending():
    data = json.loads(LINE) | {"deal": None, "result": None, "head": None}
    data["fair"]["server"] = None
    record = read(json.dumps(data))
    assert (record.deal, record.result, record.head, record.fair.server) == (None, None, None, None)
    assert json.loads(write(record)) == data
    assert read(json.dumps(data | {"deal": {"first": 0}})).deal == {"first": 0}


def test_an_aborted_game_has_no_places():
    data = data_with("result", value={"end": "aborted", "places": None, "points": None})
    assert read(json.dumps(data)).result == RecordResult("aborted", None, None)


def test_items_have_only_the_fields_that_are_known():
    assert item(0, Resign()) == {"seat": 0, "move": {"do": "resign"}}
    full = item(1, Bid(4, Pay(1, 1)), at="2026-11-18T09:00:00.123Z", by="plan")
    assert list(full) == ["seat", "move", "at", "by"]
    assert full["move"] == {"do": "bid", "amount": 4, "pay": {"coins": 1, "busts": 1, "cards": []}}
    assert item(1, Resign(), by="clock") == {"seat": 1, "move": {"do": "resign"}, "by": "clock"}


@pytest.mark.parametrize("field", json.loads(LINE))
def test_a_missing_field_is_refused(field):
    code, facts = refusal(data_with(field, value=...))
    assert (code, facts) in [
        ("record.format", {"format": "null", "known": "ten-record/1"}),
        ("record.misfit", {"what": f"{field} is missing"}),
    ]


@pytest.mark.parametrize(
    ("path", "what"),
    [
        (("fair", "commit"), "fair: commit is missing"),
        (("fair", "server"), "fair: server is missing"),
        (("fair", "players"), "fair: players is missing"),
        (("fair", "scheme"), "fair: scheme is missing"),
        (("seats", 0, "name"), "seats: name is missing"),
        (("result", "places"), "result: places is missing"),
        (("result", "points"), "result: points is missing"),
        (("result", "end"), "result: end is missing"),
    ],
)
def test_a_missing_nested_field_is_refused(path, what):
    assert refusal(data_with(*path, value=...)) == ("record.misfit", {"what": what})


@pytest.mark.parametrize(
    ("path", "what"),
    [
        (("note",), "nothing is called note here"),
        (("fair", "note"), "fair: nothing is called note here"),
        (("seats", 0, "note"), "seats: nothing is called note here"),
        (("result", "note"), "result: nothing is called note here"),
    ],
)
def test_an_unknown_field_is_refused(path, what):
    assert refusal(data_with(*path, value=1)) == ("record.misfit", {"what": what})


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        (("id",), 7, "id: 7 is not text"),
        (("kind",), None, "kind: null is not text"),
        (("rules",), "1", 'rules: "1" is not a whole number'),
        (("rules",), True, "rules: true is not a whole number"),
        (("options",), [], "options: list is not an object"),
        (("options", "solo"), [], "options: list is not text"),
        (("seats",), {}, "seats: dict is not a list"),
        (("seats",), ["ana", "Steady"], 'seats: "ana" is not an object'),
        (("seats", 1, "bot"), None, "seats: bot: null is not text"),
        (("seats", 1, "bot"), True, "seats: bot: true is not text"),
        (("fair",), None, "fair: null is not an object"),
        (("fair", "scheme"), "ten-fair/2", 'fair: scheme: "ten-fair/2" is none of ten-fair/1'),
        (("fair", "server"), 0, "fair: server: 0 is not text"),
        (("fair", "players"), "bot", 'fair: players: "bot" is not a list'),
        (("deal",), [], "deal: list is not an object"),
        (("moves",), {}, "moves: dict is not a list"),
        (("moves",), None, "moves: null is not a list"),
        (("result", "end"), "won", 'result: end: "won" is none of played, left, aborted'),
        (("result", "places"), [1, "2"], 'result: places: "2" is not a whole number'),
        (("result", "places"), [1, True], "result: places: true is not a whole number"),
        (("result", "points"), 24, "result: points: 24 is not a list"),
        (("head",), 1, "head: 1 is not text"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(path, value, what):
    assert refusal(data_with(*path, value=value)) == ("record.misfit", {"what": what})


@pytest.mark.parametrize("format", ["ten-record/2", "PGN", 1, None, []])
def test_another_format_is_refused(format):
    code, facts = refusal(data_with("format", value=format))
    assert (code, facts["known"]) == ("record.format", "ten-record/1")


@pytest.mark.parametrize("name", ["", "a" * 33, "A", "a b", "ä", "a\n", "a/b"])
def test_an_invalid_id_is_refused(name):
    assert refusal(data_with("id", value=name))[0] == "record.id"


@pytest.mark.parametrize("name", ["0", "z" * 32, "k3v9c2m7qa"])
def test_valid_ids_are_accepted(name):
    assert read(json.dumps(data_with("id", value=name))).id == name


@pytest.mark.parametrize("name", ["", "a" * 81, "a\nb", "\x1b[31m", "a\x7f", "\x9f", "\x00"])
def test_an_invalid_player_name_is_refused(name):
    assert refusal(data_with("seats", 1, "name", value=name)) == ("record.name", {"seat": 1})


@pytest.mark.parametrize("name", ["a", "a" * 80, " ", "\xa0", "~"])
def test_valid_player_names_are_accepted(name):
    assert read(json.dumps(data_with("seats", 1, "name", value=name))).seats[1].name == name


@pytest.mark.parametrize("bot", ["", "Steady", "a b", "b" * 33, "ste\nady"])
def test_an_invalid_bot_is_refused(bot):
    code, facts = refusal(data_with("seats", 1, "bot", value=bot))
    assert (code, facts["seat"]) == ("record.bot", 1)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("kind",), "chess", "setup.kind"),
        (("rules",), 2, "setup.rules"),
        (("options", "open"), True, "setup.option-unknown"),
        (("options", "edition"), "devil", "setup.option-value"),
        (("options", "bust_buy"), 0, "setup.option-value"),
        (("options", "solo"), 6, "setup.solo-seats"),
        (("seats",), [], "setup.seats"),
        (("seats",), [{"name": "x"}] * 6, "setup.seats"),
    ],
)
def test_an_invalid_setup_is_refused(path, value, code):
    assert refusal(data_with(*path, value=value))[0] == code


def test_a_record_without_an_option_is_refused():
    assert refusal(data_with("options", "bust_buy", value=...)) == ("record.option-missing", {"option": "bust_buy"})


@pytest.mark.parametrize("value", ["", "a1" * 31, "a1" * 32 + "a", "A1" * 32, "g1" * 32, "a1" * 32 + "\n"])
@pytest.mark.parametrize("path", [("fair", "commit"), ("fair", "server"), ("head",)])
def test_hashes_and_seeds_must_have_64_hexadecimal_digits(path, value):
    assert refusal(data_with(*path, value=value)) == ("record.hex", {"field": path[-1]})


@pytest.mark.parametrize("players", [[], ["c3" * 16], ["c3" * 16, "bot", "bot"]])
def test_there_must_be_one_shuffle_contribution_per_seat(players):
    expected = ("record.players", {"players": len(players), "seats": 2})
    assert refusal(data_with("fair", "players", value=players)) == expected


@pytest.mark.parametrize(
    ("players", "seat"),
    [
        (["bot", "bot"], 0),
        (["c3" * 16, "c3" * 16], 1),
        (["c3" * 15, "bot"], 0),
        (["C3" * 16, "bot"], 0),
        (["c3" * 17, "bot"], 0),
        (["", "bot"], 0),
        (["c3" * 16, ""], 1),
    ],
)
def test_people_must_contribute_16_bytes_and_bots_their_word(players, seat):
    assert refusal(data_with("fair", "players", value=players)) == ("record.player", {"seat": seat})


@pytest.mark.parametrize(
    ("path", "missing"),
    [(("result",), "result"), (("head",), "head"), (("fair", "server"), "server"), (("deal",), "deal")],
)
def test_a_finished_game_with_a_missing_part_is_refused(path, missing):
    assert refusal(data_with(*path, value=None)) == ("record.half-over", {"missing": missing})


def test_a_game_in_progress_with_a_head_or_server_is_refused():
    for extra in (("head",), ("fair", "server")):
        data = data_with(*extra, value=json.loads(LINE)["head"]) | {"result": None}
        for path in (("head",), ("fair", "server")):
            if path != extra:
                (data if len(path) == 1 else data["fair"])[path[-1]] = None
        code, facts = refusal(data)
        assert code == "record.half-over"
        assert facts["missing"].startswith("result, ")


@pytest.mark.parametrize(
    "result",
    [
        {"end": "played", "places": None, "points": None},
        {"end": "left", "places": None, "points": None},
        {"end": "aborted", "places": [1, 2], "points": None},
        {"end": "aborted", "places": None, "points": [3, 4]},
    ],
)
def test_a_game_must_have_places_unless_it_was_aborted(result):
    assert refusal(data_with("result", value=result)) == ("record.places", {"end": result["end"]})


@pytest.mark.parametrize("places", [[], [1], [1, 2, 3]])
def test_every_seat_must_have_a_place(places):
    expected = ("record.places-many", {"places": len(places), "seats": 2})
    assert refusal(data_with("result", "places", value=places)) == expected


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        "draw",
        [],
        {},
        {"seat": 0},
        {"seat": 0, "move": "draw"},
        {"seat": 0, "move": None},
        {"seat": 0, "move": {"do": "draw"}, "note": 1},
    ],
)
def test_a_malformed_item_is_refused(malformed):
    assert refusal(data_with("moves", 1, value=malformed)) == ("record.move", {"number": 2})


@pytest.mark.parametrize(("seat", "shown"), [(2, "2"), (-1, "-1"), ("0", "0"), (True, "true"), (None, "null")])
def test_a_move_by_an_unknown_seat_is_refused(seat, shown):
    expected = ("record.move-seat", {"number": 1, "seat": shown, "seats": 2})
    assert refusal(data_with("moves", 0, "seat", value=seat)) == expected


def test_a_move_without_a_seat_is_refused():
    assert refusal(data_with("moves", 0, "seat", value=...))[0] == "record.move-seat"


@pytest.mark.parametrize(
    "at",
    [
        "2026-11-18T09:00:00.123",
        "2026-11-18T09:00:00Z",
        "2026-11-18T09:00:00.123456Z",
        "2026-11-18 09:00:00.123Z",
        "2026-11-18T09:00:00.123+00:00",
        "2026-02-30T09:00:00.123Z",
        "2026-02-29T09:00:00.123Z",
        "2026-00-18T09:00:00.123Z",
        "2026-13-18T09:00:00.123Z",
        "2026-11-00T09:00:00.123Z",
        "2026-11-31T09:00:00.123Z",
        "2026-11-32T09:00:00.123Z",
        "2026-11-18T24:00:00.123Z",
        "2026-11-18T09:60:00.123Z",
        "2026-11-18T09:00:60.123Z",
        "0000-11-18T09:00:00.123Z",
        "2026-11-18T09:00:00.123Z\n",
        "",
        None,
        1763456400,
    ],
)
def test_an_invalid_time_is_refused(at):
    code, facts = refusal(data_with("moves", 0, "at", value=at))
    assert (code, facts["number"]) == ("record.move-at", 1)


@pytest.mark.parametrize(
    "at",
    ["2024-02-29T23:59:59.999Z", "2026-12-31T00:00:00.000Z", "0001-01-30T10:19:20.000Z", "2026-10-20T20:00:00.000Z"],
)
def test_valid_times_are_accepted(at):
    assert read(json.dumps(data_with("moves", 0, "at", value=at))).moves[0]["at"] == at


@pytest.mark.parametrize("by", ["ana", "", None, ["bot"], 1])
def test_an_unknown_mover_is_refused(by):
    code, facts = refusal(data_with("moves", 0, "by", value=by))
    assert (code, facts["number"], facts["known"]) == ("record.move-by", 1, "plan, bot, clock, standin")


@pytest.mark.parametrize("by", ["plan", "bot", "clock", "standin"])
def test_known_movers_are_accepted(by):
    assert read(json.dumps(data_with("moves", 0, "by", value=by))).moves[0]["by"] == by


def test_the_first_malformed_item_is_named():
    data = json.loads(LINE)
    data["moves"] = [data["moves"][0]] * 1500 + [{}, {}]
    assert refusal(data) == ("record.move", {"number": 1501})


# --- text that is not a record --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{", "ten", "[1,", LINE[:-1], LINE + LINE, "{'format': 1}", "\ufeff" + LINE])
def test_text_that_is_not_json_is_refused(text):
    assert refusal(text)[0] == "record.not-json"


@pytest.mark.parametrize("text", ["[]", "null", "3", '"ten-record/1"', "true"])
def test_json_that_is_not_an_object_is_refused(text):
    assert refusal(text) == ("record.not-an-object", {})


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1.0", "1e3", "1e999", "-0.5"])
def test_numbers_that_are_not_whole_are_refused(number):
    assert refusal(LINE.replace('"first":1', f'"first":{number}')) == ("record.number", {"number": number})


def test_a_number_with_too_many_digits_is_refused():
    assert refusal(LINE.replace('"first":1', '"first":' + "1" * 5000))[0] == "record.not-json"


def test_a_repeated_field_is_refused():
    assert refusal(LINE.replace('"rules":1', '"rules":1,"rules":1')) == ("record.name-twice", {"name": "rules"})
    assert refusal(LINE.replace('"do":"draw"', '"do":"draw","do":"draw"')) == ("record.name-twice", {"name": "do"})


@pytest.mark.parametrize(
    "text", [b"\xff" + LINE.encode(), LINE.replace("ana", "\\ud800"), LINE.replace("ana", "\udcff")]
)
def test_text_that_is_not_utf8_is_refused(text):
    assert refusal(text) == ("record.not-utf8", {})


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_refused(opening):
    deep = opening * 100_000
    assert refusal(deep) == ("record.too-deep", {"most": DEEPEST})
    assert refusal(LINE.replace('"first":1', '"first":' + deep)) == ("record.too-deep", {"most": DEEPEST})


@pytest.mark.parametrize("path", [("deal", "first"), ("moves", 0, "move", "do")])
def test_nesting_is_accepted_up_to_the_limit(path):
    nested = {"x": 1}
    for _ in range(DEEPEST - 2):
        nested = {"x": 1, "y": [], "z": nested} if isinstance(nested, list) else [1, nested]
    assert read(json.dumps(data_with(*path, value=nested)))
    assert refusal(data_with(*path, value=[nested])) == ("record.too-deep", {"most": DEEPEST})


def test_a_record_is_accepted_up_to_the_maximum_length():
    padded = LINE + " " * (LONGEST - len(LINE))
    assert read(padded) == EXAMPLE
    assert refusal(padded + " ") == ("record.too-long", {"most": LONGEST})


def test_ten_million_cards_are_refused():
    cards = '"deck":[' + ",".join(['"b4"'] * 10_000_000) + "]"
    assert refusal(LINE.replace('"deck":["b4","*7","$3"]', cards))[0] == "record.too-long"


def test_parse_does_not_check_fields():
    assert parse('{"id": 7}') == {"id": 7}


# --- the chain of moves ---------------------------------------------------------------------------------------------


def test_the_chain_is_as_documented():
    """The expected values were computed with sha256sum and openssl."""
    commit = "a1" * 32
    start = first_link("k3v9c2m7qa", commit)
    one = next_link(start, {"seat": 1, "move": {"do": "draw", "é": "猫"}, "at": "2026-11-18T09:00:00.123Z"})
    assert start == "fb247ecd0c338482be5659d6bd2845aba5837f13acaebcba3ef2f9be525628ef"
    assert one == "cf3dcab2e4b93c6a92e48c1def488de2f356464a5f0cb2340d5c8ce1b75da4a9"
    assert receipt(bytes.fromhex("b2" * 32), one) == "788f71bfe91b"


def test_the_last_link_depends_on_all_moves_in_order():
    items = [{"seat": 0, "move": {"do": "draw"}}, {"seat": 1, "move": {"do": "pass"}}]
    assert last_link("a", "b", []) == first_link("a", "b")
    assert last_link("a", "b", items) == next_link(next_link(first_link("a", "b"), items[0]), items[1])
    assert last_link("a", "b", items) != last_link("a", "b", items[::-1])


def test_the_order_of_fields_does_not_matter_to_the_chain():
    assert next_link("x", {"seat": 0, "move": {}}) == next_link("x", {"move": {}, "seat": 0})


@pytest.mark.parametrize("kind", [push, tiles, swap])
def test_writing_and_reading_change_nothing(kind):
    game = Game(kind, make_setup(kind, max(2, kind.SEATS[0]), {}), 5).play()
    record = game.record(game.states[-1])
    copy = deepcopy(record)
    assert read(write(record)) == copy == record


def test_the_limits_are_documented():
    page = (Path(__file__).parents[2] / "docs/records.md").read_text()
    assert DEEPEST == 6
    assert LONGEST == 4 * 2**20
    assert all(limit in page for limit in ("six deep", "4 MiB", "80 characters"))
