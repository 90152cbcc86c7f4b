"""The chat of a table: who reads it, what may be posted, read marks, and secrecy between audiences."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games import play, signals
from games.chat import keys, service
from games.chat.text import MOST, clean_text, count_characters
from games.models import ChatMessage, Game, Notification, Visit
from games.refusals import Denied
from tests.tables import as_user, one_move, people, person, table

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}


def post(user: User | None, game: Game, text: str = "Hello", **headers: str):
    return as_user(user).post(f"/games/{game.pk}/talk/", {"text": text}, headers=headers or JSON)


def make_key(game: Game, players: int = 0, watchers: int = 0) -> str:
    """Return the key of that position in the chat, as pages use it."""
    return keys.format_key(game.pk, keys.Key(players, watchers))


def read_texts(user: User | None, game: Game, after: str | None = None) -> list[str]:
    """Return the texts that the user reads as JSON."""
    query = "" if after is None else f"?after={after}"
    answer = as_user(user).get(f"/games/{game.pk}/talk/{query}", headers=JSON)
    assert answer.status_code == 200, answer.content
    return [message["text"] for message in answer.json()["messages"]]


def get_page(user: User | None, game: Game) -> str:
    return as_user(user).get(f"/games/{game.pk}/").content.decode()


def record_signals() -> list[dict]:
    """Record what is announced to pages from now on."""
    told: list[dict] = []
    signals.talked.disconnect(dispatch_uid="test talk")
    signals.talked.connect(lambda **facts: told.append(facts), weak=False, dispatch_uid="test talk")
    return told


@pytest.fixture(autouse=True)
def _disconnect():
    yield
    signals.talked.disconnect(dispatch_uid="test talk")


# --- who reads what -------------------------------------------------------------------------------------------------


def test_players_and_spectators_read_their_own_chat_and_after_the_game_both():
    game, (ana, ben) = table("tiles", 2)
    chloe, dora = person("Chloe"), person("Dora")
    assert post(ana, game, "between us").status_code == 200
    assert post(chloe, game, "she will lose").status_code == 200
    assert read_texts(ben, game) == ["between us"]
    assert read_texts(dora, game) == ["she will lose"]
    assert as_user(None).get(f"/games/{game.pk}/talk/", headers=JSON).status_code == 403
    assert "between us" not in get_page(dora, game)
    assert "she will lose" not in get_page(ana, game)
    assert 'id="panel-talk"' not in get_page(None, game)
    play.resign(game.pk, ben)
    for reader in (ana, ben, chloe, dora, None):
        assert read_texts(reader, game) == ["between us", "she will lose"]
        assert "she will lose" in get_page(reader, game)


def test_a_player_who_left_still_reads_the_players_chat_only():
    game, (ana, ben, chloe) = table("push", 3)
    emil = person("Emil")
    play.resign(game.pk, chloe)
    assert "Message to other spectators" in get_page(emil, game)
    play.substitute(game.pk, emil)
    for user in (chloe, emil):
        assert "Message to the players" in get_page(user, game)
    post(ana, game, "farewell")
    post(person("Dora"), game, "poor her")
    assert read_texts(chloe, game) == ["farewell"]
    assert post(chloe, game, "thanks").status_code == 200
    assert read_texts(ben, game) == read_texts(emil, game) == ["farewell", "thanks"]


def test_before_the_start_only_seated_players_can_chat():
    ana, ben, chloe = people(3)
    game = play.create_game(ana, kind="push", seats=3, options={})
    assert post(ana, game, "who comes?").status_code == 200
    assert "who comes?" in get_page(ana, game)
    assert "who comes?" not in get_page(ben, game)
    answer = post(ben, game, "me")
    assert (answer.status_code, answer.json()["code"]) == (403, "talk.room")
    play.sit(game.pk, ben)
    assert read_texts(ben, game) == ["who comes?"]
    play.cancel_game(game.pk, ana)
    assert read_texts(ben, game) == ["who comes?"]
    assert as_user(chloe).get(f"/games/{game.pk}/talk/", headers=JSON).status_code == 403


@pytest.mark.parametrize(("kind", "seats", "players"), [("push", 1, 1), ("push", 3, 1), ("swap", 4, 1)])
def test_solo_games_have_no_chat(kind, seats, players):
    game, (ana,) = table(kind, seats, players, options={"solo": 7} if seats == 1 else {})
    assert 'id="panel-talk"' not in get_page(ana, game)
    for user in (ana, person("Ben")):
        answer = post(user, game)
        assert (answer.status_code, answer.json()["code"]) == (404, "talk.none")
    assert not ChatMessage.objects.exists()


def test_guests_can_chat_only_where_they_have_a_seat():
    ana = person("Ana")
    guest = User.objects.create_user("Otter 1234", is_guest=True)
    game = play.create_game(ana, kind="tiles", seats=2, options={})
    play.sit(game.pk, guest)
    assert post(guest, game).status_code == 200
    other, _ = table("tiles", 2)
    answer = post(guest, other)
    assert (answer.status_code, answer.json()["code"]) == (403, "talk.guest")
    assert post(None, other).status_code == 403


def test_messages_are_never_part_of_the_board():
    game, (ana, ben) = table("tiles", 2)
    post(ana, game, "xyzzy-secret")
    for user in (ana, ben, None):
        client = as_user(user)
        assert b"xyzzy" not in client.get(f"/games/{game.pk}/state.json").content
        assert b"xyzzy" not in client.get(f"/games/{game.pk}/record.json").content
    board = re.search(r'<div id="table".*?</aside>', get_page(ben, game), re.S)
    assert board
    assert "xyzzy" not in board[0]
    assert "xyzzy" in get_page(ben, game)


# --- non-interference -----------------------------------------------------------------------------------------------


def load_everything(game: Game, readers: list[User]) -> list[bytes]:
    """Return every response about a table that players can get, without CSRF tokens."""
    found = []
    for reader in readers:
        client = as_user(reader)
        for path in (
            "",
            "state.json",
            "record.json",
            "log/",
            "talk/",
            "talk/?after=",
            f"talk/?after={make_key(game, 1)}",
        ):
            for headers in ({}, JSON, {"HX-Request": "true"}) if path.startswith("talk") else ({},):
                body = client.get(f"/games/{game.pk}/{path}", headers=headers).content
                found.append(re.sub(rb'(csrf[a-z-]*" (?:content|value)=")[^"]*', rb"\1", body))
    return found


def play_with_chat(game: Game, with_watchers: bool) -> tuple[list[bytes], list[dict]]:
    """Chat and read as the players; return all they get, whether or not spectators chat too."""
    ana, ben, chloe = people(3)
    for made in (ChatMessage, Visit, Notification):
        made.objects.all().delete()
    told = record_signals()
    for step, (user, text) in enumerate([(ana, "one"), (ben, "two"), (ana, "three")]):
        if with_watchers:
            post(chloe, game, f"whispered {step}")
            as_user(chloe).post(f"/games/{game.pk}/talk/read/", {"upto": make_key(game, 0, step + 1)})
        message = service.post_message(game.pk, user, text)
        ChatMessage.objects.filter(pk=message.pk).update(sent_at=game.created_at)
        as_user(ben).post(f"/games/{game.pk}/talk/read/", {"upto": make_key(game, step + 1)})
    return load_everything(game, [ana, ben]), [{**facts, "signal": None} for facts in told if facts["to"] is not None]


def test_players_get_the_same_bytes_whether_spectators_chat_or_not():
    game, (ana, ben) = table("tiles", 2)
    person("Chloe")
    silent = play_with_chat(game, with_watchers=False)
    loud = play_with_chat(game, with_watchers=True)
    assert ChatMessage.objects.filter(audience="watchers").count() == 3
    assert silent == loud
    assert not Notification.objects.exclude(user__in=[ana, ben]).exists()
    play.resign(game.pk, ben)
    assert "whispered 0" in get_page(ana, game)  # proves that the comparison would find it


def test_players_and_spectators_are_not_notified_of_each_others_messages():
    game, (ana, ben) = table("tiles", 2)
    chloe, told = person("Chloe"), record_signals()
    post(ana, game)
    post(chloe, game)
    assert [(facts["to"], facts["but"], facts["known"]) for facts in told] == [
        ([ana.pk, ben.pk], [], True),
        (None, [ana.pk, ben.pk], True),
    ]


# --- what may be posted ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hello   there \t you ", "Hello there you"),
        ("one\r\n\r\n\r\n two \n\n\n\nthree\n", "one\ntwo\nthree"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c and \u2066isolated\u2069", "evil and isolated"),
        ("nu\x00ll\x07 \x1b[31mred", "null [31mred"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("👩\u200d👩\u200d👧 \U0001faf7", "👩\u200d👩\u200d👧 \U0001faf7"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("z" + "\u0335" * 50, "z" + "\u0335" * 4),
        ("\ud800x\uffff\ue000", "x"),
        ("a\u2028b\x0bc", "a\nb\nc"),
    ],
)
def test_messages_are_plain_text_without_extra_space(typed, kept):
    assert clean_text(typed) == kept
    assert clean_text(kept) == kept


@pytest.mark.parametrize("nothing", ["", " \n\t ", "\u200b\u200d", "\u2800\u3164", "\x00", "\u0301"])
def test_an_empty_message_is_refused(nothing):
    game, (ana, _) = table("tiles", 2)
    answer = post(ana, game, nothing)
    assert (answer.status_code, answer.json()["code"]) == (422, "talk.empty")
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("abc", 3),
        ("é", 1),
        ("e\u0301", 1),
        ("👩\u200d👩\u200d👧", 1),
        ("👍🏽", 1),
        ("🇩🇪🇫🇷", 2),
        ("❤\ufe0f", 1),
        ("नी", 1),
        ("", 0),
    ],
)
def test_visible_characters_are_counted(text, count):
    assert count_characters(text) == count


def test_the_limit_is_500_visible_characters():
    game, (ana, ben) = table("tiles", 2)
    assert post(ana, game, "é" * MOST).status_code == 200
    assert post(ana, game, "🇩🇪" * MOST).status_code == 200
    assert read_texts(ben, game)[1] == "🇩🇪" * MOST
    for text in ("a" * (MOST + 1), "a" * 10_000, "a" * 60_000, "👩\u200d👩\u200d👧" * 499):
        answer = post(ana, game, text)
        assert (answer.status_code, answer.json()["code"]) == (422, "talk.long")
    assert "1 over the limit of" in post(ana, game, "a" * (MOST + 1)).json()["message"]
    assert ChatMessage.objects.count() == 2


def test_html_and_urls_are_shown_as_text():
    game, (ana, ben) = table("tiles", 2)
    post(ana, game, '<script>alert(1)</script> <a href="x">https://evil.example/</a> {{ user }} &amp;')
    shown = get_page(ben, game)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "<script>alert" not in shown
    assert "&amp;amp;" in shown
    text = re.search(r'<p class="talk-text"[^>]*>(.*?)</p>', shown, re.S)
    assert text
    assert "<" not in text[1]


def test_at_most_ten_messages_a_minute():
    game, (ana, ben) = table("tiles", 2)
    for number in range(10):
        assert post(ana, game, f"m{number}").status_code == 200
    answer = post(ana, game, "too many")
    assert (answer.status_code, answer.json()["code"]) == (429, "talk.many")
    assert answer["Retry-After"] == "60"
    plain = as_user(ana).post(f"/games/{game.pk}/talk/", {"text": "too many"})
    assert (plain.status_code, plain["Retry-After"]) == (429, "60")
    assert post(ben, game, "I may").status_code == 200
    ChatMessage.objects.filter(text="m0").update(sent_at=timezone.now() - timedelta(seconds=61))
    assert post(ana, game, "now I may").status_code == 200


def test_without_javascript_a_refused_message_stays_in_the_form():
    game, (ana, _) = table("tiles", 2)
    answer = post(ana, game, "a" * 501, Accept="text/html")
    assert answer.status_code == 422
    assert "a" * 501 in answer.content.decode()
    assert "1 over the limit of" in answer.content.decode()
    assert post(ana, game, "fine", Accept="text/html").headers["Location"] == f"/games/{game.pk}/#talk"
    room = play.create_game(ana, kind="push", seats=3, options={})
    answer = post(ana, room, "b" * 501, Accept="text/html")
    assert answer.status_code == 422
    assert "b" * 501 in answer.content.decode()


@pytest.mark.parametrize("path", ["talk/", "talk/read/", "talk/quiet/"])
def test_a_get_changes_nothing_and_no_url_fails(path):
    game, (ana, ben) = table("tiles", 2)
    post(ana, game)
    client = as_user(ben)
    for query in (
        "",
        "?after=",
        f"?after={make_key(game, 1, 2)}",
        "?after=x",
        f"?before={make_key(game, 1)}",
        f"?before={make_key(game, 9)}",
        "?before=%00",
        "?after=p99999999999",
    ):
        assert client.get(f"/games/{game.pk}/{path}{query}").status_code in (200, 405, 422, 400)
    assert not Visit.objects.filter(user=ben, read_message_id__gt=0).exists()
    assert client.get(f"/games/nowhere/{path}").status_code in (404, 405)
    for fields in ({}, {"upto": "x"}, {"upto": "p9999999999"}, {"text": "\x00"}):
        assert client.post(f"/games/{game.pk}/{path}", fields).status_code in (200, 303, 422)
        assert client.post(f"/games/nowhere/{path}", fields).status_code == 404
    assert Client(enforce_csrf_checks=True).post(f"/games/{game.pk}/{path}").status_code == 403


# --- reading --------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_new_messages_are_loaded_after_a_key_and_older_ones_in_pages():
    game, (ana, ben) = table("tiles", 2)
    for number in range(1, 121):
        ChatMessage.objects.create(game=game, user=ana, audience="players", number=number, text=f"m{number}")
    assert read_texts(ben, game) == [f"m{number}" for number in range(71, 121)]
    assert read_texts(ben, game, make_key(game, 118)) == ["m119", "m120"]
    assert read_texts(ben, game, "")[0] == "m1"
    shown = get_page(ben, game)
    assert f"?before={make_key(game, 71)}" in shown
    assert "50+ new" in shown
    earlier = as_user(ben).get(f"/games/{game.pk}/talk/?before={make_key(game, 71)}").content.decode()
    assert ">m21<" in earlier
    assert ">m70<" in earlier
    assert ">m71<" not in earlier
    news = (
        as_user(ben)
        .get(f"/games/{game.pk}/talk/?after={make_key(game, 119)}", headers={"HX-Request": "true"})
        .content.decode()
    )
    assert news.startswith(f'<div data-end="{make_key(game, 120)}">')
    assert "m120" in news
    assert "<html" not in news


def test_read_marks_only_move_forward_and_the_author_sees_them():
    game, (ana, ben, chloe) = table("push", 3)
    for text in ("one", "two", "three"):
        post(ana, game, text)
    post(ben, game, "four")
    told = record_signals()
    client = as_user(chloe)
    for upto, seen in ((2, 2), (1, 2), (3, 3), (99, 4)):
        assert (
            client.post(f"/games/{game.pk}/talk/read/", {"upto": make_key(game, upto)}, headers=JSON).status_code == 200
        )
        visit = Visit.objects.get(game=game, user=chloe)
        assert ChatMessage.objects.get(pk=visit.read_message_id).number == seen
    assert [facts["to"] for facts in told] == [[ana.pk], [ana.pk], [ben.pk]]
    assert "read by Ben, Chloe." in get_page(ana, game)
    assert "read by Chloe." in get_page(ben, game)
    assert "4 new" not in get_page(chloe, game)
    post(ana, game, "five")
    assert "1 new" in get_page(chloe, game)
    assert as_user(person("Dora")).post(f"/games/{game.pk}/talk/read/", {"upto": make_key(game, 3)}).status_code == 303
    assert not Visit.objects.filter(user__username="Dora", read_message_id__gt=0).exists()


def test_a_muted_chat_shows_nothing_and_sends_no_notifications():
    game, (ana, ben) = table("tiles", 2)
    post(ana, game, "before")
    assert as_user(ben).post(f"/games/{game.pk}/talk/quiet/", {"quiet": "yes"}).status_code == 303
    post(ana, game, "noise")
    assert "noise" not in get_page(ben, game)
    assert read_texts(ben, game, "") == []
    assert Notification.objects.filter(user=ben, topic="chat").count() == 1
    as_user(ben).post(f"/games/{game.pk}/talk/quiet/", {"quiet": "no"})
    assert "noise" in get_page(ben, game)


def test_messages_of_a_muted_player_are_hidden_without_telling_them():
    game, (ana, ben, chloe) = table("push", 3)
    before = get_page(ben, game)
    blocks.set_status(ana, ben, "muted")
    told = record_signals()
    post(ben, game, "loud")
    assert read_texts(ana, game) == []
    assert read_texts(chloe, game) == ["loud"]
    assert told[0]["but"] == [ana.pk]
    post(ana, game, "quiet")
    assert read_texts(ben, game) == ["loud", "quiet"]
    assert "mute" not in before.replace("Mute", "")


def test_messages_hidden_by_a_moderator_are_not_shown():
    game, (ana, ben) = table("tiles", 2)
    post(ana, game, "rude")
    ChatMessage.objects.update(is_hidden=True)
    assert read_texts(ben, game) == read_texts(ana, game) == []


def test_messages_of_deleted_accounts_have_no_name():
    game, (ana, ben) = table("tiles", 2)
    post(ana, game, "I was here")
    ChatMessage.objects.update(user=None)
    assert "Former player" in get_page(ben, game)
    assert read_texts(ben, game) == ["I was here"]


# --- notifications --------------------------------------------------------------------------------------------------


def count_notifications(user: User) -> int:
    return Notification.objects.filter(user=user, topic="chat").count()


def test_absent_players_are_notified_once_until_they_read():
    game, (ana, ben, chloe) = table("push", 3)
    for text in ("one", "two", "three"):
        post(ana, game, text)
    assert (count_notifications(ana), count_notifications(ben), count_notifications(chloe)) == (0, 1, 1)
    as_user(ben).post(f"/games/{game.pk}/talk/read/", {"upto": make_key(game, 3)})
    post(ana, game, "four")
    post(ana, game, "five")
    assert (count_notifications(ana), count_notifications(ben), count_notifications(chloe)) == (0, 2, 1)
    told = Notification.objects.filter(user=ben).latest("pk")
    assert (told.game_id, told.facts["by"], told.facts["talk"]) == (
        game.pk,
        "Ana",
        ChatMessage.objects.get(text="four").pk,
    )
    post(person("Dora"), game, "psst")
    assert count_notifications(ben) == 2


def test_players_looking_at_the_table_are_not_notified():
    game, (ana, ben) = table("tiles", 2)
    Visit.objects.create(game=game, user=ben, looking_until=timezone.now() + timedelta(minutes=1))
    post(ana, game)
    assert count_notifications(ben) == 0
    Visit.objects.update(looking_until=timezone.now() - timedelta(seconds=1))
    post(ana, game)
    assert count_notifications(ben) == 1


@pytest.mark.database
def test_the_number_of_queries_does_not_depend_on_messages(django_assert_max_num_queries):
    game, (ana, ben) = table("tiles", 2)
    for number in range(1, 200):
        ChatMessage.objects.create(
            game=game, user=ana if number % 2 else ben, audience="players", number=number, text="x"
        )
    client = as_user(ben)
    client.get(f"/games/{game.pk}/")
    with django_assert_max_num_queries(9):
        client.get(f"/games/{game.pk}/talk/?after={make_key(game, 150)}", headers={"HX-Request": "true"})
    with django_assert_max_num_queries(21):
        client.post(f"/games/{game.pk}/talk/", {"text": "y"}, headers=JSON)


@pytest.mark.parametrize(
    "text", ["p1", "w00000000p00000000", "p0000000g", "p00000000p00000000", "P00000000", "p" + "0" * 9]
)
def test_an_invalid_key_is_refused(text):
    with pytest.raises(Denied):
        keys.parse_key("some", text)


def test_keys_do_not_reveal_how_many_messages_there_are():
    numbers = [*range(1, 300), 9_999_999]
    named = [keys.format_key("some", keys.Key(players=number)) for number in numbers]
    assert [keys.parse_key("some", name).players for name in named] == numbers
    assert named != sorted(named)
    assert len({*named, *(keys.format_key("other", keys.Key(players=number)) for number in numbers)}) == 600
    assert keys.parse_key("some", keys.format_key("some", keys.Key(3, 2))) == (3, 2)
    assert keys.parse_key("some", "") == keys.BEGINNING
    refused = 0
    for guess in range(200):
        try:
            keys.parse_key("some", f"p{guess:08x}")
        except Denied:
            refused += 1
    assert refused > 190


def test_moves_do_not_depend_on_chat():
    game, users = table("tiles", 2)
    post(users[0], game)
    one_move(game, users, random.Random(1))
    assert game.version == 1


@pytest.mark.database
def test_concurrent_messages_get_different_numbers():
    game, users = table("swap", 4)

    def say(user: User) -> None:
        try:
            for number in range(8):
                service.post_message(game.pk, user, f"{number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(say, users))
    numbers = ChatMessage.objects.order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 33))
