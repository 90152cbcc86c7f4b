"""Push messages are encrypted for one browser, signed by the site, and sent to known services only."""

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
from tests.notifications.readers import list_log, play_until_turn_of, set_looking, split_by_turn, start_duel
from tests.tables import as_user, one_move, people, table
from tests.worker.test_outages import HOUR, NoLayer, simulate_outage

pytestmark = pytest.mark.django_db(transaction=True)
SOON = {"seconds": 6}


def register_device(user: User, service: PushService, name: str = "one") -> PushDevice:
    """Register a device of the user, as a browser does."""
    fields = {"endpoint": service.endpoint(name), **service.browser.keys()}
    answer = as_user(user).post("/accounts/devices/", fields, headers={"User-Agent": "Chrome/1 (Android 15)"})
    assert answer.status_code == 204, answer.content
    return PushDevice.objects.get(endpoint=service.endpoint(name))


def start_turn_with_device(service: PushService) -> tuple[Game, list[User]]:
    """Start a game in which it is Ana's turn, who has a device and no e-mail address."""
    game, users = start_duel()
    EmailAddress.objects.filter(user=users[0]).delete()
    register_device(users[0], service)
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.filter(user=users[1]).delete()
    return game, users


@pytest.mark.parametrize("what", ["database", "redis"])
def test_sending_a_push_message_uses_neither_the_database_nor_redis(service, what):
    device = register_device(people(1)[0], service)
    with simulate_outage(what):
        given = sending._push_threads.submit(
            sending._push_safely, device, webpush.make_payload("A", "b", "c", "/"), "", HOUR, False
        )
        assert given.result().is_taken
    assert not NoLayer.asked
    assert len(service.pushed) == 1


def test_a_turn_is_pushed_after_a_few_seconds(clock, service):
    game, users = start_turn_with_device(service)
    assert sending.deliver() == 0
    clock.advance(**SOON)
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
    assert list_log(users[0]) == [("turn", "push", "sent", "")]
    device = PushDevice.objects.get()
    assert device.last_used_at is not None
    assert device.name == "Chrome on Android"
    assert sending.deliver() == 0


def test_a_message_that_replaces_a_turn_still_says_what_to_do(clock, service):
    game, users = start_turn_with_device(service)
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    clock.advance(**SOON)
    sending.deliver()
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=8)
    collect.collect_all()
    clock.advance(**SOON)
    assert sending.deliver() == 1
    turn, chat = (pushed.body for pushed in service.pushed)
    assert turn["tag"] == chat["tag"]
    assert chat["title"] == "New message from Ben"
    assert chat["body"] == turn["body"]


def test_a_moderators_notification_links_to_the_reports(clock, service):
    ana = User.objects.create_user("Ana", is_staff=True)
    register_device(ana, service)
    Report.objects.create(text="rude")
    collect.enqueue_notification([ana.pk], "report")
    collect.collect_all()
    clock.advance(**SOON)
    sending.deliver()
    [pushed] = service.pushed
    assert pushed.body["title"] == "A new report needs a moderator"
    assert pushed.body["url"] == reverse("admin:games_report_changelist")


def test_push_messages_are_encrypted(clock, service):
    _game, _users = start_turn_with_device(service)
    clock.advance(**SOON)
    sending.deliver()
    [pushed] = service.pushed
    for word in (b"TEN Push", b"Ben", b"games"):
        assert word not in pushed.raw
    with pytest.raises(http_ece.ECEException):
        Browser().read(pushed.raw)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_has_expired_is_deleted(clock, service, status):
    _game, users = start_turn_with_device(service)
    service.answer = (status, {})
    clock.advance(**SOON)
    assert sending.deliver() == 0
    assert not PushDevice.objects.exists()
    assert list_log(users[0]) == [("turn", "push", "failed", "device-gone")]


def test_a_busy_service_is_asked_again_when_it_says(clock, service):
    _game, users = start_turn_with_device(service)
    service.answer = (429, {"Retry-After": "600"})
    clock.advance(**SOON)
    sending.deliver()
    assert list_log(users[0]) == [("turn", "push", "waiting", "429")]
    service.answer = (201, {})
    clock.advance(minutes=9)
    assert sending.deliver() == 0
    clock.advance(minutes=2)
    assert sending.deliver() == 1
    assert service.asked == 2


@pytest.mark.parametrize("status", [500, 503])
def test_a_failing_service_is_asked_again_with_longer_and_longer_pauses(clock, service, status):
    _game, users = start_turn_with_device(service)
    service.answer = (status, {})
    clock.advance(**SOON)
    pauses = []
    for _ in range(3):
        before = clock.now()
        sending.deliver()
        pauses.append(Notification.objects.get().due_at - before)
        clock.advance(hours=1)
    assert pauses == sorted(pauses)
    assert pauses[0] >= timedelta(seconds=59)
    assert pauses[2] > 4 * pauses[1] / 2
    assert list_log(users[0])[0][2] == "waiting"


def test_a_service_that_does_not_answer_is_asked_again(clock, service):
    _game, users = start_turn_with_device(service)
    service.close()
    clock.advance(**SOON)
    sending.deliver()
    assert list_log(users[0]) == [("turn", "push", "waiting", "ConnectionError")]


@pytest.mark.database
def test_a_device_that_keeps_failing_is_deleted(clock, service):
    _game, users = start_turn_with_device(service)
    Notification.objects.all().delete()
    service.answer = (403, {})
    for _ in range(sending.MOST_FAILURES):
        assert PushDevice.objects.exists()
        collect.enqueue_notification([users[0].pk], "test")
        collect.collect_all()
        clock.advance(**SOON)
        sending.deliver()
    assert not PushDevice.objects.exists()
    assert {row[2:] for row in list_log(users[0])} == {("failed", "403")}


def test_redirects_of_push_services_are_not_followed(clock, service):
    _game, users = start_turn_with_device(service)
    service.answer = (307, {"Location": service.endpoint("elsewhere")})
    clock.advance(**SOON)
    sending.deliver()
    assert service.asked == 1
    assert list_log(users[0])[0][2:] == ("failed", "307")


def test_players_looking_at_the_table_are_not_notified(clock, service):
    game, users = start_turn_with_device(service)
    set_looking(users[0], game, clock.now() + timedelta(minutes=1))
    clock.advance(**SOON)
    assert sending.deliver() == 0
    assert list_log(users[0]) == [("turn", "push", "skipped", "looking")]


def test_a_player_who_has_moved_gets_no_push_message(clock, service):
    game, users = start_turn_with_device(service)
    while split_by_turn(game, users)[0] == users[0]:
        one_move(game, users, random.Random(2))
    clock.advance(**SOON)
    assert sending.deliver() == 0
    assert list_log(users[0]) == [("turn", "push", "skipped", "moved")]


def test_a_device_is_silent_at_night_and_notified_in_the_morning(clock, service):
    _game, users = start_turn_with_device(service)
    hour = (clock.now() + timedelta(seconds=6)).hour
    User.objects.filter(pk=users[0].pk).update(time_zone="UTC", quiet_from=(hour - 1) % 24, quiet_to=(hour + 2) % 24)
    clock.advance(**SOON)
    assert sending.deliver() == 0
    assert list_log(users[0]) == [("turn", "push", "waiting", "night")]
    Seat.objects.filter(user=users[0]).update(is_notified=True)
    clock.advance(hours=2, minutes=1)
    assert sending.deliver() == 1
    assert Notification.objects.get().attempts == 1


def test_each_device_is_notified_even_if_one_fails(clock, service):
    game, users = start_duel()
    users[0].emailaddress_set.all().delete()
    for name in ("one", "two", "three"):
        register_device(users[0], service, name)
    PushDevice.objects.filter(endpoint__endswith="two").update(p256dh="garbage")
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    clock.advance(**SOON)
    sending.deliver()
    assert sorted(pushed.path for pushed in service.pushed) == ["/push/one", "/push/three"]
    assert sorted(row[2] for row in list_log(users[0])) == ["failed", "sent", "sent"]


def test_push_messages_can_be_turned_off(clock, service):
    game, users = start_duel()
    register_device(users[0], service)
    NotificationSettings.objects.create(user=users[0], wants_push=False, wants_mail=False)
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    clock.advance(**SOON)
    sending.deliver()
    assert service.asked == 0


@pytest.mark.database
def test_the_log_keeps_only_the_latest_unsent_turn_of_a_table(clock, service):
    game, users = start_turn_with_device(service)
    for seed in range(3):
        play_until_turn_of(game, users, users[0], seed)
        collect.collect_all()
    assert len(list_log(users[0])) == 1
    clock.advance(**SOON)
    assert sending.deliver() == 1


# --- which devices are accepted --------------------------------------------------------------------------------------

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
def test_the_push_services_of_browsers_are_allowed(settings, endpoint):
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
    register_device(users[0], service)
    fields = {"endpoint": service.endpoint(), **service.browser.keys(), "renew": "1"}
    assert as_user(users[1]).post("/accounts/devices/", fields).status_code == 204
    assert PushDevice.objects.get().user == users[1]
    PushDevice.objects.all().delete()
    answer = as_user(users[1]).post("/accounts/devices/", fields, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "device.unknown")


@pytest.mark.database
def test_a_user_has_at_most_ten_devices(service):
    _game, users = table("tiles", 2)
    for number in range(12):
        register_device(users[0], service, str(number))
    kept = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert kept == {service.endpoint(str(number)) for number in range(2, 12)}


def test_users_cannot_remove_others_devices(service):
    _game, users = table("tiles", 2)
    device = register_device(users[0], service)
    as_user(users[1]).post(f"/accounts/devices/{device.pk}/remove/")
    assert PushDevice.objects.exists()
    as_user(users[0]).post(f"/accounts/devices/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_a_removed_device_gets_nothing_more(clock, service):
    _game, users = start_turn_with_device(service)
    PushDevice.objects.all().delete()
    clock.advance(**SOON)
    assert sending.deliver() == 0
    assert list_log(users[0]) == [("turn", "push", "skipped", "device-gone")]


def test_the_signing_key_is_stored_in_a_private_file(settings):
    first = webpush.public_key()
    webpush.public_key.cache_clear()
    webpush._load_vapid.cache_clear()
    assert webpush.public_key() == first
    assert (settings.DATA / "vapid_key").read_text() == settings.VAPID_KEY
    assert (settings.DATA / "vapid_key").stat().st_mode & 0o077 == 0
