"""Reports to moderators: what they contain, and what they don't reveal."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.chat import keys
from games.chat.keys import message_key as key_of
from games.models import ChatMessage, Notification, Report
from tests.tables import as_user, person, table

pytestmark = pytest.mark.django_db


def post_chat(game, user, text, audience="players", **extra) -> ChatMessage:
    number = ChatMessage.objects.filter(game=game, audience=audience).count() + 1
    return ChatMessage.objects.create(game=game, user=user, text=text, audience=audience, number=number, **extra)


def send_report(client, text="He swears at me.", **fields):
    return client.post("/report/", {"text": text, **fields})


def test_a_report_stores_game_version_message_and_player():
    game, (ana, ben) = table("tiles", 2)
    talk = post_chat(game, ben, "You rotten apple")
    form = as_user(ana).get(f"/report/?game={game.pk}&talk={key_of(talk)}").content.decode()
    assert "You rotten apple" in form
    assert 'name="about" id="about" value="Ben"' in form
    answer = send_report(as_user(ana), game=game.pk, version=0, talk=key_of(talk), about="Ben")
    assert (answer.status_code, answer["Location"]) == (303, f"/report/thanks/?game={game.pk}")
    report = Report.objects.get()
    assert (report.game, report.game_version, report.reported_by, report.reported_user, report.message) == (
        game,
        0,
        ana,
        ben,
        talk,
    )
    assert (report.message_text, report.text, report.status) == ("You rotten apple", "He swears at me.", "open")
    thanks = as_user(ana).get(answer["Location"]).content.decode()
    assert f"/games/{game.pk}/" in thanks


def test_a_report_keeps_the_message_as_it_was():
    game, (ana, ben) = table("tiles", 2)
    talk = post_chat(game, ben, "You rotten apple")
    send_report(as_user(ana), game=game.pk, talk=key_of(talk))
    talk.delete()
    report = Report.objects.get()
    assert (report.message_text, report.reported_user, report.message) == ("You rotten apple", ben, None)


def test_a_player_and_a_table_can_be_reported_without_a_message():
    game, (ana, _) = table("tiles", 2)
    send_report(as_user(ana), about="bEN")
    send_report(as_user(ana), game=game.pk, version="999999")
    first, second = Report.objects.order_by("pk")
    assert (first.reported_user.username, first.game) == ("Ben", None)
    assert (second.game, second.game_version, second.reported_user) == (game, 0, None)


def test_pages_link_to_the_report_form():
    game, (ana, _) = table("tiles", 2)
    assert f"/report/?game={game.pk}" in as_user(ana).get(f"/games/{game.pk}/").content.decode()
    assert "/report/?about=Ben" in as_user(ana).get("/players/Ben/").content.decode()
    assert "/report/" not in as_user(ana).get("/players/Ana/").content.decode()
    assert "/report/" not in Client().get("/players/Ben/").content.decode()


def test_guests_can_report_but_visitors_cannot():
    guest = User.objects.create_user("Otter 1234", is_guest=True)
    assert send_report(as_user(guest)).status_code == 303
    assert send_report(Client()).status_code == 403
    assert Client().get("/report/").status_code == 403


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"text": ""}, 422),
        ({"text": " \n\x00"}, 422),
        ({"text": "x" * 1_001}, 422),
        ({"about": "Nobody at all"}, 422),
        ({"about": "x" * 300}, 422),
        ({"game": "nothing"}, 404),
        ({"game": ["a", "b"]}, 422),
        ({"talk": "p1"}, 422),
    ],
)
def test_an_invalid_report_is_refused_and_keeps_the_input(fields, status):
    person("Ben")
    answer = send_report(as_user(person("Ana")), **{"text": "This was typed.", **fields})
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    if "text" not in fields:
        assert "This was typed." in answer.content.decode()
    assert not Report.objects.exists()


@pytest.mark.parametrize("named", ["p2", "p00000000", "p0", "px", "x1", "-", "p99999999999", "1", "p1w1", "players-1"])
def test_an_unknown_message_is_refused(named):
    game, (ana, ben) = table("tiles", 2)
    post_chat(game, ben, "Hello")
    assert send_report(as_user(ana), game=game.pk, talk=named).status_code == 422


def test_reports_do_not_reveal_to_players_what_spectators_write():
    game, (ana, _ben) = table("tiles", 2)
    zoe = person("Zoe")
    answers, first = [], keys.format_key(game.pk, keys.Key(watchers=1))
    for _ in range(2):
        asked = as_user(ana).get(f"/report/?game={game.pk}&talk={first}")
        posted = send_report(as_user(ana), game=game.pk, talk=first)
        answers.append((asked.status_code, posted.status_code, strip(asked), strip(posted)))
        post_chat(game, zoe, "Ana holds the ten", audience="watchers")
    assert answers[0] == answers[1]
    assert send_report(as_user(zoe), game=game.pk, talk=first).status_code == 303
    game.status = "finished"
    game.save()
    assert send_report(as_user(ana), game=game.pk, talk=first).status_code == 303


def strip(answer) -> str:
    """Return the part of the page that doesn't differ between requests."""
    return answer.content.decode().partition("<h1>")[2].partition("<form")[0]


def test_at_most_ten_reports_a_day():
    ana = person("Ana")
    assert [send_report(as_user(ana)).status_code for _ in range(11)] == [303] * 10 + [422]
    assert send_report(as_user(person("Ben"))).status_code == 303
    Report.objects.filter(reported_by=ana).update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert send_report(as_user(ana)).status_code == 303


def test_the_text_of_a_report_is_escaped():
    ana = person("Ana")
    send_report(as_user(ana), text="</textarea><script>")
    assert Report.objects.get().text == "</textarea><script>"
    shown = as_user(ana).post("/report/", {"text": "</textarea><script>" + "x" * 1_000}).content.decode()
    assert "<script>x" not in shown


def test_moderators_who_may_read_a_report_are_notified_once_an_hour(settings):
    game, (ana, ben) = table("tiles", 2)
    keeper, _player = person("Keeper"), person("Zoe")
    User.objects.filter(pk__in=(keeper.pk, ana.pk, ben.pk)).update(is_staff=True)
    for about in ("Ben", "Ana"):
        send_report(as_user(ana), game=game.pk, about=about)
    heard = Notification.objects.filter(topic="report")
    assert [notice.user for notice in heard] == [keeper]
    assert not [notice.facts for notice in heard if notice.facts]
    heard.update(created_at=timezone.now() - timedelta(hours=2))
    send_report(as_user(ana), about="Ben")
    assert heard.filter(user=keeper).count() == 2
    settings.ADMIN_PATH = ""
    heard.delete()
    send_report(as_user(ana), about="Ben")
    assert not heard.exists()
