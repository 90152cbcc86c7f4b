"""Clocks at the table, in lists and on vacation, and the page that explains them."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User, Vacation
from games import play
from games.clocks import counted_time, durations, rules, seat_clocks
from games.models import Game, Reliability, Seat
from tests.tables import as_user, person, send, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def get_text(client, path) -> str:
    """Return the text of the page without tags."""
    answer = client.get(path)
    assert answer.status_code == 200
    return strip_tags(answer.content.decode())


def strip_tags(html: str) -> str:
    text = re.sub(r"<[^>]*>", " ", re.sub(r"<head>.*?</head>", "", html, flags=re.DOTALL))
    return " ".join(unescape(text).split())


def find_text(html: str, name: str) -> str:
    found = re.search(rf'<(\w+) id="{name}".*?</\1>', html, re.DOTALL)
    return strip_tags(found[0]) if found else ""


def start_table(seats=2, pace="daily", kind="push", **extra):
    """Start a game of players without quiet hours; return it, its players and the seat to move."""
    User.objects.update(quiet_from=0, quiet_to=0)
    game, users = table(kind, seats, pace=pace, **extra)
    User.objects.filter(pk__in=[user.pk for user in users]).update(quiet_from=0, quiet_to=0)
    for user in users:
        play.update_deadlines(user)
    asked = game.seats.get(is_to_move=True)
    return game, users, asked


def get_board(game, user=None) -> str:
    client = as_user(user) if user else Client()
    return client.get(f"/games/{game.pk}/").content.decode()


def let_time_pass(game, amount) -> None:
    """Let that much time pass for the player to move."""
    for seat in game.seats.filter(is_to_move=True):
        game.seats.filter(pk=seat.pk).update(asked_at=seat.asked_at - amount)
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() - HOUR)
    while play.apply_timeouts(game.pk) and Game.objects.filter(pk=game.pk, deadline_at__lt=timezone.now()).exists():
        pass
    game.refresh_from_db()


def is_small(game) -> bool:
    kind, state = play.find_kind(game), play.parse_state(game)
    return seat_clocks.default_move(kind, kind.choices(state, kind.waiting(state)[0])) is not None


def start_at_a_turn(**extra):
    """Start a game and pass until it waits for a decision that isn't small."""
    while True:
        game, users, asked = start_table(**extra)
        for _ in range(9):
            if not is_small(game):
                return game, users, game.seats.get(is_to_move=True)
            send(game, asked.user, {"do": "pass"})
            game.refresh_from_db()
            asked = game.seats.get(is_to_move=True)


# --- the deadline and the time banks --------------------------------------------------------------------------------


def test_the_player_sees_the_deadline_and_what_happens_then():
    game, users, asked = start_at_a_turn()
    said = find_text(get_board(game, asked.user), "clock-sentence")
    assert said == f"Move by {durations.format_absolute(asked.deadline_at)} , plus 24 hours of grace."
    other = next(user for user in users if user != asked.user)
    for reader in (other, None):
        said = find_text(get_board(game, reader), "clock-sentence")
        until = durations.format_absolute(asked.deadline_at)
        assert said == f"{asked.user.username} has until {until} , plus 24 hours of grace."
    moment = asked.deadline_at.astimezone(UTC).isoformat(timespec="seconds")
    assert f'<time class="away" datetime="{moment}"></time>' in get_board(game, asked.user)


@pytest.mark.parametrize(
    ("kind", "seats", "own", "others"),
    [
        ("push", 3, "After that, you pass.", "After that, {name} passes."),
        ("swap", 4, "After that, you keep your card.", "After that, {name} keeps their card."),
    ],
)
def test_small_decisions_say_what_the_clock_will_do(kind, seats, own, others):
    while True:
        game, users, asked = start_table(kind=kind, seats=seats)
        if is_small(game):
            break
    assert own in find_text(get_board(game, asked.user), "clock-sentence")
    other = next(user for user in users if user != asked.user)
    assert others.format(name=asked.user.username) in find_text(get_board(game, other), "clock-sentence")


def test_after_the_time_bank_comes_grace_and_then_the_seat_is_lost():
    game, _users, asked = start_at_a_turn(seats=3)
    let_time_pass(game, timedelta(milliseconds=asked.time_bank_ms) + HOUR)
    said = find_text(get_board(game, asked.user), "clock-sentence")
    assert said.startswith("Your time bank is empty. Move by")
    assert said.endswith(". After that, a bot takes your seat.")
    assert f"After that, a bot takes over for {asked.user.username}." in find_text(get_board(game), "clock-sentence")
    assert "grace period" in find_text(get_board(game), f"clock-{asked.number}")


def test_in_a_two_player_game_running_out_of_grace_loses():
    game, _users, asked = start_at_a_turn(seats=2)
    let_time_pass(game, timedelta(milliseconds=asked.time_bank_ms) + HOUR)
    assert find_text(get_board(game, asked.user), "clock-sentence").endswith(". After that, you lose the game.")
    assert find_text(get_board(game), "clock-sentence").endswith(f". After that, {asked.user.username} loses the game.")


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_vacation_day_is_taken_before_a_seat_is_lost_if_allowed(is_allowed):
    game, users, asked = start_at_a_turn(seats=3)
    User.objects.update(wants_auto_vacation=is_allowed)
    let_time_pass(game, timedelta(milliseconds=asked.time_bank_ms) + DAY + HOUR)
    reader = next(user for user in users if user != asked.user)
    line = find_text(get_board(game, reader), f"clock-{asked.number}")
    assert ("on vacation until" in line) is is_allowed
    assert ("left, played by a bot" in line) is not is_allowed
    if is_allowed:
        assert "automatic" in get_text(as_user(asked.user), "/accounts/vacation/")
        assert "After that, a bot takes your seat." in find_text(get_board(game, asked.user), "clock-sentence")


def test_every_time_bank_is_listed_with_the_running_deadline():
    """The player to move has the deadline instead, because part of their time bank is used up."""
    game, users, asked = start_at_a_turn(seats=3)
    for seat in game.seats.all():
        line = find_text(get_board(game, users[0]), f"clock-{seat.number}")
        says = "Until" if seat == asked else durations.format_duration(timedelta(milliseconds=seat.time_bank_ms))
        assert line.startswith(f"{users[seat.number].username} {'you ' if seat.number == 0 else ''}{says}")
        assert ("Until" in line) is (seat == asked)


def test_the_time_bank_is_shown_during_a_small_decision():
    game, users, asked = start_table(4, kind="swap")
    line = find_text(get_board(game, users[0]), f"clock-{asked.number}")
    assert durations.format_duration(timedelta(milliseconds=asked.time_bank_ms)) in line
    assert "Until" in line


def test_games_without_a_clock_show_none():
    game, users, _asked = start_table(pace="untimed")
    html = get_board(game, users[0])
    assert 'class="clock-until"' not in html
    assert find_text(html, "clock-sentence") == ""
    assert 'id="give"' not in html
    alone, (ana,) = table("push", 2, 1)
    assert 'id="clocks"' not in get_board(alone, ana)


def test_a_vacation_is_shown_at_the_seat_until_it_ends():
    game, users, _asked = start_at_a_turn(seats=3)
    play.add_vacation(users[1], timezone.now(), timezone.now() + 2 * DAY)
    end = Vacation.objects.get().ends_at
    for reader in (users[0], users[1], None):
        html = get_board(game, reader)
        assert f"on vacation until {durations.format_absolute(end)}" in find_text(html, "clock-1")
        assert "on vacation" not in find_text(html, "clock-2")
    gone = end.astimezone(UTC).isoformat(timespec="seconds")
    assert f'data-gone="{gone}"' in html
    play.end_vacation(users[1])
    assert "on vacation" not in find_text(get_board(game), "clock-1")


def test_the_headline_starts_with_the_players_vacation():
    game, users, asked = start_at_a_turn(seats=2)
    play.add_vacation(asked.user, timezone.now(), timezone.now() + 2 * DAY)
    end = durations.format_absolute(Vacation.objects.get().ends_at)
    asked.refresh_from_db()
    other = next(user for user in users if user != asked.user)
    said = find_text(get_board(game, other), "clock-sentence")
    assert said.startswith(f"{asked.user.username} is on vacation until {end} . {asked.user.username} has until")
    said = find_text(get_board(game, asked.user), "clock-sentence")
    assert said.startswith(f"You're on vacation until {end} . Move by {durations.format_absolute(asked.deadline_at)}")


def test_a_planned_vacation_says_when_it_starts():
    game, users, _asked = start_at_a_turn(seats=2)
    start = timezone.now() + 3 * DAY
    play.add_vacation(users[0], start, start + DAY)
    said = find_text(get_board(game), "clock-0")
    assert f"on vacation from {durations.format_absolute(start)} to {durations.format_absolute(start + DAY)}" in said


def test_a_live_game_shows_only_its_clock():
    game, users, asked = start_at_a_turn(pace="live", seats=3)
    play.add_vacation(users[0], timezone.now(), timezone.now() + DAY)
    html = get_board(game, asked.user)
    assert find_text(html, "clock-sentence").endswith(". After that, a bot takes your seat.")
    assert "on vacation" not in html
    assert 'id="give"' not in html


# --- giving time, canceling, substituting ---------------------------------------------------------------------------


def test_a_player_gives_another_a_day_and_everyone_sees_who_did():
    game, users, asked = start_at_a_turn(seats=3)
    giver = next(user for user in users if user != asked.user)
    html = get_board(game, giver)
    assert f"Give {asked.user.username} 1 day" in strip_tags(html)
    assert f"Give {giver.username}" not in strip_tags(html)
    bank = asked.time_bank_ms
    answer = as_user(giver).post(f"/games/{game.pk}/time/", {"seat": asked.number}, follow=True)
    assert f"You gave {asked.user.username} 1 day." in strip_tags(answer.content.decode())
    asked.refresh_from_db()
    assert asked.time_bank_ms - bank == rules.to_ms(DAY)
    for reader in (*users, None):
        assert f"{giver.username} gave {asked.user.username} 1 day" in strip_tags(get_board(game, reader))


@pytest.mark.parametrize("seat", ["", "-1", "99", "1.5", "one", "9" * 999, "\x00", "0", None])
def test_giving_time_to_an_invalid_seat_is_refused_with_a_sentence(seat):
    game, users, _asked = start_at_a_turn(seats=2)
    banks = list(Seat.objects.values_list("time_bank_ms", flat=True))
    fields = {} if seat is None else {"seat": seat}
    answer = as_user(users[0]).post(f"/games/{game.pk}/time/", fields, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert list(Seat.objects.values_list("time_bank_ms", flat=True)) == banks


def test_a_game_is_canceled_by_all_players_and_everyone_sees_who_agreed():
    game, (ana, ben), _asked = start_at_a_turn(seats=2)
    path = f"/games/{game.pk}/off/"
    assert as_user(ana).post(path, {"yes": "true"}).status_code == 303
    for reader in (ana, ben, None):
        html = get_board(game, reader)
        assert "wants to cancel the game" in find_text(html, "clock-0")
        assert "wants to cancel the game" not in find_text(html, "clock-1")
    assert "Keep playing" in strip_tags(get_board(game, ana))
    as_user(ana).post(path, {"yes": "false"})
    assert "wants to cancel the game" not in find_text(get_board(game, ben), "clock-0")
    as_user(ana).post(path, {"yes": "true"})
    answer = as_user(ben).post(path, {"yes": "true"}, follow=True)
    assert "Everyone agreed. The game is canceled." in strip_tags(answer.content.decode())
    game.refresh_from_db()
    assert game.status == Game.Status.ABORTED
    html = get_board(game, ana)
    assert "This game was canceled." in strip_tags(html)
    assert 'id="off"' not in html


def lose_seat(game, user):
    play.resign(game.pk, user)
    Seat.objects.filter(game=game, user=user).update(leave_reason=Seat.LeaveReason.CLOCK)
    Game.objects.filter(pk=game.pk).update(revision=99)
    game.refresh_from_db()


def test_a_lost_seat_is_marked_and_a_spectator_can_take_it():
    game, users, _asked = start_at_a_turn(seats=3)
    gone = users[1]
    lose_seat(game, gone)
    assert f"Take over for {gone.username}" not in strip_tags(get_board(game, users[0]))
    assert "left, played by a bot substitute wanted" in find_text(get_board(game, users[0]), "clock-1")
    assert f"Take over for {gone.username}" in strip_tags(get_board(game))
    dora = person("Dora")
    assert Client().post(f"/games/{game.pk}/substitute/").status_code == 403
    answer = as_user(dora).post(f"/games/{game.pk}/substitute/", follow=True)
    assert "You've taken the seat." in strip_tags(answer.content.decode())
    line = find_text(get_board(game, users[0]), "clock-1")
    assert line.startswith("Dora")
    assert "bot" not in line


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_the_log_and_the_replay_say_who_ran_out_of_time(kind, seats):
    game, users, _asked = start_table(kind=kind, seats=seats)
    while not (lost := game.seats.filter(leave_reason=Seat.LeaveReason.CLOCK).first()):
        let_time_pass(game, 90 * DAY)
    end = " A bot plays on in {} seat." if seats > 2 else ""
    others = next(user for user in users if user != lost.user)
    number = game.moves.get(made_by="clock", move={"do": "resign"}).number
    for path in ("", "log/", f"replay/?step={number}&seat={lost.number}"):
        said = get_text(as_user(lost.user), f"/games/{game.pk}/{path}")
        assert f"You ran out of time.{end.format('your')}" in said
        assert "You left the game" not in said
        for reader in (as_user(others), Client()):
            said = get_text(reader, f"/games/{game.pk}/{path.partition('&')[0]}")
            assert f"{lost.user.username} ran out of time.{end.format('this')}" in said
            assert f"{lost.user.username} left the game" not in said


def test_required_reliability_applies_to_substitutes():
    game, users, _asked = start_at_a_turn(seats=3)
    lose_seat(game, users[1])
    Game.objects.filter(pk=game.pk).update(min_reliability=90)
    dora = person("Dora")
    Reliability.objects.create(user=dora, started=10, finished=8)
    answer = as_user(dora).post(f"/games/{game.pk}/substitute/", headers=JSON)
    assert answer.status_code == 403
    assert Seat.objects.get(game=game, number=1).user == users[1]
    Reliability.objects.filter(user=dora).update(finished=9)
    assert as_user(dora).post(f"/games/{game.pk}/substitute/", headers=JSON).status_code == 200


def test_a_seat_lost_on_time_can_be_taken_back_but_not_after_resigning():
    game, users, _asked = start_at_a_turn(seats=3)
    lose_seat(game, users[1])
    assert "Take your seat back" in strip_tags(get_board(game, users[1]))
    said = find_text(get_board(game, users[1]), "clock-sentence")
    assert said.startswith("A bot is playing in your seat. Take your seat back")
    assert 'href="#clock-1">Take your seat back</a>' in get_board(game, users[1])
    assert "A bot is playing in your seat" not in get_board(game, users[0])
    Seat.objects.filter(game=game, number=1).update(leave_reason=Seat.LeaveReason.RESIGNED)
    Game.objects.filter(pk=game.pk).update(revision=100)
    assert "Take your seat back" not in strip_tags(get_board(game, users[1]))
    said = find_text(get_board(game, users[1]), "clock-sentence")
    assert said.startswith("A bot is playing in your seat.")
    assert "Take your seat back" not in said


def test_the_lobby_lists_games_that_need_a_substitute_except_to_blocked_players():
    game, users, _asked = start_at_a_turn(seats=3)
    dora, emil = person("Dora"), person("Emil")
    assert "Substitutes wanted" not in get_text(as_user(dora), "/games/")
    lose_seat(game, users[1])
    for reader in (as_user(dora), Client()):
        assert f"A bot is playing for {users[1].username}" in get_text(reader, "/games/")
        assert "Substitutes wanted" not in get_text(reader, "/games/?kind=swap")
    Block.objects.create(user=users[0], other=emil)
    for reader in (emil, users[0], users[1]):
        assert "Substitutes wanted" not in get_text(as_user(reader), "/games/")
    Game.objects.filter(pk=game.pk).update(is_public=False)
    assert "Substitutes wanted" not in get_text(as_user(dora), "/games/")


@pytest.mark.parametrize("name", ["time", "off", "substitute"])
def test_a_get_changes_nothing(name):
    game, users, _asked = start_at_a_turn(seats=2)
    assert as_user(users[0]).get(f"/games/{game.pk}/{name}/").status_code == 405
    assert as_user(users[0]).post("/games/aaaaaaaaaa/" + name + "/", {"seat": 1}).status_code == 404
    assert Client().post(f"/games/{game.pk}/{name}/", {"seat": 1}, headers=JSON).status_code == 403


# --- vacations ------------------------------------------------------------------------------------------------------


@pytest.fixture
def ana():
    return person("Ana")


def post_vacation(user, **fields):
    return as_user(user).post("/accounts/vacation/", fields)


def test_a_vacation_from_now_shows_how_many_days_are_left(ana):
    assert "14 days of 14 days left this year." in get_text(as_user(ana), "/accounts/vacation/")
    assert post_vacation(ana, do="now", days="3").status_code == 303
    made = Vacation.objects.get(user=ana)
    assert abs(made.ends_at - made.starts_at - 3 * DAY) < HOUR
    said = get_text(as_user(ana), "/accounts/vacation/")
    assert "You're on vacation" in said
    assert "Start vacation" not in said
    assert "11 days of 14 days left this year." in said or made.ends_at.year > made.starts_at.year
    assert post_vacation(ana, do="end").status_code == 303
    assert "You're on vacation" not in get_text(as_user(ana), "/accounts/vacation/")


def test_planned_vacations_are_whole_days_in_the_readers_time_zone(ana):
    User.objects.filter(pk=ana.pk).update(time_zone="Pacific/Auckland")
    first = timezone.now().astimezone(counted_time.find_zone("Pacific/Auckland")).date() + 5 * DAY
    assert post_vacation(ana, do="plan", **{"from": first, "to": first + DAY}).status_code == 303
    made = Vacation.objects.get(user=ana)
    zone = counted_time.find_zone("Pacific/Auckland")
    assert made.starts_at == datetime(first.year, first.month, first.day, tzinfo=zone)
    assert made.ends_at.astimezone(zone).date() == first + 2 * DAY
    said = get_text(as_user(ana), "/accounts/vacation/")
    assert "You have a vacation coming up" in said
    assert "Cancel vacation" in said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "now", "days": "15"}, "can't be 15"),
        ({"do": "now", "days": "0"}, "A vacation has to end after it starts"),
        ({"do": "now", "days": "many"}, "can't be many"),
        ({"do": "plan", "from": "tomorrow", "to": "2030-01-01"}, "tomorrow isn't a date"),
        ({"do": "plan", "from": "2020-01-01", "to": "2020-01-02"}, "can't be in the past"),
        ({"do": "plan", "from": "9999-12-31", "to": "9999-12-31"}, "A vacation has to end after it starts"),
        ({"do": "plan"}, "isn't a date"),
        ({"do": "fly"}, "can't be fly"),
        ({"do": "now", "days": ["1", "2"]}, "was sent more than once"),
        ({"do": "auto", "auto": "perhaps"}, "must be true, on or false"),
    ],
)
def test_an_invalid_vacation_is_refused_with_a_sentence(ana, fields, said):
    answer = post_vacation(ana, **fields)
    assert answer.status_code == 422
    assert said in strip_tags(answer.content.decode())
    assert not Vacation.objects.exists()


def test_vacation_days_per_year_are_limited(ana):
    assert post_vacation(ana, do="now", days="14").status_code == 303
    later = timezone.now().date() + 15 * DAY
    answer = post_vacation(ana, do="plan", **{"from": later, "to": later + 2 * DAY})
    if (timezone.now() + 17 * DAY).year == timezone.now().year:
        assert answer.status_code == 409
        assert "You have 14 vacation days a year" in strip_tags(answer.content.decode())


def test_automatic_vacation_can_be_turned_off(ana):
    assert ana.wants_auto_vacation
    post_vacation(ana, do="auto")
    ana.refresh_from_db()
    assert not ana.wants_auto_vacation
    post_vacation(ana, do="auto", auto="on")
    ana.refresh_from_db()
    assert ana.wants_auto_vacation


def test_an_automatic_vacation_day_cannot_be_ended_early():
    game, _users, asked = start_at_a_turn(seats=3)
    let_time_pass(game, timedelta(milliseconds=asked.time_bank_ms) + DAY + HOUR)
    taken = Vacation.objects.get()
    said = get_text(as_user(asked.user), "/accounts/vacation/")
    assert "It ends by itself. Make your move before then to keep the seat." in said
    assert "I'm back" not in said
    assert "Start vacation" not in said
    first = timezone.now().date() + 5 * DAY
    post_vacation(asked.user, do="plan", **{"from": first, "to": first + DAY})
    assert "Cancel planned vacation" in get_text(as_user(asked.user), "/accounts/vacation/")
    answer = as_user(asked.user).post("/accounts/vacation/", {"do": "end"}, follow=True)
    assert "Your planned vacation is canceled." in strip_tags(answer.content.decode())
    assert Vacation.objects.get() == taken
    assert User.objects.get(pk=asked.user.pk).away_until == Vacation.objects.get().ends_at == taken.ends_at
    play.apply_timeouts(game.pk)
    assert not game.seats.get(pk=asked.pk).has_left


def test_a_vacation_can_continue_after_an_automatic_day():
    game, _users, asked = start_at_a_turn(seats=3)
    let_time_pass(game, timedelta(milliseconds=asked.time_bank_ms) + DAY + HOUR)
    assert post_vacation(asked.user, do="now", days="5").status_code == 303
    taken, chosen = Vacation.objects.order_by("starts_at")
    assert (taken.is_automatic, chosen.is_automatic, chosen.starts_at) == (True, False, taken.ends_at)
    assert abs(chosen.ends_at - timezone.now() - 5 * DAY) < HOUR


def test_vacations_are_for_logged_in_users():
    assert Client().get("/accounts/vacation/")["Location"].startswith("/accounts/login/")
    assert Client().post("/accounts/vacation/", {"do": "now", "days": "1"}).status_code == 302
    assert not Vacation.objects.exists()


def test_changing_quiet_hours_moves_running_deadlines():
    game, _users, asked = start_at_a_turn(seats=2)
    as_user(asked.user).post("/accounts/settings/", {"time_zone": "UTC", "quiet_from": "20", "quiet_to": "8"})
    before, now = asked.deadline_at, Seat.objects.get(pk=asked.pk).deadline_at
    quiet = counted_time.Quiet(20, 8, "UTC")
    assert now == counted_time.add_counted_time(asked.asked_at, timedelta(milliseconds=asked.time_bank_ms), quiet)
    assert now > before
    assert f"Move by {durations.format_absolute(now)}" in find_text(get_board(game, asked.user), "clock-sentence")


# --- other pages about time -----------------------------------------------------------------------------------------


def test_the_page_about_time_has_the_configured_numbers(monkeypatch):
    said = get_text(Client(), "/rules/time/")
    assert "Daily 3 days 12 hours 5 days 12 hours 24 hours" in said
    assert "Live 10 minutes 30 seconds 1 hour like any other none" in said
    pace = rules.PACES["daily"]._replace(bank=6 * DAY, small=5 * HOUR, gift=7 * HOUR)
    monkeypatch.setitem(rules.PACES, "daily", pace)
    monkeypatch.setattr(rules, "VACATION_DAYS", 21)
    said = get_text(Client(), "/rules/time/")
    assert "Daily 6 days 12 hours 5 days 5 hours 24 hours" in said
    assert "If you don't answer within 5 hours" in said
    assert "You have 21 vacation days a year" in said
    assert "Daily: 7 hours" in said


@pytest.mark.parametrize("path", ["/rules/", "/rules/push/", "/games/new/?kind=push"])
def test_other_pages_link_to_the_page_about_time(path):
    assert 'href="/rules/time/"' in Client().get(path).content.decode()


def test_paces_are_described_in_numbers_wherever_they_are_shown(ana):
    given = "3 days to start, plus 12 hours per decision; 12 hours for small decisions"
    assert given in get_text(Client(), "/games/new/?kind=push")
    game = play.create_game(ana, kind="push", seats=2, options={}, pace="daily")
    assert f"Daily: {given}" in get_text(Client(), "/games/")
    assert f"Daily: {given}" in get_text(Client(), f"/games/{game.pk}/")
