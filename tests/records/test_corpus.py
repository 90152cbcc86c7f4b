"""Games of version 1 are kept forever: they verify, and end as they did when they were played."""

import hashlib
import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.base import change
from games.rules.hash_chain import last_link
from games.rules.record import read, write
from games.rules.replay import replay
from games.rules.verify import verify

HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "docs/check_ten_game.py"
FILES = sorted(HERE.glob("*.jsonl"))


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


LINES = [(f"{path.stem}:{number}", line) for path in FILES for number, line in enumerate(lines_of(path), 1)]
RECORDS = [read(line) for _, line in LINES]


def run_script(path):
    process = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, text=True)  # noqa: S603 (our own)
    return process.returncode, process.stdout.splitlines()


def test_the_corpus_never_changes():
    sums = dict(line.split()[::-1] for line in (HERE / "SHA256SUMS").read_text().splitlines())
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES} == sums


def test_the_corpus_covers_every_kind_edition_option_and_seat_count():
    assert len(RECORDS) >= 60
    setups = {(record.kind, len(record.seats), tuple(record.options.values())) for record in RECORDS}
    editions = {"aeg": range(4, 11), "devir": range(4, 11), "gamefactory": range(5, 11)}
    for edition, bust_buy in product(editions, (True, False)):
        assert all(("push", seats, (edition, bust_buy, None)) in setups for seats in range(2, 6))
        assert all(("push", 1, (edition, bust_buy, level)) in setups for level in editions[edition])
    assert all(("tiles", 2, (open_,)) in setups for open_ in (True, False))
    for blocking, carry_on in product(("auto", "ask"), (True, False)):
        assert all(("swap", seats, (blocking, carry_on)) in setups for seats in range(4, 13))


def test_the_corpus_has_every_move_mover_and_ending():
    moves = {(record.kind, item["move"]["do"]) for record in RECORDS for item in record.moves}
    assert moves == {(slug, do) for slug, kind in registry.KINDS.items() for do in kind.MOVES}
    assert {player.bot for record in RECORDS for player in record.seats} == {"", "easy", "steady", "sharp", "random"}
    assert {item.get("by") for record in RECORDS for item in record.moves} == {None, "bot", "plan", "clock", "standin"}
    assert {(record.kind, record.result.end) for record in RECORDS} == set(product(registry.KINDS, ("played", "left")))
    assert any("at" in item for record in RECORDS for item in record.moves)
    assert all(record.rules == 1 for record in RECORDS)


@pytest.mark.parametrize(("name", "line"), LINES, ids=[name for name, _ in LINES])
def test_every_game_verifies_and_ends_as_recorded(name, line):
    record = read(line)
    assert verify(record) == ()
    game = replay(record)
    assert game.error is None
    reached = game.kind.result(game.state)
    result = json.loads(line)["result"]
    assert {"end": reached.end, "places": list(reached.places)} == {name: result[name] for name in ("end", "places")}
    assert (reached.points and list(reached.points)) == result["points"]
    assert write(record) + "\n" == line.decode()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_check_script_accepts_the_corpus(path):
    code, lines = run_script(path)
    assert code == 0
    assert lines == [f"{read(line).id}: dealt fairly" for line in lines_of(path)]


def changed_records(record):
    """The record with changes that the script must detect, and what it says about each."""
    server = "00" * 32
    fair, deal = record.fair, json.loads(json.dumps(record.deal))
    cards = {"push": deal.get("deck"), "tiles": deal.get("stacks", [[]])[0], "swap": deal.get("decks", [[]])[0]}
    index = next(n for n in range(20) if cards[record.kind][n] != cards[record.kind][n + 1])
    swapped = cards[record.kind]
    swapped[index], swapped[index + 1] = swapped[index + 1], swapped[index]
    lot = "dealer" if record.kind == "swap" else "first"
    moves = (record.moves[0] | {"at": "2027-01-01T00:00:00.000Z"}, *record.moves[1:])
    return [
        (change(record, fair=change(fair, server=server)), "the server's bytes are not those it committed itself to"),
        (change(record, deal=deal), "the seed gives another deal"),
        (change(record, deal=record.deal | {lot: record.deal[lot] + 1}), "the seed gives another deal"),
        (change(record, id="other"), "the seed gives another deal"),
        (change(record, moves=moves), "a move was changed afterwards"),
        (change(record, head="00" * 32), "a move was changed afterwards"),
        (
            change(record, fair=change(fair, server=None), head=None, result=None),
            "not over yet: the server's bytes are not published",
        ),
    ]


@pytest.mark.parametrize("kind", registry.KINDS)
def test_the_check_script_detects_changed_records(kind, tmp_path):
    record = next(record for record in RECORDS if record.kind == kind)
    cases = changed_records(record)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(write(each) + "\n" for each, _ in cases) + write(record) + "\n", encoding="utf-8")
    code, lines = run_script(path)
    assert code == 1
    assert lines == [f"{each.id}: {reason}" for each, reason in cases] + [f"{record.id}: dealt fairly"]


def test_the_check_script_detects_stacked_shuffles_of_swap(tmp_path):
    record = next(record for record in RECORDS if record.kind == "swap" and len(record.deal["decks"]) > 2)
    decks = [list(deck) for deck in record.deal["decks"]]
    decks[-1] = decks[-1][::-1]
    fewer = change(record, deal=record.deal | {"decks": [decks[0][:-1], *decks[1:]]})
    odd = change(record, deal=record.deal | {"decks": [*decks[:-1], ["W"] * 55]})
    path = tmp_path / "stacked.jsonl"
    stacked = change(record, deal=record.deal | {"decks": decks})
    path.write_text("".join(write(each) + "\n" for each in (stacked, fewer, odd)), encoding="utf-8")
    assert run_script(path) == (1, [f"{record.id}: the seed gives another deal"] * 3)


def test_the_check_script_reports_lines_that_are_not_records(tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_text('ten\n[]\n{}\n{"id": "x"}\n' + "[" * 100_000 + "\n")
    code, lines = run_script(path)
    assert code == 1
    starts = ["line 1: this", "line 2: this", "line 3: this", "line 4: this", "line 5: this"]
    assert [line.split(" is not a record")[0] for line in lines] == starts


def test_the_check_script_is_short_and_uses_only_the_standard_library():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 100
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imports == {"hashlib", "hmac", "json", "sys"}


def test_every_chain_ends_in_the_recorded_head():
    assert all(last_link(record.id, record.fair.commit, record.moves) == record.head for record in RECORDS)
