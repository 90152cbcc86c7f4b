"""The smallest possible kind works on every page, and pages leave out what it doesn't have."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import play
from games.models import Game, Notification, Outcome, Rating, Seat, SiteCounter
from games.notifications import content, email
from games.rules.verify import verify
from tests.kinds.toys.games import (
    JSON,
    create_finished_game,
    create_game,
    get_page,
    get_text,
    get_turn,
    play_moves,
    send_move,
)
from tests.kinds.toys.registration import FOLDERS
from tests.tables import as_user, person

pytestmark = pytest.mark.django_db
MOST_FILES = 10


@pytest.fixture
def nim(install):
    return install("nim")


def test_it_fits_in_ten_files():
    files = [path for path in FOLDERS["nim"].rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) <= MOST_FILES


def test_pages_offer_it_and_explain_its_rules(nim):
    for address in ("/", "/rules/", "/rules/nim/", "/games/new/", "/games/", "/leaders/nim/"):
        assert "Nim" in get_page(address, None), address
    assert "The pile has ten tokens." in get_page("/rules/nim/")
    form = get_page("/games/new/", kind="nim")
    assert "Random bot" in form
    assert "Solo level" not in form
    assert 'name="odds"' not in form


def test_a_running_game_shows_each_reader_what_they_may_see(nim):
    game = create_game("nim", odds="true", pace="daily")
    name, shown = get_turn(game)
    other = "Ben" if name == "Ana" else "Ana"
    assert [move["tokens"] for move in shown["choices"]["moves"]] == [1, 2, 3]
    assert "odds" not in shown
    mine, theirs, public = (get_page(f"/games/{game.pk}/", who) for who in (name, other, None))
    assert "Take 3" in mine
    assert "Take 3" not in theirs + public
    for shown in (mine, theirs, public):
        assert '<div class="nim">' in shown
        assert 'id="odds"' not in shown
        assert 'id="plans"' not in shown
        assert "/review/" not in shown
    send_move(game, name, as_form=True)
    assert f"{name} took <b>1</b>." in get_page(f"/games/{game.pk}/", other)
    assert "Your turn." in get_text(get_page("/", other))
    assert f"/games/{game.pk}/" in get_page("/", name)
    assert f"It&#39;s {other}&#39;s turn." in get_page(f"/games/{game.pk}/", name)
    get_page(f"/games/{game.pk}/log/", name)
    get_page(f"/games/{game.pk}/proof/", name)
    get_page(f"/games/{game.pk}/replay/", name)
    refused = as_user(other).post(
        f"/games/{game.pk}/moves/", {"do": "take", "tokens": "9", "seen": "1", "ticket": "t" * 8}
    )
    assert refused.status_code == 422
    assert "Take 1 to 3 tokens." in refused.content.decode()
    assert as_user(other).get(f"/games/{game.pk}/plans/", headers=JSON).status_code == 409


def test_an_open_game_is_listed_in_the_lobby(nim):
    answer = as_user("Ana").post("/games/new/", {"kind": "nim"})
    game = answer["Location"]
    lobby = get_page("/games/", "Ben", kind="nim")
    assert game in lobby
    assert "Nim" in get_page(game, "Ben")


def test_a_finished_game_is_rated_and_can_be_verified(nim):
    game = create_finished_game("nim")
    assert game.is_rated
    assert sorted(Outcome.objects.filter(game=game).values_list("result", "pool")) == [("lost", "nim"), ("won", "nim")]
    won = game.result["places"].index(1)
    assert Rating.objects.filter(pool="nim", games=1).count() == 2
    record = as_user(None).get(f"/games/{game.pk}/record.json").content
    assert verify(record) == ()
    shown = get_page(f"/games/{game.pk}/", None)
    assert f"{('Ana', 'Ben')[won]} won." in shown
    assert "/review/" not in shown
    for name in ("Ana", "Ben", None):
        assert "/review/" not in get_page(f"/games/{game.pk}/replay/", name, step="2")
        assert "/review/" not in get_page("/", name)


def test_a_finished_game_can_be_replayed_and_has_a_proof(nim):
    game = create_finished_game("nim")
    for step in range(game.version + 1):
        shown = get_page(f"/games/{game.pk}/replay/", "Ana", step=str(step), seat=("all", "public", "0")[step % 3])
        assert '<div class="nim">' in shown
    proof = get_page(f"/games/{game.pk}/proof/")
    steps = re.findall('data-step="(.*?)"', proof)
    assert steps == ["seal", "shares", "seed", "chain", "receipts"]
    assert "manage.py verify" in proof
    assert "python3 check_ten_game.py" not in proof
    picture = as_user(None).get(f"/games/{game.pk}/table.png")
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
    file = as_user(None).get(f"/games/{game.pk}/record.json").content.decode()
    assert '<div class="nim">' in as_user("Ana").post("/look/", {"record": file}).content.decode()
    refused = as_user("Ana").get(f"/games/{game.pk}/review/")
    assert refused.status_code == 404
    assert "no review" in refused.content.decode()


def test_a_finished_game_is_listed_and_counted(nim):
    game = create_finished_game("nim")
    listed = get_page("/players/Ana/games/", kind="nim")
    assert game.pk in listed
    assert "/review/" not in listed
    assert game.pk in as_user("Ana").get("/players/Ana/games.jsonl", {"kind": "nim"}).getvalue().decode()
    player = get_page("/players/Ana/")
    assert "Nim" in player
    assert 'id="of-nim"' not in player
    assert "2 seats, <" not in player
    assert "/review/" not in player
    for address in ("/players/Ana/ratings/", "/players/Ana/opponents/"):
        assert "Nim" in get_page(address)
    assert not SiteCounter.objects.filter(name__startswith="luck").exists()
    stats = get_page("/stats/")
    assert "First player: Nim" in stats
    assert 'id="luck"' not in stats


def test_bots_play_at_random(nim):
    answer = as_user("Ana").post("/play-now/", {"kind": "nim"})
    assert answer.status_code == 303, answer.content.decode()[:500]
    game = Game.objects.get()
    assert [seat.bot for seat in play.load_seats(game)] == ["", "random"]
    play_moves(game)
    assert game.status == "finished"
    other = create_game("nim", seat1="random")
    play_moves(other)
    assert other.status == "finished"
    assert as_user("Ana").post("/games/new/", {"kind": "nim", "seat1": "hal"}).status_code == 422


def test_the_host_can_start_with_bots(nim):
    pk = as_user("Ana").post("/games/new/", {"kind": "nim"})["Location"].split("/")[2]
    assert "steady" not in get_page(f"/games/{pk}/")
    assert as_user("Ana").post(f"/games/{pk}/start/").status_code == 303
    assert [seat.bot for seat in play.load_seats(Game.objects.get(pk=pk))] == ["", "random"]


def test_leaving_ends_the_game(nim):
    game = create_game("nim")
    assert as_user("Ana").post(f"/games/{game.pk}/resign/").status_code == 303
    game.refresh_from_db()
    assert (game.status, game.result["places"]) == ("finished", [2, 1])
    assert "left the game" in get_page(f"/games/{game.pk}/")


def test_mails_and_push_messages_say_what_happened(nim):
    game = create_game("nim")
    name = get_turn(game)[0]
    other = "Ben" if name == "Ana" else "Ana"
    now = timezone.now()
    send_move(game, name, as_form=False)
    assert content.list_items(person(other), {game.pk: [("turn", {})]}, now)[0].events == (f"{name} took 1.",)
    mail = email.compose(person(other), "to@mail.example", [Notification(topic="turn", game_id=game.pk)], "1", now)
    assert f"Your turn: Nim with {name}" == mail.subject
    assert f"{name} took 1." in str(mail.body)
    row = Notification(user=person(other), topic="turn", game=Game.objects.get(pk=game.pk), channel="push")
    assert "Your turn." in content.make_push_message(row, now)[0]
    as_user(name).post(f"/games/{game.pk}/resign/")
    for who in ("Ana", "Ben"):
        over = email.compose(person(who), "to@mail.example", [Notification(topic="over", game_id=game.pk)], "2", now)
        assert "Your place: " in str(over.body)


def test_running_out_of_time_ends_the_game(nim):
    game = create_game("nim", pace="live")
    name, long_ago = get_turn(game)[0], timezone.now() - timedelta(days=2)
    Seat.objects.filter(game=game, is_to_move=True).update(asked_at=long_ago, deadline_at=long_ago)
    Game.objects.filter(pk=game.pk).update(deadline_at=long_ago)
    assert play.apply_timeouts(game.pk)
    game.refresh_from_db()
    assert game.status == "finished"
    assert f"{name} left the game." in get_page(f"/games/{game.pk}/", None)


def test_simulate_and_tournament_can_play_it(nim):
    for arguments in (["simulate", "nim", "--games=2"], ["tournament", "nim", "--games=2"]):
        out = StringIO()
        call_command(*arguments, stdout=out)
        assert "nim" in out.getvalue()
