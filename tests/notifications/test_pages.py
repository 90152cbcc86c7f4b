"""The pages of notifications: settings, devices, the log, one table's choice, and unsubscribing."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games import play
from games.models import Notification, NotificationSettings, PushDevice, Visit
from games.notifications import collect, email, log, sending
from tests.notifications.readers import add_address, play_until_turn_of, start_duel
from tests.tables import as_user, people, person, table

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


def get_page(user: User, path: str = "/accounts/notices/") -> str:
    answer = as_user(user).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.split("<main", 1)[1]).split())


def load_rows() -> list:
    """Return all rows that a click could change."""
    models = (NotificationSettings, Notification, PushDevice, Visit)
    return [sorted(map(str, model.objects.values_list())) for model in models]


def test_the_page_requires_a_login():
    assert Client().get("/accounts/notices/").status_code == 302


def test_notification_settings_are_saved():
    ana = person("Ana")
    assert NotificationSettings.objects.count() == 0
    fields = {"mail": "on", "delay": "60", "reminders": "on", "digest": "on", "digest_hour": "7"}
    answer = as_user(ana).post("/accounts/notices/", fields)
    assert answer.status_code == 303
    kept = NotificationSettings.objects.get(user=ana)
    assert (
        kept.wants_mail,
        kept.mail_delay_minutes,
        kept.wants_push,
        kept.wants_reminders,
        kept.wants_chat,
        kept.wants_while_at_table,
    ) == (
        True,
        60,
        False,
        True,
        False,
        False,
    )
    assert (kept.wants_digest, kept.digest_hour) == (True, 7)


@pytest.mark.parametrize(
    ("field", "value"), [("delay", "-1"), ("delay", "7"), ("delay", "x\x00"), ("digest_hour", "24")]
)
def test_invalid_settings_are_refused(field, value):
    ana = person("Ana")
    fields = {"mail": "on", "delay": "60", "digest_hour": "7"} | {field: value}
    assert as_user(ana).post("/accounts/notices/", fields).status_code == 422
    assert NotificationSettings.objects.count() == 0


def test_the_page_says_that_mail_needs_a_confirmed_address():
    ana, ben, guest = person("Ana"), person("Ben"), person("Chloe")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    add_address(ana)
    assert "E-mail goes to ana@mail.example." in words_of(get_page(ana))
    add_address(ben, verified=False)
    assert "We only send e-mail to confirmed addresses. ben@mail.example isn't confirmed yet." in words_of(
        get_page(ben)
    )
    assert "Guests can't get e-mail." in words_of(get_page(User.objects.get(pk=guest.pk)))


def test_the_settings_link_to_notifications():
    assert 'href="/accounts/notices/"' in get_page(person("Ana"), "/accounts/settings/")


def test_a_test_notification_uses_every_channel_even_those_turned_off(clock, mailbox, service):
    ana = person("Ana")
    add_address(ana)
    NotificationSettings.objects.create(user=ana, wants_mail=False, wants_push=False)
    fields = {"endpoint": service.endpoint(), **service.browser.keys()}
    assert as_user(ana).post("/accounts/devices/", fields).status_code == 204
    as_user(ana).post("/accounts/notices/test/")
    as_user(ana).post("/accounts/notices/test/")
    collect.collect_all()
    assert sending.deliver() == 2
    assert mailbox.mails[0]["Subject"] == "TEN: This is a test notification"
    assert service.pushed[0].body["title"] == "This is a test notification"
    said = words_of(get_page(ana))
    assert "Test e-mail · sent" in said
    assert "Test push, a browser · sent" in said
    assert "This is a test notification" not in said  # because it would be wrong if one failed


def test_users_without_any_channel_are_told_so(clock):
    ana = person("Ana")
    as_user(ana).post("/accounts/notices/test/")
    collect.collect_all()
    assert "on the site only · not sent: you have no confirmed e-mail and no device" in words_of(get_page(ana))


def test_the_log_names_the_table_and_when_a_notification_is_due(clock, django_assert_max_num_queries):
    ana, *others = people(4)
    for other in others:
        game = play.create_game(ana, kind="push", seats=2, options={})
        play.sit(game.pk, other)
        collect.enqueue_notification([ana.pk], "gift", game, by=other.username)
    said = words_of(get_page(ana))
    assert "Chloe gave you more time TEN Push against Chloe waiting · " in said  # the channels aren't chosen yet
    add_address(ana)
    collect.collect_all()
    with django_assert_max_num_queries(2):  # whatever the number of tables
        log.list_rows(ana)
    said = words_of(get_page(ana))
    assert re.search(r"Chloe gave you more time TEN Push against Chloe e-mail · waiting until [^·]*\d\d:\d\d UTC", said)


def test_the_page_updates_while_something_is_being_sent(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    assert " data-changes" not in get_page(ana)
    as_user(ana).post("/accounts/notices/test/")
    part = as_user(ana).get("/accounts/notices/", headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div id="ways" data-address="/accounts/notices/" data-changes>')
    collect.collect_all()
    sending.deliver()
    assert " data-changes" not in get_page(ana)


def test_the_log_has_the_servers_answer_and_the_number_of_attempts(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    mailbox.replies["RCPT"] = "450 4.2.0 <b>Greylisted</b>"
    collect.enqueue_notification([ana.pk], "test")
    collect.collect_all()
    for _ in range(2):
        sending.deliver()
        clock.advance(hours=1)
    html = get_page(ana)
    assert "450 4.2.0 &lt;b&gt;Greylisted&lt;/b&gt;" in html
    assert "tried 2 times" in html


def test_the_log_shows_the_readers_last_thirty_notifications(clock):
    game, users = start_duel()
    for number in range(35):
        collect.enqueue_notification([users[0].pk], "gift", game, by=f"Giver{number}")
    collect.collect_all()
    html = get_page(users[0])
    assert html.count("gave you more time") == 30
    assert "Giver34" in html
    assert "Giver4 " not in html
    assert "gave you more time" not in get_page(users[1])


def refuse_mail(user: User, clock, mailbox, times: int) -> None:
    mailbox.replies["RCPT"] = "550 5.1.1 No such user"
    for _ in range(times):
        collect.enqueue_notification([user.pk], "test")
        collect.collect_all()
        sending.deliver()
    mailbox.replies.clear()


def test_after_two_refusals_the_home_page_says_that_mail_bounces(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    refuse_mail(ana, clock, mailbox, 1)
    assert "are bouncing" not in get_page(ana, "/")
    refuse_mail(ana, clock, mailbox, 1)
    assert "Our e-mails to ana@mail.example are bouncing." in get_page(ana, "/")
    assert "550 5.1.1 No such user" in get_page(ana)
    collect.enqueue_notification([ana.pk], "test")
    collect.collect_all()
    sending.deliver()
    assert "are bouncing" not in get_page(ana, "/")


# --- one table -------------------------------------------------------------------------------------------------------


def test_a_player_can_choose_notifications_for_one_table():
    game, users = table("push", 2)
    html = get_page(users[0], f"/games/{game.pk}/")
    assert 'id="panel-notices"' in html
    answer = as_user(users[0]).post(f"/games/{game.pk}/reach/", {"reach": "clock"})
    assert answer.status_code == 303
    assert Visit.objects.get(user=users[0], game=game).notify_about == "clock"
    assert re.search(r'value="clock" checked', get_page(users[0], f"/games/{game.pk}/"))
    assert not Visit.objects.filter(user=users[1], game=game).exclude(notify_about="").exists()


def test_spectators_have_no_notification_settings_for_a_table():
    game, _users = table("push", 2)
    eve = person("Eve")
    assert 'id="panel-notices"' not in get_page(eve, f"/games/{game.pk}/")
    assert as_user(eve).post(f"/games/{game.pk}/reach/", {"reach": "none"}, headers=JSON).status_code == 403
    assert Client().post(f"/games/{game.pk}/reach/", {"reach": "none"}, headers=JSON).status_code == 403
    assert as_user(eve).post("/games/nosuchgame/reach/", {"reach": "none"}, headers=JSON).status_code == 404


@pytest.mark.parametrize("fields", [{"reach": "loud"}, {"reach": ["none", "clock"]}, {"reach": "x" * 999}])
def test_an_invalid_choice_is_refused(fields):
    game, users = table("push", 2)
    answer = as_user(users[0]).post(f"/games/{game.pk}/reach/", fields, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["message"]


# --- unsubscribing ---------------------------------------------------------------------------------------------------


def make_link(user: User) -> str:
    return reverse("unsubscribe", args=[email.make_token(user)])


def test_a_mail_provider_can_unsubscribe_without_cookie_token_or_origin():
    ana = person("Ana")
    provider = Client(enforce_csrf_checks=True)
    answer = provider.post(make_link(ana), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    kept = NotificationSettings.objects.get(user=ana)
    assert (kept.wants_mail, kept.wants_digest, kept.wants_push) == (False, False, True)


@pytest.mark.parametrize("headers", [{"Origin": "https://mail.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_page_of_a_mail_provider_can_unsubscribe(headers):
    ana = person("Ana")
    assert Client(enforce_csrf_checks=True).post(make_link(ana), headers=headers).status_code == 200
    assert not NotificationSettings.objects.get(user=ana).wants_mail


def test_a_get_shows_one_button_and_changes_nothing():
    ana = person("Ana")
    before = load_rows()
    for _ in range(2):
        html = Client().get(make_link(ana)).content.decode()
        assert html.split("<main", 1)[1].count("<button") == 1
    assert Client().head(make_link(ana)).status_code == 200
    assert load_rows() == before


def test_unsubscribing_can_be_undone_on_its_page():
    ana = person("Ana")
    Client().post(make_link(ana))
    html = Client().get(make_link(ana)).content.decode()
    assert "Turn game e-mails back on" in html
    Client().post(make_link(ana), {"again": "1"})
    assert NotificationSettings.objects.get(user=ana).wants_mail


@pytest.mark.parametrize("harm", [lambda t: t[:-1], lambda t: t.replace(":", ":x"), lambda t: "x", lambda t: t + "A"])
def test_a_tampered_link_is_refused(harm):
    ana = person("Ana")
    path = reverse("unsubscribe", args=[harm(email.make_token(ana))])
    assert Client().post(path).status_code == 404
    assert Client().get(path).status_code == 404
    assert NotificationSettings.objects.count() == 0


def test_an_unsubscribe_link_is_for_one_user_only():
    ana, ben = person("Ana"), person("Ben")
    assert email.make_token(ana) != email.make_token(ben)
    Client().post(make_link(ana))
    assert not NotificationSettings.objects.filter(user=ben).exists()


def test_no_other_url_works_without_the_csrf_token():
    """Only the link in mails is exempt from the CSRF token and the cross-site check."""

    def patterns(found: URLResolver, before: str = ""):
        for pattern in found.url_patterns:
            path = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from patterns(pattern, path)
            elif isinstance(pattern, URLPattern):
                yield path, pattern

    everything = list(patterns(get_resolver()))
    exempt = [path for path, pattern in everything if getattr(pattern.callback, "csrf_exempt", False)]
    assert exempt == ["unsubscribe/<str:token>/"]
    assert [path for path, _pattern in everything if f"/{path}".startswith(settings.OPEN_TO_ALL)] == exempt
    assert Client().post("/accounts/guest/", headers={"Origin": "https://mail.example"}).status_code == 403


def test_following_every_link_of_a_mail_changes_nothing(clock, mailbox):
    """Mail scanners follow all links, and so do browsers that prefetch."""
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    clock.advance(minutes=31)
    sending.deliver()
    [mail] = mailbox.mails
    links = set(re.findall(r"http://localhost:8000(/[^\s\"<>]*)", mail.get_body(("plain",)).get_content()))
    links |= set(re.findall(r"http://localhost:8000(/[^\s\"<>]*)", mail.get_body(("html",)).get_content()))
    assert len(links) >= 3
    game.refresh_from_db()
    before = load_rows(), game.version, game.revision
    for path in links:
        for _ in range(2):
            assert Client().get(path).status_code in (200, 302), path
    game.refresh_from_db()
    assert (load_rows(), game.version, game.revision) == before


# --- the service worker ----------------------------------------------------------------------------------------------


def test_the_service_worker_is_at_the_root_and_always_revalidated():
    answer = Client().get("/worker.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    script = b"".join(answer.streaming_content).decode()
    assert '"push"' in script
    assert '"fetch"' not in script
    assert "script-src 'self'" in answer["Content-Security-Policy"]
