"""The room of an open game: who may do what, and invitations."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.live import frames
from games.models import Game, Invitation
from games.pages import tables
from games.play import invitations
from games.refusals import Denied
from tests.tables import as_user, person

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def open_table(seats=4, others=("Ben",), **extra) -> Game:
    game = play.create_game(person("Ana"), kind="push", seats=seats, options={}, **extra)
    for name in others:
        play.sit(game.pk, person(name))
    return game


def get_room(game, name=None) -> str:
    answer = as_user(name).get(f"/games/{game.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def list_names(game) -> list[str]:
    return [seat.name for seat in play.load_seats(game)]


# --- what the room offers -------------------------------------------------------------------------------------------

OFFERS = {"sit": "/sit/", "join": "/join/", "stand": "/stand/", "start": "/start/", "cancel": "/call-off/"}


@pytest.mark.parametrize(
    ("name", "offers"),
    [("Ana", {"start", "cancel"}), ("Ben", {"stand"}), ("Leo", {"sit"}), (None, {"join"})],
)
def test_the_room_offers_each_reader_what_they_may_do(name, offers):
    game = open_table()
    shown = get_room(game, name)
    found = {offer for offer, path in OFFERS.items() if f'action="/games/{game.pk}{path}"' in shown}
    assert found == offers


def test_the_room_shows_the_game_and_its_players():
    shown = get_room(open_table(seats=4, bots={3: "easy"}, pace="relaxed"), "Leo")
    for words in ("TEN Push", "Relaxed", "Ana", "Ben", "Alma", "easy bot", "Waiting for 1 more player<"):
        assert words in shown


def test_the_commitment_of_the_shuffle_is_shown_but_not_the_secret():
    game = open_table()
    shown = get_room(game, "Leo")
    assert game.commitment in shown
    assert game.server_seed not in shown


def test_the_page_of_the_room_has_a_socket():
    game = open_table()
    shown = get_room(game)
    assert f'data-address="/ws/games/{game.pk}/"' in shown
    assert 'data-version="-3"' in shown


def make_frame(game, seen) -> str:
    return frames.make_frame_since(tables.load(game.pk), None, "en", seen)


def test_a_room_reloads_if_a_player_joined_before_its_socket_opened():
    game = open_table(others=())
    assert (make_frame(game, "-2"), make_frame(game, "-1")) == ("", "")
    play.sit(game.pk, person("Ben"))
    assert (make_frame(game, "-2"), make_frame(game, "-3")) == ('{"reload": true}', "")
    play.start(game.pk, person("Ana"))
    for seen in ("-3", "-1"):  # the page of the room, and a program that has seen nothing
        news = json.loads(make_frame(game, seen))
        assert (news["reload"], news["version"]) == (True, 0)
        assert news["html"].lstrip().startswith('<div id="table"')


def test_the_link_of_the_room_is_absolute():
    game = open_table()
    assert f'value="http://testserver/games/{game.pk}/"' in get_room(game, "Ana")


def test_a_canceled_game_says_so():
    game = open_table()
    play.cancel_game(game.pk, person("Ana"))
    shown = get_room(game, "Ben")
    assert "Ana canceled this game." in shown
    assert "<form" not in shown.partition('id="table"')[2]


# --- permissions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["stand", "start", "call-off", "invite"])
@pytest.mark.parametrize("name", ["Leo", None])
def test_only_seated_players_can_change_anything(path, name):
    game = open_table()
    answer = as_user(name).post(f"/games/{game.pk}/{path}/", {"name": "Mia"}, headers=JSON)
    assert answer.status_code == 403
    assert answer.json()["message"]
    game.refresh_from_db()
    assert (game.status, list_names(game)) == ("open", ["Ana", "Ben", "", ""])
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("path", ["start", "call-off"])
def test_only_the_host_can_start_and_cancel(path):
    game = open_table()
    answer = as_user("Ben").post(f"/games/{game.pk}/{path}/", headers=JSON)
    assert answer.status_code == 403
    assert "Ana" in answer.json()["message"]


def test_a_player_can_leave_before_the_start():
    game = open_table()
    as_user("Ben").post(f"/games/{game.pk}/stand/")
    assert list_names(game) == ["Ana", "", "", ""]


def test_the_host_starts_with_bots_of_the_chosen_level():
    game = open_table()
    as_user("Ana").post(f"/games/{game.pk}/start/", {"bot": "easy"})
    game.refresh_from_db()
    assert (game.status, list_names(game)) == ("playing", ["Ana", "Ben", "Otto", "Alma"])


@pytest.mark.parametrize("bot", ["genius", "<b>", "x" * 5000])
def test_an_unknown_level_of_bots_is_refused(bot):
    game = open_table()
    assert as_user("Ana").post(f"/games/{game.pk}/start/", {"bot": bot}).status_code == 422
    game.refresh_from_db()
    assert game.status == "open"


# --- joining --------------------------------------------------------------------------------------------------------


def test_joining_stores_the_players_shuffle_seed():
    game = open_table()
    as_user("Leo").post(f"/games/{game.pk}/join/", {"seed": "AB" * 16})
    assert play.load_seats(game)[2].shuffle_seed == "ab" * 16


def test_joining_twice_redirects_to_the_table():
    game = open_table()
    assert as_user("Ben").post(f"/games/{game.pk}/join/").status_code == 303
    assert list_names(game) == ["Ana", "Ben", "", ""]


@pytest.mark.parametrize(
    ("fields", "status"), [({"seed": "x"}, 422), ({"seed": ["0" * 32, "1" * 32]}, 422), ({"seed": "0" * 9999}, 422)]
)
def test_an_invalid_shuffle_seed_takes_no_seat_and_creates_no_guest(fields, status):
    game, before = open_table(), User.objects.count()
    answer = Client().post(f"/games/{game.pk}/join/", fields)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert User.objects.count() == before
    assert list_names(game) == ["Ana", "Ben", "", ""]


@pytest.mark.parametrize("how", ["full", "canceled"])
def test_no_guest_is_created_for_a_full_table(how):
    game = open_table(seats=2 if how == "full" else 3)
    if how == "canceled":
        play.cancel_game(game.pk, person("Ana"))
    before = User.objects.count()
    answer = Client().post(f"/games/{game.pk}/join/", headers=JSON)
    assert answer.status_code == 409
    assert User.objects.count() == before


def test_joining_an_unknown_game_is_404():
    assert Client().post("/games/nothere123/join/").status_code == 404


def test_joining_needs_a_post():
    assert Client().get(f"/games/{open_table().pk}/join/").status_code == 405


# --- invitations ----------------------------------------------------------------------------------------------------


def invite(game, name="Leo", by="Ben") -> Invitation:
    return invitations.invite(game, person(by), person(name).username)


def test_seated_players_invite_by_name_in_any_case():
    game, leo = open_table(), person("Leo")
    answer = as_user("Ben").post(f"/games/{game.pk}/invite/", {"name": " lEO "})
    assert answer.status_code == 303
    assert [(found.user, found.invited_by) for found in Invitation.objects.all()] == [(leo, person("Ben"))]


def test_inviting_twice_changes_nothing():
    game = open_table()
    assert invite(game) == invite(game, by="Ana")


@pytest.mark.parametrize("path", ["/", "/games/"])
def test_the_invited_player_sees_the_invitation(path):
    invitation = invite(open_table(public=False))
    shown = as_user("Leo").get(path).content.decode()
    assert "Ben invited you." in shown
    assert f'action="/invitations/{invitation.pk}/accept/"' in shown
    assert "invited you" not in as_user("Mia").get(path).content.decode()


def test_accepting_an_invitation_takes_a_seat():
    game = open_table()
    answer = as_user("Leo").post(f"/invitations/{invite(game).pk}/accept/")
    assert answer["Location"] == f"/games/{game.pk}/"
    assert list_names(game) == ["Ana", "Ben", "Leo", ""]
    assert not Invitation.objects.exists()


def test_a_player_who_declined_cannot_be_invited_again():
    game = open_table()
    invitation = invite(game)
    assert as_user("Leo").post(f"/invitations/{invitation.pk}/decline/").status_code == 303
    assert "invited you" not in as_user("Leo").get("/").content.decode()
    assert "declined" in get_room(game, "Ana")
    with pytest.raises(Denied, match=r"invite\.declined"):
        invite(game)


def test_a_player_who_declined_can_still_join():
    game = open_table()
    as_user("Leo").post(f"/invitations/{invite(game).pk}/decline/")
    as_user("Leo").post(f"/games/{game.pk}/sit/")
    assert list_names(game)[2] == "Leo"


@pytest.mark.parametrize("name", ["Ana", "Ben"])
def test_the_host_and_the_inviter_can_cancel_an_invitation(name):
    answer = as_user(name).post(f"/invitations/{invite(open_table()).pk}/withdraw/")
    assert answer.status_code == 303
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("path", ["accept", "decline", "withdraw"])
@pytest.mark.parametrize("name", ["Mia", None])
def test_others_invitations_cannot_be_answered(path, name):
    game = open_table()
    invitation = invite(game)
    answer = as_user(name).post(f"/invitations/{invitation.pk}/{path}/", headers=JSON)
    assert answer.status_code == 403
    assert answer.json()["message"]
    assert Invitation.objects.get() == invitation
    assert not Invitation.objects.get().is_declined
    assert list_names(game) == ["Ana", "Ben", "", ""]


def test_the_invited_player_cannot_withdraw_and_the_host_cannot_answer():
    invitation = invite(open_table())
    assert as_user("Leo").post(f"/invitations/{invitation.pk}/withdraw/", headers=JSON).status_code == 403
    assert as_user("Ana").post(f"/invitations/{invitation.pk}/accept/", headers=JSON).status_code == 403


@pytest.mark.parametrize("pk", ["0", "999999", "9" * 40])
@pytest.mark.parametrize("path", ["accept", "decline", "withdraw"])
def test_an_unknown_invitation_is_404(pk, path):
    assert as_user("Leo").post(f"/invitations/{pk}/{path}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("", 422),
        ("Nobody-here", 422),
        ("<script>alert(1)</script>", 422),
        ("Leo\x00", 422),
        ("ﷺ" * 90, 422),
        ("L" * 5000, 422),
        (["Leo", "Mia"], 422),
        ("Ana", 409),
        ("ben", 409),
    ],
)
def test_a_name_that_cannot_be_invited_stays_in_the_field(name, status):
    game = open_table()
    answer = as_user("Ana").post(f"/games/{game.pk}/invite/", {"name": name})
    assert answer.status_code == status
    shown = answer.content.decode()
    assert 'role="alert"' in shown
    assert "<script>alert" not in shown
    if name == "Nobody-here":
        assert 'value="Nobody-here"' in shown
    assert not Invitation.objects.exists()


def test_the_number_of_invitations_is_limited(monkeypatch):
    monkeypatch.setattr(invitations, "MOST", 1)
    game = open_table()
    invite(game, "Leo")
    with pytest.raises(Denied, match=r"invite\.many"):
        invite(game, "Mia")


@pytest.mark.parametrize("how", ["started", "canceled"])
def test_invitations_need_an_open_game(how):
    game = open_table()
    if how == "started":
        play.start(game.pk, person("Ana"))
    else:
        play.cancel_game(game.pk, person("Ana"))
    answer = as_user("Ana").post(f"/games/{game.pk}/invite/", {"name": person("Leo").username}, headers=JSON)
    assert answer.status_code == 409


def test_invitations_are_deleted_when_the_game_starts():
    game = open_table()
    invite(game)
    play.start(game.pk, person("Ana"))
    assert not Invitation.objects.exists()
    assert "invited you" not in as_user("Leo").get("/").content.decode()
