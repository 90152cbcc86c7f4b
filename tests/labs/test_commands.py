"""The commands `simulate`, `verify` and `tournament`; every wrong argument gets one clear sentence."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command, execute_from_command_line
from django.core.management.base import CommandError

from games.kinds import KINDS
from games.management.commands.tournament import wilson_interval
from games.rules.base import Resign
from games.rules.record import LONGEST, read
from tests.kinds.changing import change

ROOT = Path(__file__).parents[2]


def run(*arguments):
    """Run a command, and return its standard output and its exit code."""
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue(), end.code
    return out.getvalue(), 0


def simulate(*arguments):
    return [read(line) for line in run("simulate", *arguments)[0].splitlines()]


def manage(*arguments, **environment):
    """Run a command in its own process."""
    command = [sys.executable, "manage.py", *arguments]
    env = os.environ | environment
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=env)  # noqa: S603 (our own command)


THREE = ("push", "tiles", "swap")


@pytest.fixture
def games(tmp_path):
    """A file with three random games of each of three kinds."""
    path = tmp_path / "games.jsonl"
    lines = [run("simulate", kind, "--games", "3", "--seed", "file", "--random")[0] for kind in THREE]
    path.write_text("".join(lines))
    return path


# --- simulate -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4)])
def test_all_seats_have_steady_bots_by_default(kind, seats):
    records = simulate(kind, "--games", "2", "--seed", "x")
    assert len(records) == 2
    for record in records:
        assert record.kind == kind
        assert [player.bot for player in record.seats] == ["steady"] * seats
        assert [player.name for player in record.seats] == [f"Steady {n}" for n in range(1, seats + 1)]
        assert record.result.end == "played"
        assert {made.get("by") for made in record.moves} == {"bot"}
        assert not any("at" in made for made in record.moves)


@pytest.mark.parametrize(
    ("names", "seats", "movers"),
    [
        ("easy,sharp", "2", ["easy", "sharp"]),
        ("easy", "3", ["easy", "easy", "easy"]),
        ("sharp,easy,random", "5", ["sharp", "easy", "random", "sharp", "easy"]),
    ],
)
def test_bots_take_the_seats_in_turn(names, seats, movers):
    (record,) = simulate("push", "--games", "1", "--seats", seats, "--bots", names)
    assert [player.bot for player in record.seats] == movers


def test_random_puts_random_bots_in_all_seats():
    (record,) = simulate("push", "--games", "1", "--random")
    assert [player.name for player in record.seats] == ["Random 1", "Random 2"]


@pytest.mark.parametrize(
    ("kind", "given", "options"),
    [
        ("push", ["edition=gamefactory", "bust_buy=true"], {"edition": "gamefactory", "bust_buy": True, "solo": None}),
        ("push", ["solo=4"], {"edition": "aeg", "bust_buy": False, "solo": 4}),
        ("push", ["solo=null"], {"edition": "aeg", "bust_buy": False, "solo": None}),
        ("tiles", ["open=true"], {"open": True}),
        ("swap", ["blocking=ask", "carry_on=false"], {"blocking": "ask", "carry_on": False}),
    ],
)
def test_options_are_given_as_in_records(kind, given, options):
    arguments = [argument for option in given for argument in ("--option", option)]
    (record,) = simulate(kind, "--games", "1", "--random", *arguments)
    assert record.options == options
    assert len(record.seats) == (1 if options.get("solo") else 4 if kind == "swap" else 2)


def test_option_takes_several_options():
    (record,) = simulate("swap", "--option", "blocking=ask", "carry_on=false", "--games", "1")
    assert record.options == {"blocking": "ask", "carry_on": False}


def test_the_same_seed_gives_the_same_games():
    """Also in another process, where sets have another order, and in several at once."""
    command = ("simulate", "swap", "--games", "2", "--seats", "5", "--seed", "äöü", "--bots", "easy,steady,random")
    one = run(*command)[0]
    assert one == manage(*command, PYTHONHASHSEED="1").stdout == run(*command, "--jobs", "2")[0]
    assert len({read(line).id for line in one.splitlines()}) == 2


def test_other_seeds_give_other_games():
    command = ("simulate", "tiles", "--games", "1", "--random")
    outputs = {run(*command, *seed)[0] for seed in ([], [], ["--seed", "a"], ["--seed", "b"], ["--seed", ""])}
    assert len(outputs) == 5


def test_out_writes_to_a_file(tmp_path):
    path = tmp_path / "out.jsonl"
    out, _ = run("simulate", "push", "--games", "2", "--random", "--seed", "f", "--out", str(path))
    assert out == ""
    assert path.read_text() == run("simulate", "push", "--games", "2", "--random", "--seed", "f")[0]


def test_progress_is_shown_only_in_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, shown in ((io.StringIO(), ""), (Terminal(), "\r1 of 2 games\r2 of 2 games\n")):
        monkeypatch.setattr(sys, "stderr", stream)
        run("simulate", "push", "--games", "2", "--random")
        assert stream.getvalue() == shown


def test_a_reader_can_close_the_pipe_early():
    with subprocess.Popen(
        [sys.executable, "manage.py", "simulate", "swap", "--games", "1000", "--random"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert read(process.stdout.readline()).kind == "swap"
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There's no game called chess. Choose one of: push, tiles, swap"),
        (["push", "--seats", "6"], "The number of seats can't be 6. Choose from 1 to 5."),
        (["push", "--seats", "1"], "A game with one seat is a solo game. Choose a solo level or more seats."),
        (["tiles", "--seats", "3"], "The number of seats can't be 3. Choose from 2 to 2."),
        (["push", "--seats", "two"], "--seats must be a whole number from 1 to 1,000, not two."),
        (["push", "--seats", "-2"], "--seats must be a whole number from 1 to 1,000, not -2."),
        (["push", "--option", "open=true"], "This game has no option open. Its options are: edition, bust_buy, solo."),
        (["tiles", "--option", "open=1"], "The option open can't be 1. Choose one of: true, false."),
        (["tiles", "--option", "open"], "--option must be name=value, not open."),
        (["tiles", "--option", "open=true", "--option", "open=true"], "--option open is given twice. Use it once."),
        (
            ["push", "--option", "solo=4", "--seats", "2"],
            "Solo games have one seat, not 2. Choose one seat or no solo level.",
        ),
        (
            ["push", "--bots", "genius"],
            "This game has no bot called genius. Choose one of: easy, steady, sharp, random.",
        ),
        (
            ["push", "--bots", "easy,,easy"],
            "This game has no bot called (nothing). Choose one of: easy, steady, sharp, random.",
        ),
        (["push", "--bots", "easy,easy,easy"], "--bots names too many bots for 2 seats. Name fewer."),
        (["push", "--bots", "easy", "--random"], "Use either --random or --bots, not both."),
        (["push", "--jobs", "0"], "--jobs must be a whole number from 1 to "),
        (["push", "--out", "/no/such/folder/x"], "Can't write /no/such/folder/x: No such file or directory."),
        (["push", "--out", "/"], "Can't write /: Is a directory."),
    ],
)
def test_a_wrong_argument_gets_one_sentence(arguments, sentence):
    with pytest.raises(CommandError) as refused:
        run("simulate", *arguments, "--games", "1")
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("games", ["0", "-1", "1.5", "many", "", "10000001", "9" * 5000, "١"])
@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_an_impossible_number_of_games_is_refused(command, games):
    with pytest.raises(CommandError, match=r"^--games must be a whole number from 1 to 10,000,000, not .*\.$"):
        run(command, "push", f"--games={games}")


def test_a_missing_argument_is_reported_without_a_traceback(capsys):
    with pytest.raises(SystemExit) as end:
        execute_from_command_line(["manage.py", "simulate", "push"])
    assert end.value.code == 2
    assert "--games" in capsys.readouterr().err


# --- verify ---------------------------------------------------------------------------------------------------------


def test_valid_records_pass(games):
    assert run("verify", str(games)) == ("9 records, 0 wrong\n", 0)
    assert run("verify", str(games), str(games)) == ("18 records, 0 wrong\n", 0)


def test_an_empty_file_has_no_records(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("\n  \n\n")
    assert run("verify", str(path)) == ("0 records, 0 wrong\n", 0)


def test_each_fault_is_listed_with_its_line_and_game(games):
    lines = games.read_text().splitlines()
    names = [read(line).id for line in lines]
    changed = json.loads(lines[1])
    changed["moves"][2]["move"] = {"do": "fly"}
    lines[1] = json.dumps(changed)
    lines[4] = lines[4][:200]
    lines[7] = lines[7].replace('"rules":1', '"rules":2')
    lines.insert(5, "")
    games.write_text("\n".join(lines))
    out, code = run("verify", str(games))
    assert code == 1
    assert out.splitlines() == [
        f"{games}:2 {names[1]}: The chain of moves doesn't end in this head, so a move was changed afterwards.",
        f"{games}:2 {names[1]}: move 3: There's no move called fly here. "
        "Choose one of: draw, take, buy, skip, bid, pass, token, resign.",
        out.splitlines()[2],
        f"{games}:9 {names[7]}: Version 2 of the rules of swap isn't supported here. Version 1 is.",
        "9 records, 3 wrong",
    ]
    assert out.splitlines()[2].startswith(f"{games}:5 ?: This isn't valid JSON: ")


def test_lines_that_are_not_records_are_listed(tmp_path):
    path = tmp_path / "odd.jsonl"
    too_long = b"[" + b"1," * LONGEST
    path.write_bytes(b"\xff\xfe\n" + too_long + b"\n{}\r\n" + b"[" * 100_000 + b'\n{"id": "\x1b[2J"}\n"\\ud800"')
    out, code = run("verify", str(path))
    assert code == 1
    assert [line.removeprefix(f"{path}:") for line in out.splitlines()] == [
        "1 ?: This isn't UTF-8 text. Use the game file exactly as it was downloaded.",
        "2 ?: This is too long for a game file. No game needs more than 4194304 characters.",
        "3 ?: The format must be ten-record/1, but here it's null.",
        "4 ?: A game file can't be nested more than 6 levels deep.",
        out.splitlines()[4].removeprefix(f"{path}:"),
        "6 ?: This isn't UTF-8 text. Use the game file exactly as it was downloaded.",
        "6 records, 6 wrong",
    ]
    assert "\x1b" not in out


def test_a_dash_stands_for_standard_input(games, monkeypatch):
    with games.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert run("verify", "-") == ("9 records, 0 wrong\n", 0)


@pytest.mark.parametrize(("path", "why"), [("/no/such/file", "No such file or directory"), ("/", "Is a directory")])
def test_a_file_that_cannot_be_read_is_refused(path, why):
    with pytest.raises(CommandError, match=f"^Can't read {path}: {why}.$"):
        run("verify", path)


# --- tournament -----------------------------------------------------------------------------------------------------


def run_tournament(*arguments):
    out, code = run("tournament", *arguments, "--seed", "t")
    assert code == 0
    first, _, *lines, last = out.splitlines()
    return first, [line.split() for line in lines], last


def read_counts(line):
    return [int(number) for number in line[2:6]]


def test_every_pair_of_levels_plays():
    first, lines, last = run_tournament("tiles", "--games", "2")
    assert first == "tiles, 2 seats, open=false, seed t"
    assert [line[:2] for line in lines] == [["steady", "easy"], ["sharp", "steady"], ["sharp", "easy"]]
    for games, won, shared, lost in map(read_counts, lines):
        assert games == 2
        assert won + shared + lost == games
    assert last == "A bot of equal strength would win 50%."


def test_the_stronger_bot_plays_against_a_table_of_weaker_ones():
    first, lines, last = run_tournament("swap", "--games", "5", "--seats", "5")
    assert first == "swap, 5 seats, blocking=auto, carry_on=true, seed t"
    assert all(sum(read_counts(line)[1:]) == 5 for line in lines)
    assert last == "A bot of equal strength would win 20%."


def test_in_solo_games_each_bot_plays_alone():
    _, lines, _ = run_tournament("push", "--games", "2", "--option", "solo=4")
    assert [line[:2] for line in lines] == [["easy", "alone"], ["steady", "alone"], ["sharp", "alone"]]


def test_the_stronger_bot_takes_each_seat_in_turn(monkeypatch):
    """The stronger bot resigns at once here, so it loses from every seat."""
    losers = {name: lambda view, choices, dice: Resign() for name in ("steady", "sharp")}
    change(monkeypatch, "tiles", bots={**KINDS["tiles"].bots, **losers})
    _, lines, _ = run_tournament("tiles", "--games", "6")
    steady_easy = read_counts(lines[0])
    assert steady_easy == [6, 0, 0, 6]


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (750, 1000, 0.7222, 0.7759)],
)
def test_the_wilson_interval(won, games, low, high):
    assert wilson_interval(won, games) == pytest.approx((low, high), abs=0.0001)


def test_a_tournament_of_an_unknown_kind_is_refused():
    with pytest.raises(CommandError, match=r"^There's no game called chess. Choose one of: push, tiles, swap"):
        run("tournament", "chess", "--games", "1")
