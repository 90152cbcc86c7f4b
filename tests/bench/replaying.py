"""Steps of a game of 3,000 moves, as the replay page requests them: the first one without a cache, and others.

No real game is that long. This is a game of swap in which each of the twelve seats starts with 60 tokens.
"""

import os
import random
import subprocess
import sys
import tempfile
from importlib import import_module
from statistics import median

from tests.bench.measure import milliseconds, quantile, report

MOVES, SEATS, TOKENS = 3_000, 12, 60
GOAL, ROUNDS, STEPS = 150, 5, 120  # milliseconds; rounds with an empty cache, and other steps in all rounds


def measure_replay() -> None:
    """Measure in another process, with its own data folder."""
    with tempfile.TemporaryDirectory(prefix="ten-bench-") as folder:
        environ = {**os.environ, "TEN_DATA": folder, "DJANGO_SETTINGS_MODULE": "ten_site.settings"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=environ, check=True)
        subprocess.run([sys.executable, "-m", "tests.bench.replaying"], env=environ, check=True)


def measure_in_process() -> None:
    import django

    django.setup()
    from django.test import Client

    from games.archive import replay
    from games.pages import tables

    game, client, dice = create_long_game(), Client(headers={"host": "localhost"}), random.Random(1)

    def ask(step: int, seat: str) -> None:
        address = f"/games/{game}/replay/step/?step={step}&seat={seat}"
        assert client.get(address).status_code == 200

    first, others = [], []
    ask(0, "all")  # loads the templates
    for _round in range(ROUNDS):
        for cache in (tables._tables, replay._histories):
            cache.items.clear()
        first.append(milliseconds(lambda: ask(MOVES, "all")))
        for _step in range(STEPS // ROUNDS):
            step, seat = dice.randint(0, MOVES), dice.choice(["all", "public", "3"])
            others.append(milliseconds(lambda step=step, seat=seat: ask(step, seat)))  # type: ignore[misc]
    worst = quantile(others, 0.99)
    report(f"a step of {MOVES:,} moves, the first", f"{median(first):.0f} ms", f"<= {GOAL} ms", median(first) <= GOAL)
    what = f"{median(others):.0f} ms, 99 % in {worst:.0f} ms"
    report(f"a step of {MOVES:,} moves, any other", what, f"<= {GOAL} ms", worst <= GOAL)


def create_long_game() -> str:
    """Store a game that was canceled after that many moves, and return its ID."""
    from django.utils import timezone

    from accounts.models import User
    from games import play
    from games.kinds import KINDS
    from games.models import Game, Move
    from games.rules.serialization import write_move

    import_module("games.rules.swap.play").TOKENS = TOKENS  # type: ignore[attr-defined]
    host = User.objects.create_user("Ana")
    bots = dict.fromkeys(range(1, SEATS), "easy")
    game = play.create_game(host, kind="swap", seats=SEATS, options={"blocking": "ask"}, bots=bots)
    game.refresh_from_db()
    kind, state, dealer = play.find_kind(game), play.parse_state(game), play.make_dealer(game, play.load_seats(game))
    dice, made = random.Random(1), []
    for number in range(1, MOVES + 1):
        seat = kind.waiting(state)[0]
        move = KINDS["swap"].random_move(kind.choices(state, seat), dice)
        state, events = kind.play(state, seat, move, dealer)
        told = [event._asdict() for event in events]
        made.append(
            Move(
                game=game,
                number=number,
                seat=seat,
                move=write_move(move),
                events=told,
                made_at=timezone.now(),
                chain_link="",
            )
        )
    Move.objects.bulk_create(made, batch_size=200)
    Game.objects.filter(pk=game.pk).update(
        version=MOVES, status=Game.Status.ABORTED, state=play.locking.serialize_state(state), auto_move_due_at=None
    )
    return str(game.pk)


if __name__ == "__main__":
    measure_in_process()
