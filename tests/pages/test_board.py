"""Tables in memory: a stored move is taken over without reading anything again."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.models import Game, Move, Seat
from games.pages import board, tables
from tests.tables import as_user, one_move, person, pick, play_plans_and_bots, table, ticket

pytestmark = pytest.mark.django_db

GAMES = [
    ("push", 1, 1, {"solo": 4}),
    ("push", 3, 2, {}),
    ("tiles", 2, 2, {}),
    ("swap", 5, 4, {"blocking": "ask"}),
]


def columns(row: Game | Seat | Move, *but: str) -> dict[str, object]:
    """What is stored of a row."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name not in but}


def forget() -> None:
    tables._tables.items.clear()


@pytest.fixture
def watch(monkeypatch):
    """Count how many tables are loaded from the database."""
    loaded = []
    load_seats = play.load_seats
    monkeypatch.setattr(play, "load_seats", lambda game: loaded.append(game.version) or load_seats(game))
    return loaded


@pytest.mark.parametrize(("kind", "seats", "players", "options"), GAMES)
def test_a_table_in_memory_equals_the_stored_one_after_every_move(
    kind, seats, players, options, django_capture_on_commit_callbacks, share
):
    """Check every eighth move, and the last one."""
    every = share(small=8, proofs=1, whole=1)
    game, users = table(kind, seats, players, options=options, pace="daily")
    dice = random.Random(kind)
    play_plans_and_bots(game)
    tables.load(game.pk)
    while game.status == Game.Status.PLAYING:
        with django_capture_on_commit_callbacks(execute=True):
            one_move(game, users, dice)
            play_plans_and_bots(game)
        taken_over = tables.find_cached(game.pk, game.version)
        assert taken_over
        if game.version % every and game.status == Game.Status.PLAYING:
            continue
        forget()
        loaded = tables.load(game.pk)
        assert columns(taken_over.game) == columns(loaded.game)
        assert [columns(seat) for seat in taken_over.seats] == [columns(seat) for seat in loaded.seats]
        assert [columns(move, "id") for move in taken_over.moves] == [columns(move, "id") for move in loaded.moves]
        assert taken_over.state == loaded.state
    assert game.version > tables.LOG_MOVES or kind == "tiles"


@pytest.mark.parametrize("change", ["name", "revision", "status"])
def test_a_table_that_was_changed_otherwise_is_loaded_again(change, watch, django_capture_on_commit_callbacks):
    game, users = table("tiles", 2)
    tables.load(game.pk)
    if change == "name":
        User.objects.filter(pk=users[1].pk).update(username="Zoe")
    elif change == "revision":
        play.announce_change(game.pk)
    else:
        forget()
    with django_capture_on_commit_callbacks(execute=True):
        one_move(game, users, random.Random(1))
    assert tables.find_cached(game.pk, 1) is None
    assert tables.load(game.pk).people[1].name == ("Zoe" if change == "name" else "Ben")


@pytest.mark.django_db(transaction=True)
def test_the_answer_to_a_move_reads_nothing_again(watch):
    game, users = table("push", 2)
    seat, move = pick(game, random.Random(1))
    browser = as_user(users[seat])
    tables.load(game.pk)
    watch.clear()
    with CaptureQueriesContext(connection) as queries:
        fields = {"seen": "0", "ticket": ticket(), **move}
        answer = browser.post(f"/games/{game.pk}/moves/", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'data-version="1"' in answer.content.decode()
    assert watch == []
    reads = [
        query["sql"] for query in queries if query["sql"].startswith("SELECT") and "FROM games_game" in query["sql"]
    ]
    assert len(reads) == 1  # the lock


def test_a_substitute_gets_no_changes_since_a_board_of_the_player_before():
    """They would tell what that player's board had shown."""
    game, users = table("swap", 4, pace="daily")
    shown = tables.load(game.pk).shown
    for seat in (0, 1):
        board.render_board(tables.load(game.pk), seat, "en")
    play.resign(game.pk, users[1])
    play.substitute(game.pk, person("Zoe"))
    now = tables.load(game.pk)
    assert board.render_update(now, 0, "en", shown)[1] == shown
    assert board.render_update(now, 1, "en", shown) == (board.render_fragment(now, 1, "en"), None)
