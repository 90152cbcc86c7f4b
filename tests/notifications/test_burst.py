"""Hundreds of e-mails sent by several workers, two of which are killed: each e-mail is sent once.

Quick tests with two connections are in test_claims.py.
"""

import threading
from collections import Counter

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import names
from accounts.models import User
from games.models import Notification
from games.notifications import collect
from tests.notifications.mailbox import Mailbox
from tests.notifications.workers import run_workers
from tests.waiting import PATIENCE, until_or_stuck

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.proof("locks"), pytest.mark.database]
MANY = 500


def create_users(count: int) -> list[User]:
    """Create users with confirmed addresses."""
    called = [f"Reader{number:03d}" for number in range(count)]
    users = User.objects.bulk_create([User(username=name, name_skeleton=names.skeleton(name)) for name in called])
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=u, email=f"{u.username}@mail.example", verified=True, primary=True) for u in users]
    )
    return users


def are_all_sent() -> bool:
    return not Notification.objects.exclude(status__in=("sent", "skipped", "failed")).exists()


class PausedServer:
    """Makes the mail server pause in the middle of a conversation once it has that many mails, until `over` is set."""

    def __init__(self, mailbox: Mailbox, verb: str, after: int) -> None:
        self.mailbox, self.after = mailbox, after
        self.reached, self.over = threading.Event(), threading.Event()
        mailbox.replies[verb] = self.reply

    def reply(self, _line: str) -> str:
        if len(self.mailbox.mails) < self.after or self.over.is_set():
            return ""
        self.reached.set()
        self.over.wait(PATIENCE)
        return "421 4.3.2 Closing"  # nobody gets this, because the sender has been killed


@pytest.mark.parametrize("verb", ["RCPT", "MESSAGE"])  # before the mail was sent, and after it
def test_each_of_five_hundred_mails_is_sent_once_though_the_sender_is_killed_twice(mailbox, verb):
    users = create_users(MANY)
    collect.enqueue_notification([user.pk for user in users], "test")
    collect.collect_all()
    for kills, some in enumerate((MANY // 4, MANY // 2), 1):
        pause = PausedServer(mailbox, verb, some)
        with run_workers(mailbox.port, 1) as [worker]:
            until_or_stuck(pause.reached.is_set, f"{some} mails", lambda: len(mailbox.mails))
            worker.kill()
        pause.over.set()
        assert Notification.objects.filter(status="sent").count() == some
        assert Notification.objects.filter(status="sending").update(due_at=timezone.now()) == kills  # minutes later
    with run_workers(mailbox.port, 2):
        until_or_stuck(are_all_sent, "the rest", lambda: len(mailbox.mails))
    assert Counter(str(mail["To"]) for mail in mailbox.mails) == {f"{user.username}@mail.example": 1 for user in users}
    assert len({str(mail["Message-ID"]) for mail in mailbox.mails}) == MANY
    assert Counter(Notification.objects.values_list("status", flat=True)) == {"sent": MANY}
    assert Notification.objects.order_by().values("batch_key").distinct().count() == MANY


def test_four_workers_send_each_mail_once(mailbox):
    """Each user gets several notifications, so that two workers could pick the same user."""
    users = create_users(60)
    for _ in range(4):
        collect.enqueue_notification([user.pk for user in users], "vacation")
    collect.collect_all()
    Notification.objects.update(due_at=timezone.now())
    with run_workers(mailbox.port, 4):
        until_or_stuck(are_all_sent, "all mails", lambda: len(mailbox.mails))
    assert Counter(str(mail["To"]) for mail in mailbox.mails) == dict.fromkeys(
        (f"{user.username}@mail.example" for user in users), 1
    )
