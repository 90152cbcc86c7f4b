"""A plan's answer looks like a click: its time, version and order reveal nothing.

Two games are compared: in one a plan answers, in the other its owner clicks the same at the same moment.
"""

import asyncio
import json
import random
from datetime import timedelta
from statistics import mean
from typing import Any

import pytest
from django.db import connections

from games import play, signals
from games.clocks import database_clock, rules, seat_clocks
from games.kinds import KINDS
from games.kinds.plans import BadPlan
from games.live import frames
from games.models import Game, Move, Notification, Plan, Seat
from games.notifications import collect
from games.pages import tables
from games.rules.base import Plain
from games.rules.serialization import read_move
from games.worker import bots
from tests.clocks.time_travel import apply_clock, pass_time, start_game
from tests.plans.memory_games import random_plan
from tests.plans.test_secret import GAMES, Bytes, Pair, clock, compares_all_pages, find_differences
from tests.tables import one_move, play_plans_and_bots, send, table
from tests.tables import pick as pick_move
from tests.waiting import until

__all__ = ["clock"]  # a fixture
pytestmark = pytest.mark.django_db
HOLD = {"for": "turn", "least": None, "once": False}
PASS = {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False}


class Trigger:
    """A click of one seat, and the plan of another seat with its answer."""

    def __init__(self, seat: int, move: Plain, owner: int, plan: Plain, answer: Plain) -> None:
        self.seat, self.move, self.owner, self.plan, self.answer = seat, move, owner, plan, answer


def find_trigger(pair: Pair) -> Trigger | None:
    """Find one by playing in memory; None if the answer would end the game, because then everyone may know."""
    kind, state = play.find_kind(pair.game), play.parse_state(pair.game)
    module, dealer = (
        KINDS[pair.game.kind].known_plans.rules,
        play.locking.make_dealer(pair.game, play.load_seats(pair.game)),
    )
    seat, move = pick_move(pair.game, pair.dice)
    after, _ = kind.play(state, seat, read_move(kind, move), dealer)
    owners = [owner for owner in kind.waiting(after) if owner != seat]
    for _ in range(40 if owners else 0):
        try:
            plan = module.about(
                module.read(random_plan(kind.SLUG, pair.dice)), play.make_plain_view(kind, state, owners[0])[0]
            )
        except BadPlan:
            continue
        seen = play.make_plain_view(kind, after, owners[0])
        act = module.decide([plan], *seen) if module.over(plan, seen[0], False) is None else None
        if act and kind.waiting(kind.play(after, owners[0], read_move(kind, act.move), dealer)[0]):
            return Trigger(seat, move, owners[0], plan, act.move)
    return None


def click(pair: Pair, found: Trigger) -> bytes:
    """Make the click, and return its response."""
    pair.clock[0] += timedelta(minutes=1)
    fields = {"seen": pair.game.version, "ticket": "t" * 8, "move": json.dumps(found.move)}
    client = pair.clients[pair.users[found.seat].username]
    answer = client.post(f"/games/{pair.game.pk}/moves/", fields, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    return bytes(answer.content)


def collect_frames(pair: Pair, owner: int) -> Bytes:
    """Collect the frames for the others' sockets that show the version before."""
    seen = str(pair.game.version - 1)
    return [
        (f"frame of {name}", repr(frames.make_frame_since(tables.load(pair.game.pk), seat, "en", seen)).encode())
        for name, (_client, seat) in pair.others(owner).items()
    ]


def collect_bytes(pair: Pair, owner: int, all_pages: bool) -> Bytes:
    pair.game.refresh_from_db()
    return [*collect_frames(pair, owner), *pair.collect(owner, all_pages)]


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_a_plans_move_looks_exactly_like_a_click(
    kind, seats, options, clock, share, django_capture_on_commit_callbacks
):
    dice = random.Random(f"times {kind} {seats}")
    pairs, pair, enough = 0, Pair(kind, seats, options, clock, dice), share(small=1, proofs=10, whole=60)
    announced: list[Any] = []
    signals.changed.connect(
        lambda game_id, version, **_: announced.append((game_id, version)), weak=False, dispatch_uid="t"
    )
    signals.queue.connect(lambda users, **_: announced.append(users), weak=False, dispatch_uid="t")
    while pairs < enough:
        if not pair.play_some(9) or (found := find_trigger(pair)) is None:
            pair = Pair(kind, seats, options, clock, dice)
            continue
        worlds, moment, all_pages = [], clock[0], compares_all_pages(kind, seats, pairs) and kind == "push"
        for is_planned in (True, False):
            with pair.sandbox(), django_capture_on_commit_callbacks(execute=True) as _called:
                announced.clear()
                if is_planned:
                    play.make_plan(pair.game.pk, pair.users[found.owner], found.plan)
                seen: Bytes = [("answer", click(pair, found))]
                seen += [(f"before {name}", data) for name, data in collect_bytes(pair, found.owner, all_pages)]
                if is_planned:
                    assert pair.game.auto_move_due_at is not None
                    assert timedelta() < pair.game.auto_move_due_at - clock[0] < rules.FREE_TIME
                    moment = pair.game.auto_move_due_at
                    clock[0] = moment
                    bots.move_one(pair.game.pk)
                else:
                    clock[0] = moment
                    send(pair.game, pair.users[found.owner], found.answer)
                seen += collect_bytes(pair, found.owner, all_pages=False)
                assert pair.game.moves.last().made_by == ("plan" if is_planned else "")
            worlds.append([*seen, ("said", repr(announced).encode())])
        assert find_differences(*worlds) == [], (found.plan, found.answer)
        pairs += 1
    for signal in (signals.changed, signals.queue):
        assert signal.disconnect(dispatch_uid="t")


# --- pauses ----------------------------------------------------------------------------------------------------------


def test_pauses_are_random_and_within_the_free_time():
    pauses = [seat_clocks.pick_pause() for _ in range(200)]
    assert len(set(pauses)) > 190
    assert timedelta(seconds=0.3) < min(pauses)
    assert max(pauses) < rules.FREE_TIME
    assert max(pauses) > 3 * min(pauses)


def test_an_auction_of_four_plans_ends_within_seconds():
    """Each seat answers once, so there are four pauses: at most ten seconds, six on average."""
    game, users = table("push", 4)
    for user in users:
        play.make_plan(game.pk, user, PASS)
    dice, waits = random.Random(5), []
    game.refresh_from_db()
    while not waits:
        one_move(game, users, dice)
        while game.auto_move_due_at is not None:
            version, wait = game.version, game.auto_move_due_at - game.moved_at
            bots.move_one(game.pk)
            game.refresh_from_db()
            waits += [wait] * (game.version > version)
    assert len(waits) == 4
    assert {move.made_by for move in game.moves.order_by("-number")[:4]} == {"plan"}
    assert sum(waits, timedelta()) < timedelta(seconds=10)
    assert mean(seat_clocks.pick_pause().total_seconds() for _ in range(500)) * 4 < 7


def test_a_pause_restarts_with_each_move():
    game, users, owner = ask_planner()
    due = game.auto_move_due_at
    assert due is not None
    play.agree_to_cancel(game.pk, users[(owner + 1) % 4], yes=True)
    game.refresh_from_db()
    assert game.auto_move_due_at == due
    play.fire_due_plan(game.pk, due - timedelta(seconds=1))  # an earlier time, which is no longer due
    game.refresh_from_db()
    assert (game.version, game.auto_move_due_at) == (1, due)


def ask_planner(kind: str = "swap", **extra: Any) -> tuple[Game, list[Any], int]:
    """Start a game in which the next player has a plan and has just been asked."""
    game, users = start_game(kind, 4, **extra)
    [first] = play.find_kind(game).waiting(play.parse_state(game))
    owner = (first + 1) % 4
    play.make_plan(game.pk, users[owner], HOLD)
    send(game, users[first], {"do": "hold"})
    game.refresh_from_db()
    return game, users, owner


def test_an_owner_who_is_quicker_than_the_plan_has_answered():
    game, users, owner = ask_planner()
    send(game, users[owner], {"do": "hold"})
    assert list(game.moves.values_list("made_by", flat=True)) == ["", ""]
    game.refresh_from_db()
    assert game.auto_move_due_at is None
    assert Plan.objects.get().status == Plan.Status.ACTIVE


def test_a_withdrawn_plan_does_not_answer():
    game, users, owner = ask_planner()
    play.withdraw_plan(game.pk, users[owner], Plan.objects.get().pk)
    game.refresh_from_db()
    assert (game.version, game.auto_move_due_at) == (1, None)


# --- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_plans_answer_costs_no_time_however_late_it_comes():
    game, _users, owner = ask_planner(pace="live")
    bank = game.seats.get(number=owner).time_bank_ms
    pass_time(timedelta(minutes=2))
    play_plans_and_bots(game)
    assert game.moves.last().spent_ms == 0
    pace = rules.PACES["live"]
    assert game.seats.get(number=owner).time_bank_ms == rules.bank_after(pace, bank, 0, by_clock=False)


def test_a_click_within_the_free_seconds_costs_no_time_either():
    for seconds, spent in ((4, 0), (65, 60)):
        game, users = start_game("swap", 4, pace="live")
        [first] = play.find_kind(game).waiting(play.parse_state(game))
        pass_time(timedelta(seconds=seconds))
        send(game, users[first], {"do": "hold"})
        found = Move.objects.get(game=game).spent_ms
        assert found is not None
        assert spent * 1000 <= found < (spent + 40) * 1000 * bool(spent) + 1


def test_a_plan_made_for_the_current_question_costs_its_owners_time():
    game, users = start_game("swap", 4, pace="live")
    [first] = play.find_kind(game).waiting(play.parse_state(game))
    pass_time(timedelta(seconds=65))
    play.make_plan(game.pk, users[first], HOLD)
    assert 60_000 <= Move.objects.get(game=game).spent_ms < 100_000


@pytest.mark.database
def test_the_clock_does_not_overtake_a_plan_left_by_a_dead_process():
    game, _users, owner = ask_planner(pace="live")
    pass_time(timedelta(hours=3))
    apply_clock(game)
    assert [(move.made_by, move.seat) for move in game.moves.all()][1] == ("plan", owner)
    assert game.seats.get(number=owner).leave_reason == ""


# --- notifications ---------------------------------------------------------------------------------------------------


def test_players_are_notified_of_a_turn_unless_a_plan_answers():
    for plan, gets_notified in ((HOLD, False), ({"for": "answer", "block": True, "once": False}, True)):
        game, users = table("swap", 4, options={"blocking": "ask"})
        collect.collect_all()
        Notification.objects.all().delete()
        [first] = play.find_kind(game).waiting(play.parse_state(game))
        owner = users[(first + 1) % 4]
        play.make_plan(game.pk, owner, plan)
        send(game, users[first], {"do": "hold"})
        collect.collect_all()
        assert not Notification.objects.filter(user=owner).exists()
        play_plans_and_bots(game)
        collect.collect_all()
        assert Notification.objects.filter(user=owner, topic="turn").exists() is gets_notified
        assert not Seat.objects.filter(is_notified=False).exists()


def test_a_player_whose_plan_does_not_answer_is_notified_after_a_minute():
    game, users, owner = ask_planner()
    collect.collect_all()
    assert not Notification.objects.filter(user=users[owner]).exists()
    Game.objects.filter(pk=game.pk).update(auto_move_due_at=database_clock.now() - timedelta(minutes=2))
    collect.collect_all()
    assert Notification.objects.filter(user=users[owner], topic="turn").exists()


# --- in a server -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_in_a_server_plans_answer_on_their_own_one_after_another(settings):
    settings.PLAN_PAUSE, settings.BOT_PAUSE = 0.2, 0

    def start_game() -> Game:
        game, users = table("swap", 4)
        [first] = play.find_kind(game).waiting(play.parse_state(game))
        for user in users[:first] + users[first + 1 :]:
            play.make_plan(game.pk, user, HOLD)
        send(game, users[first], {"do": "hold"})
        return game

    def wait_for_answers(game: Game) -> bool:
        return bool(until(lambda: game.moves.filter(made_by="plan").count() >= 3, "three plans have answered"))

    def close_after(work: Any, *arguments: Any) -> Any:
        try:
            return work(*arguments)
        finally:
            connections.close_all()

    async def serve() -> None:
        bots.start(asyncio.get_running_loop())
        game = await asyncio.to_thread(close_after, start_game)
        await asyncio.to_thread(close_after, wait_for_answers, game)

    asyncio.run(serve())
    for _ in range(2):
        bots._pool.submit(connections.close_all).result()
    times = list(Move.objects.order_by("number").values_list("made_at", flat=True))[:4]
    assert len(set(times)) == 4
