"""Two workers: what one has claimed, the other neither sends nor counts nor waits for."""

from collections import Counter

import pytest

from games import play
from games.models import Notification, NotificationSettings, Reliability, Seat
from games.notifications import collect, email, sending
from tests.clocks.overlap import overlap
from tests.notifications.readers import add_address, list_log, play_until_turn_of, start_duel
from tests.notifications.test_push import SOON, start_turn_with_device
from tests.tables import person, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def make_mail_due(clock, *names: str) -> None:
    """Make a mail due for each of these users."""
    users = [person(name) for name in names]
    for user in users:
        add_address(user)
    collect.enqueue_notification([user.pk for user in users], "vacation")
    collect.collect_all()
    clock.advance(minutes=31)


# --- mail and push messages -----------------------------------------------------------------------------------------


def test_a_claimed_mail_is_sent_by_one_worker_only(clock, mailbox, monkeypatch):
    make_mail_due(clock, "Ana")
    other = overlap(monkeypatch, sending, "_claim_rows", sending.deliver)
    assert sending.deliver() + other.result() == 1
    assert not other.waited
    assert [mail["To"] for mail in mailbox.mails] == ["ana@mail.example"]
    assert Notification.objects.get().attempts == 1


def test_while_one_mail_is_claimed_another_worker_sends_the_next(clock, mailbox, monkeypatch):
    make_mail_due(clock, "Ana", "Ben")
    other = overlap(monkeypatch, sending, "_claim_rows", sending.deliver)
    assert sending.deliver() + other.result() == 2
    assert not other.waited
    assert Counter(mail["To"] for mail in mailbox.mails) == {"ana@mail.example": 1, "ben@mail.example": 1}


def test_a_claimed_push_message_is_sent_once(clock, service, monkeypatch):
    _game, users = start_turn_with_device(service)
    clock.advance(**SOON)
    other = overlap(monkeypatch, sending, "_claim_rows", sending.deliver)
    assert sending.deliver() + other.result() == 1
    assert not other.waited
    assert len(service.pushed) == 1
    assert list_log(users[0]) == [("turn", "push", "sent", "")]


def test_a_slow_worker_does_not_release_what_another_has_claimed(clock, mailbox, monkeypatch):
    """The first worker hangs until its claim has expired, and then the mail server refuses its mail."""
    make_mail_due(clock, "Ana")
    mailbox.replies["RCPT"] = "451 4.3.2 Come back later"

    def claim_again() -> list[Notification]:
        clock.advance(minutes=6)
        return sending._claim_mail(person("Ana").pk)

    other = overlap(monkeypatch, email, "compose", claim_again)
    assert sending.deliver() == 0
    [row] = other.result()
    kept = Notification.objects.get()
    assert (kept.status, kept.claimed_at, kept.attempts) == ("sending", row.claimed_at, 2)


# --- collecting -----------------------------------------------------------------------------------------------------


def test_a_seat_collected_by_one_worker_is_notified_once(clock, monkeypatch):
    duel_of_two, _users = table("push", 2)
    other = overlap(monkeypatch, collect, "_delete_superseded", collect.collect_all)
    assert collect.collect_all() + other.result() == 1
    assert not other.waited
    assert [notice.game for notice in Notification.objects.all()] == [duel_of_two]


def test_a_notification_routed_by_one_worker_is_routed_once(clock, monkeypatch):
    add_address(person("Ana"))
    collect.enqueue_notification([person("Ana").pk], "vacation")
    other = overlap(monkeypatch, collect, "_delete_superseded", collect.collect_all)
    assert collect.collect_all() + other.result() == 1
    assert not other.waited
    assert list_log(person("Ana")) == [("vacation", "mail", "waiting", "")]


def test_a_game_that_was_left_is_counted_once(clock, monkeypatch):
    game, users = table("push", 3)
    play.resign(game.pk, users[0])
    other = overlap(monkeypatch, collect, "_delete_superseded", collect.collect_all)
    collect.collect_all()
    other.result()
    assert not other.waited
    assert [(found.user, found.finished, found.started) for found in Reliability.objects.all()] == [(users[0], 0, 1)]


def test_while_one_worker_collects_some_seats_another_collects_the_rest(clock, monkeypatch):
    for kind in ("push", "tiles"):
        table(kind, 2)
    add_address(person("Zoe"))
    collect.enqueue_notification([person("Zoe").pk, person("Leo").pk], "vacation")
    monkeypatch.setattr(collect, "MOST", 1)  # of seats, and of notifications
    other = overlap(monkeypatch, collect, "_delete_superseded", collect.collect_all)
    made = collect.collect_all() + other.result()
    assert not other.waited
    while Seat.objects.filter(is_notified=False).exists() or Notification.objects.filter(channel="").exists():
        made += collect.collect_all()
    assert made == 4
    assert Counter(Notification.objects.values_list("topic", flat=True)) == {"turn": 2, "vacation": 2}


def test_of_two_workers_one_creates_the_digest(clock, monkeypatch):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    NotificationSettings.objects.create(user=users[0], wants_digest=True, digest_hour=clock.now().hour)

    def in_another_process() -> int:
        collect._minute = ""
        return collect.collect_all()

    collect._minute = ""
    other = overlap(monkeypatch, collect, "enqueue_notification", in_another_process)
    collect.collect_all()
    other.result()
    collect.collect_all()
    assert list_log(users[0])[1:] == [("digest", "mail", "waiting", "")]
