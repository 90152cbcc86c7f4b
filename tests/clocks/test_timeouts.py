"""What the clock does in a game: default moves, warnings, grace, lost seats."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User, Vacation
from games import play
from games.clocks import counted_time, database_clock, rules
from games.clocks.counted_time import DAY, HOUR
from games.clocks.rules import to_ms
from games.models import Downtime, Game, Heartbeat, Move, Notification, TimeGift, rows
from games.notifications import collect
from games.refusals import Denied
from games.worker import bots, loop
from tests.clocks.time_travel import apply_clock, get_seat_to_move, is_small, pass_time, recompute_bank, start_game
from tests.tables import one_move, pick, send

pytestmark = pytest.mark.django_db

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)  # leaves a slow machine some seconds
BANK = 3 * DAY


def play_until(game, users, small: bool, seed: int = 1):
    """Play until the game waits for a small decision, or one that isn't; return the seat."""
    dice = random.Random(seed)
    while is_small(game) is not small:
        one_move(game, users, dice)
        assert game.status == "playing"
    return get_seat_to_move(game)


def get_last_move(game) -> Move:
    return Move.objects.filter(game=game).latest("number")


def list_stages_until_lost(game, step: timedelta = HOUR, most: int = 24 * 20) -> list[str]:
    """List the stages of the clock while nobody moves."""
    told, before = [], ""
    number = get_seat_to_move(game).number
    game.seats.update(is_notified=True)
    for _ in range(most):
        pass_time(step)
        apply_clock(game)
        seat = game.seats.get(number=number)
        if seat.clock_stage not in (before, ""):
            told.append(seat.clock_stage)
        assert seat.is_notified is (seat.clock_stage == before and not seat.has_left)
        before = seat.clock_stage
        game.seats.update(is_notified=True)
        if seat.has_left or game.status != "playing":
            return told
    raise AssertionError(told)


# --- small decisions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "options", "defaults"),
    [
        ("push", {}, {"pass", "skip"}),
        ("push", {"bust_buy": True}, {"pass", "skip", "token"}),
        ("swap", {}, {"hold"}),
        ("swap", {"blocking": "ask"}, {"hold", "accept"}),
    ],
)
def test_a_small_decision_gets_its_default_after_twelve_hours_and_not_before(kind, options, defaults):
    game, users = start_game(kind, 4, options=options)
    for seed in range(8):
        seat = play_until(game, users, small=True, seed=seed)
        bank, version = seat.time_bank_ms, game.version
        pass_time(12 * HOUR - MINUTE)
        assert apply_clock(game) == 0
        pass_time(2 * MINUTE)
        assert apply_clock(game) == 1
        made = get_last_move(game)
        assert (made.seat, made.made_by, made.number) == (seat.number, "clock", version + 1)
        assert made.move["do"] in defaults
        assert to_ms(12 * HOUR) <= made.spent_ms < to_ms(13 * HOUR)
        assert game.seats.get(number=seat.number).time_bank_ms == max(bank - made.spent_ms, 0)
        if game.status != "playing" or made.move["do"] not in ("pass", "hold", "accept"):
            break
        one_move(game, users, random.Random(seed))


def test_a_small_time_bank_does_not_shorten_small_decisions():
    game, _users = start_game("swap", 4)
    seat = get_seat_to_move(game)
    game.seats.filter(pk=seat.pk).update(time_bank_ms=to_ms(4 * HOUR))
    play.update_deadlines(seat.user)
    for _ in range(11):
        pass_time(HOUR)
        assert apply_clock(game) == 0
    pass_time(HOUR)
    assert apply_clock(game) == 1
    assert game.seats.get(pk=seat.pk).time_bank_ms == 0


def test_a_time_out_in_swap_keeps_the_card_and_the_seat():
    game, _users = start_game("swap", 5)
    seat = get_seat_to_move(game)
    pass_time(12 * HOUR + SECOND)
    apply_clock(game)
    assert get_last_move(game).move == {"do": "hold"}
    after = game.seats.get(number=seat.number)
    assert not after.has_left
    assert after.leave_reason == ""
    assert play.parse_state(game).left == ()


def test_never_answering_small_decisions_empties_the_time_bank_and_loses_the_seat():
    game, users = start_game("swap", 4)
    User.objects.update(wants_auto_vacation=False)
    dice, seat = random.Random(3), 0
    for _ in range(400):
        if game.status != "playing" or game.seats.get(number=seat).has_left:
            break
        if get_seat_to_move(game).number == seat:
            pass_time(12 * HOUR + SECOND)
            apply_clock(game)
        else:
            one_move(game, users, dice)
    mine = Move.objects.filter(game=game, seat=seat)
    if game.seats.get(number=seat).leave_reason == "clock":  # six default moves of half a day use up three days
        assert mine.filter(made_by="clock").exclude(move__do="resign").count() == 6
    else:  # the game ended before
        assert mine.filter(made_by="clock").count() < 7


# --- warnings, grace, loss ------------------------------------------------------------------------------------------


def test_each_warning_comes_once_then_grace_then_the_seat_is_lost():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    seat = play_until(game, users, small=False)
    assert list_stages_until_lost(game) == ["half", "most", "hour", "grace", "last"]
    lost = game.seats.get(number=seat.number)
    assert (lost.has_left, lost.leave_reason) == (True, "clock")
    resigned = Move.objects.get(game=game, move__do="resign")
    assert (resigned.seat, resigned.made_by) == (seat.number, "clock")
    assert play.parse_state(game).left == (seat.number,)


@pytest.mark.database
def test_each_stage_comes_at_its_time_and_only_once():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    number = play_until(game, users, small=False).number
    game.seats.filter(number=number).update(time_bank_ms=to_ms(BANK))
    play.update_deadlines(users[number])
    passed = timedelta()
    for name, at in [("half", 36), ("most", 57.6), ("hour", 71), ("grace", 72), ("last", 90), ("lost", 96)]:
        pass_time(at * HOUR - passed - MINUTE)
        apply_clock(game)
        assert game.seats.get(number=number).clock_stage != name
        pass_time(2 * MINUTE)
        passed = at * HOUR + MINUTE
        moved = apply_clock(game)
        seat = game.seats.get(number=number)
        assert (seat.clock_stage == name, moved) == ((True, 0) if name != "lost" else (False, 1))
        assert not seat.is_notified
        game.seats.update(is_notified=True)
        assert not play.apply_timeouts(game.pk)
        Game.objects.filter(pk=game.pk, status="playing").update(deadline_at=database_clock.now() - SECOND)
        apply_clock(game)
        assert game.seats.get(number=number).is_notified
    assert game.seats.get(number=number).has_left


def test_a_stand_in_plays_on_for_a_lost_seat():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    lost = play_until(game, users, small=False).number
    list_stages_until_lost(game)
    assert game.auto_move_due_at is not None
    bots.play_all(game.pk)
    assert set(Move.objects.filter(game=game, seat=lost, made_by="standin").values_list("made_by", flat=True)) == {
        "standin"
    }
    game.refresh_from_db()
    assert get_seat_to_move(game).number != lost
    with pytest.raises(Denied, match=r"seat\.lost"):
        send(game, users[lost], {"do": "draw"})


@pytest.mark.parametrize("kind", ["push", "tiles"])
def test_with_two_players_a_lost_seat_ends_the_game(kind):
    game, users = start_game(kind, 2)
    User.objects.update(wants_auto_vacation=False)
    seat = play_until(game, users, small=False)
    pass_time(30 * DAY)
    apply_clock(game)
    assert (game.status, game.result["end"]) == ("finished", "left")
    assert game.seats.get(number=seat.number).rank == 2
    assert game.seats.get(number=1 - seat.number).rank == 1
    assert game.deadline_at is None


@pytest.mark.database
def test_vacation_days_are_taken_before_a_seat_is_lost_but_only_a_few():
    game, users = start_game("tiles", 2)
    seat, days = get_seat_to_move(game), []
    pass_time(4 * DAY + SECOND)
    while True:
        for _ in range(3):
            apply_clock(game)
        if game.status != "playing":
            break
        days.append(Vacation.objects.count())
        assert game.seats.get(number=seat.number).has_left is False
        pass_time(DAY + SECOND)
    assert days == [1, 2, 3][: rules.AUTO_VACATION_DAYS]
    taken = list(Vacation.objects.order_by("starts_at"))
    assert {vacation.user_id for vacation in taken} == {users[seat.number].pk}
    assert all(vacation.is_automatic and vacation.ends_at - vacation.starts_at == DAY for vacation in taken)
    assert all(one.ends_at <= other.starts_at for one, other in pairwise(taken))
    assert Notification.objects.filter(user=users[seat.number], topic="vacation").count() == rules.AUTO_VACATION_DAYS


def test_a_player_who_returns_during_an_automatic_vacation_plays_on():
    game, users = start_game("tiles", 2)
    seat = get_seat_to_move(game)
    pass_time(4 * DAY + SECOND)
    apply_clock(game)
    pass_time(20 * HOUR)
    apply_clock(game)
    version = game.version
    one_move(game, users, random.Random(1))
    assert (game.version, game.status) == (version + 1, "playing")
    assert get_last_move(game).made_by == ""
    assert not game.seats.get(number=seat.number).has_left


def test_no_vacation_is_taken_if_disallowed_or_used_up():
    for allowed in (False, True):
        game, users = start_game("tiles", 2)
        User.objects.update(wants_auto_vacation=allowed)
        now = database_clock.now()
        if allowed:
            for user in users:
                first = datetime(now.year, 1, 1, tzinfo=UTC)
                Vacation.objects.create(user=user, starts_at=first - DAY, ends_at=first + rules.VACATION_DAYS * DAY)
        kept = Vacation.objects.count()
        Game.objects.filter(pk=game.pk).update(deadline_at=F("deadline_at") - 5 * DAY)
        game.seats.filter(is_to_move=True).update(asked_at=F("asked_at") - 4 * DAY - SECOND)
        apply_clock(game)
        assert game.status == "finished"
        assert Vacation.objects.count() == kept


# --- what does not count --------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_vacation_stops_all_clocks_of_the_player_until_it_ends():
    game, users = start_game("push", 3)
    seat = play_until(game, users, small=False)
    user, before = users[seat.number], seat.deadline_at
    now = database_clock.now()
    play.add_vacation(user, now, now + 5 * DAY)
    away = get_seat_to_move(game)
    assert abs(away.deadline_at - before - 5 * DAY) < MINUTE
    pass_time(4 * DAY)
    assert apply_clock(game) == 0
    assert get_seat_to_move(game).clock_stage == ""
    play.end_vacation(user)
    assert abs(get_seat_to_move(game).deadline_at - (before - 4 * DAY) - 4 * DAY) < MINUTE
    pass_time(BANK + SECOND)
    apply_clock(game)
    assert get_seat_to_move(game).clock_stage == "grace"


def test_quiet_hours_by_the_players_own_time_zone_do_not_count():
    game, users = start_game("push", 3)
    seat = play_until(game, users, small=False)
    user = users[seat.number]
    for zone in ("Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu"):
        User.objects.filter(pk=user.pk).update(quiet_from=23, quiet_to=7, time_zone=zone)
        play.update_deadlines(user)
        shown = get_seat_to_move(game)
        quiet = counted_time.Quiet(23, 7, zone)
        bank = timedelta(milliseconds=shown.time_bank_ms)
        assert shown.deadline_at == counted_time.add_counted_time(shown.asked_at, bank, quiet)
        assert shown.deadline_at - shown.asked_at > bank + 16 * HOUR


@pytest.mark.database
def test_time_while_the_site_was_down_does_not_count():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    seat = play_until(game, users, small=False)
    loop.sweep()
    loop.heartbeat()
    pass_time(9 * DAY, down=True)
    loop.heartbeat()
    assert Downtime.objects.count() == 1
    loop.sweep()
    game.refresh_from_db()
    now = get_seat_to_move(game)
    assert (now.number, now.clock_stage, now.has_left) == (seat.number, "", False)
    assert now.deadline_at - database_clock.now() > timedelta(milliseconds=seat.time_bank_ms) - HOUR
    version = game.version
    one_move(game, users, random.Random(1))
    assert get_last_move(game).number == version + 1
    assert get_last_move(game).spent_ms < to_ms(HOUR)


def test_the_same_time_counts_if_the_site_was_up():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    seat = play_until(game, users, small=False)
    loop.sweep()
    loop.heartbeat()
    pass_time(9 * DAY)
    loop.heartbeat()
    loop.sweep()
    assert Downtime.objects.count() == 0
    assert game.seats.get(number=seat.number).has_left


@pytest.mark.database
def test_no_clock_is_applied_while_players_cannot_move():
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    seat = play_until(game, users, small=False)
    loop.heartbeat()
    loop.sweep()
    pass_time(9 * DAY)
    Heartbeat.objects.filter(pk=rows.SERVER).update(last_beat_at=database_clock.now() - 9 * DAY)  # only sweepers worked
    loop.sweep()
    assert not game.seats.get(number=seat.number).has_left
    loop.heartbeat()
    loop.sweep()
    assert not game.seats.get(number=seat.number).has_left
    assert Downtime.objects.get().ended_at - Downtime.objects.get().started_at > 8 * DAY


def test_a_gap_is_stored_once_by_several_workers():
    loop.sweep()
    pass_time(DAY, down=True)
    for _ in range(4):
        loop.sweep()
    assert Downtime.objects.count() == 1


# --- other paces ----------------------------------------------------------------------------------------------------


def test_live_games_have_no_grace_and_no_defaults():
    game, _users = start_game("push", 3, pace="live")
    User.objects.update(quiet_from=0, quiet_to=23)
    seat = get_seat_to_move(game)
    minutes = timedelta(minutes=10)
    assert seat.time_bank_ms == to_ms(minutes)
    assert seat.deadline_at == seat.asked_at + minutes
    pass_time(minutes - MINUTE)
    assert apply_clock(game) == 0
    pass_time(2 * MINUTE)
    assert apply_clock(game) == 1
    lost = game.seats.get(number=seat.number)
    assert (lost.has_left, lost.leave_reason, get_last_move(game).move) == (True, "clock", {"do": "resign"})
    assert not Vacation.objects.exists()


@pytest.mark.database
def test_live_games_add_half_a_minute_for_each_answer():
    game, users = start_game("push", 3, pace="live")
    seat = get_seat_to_move(game)
    pass_time(timedelta(minutes=2))
    one_move(game, users, random.Random(2))
    spent = get_last_move(game).spent_ms
    assert game.seats.get(number=seat.number).time_bank_ms == seat.time_bank_ms - spent + 30_000


# --- moves at the deadline ------------------------------------------------------------------------------------------


@pytest.mark.database
def test_an_accepted_move_is_never_undone_by_an_earlier_deadline():
    for seed in range(5):
        game, users = start_game("push", 3)
        User.objects.update(wants_auto_vacation=False)
        seat = play_until(game, users, small=seed % 2 == 0, seed=seed)
        pass_time(30 * DAY)
        place, move = pick(game, random.Random(seed))
        done = send(game, users[place], move)
        assert apply_clock(game) == 0
        stored = list(Move.objects.filter(game=game, number__gte=done.version))
        assert [(m.number, m.seat, m.made_by) for m in stored] == [(done.version, seat.number, "")]
        assert not game.seats.get(number=seat.number).has_left


@pytest.mark.database
def test_the_stored_time_bank_follows_from_moves_and_gifts(share):
    for seed in range(share(small=2, proofs=10, whole=50)):
        game, users = start_game("push" if seed % 2 else "swap", 4)
        dice = random.Random(seed)
        given = {number: [] for number in range(4)}
        moves = 0
        while game.status == "playing" and moves < share(small=60, proofs=150, whole=150):
            moves += 1
            pass_time(dice.choice([SECOND, 2 * HOUR, 9 * HOUR, 20 * HOUR]))
            if dice.random() < 0.1:
                giver, taker = dice.sample(range(4), 2)
                _give(game, users[giver], taker, given)
            apply_clock(game)
            bots.play_all(game.pk)
            game.refresh_from_db()
            if game.status == "playing" and dice.random() < 0.8 and get_seat_to_move(game).user_id:
                seat = get_seat_to_move(game)
                if not seat.has_left:
                    one_move(game, users, dice)
        _check_banks(game, given)


def _give(game, giver, taker, given) -> None:
    """Give time if that's allowed, and note after which move, because stored times are shifted during this test."""
    try:
        play.give_time(game.pk, giver, taker)
    except Denied:
        return
    version = Game.objects.get(pk=game.pk).version
    given[taker].append((version, TimeGift.objects.latest("pk").amount_ms))


def _check_banks(game, given) -> None:
    for seat in game.seats.filter(has_left=False):
        assert seat.time_bank_ms == recompute_bank(game, seat.number, given[seat.number])


def lose_a_seat_on_time():
    """Start a game of three and let a player lose their seat; return game, players and the seat's number."""
    game, users = start_game("push", 3)
    User.objects.update(wants_auto_vacation=False)
    number = play_until(game, users, small=False).number
    pass_time(30 * DAY)
    apply_clock(game)
    collect.collect_all()
    return game, users, number


def test_a_player_who_returns_has_a_full_time_bank_and_can_lose_the_seat_again():
    game, users, number = lose_a_seat_on_time()
    assert Notification.objects.filter(topic="lost").exists()
    Notification.objects.all().delete()
    play.substitute(game.pk, users[number])
    seat = game.seats.get(number=number)
    assert (seat.has_left, seat.time_bank_ms) == (False, to_ms(BANK))
    for _ in range(100):
        game.refresh_from_db()
        if game.status != "playing" or game.seats.get(number=number).has_left:
            break
        if get_seat_to_move(game).number == number:
            pass_time(30 * DAY)
            apply_clock(game)
        else:
            one_move(game, users, random.Random(1))
    assert game.seats.get(number=number).has_left
    assert game.seats.get(number=number).leave_reason == "clock"
    collect.collect_all()
    assert set(Notification.objects.filter(topic="lost").values_list("user", flat=True)) == {users[number].pk}


def test_a_returned_player_can_resign():
    game, users, number = lose_a_seat_on_time()
    Notification.objects.all().delete()
    play.substitute(game.pk, users[number])
    play.resign(game.pk, users[number])
    collect.collect_all()
    assert game.seats.get(number=number).has_left
    assert not Notification.objects.filter(topic="lost").exists()


@pytest.mark.database
def test_a_clock_that_was_set_back_is_never_early_and_never_makes_time_negative():
    game, users = start_game("push", 3)
    seat = play_until(game, users, small=False)
    pass_time(-2 * HOUR)  # stored times lie two hours ahead, as when the machine's clock was set back
    assert apply_clock(game) == 0
    version = game.version
    one_move(game, users, random.Random(4))
    assert game.version == version + 1
    assert get_last_move(game).spent_ms == 0
    assert game.seats.get(number=seat.number).time_bank_ms <= to_ms(rules.PACES["daily"].cap)
    assert game.moved_at >= timezone.now() + HOUR


@pytest.mark.parametrize("starts", ["before anybody moves", "as somebody moves"])
def test_a_move_right_after_a_gap_is_not_charged_for_the_gap(starts):
    game, users = start_game("push", 3)
    seat = play_until(game, users, small=False)
    loop.sweep()
    loop.heartbeat()
    pass_time(9 * DAY, down=True)
    if starts == "before anybody moves":
        loop.heartbeat()
    one_move(game, users, random.Random(1))
    assert get_last_move(game).spent_ms < to_ms(HOUR)
    assert game.seats.get(number=seat.number).time_bank_ms >= seat.time_bank_ms
