"""Games of toy kinds, made and played by the pages."""

import json
import re
from typing import Any

from games.models import Game
from games.stats import collector
from games.worker import bots
from tests.tables import as_user, person

JSON = {"Accept": "application/json"}
NAMES = ("Ana", "Ben")


def page(address: str, name: str | None = "Ana", status: int = 200, **fields: str) -> str:
    answer = as_user(name).get(address, fields)
    assert answer.status_code == status, f"{address}: {answer.status_code} {answer.content.decode()[:1500]}"
    return str(answer.content.decode())


def make(slug: str, **fields: str) -> Game:
    """A game that Ana made by the form and Ben joined."""
    form = page("/games/new/", kind=slug)
    assert f'name="kind" value="{slug}"' in form
    answer = as_user("Ana").post("/games/new/", {"kind": slug, **fields})
    assert answer.status_code == 303, answer.content.decode()[:2000]
    game = Game.objects.get(pk=answer["Location"].split("/")[2])
    if "seat1" not in fields:
        joined = as_user(person("Ben")).post(f"/games/{game.pk}/sit/")
        assert joined.status_code == 303
        game.refresh_from_db()
    return game


def state(game: Game, name: str | None) -> dict[str, Any]:
    return dict(as_user(name).get(f"/games/{game.pk}/state.json").json())


def asked(game: Game) -> tuple[str, dict[str, Any]]:
    """Whom the game waits for, and what they may do."""
    seat = state(game, None)["waiting"][0]
    return NAMES[seat], state(game, NAMES[seat])


def send(game: Game, name: str, as_form: bool) -> None:
    """Any legal move, as JSON or as the form of the board sends it."""
    found = state(game, name)
    move = found["choices"]["moves"][0]
    fields = {key: str(value) for key, value in move.items()} if as_form else {"move": json.dumps(move)}
    written = {"seen": str(found["version"]), "ticket": f"ticket-{found['version']:04}"}
    answer = as_user(name).post(f"/games/{game.pk}/moves/", {**fields, **written}, headers={} if as_form else JSON)
    assert answer.status_code == (303 if as_form else 200), answer.content.decode()[:1500]


def play(game: Game, most: int = 100) -> int:
    """Up to so many moves, every other one by the form; how many there were."""
    for number in range(most):
        game.refresh_from_db()
        bots.play_all(game.pk)
        game.refresh_from_db()
        if game.status != Game.Status.PLAYING:
            return number
        send(game, asked(game)[0], number % 2 == 0)
    game.refresh_from_db()
    return most


def finished(slug: str, **fields: str) -> Game:
    """A game that was played to its end and counted."""
    game = make(slug, **fields)
    play(game)
    assert game.status == Game.Status.FINISHED
    assert collector.collect_all() == 1
    game.refresh_from_db()
    return game


def texts(html: str) -> str:
    """The text of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
