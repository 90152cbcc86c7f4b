"""Settings of notifications in cases that are easily confused."""

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
from tests.notifications.readers import duel, ledger, reachable, turn_of, until_turn_of
from tests.notifications.test_push import SOON, ready
from tests.tables import as_user, one_move, people, person

pytestmark = pytest.mark.django_db(transaction=True)
ZONE, HOURS = "Asia/Tokyo", 9  # ahead of UTC, all the year


def test_a_muted_chat_sends_no_notifications(later, mailbox):
    """Also if it was muted only after the message was on its way."""
    game, (ana, ben) = duel()
    NotificationSettings.objects.create(user=ana, wants_chat=True)
    quiet, _new = Visit.objects.update_or_create(user=ana, game=game, defaults={"is_chat_muted": True})
    collect.enqueue_notification([ana.pk], "chat", game, by="Ben", talk=7)
    collect.collect_all()
    assert ledger(ana) == []
    Visit.objects.filter(pk=quiet.pk).update(is_chat_muted=False)
    collect.enqueue_notification([ana.pk], "chat", game, by="Ben", talk=8)
    collect.collect_all()
    Visit.objects.filter(pk=quiet.pk).update(is_chat_muted=True)
    later.later(minutes=31)
    assert sending.deliver() == 0
    assert ledger(ana) == [("chat", "mail", "skipped", "chat-off")]
    chat_service.set_muted(chat_service.load_access(game.pk, ben), True)
    chat_service.post_message(game.pk, ana, "Hello")
    assert not Notification.objects.filter(user=ben).exists()


def test_a_player_who_moved_is_only_notified_of_the_next_question(later, mailbox):
    """A turn of push has many moves: its player is there."""
    game, users = duel()
    for seed in range(20):
        until_turn_of(game, users, users[0], seed)
        Seat.objects.filter(game=game, user=users[0]).update(is_notified=False)
        Notification.objects.all().delete()
        collect.collect_all()
        [row] = Notification.objects.filter(user=users[0], topic="turn")
        assert Checks.load([row], later.now()).find_reason(row) == ""
        one_move(game, users, Random(seed))
        if turn_of(game, users)[0] == users[0]:
            break
    assert turn_of(game, users)[0] == users[0]
    assert Checks.load([row], later.now()).find_reason(row) == "moved"


def test_players_without_mail_get_no_digest_either(later, mailbox):
    ana = person("Ana")
    reachable(ana)
    for digest in (True, False):
        NotificationSettings.objects.update_or_create(user=ana, defaults={"wants_mail": True, "wants_digest": digest})
        assert as_user(None).post(f"/unsubscribe/{email.make_token(ana)}/").status_code == 200
        chosen = NotificationSettings.objects.get(user=ana)
        assert (chosen.wants_mail, chosen.wants_digest) == (False, False)
    as_user(None).post(f"/unsubscribe/{email.make_token(ana)}/", {"again": "1"})
    chosen.refresh_from_db()
    assert (chosen.wants_mail, chosen.wants_digest) == (True, False)


@pytest.mark.parametrize(("start", "is_night"), [(-1, True), (-12, False), (3, False)])
def test_a_device_is_silent_during_its_owners_quiet_hours(later, service, start, is_night):
    """Quiet hours from so many hours before now, for three hours, by the clock on the owner's wall."""
    _game, users = ready(service)
    later.later(**SOON)
    hour = (later.now() + timedelta(hours=HOURS)).hour
    User.objects.filter(pk=users[0].pk).update(
        time_zone=ZONE, quiet_from=(hour + start) % 24, quiet_to=(hour + start + 3) % 24
    )
    assert sending.deliver() == (0 if is_night else 1)


@pytest.mark.parametrize(("ahead", "made"), [(0, 1), (1, 0), (-1, 1), (-6, 0), (9, 0)])
def test_the_digest_comes_at_the_hour_its_reader_chose(later, ahead, made):
    """Now, in an hour, an hour ago; six hours late is too late."""
    ana = person("Ana")
    User.objects.filter(pk=ana.pk).update(time_zone=ZONE)
    hour = (later.now() + timedelta(hours=HOURS)).hour + ahead
    if not 0 <= hour < 24:
        later.later(hours=12)
        hour = (later.now() + timedelta(hours=HOURS)).hour + ahead
    NotificationSettings.objects.create(user=ana, wants_digest=True, digest_hour=hour)
    collect._minute = ""
    collect.collect_all()
    assert Notification.objects.filter(user=ana, topic="digest").count() == made


def test_a_notification_whose_workers_keep_dying_is_given_up(later, mailbox):
    """Each worker claims it and ends without a word."""
    ana = person("Ana")
    reachable(ana)
    collect.enqueue_notification([ana.pk], "vacation")
    collect.collect_all()
    later.later(minutes=31)
    tries = 0
    while sending._claim_mail(ana.pk):
        tries += 1
        assert tries < 100
        later.later(minutes=6)
    assert tries == len(BACKOFF) + 1
    assert ledger(ana) == [("vacation", "mail", "failed", "")]


@pytest.mark.parametrize("by_whom", ["the host", "who is asked"])
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
