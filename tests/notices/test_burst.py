"""Five hundred mails at once, several workers, and two of them killed in the middle: each mail comes once."""

from collections import Counter

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import names
from accounts.models import User
from games import notices
from games.models import Notice
from tests.notices.workers import until, working

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 500


def crowd(count: int) -> list[User]:
    """People with an address each."""
    called = [f"Reader{number:03d}" for number in range(count)]
    users = User.objects.bulk_create([User(username=name, skeleton=names.skeleton(name)) for name in called])
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=u, email=f"{u.username}@mail.example", verified=True, primary=True) for u in users]
    )
    return users


def open_rows():
    return Notice.objects.exclude(status__in=("sent", "skipped", "failed"))


def test_each_of_five_hundred_mails_comes_once_though_the_sender_is_killed_twice(mailbox):
    users = crowd(MANY)
    notices.intend([user.pk for user in users], "test")
    notices.gather()
    for some in (MANY // 4, MANY // 2):
        with working(mailbox.port, 1) as [worker]:
            until(lambda some=some: len(mailbox.mails) >= some, f"{some} mails")
            worker.kill()
        Notice.objects.filter(status="sending").update(due=timezone.now())  # as it is after some minutes
    assert len(mailbox.mails) < MANY
    with working(mailbox.port, 2):
        until(lambda: not open_rows().exists(), "the rest")
    to = {str(mail["Message-ID"]): str(mail["To"]) for mail in mailbox.mails}
    assert len(to) == len(set(to.values())) == MANY
    assert len(mailbox.mails) - MANY <= 2  # one for each time that a sender died between the answer and its note
    assert Counter(Notice.objects.values_list("status", flat=True)) == {"sent": MANY}
    assert Notice.objects.order_by().values("batch").distinct().count() == MANY


def test_four_workers_never_send_the_same(mailbox):
    """Several notices each, so that two workers would find the same reader."""
    users = crowd(60)
    for _ in range(4):
        notices.intend([user.pk for user in users], "vacation")
    notices.gather()
    Notice.objects.update(due=timezone.now())
    with working(mailbox.port, 4):
        until(lambda: not open_rows().exists(), "all mails")
    assert Counter(str(mail["To"]) for mail in mailbox.mails) == dict.fromkeys(
        (f"{user.username}@mail.example" for user in users), 1
    )
