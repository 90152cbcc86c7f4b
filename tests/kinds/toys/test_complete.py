"""A kind with all that a kind can have: every page has something to say of it."""

import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games import kinds, play
from games.models import Game, Outcome, Plan, SiteCounter
from games.rules.verify import verify
from games.worker import bots
from tests.kinds.toys.games import JSON, asked, finished, make, page, send, state, texts
from tests.kinds.toys.games import play as play_on
from tests.tables import as_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def high(install):
    return install("high")


def test_nobody_sees_the_hand_of_another(high):
    game = make("high")
    state_of_game = play.parse_state(game)
    for seat, name in enumerate(("Ana", "Ben")):
        assert state(game, name)["view"]["hand"] == list(state_of_game.hands[seat])
        shown = page(f"/games/{game.pk}/", name)
        for card in state_of_game.hands[seat]:
            assert f'<span class="high-card">{card}</span>' in shown
        for card in set(range(1, 11)) - set(state_of_game.hands[seat]):
            assert f'<span class="high-card">{card}</span>' not in shown
    public = page(f"/games/{game.pk}/", None)
    assert "high-card" not in public
    assert "deck" not in str(state(game, "Ana")["view"]) + str(state(game, None))
    assert as_user("Ana").get(f"/games/{game.pk}/review/").status_code == 409


def test_odds_are_shown_where_they_were_asked_for(high):
    assert 'name="odds"' in page("/games/new/", kind="high")
    for fields in ({"odds": "true"}, {}):
        game = make("high", **fields)
        send(game, asked(game)[0], as_form=False)
        for name in ("Ana", "Ben", None):
            assert ("An unplayed card wins this trick" in page(f"/games/{game.pk}/", name)) == bool(fields)
            assert ("odds" in state(game, name)) == bool(fields)


def test_a_plan_answers(high):
    game = make("high", pace="daily")
    leader = asked(game)[0]
    follower = "Ben" if leader == "Ana" else "Ana"
    assert "When you follow" in page(f"/games/{game.pk}/", follower)
    made = as_user(follower).post(f"/games/{game.pk}/plans/", {"for": "answer", "win": "yes"})
    assert made.status_code == 303
    shown = page(f"/games/{game.pk}/", follower)
    assert "The next time you follow: win as cheaply as you can." in shown
    assert "win as cheaply" not in page(f"/games/{game.pk}/", leader).replace("Win as cheaply", "")
    send(game, leader, as_form=True)
    bots.play_all(game.pk)
    game.refresh_from_db()
    assert game.version == 2
    plan = Plan.objects.get()
    assert (plan.status, plan.last_move_number) == ("done", 2)
    assert "Your plan played the" in texts(
        as_user(follower).get(f"/games/{game.pk}/plans/", headers={"HX-Request": "true"}).text
    )


def test_it_ends_is_rated_counted_and_verified(high):
    game = finished("high", low="true")
    outcomes = Outcome.objects.filter(game=game)
    assert {(row.pool, row.option_key) for row in outcomes} == {("high", "low-wins")}
    assert all(row.luck is not None and row.facts["tricks"] in (0, 1, 2) for row in outcomes)
    assert verify(as_user(None).get(f"/games/{game.pk}/record.json").content) == ()
    player = page("/players/Ana/")
    assert "low card wins" in player
    assert "tricks a game" in player
    assert 'id="of-high"' in player
    stats = page("/stats/")
    assert "The top card of the deck: High Card" in stats
    assert 'id="luck"' in stats
    assert SiteCounter.objects.filter(name="luck high").exists()
    assert game.pk in page("/players/Ana/games/", option="low-wins")
    assert game.pk not in page("/players/Ana/games/", option="high-wins")
    assert f"/games/{game.pk}/review/" in page("/players/Ana/games/")


def test_it_is_looked_back_at(high):
    game = finished("high")
    for step in range(game.version + 1):
        shown = page(f"/games/{game.pk}/replay/", "Ana", step=str(step))
        assert "Not dealt" in shown
        assert (f"/games/{game.pk}/review/?move={step}" in shown) == (step > 0)
    proof = page(f"/games/{game.pk}/proof/")
    assert 'data-step="deal"' in proof
    assert "/static/ten/high/proof.js" in proof
    start = play.parse_state(game).deck
    rows = re.findall(r'data-pile="deck" data-place="(\d+)" data-card="(\d+)"', proof)
    assert len(rows) == game.version
    assert all(str(start[int(place)]) == card for place, card in rows)
    picture = as_user(None).get(f"/games/{game.pk}/table.png")
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")


def test_its_review_judges_every_card(high):
    game = finished("high")
    shown = page(f"/games/{game.pk}/review/")
    assert "Played the" in shown
    assert "Trick 1" in shown
    assert 'class="course"' in shown
    found = as_user("Ana").get(f"/games/{game.pk}/review/", headers=JSON).json()
    assert len(found["decisions"]) == game.version
    for player in found["players"]:
        share = player["share"]
        parts = sum(share[name] for name in ("prior", "luck", "skill", "others"))
        assert share["prior"] == pytest.approx(0.5)
        assert share["result"] == pytest.approx(parts)
    assert "Play the" not in page(f"/games/{game.pk}/review/", guess="1")


def test_its_bot_plays(high):
    answer = as_user("Ana").post("/play-now/", {"kind": "high"})
    game = Game.objects.get(pk=answer["Location"].split("/")[2])
    assert [seat.bot for seat in play.load_seats(game)] == ["", "steady"]
    play_on(game)
    assert game.status == "finished"
    assert "Against a bot" in page("/", None)


# --- some parts, and others not ---------------------------------------------------------------------------------------

PAGES = ("", "review/", "replay/?step=2", "proof/", "log/", "table.png", "record.json", "state.json")
OTHERS = ("/", "/stats/", "/leaders/high/", "/players/Ana/", "/players/Ana/games/", "/rules/high/")


@pytest.mark.parametrize(
    "absent",
    [("value", "statistics", "odds", "proof"), ("review", "plans", "drawing", "face", "bots")],
    ids=" ".join,
)
def test_pages_leave_out_what_a_kind_does_not_have(high, absent):
    empty: dict[str, Any] = dict.fromkeys(absent)
    kinds.register(replace(high, **empty | ({"bots": {}} if "bots" in absent else {})))
    game = finished("high", odds="true")
    for address in (*(f"/games/{game.pk}/{part}" for part in PAGES), *OTHERS):
        status = as_user("Ana").get(address).status_code
        assert status == (404 if "review" in absent and address.endswith("review/") else 200), address
    shown = as_user("Ana").get(f"/games/{game.pk}/review/").content.decode()
    assert ("Played the" in shown) == ("review" not in absent)
    assert ('class="course"' in shown) == (not {"review", "value"} & set(absent))
    if "value" in absent:
        found = as_user("Ana").get(f"/games/{game.pk}/review/", headers=JSON).json()
        assert [(player["share"], player["course"]) for player in found["players"]] == [(None, [])] * 2
    assert ("tricks a game" in page("/players/Ana/")) == ("statistics" not in absent)
    assert ('id="luck"' in page("/stats/")) == ("value" not in absent)


def test_a_proof_without_a_script_shows_the_cards_only(high):
    kinds.register(replace(high, proof=replace(high.proof, script="")))
    game = finished("high")
    proof = page(f"/games/{game.pk}/proof/")
    assert re.findall('data-step="(.*?)"', proof) == ["seal", "shares", "seed", "cards", "chain", "receipts"]
    assert proof.count("data-card=") == game.version


def test_commands_play_it(high):
    for arguments in (["simulate", "high", "--games=2"], ["tournament", "high", "--games=2"]):
        out = StringIO()
        call_command(*arguments, stdout=out)
        assert "high" in out.getvalue()
