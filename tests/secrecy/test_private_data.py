"""Private data of a table is only sent to its owner, however it is requested."""

import json

import pytest

from games import play
from games.models import Draft, Outcome, Visit
from games.stats import player
from tests.tables import as_user, person, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def test_players_only_get_their_own_note_draft_and_plans():
    """As JSON and on the page. Spectators get none of them."""
    game, users = table("swap", 4, pace="untimed")
    seats = [user.pk for user in users]
    waiting = play.find_kind(game).waiting(play.parse_state(game))[0]
    secret = {}
    for user in users[:2]:
        word = f"secret-of-{user.username}"
        secret[user.username] = word
        Visit.objects.create(game=game, user=user, note=f"note {word}")
        Draft.objects.create(
            game=game, user=user, game_version=game.version, data={"fields": {"card": [f"draft {word}"]}}
        )
        if seats.index(user.pk) != waiting:
            play.make_plan(game.pk, user, {"for": "turn", "least": None, "once": False})
    for reader in ("Ana", "Ben", "Chloe", "Zoe", None):
        client = as_user(person(reader) if reader else None)
        own, others = secret.get(reader or "", ""), [word for name, word in secret.items() if name != reader]
        pages = {path: client.get(f"/games/{game.pk}/{path}", headers=JSON) for path in ("note/", "draft/", "plans/")}
        pages[""] = client.get(f"/games/{game.pk}/")
        for path, answer in pages.items():
            text = answer.content.decode()
            assert not any(word in text for word in others), (reader, path)
        if own:
            assert pages["note/"].json() == {"note": f"note {own}"}
            assert own in json.dumps(pages["draft/"].json()["data"])
            assert own in pages[""].content.decode()
        if reader in (None, "Zoe"):
            assert [pages[path].status_code for path in ("draft/", "plans/")] == [403, 403]


def test_private_rated_games_are_only_in_the_players_own_chart():
    ana, ben = person("Ana"), person("Ben")
    for public in (True, False, False):
        game = play.create_game(ana, kind="tiles", seats=2, options={}, rated=True, public=public)
        play.sit(game.pk, ben)
        play.resign(game.pk, ben)
    assert Outcome.objects.filter(user=ana, is_rated=True).count() == 3
    assert len(player.load_recent(ana, "tiles", own=True)) == 3
    assert [outcome.is_public for outcome in player.load_recent(ana, "tiles", own=False)] == [True]
    own, *others = (as_user(who).get("/players/Ana/ratings/").content.decode() for who in (ana, ben, None))
    assert "The last 3 rated games" in own
    assert all("The last rated game" in page for page in others)
