"""What a substitute must not learn about the previous player, and vice versa."""

import random
import re

import pytest

from games import play
from games.archive import records, replay
from games.clocks import database_clock
from games.clocks.counted_time import DAY, HOUR
from games.clocks.rules import to_ms
from games.models import Game, Move, Outcome, PastSeat, Plan, Rating, TimeGift
from games.pages import table_log, tables
from games.refusals import Denied
from tests.clocks.time_travel import get_seat_to_move, pass_time, start_game
from tests.tables import as_user, one_move, person, play_plans_and_bots, play_to_the_end, table

pytestmark = pytest.mark.django_db
HOLD = {"for": "turn", "least": None, "once": False}


def list_planned_moves(game: Game, number: int) -> list[int]:
    """List the moves that the seat can see a plan made, in the record and in the log alike."""
    table = tables.load_with_all_moves(game.pk)
    found = [
        place for place, move in enumerate(records.make_record(table, number).moves, 1) if move.get("by") == "plan"
    ]
    assert table_log.render_log(table, number).count("(plan)") == len(found)
    return found


def list_moves_by_plan(game: Game) -> list[int]:
    return list(Move.objects.filter(game=game, made_by="plan").values_list("number", flat=True))


def test_a_substitute_only_sees_their_own_plans():
    game, users = table("swap", 4)
    dice, gone = random.Random(6), users[1]
    play.make_plan(game.pk, gone, HOLD)
    while not list_moves_by_plan(game):
        one_move(game, users, dice)
        play_plans_and_bots(game)
    before = list_moves_by_plan(game)
    assert list_planned_moves(game, 1) == before
    play.resign(game.pk, gone)
    users[1] = zoe = person("Zoe")
    play.substitute(game.pk, zoe)
    game.refresh_from_db()
    assert list_planned_moves(game, 1) == []
    play.make_plan(game.pk, zoe, HOLD)
    while list_moves_by_plan(game) == before:
        one_move(game, users, dice)
        play_plans_and_bots(game)
    game.refresh_from_db()
    assert list_planned_moves(game, 1) == list_moves_by_plan(game)[len(before) :]
    assert list_planned_moves(game, 0) == []
    play.agree_to_cancel(game.pk, zoe, yes=True)
    for user in (users[0], users[2], users[3]):
        play.agree_to_cancel(game.pk, user, yes=True)
    game.refresh_from_db()
    assert list_planned_moves(game, 0) == list_moves_by_plan(game)


def load_plans(game: Game, name: str) -> tuple[list[str], str]:
    """Return the sentences of the plans that the player gets as JSON, and the pages that could show them."""
    client, path = as_user(name), f"/games/{game.pk}/"
    data = client.get(path + "plans/", headers={"Accept": "application/json"}).json()["plans"]
    pages = [client.get(path + page).content.decode() for page in ("", "plans/")]
    return [plan["said"] for plan in data], " ".join(pages)


def test_a_substitute_sees_no_plan_of_the_previous_player():
    game, users = table("swap", 4)
    gone, dice = users[1], random.Random(6)
    play.make_plan(game.pk, gone, HOLD)
    while not list_moves_by_plan(game):
        one_move(game, users, dice)
        play_plans_and_bots(game)
    waits = play.make_plan(game.pk, gone, {"for": "turn", "least": "7", "once": False})
    secret, pages = load_plans(game, gone.username)
    assert len(secret) == 2
    assert all(said in pages for said in secret)

    play.resign(game.pk, gone)
    play.substitute(game.pk, person("Zoe"))
    game.refresh_from_db()
    assert not Plan.objects.filter(status=Plan.Status.ACTIVE).exists()
    read, pages = load_plans(game, "Zoe")
    assert read == []
    assert not any(said in pages for said in secret)
    with pytest.raises(Denied) as denied:
        play.withdraw_plan(game.pk, person("Zoe"), waits.pk)
    assert denied.value.code == "plan.unknown"

    play.make_plan(game.pk, person("Zoe"), {"for": "turn", "least": "3", "once": False})
    read, pages = load_plans(game, "Zoe")
    assert len(read) == 1
    assert read[0] in pages
    assert not any(said in pages for said in secret)


@pytest.mark.parametrize("left", [HOUR, 6 * DAY], ids=["hardly any time left", "more than a full time bank"])
def test_a_substitute_starts_with_a_full_time_bank(left):
    game, users = start_game("push", 4)
    number = get_seat_to_move(game).number
    game.seats.filter(number=number).update(time_bank_ms=to_ms(left))
    play.give_time(game.pk, users[number - 1], number)
    play.resign(game.pk, users[number])
    pass_time(40 * HOUR)  # the seat waits for a bot
    play.substitute(game.pk, person("Zoe"))
    seat = game.seats.get(number=number)
    assert seat.user == person("Zoe")
    assert seat.time_bank_ms == to_ms(3 * DAY)
    assert not TimeGift.objects.exists()
    assert (seat.is_to_move, seat.clock_stage) == (True, "")
    assert seat.asked_at >= database_clock.now() - HOUR
    assert seat.deadline_at >= seat.asked_at + 12 * HOUR


def test_a_replaced_player_cannot_take_another_seat():
    game, users = table("swap", 4)
    play.resign(game.pk, users[1])
    play.substitute(game.pk, person("Zoe"))
    play.resign(game.pk, users[2])
    with pytest.raises(Denied) as denied:  # or a player could see the cards of two seats
        play.substitute(game.pk, users[1])
    assert denied.value.code == "substitute.left"
    assert play.substitute(game.pk, person("Leo")) == 2


# --- names and ratings -----------------------------------------------------------------------------------------------


@pytest.fixture
def substituted() -> tuple[Game, list[str]]:
    """A finished rated game in which Chloe was replaced by Zoe and Zoe by Leo; and the name of who made each move."""
    game, users = table("push", 3, rated=True)
    seat = game.seats.get(user=users[2]).number
    users = [person(name) for name in game.seats.order_by("number").values_list("user__username", flat=True)]
    dice = random.Random(8)
    who: list[str] = []
    for name in ("Zoe", "Leo"):
        while sum(by == users[seat].username for by in who) < 2:
            one_move(game, users, dice)
            made = Move.objects.filter(game=game, number__gt=len(who)).values_list("seat", flat=True)
            who += [users[number].username for number in made]
        play.resign(game.pk, users[seat])
        game.refresh_from_db()
        who += [users[seat].username] * (game.version - len(who))  # only the first player's resignation is a move
        users[seat] = person(name)
        play.substitute(game.pk, users[seat])
        game.refresh_from_db()
    play_to_the_end(game, users, dice)
    rest = Move.objects.filter(game=game, number__gt=len(who)).values_list("seat", flat=True)
    return game, who + [users[number].username for number in rest]


def test_each_decision_has_the_name_of_the_player_who_made_it(substituted):
    game, who = substituted
    assert {"Chloe", "Zoe", "Leo"} <= set(who)
    answer = as_user("Leo").get(f"/games/{game.pk}/review/", headers={"Accept": "application/json"}).json()
    before = [player["before"] for player in answer["players"]]
    assert sorted(before, key=len) == [[], [], ["Chloe", "Zoe"]]
    assert answer["players"][before.index(["Chloe", "Zoe"])]["name"] == "Leo"
    game_table, log = tables.load_with_all_moves(game.pk), {}
    for move in game_table.moves:
        log[move.number] = " ".join(line.html for line in table_log.list_lines(game_table, move, None))
    named = {number: name for number, text in log.items() for name in ("Chloe", "Zoe", "Leo") if name in text}
    assert {"Chloe", "Zoe", "Leo"} == set(named.values())
    seat = before.index(["Chloe", "Zoe"])
    for number, name in enumerate(who, 1):
        if game_table.moves[number - 1].seat == seat and number in named:
            assert named[number] == name
            assert (
                replay.make_view(replay.load_playback(game_table), replay.Position(number), None)
                .board["people"][seat]
                .name
                == name
            )
    shown = as_user("Leo").get(f"/games/{game.pk}/review/?seat={seat}").content.decode()
    assert "replaced Chloe, Zoe" in shown
    titles = re.findall(r'<article class="judged[^"]*" id="d(\d+)".*?<h\d[^>]*>(.*?)</h\d>', shown, re.DOTALL)
    assert titles
    for number, title in titles:
        others = {"Chloe", "Zoe", "Leo"} - {who[int(number) - 1]}
        assert not any(name in title for name in others), title


def test_the_first_player_of_a_seat_is_rated_whoever_follows(substituted):
    game, _who = substituted
    results = {one.user.username: one for one in Outcome.objects.filter(game=game).select_related("user")}
    assert set(results) == {"Ana", "Ben", "Chloe", "Zoe", "Leo"}
    assert (results["Chloe"].leave_reason, results["Chloe"].is_rated, results["Chloe"].rank) == ("resigned", True, 3)
    for name in ("Zoe", "Leo"):
        assert (results[name].is_substitute, results[name].is_rated, results[name].leave_reason) == (True, False, "")
    assert set(Rating.objects.values_list("user__username", flat=True)) == {"Ana", "Ben", "Chloe"}


def test_former_players_of_a_seat_cannot_return_as_substitutes():
    game, users = table("swap", 4)
    play.resign(game.pk, users[1])
    for name in ("Zoe", "Leo"):
        play.substitute(game.pk, person(name))
        play.resign(game.pk, person(name))
    assert list(PastSeat.objects.values_list("user__username", flat=True)) == ["Ben", "Zoe"]
    for user in (users[1], person("Zoe")):
        with pytest.raises(Denied) as denied:
            play.substitute(game.pk, user)
        assert denied.value.code == "substitute.left"


def test_the_log_says_you_only_for_the_readers_own_moves():
    game, users = table("push", 3)
    one_move(game, users, random.Random(1))
    play.resign(game.pk, users[2])
    play.substitute(game.pk, person("Zoe"))
    game.refresh_from_db()
    seat = game.seats.get(user=person("Zoe")).number
    said = table_log.render_log(tables.load_with_all_moves(game.pk), seat)
    assert "You left" not in said
    assert "Chloe" in said


def get_page(game: Game, name: str) -> str:
    return as_user(name).get(f"/games/{game.pk}/").content.decode()


@pytest.mark.parametrize("kind", ["push", "swap"])
def test_a_seat_is_marked_only_while_a_bot_plays_on(kind):
    game, users = table(kind, 4)
    mark = "<small>left · bot</small>"
    play.resign(game.pk, users[1])
    assert get_page(game, "Ana").count(mark) == 1
    play.substitute(game.pk, person("Zoe"))
    assert mark not in get_page(game, "Ana")
    play.resign(game.pk, person("Zoe"))
    assert get_page(game, "Ana").count(mark) == 1


def test_a_substitute_can_leave_the_seat_on_the_page():
    game, users = table("push", 4)
    play.resign(game.pk, users[1])
    assert "Leave this game" not in get_page(game, "Ben")
    play.substitute(game.pk, person("Zoe"))
    assert "Leave this game" in get_page(game, "Zoe")
    assert "Leave this game" not in get_page(game, "Ana")
    assert "Resign this game" in get_page(game, "Ana")
    as_user("Zoe").post(f"/games/{game.pk}/resign/")
    assert game.seats.get(number=1).has_left
    assert "Leave this game" not in get_page(game, "Zoe")


def test_time_given_to_a_former_player_does_not_count_for_the_substitute():
    game, users = table("push", 4)
    play.give_time(game.pk, users[0], 1)
    play.resign(game.pk, users[1])
    play.substitute(game.pk, person("Zoe"))
    assert "gave Zoe" not in get_page(game, "Ana")
    play.give_time(game.pk, users[0], 1)
    assert get_page(game, "Ana").count("gave Zoe") == 1
