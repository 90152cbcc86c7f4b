"""What a player has seen of a table, and what has happened since, which reveals no more than the log."""

import json
import random
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block
from games.models import ChatMessage, Game, Move, Notification, Plan, Visit
from games.notifications import collect, email
from games.pages import board, table_log, tables
from games.views import visits
from tests.finished_games import load_finished_game
from tests.tables import as_user, one_move, people, person, pick, send, table, ticket

pytestmark = pytest.mark.django_db
NOTHING = {"number": "0", "looking": "0"}


def report_visit(client: Client, game: Game, **fields: Any):
    return client.post(f"/games/{game.pk}/seen/", {"number": game.version, "looking": "1", **fields})


def load(client: Client, game: Game, path: str = "") -> str:
    answer = client.get(f"/games/{game.pk}/{path}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def read_reel(text: str) -> list[str]:
    """Return the lines of the reel, the list of what happened since the last visit."""
    found = re.search(r'<details id="reel".*?</details>', text, re.DOTALL)
    if not found:
        return []
    lines = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", line).split()) for line in lines]


def play_moves(kind: str = "swap", moves: int = 6, seats: int = 4, seed: int = 1) -> tuple[Game, list[Any]]:
    game, users = table(kind, seats)
    dice = random.Random(seed)
    for _ in range(moves):
        one_move(game, users, dice)
    return game, users


# --- visits ---


def test_the_last_move_seen_never_goes_back():
    game, _ = play_moves()
    ana = as_user("Ana")
    before = timezone.now()
    assert report_visit(ana, game).status_code == 204
    visit = Visit.objects.get()
    assert (visit.seen_move_number, visit.user.username) == (6, "Ana")
    assert timedelta(seconds=40) < visit.looking_until - before < timedelta(seconds=50)
    report_visit(ana, game, number=2)
    assert Visit.objects.get().seen_move_number == 6
    report_visit(ana, game, looking="0")
    assert Visit.objects.get().looking_until is None


def test_the_last_move_seen_is_at_most_the_last_move():
    game, _ = play_moves()
    report_visit(as_user("Ana"), game, number=999_999_999)
    assert Visit.objects.get().seen_move_number == 6


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"number": "-1"}, 422),
        ({"number": ""}, 422),
        ({"number": "1e9"}, 422),
        ({"number": "٣"}, 422),
        ({"number": "9" * 10}, 422),
        ({"number": ["1", "2"]}, 422),
        ({"looking": "yes"}, 422),
        ({"looking": ""}, 422),
        ({"looking": "\x00"}, 422),
        ({"looking": "1" * 50_000}, 422),
    ],
)
def test_an_invalid_visit_is_refused_with_a_sentence(fields, status):
    game, _ = play_moves()
    answer = as_user("Ana").post(
        f"/games/{game.pk}/seen/", {"number": "1", "looking": "1", **fields}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == status
    assert len(answer.json()["message"]) > 20
    assert not Visit.objects.exists()


def test_visits_need_a_login_an_existing_game_and_a_csrf_token():
    game, _ = play_moves()
    assert report_visit(Client(), game).status_code == 403
    assert as_user("Ana").post("/games/nowhere/seen/", NOTHING).status_code == 404
    assert as_user("Ana").get(f"/games/{game.pk}/seen/").status_code == 405
    assert report_visit(as_user("Ana", enforce_csrf_checks=True), game).status_code == 403
    assert not Visit.objects.exists()


@pytest.mark.database
def test_a_visit_costs_two_statements():
    game, _ = play_moves()
    ana = as_user("Ana")
    report_visit(ana, game)
    with CaptureQueriesContext(connection) as found:
        report_visit(ana, game)
    about_games = [row["sql"] for row in found if "games_" in row["sql"]]
    assert len(about_games) == 2


@pytest.mark.database
def test_of_two_first_visits_at_once_the_later_move_counts(monkeypatch):
    game, _ = play_moves()
    ana, make = person("Ana"), Visit.objects.bulk_create

    def make_late(*args, **more):
        monkeypatch.undo()
        visits.store_visit(game.pk, ana, 1, is_looking=True)  # another request is quicker
        return make(*args, **more)

    monkeypatch.setattr(Visit.objects, "bulk_create", make_late)
    visits.store_visit(game.pk, ana, 3, is_looking=True)
    assert Visit.objects.get().seen_move_number == 3


def test_without_javascript_a_move_counts_as_a_visit():
    game, _ = table("tiles", 2)
    seat, move = pick(game, random.Random(1))
    user = game.seats.get(number=seat).user
    fields = {"seen": 0, "ticket": ticket(), "move": json.dumps(move)}
    assert as_user(user.username).post(f"/games/{game.pk}/moves/", fields).status_code == 303
    assert (Visit.objects.get().user, Visit.objects.get().seen_move_number) == (user, 1)


def test_a_move_by_htmx_stores_no_visit():
    game, _ = table("tiles", 2)
    seat, move = pick(game, random.Random(1))
    user = game.seats.get(number=seat).user
    fields = {"seen": 0, "ticket": ticket(), "move": json.dumps(move)}
    as_user(user.username).post(f"/games/{game.pk}/moves/", fields, headers={"HX-Request": "true"})
    assert not Visit.objects.exists()


# --- the reel ---


def test_the_reel_shows_what_others_did_since_the_last_visit():
    game, users = play_moves(moves=3)
    ana = as_user("Ana")
    report_visit(ana, game)
    assert read_reel(load(ana, game)) == []
    dice = random.Random(2)
    for _ in range(4):
        one_move(game, users, dice)
    seat = game.seats.get(user=person("Ana")).number
    here = tables.load(game.pk)
    mine = max([move.number for move in here.moves if move.seat == seat], default=0)
    expected = [
        " ".join(re.sub(r"<[^>]*>", "", line.html).split())
        for move in here.moves
        if move.number > max(3, mine)
        for line in table_log.list_lines(here, move, seat)
    ]
    assert read_reel(load(ana, game)) == expected
    assert f"{len(expected)} update" in load(ana, game) or not expected


def test_every_line_of_the_reel_is_in_the_log_of_that_seat():
    """So it reveals nothing that the seat may not read."""
    game, users = play_moves(moves=14, seed=5)
    for user in users:
        text = load(as_user(user.username), game)
        log = " ".join(re.sub(r"<[^>]*>", "", text.partition('<ol id="log"')[2]).split())
        for line in read_reel(text):
            assert line in log


def test_reels_are_private_and_spectators_get_none():
    game, _ = play_moves()
    assert read_reel(load(Client(), game)) == []
    assert read_reel(load(as_user("Zoe"), game)) == []
    assert 'id="visit"' not in load(Client(), game)
    assert 'id="visit"' in load(as_user("Zoe"), game)


def test_the_first_reel_starts_with_the_game():
    game, users = table("tiles", 2)
    mover = game.seats.get(is_to_move=True).user
    other = next(user for user in users if user != mover)
    one_move(game, users, random.Random(1))
    assert len(read_reel(load(as_user(other.username), game))) == 1
    text = load(as_user(other.username), game)
    assert "1 update since" in text


def test_making_a_move_counts_as_having_seen_everything_before():
    game, users = table("tiles", 2)
    mover = game.seats.get(is_to_move=True).user
    one_move(game, users, random.Random(1))
    assert read_reel(load(as_user(mover.username), game)) == []


@pytest.mark.parametrize("by", ["plan", "clock", "standin"])
def test_moves_made_for_a_player_are_in_the_reel(by):
    game, users = table("tiles", 2)
    mover = game.seats.get(is_to_move=True).user
    one_move(game, users, random.Random(1))
    Move.objects.update(made_by=by)
    told = read_reel(load(as_user(mover.username), game))
    assert len(told) == 1
    words = {"plan": "(plan)", "clock": "(out of time)", "standin": "(played by a bot)"}[by]
    assert words in told[0]
    one_move(game, users, random.Random(1))  # and it is the mover's turn again
    assert f" {words}." in read_row(get_home(mover.username), game)
    collect.collect_all()
    told_by_mail = Notification.objects.filter(user=mover, topic="turn")
    assert f" {words}." in email.compose(mover, "a@mail.example", told_by_mail, "batch", timezone.now()).body


def test_during_the_game_only_the_owner_learns_that_a_plan_moved():
    game, users = table("tiles", 2)
    mover = game.seats.get(is_to_move=True).user
    other = next(user for user in users if user != mover)
    one_move(game, users, random.Random(1))
    plain = read_reel(load(as_user(other.username), game)), read_row(get_home(other.username), game)
    Move.objects.update(made_by="plan")
    assert (read_reel(load(as_user(other.username), game)), read_row(get_home(other.username), game)) == plain


def test_an_expired_plan_is_announced_once_and_only_to_its_owner():
    game, users = table("push", 3)
    dice = random.Random(3)
    one_move(game, users, dice)
    first = game.moves.last().seat
    seat = (first + 1) % 3
    plan = {"game": game, "seat": seat, "game_version": 0, "status": Plan.Status.LAPSED, "ended_at": timezone.now()}
    for why in ("plan.final-over", "plan.no-wild", "plan.no-wild", "plan.game-over"):
        Plan.objects.create(
            user=users[seat], data={"for": "final", "buy": "skip", "once": True}, lapse_reason=why, **plan
        )
    told = [
        line for line in read_reel(load(as_user(users[seat]), game)) if line.startswith("One of your plans has ended.")
    ]
    assert [line.partition(" ended. ")[2][:22] for line in told] == ["Your last purchase is ", "No more wilds like thi"]
    assert "One of your plans" not in load(as_user(users[(first + 2) % 3]), game)
    report_visit(as_user(users[seat]), game)
    while game.moves.last().seat == seat or game.moves.last().number == 1:
        one_move(game, users, dice)
    assert read_reel(load(as_user(users[seat]), game))
    assert "One of your plans" not in load(as_user(users[seat]), game)


def find_reel_start(text: str) -> datetime:
    """Return when the reel says that it starts."""
    found = re.search(r'id="reel-title".*?datetime="([^"]*)"', text)
    assert found
    return datetime.fromisoformat(found[1])


def test_the_reel_is_never_dated_after_its_moves():
    """If the player leaves before the reel has ended, it starts at the same time again."""
    game, users = play_moves(moves=3)
    ana, dice = as_user("Ana"), random.Random(2)
    report_visit(ana, game)
    before = Visit.objects.get().caught_up_at
    seat = game.seats.get(user__username="Ana").number
    while game.moves.last().seat == seat or game.version == 3:
        one_move(game, users, dice)
    report_visit(ana, game, number=3, looking="0")
    text = load(ana, game)
    assert read_reel(text)
    own = [move.number for move in game.moves.filter(seat=seat)]
    assert find_reel_start(text) <= game.moves.filter(number__gt=max([3, *own])).first().made_at
    assert Visit.objects.get().caught_up_at == before
    report_visit(ana, game)
    assert Visit.objects.get().caught_up_at > before


def test_the_reel_starts_after_the_players_last_move():
    game, users = play_moves(moves=1)
    ana, dice = person("Ana"), random.Random(2)
    seat = game.seats.get(user=ana).number
    Visit.objects.create(game=game, user=ana, seen_move_number=0)  # created for a note, so nothing was seen
    while game.moves.last().seat != seat:
        one_move(game, users, dice)
    own = game.moves.last()
    while game.moves.last().seat == seat:
        one_move(game, users, dice)
        own = game.moves.filter(seat=seat).last()
    assert timedelta() <= own.made_at - find_reel_start(load(as_user(ana), game)) < timedelta(seconds=1)


def test_a_reel_is_limited_and_says_what_was_left_out(monkeypatch):
    monkeypatch.setattr(tables, "LOG_MOVES", 4)
    game, _users = play_moves(moves=12, seed=3)
    Move.objects.update(made_by="clock")
    text = load(as_user("Ben"), game)
    assert "And 8 earlier moves" in text
    assert f'href="/games/{game.pk}/log/"' in text
    assert 1 <= len(read_reel(text)) <= 12


# --- the divided log ---


def test_the_log_is_divided_after_the_last_move_seen():
    game, users = play_moves(moves=3)
    ana = as_user("Ana")
    report_visit(ana, game)
    dice = random.Random(2)
    for _ in range(5):
        one_move(game, users, dice)
    seat = game.seats.get(user=person("Ana")).number
    own = Move.objects.filter(game=game, seat=seat).order_by("number").values_list("number", flat=True).last() or 0
    seen = max(3, own)
    assert f'data-seen="{seen}"' in load(ana, game)
    before, new, after = load(ana, game, "log/").partition("New since your last visit")
    numbers = [[int(number) for number in re.findall(r'id="e(\d+)-', part)] for part in (before, after)]
    if seen < game.version and numbers[1]:
        assert new
        assert max(numbers[0]) <= seen < min(numbers[1])
    assert "New since your last visit" not in load(Client(), game, "log/")


def test_the_log_is_not_divided_if_everything_was_seen():
    game, _ = play_moves()
    ana = as_user("Ana")
    report_visit(ana, game)
    assert "New since your last visit" not in load(ana, game, "log/")


# --- the home page ---


def get_home(name: str = "Ana") -> str:
    return str(as_user(name).get("/").content.decode())


def read_row(text: str, game: Game) -> str:
    found = re.search(rf'id="row-{game.pk}".*?</li>', text, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", "", found[0]).split())


def test_the_home_page_says_what_happened_since_the_last_visit():
    game, users = table("push", 3)
    dice = random.Random(4)
    seat = game.seats.get(user=person("Ana")).number
    one_move(game, users, dice)
    while not game.seats.filter(number=seat, is_to_move=True).exists() or game.moves.last().seat == seat:
        one_move(game, users, dice)
    last = tables.load(game.pk)
    lines = [line for move in last.moves if move.seat != seat for line in table_log.list_lines(last, move, seat)]
    said = read_row(get_home(), game)
    assert "Since your last visit:" in said
    words = " ".join(re.sub(r"<[^>]*>", "", lines[-1].html).split()).removesuffix(".")
    assert words in said
    report_visit(as_user("Ana"), game)
    assert "Since your last visit:" not in read_row(get_home(), game)


def test_the_home_page_announces_chat_messages():
    game, _users = table("tiles", 2)
    ana, ben = people(2)
    ChatMessage.objects.create(game=game, user=ben, audience=ChatMessage.Audience.PLAYERS, number=1, text="hello")
    assert "new message" in read_row(get_home(), game)
    assert "new message" not in read_row(get_home("Ben"), game)
    Visit.objects.create(game=game, user=ana, read_message_id=ChatMessage.objects.get().pk)
    assert "new message" not in read_row(get_home(), game)


def test_the_home_page_does_not_announce_muted_or_blocked_messages():
    game, _ = table("tiles", 2)
    ana, ben = people(2)
    ChatMessage.objects.create(game=game, user=ben, audience=ChatMessage.Audience.WATCHERS, number=1, text="psst")
    ChatMessage.objects.create(
        game=game, user=ben, audience=ChatMessage.Audience.PLAYERS, number=1, text="gone", is_hidden=True
    )
    assert "new message" not in read_row(get_home(), game)
    ChatMessage.objects.create(game=game, user=ben, audience=ChatMessage.Audience.PLAYERS, number=2, text="hello")
    assert "new message" in read_row(get_home(), game)
    visit = Visit.objects.create(game=game, user=ana, is_chat_muted=True)
    assert "new message" not in read_row(get_home(), game)
    visit.delete()
    Block.objects.create(user=ana, other=ben, is_mute_only=True)
    assert "new message" not in read_row(get_home(), game)


def test_notes_of_others_are_not_shown():
    game, _ = play_moves()
    Visit.objects.create(game=game, user=person("Ben"), note="secret plan", seen_move_number=2)
    assert "secret plan" not in get_home()
    assert "secret plan" not in load(as_user("Ana"), game)


def test_finished_games_can_be_dismissed():
    game, _users = load_finished_game("tiles", 2)
    ana = as_user("Ana")
    assert f"/games/{game.pk}/dismiss/" in get_home()
    assert ana.get(f"/games/{game.pk}/dismiss/").status_code == 405
    assert as_user("Zoe").post(f"/games/{game.pk}/dismiss/").status_code == 404
    assert Client().post(f"/games/{game.pk}/dismiss/").status_code == 403
    assert ana.post(f"/games/{game.pk}/dismiss/").status_code == 303
    assert game.pk not in get_home()
    assert game.pk in get_home("Ben")
    assert game.pk in ana.get("/players/Ana/").content.decode()


def test_running_games_cannot_be_dismissed():
    game, _ = play_moves()
    assert as_user("Ana").post(f"/games/{game.pk}/dismiss/").status_code == 404
    assert not Visit.objects.exists()


def test_opponents_cannot_tell_whether_a_player_has_looked():
    game, users = play_moves()
    ben = as_user("Ben")

    def all_of(client):
        return [client.get(path).content for path in ("/", f"/games/{game.pk}/state.json", f"/games/{game.pk}/log/")]

    before = all_of(ben)
    fragment = board.render_fragment(tables.load(game.pk), 1, "en")
    report_visit(as_user("Ana"), game)
    assert [strip(part) for part in all_of(ben)] == [strip(part) for part in before]
    assert board.render_fragment(tables.load(game.pk), 1, "en") == fragment
    assert users


def strip(content: bytes) -> bytes:
    """Remove the CSRF token, which differs in every response."""
    return re.sub(rb'(csrf[^>]*?(?:value|content)=")[^"]*', rb"\1", content)


def test_submitting_a_move_stores_no_visit():
    """Only the view of the table does."""
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(1))
    send(game, users[seat], move)
    assert not Visit.objects.exists()
