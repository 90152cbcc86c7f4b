"""Game files are shown as far as they are valid; any input is answered, and nothing is stored."""

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest

from accounts.models import User
from games.archive import records
from games.models import Game, Move, Seat
from games.pages import tables
from games.rules.record import write
from games.views import game_file
from tests.finished_games import load_finished_game
from tests.tables import as_user, table

pytestmark = pytest.mark.django_db
CORPUS = Path(__file__).parent.parent / "records"
HOSTILE = "<img src=x onerror=alert(1)>%(name)s{0}{{7*7}}\u202e"


@cache
def find_line(kind="push", seats=2):
    """Find the shortest record of the corpus with so many seats, but long enough for these tests."""
    lines = (CORPUS / f"{kind}.jsonl").read_text().splitlines()
    fitting = [line for line in lines if len(json.loads(line)["seats"]) == seats]
    return min((line for line in fitting if len(json.loads(line)["moves"]) > 12), key=len)


def look(text, **fields):
    return as_user(None).post("/look/", {"record": text, **fields})


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_a_record_is_shown_as_the_replay_of_its_game(kind, seats):
    game, _users = load_finished_game(kind, seats)
    line = write(records.make_record(tables.load(game.pk), None))
    for step in (0, 3, game.version):
        for seat in ("all", "public", "1"):
            mine = extract_board(look(line, step=step, seat=seat))
            theirs = extract_board(as_user(None).get(f"/games/{game.pk}/replay/?step={step}&seat={seat}"))
            assert mine == theirs


def extract_board(answer):
    """Extract the texts and drawings of the table."""
    assert answer.status_code == 200
    text = re.search(r"<h1.*?(?=<div class=\"actions replay-bar)", answer.content.decode(), re.DOTALL)[0]
    return re.sub(r'href="/players/[^"]*"|</?a[^>]*>|</?b>| *action="[^"]*"| *data-hx-post="[^"]*"', "", text)


def test_a_game_file_can_be_replayed_without_javascript():
    page = look(find_line()).content.decode()
    assert page.count('form="replay-form" name="step"') > 10
    assert 'name="record"' in page
    assert 'enctype="multipart/form-data"' in page
    assert '<meta property="og:image"' not in page
    slid = look(find_line(), at="9", seat="1").content.decode()
    assert 'data-step="9"' in slid
    assert 'data-who="1"' in slid


def test_htmx_gets_only_the_step():
    answer = as_user(None).post("/look/", {"record": find_line(), "step": "2"}, headers={"HX-Request": "true"})
    assert answer.content.lstrip().startswith(b'<div id="table"')


def test_looking_at_a_game_file_stores_nothing():
    line = find_line()
    before = [model.objects.count() for model in (Game, Move, Seat, User)]
    for step in range(5):
        look(line, step=step)
    look(line[:-40])
    assert [model.objects.count() for model in (Game, Move, Seat, User)] == before


def test_one_of_several_games_in_a_file_can_be_chosen():
    lines = [find_line(), find_line("tiles"), "{broken", find_line("swap", 4)]
    page = look("\n".join(lines)).content.decode()
    assert re.findall(r'name="which" value="(\d)"', page) == ["1", "2", "3", "4"]
    assert len(re.findall(r'name="which" value="3" disabled', page)) == 1
    assert "TEN Tiles" in page
    chosen = look("\n".join(lines), which="2").content.decode()
    assert "table-tiles" in chosen
    assert look("\n".join(lines), which="5").status_code == 422
    assert look("\n".join(lines), which="x").status_code == 422
    assert look("\n".join(lines), which="3").status_code == 400


@pytest.mark.parametrize(
    ("damaged", "place"),
    [("{broken", 0), ("nothing", 1), ("", 0), ("  ", 3), ('{"format":', 3), ("[" * 50_000, 1), ('{"format":', 0)],
)
def test_a_damaged_line_is_named_and_the_others_still_work(damaged, place):
    lines = [find_line(), find_line("tiles"), find_line("swap", 4)]
    lines.insert(place, damaged)
    page = look("\n".join(lines)).content.decode()
    choices = re.findall(r'name="which" value="(\d)"( disabled)?>(.*?)</button>', page, re.S)
    bad = [(int(number), words) for number, off, words in choices if off]
    assert len(choices) - len(bad) == 3
    if damaged.strip():
        assert [number for number, _words in bad] == [place + 1]
        assert re.search(rf"<b>Line {place + 1}</b> can't be read\. \w[^<:]+\.", bad[0][1])  # and why
    tiles = next(number for number, _off, words in choices if "TEN Tiles" in words)
    assert "table-tiles" in look("\n".join(lines), which=tiles).content.decode()


def test_a_line_that_is_cut_off_is_named_and_shown_as_far_as_it_goes():
    lines = [find_line()[:-300], find_line("tiles")]
    page = look("\n".join(lines)).content.decode()
    assert "line 1 is damaged after that" in page
    assert "line 2 is damaged" not in page
    assert b"Readable up to step" in look("\n".join(lines), which="1").content


def test_a_record_in_many_lines_that_is_cut_off_is_still_one():
    text = json.dumps(json.loads(find_line("tiles")), indent=2)
    assert b"Readable up to step" in look(text[: int(len(text) * 0.9)]).content


def test_a_record_can_span_many_lines():
    assert look(json.dumps(json.loads(find_line()), indent=2)).status_code == 200


def test_a_record_is_shown_up_to_a_move_that_the_rules_refuse():
    data = json.loads(find_line())
    data["moves"][10] = {"seat": data["moves"][10]["seat"], "move": {"do": "token"}}
    answer = look(json.dumps(data), step="10")
    assert answer.status_code == 200
    assert b"Readable up to step 10." in answer.content
    assert look(json.dumps(data), step="11").status_code == 422


def test_a_record_that_is_cut_off_is_shown_as_far_as_it_goes():
    line = find_line()
    answer = look(line[: int(len(line) * 0.8)])
    assert answer.status_code == 200
    assert re.search(
        r"Readable up to step \d+\. The rest isn&#39;t valid JSON\. The file is cut off or damaged\.<", answer.text
    )


def test_a_record_of_a_running_game_is_refused():
    game, _users = table("push", 2)
    answer = look(write(records.make_record(tables.load(game.pk), None)))
    assert answer.status_code == 400
    assert b'id="refused"' in answer.content


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "nothing",
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        '{"a":' * 50_000,
        "1" * 5_000,
        '{"format":"ten-record/1"}',
        '{"format":"ten-record/2"}',
        "\ud7ff",
        "💩" * 1000,
        "{}\n{}\n{}",
        HOSTILE,
        "x" * (game_file.MOST + 1),
    ],
    ids=range(16),
)
def test_anything_but_a_record_gets_the_page_for_game_files(text):
    answer = look(text)
    assert answer.status_code in (200, 400, 422)
    assert answer.templates[0].name == "games/game_file/game_file.html"
    assert b"<img src=x" not in answer.content


def test_pasting_something_else_gets_a_plain_explanation():
    answer = look("Hello!")
    assert answer.status_code == 400
    assert "This isn&#x27;t a game file: it isn&#x27;t valid JSON.<" in answer.text.replace(" <a", "<a")
    assert "Hello!" in answer.text  # the text stays


def test_hostile_names_are_escaped():
    for kind, seats in (("push", 3), ("tiles", 2), ("swap", 5)):
        data = json.loads(find_line(kind, seats))
        for number, seat in enumerate(data["seats"]):
            seat["name"] = f"{HOSTILE}{number}"[:80]
        line = json.dumps(data)
        for step, seat in ((0, "public"), (len(data["moves"]) // 2, "all"), (len(data["moves"]), "1")):
            answer = look(line, step=step, seat=seat)
            assert answer.status_code == 200
            assert "onerror" in answer.text
            assert b"<img src=x" not in answer.content


@pytest.mark.parametrize("field", ["step", "at", "seat", "which"])
@pytest.mark.parametrize("value", ["-1", "x", "9" * 30, HOSTILE, "1.5", "٣"])
def test_hostile_fields_are_refused(field, value):
    answer = look("\n".join([find_line(), find_line()]), **{"which": "1", field: value})
    assert answer.status_code == 422
    assert b"<img src=x" not in answer.content


def test_every_record_of_the_corpus_is_shown(share):
    for path in sorted(CORPUS.glob("*.jsonl")):
        lines = path.read_text().splitlines()
        for line in random.Random(path.name).sample(lines, min(len(lines), share(small=1, proofs=40, whole=1_000))):
            last = len(json.loads(line)["moves"])
            for step in (0, last // 2, last):
                answer = look(line, step=step)
                assert answer.status_code == 200
                assert b"replay-error" not in answer.content


def test_the_form_needs_the_csrf_token():
    assert as_user(None, enforce_csrf_checks=True).post("/look/", {"record": "{}"}).status_code == 403
    assert as_user(None).get("/look/").status_code == 200
    assert as_user(None).put("/look/").status_code == 405
