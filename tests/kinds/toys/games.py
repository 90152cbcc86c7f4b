"""Games of the toys, created and played by HTTP."""

import json
import re
from typing import Any

from games.models import Game
from games.stats import collector
from games.worker import bots
from tests.tables import as_user, person

JSON = {"Accept": "application/json"}
NAMES = ("Ana", "Ben")


def get_page(address: str, name: str | None = "Ana", status: int = 200, **fields: str) -> str:
    answer = as_user(name).get(address, fields)
    assert answer.status_code == status, f"{address}: {answer.status_code} {answer.content.decode()[:1500]}"
    return str(answer.content.decode())


def create_game(slug: str, **fields: str) -> Game:
    """Create a game as Ana with the form, and let Ben join unless the fields name a bot."""
    form = get_page("/games/new/", kind=slug)
    assert f'name="kind" value="{slug}"' in form
    answer = as_user("Ana").post("/games/new/", {"kind": slug, **fields})
    assert answer.status_code == 303, answer.content.decode()[:2000]
    game = Game.objects.get(pk=answer["Location"].split("/")[2])
    if "seat1" not in fields:
        joined = as_user(person("Ben")).post(f"/games/{game.pk}/sit/")
        assert joined.status_code == 303
        game.refresh_from_db()
    return game


def get_state(game: Game, name: str | None) -> dict[str, Any]:
    return dict(as_user(name).get(f"/games/{game.pk}/state.json").json())


def get_turn(game: Game) -> tuple[str, dict[str, Any]]:
    """Return the name of the player to move, and the game as that player sees it."""
    seat = get_state(game, None)["waiting"][0]
    return NAMES[seat], get_state(game, NAMES[seat])


def send_move(game: Game, name: str, as_form: bool) -> None:
    """Send the first legal move, as JSON or as the form on the board does."""
    found = get_state(game, name)
    move = found["choices"]["moves"][0]
    fields = {key: str(value) for key, value in move.items()} if as_form else {"move": json.dumps(move)}
    written = {"seen": str(found["version"]), "ticket": f"ticket-{found['version']:04}"}
    answer = as_user(name).post(f"/games/{game.pk}/moves/", {**fields, **written}, headers={} if as_form else JSON)
    assert answer.status_code == (303 if as_form else 200), answer.content.decode()[:1500]


def play_moves(game: Game, most: int = 100) -> int:
    """Play at most that many moves, every other one with the form; return how many it took."""
    for number in range(most):
        game.refresh_from_db()
        bots.play_all(game.pk)
        game.refresh_from_db()
        if game.status != Game.Status.PLAYING:
            return number
        send_move(game, get_turn(game)[0], number % 2 == 0)
    game.refresh_from_db()
    return most


def create_finished_game(slug: str, **fields: str) -> Game:
    """Create a game, play it to its end, and count it in the statistics."""
    game = create_game(slug, **fields)
    play_moves(game)
    assert game.status == Game.Status.FINISHED
    assert collector.collect_all() == 1
    game.refresh_from_db()
    return game


def get_text(html: str) -> str:
    """Return the text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
