"""The odds of the next card match trying every card, and are the same for everyone."""

import json
from collections import Counter

import pytest

from games.kinds.push.odds import compute_odds
from games.rules import push
from games.rules.push.moves import Draw
from tests.kinds.push.review import games

EXACT = 1e-12


def list_draw_decisions(game):
    """List the states in which a player may draw."""
    return [state for state, _ in games.decisions(game) if "draw" in push.choices(state, state.active)]


def try_every_card(state):
    """Play each card left in the deck as the next one, and count the busts by their cause; "" is no bust."""
    found = Counter()
    for place in range(state.drawn, len(state.deck)):
        _, events = push.play(games.put_on_top(state, place), state.active, Draw(), games.NO_DEALER)
        assert events[0].name == "drew"
        has_bust = len(events) > 1 and events[1].name == "bust"
        found[events[1].facts["by"] if has_bust else ""] += 1
    return found


@pytest.mark.parametrize("place", games.PLACES)
def test_the_chance_to_bust_matches_trying_every_card(place):
    for state in list_draw_decisions(games.play(place))[::3]:
        found, shown = try_every_card(state), compute_odds(push.view(state, state.active), {})
        deck = len(state.deck) - state.drawn
        assert shown["deck"] == deck
        assert shown["by_numbers"] == pytest.approx(found["numbers"] / deck, abs=EXACT)
        assert shown["by_currency"] == pytest.approx(found["currency"] / deck, abs=EXACT)
        assert shown["bust"] == pytest.approx((found["numbers"] + found["currency"]) / deck, abs=EXACT)


@pytest.mark.parametrize("place", games.PLACES[:3])
def test_the_table_of_next_cards_matches_playing_each(place):
    for state in list_draw_decisions(games.play(place))[::6]:
        rows = compute_odds(push.view(state, state.active), {})["next"]
        assert sum(row["chance"] for row in rows) == pytest.approx(1, abs=EXACT)
        listed = {card: (count, row) for row in rows for card, count in row["cards"].items()}
        assert {card: count for card, (count, _) in listed.items()} == Counter(state.deck[state.drawn :])
        for place in range(state.drawn, len(state.deck)):
            after, events = push.play(games.put_on_top(state, place), state.active, Draw(), games.NO_DEALER)
            _, row = listed[events[0].facts["card"]]
            has_bust = len(events) > 1 and events[1].name == "bust"
            assert row["bust"] == (events[1].facts["by"] if has_bust else "")
            assert (row["type"] == "wild") == (events[0].facts["card"] in push.cards.WILDS)
            if row["type"] != "wild" and not row["bust"]:
                shown = push.view(after, after.active)["tableau"]
                assert (row["net"], row["coins"]) == (shown["net"], shown["coins"])


@pytest.mark.parametrize("place", games.PLACES)
def test_odds_are_the_same_for_everyone_and_shown_only_before_a_draw(place):
    game = games.play(place)
    for state, step in list(games.decisions(game))[::3]:
        shown = compute_odds(push.view(state, step.seat), push.choices(state, step.seat))
        assert bool(shown) == ("draw" in push.choices(state, step.seat))
        for seat in (None, *range(game.setup.seats)):
            view = json.loads(json.dumps(push.view(state, seat)))
            choices = {} if seat is None else push.choices(state, seat)
            assert compute_odds(view, choices) == shown


def test_the_review_has_the_same_odds_as_the_table():
    game = games.play(0)
    shown = [compute_odds(push.view(state, step.seat), {}) for state, step in games.decisions(game)]
    for judged in games.judge(0):
        if judged.facts["what"] == "draw" and "next" in judged.facts:
            there = shown[judged.number - 1]
            assert all(judged.facts[name] == there[name] for name in ("deck", "bust", "by_numbers", "by_currency"))
