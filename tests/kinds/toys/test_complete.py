"""A kind with most of the optional parts: each part shows on its pages, and can be left out."""

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
from tests.kinds.toys.games import (
    JSON,
    create_finished_game,
    create_game,
    get_page,
    get_state,
    get_text,
    get_turn,
    play_moves,
    send_move,
)
from tests.tables import as_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def high(install):
    return install("high")


def test_players_see_only_their_own_hand(high):
    game = create_game("high")
    state = play.parse_state(game)
    for seat, name in enumerate(("Ana", "Ben")):
        assert get_state(game, name)["view"]["hand"] == list(state.hands[seat])
        shown = get_page(f"/games/{game.pk}/", name)
        for card in state.hands[seat]:
            assert f'<span class="high-card">{card}</span>' in shown
        for card in set(range(1, 11)) - set(state.hands[seat]):
            assert f'<span class="high-card">{card}</span>' not in shown
    public = get_page(f"/games/{game.pk}/", None)
    assert "high-card" not in public
    assert "deck" not in str(get_state(game, "Ana")["view"]) + str(get_state(game, None))
    assert as_user("Ana").get(f"/games/{game.pk}/review/").status_code == 409


def test_odds_are_shown_only_in_games_created_with_them(high):
    assert 'name="odds"' in get_page("/games/new/", kind="high")
    for fields in ({"odds": "true"}, {}):
        game = create_game("high", **fields)
        send_move(game, get_turn(game)[0], as_form=False)
        for name in ("Ana", "Ben", None):
            assert ("An unplayed card wins this trick" in get_page(f"/games/{game.pk}/", name)) == bool(fields)
            assert ("odds" in get_state(game, name)) == bool(fields)


def test_a_plan_makes_a_move(high):
    game = create_game("high", pace="daily")
    leader = get_turn(game)[0]
    follower = "Ben" if leader == "Ana" else "Ana"
    assert "When you follow" in get_page(f"/games/{game.pk}/", follower)
    made = as_user(follower).post(f"/games/{game.pk}/plans/", {"for": "answer", "win": "yes"})
    assert made.status_code == 303
    shown = get_page(f"/games/{game.pk}/", follower)
    assert "The next time you follow: win as cheaply as you can." in shown
    assert "win as cheaply" not in get_page(f"/games/{game.pk}/", leader).replace("Win as cheaply", "")
    send_move(game, leader, as_form=True)
    bots.play_all(game.pk)
    game.refresh_from_db()
    assert game.version == 2
    plan = Plan.objects.get()
    assert (plan.status, plan.last_move_number) == ("done", 2)
    assert "Your plan played the" in get_text(
        as_user(follower).get(f"/games/{game.pk}/plans/", headers={"HX-Request": "true"}).text
    )


def test_a_finished_game_is_rated_counted_and_can_be_verified(high):
    game = create_finished_game("high", low="true")
    outcomes = Outcome.objects.filter(game=game)
    assert {(row.pool, row.option_key) for row in outcomes} == {("high", "low-wins")}
    assert all(row.luck is not None and row.facts["tricks"] in (0, 1, 2) for row in outcomes)
    assert verify(as_user(None).get(f"/games/{game.pk}/record.json").content) == ()
    player = get_page("/players/Ana/")
    assert "low card wins" in player
    assert "tricks a game" in player
    assert 'id="of-high"' in player
    stats = get_page("/stats/")
    assert "The top card of the deck: High Card" in stats
    assert 'id="luck"' in stats
    assert SiteCounter.objects.filter(name="luck high").exists()
    assert game.pk in get_page("/players/Ana/games/", option="low-wins")
    assert game.pk not in get_page("/players/Ana/games/", option="high-wins")
    assert f"/games/{game.pk}/review/" in get_page("/players/Ana/games/")


def test_a_finished_game_can_be_replayed_and_has_a_proof(high):
    game = create_finished_game("high")
    for step in range(game.version + 1):
        shown = get_page(f"/games/{game.pk}/replay/", "Ana", step=str(step))
        assert "Not dealt" in shown
        assert (f"/games/{game.pk}/review/?move={step}" in shown) == (step > 0)
    proof = get_page(f"/games/{game.pk}/proof/")
    assert 'data-step="deal"' in proof
    assert "/static/ten/high/proof.js" in proof
    start = play.parse_state(game).deck
    rows = re.findall(r'data-pile="deck" data-place="(\d+)" data-card="(\d+)"', proof)
    assert len(rows) == game.version
    assert all(str(start[int(place)]) == card for place, card in rows)
    picture = as_user(None).get(f"/games/{game.pk}/table.png")
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")


def test_the_review_judges_every_card(high):
    game = create_finished_game("high")
    shown = get_page(f"/games/{game.pk}/review/")
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
    assert "Play the" not in get_page(f"/games/{game.pk}/review/", guess="1")


def test_the_bot_plays(high):
    answer = as_user("Ana").post("/play-now/", {"kind": "high"})
    game = Game.objects.get(pk=answer["Location"].split("/")[2])
    assert [seat.bot for seat in play.load_seats(game)] == ["", "steady"]
    play_moves(game)
    assert game.status == "finished"
    assert "Against a bot" in get_page("/", None)


# --- without some of the parts ----------------------------------------------------------------------------------------

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
    game = create_finished_game("high", odds="true")
    for address in (*(f"/games/{game.pk}/{part}" for part in PAGES), *OTHERS):
        status = as_user("Ana").get(address).status_code
        assert status == (404 if "review" in absent and address.endswith("review/") else 200), address
    shown = as_user("Ana").get(f"/games/{game.pk}/review/").content.decode()
    assert ("Played the" in shown) == ("review" not in absent)
    assert ('class="course"' in shown) == (not {"review", "value"} & set(absent))
    if "value" in absent:
        found = as_user("Ana").get(f"/games/{game.pk}/review/", headers=JSON).json()
        assert [(player["share"], player["course"]) for player in found["players"]] == [(None, [])] * 2
    assert ("tricks a game" in get_page("/players/Ana/")) == ("statistics" not in absent)
    assert ('id="luck"' in get_page("/stats/")) == ("value" not in absent)


def test_a_proof_without_a_script_shows_only_the_cards(high):
    kinds.register(replace(high, proof=replace(high.proof, script="")))
    game = create_finished_game("high")
    proof = get_page(f"/games/{game.pk}/proof/")
    assert re.findall('data-step="(.*?)"', proof) == ["seal", "shares", "seed", "cards", "chain", "receipts"]
    assert proof.count("data-card=") == game.version


def test_simulate_and_tournament_can_play_it(high):
    for arguments in (["simulate", "high", "--games=2"], ["tournament", "high", "--games=2"]):
        out = StringIO()
        call_command(*arguments, stdout=out)
        assert "high" in out.getvalue()
