"""The pages of plans: making, changing and withdrawing them; only their owner sees them."""

import json
import random
import re

import pytest
from django.template.loader import get_template
from django.test import Client

from games import play
from games.archive import records
from games.kinds import KINDS
from games.models import Game, Plan
from games.pages import tables
from games.rules import hash_chain
from games.rules.record import write
from games.rules.verify import verify
from tests.tables import as_user, one_move, person, pick, play_plans_and_bots, play_to_the_end, send, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}
ANY = {"for": "auction", "which": "any", "bid": "up-to", "most": 2, "once": False}
AUCTION = {"for": "auction", "which": "any", "bid": "up-to", "most": "4", "coins": "on", "cards": "none", "again": "on"}
TURN = {"for": "turn", "net": "7", "risk": "30", "shown": "", "take": "numbers", "buy": "ask"}
HOLD = {"for": "turn", "least": "5", "when": "always"}


def start_table(kind="push", seats=3, **extra):
    """Start a game; in push, one whose first card isn't a wild, which would be auctioned right away."""
    while True:
        game, users = table(kind, seats, **extra)
        if kind != "push" or load_view(game, None)[0]["phase"] == "draw":
            return game, users, [as_user(user) for user in users]


def post(client, game, fields, headers=JSON):
    return client.post(f"/games/{game.pk}/plans/", fields, headers=headers)


def list_plans(client, game):
    return client.get(f"/games/{game.pk}/plans/", headers=JSON).json()["plans"]


def get_panel(client, game, query=""):
    return client.get(f"/games/{game.pk}/plans/{query}", headers=HTMX).text


def load_view(game, seat):
    game.refresh_from_db()
    return play.make_plain_view(play.find_kind(game), play.parse_state(game), seat)


def play_to_an_auction(kind_seed=0):
    """Play a game of three until a wild is drawn; return the seat that bids first, too."""
    for seed in range(kind_seed, kind_seed + 60):
        game, users, clients = start_table()
        dice = random.Random(seed)
        for _ in range(40):
            seat = load_view(game, None)[0]["waiting"][0]
            view, choices = load_view(game, seat)
            if "bid" in choices and len(view["auction"]["bids"]) == 0 and choices["bid"]["most"] >= 1:
                return game, users, clients, seat
            if "draw" in choices and dice.random() < 0.8:
                send(game, users[seat], {"do": "draw"})
            else:
                one_move(game, users, dice)
            game.refresh_from_db()
            if game.status != Game.Status.PLAYING:
                break
        game.delete()
    raise AssertionError("no auction")


# --- making ---------------------------------------------------------------------------------------------------------


def test_a_plan_made_by_the_form_is_one_plain_sentence():
    game, _, clients = start_table()
    answer = post(clients[0], game, AUCTION, headers={})
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/#plans")
    [plan] = list_plans(clients[0], game)
    assert plan["said"] == "Bid on any wild: 4 right away, paying with coins only. Otherwise pass."
    page = clients[0].get(answer["Location"]).text
    assert "Plan saved. Only you can see it." in page
    assert plan["said"] in page
    assert "Plans are secret" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            AUCTION | {"which": "b#"},
            "Bid on any blue wild: 4 right away, paying with coins only. Otherwise pass.",
        ),
        (
            AUCTION | {"which": "*4", "bid": "one-more", "busts": "on", "lengthens": "on"},
            "Bid on wild 4 if it makes one of your runs longer: one more than the highest bid, up to 4, "
            "paying with coins and bust tokens. Otherwise pass.",
        ),
        (AUCTION | {"which": "numbered", "most": "0"}, "Pass on any numbered wild."),
        (
            TURN,
            "On your next turn: draw until the net total is 7 or more or the risk of busting is above 30%, "
            "then take the numbers and let you choose what to buy.",
        ),
        (
            TURN | {"risk": "", "again": "on", "buy": "wish", "card": ["b4", "g5"], "price": "5", "coins": "on"},
            "On each of your turns: draw until the net total is 7 or more, then take the numbers and buy blue 4, "
            "or else green 5, or else a card for up to 5 that makes a run longer, paying with coins only.",
        ),
        (
            TURN | {"net": "", "risk": "", "shown": "3", "take": "currency"},
            "On your next turn: draw until the tableau shows 3 or more in currency, then take the coins.",
        ),
        ({"for": "final", "buy": "skip"}, "For your last purchase: buy nothing."),
        (
            {"for": "final", "buy": "wish", "price": "9", "cards": "loose"},
            "For your last purchase: buy a card for up to 9 that makes a run longer, "
            "paying with cards outside your runs only.",
        ),
    ],
)
def test_every_kind_of_plan_has_its_form_and_its_sentence(fields, sentence):
    game, _, clients = start_table()
    seat = (load_view(game, None)[0]["waiting"][0] + 1) % 3
    answer = post(clients[seat], game, fields)
    assert answer.status_code == 200, answer.text
    assert answer.json()["said"] == sentence
    assert sentence in get_panel(clients[seat], game).replace("&#x27;", "'")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (HOLD, "In every hand: keep a Five or higher, otherwise swap."),
        (HOLD | {"when": "once", "hand": "1"}, "In hand 1: keep a Five or higher, otherwise swap."),
        (HOLD | {"least": "never"}, "In every hand: always swap."),
        (HOLD | {"least": "0000"}, "In every hand: always keep your card."),
        (
            {"for": "answer", "block": "yes", "when": "always"},
            "Whenever you're asked to swap: block if your card can, otherwise accept.",
        ),
        ({"for": "answer", "block": "no", "when": "once"}, "The next time you're asked to swap: accept."),
    ],
)
def test_plans_of_swap_are_plain_sentences(fields, sentence):
    game, _, clients = start_table("swap", 4, options={"blocking": "ask"})
    last = load_view(game, None)[0]["order"][-1]
    assert post(clients[last], game, fields).json()["said"] == sentence


def test_busts_can_be_planned_for_if_busted_players_may_buy():
    game, _, clients = start_table(options={"bust_buy": True})
    wish = {"for": "bust", "buy": "wish", "price": "5", "coins": "on", "again": "on"}
    said = post(clients[0], game, wish).json()["said"]
    assert said == (
        "Whenever you bust: buy a card for up to 5 that makes a run longer, paying with coins only, "
        "or else take the bust token."
    )
    assert "After a bust" in get_panel(clients[0], game)
    other, _, clients = start_table()
    assert "After a bust" not in get_panel(clients[0], other)


def test_a_program_sends_and_reads_plans_as_json():
    game, _, clients = start_table()
    answer = post(clients[0], game, {"plan": json.dumps(ANY)}).json()
    assert answer["plan"] | ANY == answer["plan"]
    [plan] = list_plans(clients[0], game)
    assert (plan["id"], plan["status"], plan["acted"], plan["why"]) == (answer["id"], "active", None, "")


# --- changing and withdrawing ---------------------------------------------------------------------------------------


def test_changing_a_plan_replaces_it_with_another():
    game, _, clients = start_table()
    first = post(clients[0], game, AUCTION).json()["id"]
    form = get_panel(clients[0], game, f"?change={first}")
    assert f'name="instead" value="{first}"' in form
    assert 'name="most" min="0" max="99" step="1" required inputmode="numeric" value="4"' in form
    second = post(clients[0], game, AUCTION | {"most": "6", "instead": first}).json()
    assert [plan["status"] for plan in list_plans(clients[0], game)] == ["withdrawn", "active"]
    assert "6 right away" in get_panel(clients[0], game)
    assert "4 right away" not in get_panel(clients[0], game)
    gone = post(clients[0], game, AUCTION | {"instead": first})
    assert (gone.status_code, gone.json()["code"]) == (409, "plan.unknown")
    assert Plan.objects.get(status="active").pk == second["id"]


def test_a_plan_can_be_withdrawn_once_by_its_owner():
    game, _, clients = start_table()
    made = post(clients[0], game, AUCTION).json()["id"]
    other = clients[1].post(f"/games/{game.pk}/plans/{made}/withdraw/", headers=JSON)
    assert (other.status_code, other.json()["code"]) == (409, "plan.unknown")
    assert clients[0].get(f"/games/{game.pk}/plans/{made}/withdraw/").status_code == 405
    answer = clients[0].post(f"/games/{game.pk}/plans/{made}/withdraw/", headers=HTMX)
    assert "4 right away" not in answer.text
    assert "Plan canceled." in json.loads(answer["HX-Trigger"])["ten:said"]["text"]
    again = clients[0].post(f"/games/{game.pk}/plans/{made}/withdraw/", headers=JSON)
    assert (again.status_code, again.json()["code"]) == (409, "plan.unknown")
    assert clients[0].post(f"/games/{game.pk}/plans/{10**30}/withdraw/", headers=JSON).status_code == 409


# --- acting ---------------------------------------------------------------------------------------------------------


def test_a_plan_acts_after_the_others_moves_and_only_its_owner_is_told():
    game, users, clients, seat = play_to_an_auction()
    order = load_view(game, seat)[0]["auction"]["order"]
    owner = order[1]
    most = load_view(game, owner)[0]["seats"][owner]["coins"]
    post(clients[owner], game, {"plan": json.dumps(ANY | {"which": "now", "most": 9, "bid": "one-more"})})
    before = game.version
    send(game, users[seat], {"do": "pass"})
    game.refresh_from_db()
    assert game.version == before + 1
    play_plans_and_bots(game)
    assert game.version == before + 2, f"with {most} coins"
    number = before + 2
    mine = get_panel(clients[owner], game)
    wild = list_plans(clients[owner], game)[0]["said"]
    assert "that was up for auction" in wild
    assert f"Your plan bid 1 on {wild.removeprefix('Bid on ').split(' that was')[0]} in move {number}." in mine
    page, others = clients[owner].get(f"/games/{game.pk}/").text, clients[seat].get(f"/games/{game.pk}/").text
    assert "(plan)" in page
    assert "(plan)" not in others
    assert "Your plan" not in others


def test_moves_by_plans_are_part_of_the_hash_chain():
    """After one move of a player three plans answer; the record verifies."""
    game, users, clients = start_table("swap", 4)
    first, *others = load_view(game, None)[0]["order"]
    for seat in others:
        post(clients[seat], game, HOLD)
    send(game, users[first], {"do": "hold"})
    play_plans_and_bots(game)
    assert [move.made_by for move in game.moves.all()[:4]] == ["", "plan", "plan", "plan"]
    play_to_the_end(game, users, random.Random(1))
    record = records.make_record(tables.load(game.pk), None)
    assert verify(write(record)) == ()
    link = hash_chain.first_link(game.pk, game.commitment)
    for move, made in zip(game.moves.all(), record.moves, strict=True):
        link = hash_chain.next_link(link, made)
        assert move.chain_link == link, f"move {move.number} by {move.made_by}"
    assert link == game.chain_head


def test_a_plan_for_the_current_decision_acts_at_once_and_the_form_says_so():
    game, _, clients, seat = play_to_an_auction()
    deck = load_view(game, seat)[0]["deck"]
    form = get_panel(clients[seat], game)
    assert "it takes effect as soon as you save" in form
    assert '<option value="now" selected>' in form
    fields = AUCTION | {"which": "now", "deck": deck, "most": "1"}
    answer = post(clients[seat], game, fields, headers=HTMX)
    said = json.loads(answer["HX-Trigger"])["ten:said"]["text"]
    assert said == f"Your plan was carried out right away, in move {game.version + 1}."
    assert "Your plan bid 1 on" in answer.text


def test_a_form_for_an_auction_that_is_over_does_not_bid_for_the_next():
    game, _, clients, seat = play_to_an_auction()
    fields = AUCTION | {"which": "now", "deck": load_view(game, seat)[0]["deck"] + 1}
    answer = post(clients[seat], game, fields)
    assert (answer.status_code, answer.json()["code"]) == (409, "plan.moved-on")
    by_htmx = post(clients[seat], game, fields, headers=HTMX)
    assert by_htmx.status_code == 409
    assert "Check the board again" in json.loads(by_htmx["HX-Trigger"])["ten:said"]["text"]
    assert f'name="deck" value="{fields["deck"] - 1}"' in by_htmx.text, "the form is for what is for sale now"
    assert 'value="4"' in by_htmx.text, "and keeps what was typed"
    assert Plan.objects.count() == 0


def test_a_lapsed_plan_says_why():
    game, users, clients = start_table("swap", 4)
    order = load_view(game, None)[0]["order"]
    post(clients[order[-1]], game, HOLD | {"when": "once", "hand": "1"})
    post(clients[order[-1]], game, HOLD)
    play.resign(game.pk, users[order[-1]])
    assert {plan["why"] for plan in list_plans(clients[order[-1]], game)} == {"plan.left"}
    game, users, clients = start_table("push", 2)
    post(clients[0], game, AUCTION)
    play.resign(game.pk, users[1])
    assert "The game is over, so this plan no longer applies." in get_panel(clients[0], game)
    page = clients[0].get(f"/games/{game.pk}/").text
    assert "so this plan no longer applies" in page
    assert "Make a plan" not in page


# --- secrecy --------------------------------------------------------------------------------------------------------


def test_others_cannot_see_a_plan():
    game, _, clients = start_table()
    everything = lambda: [  # noqa: E731
        client.get(f"/games/{game.pk}/{path}", headers=headers).content
        for client in (clients[1], clients[2])
        for path, headers in (("plans/", JSON), ("plans/", HTMX), ("state.json", {}), ("record.json", {}), ("log/", {}))
    ]
    get_panel(clients[1], game)
    before = [strip(text) for text in everything()]
    post(clients[0], game, AUCTION)
    assert [strip(text) for text in everything()] == before
    for who, status in ((as_user(person("Zoe")), 403), (Client(), 403)):
        assert who.get(f"/games/{game.pk}/plans/", headers=JSON).status_code == status
        assert post(who, game, AUCTION).status_code == status
        html = re.sub(r"<script[^>]*>", "", who.get(f"/games/{game.pk}/").text.split("<main")[1])
        assert "plan" not in html.lower().replace("explan", "")


def strip(text: bytes) -> bytes:
    """Remove the CSRF tokens, which differ in every response."""
    return re.sub(rb'name="csrf(?:middleware|-)token" (?:value|content)="\w+"', b"", text)


def test_tiles_and_solo_games_have_no_plans_panel():
    game, _, clients = start_table("tiles", 2)
    assert 'id="plans"' not in clients[0].get(f"/games/{game.pk}/").text
    assert post(clients[0], game, AUCTION).json()["code"] == "plan.none"
    solo = play.create_game(person("Ana"), kind="push", seats=1, options={"solo": 5})
    assert 'id="plans"' not in clients[0].get(f"/games/{solo.pk}/").text


def test_every_kind_with_plans_has_a_form():
    knowing = [slug for slug, kind in KINDS.items() if kind.plans]
    assert len(knowing) == 2
    for kind in knowing:
        assert get_template(f"games/{kind}/_plan_form.html")


# --- refusals -------------------------------------------------------------------------------------------------------


def test_a_refusal_is_a_sentence_and_keeps_the_input():
    game, _, clients = start_table()
    wrong = AUCTION | {"most": "4000", "which": "p#"}
    page = post(clients[0], game, wrong, headers={})
    assert page.status_code == 422
    assert "most can&#x27;t be 4000" in page.text
    assert 'value="4000"' in page.text
    assert '<option value="p#" selected>' in page.text
    by_htmx = post(clients[0], game, wrong, headers=HTMX)
    assert (by_htmx.status_code, by_htmx["HX-Reswap"], by_htmx.content) == (422, "none", b"")
    assert "most can't be 4000" in json.loads(by_htmx["HX-Trigger"])["ten:said"]["text"]


HOSTILE = ["\x00\x01", "<script>alert(1)</script>", "' OR 1=1 --", "💩" * 3000, "%s%n{0}{{7*7}}", "9" * 5000, "-1", "٣"]


@pytest.mark.parametrize(
    ("text", "headers"), [*((text, JSON) for text in HOSTILE), (HOSTILE[1], HTMX), (HOSTILE[1], {}), (HOSTILE[0], {})]
)
def test_invalid_input_in_any_field_is_refused(text, headers):
    game, _, clients = start_table()
    for fields in (AUCTION, TURN | {"buy": "wish", "price": "3"}, {"for": "final", "buy": "skip"}):
        for name in ("for", "which", "most", "bid", "net", "take", "buy", "price", "card", "cards"):
            if name in fields or (name in ("card", "cards") and fields.get("buy") == "wish"):
                answer = post(clients[0], game, fields | {name: text}, headers=headers)
                assert answer.status_code == 422, (name, answer.status_code)
                assert headers == JSON or "<script>alert" not in answer.text
    for name in ("instead", "change", "plan", "hand", "deck"):
        assert post(clients[0], game, AUCTION | {name: text}, headers=headers).status_code in (200, 303, 409, 422)
        assert clients[0].get(f"/games/{game.pk}/plans/", {name: text}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "plan.json"),
        ("[" * 3_000, "plan.json"),
        ("null", "plan.not-an-object"),
        ("[]", "plan.not-an-object"),
        ("{}", "plan.for"),
        ('{"for": "turn", "net": NaN, "take": "numbers"}', "plan.field-value"),
        ('{"for": "final", "buy": {"cards": ["$1"]}}', "plan.field-value"),
        ('{"for": "auction", "which": "now", "bid": "up-to", "most": 1, "deck": {}}', "plan.field-value"),
        ("x" * 5_000, "form.long"),
    ],
)
def test_an_invalid_plan_is_refused(text, code):
    game, _, clients = start_table()
    answer = post(clients[0], game, {"plan": text})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_the_number_of_plans_is_limited():
    game, _, clients = start_table()
    for _ in range(20):
        assert post(clients[0], game, {"plan": json.dumps(ANY)}).status_code == 200
    many = post(clients[0], game, AUCTION)
    assert (many.status_code, many.json()["code"]) == (409, "plan.many")


def test_plans_can_only_be_made_during_the_game():
    room = play.create_game(person("Ana"), kind="push", seats=2, options={})
    ana = as_user(person("Ana"))
    assert post(ana, room, AUCTION).json()["code"] == "game.open"
    game, users, clients = start_table("push", 2)
    play.resign(game.pk, users[1])
    assert post(clients[0], game, AUCTION).json()["code"] == "game.over"
    assert ana.post("/games/nowhere/plans/", AUCTION, headers=JSON).status_code == 404


def test_the_panel_takes_few_queries(django_assert_max_num_queries):
    game, _, clients = start_table()
    for _ in range(10):
        post(clients[0], game, {"plan": json.dumps(ANY)})
    one = pick(game, random.Random(1))
    assert one
    with django_assert_max_num_queries(3):
        get_panel(clients[0], game)
