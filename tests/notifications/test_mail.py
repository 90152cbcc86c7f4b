"""One e-mail for everything that waits, after a delay and if still true, sent to a real mail server."""

import ast
import json
import random
import re
from datetime import timedelta
from pathlib import Path

import pytest

from accounts.models import Block, User
from games import play
from games.clocks import durations
from games.models import Game, Notification, NotificationSettings, Seat, Visit
from games.notifications import collect, content, email, routing, sending
from games.pages.board import _tables
from games.play import invitations
from tests.notifications.readers import duel, ledger, looks, reachable, turn_of, until_turn_of
from tests.tables import one_move, person, play_to_the_end, table

pytestmark = pytest.mark.django_db(transaction=True)


def send(later, **span: float) -> int:
    """The sweep, that much later."""
    collect.collect_all()
    later.later(**span)
    return sending.deliver()


def text_of(mail) -> str:
    return mail.get_body(("plain",)).get_content()


def test_a_turn_is_mailed_after_the_delay_and_not_before(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    assert send(later, minutes=29) == 0
    assert mailbox.mails == []
    assert send(later, minutes=2) == 1
    [mail] = mailbox.mails
    assert mail["To"] == "ana@mail.example"
    assert mail["Subject"] == "Your turn: TEN Push with Ben"
    text = text_of(mail)
    seat = Seat.objects.get(game=game, user=ana)
    assert f"/games/{game.pk}/" in text
    assert "Ben " in text.split("Since your last visit:")[1]
    assert "Move by " in text
    assert "in 2 days" in text or "in 3 days" in text or "in 11 hours" in text or "hours" in text
    assert seat.is_to_move
    assert mail.get_body(("html",)).get_content().count(f'/games/{game.pk}/"') == 1
    assert ledger(ana) == [("turn", "mail", "sent", "")]


@pytest.mark.database
def test_it_is_sent_once(later, mailbox):
    game, users = duel()
    until_turn_of(game, users, users[0])
    send(later, minutes=31)
    for _ in range(3):
        send(later, hours=1)
    assert len(mailbox.mails) == 1


def test_a_player_who_has_moved_gets_no_mail(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    collect.collect_all()
    while turn_of(game, users)[0] == ana:
        one_move(game, users, random.Random(5))
    assert send(later, minutes=31) == 1
    assert [mail["To"] for mail in mailbox.mails] == ["ben@mail.example"]
    assert ledger(ana) == [("turn", "mail", "skipped", "moved")]


def test_a_player_looking_at_the_table_gets_no_mail_unless_wanted(later, mailbox):
    for always, sent in ((False, 0), (True, 1)):
        game, users = duel()
        ana = users[0]
        NotificationSettings.objects.update_or_create(user=ana, defaults={"wants_while_at_table": always})
        until_turn_of(game, users, ana)
        collect.collect_all()
        looks(ana, game, later.now() + timedelta(hours=1))
        assert send(later, minutes=31) == sent
        assert ledger(ana)[-1][2:] == (("sent", "") if always else ("skipped", "looking"))
        Notification.objects.all().delete()
        ana.emailaddress_set.all().delete()
        users[1].emailaddress_set.all().delete()
        play.resign(game.pk, ana)
        collect.collect_all()
        Notification.objects.all().delete()


def test_a_player_looking_at_another_table_gets_a_mail(later, mailbox):
    game, users = duel()
    other, _users = table("swap", 4, players=1)
    until_turn_of(game, users, users[0])
    looks(users[0], other, later.now() + timedelta(hours=1))
    assert send(later, minutes=31) == 1


@pytest.mark.database
def test_one_mail_covers_all_games(later, mailbox):
    first, users = duel()
    second, _users = table("push", 2)
    third, _users = table("tiles", 2)
    collect.collect_all()
    Notification.objects.all().delete()
    ana = users[0]
    for place, game in enumerate((first, second, third)):
        until_turn_of(game, users, ana, seed=place)
        send(later, minutes=5)
    assert len([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]) == 0
    send(later, minutes=20)
    [mail] = [mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]
    assert mail["Subject"] == "It's your turn in 3 games"
    for game in (first, second, third):
        assert f"/games/{game.pk}/" in text_of(mail)
    assert "/next/" in text_of(mail)
    assert {row[2] for row in ledger(ana)} == {"sent"}
    send(later, minutes=60)
    assert len([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]) == 1


def test_unconfirmed_addresses_get_nothing(later, mailbox):
    game, users = duel()
    ana = users[0]
    ana.emailaddress_set.update(verified=False)
    until_turn_of(game, users, ana)
    send(later, minutes=31)
    assert mailbox.mails == []
    assert ledger(ana) == [("turn", "site", "skipped", "unconfirmed")]


def test_the_log_says_that_a_guest_has_no_address(later, mailbox):
    _game, users = table("push", 2)
    collect.collect_all()
    assert {row[1:] for user in users for row in ledger(user)} == {("site", "skipped", "no-way")}


def test_an_address_that_was_changed_gets_no_mail(later, mailbox):
    game, users = duel()
    until_turn_of(game, users, users[0])
    collect.collect_all()
    users[0].emailaddress_set.update(verified=False)
    send(later, minutes=31)
    assert mailbox.mails == []
    assert ledger(users[0])[-1][2:] == ("skipped", "unconfirmed")


@pytest.mark.parametrize(
    ("wish", "why"),
    [({"wants_mail": False, "wants_push": False}, "mail-off"), ({"wants_mail": False}, "mail-off")],
)
def test_mail_that_is_off(later, mailbox, wish, why):
    game, users = duel()
    NotificationSettings.objects.create(user=users[0], **wish)
    until_turn_of(game, users, users[0])
    send(later, minutes=31)
    assert ledger(users[0]) == [("turn", "site", "skipped", why)]


@pytest.mark.parametrize(
    ("reach", "what", "sent"),
    [("none", "turn", 0), ("none", "hour", 0), ("clock", "turn", 0), ("clock", "hour", 1), ("", "hour", 1)],
)
def test_a_table_can_be_muted_or_for_the_clock_only(later, mailbox, reach, what, sent):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    collect.collect_all()
    Notification.objects.all().delete()
    Visit.objects.update_or_create(user=ana, game=game, defaults={"notify_about": reach})
    Seat.objects.filter(game=game, user=ana).update(clock_stage="" if what == "turn" else what, is_notified=False)
    assert send(later, minutes=31) == sent
    assert ledger(ana)[-1][0] == what


def test_a_table_that_is_muted_is_in_no_mail_about_another(later, mailbox):
    first, users = duel()
    second, _users = table("tiles", 2)
    ana = users[0]
    Visit.objects.update_or_create(user=ana, game=second, defaults={"notify_about": "none"})
    for game in (second, first):
        until_turn_of(game, users, ana)
    send(later, minutes=31)
    [mail] = [mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]
    assert second.pk not in mail.as_string()


@pytest.mark.parametrize("stage", ["half", "most", "hour", "grace", "last"])
def test_warnings_come_sooner_and_go_with_what_else_waits(later, mailbox, stage):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    collect.collect_all()
    Seat.objects.filter(game=game, user=ana).update(clock_stage=stage, is_notified=False)
    assert send(later, minutes=1, seconds=1) == 1
    [mail] = mailbox.mails
    assert mail["Subject"].endswith(": TEN Push with Ben")
    assert ledger(ana) == [("turn", "mail", "sent", ""), (stage, "mail", "sent", "")]
    assert ("After that, you lose the game" in text_of(mail)) == (stage in ("grace", "last"))


def test_a_mail_says_what_the_clock_does_where_nobody_answers(later, mailbox):
    """A bid is a small decision: the clock passes. What is no small one costs the bank."""
    game, users = duel()
    ana, said = users[0], set()
    for seed in range(12):
        until_turn_of(game, users, ana, seed)
        send(later, minutes=31)
        is_small = "auction" in json.loads(Game.objects.get(pk=game.pk).state)["phase"]
        text = text_of([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"][-1])
        assert ("After that, the default move is made for you." in text) == is_small
        said.add(is_small)
        if len(said) == 2:
            return
    raise AssertionError("only one kind of decision came")


def test_reminders_can_be_off(later, mailbox):
    game, users = duel()
    NotificationSettings.objects.create(user=users[0], wants_reminders=False)
    until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.all().delete()
    Seat.objects.filter(game=game, user=users[0]).update(clock_stage="hour", is_notified=False)
    send(later, minutes=31)
    assert mailbox.mails == []
    assert ledger(users[0]) == [("hour", "site", "skipped", "reminders-off")]


def test_the_end_is_told_with_the_place(later, mailbox):
    game, users = duel("tiles")
    play_to_the_end(game, users, random.Random(1))
    send(later, minutes=31)
    subjects = {mail["To"]: mail["Subject"] for mail in mailbox.mails}
    assert subjects == {
        "ana@mail.example": "Game over: TEN Tiles with Ben",
        "ben@mail.example": "Game over: TEN Tiles with Ana",
    }
    assert any("Your place: 1 of 2." in text_of(mail) for mail in mailbox.mails)


def test_an_invitation_says_until_when_it_waits(later, mailbox):
    ana, ben = person("Ana"), person("Ben")
    reachable(ben)
    game = play.create_game(ana, kind="push", seats=3, options={})
    asked = invitations.invite(game, ana, "Ben")
    send(later, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Ana invited you: TEN Push with Ana"
    assert f"The invitation expires on {durations.format_absolute(asked.expires_at)}." in text_of(mail)


def test_turns_of_live_games_are_not_mailed(later, mailbox):
    game, users = duel(pace="live")
    until_turn_of(game, users, users[0])
    assert send(later, minutes=31) == 0
    assert mailbox.mails == []


# --- what is in it, and what is not ----------------------------------------------------------------------------------


def test_times_in_mails_are_in_the_readers_time_zone(later, mailbox):
    game, users = duel()
    User.objects.filter(pk=users[0].pk).update(time_zone="Asia/Tokyo")
    until_turn_of(game, users, users[0])
    send(later, minutes=31)
    seat = Seat.objects.get(game=game, user=users[0])
    assert "(Asia/Tokyo)" in text_of(mailbox.mails[0])
    assert seat.deadline_at is not None


def test_every_mail_has_a_one_click_unsubscribe_link(later, mailbox):
    game, users = duel()
    until_turn_of(game, users, users[0])
    send(later, minutes=31)
    [mail] = mailbox.mails
    link = re.fullmatch(r"<(http://localhost:8000/unsubscribe/[^/]+/)>", mail["List-Unsubscribe"].strip())
    assert link
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link[1] in text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert email.find_user(link[1].split("/")[-2]) == users[0]


def test_mails_contain_nothing_other_seats_know(later, mailbox):
    """swap: every card is secret until it is shown."""
    users = [person(name) for name in ("Ana", "Ben", "Chloe", "Dora")]
    game = play.create_game(users[0], kind="swap", seats=4, options={})
    for user in users[1:]:
        play.sit(game.pk, user)
    for user in users:
        reachable(user)
    collect.collect_all()
    bodies = []
    for swapped in (False, True):
        Notification.objects.update(status="waiting", batch_key="", due_at=later.now())
        if swapped:
            _swap_what_is_hidden(game)
        first = turn_of(game, users)[0]
        Notification.objects.exclude(user=first).delete()
        mailbox.mails.clear()
        assert sending.deliver() == 1
        [mail] = mailbox.mails
        html = mail.get_body(("html",)).get_content()
        bodies.append(re.sub(r"in \d+ (days?|hours?|minutes?)( \d+ \w+)?", "", text_of(mail) + html))
    assert bodies[0] == bodies[1]


def _swap_what_is_hidden(game: Game) -> None:
    """A seat that is not asked has another card of the deck."""
    game.refresh_from_db()
    state = json.loads(game.state)
    seat = (Seat.objects.get(game=game, is_to_move=True).number + 2) % 4
    hands, deck = state["dealt"], state["deck"]
    place = next(place for place, card in enumerate(deck) if card != hands[seat])
    hands[seat], deck[place] = deck[place], hands[seat]
    Game.objects.filter(pk=game.pk).update(state=json.dumps(state))
    _tables.items.clear()


def test_a_name_cannot_write_headers(later, mailbox):
    game, users = duel()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Eve\r\nBcc: all@example.org")
    send(later, minutes=31)
    [mail] = mailbox.mails
    assert mail["Bcc"] is None
    assert mailbox.envelopes == [("ten@localhost", "ana@mail.example")]


def test_unknown_news_have_a_plain_sentence(later, mailbox):
    game, users = duel()
    collect.enqueue_notification([users[0].pk], "whatever", game)
    send(later, minutes=31)
    assert mailbox.mails[0]["Subject"] == "News from your game: TEN Push with Ben"


@pytest.mark.database
def test_chat_is_mailed_only_to_readers_who_want_it_and_have_not_read_it(later, mailbox):
    game, users = duel()
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=7)
    send(later, minutes=31)
    assert ledger(users[0]) == []
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=7)
    collect.collect_all()
    Visit.objects.update_or_create(user=users[0], game=game, defaults={"read_message_id": 7})
    send(later, minutes=31)
    assert ledger(users[0]) == [("chat", "mail", "skipped", "read")]
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=8)
    send(later, minutes=31)
    assert mailbox.mails[0]["Subject"] == "New message from Ben: TEN Push with Ben"


def test_the_question_comes_before_other_news_of_the_game(later, mailbox):
    game, users = duel()
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.filter(user=users[1]).delete()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Ben")
    for number in (8, 9):
        collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=number)
    send(later, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Your turn: TEN Push with Ben"
    title, asked, until, *more = text_of(mail).splitlines()[2:]
    assert title == "Your turn: TEN Push with Ben"
    assert asked
    assert until.startswith("Move by ")
    assert more[:3] == ["Ben gave you more time.", "New message from Ben.", "Since your last visit:"]
    assert {row[2] for row in ledger(users[0])} == {"sent"}


def test_news_of_a_waiting_game_says_so(later, mailbox):
    game, users = duel()
    until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.all().delete()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Ben")
    send(later, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Ben gave you more time: TEN Push with Ben"
    assert text_of(mail).splitlines()[4].startswith("Move by ")


# --- once a day -------------------------------------------------------------------------------------------------------


def test_a_digest_comes_once_a_day_at_its_hour(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    collect.collect_all()
    Notification.objects.all().delete()
    hour = (later.now() + timedelta(hours=1)).hour
    NotificationSettings.objects.create(
        user=ana, wants_mail=False, wants_push=False, wants_digest=True, digest_hour=hour
    )
    later.later(minutes=0)
    send(later, minutes=0)
    assert mailbox.mails == []
    for _ in range(30):
        later.later(hours=1)
        send(later, seconds=1)
    assert 1 <= len(mailbox.mails) <= 2
    assert mailbox.mails[0]["Subject"] == "TEN today: it's your turn in 1 game"
    assert f"/games/{game.pk}/" in text_of(mailbox.mails[0])


def test_a_digest_without_a_turn_says_that_you_are_all_caught_up(later):
    _game, (ana, _ben) = duel()
    Seat.objects.filter(user=ana).update(is_to_move=False)
    mail = email.compose(ana, "ana@mail.example", [Notification(user=ana, topic="digest")], "batch", later.now())
    assert mail.subject == "TEN today: you're all caught up"
    assert "You're all caught up." in mail.body
    assert "You're waiting for others in 1 game." in mail.body


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_server_that_is_busy_is_asked_again_later(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    mailbox.replies["RCPT"] = "451 4.3.2 Come back later"
    assert send(later, minutes=31) == 0
    assert ledger(ana) == [("turn", "mail", "waiting", "451 4.3.2 Come back later")]
    mailbox.replies.clear()
    assert send(later, seconds=30) == 0
    assert send(later, minutes=1) == 1
    assert ledger(ana) == [("turn", "mail", "sent", "")]
    assert Notification.objects.get(user=ana).attempts == 2


@pytest.mark.database
def test_it_is_given_up_after_some_hours(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    mailbox.replies["MESSAGE"] = "452 4.2.2 Mailbox full"
    send(later, minutes=31)
    for _ in range(len(sending.BACKOFF) + 2):
        later.later(hours=7)
        sending.deliver()
    assert ledger(ana)[-1] == ("turn", "mail", "failed", "452 4.2.2 Mailbox full")
    assert Notification.objects.filter(user=ana).last().attempts == len(sending.BACKOFF) + 1


@pytest.mark.parametrize("verb", ["RCPT", "MESSAGE"])
def test_a_permanent_refusal_is_not_retried(later, mailbox, verb):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    mailbox.replies[verb] = "550 5.1.1 No such user"
    send(later, minutes=31)
    assert ledger(ana) == [("turn", "mail", "failed", "550 5.1.1 No such user")]
    mailbox.replies.clear()
    for _ in range(3):
        send(later, hours=1)
    assert mailbox.mails == []


def test_a_refusal_of_one_does_not_stop_the_mail_of_others(later, mailbox):
    first, users = duel()
    second, _users = table("tiles", 2)
    until_turn_of(first, users, users[0])
    until_turn_of(second, users, users[1])
    mailbox.replies["RCPT"] = lambda line: "550 5.1.1 Who?" if "ana@" in line else ""
    send(later, minutes=31)
    assert [mail["To"] for mail in mailbox.mails] == ["ben@mail.example"]
    assert mailbox.talks == 1


def test_nothing_is_lost_while_the_mail_server_is_down(later, mailbox):
    game, users = duel()
    until_turn_of(game, users, users[0])
    mailbox.replies["CONNECT"] = "421 4.3.2 Closing"
    assert send(later, minutes=31) == 0
    assert ledger(users[0])[-1] == ("turn", "mail", "waiting", "421 4.3.2 Closing")
    mailbox.replies.clear()
    assert send(later, minutes=2) == 1


@pytest.mark.database
def test_a_repeat_has_the_same_message_id(later, mailbox):
    """The server takes the mail, and the sender dies before it can note that."""
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    send(later, minutes=31)
    Notification.objects.filter(user=ana).update(status="sending", sent_at=None, due_at=later.now())
    assert sending.deliver() == 1
    one, two = mailbox.mails
    assert one["Message-ID"] == two["Message-ID"]
    assert re.fullmatch(r"<[0-9a-f]{32}@localhost>", one["Message-ID"])


@pytest.mark.database
def test_what_a_worker_has_claimed_no_other_sends(later, mailbox):
    game, users = duel()
    ana = users[0]
    until_turn_of(game, users, ana)
    collect.collect_all()
    later.later(minutes=31)
    assert len(sending._claim_mail(ana.pk)) == 1
    assert sending.deliver() == 0
    later.later(minutes=6)
    assert sending.deliver() == 1


def test_nothing_to_send_costs_little(later, django_assert_max_num_queries):
    collect.collect_all()
    with django_assert_max_num_queries(4):
        collect.collect_all()
        sending.deliver()


def test_only_the_owner_of_a_row_matters(later, mailbox):
    """A block changes nothing in what the clock has to tell."""
    game, users = duel()
    Block.objects.create(user=users[0], other=users[1])
    until_turn_of(game, users, users[0])
    assert send(later, minutes=31) == 1
    assert routing.asks_for_move("turn")


def test_every_notification_in_the_code_has_a_text():
    """What is told by its name in the code is not told as news of some kind."""
    said = set()
    for path in (Path(__file__).parents[2] / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == "enqueue_notification"
            ):
                said |= {arg.value for arg in node.args[1:2] if isinstance(arg, ast.Constant)}
    assert {"invited", "rematch", "chat", "vacation", "off"} <= said
    assert said <= set(content.TITLES)
    assert set(routing.TYPES) <= set(content.TITLES)


def test_a_vacation_day_is_announced_with_its_end(later, mailbox):
    _game, users = duel()
    User.objects.filter(pk=users[0].pk).update(time_zone="Europe/Berlin")
    collect.enqueue_notification([users[0].pk], "vacation", until="2027-01-05T11:00:00+00:00")
    send(later, minutes=2)
    [mail] = mailbox.mails
    assert mail["Subject"] == "TEN: We used one of your vacation days"
    assert "Your clocks are stopped until Tue, Jan 5, 12:00 (Europe/Berlin)." in text_of(mail)
