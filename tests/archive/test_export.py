"""Downloads of a player's games: which games, in which form, without slowing others down."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.archive import export, history, search
from games.models import Game, Outcome
from games.rules.record import read
from games.rules.verify import verify
from tests.finished_games import play_once
from tests.tables import as_user, people, person, play_to_the_end, table

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOSTILE = ["\x01\x02", "<script>alert(1)</script>", "' OR 1=1 --", "💩" * 3000, "../" * 99]


@pytest.fixture(autouse=True)
def without_rest(monkeypatch):
    monkeypatch.setattr(export, "REST", 0)


def make_ended_game(kind: str = "tiles", **extra) -> Game:
    """Start a game, and end it at once."""
    game, users = table(kind, 2, **extra)
    play.resign(game.pk, users[1])
    return game


def download(name: str = "Ana", reader: str | None = "Ana", **fields: str) -> list[str]:
    """Download games, and return the lines."""
    answer: Any = as_user(reader).get(f"/players/{name}/games.jsonl", fields)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/jsonl; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="ten-games-{name}.jsonl"'
    text = b"".join(answer.streaming_content).decode()
    assert not text or text.endswith("\n")
    return text.splitlines()


def ids(lines: list[str]) -> list[str]:
    return [json.loads(line)["id"] for line in lines]


def test_every_line_is_a_valid_record_and_the_newest_comes_first():
    def make():
        for kind, seats in (("push", 2), ("tiles", 2), ("swap", 4)):
            game, users = table(kind, seats)
            play_to_the_end(game, users, random.Random(1))
        return game, list(Game.objects.order_by("ended_at").values_list("pk", flat=True))

    games = play_once("one of each kind", 4, make)[2]
    lines = download()
    assert ids(lines) == games[::-1]
    assert [verify(line) for line in lines] == [()] * 3
    for line, game in zip(lines, games[::-1], strict=True):
        assert line.encode() == as_user("Ana").get(f"/games/{game}/record.json").content
    assert {read(line).kind for line in lines} == {"push", "tiles", "swap"}


def test_a_long_download_is_complete_and_each_line_verifies(share):
    number = share(small=12, proofs=320, whole=2_000)
    games = [make_ended_game().pk for _ in range(number)]
    Outcome.objects.update(ended_at=Outcome.objects.order_by("ended_at")[number].ended_at)  # all at the same moment
    lines = download()
    assert sorted(ids(lines)) == sorted(games)
    assert all(verify(line) == () for line in lines)


def test_others_get_public_games_and_nobody_gets_running_ones():
    shown, hidden = make_ended_game(), make_ended_game(public=False)
    table("tiles", 2)
    for reader in (None, "Leo", "Ben"):
        assert ids(download("Ana", reader)) == [shown.pk]
        assert ids(download("Ana", reader, kind="tiles", opponent="Ben")) == [shown.pk]
    assert ids(download("Ana", "Ana")) == [hidden.pk, shown.pk]


def test_the_filters_are_those_of_the_list():
    tiles, push = make_ended_game(), make_ended_game("push")
    assert ids(download(kind="tiles")) == [tiles.pk]
    assert ids(download(option="aeg")) == [push.pk]
    assert ids(download(result="lost")) == []
    assert ids(download("Ben", "Ben", result="lost")) == [push.pk, tiles.pk]
    game, _users = table("push", 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED, ended_at=tiles.created_at)
    assert ids(download(result="off")) == [game.pk]
    for field in ("kind", "option", "opponent", "from", "result"):
        for value in HOSTILE:
            assert as_user("Ana").get("/players/Ana/games.jsonl", {field: value}).status_code == 422
    assert as_user("Leo").get("/players/Ana/games.jsonl", {"result": "off"}).status_code == 422


def test_an_unknown_player_has_no_download_and_each_name_has_one_url():
    person("Ana")
    assert as_user(None).get("/players/nobody/games.jsonl").status_code == 404
    answer = as_user(None).get("/players/ANA/games.jsonl?kind=push")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ana/games.jsonl?kind=push")
    assert as_user(None).post("/players/Ana/games.jsonl").status_code == 405
    assert download() == []


def test_a_record_that_cannot_be_written_is_left_out(caplog):
    first, broken, last = make_ended_game(), make_ended_game(), make_ended_game()
    broken.moves.all().delete()
    Game.objects.filter(pk=broken.pk).update(version=0, options={"open": "perhaps"})
    assert ids(download()) == [last.pk, first.pk]
    assert broken.pk in caplog.text


def stream_parts(name: str, size: int) -> Iterator[bytes]:
    """Return the stream itself, which yields `size` games at a time."""
    return export.stream_records(history.list_batches(person(name), True, search.Search(), size))


def test_a_download_is_made_in_parts_while_it_is_read():
    """Each part takes the same few queries, when it is read."""
    for _ in range(9):
        make_ended_game()
    parts, counts = stream_parts("Ana", 3), []
    for _ in range(3):
        with CaptureQueriesContext(connection) as caught:
            assert next(parts).count(b"\n") == 3
        counts.append(len(caught))
    assert counts == [6, 6, 6]  # the part, its games, their seats, the moves of three
    assert list(parts) == []


def test_closing_a_download_ends_it_and_too_many_at_once_are_refused(monkeypatch):
    monkeypatch.setattr(export, "MOST", 1)
    for _ in range(3):
        make_ended_game()
    parts = stream_parts("Ana", 1)
    next(parts)
    busy = as_user("Ben").get("/players/Ben/games.jsonl", headers={"Accept": "application/json"})
    assert (busy.status_code, busy.json()["code"]) == (503, "history.busy")
    assert busy["Retry-After"] == "60"
    parts.close()
    assert not export.is_busy()
    assert len(download("Ben", "Ben")) == 3


def test_a_download_that_was_never_read_does_not_count(monkeypatch):
    monkeypatch.setattr(export, "MOST", 1)
    person("Ana")
    for _ in range(3):
        assert as_user("Ana").head("/players/Ana/games.jsonl").status_code == 200
        stream_parts("Ana", 1).close()
    assert not export.is_busy()


def test_downloads_are_limited_per_user(settings):
    settings.LIMITS = {"downloads here": ("user", 2, 3_600, ("get:history-download",))}
    people(2)
    ana, ben = as_user("Ana"), as_user("Ben")
    got = [ana.get("/players/Ana/games.jsonl").status_code for _ in range(3)]
    assert got == [200, 200, 429]
    assert ben.get("/players/Ana/games.jsonl").status_code == 200
    assert ana.get("/players/Ana/games/").status_code == 200


def test_a_download_rests_as_long_as_it_worked(monkeypatch):
    rests: list[float] = []
    monkeypatch.setattr(export, "REST", 1.0)
    monkeypatch.setattr(export, "BATCH", 1)
    monkeypatch.setattr(export.time, "sleep", rests.append)
    for _ in range(2):
        make_ended_game()
    download()
    assert len(rests) == 2
    assert all(0 < rest <= export.LONGEST_REST for rest in rests)
