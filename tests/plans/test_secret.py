"""Only its owner can know of a plan: until it acts, everyone else gets the same bytes as without it.

Two games that differ only in a plan have the same positions, times and moves. Every page, socket message, response and
notification that others get is compared.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import play, signals
from games.clocks import database_clock
from games.kinds import KINDS
from games.kinds.plans import BadPlan
from games.live import frames
from games.models import Game, Notification, Plan, Seat
from games.notifications import collect, content, email
from games.pages import board, table_log, tables
from games.rules.base import Plain
from games.rules.serialization import read_move, write_move
from tests.plans.memory_games import random_plan
from tests.tables import as_user, one_move, person, send, table

pytestmark = pytest.mark.django_db
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("push", 2, {"bust_buy": True}),
    ("push", 3, {}),
    ("swap", 4, {"blocking": "ask"}),
    ("push", 4, {"edition": "gamefactory"}),
]
TOKEN = re.compile(rb'((?:csrfmiddlewaretoken" value|name="csrf-token" content)=)"[A-Za-z0-9]{64}"')
ELSEWHERE = ("/", "/next/", "/games/", "/accounts/notices/")  # and at the table:
BESIDE = ("log/", "plans/", "talk/", "time/", "off/", "onward/")
FACTS = (
    "user",
    "game",
    "seat",
    "game_version",
    "topic",
    "facts",
    "channel",
    "status",
    "status_detail",
    "due_at",
    "created_at",
)
ALWAYS = ("", "state.json", "record.json")
ALL_PAGES_EVERY = 6  # pages that are unlikely to differ are compared in one pair of so many
ALL_PAGES_FIRST = (("push", 2), ("swap", 4))  # where it's the first pair
Bytes = list[tuple[str, bytes]]
Moves = list[tuple[int, Plain]]


@pytest.fixture
def clock(monkeypatch) -> list[datetime]:
    """The current time, fixed until a test changes it, for the database too."""
    monkeypatch.setattr(database_clock, "is_used", lambda: False)
    now = [datetime(2027, 3, 1, 12, tzinfo=UTC)]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


class Pair:
    """A game with everyone who looks at it, to play with and without a plan."""

    def __init__(self, kind: str, seats: int, options: Plain, clock: list[datetime], dice: random.Random) -> None:
        self.clock, self.dice = clock, dice
        self.game, self.users = table(kind, seats, options=options)
        self.clients = {user.username: as_user(user) for user in self.users}
        self.watchers = {"Wim": as_user(person("Wim")), "": Client()}

    def play_some(self, most: int) -> bool:
        """Make a few random moves; return whether the game is still going."""
        for _ in range(self.dice.randrange(most)):
            if self.game.status == Game.Status.PLAYING:
                one_move(self.game, self.users, self.dice)
        return self.game.status == Game.Status.PLAYING

    def paths(self, all_pages: bool) -> list[str]:
        own = (*ALWAYS, *BESIDE) if all_pages else ALWAYS
        return [f"/games/{self.game.pk}/{path}" for path in own] + (list(ELSEWHERE) if all_pages else [])

    def others(self, owner: int) -> dict[str, tuple[Client, int | None]]:
        """Map the names of everyone but the owner to their clients and seats."""
        found: dict[str, tuple[Client, int | None]] = {name: (client, None) for name, client in self.watchers.items()}
        for seat, user in enumerate(self.users):
            if seat != owner:
                found[user.username] = self.clients[user.username], seat
        return found

    @contextmanager
    def sandbox(self) -> Iterator[None]:
        """Undo whatever is done inside, in the database and in this process."""
        before, mark = self.clock[0], transaction.savepoint()
        clear_caches()
        yield
        transaction.savepoint_rollback(mark)
        self.clock[0] = before
        self.game.refresh_from_db()
        clear_caches()

    def move(self, seat: int, plain: Plain) -> None:
        """Make a move, a minute later."""
        self.clock[0] += timedelta(minutes=1)
        send(self.game, self.users[seat], plain)
        self.game.refresh_from_db()

    def collect(self, owner: int, all_pages: bool) -> Bytes:
        """Collect everything that the others get."""
        found: Bytes = []
        shown = tables.load(self.game.pk)
        for name, (client, seat) in self.others(owner).items():
            found.append((f"frame {name}", frames.make_frame(shown, seat, "en").encode()))
            found += fetch(name, client, self.paths(all_pages))
        return [*found, *self.collect_notifications(owner)]

    def collect_notifications(self, owner: int) -> Bytes:
        """Collect what the others get by mail and push: the rows, and what would be sent for them now."""
        collect.collect_all()
        found: Bytes = []
        for user in [user for seat, user in enumerate(self.users) if seat != owner]:
            rows = Notification.objects.filter(user=user, game=self.game.pk).order_by(
                "topic", "channel", "game_version"
            )
            found.append((f"notices {user}", repr(list(rows.values(*FACTS))).encode()))
            found.append((f"mail {user}", write_mail(user, [*rows, Notification(user=user, topic="digest")])))
            found.append(
                (
                    f"devices {user}",
                    repr([content.make_push_message(row, timezone.now()) for row in rows]).encode(),
                )
            )
        return found


def fetch(name: str, client: Client, paths: list[str]) -> Bytes:
    found = []
    for path in paths:
        answer = client.get(path)
        heads = sorted((head, value) for head, value in answer.items() if head != "Set-Cookie")
        found.append((f"{name} {path}", repr((answer.status_code, heads)).encode() + TOKEN.sub(rb"\1", answer.content)))
    return found


def write_mail(user: User, rows: list[Notification]) -> bytes:
    """Write the mail as a mail server would get it."""
    mail = email.compose(user, "reader@mail.example", rows, "batch", timezone.now())
    mail.extra_headers["Date"] = "Mon, 01 Mar 2027 12:00:00 -0000"
    message = mail.message()
    message.set_boundary("part")
    return message.as_bytes()


def clear_caches() -> None:
    """Clear what this process remembers of games."""
    cache.clear()
    for stored in (tables._tables, board._boards, table_log._lines):
        stored.items.clear()


def find_differences(one: Bytes, other: Bytes) -> list[str]:
    """Name the entries whose bytes differ."""
    assert [name for name, _ in one] == [name for name, _ in other]
    return [name for (name, here), (_, there) in zip(one, other, strict=True) if here != there]


# --- before a plan acts ---------------------------------------------------------------------------------------------


def make_quiet_plan(pair: Pair) -> tuple[int, Plain] | None:
    """Return a seat, and a plan for it that doesn't act at once."""
    kind, state = play.find_kind(pair.game), play.parse_state(pair.game)
    for _ in range(20):
        seat, module = pair.dice.randrange(len(pair.users)), KINDS[pair.game.kind].known_plans.rules
        view, choices = play.make_plain_view(kind, state, seat)
        try:
            plan = module.about(module.read(random_plan(pair.game.kind, pair.dice)), view)
        except BadPlan:
            continue
        if seat not in kind.waiting(state) or module.decide([plan], view, choices) is None:
            return seat, plan
    return None


def list_moves_before(pair: Pair, owner: int, plan: Plain, most: int) -> Moves:
    """List moves after which the plan still hasn't acted, found by playing in memory with the same deck."""
    kind, state = play.find_kind(pair.game), play.parse_state(pair.game)
    dealer = play.locking.make_dealer(pair.game, play.load_seats(pair.game))
    moves: Moves = []
    while len(moves) < most and kind.waiting(state):
        seat = kind.waiting(state)[0]
        move = write_move(KINDS[pair.game.kind].pick({}, kind.choices(state, seat), pair.dice))
        state, _ = kind.play(state, seat, read_move(kind, move), dealer)
        asked = owner in kind.waiting(state)
        if asked and KINDS[pair.game.kind].known_plans.rules.decide([plan], *play.make_plain_view(kind, state, owner)):
            break
        moves.append((seat, move))
    return moves


def compares_all_pages(kind: str, seats: int, pairs: int) -> bool:
    return pairs % ALL_PAGES_EVERY == (0 if (kind, seats) in ALL_PAGES_FIRST else ALL_PAGES_EVERY - 1)


def play_and_collect(pair: Pair, owner: int, plan: Plain | None, moves: Moves, all_pages: bool) -> tuple[Bytes, Bytes]:
    """Play these moves, and collect what the others and what the owner gets."""
    with pair.sandbox():
        if plan is not None:
            assert play.make_plan(pair.game.pk, pair.users[owner], plan).last_move_number is None
        for seat, move in moves:
            pair.move(seat, move)
        assert not pair.game.moves.filter(made_by="plan").exists()
        others, path = pair.collect(owner, all_pages), f"/games/{pair.game.pk}/"
        name = pair.users[owner].username
        return others, fetch(name, pair.clients[name], [path, path + "plans/"])
    raise AssertionError


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_nobody_else_can_tell_that_there_is_a_plan(kind, seats, options, clock, share):
    dice = random.Random(f"quiet {kind} {seats}")
    pairs = controls = moved = 0
    enough = share(small=2, proofs=20, whole=1_000 // len(GAMES))
    pair = Pair(kind, seats, options, clock, dice)
    while pairs < enough:
        if not pair.play_some(12):
            pair = Pair(kind, seats, options, clock, dice)
        found = make_quiet_plan(pair)
        if found is None:
            continue
        moves = list_moves_before(pair, *found, most=dice.randrange(4))
        all_pages = compares_all_pages(kind, seats, pairs)
        without, own_without = play_and_collect(pair, found[0], None, moves, all_pages)
        with_plan, own_with = play_and_collect(pair, *found, moves, all_pages)
        assert find_differences(without, with_plan) == [], found
        frame_and_pages = 1 + len(pair.paths(all_pages))
        assert len(without) == len(pair.others(found[0])) * frame_and_pages + 3 * (seats - 1)
        pairs += 1
        moved += bool(moves)
        controls += find_differences(own_without, own_with) == [name for name, _ in own_with]
    assert controls == pairs  # the owner sees the plan on both pages
    assert moved >= share(small=0, whole=60)  # each game has another deck


# --- after a plan has acted -----------------------------------------------------------------------------------------


def make_acting_plan(pair: Pair) -> tuple[int, Plain, list[Plain]] | None:
    """Return the seat to move, a plan for it, and the moves that the plan makes at once."""
    kind, state = play.find_kind(pair.game), play.parse_state(pair.game)
    module, seat = KINDS[pair.game.kind].known_plans.rules, kind.waiting(state)[0]
    view, choices = play.make_plain_view(kind, state, seat)
    for _ in range(40):
        try:
            plan = module.about(module.read(random_plan(pair.game.kind, pair.dice)), view)
        except BadPlan:
            continue
        if module.decide([plan], view, choices) is not None:
            break
    else:
        return None
    with pair.sandbox():
        play.make_plan(pair.game.pk, pair.users[seat], plan)
        moves = [move.move for move in pair.game.moves.filter(number__gt=pair.game.version).order_by("number")]
    return seat, plan, moves


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_nobody_else_can_tell_who_made_a_move(kind, seats, options, clock, share):
    """An owner as quick as the plan looks the same, until the game is over."""
    dice = random.Random(f"acting {kind} {seats}")
    pairs = controls = 0
    pair = Pair(kind, seats, options, clock, dice)
    while pairs < share(small=1, proofs=15, whole=60):
        if not pair.play_some(9):
            pair = Pair(kind, seats, options, clock, dice)
        found = make_acting_plan(pair)
        if found is None:
            continue
        owner, name, path = found[0], pair.users[found[0]].username, f"/games/{pair.game.pk}/"
        seen, own, is_over = [], [], False
        for is_planned in (True, False):
            with pair.sandbox():
                act_or_click(pair, *found, is_planned)
                is_over = pair.game.status != Game.Status.PLAYING
                seen.append(pair.collect(owner, compares_all_pages(kind, seats, pairs)))
                own.append(fetch(name, pair.clients[name], [path, path + "plans/"]))
        if not is_over:  # afterwards everyone may know
            assert find_differences(*seen) == [], found
            pairs += 1
            controls += find_differences(*own) != []
    assert controls == pairs


def act_or_click(pair: Pair, owner: int, plan: Plain, moves: list[Plain], is_planned: bool) -> None:
    """Let the plan make the moves, or its owner."""
    if is_planned:
        play.make_plan(pair.game.pk, pair.users[owner], plan)
    for move in [] if is_planned else moves:
        send(pair.game, pair.users[owner], move)
        pair.game.refresh_from_db()
    pair.game.refresh_from_db()


# --- signals --------------------------------------------------------------------------------------------------------

SIGNALS = (signals.changed, signals.queue, signals.bot_due, signals.talked)


@pytest.fixture
def announced() -> Iterator[list[Any]]:
    """Everything that is announced after a commit."""
    found: list[Any] = []

    def listen(**facts: Any) -> None:
        found.append(facts)

    for signal in SIGNALS:
        signal.connect(listen)
    yield found
    for signal in SIGNALS:
        signal.disconnect(listen)


def test_making_and_withdrawing_a_plan_is_not_announced(clock, announced, django_capture_on_commit_callbacks):
    """No board is sent, no waiting games are counted, and only the owner's rows change."""
    pair = Pair("push", 3, {}, clock, random.Random("said"))
    pair.game.refresh_from_db()
    found = make_quiet_plan(pair)
    assert found is not None
    owner, plan = found
    before = load_rows(pair, owner)
    with django_capture_on_commit_callbacks(execute=True):
        made = play.make_plan(pair.game.pk, pair.users[owner], plan)
        assert made.status == Plan.Status.ACTIVE
        play.withdraw_plan(pair.game.pk, pair.users[owner], made.pk)
    assert announced == []
    assert load_rows(pair, owner) == before
    with django_capture_on_commit_callbacks(execute=True):
        one_move(pair.game, pair.users, pair.dice)
    assert announced != []


def load_rows(pair: Pair, owner: int) -> list[Any]:
    """Load the game and the seats of the others as they are stored."""
    seats = Seat.objects.filter(game=pair.game).exclude(number=owner).order_by("number")
    return [*Game.objects.filter(pk=pair.game.pk).values(), *seats.values()]
