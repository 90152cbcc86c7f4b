"""The moderators' pages: who gets in, what they show, and what they never show."""

import json
import os
import random
import subprocess
import sys
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games import play
from games.models import ChatMessage, Draft, Game, Move, Plan, PushDevice, Report, Visit
from tests.tables import one_move, person, table

pytestmark = pytest.mark.django_db

ROOT = "/behind-the-curtain/"
PASSWORD = "four suits and a wild"  # noqa: S105
PAGES = [
    "",
    "games/",
    "accounts/",
    "games/report/",
    "games/chatmessage/",
    "games/game/",
    "games/move/",
    "accounts/user/",
]


def create_moderator(name="Keeper", is_staff=True) -> User:
    """Create a moderator with a second factor."""
    user = User.objects.create_user(name, password=PASSWORD, is_staff=is_staff)
    TOTP.activate(user, generate_totp_secret())
    return user


def log_in_with_mfa(user, ago=0) -> Client:
    """Return a client that used the second factor that many seconds ago."""
    client = Client()
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time() - ago, "type": "totp"}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


@pytest.fixture
def moderator() -> Client:
    return log_in_with_mfa(create_moderator())


def post_chat(game, user, text, audience="players") -> ChatMessage:
    number = ChatMessage.objects.filter(game=game, audience=audience).count() + 1
    return ChatMessage.objects.create(game=game, user=user, text=text, audience=audience, number=number)


def get_page(client, path) -> str:
    answer = client.get(ROOT + path)
    assert answer.status_code == 200, (path, answer.status_code, answer.get("Location"))
    return answer.content.decode()


# --- access ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*PAGES, "games/report/1/change/", "jsi18n/"])
def test_moderation_requires_a_moderator_with_a_recent_second_factor(path):
    assert Client().get(ROOT + path)["Location"].startswith("/accounts/login/?next=/behind")
    for user in (person("Ana"), User.objects.create_user("Otter 1234", is_guest=True, is_staff=True)):
        client = Client()
        client.force_login(user)
        assert client.get(ROOT + path).status_code == 404
    assert log_in_with_mfa(create_moderator("NoStaff", is_staff=False)).get(ROOT + path).status_code == 404
    bare = User.objects.create_user("Bare", is_staff=True)
    assert log_in_with_mfa(bare).get(ROOT + path)["Location"] == "/accounts/2fa/"
    known = Client()
    known.force_login(create_moderator("Late"))
    assert known.get(ROOT + path)["Location"].startswith("/accounts/2fa/reauthenticate/?next=")


def test_the_second_factor_is_asked_for_again_after_an_hour():
    user = create_moderator()
    assert log_in_with_mfa(user, ago=3_500).get(ROOT).status_code == 200
    assert log_in_with_mfa(user, ago=3_601).get(ROOT)["Location"].startswith("/accounts/2fa/reauthenticate/")
    other = create_moderator("Other")
    client = log_in_with_mfa(user)
    session = client.session
    session["account_authentication_methods_user"] = str(other.pk)
    session.save()
    assert client.get(ROOT).status_code == 302


def test_a_moderator_logs_in_with_password_and_code():
    user = create_moderator()
    secret = Authenticator.objects.get(user=user).wrap().instance.data["secret"]
    client = Client()
    answer = client.get(ROOT)
    answer = client.post(answer["Location"].split("?")[0], {"login": "Keeper", "password": PASSWORD, "next": ROOT})
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
    cache.clear()
    answer = client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    assert answer["Location"] == ROOT
    assert client.get(ROOT).status_code == 200


def make_code(secret):
    from allauth.mfa.utils import decrypt

    return format_hotp_value(hotp_value(decrypt(secret), int(time.time()) // 30))


def test_a_former_moderator_loses_access_at_once(moderator):
    assert moderator.get(ROOT).status_code == 200
    User.objects.filter(username="Keeper").update(is_staff=False)
    assert moderator.get(ROOT).status_code == 404


def test_without_a_path_there_are_no_moderation_pages(tmp_path):
    asked = "from django.conf import settings as s; print(s.ADMIN_PATH, 'AdminConfig' in ''.join(s.INSTALLED_APPS))"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "ten_site.settings", "TEN_DATA": str(tmp_path)}
    for path, known in {"": " False", "/some-where/": "some-where True"}.items():
        env["TEN_ADMIN_PATH"] = path
        run = subprocess.run(  # noqa: S603
            [sys.executable, "-c", asked],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip("\n") == known
    assert Client().get("/admin/").status_code == 404


# --- reports ---------------------------------------------------------------------------------------------------------


def create_report(text="He swears.", **extra) -> Report:
    game, (ana, ben) = table("tiles", 2)
    talk = post_chat(game, ben, "You rotten apple")
    return Report.objects.create(
        game=game,
        reported_by=ana,
        reported_user=ben,
        message=talk,
        message_text=talk.text,
        text=text,
        game_version=3,
        **extra,
    )


def test_a_report_is_shown_with_its_message_and_context(moderator):
    report = create_report()
    game, zoe = report.game, person("Zoe")
    for number in range(30):
        post_chat(game, report.reported_by, f"later {number}.")
    post_chat(game, zoe, "They are rude", audience="watchers")
    assert "He swears." in get_page(moderator, "games/report/")
    page = get_page(moderator, f"games/report/{report.pk}/change/")
    for part in ("You rotten apple", "He swears.", "later 0.", "later 18.", f'href="/games/{game.pk}/"', ">3<"):
        assert part in page, part
    assert "later 19." not in page
    assert 'href="/players/Ana/"' in page
    assert 'href="/players/Ben/"' in page


def test_a_report_shows_messages_of_both_audiences(moderator):
    report = create_report()
    post_chat(report.game, person("Zoe"), "They are rude", audience="watchers")
    page = get_page(moderator, f"games/report/{report.pk}/change/")
    assert "They are rude" in page
    assert "to spectators" in page


def test_a_report_can_be_settled_and_its_message_hidden(moderator):
    report = create_report()
    address = f"{ROOT}games/report/{report.pk}/change/"
    sent = {"status": "settled", "answer": "Warned.", "hide": "on", "text": "other", "about": "1", "said": "x"}
    assert moderator.post(address, sent).status_code == 302
    report.refresh_from_db()
    assert (report.status, report.answer, report.text, report.message_text) == (
        "settled",
        "Warned.",
        "He swears.",
        "You rotten apple",
    )
    assert report.message.is_hidden
    ana = Client()
    ana.force_login(report.reported_by)
    assert "rotten" not in ana.get(f"/games/{report.game.pk}/").content.decode()
    assert "Warned" not in ana.get(f"/games/{report.game.pk}/").content.decode()
    moderator.post(address, {"status": "settled", "answer": "Warned."})
    report.message.refresh_from_db()
    assert not report.message.is_hidden


def test_a_form_sent_after_the_hour_is_not_lost():
    report, user = create_report(), create_moderator()
    client = log_in_with_mfa(user, ago=4_000)
    answer = client.post(f"{ROOT}games/report/{report.pk}/change/", {"status": "settled", "answer": "Warned."})
    assert answer["Location"].startswith("/accounts/2fa/reauthenticate/")
    cache.clear()
    secret = Authenticator.objects.get(user=user).data["secret"]
    client.post(answer["Location"], {"code": make_code(secret)})
    report.refresh_from_db()
    assert (report.status, report.answer) == ("settled", "Warned.")


def test_moderators_cannot_see_reports_about_themselves_or_their_running_games():
    report = create_report()
    ben = report.reported_user
    ben.is_staff = True
    ben.save()
    TOTP.activate(ben, generate_totp_secret())
    client = log_in_with_mfa(ben)
    assert "He swears." not in get_page(client, "games/report/")
    assert client.get(f"{ROOT}games/report/{report.pk}/change/").status_code == 302
    report.reported_user = None
    report.save()
    post_chat(report.game, person("Zoe"), "Ana holds the ten", audience="watchers")
    assert "He swears." not in get_page(client, "games/report/")
    assert "Ana holds the ten" not in get_page(client, "games/chatmessage/")
    play.resign(report.game.pk, ben)
    assert "He swears." in get_page(client, "games/report/")
    assert "Ana holds the ten" in get_page(client, "games/chatmessage/")
    Report.objects.update(reported_user=ben)
    assert "He swears." not in get_page(client, "games/report/")


def test_a_message_can_be_hidden_but_not_changed(moderator):
    talk = create_report().message
    moderator.post(f"{ROOT}games/chatmessage/{talk.pk}/change/", {"is_hidden": "on", "text": "kind words", "user": "1"})
    talk.refresh_from_db()
    assert (talk.is_hidden, talk.text, talk.user.username) == (True, "You rotten apple", "Ben")


def test_user_text_is_escaped(moderator):
    report = create_report(text="<script>alert(1)</script>")
    for path in ("games/report/", f"games/report/{report.pk}/change/"):
        assert "<script>alert" not in get_page(moderator, path)


# --- secrets ---------------------------------------------------------------------------------------------------------


def create_secrets() -> tuple[Game, list[str]]:
    """Create a game with every kind of secret; return it and the texts of its secrets."""
    game, (ana, _ben) = table("push", 2)
    dice = random.Random(5)
    for _ in range(6):
        one_move(game, [ana, _ben], dice)
    kept = {"password": "argon2$CANARY-password", "email": "canary@secret.example"}
    User.objects.filter(pk=ana.pk).update(**kept)
    Visit.objects.update_or_create(game=game, user=ana, defaults={"note": "CANARY-note"})
    Draft.objects.create(game=game, user=ana, game_version=game.version, data={"canary": "CANARY-draft"})
    PushDevice.objects.create(user=ana, endpoint="https://CANARY-endpoint", p256dh="CANARY-key", auth="CANARY-auth")
    Plan.objects.create(game=game, seat=0, user=ana, game_version=game.version, data={"CANARY": "plan"})
    Report.objects.create(game=game, reported_by=ana, text="Look")
    post_chat(game, ana, "Hello")
    return game, [
        "CANARY",
        "canary@",
        game.server_seed,
        game.chain_head,
        game.state[:80],
        Move.objects.latest("pk").chain_link,
    ]


def test_nothing_secret_is_on_any_page(moderator):
    game, secrets = create_secrets()
    objects = [
        ("games/game", game.pk),
        ("games/report", Report.objects.get().pk),
        ("games/chatmessage", ChatMessage.objects.get().pk),
    ]
    objects += [("games/move", move.pk) for move in Move.objects.all()]
    objects += [("accounts/user", user.pk) for user in User.objects.all()]
    moderator.post(f"{ROOT}games/report/{Report.objects.get().pk}/change/", {"status": "settled", "answer": "Done."})
    paths = [*PAGES, *(f"{name}/{pk}/{end}/" for name, pk in objects for end in ("change", "history"))]
    paths += [f"{name}/?q={game.pk}" for name in ("games/game", "games/chatmessage", "games/move", "games/report")]
    for path in paths:
        page = get_page(moderator, path)
        for secret in secrets:
            assert secret not in page, (path, secret)


def test_moves_are_shown_only_after_the_end(moderator):
    game, (ana, ben) = table("push", 2)
    one_move(game, [ana, ben], random.Random(5))
    move = Move.objects.get(game=game)
    Move.objects.filter(pk=move.pk).update(made_by="plan")
    assert str(move.move["do"]) not in get_page(moderator, f"games/move/{move.pk}/change/").partition("<fieldset")[2]
    assert ">plan<" not in get_page(moderator, f"games/move/{move.pk}/change/")
    play.resign(game.pk, ana)
    page = get_page(moderator, f"games/move/{move.pk}/change/")
    assert "plan" in page
    assert json.dumps(move.move["do"]).strip('"') in page


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("games/game", "state__contains=x"),
        ("games/game", "server_seed__startswith=0"),
        ("games/game", "chain_head__startswith=0"),
        ("games/game", "visits__note__contains=x"),
        ("games/game", "seats__shuffle_seed__startswith=0"),
        ("games/game", "plans__data__isnull=False"),
        ("games/move", "events__contains=x"),
        ("games/move", "chain_link__startswith=0"),
        ("games/move", "game__state__contains=x"),
        ("games/report", "reported_by__password__startswith=a"),
        ("games/chatmessage", "user__email__startswith=a"),
        ("accounts/user", "password__startswith=a"),
        ("accounts/user", "email__startswith=a"),
        ("accounts/user", "authenticator__data__isnull=False"),
        ("accounts/user", "devices__auth__startswith=a"),
    ],
)
def test_secrets_cannot_be_searched_by_url(moderator, model, lookup):
    assert moderator.get(f"{ROOT}{model}/?{lookup}").status_code == 400
    assert moderator.get(f"{ROOT}{model}/?{lookup}&_to_field=state").status_code == 400


def test_the_filters_offered_work(moderator):
    game, _ = create_secrets()
    for path in (
        "games/game/?status__exact=playing",
        "games/report/?status__exact=open",
        "games/chatmessage/?is_hidden__exact=0",
    ):
        assert "1 " in get_page(moderator, path)
    for model in ("move", "chatmessage"):
        assert game.pk in get_page(moderator, f"games/{model}/?game__id__exact={game.pk}")


def test_nothing_else_can_be_added_changed_or_deleted(moderator):
    game, _ = create_secrets()
    pks = {"games/game": game.pk, "games/move": Move.objects.first().pk, "accounts/user": game.host.pk}
    pks |= {"games/chatmessage": ChatMessage.objects.get().pk, "games/report": Report.objects.get().pk}
    before = (Game.objects.values().get(), Move.objects.count(), User.objects.values().get(pk=game.host.pk))
    for name, pk in pks.items():
        assert moderator.get(f"{ROOT}{name}/add/").status_code == 403
        assert moderator.post(f"{ROOT}{name}/add/", {}).status_code == 403
        assert moderator.get(f"{ROOT}{name}/{pk}/delete/").status_code == 403
        assert moderator.post(f"{ROOT}{name}/{pk}/delete/", {"post": "yes"}).status_code == 403
        moderator.post(f"{ROOT}{name}/", {"action": "delete_selected", "_selected_action": pk, "post": "yes"})
    for name in ("games/game", "games/move", "accounts/user"):
        sent = {"status": "aborted", "is_staff": "on", "is_superuser": "on", "number": "9", "username": "X"}
        assert moderator.post(f"{ROOT}{name}/{pks[name]}/change/", sent).status_code == 403
    assert (Game.objects.values().get(), Move.objects.count(), User.objects.values().get(pk=game.host.pk)) == before


@pytest.mark.parametrize(
    "path",
    [
        "logout/",
        "password_change/",
        "login/",
        "autocomplete/",
        "r/1/1/",
        "auth/group/",
        "account/emailaddress/",
        "mfa/authenticator/",
        "usersessions/usersession/",
        "games/plan/",
        "games/draft/",
        "games/visit/",
        "games/seat/",
        "games/device/",
        "games/notice/",
        "sessions/session/",
    ],
)
def test_pages_of_other_apps_do_not_exist(moderator, path):
    answer = moderator.get(ROOT + path)
    assert answer.status_code == 404 or (answer.status_code == 302 and answer["Location"] == ROOT)


def test_pages_contain_nothing_the_security_policy_forbids(moderator):
    report = create_report()
    for path in [*PAGES, f"games/report/{report.pk}/change/", f"games/chatmessage/{report.message.pk}/change/"]:
        page = get_page(moderator, path)
        assert "style=" not in page
        assert "<style" not in page
        assert "onclick=" not in page
        assert "<script>" not in page


# --- the first moderator ---------------------------------------------------------------------------------------------


def test_a_command_makes_and_removes_moderators(capsys):
    person("Ana")
    call_command("moderator", "aNA")
    assert User.objects.get(username="Ana").is_staff
    assert not User.objects.get(username="Ana").is_superuser
    call_command("moderator")
    assert capsys.readouterr().out.splitlines() == [
        "Ana is now a moderator and needs two-factor authentication.",
        "Moderators: Ana",
    ]
    call_command("moderator", "Ana", "--off")
    assert not User.objects.get(username="Ana").is_staff
    User.objects.create_user("Otter 1234", is_guest=True)
    for name in ("Nobody", "Otter 1234"):
        with pytest.raises(CommandError):
            call_command("moderator", name)


def test_the_tests_use_the_path_in_the_settings():
    assert f"/{settings.ADMIN_PATH}/" == ROOT
