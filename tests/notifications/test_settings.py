"""Notification settings in cases that are easily confused."""

from datetime import timedelta
from random import Random

import pytest

from accounts import blocks
from accounts.models import User
from games import play
from games.chat import service as chat_service
from games.models import Notification, NotificationSettings, Seat, Visit
from games.notifications import collect, email, sending
from games.notifications.relevance import Checks
from games.notifications.sending import BACKOFF
from games.play import invitations
from tests.notifications.readers import add_address, list_log, play_until_turn_of, split_by_turn, start_duel
from tests.notifications.test_push import SOON, start_turn_with_device
from tests.tables import as_user, one_move, people, person

pytestmark = pytest.mark.django_db(transaction=True)
ZONE, HOURS = "Asia/Tokyo", 9  # ahead of UTC all year


def test_a_muted_chat_sends_no_notifications(clock, mailbox):
    """Not even if it was muted after the notification had been created."""
    game, (ana, ben) = start_duel()
    NotificationSettings.objects.create(user=ana, wants_chat=True)
    quiet, _new = Visit.objects.update_or_create(user=ana, game=game, defaults={"is_chat_muted": True})
    collect.enqueue_notification([ana.pk], "chat", game, by="Ben", talk=7)
    collect.collect_all()
    assert list_log(ana) == []
    Visit.objects.filter(pk=quiet.pk).update(is_chat_muted=False)
    collect.enqueue_notification([ana.pk], "chat", game, by="Ben", talk=8)
    collect.collect_all()
    Visit.objects.filter(pk=quiet.pk).update(is_chat_muted=True)
    clock.advance(minutes=31)
    assert sending.deliver() == 0
    assert list_log(ana) == [("chat", "mail", "skipped", "chat-off")]
    chat_service.set_muted(chat_service.load_access(game.pk, ben), True)
    chat_service.post_message(game.pk, ana, "Hello")
    assert not Notification.objects.filter(user=ben).exists()


def test_a_player_who_has_moved_within_a_turn_is_not_notified_of_it(clock, mailbox):
    """A turn of push has many moves."""
    game, users = start_duel()
    for seed in range(20):
        play_until_turn_of(game, users, users[0], seed)
        Seat.objects.filter(game=game, user=users[0]).update(is_notified=False)
        Notification.objects.all().delete()
        collect.collect_all()
        [row] = Notification.objects.filter(user=users[0], topic="turn")
        assert Checks.load([row], clock.now()).find_reason(row) == ""
        one_move(game, users, Random(seed))
        if split_by_turn(game, users)[0] == users[0]:
            break
    assert split_by_turn(game, users)[0] == users[0]
    assert Checks.load([row], clock.now()).find_reason(row) == "moved"


def test_players_without_mail_get_no_digest_either(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    for digest in (True, False):
        NotificationSettings.objects.update_or_create(user=ana, defaults={"wants_mail": True, "wants_digest": digest})
        assert as_user(None).post(f"/unsubscribe/{email.make_token(ana)}/").status_code == 200
        chosen = NotificationSettings.objects.get(user=ana)
        assert (chosen.wants_mail, chosen.wants_digest) == (False, False)
    as_user(None).post(f"/unsubscribe/{email.make_token(ana)}/", {"again": "1"})
    chosen.refresh_from_db()
    assert (chosen.wants_mail, chosen.wants_digest) == (True, False)


@pytest.mark.parametrize(("start", "is_night"), [(-1, True), (-12, False), (3, False)])
def test_a_device_is_silent_during_its_owners_quiet_hours(clock, service, start, is_night):
    """Quiet hours last three hours and start that many hours from now, in the owner's time zone."""
    _game, users = start_turn_with_device(service)
    clock.advance(**SOON)
    hour = (clock.now() + timedelta(hours=HOURS)).hour
    User.objects.filter(pk=users[0].pk).update(
        time_zone=ZONE, quiet_from=(hour + start) % 24, quiet_to=(hour + start + 3) % 24
    )
    assert sending.deliver() == (0 if is_night else 1)


@pytest.mark.parametrize(("ahead", "made"), [(0, 1), (1, 0), (-1, 1), (-6, 0), (9, 0)])
def test_the_digest_is_sent_at_the_chosen_hour(clock, ahead, made):
    """Now, or an hour ago, but not six hours ago or in an hour."""
    ana = person("Ana")
    User.objects.filter(pk=ana.pk).update(time_zone=ZONE)
    hour = (clock.now() + timedelta(hours=HOURS)).hour + ahead
    if not 0 <= hour < 24:
        clock.advance(hours=12)
        hour = (clock.now() + timedelta(hours=HOURS)).hour + ahead
    NotificationSettings.objects.create(user=ana, wants_digest=True, digest_hour=hour)
    collect._minute = ""
    collect.collect_all()
    assert Notification.objects.filter(user=ana, topic="digest").count() == made


def test_a_notification_whose_workers_keep_dying_fails(clock, mailbox):
    """Each worker claims it and dies."""
    ana = person("Ana")
    add_address(ana)
    collect.enqueue_notification([ana.pk], "vacation")
    collect.collect_all()
    clock.advance(minutes=31)
    tries = 0
    while sending._claim_mail(ana.pk):
        tries += 1
        assert tries < 100
        clock.advance(minutes=6)
    assert tries == len(BACKOFF) + 1
    assert list_log(ana) == [("vacation", "mail", "failed", "")]


@pytest.mark.parametrize("by_whom", ["the host", "the invited player"])
def test_no_invitations_between_blocked_players_are_sent(by_whom):
    ana, ben, chloe = people(3)
    game = play.create_game(ana, kind="push", seats=3, options={})
    play.sit(game.pk, chloe)
    if by_whom == "the host":
        blocks.set_status(ana, ben, "blocked")
        invitations.invite(game, chloe, ben.username)
        assert Notification.objects.filter(user=ben, topic="invited").count() == 1
    else:
        blocks.set_status(ben, chloe, "blocked")
        invitations.invite(game, chloe, ben.username)
        assert not Notification.objects.filter(user=ben).exists()
        blocks.set_status(chloe, ben, "muted")
        assert not Notification.objects.filter(user=ben).exists()
