"""The odds of the next card equal those of trying every card, and are the same for everyone."""

import json
from collections import Counter

import pytest

from games.kinds.push.odds import compute_odds
from games.rules import push
from games.rules.push.moves import Draw
from tests.kinds.push.review import games

EXACT = 1e-12


def draws(game):
    """The states in which somebody decides about drawing."""
    return [state for state, _ in games.decisions(game) if "draw" in push.choices(state, state.active)]


def tried(state):
    """What each card that is still in the deck would do if it came next: played by the rules."""
    found = Counter()
    for place in range(state.drawn, len(state.deck)):
        _, events = push.play(games.next_card(state, place), state.active, Draw(), games.NO_DEALER)
        assert events[0].name == "drew"
        has_bust = len(events) > 1 and events[1].name == "bust"
        found[events[1].facts["by"] if has_bust else ""] += 1
    return found


@pytest.mark.parametrize("place", games.SOME)
def test_the_chance_to_bust_is_that_of_trying_every_card(place):
    for state in draws(games.game(place))[::3]:
        found, shown = tried(state), compute_odds(push.view(state, state.active), {})
        deck = len(state.deck) - state.drawn
        assert shown["deck"] == deck
        assert shown["by_numbers"] == pytest.approx(found["numbers"] / deck, abs=EXACT)
        assert shown["by_currency"] == pytest.approx(found["currency"] / deck, abs=EXACT)
        assert shown["bust"] == pytest.approx((found["numbers"] + found["currency"]) / deck, abs=EXACT)


@pytest.mark.parametrize("place", games.SOME[:3])
def test_the_table_of_next_cards_says_what_each_leads_to(place):
    for state in draws(games.game(place))[::6]:
        rows = compute_odds(push.view(state, state.active), {})["next"]
        assert sum(row["chance"] for row in rows) == pytest.approx(1, abs=EXACT)
        listed = {card: (count, row) for row in rows for card, count in row["cards"].items()}
        assert {card: count for card, (count, _) in listed.items()} == Counter(state.deck[state.drawn :])
        for place in range(state.drawn, len(state.deck)):
            after, events = push.play(games.next_card(state, place), state.active, Draw(), games.NO_DEALER)
            _, row = listed[events[0].facts["card"]]
            has_bust = len(events) > 1 and events[1].name == "bust"
            assert row["bust"] == (events[1].facts["by"] if has_bust else "")
            assert (row["type"] == "wild") == (events[0].facts["card"] in push.cards.WILDS)
            if row["type"] != "wild" and not row["bust"]:
                shown = push.view(after, after.active)["tableau"]
                assert (row["net"], row["coins"]) == (shown["net"], shown["coins"])


@pytest.mark.parametrize("place", games.SOME)
def test_everybody_is_shown_the_same_odds_and_only_when_a_card_may_be_drawn(place):
    game = games.game(place)
    for state, step in list(games.decisions(game))[::3]:
        shown = compute_odds(push.view(state, step.seat), push.choices(state, step.seat))
        assert bool(shown) == ("draw" in push.choices(state, step.seat))
        for seat in (None, *range(game.setup.seats)):
            view = json.loads(json.dumps(push.view(state, seat)))
            choices = {} if seat is None else push.choices(state, seat)
            assert compute_odds(view, choices) == shown


def test_the_odds_of_a_review_are_those_of_the_table():
    game = games.game(0)
    shown = [compute_odds(push.view(state, step.seat), {}) for state, step in games.decisions(game)]
    for judged in games.reviewed(0):
        if judged.facts["what"] == "draw" and "next" in judged.facts:
            there = shown[judged.number - 1]
            assert all(judged.facts[name] == there[name] for name in ("deck", "bust", "by_numbers", "by_currency"))
