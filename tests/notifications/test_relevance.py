"""No e-mail contradicts the state of the game when it is sent."""

import random
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Notification, NotificationSettings, PushDevice, Report, Seat
from games.notifications import collect
from games.play import expiry, invitations, rematches
from tests.clocks.time_travel import apply_clock, get_seat_to_move, pass_time
from tests.notifications.readers import add_address, list_log, play_until_turn_of, split_by_turn, start_duel
from tests.notifications.test_mail import read_text, send
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def list_mails(mailbox, user: User) -> list:
    return [mail for mail in mailbox.mails if mail["To"] == f"{user.username.lower()}@mail.example"]


def time_out(game: Game, users: list[User]) -> tuple[User, User]:
    """Let the player to move run out of time; return that player and another one."""
    late, other = split_by_turn(game, users)
    User.objects.update(wants_auto_vacation=False, quiet_from=0, quiet_to=0)
    game.seats.filter(user=late).update(time_bank_ms=0)
    play.update_deadlines(late)
    pass_time(DAY + timedelta(minutes=1))
    apply_clock(game)
    assert game.seats.get(user=late).leave_reason == "clock"
    return late, other


# --- lost seats ------------------------------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize("kind", ["push", "tiles"])
def test_losing_a_two_player_game_on_time_is_mailed_as_its_end(kind, clock, mailbox):
    game, users = start_duel(kind)
    late, other = time_out(game, users)
    assert game.status == "finished"
    Notification.objects.all().delete()
    send(clock, minutes=31)
    assert list_log(late) == [("over", "mail", "sent", "")]
    [mail] = list_mails(mailbox, late)
    assert mail["Subject"].startswith("Game over: ")
    assert "You ran out of time. Your place: 2 of 2." in read_text(mail)
    assert "bot" not in read_text(mail)
    assert f"{late} ran out of time. Your place: 1 of 2." in read_text(list_mails(mailbox, other)[0])


def test_resigning_sends_no_mail_to_the_player_who_resigned(clock, mailbox):
    game, users = start_duel("tiles")
    play.resign(game.pk, users[0])
    send(clock, minutes=31)
    assert list_mails(mailbox, users[0]) == []
    assert "Ana left the game. Your place: 1 of 2." in read_text(list_mails(mailbox, users[1])[0])


def lose_seat_of_three() -> tuple[Game, User, list[User]]:
    """Start a game of three in which a player has run out of time and hasn't been notified yet."""
    game, users = table("push", 3)
    collect.collect_all()
    for user in users:
        add_address(user)
    late = time_out(game, users)[0]
    assert game.status == "playing"
    Notification.objects.all().delete()
    return game, late, [user for user in users if user != late]


@pytest.mark.database
def test_a_lost_seat_is_mailed_as_the_end_if_the_game_ended_before(clock, mailbox):
    game, late, others = lose_seat_of_three()
    collect.collect_all()
    play.resign(game.pk, others[0])
    game.refresh_from_db()
    assert game.status == "finished"
    send(clock, minutes=2)
    [mail] = list_mails(mailbox, late)
    assert mail["Subject"].startswith("Game over: ")
    assert "You ran out of time." in read_text(mail)
    send(clock, minutes=60)
    assert len(list_mails(mailbox, late)) == 1


def test_a_lost_seat_is_not_mailed_once_the_player_has_it_back(clock, mailbox):
    game, late, _others = lose_seat_of_three()
    collect.collect_all()
    play.substitute(game.pk, late)
    send(clock, minutes=2)
    assert not any("bot" in mail["Subject"] for mail in mailbox.mails)
    assert ("lost", "mail", "skipped", "past") in list_log(late)


def test_a_lost_seat_taken_by_a_substitute_is_not_offered_back(clock, mailbox):
    game, late, _others = lose_seat_of_three()
    collect.collect_all()
    play.substitute(game.pk, person("Zoe"))
    send(clock, minutes=2)
    [mail] = list_mails(mailbox, late)
    assert mail["Subject"].startswith("You ran out of time: ")
    assert "Zoe has taken your seat." in read_text(mail)


def test_the_last_warning_says_what_running_out_of_time_means(clock, mailbox):
    cases = ((2, "After that, you lose the game", "bot"), (3, "After that, a bot takes your seat", "lose the game"))
    for seats, wanted, other in cases:
        game, users = table("push", seats)
        ana = split_by_turn(game, users)[0]
        add_address(ana)
        collect.collect_all()
        Notification.objects.all().delete()
        Seat.objects.filter(game=game, user=ana).update(time_bank_ms=0, clock_stage="last", is_notified=False)
        play.update_deadlines(ana)
        send(clock, minutes=2)
        mail = list_mails(mailbox, ana)[-1]
        assert wanted in read_text(mail)
        assert other not in read_text(mail) + mail["Subject"]
        EmailAddress.objects.all().delete()
        Game.objects.filter(pk=game.pk).delete()


# --- outdated news ---------------------------------------------------------------------------------------------------


def test_an_outdated_warning_is_not_sent(clock, mailbox):
    game, users = start_duel()
    ana, ben = split_by_turn(game, users)
    Seat.objects.filter(game=game, user=ana).update(clock_stage="grace", is_notified=False)
    collect.collect_all()
    play.give_time(game.pk, ben, get_seat_to_move(game).number)
    assert get_seat_to_move(game).clock_stage == ""
    send(clock, minutes=2)
    assert not any("Your time is up" in read_text(mail) for mail in list_mails(mailbox, ana))
    assert ("grace", "mail", "skipped", "past") in list_log(ana)


def move_again(game: Game, users: list[User]) -> None:
    one_move(game, users, random.Random(1))


def withdraw_agreement(game: Game, users: list[User]) -> None:
    play.agree_to_cancel(game.pk, users[1], False)


def resign(game: Game, users: list[User]) -> None:
    play.resign(game.pk, users[1])


@pytest.mark.parametrize(
    ("what", "then"),
    [("idle", move_again), ("idle", resign), ("agree", withdraw_agreement), ("agree", resign)],
)
def test_outdated_news_is_not_sent(what, then, clock, mailbox):
    game, users = start_duel()
    NotificationSettings.objects.create(user=users[0], mail_delay_minutes=1)
    if what == "agree":
        play.agree_to_cancel(game.pk, users[1], True)
    else:
        collect.enqueue_notification(
            [users[0].pk], what, game, version=game.version, until=(timezone.now() + 9 * DAY).isoformat()
        )
    collect.collect_all()
    then(game, users)
    send(clock, minutes=2)
    assert (what, "mail", "skipped", "past") in list_log(users[0])


@pytest.mark.parametrize(("what", "then"), [("expires", "full"), ("expires", "off"), ("declined", "sits")])
def test_outdated_news_of_an_open_table_is_not_sent(what, then, clock, mailbox):
    ana, ben = person("Ana"), person("Ben")
    add_address(ana)
    game = play.create_game(ana, kind="push", seats=2 if then == "full" else 3, options={})
    facts = {"until": (timezone.now() + 9 * DAY).isoformat()} if what == "expires" else {"by": "Ben"}
    collect.enqueue_notification([ana.pk], what, game, **facts)
    collect.collect_all()
    if then == "off":
        play.cancel_game(game.pk, ana)
    else:
        play.sit(game.pk, ben)
    send(clock, minutes=31)
    assert (what, "mail", "skipped", "past") in list_log(ana)


def test_a_vacation_day_that_is_over_is_not_announced(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    collect.enqueue_notification([ana.pk], "vacation", until=(timezone.now() + timedelta(seconds=30)).isoformat())
    send(clock, minutes=2)
    assert mailbox.mails == []


def test_a_settled_report_is_not_sent(clock, mailbox):
    ana = person("Ana")
    add_address(ana)
    report = Report.objects.create(text="rude")
    collect.enqueue_notification([ana.pk], "report")
    collect.collect_all()
    Report.objects.filter(pk=report.pk).update(status=Report.Status.SETTLED)
    send(clock, minutes=31)
    assert mailbox.mails == []


# --- delays ----------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_live_rematch_is_mailed_long_before_it_expires(clock, mailbox):
    old, (ana, ben) = start_duel("tiles", pace="live")
    play.resign(old.pk, ben)
    Notification.objects.all().delete()
    Seat.objects.update(is_notified=True)
    fresh = rematches.create_or_join(old.pk, ana)
    send(clock, minutes=4)
    [mail] = list_mails(mailbox, ben)
    assert mail["Subject"].startswith("Ana wants a rematch: ")
    assert expiry.expire_overdue(clock.now()) == 0
    assert fresh.invitations.get().expires_at - clock.now() > timedelta(minutes=20)


def test_invitations_to_live_games_are_mailed_sooner_than_others(clock, mailbox):
    ana, ben = person("Ana"), person("Ben")
    add_address(ben)
    for pace, wait in (("live", 3), ("daily", 30)):
        game = play.create_game(ana, kind="push", seats=3, options={}, pace=pace)
        invitations.invite(game, ana, "Ben")
        before = timezone.now()
        collect.collect_all()
        due = Notification.objects.get(game=game, user=ben).due_at
        assert abs(due - before - timedelta(minutes=wait)) < timedelta(seconds=10)


def test_the_host_is_warned_before_a_live_table_is_canceled(clock):
    ana = person("Ana")
    add_address(ana)
    game = play.create_game(ana, kind="push", seats=3, options={}, pace="live")
    collect.enqueue_notification([ana.pk], "expires", game, until=(clock.now() + timedelta(minutes=30)).isoformat())
    collect.collect_all()
    assert Notification.objects.get(topic="expires").due_at < clock.now() + timedelta(minutes=4)


# --- confirming an address -------------------------------------------------------------------------------------------


def confirm(user: User) -> None:
    """Confirm the user's address, as with the link in the mail."""
    address = EmailAddress.objects.get(user=user, verified=False)
    key = EmailConfirmationHMAC.create(address).key
    assert as_user(user).post(f"/accounts/confirm-email/{key}/").status_code == 302


@pytest.mark.database
def test_confirming_an_address_mails_the_waiting_turns(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    ana.emailaddress_set.update(verified=False)
    play_until_turn_of(game, users, ana)
    send(clock, minutes=31)
    assert list_log(ana) == [("turn", "site", "skipped", "unconfirmed")]
    confirm(ana)
    assert list_log(ana) == [("turn", "mail", "waiting", "")]
    assert send(clock, minutes=31) == 1
    assert list_mails(mailbox, ana)[0]["Subject"] == "Your turn: TEN Push with Ben"


def test_confirming_notifies_no_device_and_no_second_address(clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    ana.emailaddress_set.update(verified=False)
    PushDevice.objects.create(user=ana, endpoint="https://push.example/1", p256dh="x", auth="y")
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    confirm(ana)
    collect.collect_all()
    assert [row[:2] for row in list_log(ana)] == [("turn", "push"), ("turn", "mail")]
    EmailAddress.objects.create(user=ana, email="other@mail.example", verified=False)
    confirm(ana)
    collect.collect_all()
    assert [row[:2] for row in list_log(ana)] == [("turn", "push"), ("turn", "mail")]


@pytest.mark.parametrize("wish", ["mail", "table"])
def test_confirming_sends_only_what_the_reader_wants(wish, clock, mailbox):
    game, users = start_duel()
    ana = users[0]
    ana.emailaddress_set.update(verified=False)
    if wish == "mail":
        NotificationSettings.objects.create(user=ana, wants_mail=False)
    else:
        ana.visits.create(game=game, notify_about="none")
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    confirm(ana)
    assert send(clock, minutes=31) == 0
    assert not any(re.search("turn", mail["Subject"]) for mail in list_mails(mailbox, ana))
