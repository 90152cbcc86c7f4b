"""Invitations and open tables expire once, and the players concerned are notified."""

from datetime import timedelta

import pytest

from games import play
from games.clocks import counted_time, database_clock, rules
from games.models import Game, Invitation, Notification
from games.play import expiry, invitations
from games.refusals import Denied
from tests.play.test_races import race
from tests.tables import as_user, people, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

PACES = list(rules.OPEN_FOR)


def get_room(user, game):
    return as_user(user).get(f"/games/{game.pk}/").content.decode()


def open_table(pace="daily", **extra) -> Game:
    """Create an open table hosted by Ana."""
    game = play.create_game(person("Ana"), kind="push", seats=3, options={}, pace=pace, **extra)
    game.refresh_from_db()
    return game


def make_older(game: Game, by: timedelta) -> Game:
    """Make the table and its invitations older."""
    game.refresh_from_db()
    game.created_at -= by
    game.deadline_at = game.deadline_at and game.deadline_at - by
    game.save(update_fields=["created_at", "deadline_at"])
    for invitation in game.invitations.exclude(expires_at=None):
        Invitation.objects.filter(pk=invitation.pk).update(
            expires_at=invitation.expires_at and invitation.expires_at - by
        )
    return game


def count_notifications(user, what):
    return Notification.objects.filter(user=user, topic=what).count()


def sweep():
    return expiry.expire_overdue(database_clock.now())


# --- invitations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES)
def test_an_invitation_waits_half_as_long_as_the_table(pace):
    game, (_, ben) = open_table(pace), people(2)
    invitation = invitations.invite(game, game.host, "Ben")
    assert abs(invitation.expires_at - database_clock.now() - rules.OPEN_FOR[pace] / 2) < timedelta(minutes=1)
    assert count_notifications(ben, "invited") == 1
    assert sweep() == 0
    Invitation.objects.update(expires_at=database_clock.now() - timedelta(seconds=1))
    assert sweep() == 1
    assert Invitation.objects.get().has_expired
    assert count_notifications(game.host, "unanswered") == 1
    assert Notification.objects.get(topic="unanswered").facts == {"by": "Ben"}
    assert sweep() == 0


def test_an_invitation_never_outlives_its_table():
    people(2)
    game = make_older(open_table(), timedelta(days=12))
    assert invitations.invite(game, game.host, "Ben").expires_at <= expiry.find_table_expiry(game)


def test_the_inviter_and_the_host_are_each_notified_once():
    game, (ana, ben, chloe) = open_table(), people(3)
    play.sit(game.pk, ben)
    invitations.invite(game, ben, "Chloe")
    invitations.invite(game, ana, "Chloe")
    Invitation.objects.update(expires_at=database_clock.now())
    assert sweep() == 1
    assert [count_notifications(user, "unanswered") for user in (ana, ben, chloe)] == [1, 1, 0]
    assert count_notifications(chloe, "invited") == 1


def test_an_expired_invitation_disappears_from_the_home_page_and_the_room_says_so():
    game, (ana, ben) = open_table(), people(2)
    invitations.invite(game, ana, "Ben")
    assert "Ana invited you" in as_user(ben).get("/").content.decode()
    assert "invited until" in get_room(ana, game)
    Invitation.objects.update(expires_at=database_clock.now())
    sweep()
    assert "Ana invited you" not in as_user(ben).get("/").content.decode()
    assert "Ben didn&#x27;t answer in time. You can start with a bot" in get_room(ana, game)


def test_players_who_did_not_answer_can_be_invited_again_unlike_those_who_declined():
    game, (ana, ben) = open_table(), people(2)
    invitation = invitations.invite(game, ana, "Ben")
    Invitation.objects.update(expires_at=database_clock.now())
    Notification.objects.update(created_at=database_clock.now() - timedelta(days=7))
    sweep()
    again = invitations.invite(game, ana, "Ben")
    assert (again.pk, again.is_declined) == (invitation.pk, False)
    assert again.expires_at > database_clock.now()
    assert count_notifications(ben, "invited") == 2
    invitations.decline(again, ben)
    with pytest.raises(Denied) as no:
        invitations.invite(game, ana, "Ben")
    assert no.value.code == "invite.declined"
    assert sweep() == 0


def test_inviting_again_notifies_once_even_after_canceling():
    game, (ana, ben) = open_table(), people(2)
    invitations.invite(game, ana, "Ben")
    invitations.withdraw(invitations.invite(game, ana, "Ben"), ana)
    invitations.invite(game, ana, "Ben")
    assert count_notifications(ben, "invited") == 1
    assert Invitation.objects.filter(user=ben).count() == 1


def test_an_answered_invitation_does_not_expire():
    game, (ana, ben) = open_table(), people(2)
    invitation = invitations.invite(game, ana, "Ben")
    invitations.decline(invitation, ben)
    assert Invitation.objects.get().expires_at is None
    make_older(game, timedelta(days=1))
    assert sweep() == 0
    assert (count_notifications(ana, "declined"), count_notifications(ana, "unanswered")) == (1, 0)


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES)
def test_the_host_of_a_table_that_does_not_fill_is_warned_once_before_it_is_canceled(pace):
    game, time = open_table(pace), rules.OPEN_FOR[pace]
    make_older(game, time / 2 - timedelta(minutes=1))
    assert sweep() == 0
    make_older(game, timedelta(minutes=2))
    assert [sweep(), sweep()] == [1, 0]
    assert count_notifications(game.host, "expires") == 1
    game.refresh_from_db()
    assert (game.status, abs(game.deadline_at - game.created_at - time) < timedelta(seconds=2)) == ("open", True)
    make_older(game, time / 2)
    assert [sweep(), sweep()] == [1, 0]
    game.refresh_from_db()
    assert (game.status, game.deadline_at) == ("aborted", None)
    assert (count_notifications(game.host, "expires"), count_notifications(game.host, "expired")) == (1, 1)


def test_all_seated_players_are_notified_and_the_room_says_why():
    game, (ana, ben, chloe) = open_table(), people(3)
    play.sit(game.pk, ben)
    invitations.invite(game, ana, "Chloe")
    make_older(game, timedelta(days=8))
    sweep()
    make_older(game, timedelta(days=8))
    sweep()
    assert [count_notifications(user, "expired") for user in (ana, ben, chloe)] == [1, 1, 0]
    assert not Invitation.objects.exists()
    assert "The table didn&#x27;t fill up within 14 days, so the game was canceled." in get_room(chloe, game)


def test_the_room_names_the_host_who_canceled():
    game = open_table()
    play.cancel_game(game.pk, game.host)
    assert "Ana canceled this game." in get_room(person("Ben"), game)


def test_the_room_shows_the_deadline_to_seated_players_only():
    game, (ana, ben) = open_table(), people(2)
    until = expiry.find_table_expiry(game).astimezone(counted_time.UTC).isoformat(timespec="seconds")
    assert until in get_room(ana, game)
    assert "in 13 days 23 hours" in get_room(ana, game)
    assert until not in get_room(ben, game)
    assert "This table hasn't filled up yet." not in get_room(ana, game)
    make_older(game, timedelta(days=8))
    sweep()
    assert "This table hasn't filled up yet." in get_room(ana, game)


def test_the_host_is_warned_first_even_if_the_site_was_down_at_the_time():
    game = make_older(open_table(), timedelta(days=40))
    assert sweep() == 1
    game.refresh_from_db()
    assert game.status == "open"
    assert game.deadline_at > database_clock.now() + timedelta(days=3)
    assert count_notifications(game.host, "expires") == 1


def test_a_started_game_is_not_canceled_as_an_open_table():
    game, (_, ben, chloe) = open_table(), people(3)
    for user in (ben, chloe):
        play.sit(game.pk, user)
    Game.objects.update(deadline_at=database_clock.now() - timedelta(days=1))
    assert sweep() == 0
    game.refresh_from_db()
    assert (game.status, game.warnings_sent) == ("playing", 0)


def test_a_seat_taken_at_the_last_moment_counts():
    game, (_, ben) = open_table(), people(2)
    make_older(game, timedelta(days=8))
    sweep()
    make_older(game, timedelta(days=8))
    play.sit(game.pk, ben)
    sweep()
    with pytest.raises(Denied):
        play.sit(game.pk, person("Chloe"))


def test_many_open_tables_are_handled_in_batches():
    ana = person("Ana")
    for _ in range(3):
        make_older(open_table(), timedelta(days=8))
    waiting_now = expiry.list_overdue_tables(database_clock.now())
    assert len(waiting_now) == 3
    assert sweep() == 3
    assert count_notifications(ana, "expires") == 3


def test_of_several_workers_one_cancels_the_table(share):
    people(2)
    for _ in range(share(small=4, proofs=10, whole=100)):
        game = open_table()
        invitations.invite(game, game.host, "Ben")
        Invitation.objects.update(expires_at=database_clock.now())
        make_older(game, timedelta(days=8))
        assert sum(race(*[sweep for _ in range(4)])) == 2
        make_older(game, timedelta(days=8))
        assert sum(race(*[sweep for _ in range(4)])) == 1
    games = Game.objects.count()
    assert [count_notifications(game.host, what) for what in ("unanswered", "expires", "expired")] == [games] * 3
