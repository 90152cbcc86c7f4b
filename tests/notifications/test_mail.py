"""One e-mail covers everything that waits; it is sent after a delay, if it is still true."""

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
from games.pages.tables import _tables
from games.play import invitations
from tests.notifications.readers import (
    add_address,
    list_log,
    play_until_turn_of,
    set_looking,
    split_by_turn,
    start_duel,
)
from tests.tables import one_move, person, play_to_the_end, table

pytestmark = pytest.mark.django_db(transaction=True)


def send(clock, **span: float) -> int:
    """Collect notifications, and send what is due that much later."""
    collect.collect_all()
    clock.advance(**span)
    return sending.deliver()


def read_text(mail) -> str:
    return mail.get_body(("plain",)).get_content()


def test_a_turn_is_mailed_after_the_delay_and_not_before(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    assert send(clock, minutes=29) == 0
    assert mailbox.mails == []
    assert send(clock, minutes=2) == 1
    [mail] = mailbox.mails
    assert mail["To"] == "ana@mail.example"
    assert mail["Subject"] == "Your turn: TEN Push with Ben"
    text = read_text(mail)
    seat = Seat.objects.get(game=game, user=ana)
    assert f"/games/{game.pk}/" in text
    assert "Ben " in text.split("Since your last visit:")[1]
    assert "Move by " in text
    assert "in 2 days" in text or "in 3 days" in text or "in 11 hours" in text or "hours" in text
    assert seat.is_to_move
    assert mail.get_body(("html",)).get_content().count(f'/games/{game.pk}/"') == 1
    assert list_log(ana) == [("turn", "mail", "sent", "")]


@pytest.mark.database
def test_a_turn_is_mailed_once(clock, mailbox):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    send(clock, minutes=31)
    for _ in range(3):
        send(clock, hours=1)
    assert len(mailbox.mails) == 1


def test_a_player_who_has_moved_gets_no_mail(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    while split_by_turn(game, users)[0] == ana:
        one_move(game, users, random.Random(5))
    assert send(clock, minutes=31) == 1
    assert [mail["To"] for mail in mailbox.mails] == ["ben@mail.example"]
    assert list_log(ana) == [("turn", "mail", "skipped", "moved")]


def test_a_player_looking_at_the_table_gets_no_mail_unless_wanted(clock, mailbox):
    for always, sent in ((False, 0), (True, 1)):
        game, users = start_duel()
        ana = users[0]
        NotificationSettings.objects.update_or_create(user=ana, defaults={"wants_while_at_table": always})
        play_until_turn_of(game, users, ana)
        collect.collect_all()
        set_looking(ana, game, clock.now() + timedelta(hours=1))
        assert send(clock, minutes=31) == sent
        assert list_log(ana)[-1][2:] == (("sent", "") if always else ("skipped", "looking"))
        Notification.objects.all().delete()
        ana.emailaddress_set.all().delete()
        users[1].emailaddress_set.all().delete()
        play.resign(game.pk, ana)
        collect.collect_all()
        Notification.objects.all().delete()


def test_a_player_looking_at_another_table_gets_a_mail(clock, mailbox):
    game, users = start_duel()
    other, _users = table("swap", 4, players=1)
    play_until_turn_of(game, users, users[0])
    set_looking(users[0], other, clock.now() + timedelta(hours=1))
    assert send(clock, minutes=31) == 1


@pytest.mark.database
def test_one_mail_covers_all_games(clock, mailbox):
    first, users = start_duel()
    second, _users = table("push", 2)
    third, _users = table("tiles", 2)
    collect.collect_all()
    Notification.objects.all().delete()
    ana = users[0]
    for place, game in enumerate((first, second, third)):
        play_until_turn_of(game, users, ana, seed=place)
        send(clock, minutes=5)
    assert len([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]) == 0
    send(clock, minutes=20)
    [mail] = [mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]
    assert mail["Subject"] == "It's your turn in 3 games"
    for game in (first, second, third):
        assert f"/games/{game.pk}/" in read_text(mail)
    assert "/next/" in read_text(mail)
    assert {row[2] for row in list_log(ana)} == {"sent"}
    send(clock, minutes=60)
    assert len([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]) == 1


def test_unconfirmed_addresses_get_nothing(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    ana.emailaddress_set.update(verified=False)
    play_until_turn_of(game, users, ana)
    send(clock, minutes=31)
    assert mailbox.mails == []
    assert list_log(ana) == [("turn", "site", "skipped", "unconfirmed")]


def test_the_log_says_that_a_guest_has_no_address(clock, mailbox):
    _game, users = table("push", 2)
    collect.collect_all()
    assert {row[1:] for user in users for row in list_log(user)} == {("site", "skipped", "no-way")}


def test_an_address_that_was_changed_gets_no_mail(clock, mailbox):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    users[0].emailaddress_set.update(verified=False)
    send(clock, minutes=31)
    assert mailbox.mails == []
    assert list_log(users[0])[-1][2:] == ("skipped", "unconfirmed")


@pytest.mark.parametrize(
    ("wish", "why"),
    [({"wants_mail": False, "wants_push": False}, "mail-off"), ({"wants_mail": False}, "mail-off")],
)
def test_a_player_who_turned_off_mail_gets_none(clock, mailbox, wish, why):
    game, users = start_duel()
    NotificationSettings.objects.create(user=users[0], **wish)
    play_until_turn_of(game, users, users[0])
    send(clock, minutes=31)
    assert list_log(users[0]) == [("turn", "site", "skipped", why)]


@pytest.mark.parametrize(
    ("reach", "what", "sent"),
    [("none", "turn", 0), ("none", "hour", 0), ("clock", "turn", 0), ("clock", "hour", 1), ("", "hour", 1)],
)
def test_a_table_can_be_muted_entirely_or_except_for_the_clock(clock, mailbox, reach, what, sent):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    Notification.objects.all().delete()
    Visit.objects.update_or_create(user=ana, game=game, defaults={"notify_about": reach})
    Seat.objects.filter(game=game, user=ana).update(clock_stage="" if what == "turn" else what, is_notified=False)
    assert send(clock, minutes=31) == sent
    assert list_log(ana)[-1][0] == what


def test_mails_about_other_games_leave_out_muted_tables(clock, mailbox):
    first, users = start_duel()
    second, _users = table("tiles", 2)
    ana = users[0]
    Visit.objects.update_or_create(user=ana, game=second, defaults={"notify_about": "none"})
    for game in (second, first):
        play_until_turn_of(game, users, ana)
    send(clock, minutes=31)
    [mail] = [mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"]
    assert first.pk in read_text(mail)
    assert second.pk not in read_text(mail)  # decoded, since an encoded line may end within an ID


@pytest.mark.parametrize("stage", ["half", "most", "hour", "grace", "last"])
def test_warnings_are_mailed_sooner_with_everything_else_that_waits(clock, mailbox, stage):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    Seat.objects.filter(game=game, user=ana).update(clock_stage=stage, is_notified=False)
    assert send(clock, minutes=1, seconds=1) == 1
    [mail] = mailbox.mails
    assert mail["Subject"].endswith(": TEN Push with Ben")
    assert list_log(ana) == [("turn", "mail", "sent", ""), (stage, "mail", "sent", "")]
    assert ("After that, you lose the game" in read_text(mail)) == (stage in ("grace", "last"))


def test_a_mail_says_what_the_clock_does_after_the_deadline(clock, mailbox):
    """A bid is a small decision, in which the clock passes. Other decisions use up the time bank."""
    game, users = start_duel()
    ana, said = users[0], set()
    for seed in range(12):
        play_until_turn_of(game, users, ana, seed)
        send(clock, minutes=31)
        is_small = "auction" in json.loads(Game.objects.get(pk=game.pk).state)["phase"]
        text = read_text([mail for mail in mailbox.mails if mail["To"] == "ana@mail.example"][-1])
        assert ("After that, the default move is made for you." in text) == is_small
        said.add(is_small)
        if len(said) == 2:
            return
    raise AssertionError("only one kind of decision came")


def test_a_player_who_turned_off_reminders_gets_none(clock, mailbox):
    game, users = start_duel()
    NotificationSettings.objects.create(user=users[0], wants_reminders=False)
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.all().delete()
    Seat.objects.filter(game=game, user=users[0]).update(clock_stage="hour", is_notified=False)
    send(clock, minutes=31)
    assert mailbox.mails == []
    assert list_log(users[0]) == [("hour", "site", "skipped", "reminders-off")]


def test_the_mail_about_the_end_has_the_place(clock, mailbox):
    game, users = start_duel("tiles")
    play_to_the_end(game, users, random.Random(1))
    send(clock, minutes=31)
    subjects = {mail["To"]: mail["Subject"] for mail in mailbox.mails}
    assert subjects == {
        "ana@mail.example": "Game over: TEN Tiles with Ben",
        "ben@mail.example": "Game over: TEN Tiles with Ana",
    }
    assert any("Your place: 1 of 2." in read_text(mail) for mail in mailbox.mails)


def test_the_mail_of_an_invitation_says_when_it_expires(clock, mailbox):
    ana, ben = person("Ana"), person("Ben")
    add_address(ben)
    game = play.create_game(ana, kind="push", seats=3, options={})
    asked = invitations.invite(game, ana, "Ben")
    send(clock, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Ana invited you: TEN Push with Ana"
    assert f"The invitation expires on {durations.format_absolute(asked.expires_at)}." in read_text(mail)


def test_turns_of_live_games_are_not_mailed(clock, mailbox):
    game, users = start_duel(pace="live")
    play_until_turn_of(game, users, users[0])
    assert send(clock, minutes=31) == 0
    assert mailbox.mails == []


# --- what mails contain ----------------------------------------------------------------------------------------------


def test_times_in_mails_are_in_the_readers_time_zone(clock, mailbox):
    game, users = start_duel()
    User.objects.filter(pk=users[0].pk).update(time_zone="Asia/Tokyo")
    play_until_turn_of(game, users, users[0])
    send(clock, minutes=31)
    seat = Seat.objects.get(game=game, user=users[0])
    assert "(Asia/Tokyo)" in read_text(mailbox.mails[0])
    assert seat.deadline_at is not None


def test_every_mail_has_a_one_click_unsubscribe_link(clock, mailbox):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    send(clock, minutes=31)
    [mail] = mailbox.mails
    link = re.fullmatch(r"<(http://localhost:8000/unsubscribe/[^/]+/)>", mail["List-Unsubscribe"].strip())
    assert link
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link[1] in read_text(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert email.find_user(link[1].split("/")[-2]) == users[0]


def test_mails_do_not_depend_on_hidden_cards(clock, mailbox):
    """In swap, every card is secret until it is shown."""
    users = [person(name) for name in ("Ana", "Ben", "Chloe", "Dora")]
    game = play.create_game(users[0], kind="swap", seats=4, options={})
    for user in users[1:]:
        play.sit(game.pk, user)
    for user in users:
        add_address(user)
    collect.collect_all()
    bodies = []
    for swapped in (False, True):
        Notification.objects.update(status="waiting", batch_key="", due_at=clock.now())
        if swapped:
            _change_hidden_card(game)
        first = split_by_turn(game, users)[0]
        Notification.objects.exclude(user=first).delete()
        mailbox.mails.clear()
        assert sending.deliver() == 1
        [mail] = mailbox.mails
        html = mail.get_body(("html",)).get_content()
        bodies.append(re.sub(r"in \d+ (days?|hours?|minutes?)( \d+ \w+)?", "", read_text(mail) + html))
    assert bodies[0] == bodies[1]


def _change_hidden_card(game: Game) -> None:
    """Exchange the card of a seat that isn't to move for one of the deck."""
    game.refresh_from_db()
    state = json.loads(game.state)
    seat = (Seat.objects.get(game=game, is_to_move=True).number + 2) % 4
    hands, deck = state["dealt"], state["deck"]
    place = next(place for place, card in enumerate(deck) if card != hands[seat])
    hands[seat], deck[place] = deck[place], hands[seat]
    Game.objects.filter(pk=game.pk).update(state=json.dumps(state))
    _tables.items.clear()


def test_a_name_cannot_inject_headers(clock, mailbox):
    game, users = start_duel()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Eve\r\nBcc: all@example.org")
    send(clock, minutes=31)
    [mail] = mailbox.mails
    assert mail["Bcc"] is None
    assert mailbox.envelopes == [("ten@localhost", "ana@mail.example")]


def test_an_unknown_topic_has_a_generic_subject(clock, mailbox):
    game, users = start_duel()
    collect.enqueue_notification([users[0].pk], "whatever", game)
    send(clock, minutes=31)
    assert mailbox.mails[0]["Subject"] == "News from your game: TEN Push with Ben"


@pytest.mark.database
def test_chat_is_mailed_only_to_readers_who_want_it_and_have_not_read_it(clock, mailbox):
    game, users = start_duel()
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=7)
    send(clock, minutes=31)
    assert list_log(users[0]) == []
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=7)
    collect.collect_all()
    Visit.objects.update_or_create(user=users[0], game=game, defaults={"read_message_id": 7})
    send(clock, minutes=31)
    assert list_log(users[0]) == [("chat", "mail", "skipped", "read")]
    collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=8)
    send(clock, minutes=31)
    assert mailbox.mails[0]["Subject"] == "New message from Ben: TEN Push with Ben"


def test_the_turn_comes_before_other_news_of_the_game(clock, mailbox):
    game, users = start_duel()
    NotificationSettings.objects.create(user=users[0], wants_chat=True)
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.filter(user=users[1]).delete()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Ben")
    for number in (8, 9):
        collect.enqueue_notification([users[0].pk], "chat", game, by="Ben", talk=number)
    send(clock, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Your turn: TEN Push with Ben"
    title, asked, until, *more = read_text(mail).splitlines()[2:]
    assert title == "Your turn: TEN Push with Ben"
    assert asked
    assert until.startswith("Move by ")
    assert more[:3] == ["Ben gave you more time.", "New message from Ben.", "Since your last visit:"]
    assert {row[2] for row in list_log(users[0])} == {"sent"}


def test_news_of_a_game_that_waits_has_the_deadline(clock, mailbox):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    collect.collect_all()
    Notification.objects.all().delete()
    collect.enqueue_notification([users[0].pk], "gift", game, by="Ben")
    send(clock, minutes=31)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Ben gave you more time: TEN Push with Ben"
    assert read_text(mail).splitlines()[4].startswith("Move by ")


# --- digests ----------------------------------------------------------------------------------------------------------


def test_a_digest_is_sent_once_a_day_at_its_hour(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    Notification.objects.all().delete()
    hour = (clock.now() + timedelta(hours=1)).hour
    NotificationSettings.objects.create(
        user=ana, wants_mail=False, wants_push=False, wants_digest=True, digest_hour=hour
    )
    clock.advance(minutes=0)
    send(clock, minutes=0)
    assert mailbox.mails == []
    for _ in range(30):
        clock.advance(hours=1)
        send(clock, seconds=1)
    assert 1 <= len(mailbox.mails) <= 2
    assert mailbox.mails[0]["Subject"] == "TEN today: it's your turn in 1 game"
    assert f"/games/{game.pk}/" in read_text(mailbox.mails[0])


def test_a_digest_without_a_turn_says_that_you_are_all_caught_up(clock):
    _game, (ana, _ben) = start_duel()
    Seat.objects.filter(user=ana).update(is_to_move=False)
    mail = email.compose(ana, "ana@mail.example", [Notification(user=ana, topic="digest")], "batch", clock.now())
    assert mail.subject == "TEN today: you're all caught up"
    assert "You're all caught up." in mail.body
    assert "You're waiting for others in 1 game." in mail.body


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_temporary_refusal_is_retried_later(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    mailbox.replies["RCPT"] = "451 4.3.2 Come back later"
    assert send(clock, minutes=31) == 0
    assert list_log(ana) == [("turn", "mail", "waiting", "451 4.3.2 Come back later")]
    mailbox.replies.clear()
    assert send(clock, seconds=30) == 0
    assert send(clock, minutes=1) == 1
    assert list_log(ana) == [("turn", "mail", "sent", "")]
    assert Notification.objects.get(user=ana).attempts == 2


@pytest.mark.database
def test_retries_end_after_some_hours(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    mailbox.replies["MESSAGE"] = "452 4.2.2 Mailbox full"
    send(clock, minutes=31)
    for _ in range(len(sending.BACKOFF) + 2):
        clock.advance(hours=7)
        sending.deliver()
    assert list_log(ana)[-1] == ("turn", "mail", "failed", "452 4.2.2 Mailbox full")
    assert Notification.objects.filter(user=ana).last().attempts == len(sending.BACKOFF) + 1


@pytest.mark.parametrize("verb", ["RCPT", "MESSAGE"])
def test_a_permanent_refusal_is_not_retried(clock, mailbox, verb):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    mailbox.replies[verb] = "550 5.1.1 No such user"
    send(clock, minutes=31)
    assert list_log(ana) == [("turn", "mail", "failed", "550 5.1.1 No such user")]
    mailbox.replies.clear()
    for _ in range(3):
        send(clock, hours=1)
    assert mailbox.mails == []


def test_a_refused_mail_does_not_stop_other_mails(clock, mailbox):
    first, users = start_duel()
    second, _users = table("tiles", 2)
    play_until_turn_of(first, users, users[0])
    play_until_turn_of(second, users, users[1])
    mailbox.replies["RCPT"] = lambda line: "550 5.1.1 Who?" if "ana@" in line else ""
    send(clock, minutes=31)
    assert [mail["To"] for mail in mailbox.mails] == ["ben@mail.example"]
    assert mailbox.talks == 1


def test_nothing_is_lost_while_the_mail_server_is_down(clock, mailbox):
    game, users = start_duel()
    play_until_turn_of(game, users, users[0])
    mailbox.replies["CONNECT"] = "421 4.3.2 Closing"
    assert send(clock, minutes=31) == 0
    assert list_log(users[0])[-1] == ("turn", "mail", "waiting", "421 4.3.2 Closing")
    mailbox.replies.clear()
    assert send(clock, minutes=2) == 1


@pytest.mark.database
def test_a_mail_sent_again_has_the_same_message_id(clock, mailbox):
    """The server accepts the mail, and the sender dies before it can store that."""
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    send(clock, minutes=31)
    Notification.objects.filter(user=ana).update(status="sending", sent_at=None, due_at=clock.now())
    assert sending.deliver() == 1
    one, two = mailbox.mails
    assert one["Message-ID"] == two["Message-ID"]
    assert re.fullmatch(r"<[0-9a-f]{32}@localhost>", one["Message-ID"])


@pytest.mark.database
def test_a_claimed_mail_is_not_sent_until_the_claim_expires(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    clock.advance(minutes=31)
    assert len(sending._claim_mail(ana.pk)) == 1
    assert sending.deliver() == 0
    clock.advance(minutes=6)
    assert sending.deliver() == 1


def test_having_nothing_to_send_takes_few_queries(clock, django_assert_max_num_queries):
    collect.collect_all()
    with django_assert_max_num_queries(4):
        collect.collect_all()
        sending.deliver()


def test_a_turn_is_mailed_despite_a_block(clock, mailbox):
    """Blocks don't concern what the clock has to tell."""
    game, users = start_duel()
    Block.objects.create(user=users[0], other=users[1])
    play_until_turn_of(game, users, users[0])
    assert send(clock, minutes=31) == 1
    assert routing.asks_for_move("turn")


def test_every_notification_in_the_code_has_a_text():
    """No topic named in the code falls back to the generic text."""
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


def test_a_vacation_day_is_announced_with_its_end(clock, mailbox):
    _game, users = start_duel()
    User.objects.filter(pk=users[0].pk).update(time_zone="Europe/Berlin")
    collect.enqueue_notification([users[0].pk], "vacation", until="2027-01-05T11:00:00+00:00")
    send(clock, minutes=2)
    [mail] = mailbox.mails
    assert mail["Subject"] == "TEN: We used one of your vacation days"
    assert "Your clocks are stopped until Tue, Jan 5, 12:00 (Europe/Berlin)." in read_text(mail)
