"""Push messages: encrypted for one browser, signed by the site, sent to known services only, dropped or retried."""

import random
from datetime import timedelta

import http_ece
import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts.models import User
from games.models import Game, Notification, NotificationSettings, PushDevice, Report, Seat
from games.notifications import collect, sending, webpush
from games.refusals import Denied
from tests.notifications.push_service import Browser, PushService
from tests.notifications.readers import duel, ledger, looks, turn_of, until_turn_of
from tests.tables import as_user, one_move, people, table
from tests.worker.test_outages import HOUR, NoLayer, out

pytestmark = pytest.mark.django_db(transaction=True)
SOON = {"seconds": 6}


def signed_up(user: User, service: PushService, name: str = "one") -> PushDevice:
    """A device of the user, by the same door as a browser's."""
    fields = {"endpoint": service.endpoint(name), **service.browser.keys()}
    answer = as_user(user).post("/accounts/devices/", fields, headers={"User-Agent": "Chrome/1 (Android 15)"})
    assert answer.status_code == 204, answer.content
    return PushDevice.objects.get(endpoint=service.endpoint(name))


def ready(service: PushService) -> tuple[Game, list[User]]:
    """It is Ana's turn, who has a device and no address."""
    game, users = duel()
    EmailAddress.objects.filter(user=users[0]).delete()
    signed_up(users[0], service)
    until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.filter(user=users[1]).delete()
    return game, users


@pytest.mark.parametrize("what", ["database", "redis"])
def test_sending_a_push_message_uses_neither_the_database_nor_redis(service, what):
    device = signed_up(people(1)[0], service)
    with out(what):
        given = sending._push_threads.submit(
            sending._push_safely, device, webpush.make_payload("A", "b", "c", "/"), "", HOUR, False
        )
        assert given.result().is_taken
    assert not NoLayer.asked
    assert len(service.pushed) == 1


def test_a_turn_is_pushed_after_a_few_seconds(later, service):
    game, users = ready(service)
    assert sending.deliver() == 0
    later.later(**SOON)
    assert sending.deliver() == 1
    [pushed] = service.pushed
    assert pushed.path == "/push/one"
    assert pushed.key == webpush.public_key()
    assert pushed.claims["sub"] == "mailto:ten@localhost"
    assert pushed.headers["topic"] == game.pk
    assert pushed.headers["urgency"] == "high"
    assert 60 <= int(pushed.headers["ttl"]) <= 86_400
    assert pushed.body["title"] == "Your turn"
    assert pushed.body["body"].startswith("TEN Push with Ben\n")
    assert (pushed.body["tag"], pushed.body["url"]) == (game.pk, f"/games/{game.pk}/")
    assert ledger(users[0]) == [("turn", "push", "sent", "")]
    device = PushDevice.objects.get()
    assert device.last_used_at is not None
    assert device.name == "Chrome on Android"
    assert sending.deliver() == 0


def test_a_message_that_replaces_a_turn_still_says_what_to_do(later, service):
    game, users = ready(service)
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    later.later(**SOON)
    sending.deliver()
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=8)
    collect.collect_all()
    later.later(**SOON)
    assert sending.deliver() == 1
    turn, chat = (pushed.body for pushed in service.pushed)
    assert turn["tag"] == chat["tag"]
    assert chat["title"] == "New message from Ben"
    assert chat["body"] == turn["body"]


def test_a_moderators_notification_links_to_the_reports(later, service):
    ana = User.objects.create_user("Ana", is_staff=True)
    signed_up(ana, service)
    Report.objects.create(text="rude")
    collect.enqueue_notification([ana.pk], "report")
    collect.collect_all()
    later.later(**SOON)
    sending.deliver()
    [pushed] = service.pushed
    assert pushed.body["title"] == "A new report needs a moderator"
    assert pushed.body["url"] == reverse("admin:games_report_changelist")


def test_push_messages_are_encrypted(later, service):
    _game, _users = ready(service)
    later.later(**SOON)
    sending.deliver()
    [pushed] = service.pushed
    for word in (b"TEN Push", b"Ben", b"games"):
        assert word not in pushed.raw
    with pytest.raises(http_ece.ECEException):
        Browser().read(pushed.raw)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_deleted(later, service, status):
    _game, users = ready(service)
    service.answer = (status, {})
    later.later(**SOON)
    assert sending.deliver() == 0
    assert not PushDevice.objects.exists()
    assert ledger(users[0]) == [("turn", "push", "failed", "device-gone")]


def test_a_service_that_is_busy_is_asked_again_when_it_says(later, service):
    _game, users = ready(service)
    service.answer = (429, {"Retry-After": "600"})
    later.later(**SOON)
    sending.deliver()
    assert ledger(users[0]) == [("turn", "push", "waiting", "429")]
    service.answer = (201, {})
    later.later(minutes=9)
    assert sending.deliver() == 0
    later.later(minutes=2)
    assert sending.deliver() == 1
    assert service.asked == 2


@pytest.mark.parametrize("status", [500, 503])
def test_a_service_that_fails_is_asked_again_with_longer_and_longer_pauses(later, service, status):
    _game, users = ready(service)
    service.answer = (status, {})
    later.later(**SOON)
    pauses = []
    for _ in range(3):
        before = later.now()
        sending.deliver()
        pauses.append(Notification.objects.get().due_at - before)
        later.later(hours=1)
    assert pauses == sorted(pauses)
    assert pauses[0] >= timedelta(seconds=59)
    assert pauses[2] > 4 * pauses[1] / 2
    assert ledger(users[0])[0][2] == "waiting"


def test_a_service_that_does_not_answer_is_asked_again(later, service):
    _game, users = ready(service)
    service.close()
    later.later(**SOON)
    sending.deliver()
    assert ledger(users[0]) == [("turn", "push", "waiting", "ConnectionError")]


@pytest.mark.database
def test_a_device_that_keeps_failing_is_deleted(later, service):
    _game, users = ready(service)
    Notification.objects.all().delete()
    service.answer = (403, {})
    for _ in range(sending.MOST_FAILURES):
        assert PushDevice.objects.exists()
        collect.enqueue_notification([users[0].pk], "test")
        collect.collect_all()
        later.later(**SOON)
        sending.deliver()
    assert not PushDevice.objects.exists()
    assert {row[2:] for row in ledger(users[0])} == {("failed", "403")}


def test_redirects_of_push_services_are_not_followed(later, service):
    _game, users = ready(service)
    service.answer = (307, {"Location": service.endpoint("elsewhere")})
    later.later(**SOON)
    sending.deliver()
    assert service.asked == 1
    assert ledger(users[0])[0][2:] == ("failed", "307")


def test_players_looking_at_the_table_are_not_notified(later, service):
    game, users = ready(service)
    looks(users[0], game, later.now() + timedelta(minutes=1))
    later.later(**SOON)
    assert sending.deliver() == 0
    assert ledger(users[0]) == [("turn", "push", "skipped", "looking")]


def test_a_player_who_has_moved_gets_no_push_message(later, service):
    game, users = ready(service)
    while turn_of(game, users)[0] == users[0]:
        one_move(game, users, random.Random(2))
    later.later(**SOON)
    assert sending.deliver() == 0
    assert ledger(users[0]) == [("turn", "push", "skipped", "moved")]


def test_a_device_is_silent_at_night_and_notified_in_the_morning(later, service):
    _game, users = ready(service)
    hour = (later.now() + timedelta(seconds=6)).hour
    User.objects.filter(pk=users[0].pk).update(time_zone="UTC", quiet_from=(hour - 1) % 24, quiet_to=(hour + 2) % 24)
    later.later(**SOON)
    assert sending.deliver() == 0
    assert ledger(users[0]) == [("turn", "push", "waiting", "night")]
    Seat.objects.filter(user=users[0]).update(is_notified=True)
    later.later(hours=2, minutes=1)
    assert sending.deliver() == 1
    assert Notification.objects.get().attempts == 1


def test_each_device_is_notified_even_if_one_fails(later, service):
    game, users = duel()
    users[0].emailaddress_set.all().delete()
    for name in ("one", "two", "three"):
        signed_up(users[0], service, name)
    PushDevice.objects.filter(endpoint__endswith="two").update(p256dh="garbage")
    until_turn_of(game, users, users[0])
    collect.collect_all()
    later.later(**SOON)
    sending.deliver()
    assert sorted(pushed.path for pushed in service.pushed) == ["/push/one", "/push/three"]
    assert sorted(row[2] for row in ledger(users[0])) == ["failed", "sent", "sent"]


def test_devices_can_be_switched_off(later, service):
    game, users = duel()
    signed_up(users[0], service)
    NotificationSettings.objects.create(user=users[0], wants_push=False, wants_mail=False)
    until_turn_of(game, users, users[0])
    collect.collect_all()
    later.later(**SOON)
    sending.deliver()
    assert service.asked == 0


@pytest.mark.database
def test_of_unsent_turns_of_one_table_the_log_keeps_the_latest(later, service):
    game, users = ready(service)
    for seed in range(3):
        until_turn_of(game, users, users[0], seed)
        collect.collect_all()
    assert len(ledger(users[0])) == 1
    later.later(**SOON)
    assert sending.deliver() == 1


# --- which devices are taken -----------------------------------------------------------------------------------------

GOOD = (
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
)
BAD = (
    "",
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilpush.apple.com.example/",
    "https://notfcm.googleapis.com/",
    "https://fcm.googleapis.com:8443/abc",
    "https://user@fcm.googleapis.com/abc",
    "https://fcm.googleapis.com@evil.example/abc",
    "https://evil.example\\@fcm.googleapis.com/abc",
    "https://fcm.googleapis.com\r\nHost: evil.example/",
    "https://[::1/",
    "https://fcm.googleapis.com:99999/",
    "file:///etc/passwd",
    "https://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:6379/",
    "http://localhost/",
    "https://internal.example/",
    "javascript:alert(1)",
)


@pytest.mark.parametrize("endpoint", GOOD)
def test_the_services_of_browsers_are_known(settings, endpoint):
    settings.PUSH_LOOPBACK = False
    assert webpush.is_allowed(endpoint)


@pytest.mark.parametrize("endpoint", BAD)
def test_push_messages_only_go_to_known_services(settings, endpoint):
    settings.PUSH_LOOPBACK = False
    assert not webpush.is_allowed(endpoint)
    with pytest.raises(Denied, match=r"device\.service"):
        webpush.check_subscription(endpoint, **Browser().keys())
    device = PushDevice(endpoint=endpoint, **Browser().keys())
    assert webpush.send(device, "{}", "", timedelta(1), False).status == 403


@pytest.mark.parametrize(
    ("field", "value"),
    [("p256dh", ""), ("p256dh", "AAAA"), ("p256dh", "B" * 87), ("auth", "x"), ("auth", "é"), ("endpoint", "x" * 2_000)],
)
def test_an_invalid_subscription_is_refused_with_a_sentence(service, field, value):
    _game, users = table("tiles", 2)
    fields = {"endpoint": service.endpoint(), **service.browser.keys()} | {field: value}
    answer = as_user(users[0]).post("/accounts/devices/", fields, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert not PushDevice.objects.exists()


def test_visitors_cannot_register_a_device(service):
    answer = as_user(None).post("/accounts/devices/", {"endpoint": service.endpoint(), **service.browser.keys()})
    assert answer.status_code == 403


def test_a_browser_belongs_to_its_last_user(service):
    _game, users = table("tiles", 2)
    signed_up(users[0], service)
    fields = {"endpoint": service.endpoint(), **service.browser.keys(), "renew": "1"}
    assert as_user(users[1]).post("/accounts/devices/", fields).status_code == 204
    assert PushDevice.objects.get().user == users[1]
    PushDevice.objects.all().delete()
    answer = as_user(users[1]).post("/accounts/devices/", fields, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "device.unknown")


@pytest.mark.database
def test_a_user_has_ten_devices_at_most(service):
    _game, users = table("tiles", 2)
    for number in range(12):
        signed_up(users[0], service, str(number))
    kept = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert kept == {service.endpoint(str(number)) for number in range(2, 12)}


def test_users_cannot_remove_others_devices(service):
    _game, users = table("tiles", 2)
    device = signed_up(users[0], service)
    as_user(users[1]).post(f"/accounts/devices/{device.pk}/remove/")
    assert PushDevice.objects.exists()
    as_user(users[0]).post(f"/accounts/devices/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_a_removed_device_gets_nothing_more(later, service):
    _game, users = ready(service)
    PushDevice.objects.all().delete()
    later.later(**SOON)
    assert sending.deliver() == 0
    assert ledger(users[0]) == [("turn", "push", "skipped", "device-gone")]


def test_the_key_of_the_site_is_kept(settings):
    first = webpush.public_key()
    webpush.public_key.cache_clear()
    webpush._load_vapid.cache_clear()
    assert webpush.public_key() == first
    assert (settings.DATA / "vapid_key").read_text() == settings.VAPID_KEY
    assert (settings.DATA / "vapid_key").stat().st_mode & 0o077 == 0
