"""Fill a data folder with players and games, and store how the games will be played.

`python -m tests.bench.site.prepare` takes TEN_DATA from the environment. Each game is played here once in memory, with
the cards it will have, so the client that plays it later knows every move in advance.
"""

import json
import os
import random
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

from django.conf import settings  # noqa: E402 (after the set-up)
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils.module_loading import import_string  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.session_events import count_days  # noqa: E402
from games import play  # noqa: E402
from games.kinds import KINDS  # noqa: E402
from games.models import Game, Move  # noqa: E402
from games.rules.serialization import to_plain, write_move  # noqa: E402
from ten_site.server import main as server  # noqa: E402

PEOPLE = 150
GAMES = {"push": 170, "tiles": 150, "swap": 150}
SEATS = {"push": (2, 3, 4), "tiles": (2,), "swap": (4, 5, 6)}
LONG, EARLY, LATE = 16, 30, 3_000  # pairs of games, and how many moves they have already

Script = dict[str, Any]
Sessions = import_string(f"{settings.SESSION_ENGINE}.SessionStore")


def main() -> None:
    folder = Path(os.environ["TEN_DATA"])
    server.make_folder(folder)
    server.prepare()
    dice = random.Random("tables")
    with transaction.atomic():
        people = [person(f"player{number}") for number in range(PEOPLE)]
        scripts = [
            start_game(kind, dice.sample(people, dice.choice(SEATS[kind])), dice.randrange(2**32))
            for kind, count in GAMES.items()
            for _game in range(count)
        ]
        pairs = [grown(dice.sample(people, 3), dice.randrange(2**32)) for _game in range(LONG)]
    dice.shuffle(scripts)
    early, late = (list(side) for side in zip(*pairs, strict=True))
    sessions = [session for _, session in people]
    (folder / "games.json").write_text(
        json.dumps({"games": scripts, "early": early, "late": late, "sessions": sessions})
    )


def person(name: str) -> tuple[User, str]:
    """Create a user who is logged in."""
    user = User.objects.create_user(name)
    session = Sessions()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session["came"] = session["day"] = count_days()
    session.save()
    return user, str(session.session_key)


def start_game(kind: str, people: list[tuple[User, str]], seed: int) -> Script:
    """Start a game, and return how it will be played."""
    game = play.create_game(people[0][0], kind=kind, seats=len(people), options={})
    for user, _ in people[1:]:
        play.sit(game.pk, user)
    game.refresh_from_db()
    return script(game, [session for _, session in people], seed)[0]


def script(game: Game, sessions: list[str], seed: int) -> tuple[Script, list[list[Any]]]:
    """Play the whole game with random moves; return its script, and the events of each move."""
    kind, dice = play.find_kind(game), random.Random(seed)
    state, dealer, moves, told = play.parse_state(game), play.make_dealer(game, play.load_seats(game)), [], []
    while waiting := kind.waiting(state):
        move = KINDS[game.kind].random_move(kind.choices(state, waiting[0]), dice)
        moves.append((waiting[0], json.dumps(write_move(move))))
        state, events = kind.play(state, waiting[0], move, dealer)
        told.append([to_plain(event._asdict()) for event in events])
    return {"id": game.pk, "kind": game.kind, "base": game.version, "moves": moves, "sessions": sessions}, told


def grown(people: list[tuple[User, str]], seed: int) -> tuple[Script, Script]:
    """Start two games with the same deal and script, one with few earlier moves and one with many."""
    first, second = start_game("push", people, seed), start_game("push", people, seed)
    dealt = Game.objects.get(pk=first["id"]).state
    seats = Game.objects.get(pk=first["id"]).seats.values("number", "is_to_move")
    for seat in seats:
        Game.objects.get(pk=second["id"]).seats.filter(number=seat["number"]).update(is_to_move=seat["is_to_move"])
    return with_past(first["id"], dealt, EARLY, first, seed), with_past(second["id"], dealt, LATE, first, seed)


def with_past(game_id: str, dealt: str, length: int, like: Script, seed: int) -> Script:
    """Reset the game to that deal, and store `length` earlier moves by repeating its script."""
    Game.objects.filter(pk=game_id).update(state=dealt, version=length)
    game = Game.objects.get(pk=game_id)
    found, told = script(game, like["sessions"], seed)
    past = [
        Move(
            game=game,
            number=number + 1,
            seat=found["moves"][number % len(told)][0],
            move=json.loads(found["moves"][number % len(told)][1]),
            events=told[number % len(told)],
            made_at=game.created_at + timedelta(seconds=number),
            ticket=secrets.token_hex(8),
            request_digest=secrets.token_hex(8),
            chain_link=secrets.token_hex(32),
        )
        for number in range(length)
    ]
    Move.objects.bulk_create(past, 500)
    assert found["moves"] == like["moves"]
    return found


if __name__ == "__main__":
    main()
