"""Rematches: one table, however many players request it."""

import json

import pytest
from django.test import Client

from accounts.models import Block
from games import play
from games.models import Game, Invitation, Notification
from games.play import invitations, rematches
from games.refusals import Denied
from games.worker import bots
from tests.play.test_races import race
from tests.tables import as_user, people, person, table

pytestmark = pytest.mark.django_db(transaction=True)


def finish_game(kind="tiles", seats=2, players=None, **extra):
    """Start a game and end it by resigning; return it and its players."""
    game, users = table(kind, seats, players, **extra)
    for user in users if seats > len(users) else users[:-1]:
        play.resign(game.pk, user)
    game.refresh_from_db()
    if game.status == Game.Status.PLAYING:
        bots.play_all(game.pk)
        game.refresh_from_db()
    return game, users


def request_rematch(client, game):
    return client.post(f"/games/{game.pk}/rematch/")


def get_page(user, game):
    return as_user(user).get(f"/games/{game.pk}/").content.decode()


def count_notifications(user, what):
    return Notification.objects.filter(user=user, topic=what).count()


def test_one_click_creates_the_rematch_and_invites_the_others():
    old, (ana, ben) = finish_game(pace="fast", rated=True, options={"open": True})
    answer = request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{fresh.pk}/")
    same = ("kind", "seat_count", "options", "pace", "is_rated", "is_public", "min_reliability")
    assert [getattr(fresh, name) for name in same] == [getattr(old, name) for name in same]
    assert (fresh.status, fresh.host) == ("open", ana)
    invitation = Invitation.objects.get(game=fresh)
    assert (invitation.user, invitation.invited_by, invitation.is_declined) == (ben, ana, False)
    assert invitation.expires_at > fresh.created_at
    assert (count_notifications(ben, "rematch"), count_notifications(ana, "rematch")) == (1, 0)


def test_bots_keep_their_seats_in_a_rematch():
    old, (ana, ben) = finish_game("push", 4, 2)
    request_rematch(as_user(ben), old)
    fresh = Game.objects.get(rematch_of=old)
    assert [seat.bot for seat in fresh.seats.all()] == [seat.bot for seat in old.seats.all()]
    assert fresh.host == ben
    assert Invitation.objects.get(game=fresh).user == ana


def test_the_second_player_to_request_a_rematch_joins_it():
    old, (ana, ben) = finish_game()
    request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    assert request_rematch(as_user(ben), old)["Location"] == f"/games/{fresh.pk}/"
    fresh.refresh_from_db()
    assert fresh.status == "playing"
    assert request_rematch(as_user(ana), old)["Location"] == f"/games/{fresh.pk}/"
    assert Game.objects.filter(rematch_of=old).count() == 1


def test_the_rematch_is_shown_on_the_home_page_in_the_room_and_at_the_old_table():
    old, (ana, ben) = finish_game()
    assert 'id="do-again"' in get_page(ben, old)
    request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    assert "Ana wants a rematch" in get_page(ben, old)
    assert f"/games/{fresh.pk}/" in get_page(ana, old)
    home = as_user(ben).get("/").content.decode()
    assert f"/games/{fresh.pk}/" in home
    assert "Ana wants a rematch." in home
    assert "Ana invited you" in get_page(ben, fresh)
    assert f"/games/{old.pk}/" in get_page(ana, fresh)
    assert "wants a rematch" not in Client().get(f"/games/{old.pk}/").content.decode()


def test_a_declined_rematch_is_shown_in_the_room_and_notified():
    old, (ana, ben, _chloe) = finish_game("push", 3)
    request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    pk = Invitation.objects.get(game=fresh, user=ben).pk
    as_user(ben).post(f"/invitations/{pk}/decline/")
    as_user(ben).post(f"/invitations/{pk}/decline/")
    assert "Ben declined. You can start with a bot instead or invite someone else." in get_page(ana, fresh)
    assert count_notifications(ana, "declined") == 1
    assert "You declined the rematch." in get_page(ben, old)
    assert request_rematch(as_user(ben), old).status_code == 303  # players may change their minds
    assert fresh.seats.filter(user=ben).exists()
    assert "declined" not in get_page(ana, fresh)


def test_after_a_canceled_rematch_there_can_be_another():
    old, (ana, ben) = finish_game()
    request_rematch(as_user(ana), old)
    play.cancel_game(Game.objects.get(rematch_of=old).pk, ana)
    assert "wants a rematch" not in get_page(ben, old).partition("<main")[0]
    request_rematch(as_user(ben), old)
    assert set(old.rematches.values_list("host", "status")) == {(ana.pk, "aborted"), (ben.pk, "open")}


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_only_players_can_ask_for_a_rematch_and_only_after_the_end(accept):
    game, (ana, _) = table("tiles", 2)
    asked = {"headers": {"Accept": accept}}
    assert as_user(ana).post(f"/games/{game.pk}/rematch/", **asked).status_code == 409
    play.resign(game.pk, ana)
    assert as_user(person("Zoe")).post(f"/games/{game.pk}/rematch/", **asked).status_code == 403
    assert Client().post(f"/games/{game.pk}/rematch/", **asked).status_code == 403
    assert as_user(ana).post("/games/nothing/rematch/", **asked).status_code == 404
    assert not Game.objects.exclude(pk=game.pk).exists()


def test_games_against_bots_only_have_no_rematch():
    game, (ana,) = table("tiles", 2, 1)
    play.resign(game.pk, ana)
    with pytest.raises(Denied) as no:
        rematches.create_or_join(game.pk, ana)
    assert no.value.code == "rematch.alone"


def test_a_get_creates_no_rematch():
    old, (ana, _) = finish_game()
    client = as_user(ana)
    assert client.get(f"/games/{old.pk}/rematch/").status_code == 303
    assert client.get(f"/games/{old.pk}/rematch/", headers={"HX-Request": "true"}).status_code == 200
    found = client.get(f"/games/{old.pk}/rematch/", headers={"Accept": "application/json"})
    assert json.loads(found.content) == {"game": None, "sits": False}
    assert not Game.objects.exclude(pk=old.pk).exists()


def test_a_public_rematch_is_not_listed_while_invitations_are_open():
    old, (ana, ben) = finish_game()
    request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    assert fresh.pk not in Client().get("/games/").content.decode()
    as_user(ben).post(f"/invitations/{Invitation.objects.get(game=fresh).pk}/decline/")
    assert fresh.pk in Client().get("/games/").content.decode()


def test_blocks_apply_to_rematches_without_being_visible():
    old, (ana, ben) = finish_game()
    Block.objects.create(user=ben, other=ana)
    request_rematch(as_user(ana), old)
    fresh = Game.objects.get(rematch_of=old)
    assert Invitation.objects.filter(game=fresh, user=ben).exists()
    assert count_notifications(ben, "rematch") == 0
    assert "wants a rematch" not in get_page(ben, old)
    assert fresh.pk not in get_page(ben, old)


def test_blocked_players_are_not_invited_to_a_rematch():
    old, (ana, ben) = finish_game()
    Block.objects.create(user=ana, other=ben)
    request_rematch(as_user(ana), old)
    assert not Invitation.objects.filter(user=ben).exists()


def test_accepting_the_invitation_to_a_rematch_joins_it():
    old, (ana, ben) = finish_game()
    fresh = rematches.create_or_join(old.pk, ana)
    as_user(ben).post(f"/invitations/{Invitation.objects.get(game=fresh).pk}/accept/")
    fresh.refresh_from_db()
    assert fresh.status == "playing"
    assert not Invitation.objects.filter(game=fresh).exists()


@pytest.mark.database
def test_of_concurrent_requests_one_creates_the_rematch(share):
    for _ in range(share(small=2, proofs=15, whole=200)):
        old, users = finish_game("push", 3)
        asking = [user for user in users for _ in range(2)]
        answers = race(*[lambda user=user: rematches.create_or_join(old.pk, user).pk for user in asking])  # noqa: B023
        fresh = Game.objects.get(rematch_of=old)
        assert set(answers) == {fresh.pk}
        assert {seat.user for seat in fresh.seats.all()} == set(people(3))
        assert fresh.status == "playing"


def test_others_can_be_invited_to_a_rematch():
    old, (ana, ben) = finish_game()
    fresh = rematches.create_or_join(old.pk, ana)
    invitations.invite(fresh, ana, person("Zoe").username)
    assert set(Invitation.objects.filter(game=fresh).values_list("user__username", flat=True)) == {"Ben", "Zoe"}
    assert ben.invitations.count() == 1
