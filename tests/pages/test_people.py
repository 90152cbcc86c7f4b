"""What belongs to a player isn't passed on to others: substitutes, former players, and readers of pages."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from games import play
from games.clocks import database_clock
from games.kinds import KINDS
from games.models import Game, PlayerTotals
from games.notifications import content
from games.pages import board, preview_picture, tables
from games.refusals import Denied
from tests.kinds.changing import change
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db


def find_seat_to_move(game: Game) -> int:
    game.refresh_from_db()
    return play.find_kind(game).waiting(play.parse_state(game))[0]


def test_a_former_players_agreement_to_cancel_does_not_count_for_the_substitute():
    game, users = table("push", 3)
    play.agree_to_cancel(game.pk, users[1], yes=True)
    play.resign(game.pk, users[1])
    play.substitute(game.pk, person("Zoe"))
    assert not game.seats.get(number=1).agrees_to_abort
    for user in (users[0], users[2]):
        assert not play.agree_to_cancel(game.pk, user, yes=True)
    assert play.agree_to_cancel(game.pk, person("Zoe"), yes=True)


def test_a_substitutes_clock_starts_when_they_take_the_seat():
    game, _users = table("swap", 4, pace="fast")
    number = find_seat_to_move(game)
    game.seats.filter(number=number).update(
        has_left=True, leave_reason="clock", asked_at=database_clock.now() - timedelta(days=9)
    )
    play.substitute(game.pk, person("Zoe"))
    seat = game.seats.get(number=number)
    assert database_clock.now() - seat.asked_at < timedelta(minutes=1)
    assert seat.deadline_at > database_clock.now() + timedelta(hours=1)
    assert seat.clock_stage == ""


def test_a_player_who_left_only_learns_what_everyone_may_know():
    """A bot plays on, and its cards and tasks are in no mail or push message to the former player."""
    game, users = table("swap", 4)
    number = find_seat_to_move(game)
    gone = users[number]
    asked = content.list_items(gone, {game.pk: [("turn", {})]}, database_clock.now())[0]
    assert (asked.is_waiting, bool(asked.task)) == (True, True)
    one_move(game, users, random.Random(1))
    told = content.list_items(gone, {game.pk: [("turn", {})]}, database_clock.now())[0]
    game.seats.filter(number=number).update(has_left=True, leave_reason="clock", is_to_move=True)
    tables._tables.items.clear()
    [item] = content.list_items(gone, {game.pk: [("lost", {})]}, database_clock.now())
    assert (item.is_waiting, item.task, item.events, item.time) == (False, "", (), "")
    assert told.company == item.company


def test_the_home_page_shows_each_player_their_own_task():
    game, users = table("swap", 4)
    tasks = set()
    for _ in range(8):
        number = find_seat_to_move(game)
        if Game.objects.get(pk=game.pk).status != "playing":
            break
        table_now = tables.load(game.pk)
        task = board.describe_task(table_now, number)
        card = play.make_plain_view(table_now.kind, table_now.state, number)[0]["card"]
        page = as_user(users[number]).get("/").content.decode()
        assert task in page, (number, card)
        tasks.add(number)
        one_move(game, users, random.Random(2))
    assert len(tasks) > 1


@pytest.mark.parametrize(("kind", "seats"), [("swap", 4), ("push", 3), ("tiles", 2)])
def test_the_preview_picture_is_drawn_from_the_public_view(kind, seats, monkeypatch):
    game, users = table(kind, seats)
    one_move(game, users, random.Random(1))
    here, drawn = tables.load(game.pk), []
    draw = KINDS[kind].drawing
    change(monkeypatch, kind, drawing=lambda view: drawn.append(view) or draw(view))
    preview_picture._render(here)
    assert drawn == [board.make_view(here, None)[0]]
    for user in users:
        as_user(user).get("/")
    assert all(view == drawn[0] for view in drawn)
    assert len(drawn) > 1


def test_others_see_response_times_as_a_range_only():
    PlayerTotals.objects.create(
        user=person("Ana"),
        kind="push",
        seat_count=2,
        option_key="aeg",
        games=3,
        facts={"spent": 3 * 5_400_000, "timed": 3},
    )
    own = as_user("Ana").get("/players/Ana/").content.decode()
    theirs = [as_user(who).get("/players/Ana/").content.decode() for who in (person("Ben"), None)]
    assert "on average" in own
    for page in theirs:
        assert "on average" not in page
        assert "the same day" in page


def test_a_vacation_over_new_year_counts_in_both_years():
    ana, year = person("Ana"), database_clock.now().year + 1
    ana.time_zone = "UTC"
    ana.save()

    def day(month: int, number: int) -> datetime:
        return datetime(year + (month < 6), month, number, tzinfo=UTC)

    play.add_vacation(ana, day(2, 1), day(2, 13))  # twelve of the fourteen days of the new year
    with pytest.raises(Denied) as refused:
        play.add_vacation(ana, day(12, 28), day(1, 4))
    assert refused.value.code == "vacation.days"
    play.add_vacation(ana, day(12, 28), day(1, 3))
    with pytest.raises(Denied):
        play.add_vacation(ana, day(3, 1), day(3, 2))
