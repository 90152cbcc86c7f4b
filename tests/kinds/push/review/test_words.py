"""The review in words: the decision, its odds, the best choice, and a table of next cards."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.kinds import KINDS
from games.kinds.presenter import Person
from games.kinds.push.pages.review import about, list_ways, points
from games.templatetags.review import format_loss
from tests.kinds.push.review import games

NAMES = ("Ada", "Leo", "Mia", "Tom", "Zoe")


def people(game):
    seated = [Person(seat, NAMES[seat]) for seat in range(game.setup.seats)]
    return [*seated, Person(1, "JEN", "rules")] if game.setup.seats == 1 else seated


@pytest.mark.parametrize("place", games.PLACES)
def test_every_decision_renders(place):
    for one in games.judge(place)[place % 3 :: 3]:
        words = about(one, people(games.play(place)))
        assert sum(way.chosen for way in words["ways"]) == 1
        assert sum(way.best for way in words["ways"]) == 1
        (chosen,), (best,) = ([way for way in words["ways"] if getattr(way, name)] for name in ("chosen", "best"))
        assert (chosen.worth == best.worth) or one.best is not None
        assert not (chosen.best and one.loss > 0.1)
        page = render_to_string("games/push/_review_decision.html", {"about": words, "judged": one})
        assert words["title"] in page
        assert "style=" not in page
        assert "None" not in page
        assert not re.search(r"%\(|\{\{|\d\.\d\d", page)


@pytest.mark.parametrize("place", games.PLACES)
def test_the_drawing_has_a_mark_for_each_card_left_and_hatches_busts(place):
    for one in games.judge(place)[place % 3 :: 3]:
        words = about(one, people(games.play(place)))
        assert ("drawing" in words) == ("next" in one.facts)
        if "next" not in one.facts:
            continue
        root = ElementTree.fromstring(words["drawing"])  # noqa: S314 (our own)
        assert [child.tag for child in root][:2] == ["title", "desc"]
        marks, inner = [], 0
        for line in root.findall("polyline"):
            at, name = line.get("points").split(), line.get("marker-mid")
            inner += len(set(at)) if "in-" in name else 0
            marks += set(at) if "in-" not in name else ()
        assert len(marks) == len(set(marks)) == one.facts["deck"]
        cards = Counter({card: count for row in one.facts["next"] for card, count in row["cards"].items()})
        assert inner == sum(count for card, count in cards.items() if card[0] in "bgop" and card[1] == "#")
        numbered = "".join(card[1] * count for card, count in cards.items() if card[0] == "*")
        assert (root.find("text[@class='coming-wild']").text or "") == numbered
        hatched = [rect.get("x") for rect in root.findall("rect")]
        assert len(hatched) == sum(bool(row["bust"]) for row in one.facts["next"])
        assert len(words["lay"]) == len(one.facts["numbers"]) + len(one.facts["currency"])
        assert words["by_numbers"] + words["by_currency"] <= 101


def test_bars_of_gains_and_losses_meet_at_zero():
    up, level, down = list_ways([("down", -1.0, False), ("up", 3.0, True), ("level", 0.0, False)])
    assert (up.label, up.best, up.start, up.wide) == ("up", True, 25, 75)
    assert (level.start, level.wide) == (25, 0)
    assert (down.worth, down.start, down.wide) == ("−1.0", 0, 25)
    assert [way.wide for way in list_ways([("one", 0.0, True)])] == [0]


def test_a_choice_equal_to_the_best_is_called_the_best():
    first, second = list_ways([("one", 2.4 + 1e-12, False), ("other", 2.4, True)])
    assert (first.label, first.chosen, first.best, second.best) == ("other", True, True, False)


def test_a_draw_is_described_with_its_odds():
    game = games.play(0)
    one = next(one for one in games.judge(0) if one.facts.get("by_numbers"))
    facts = one.facts | {"bust": 0.31, "by_numbers": 0.24, "by_currency": 0.07, "net": -2, "coins": 7}
    words = about(one._replace(facts=facts, chosen={"do": "draw"}), people(game))
    assert words["title"] == "Drew with a 31% risk of busting"
    assert words["sentences"] == [
        "The net total was −2, with 7 coins in the tableau.",
        "Risk of busting on the next card: 31% (24% on a number card, 7% on currency).",
    ]
    assert [way.label for way in words["ways"] if way.chosen] == ["Draw"]
    assert sum(bool(row["bust"]) for row in words["next"]) > 0


def test_the_outcome_of_a_draw_says_whether_it_was_a_bust():
    found = Counter()
    for place in (0, 2):
        for one, (_, step) in zip(games.judge(place), games.decisions(games.play(place)), strict=True):
            if one.chosen["do"] == "draw":
                has_bust = len(step.events) > 1 and step.events[1].name == "bust"
                assert about(one, people(games.play(place)))["came"].endswith(": bust.") == has_bust
                found[has_bust] += 1
    assert found[True] > 5
    assert found[False] > 5


def test_a_stop_is_described_with_what_was_in_the_tableau():
    game, judged = games.play(0), games.judge(0)
    one = next(one for one in judged if one.chosen["do"] == "take")
    facts = one.facts | {"net": -2, "coins": 7}
    numbers, currency = ({"do": "take", "what": what} for what in ("numbers", "currency"))
    titles = [about(one._replace(facts=facts, chosen=move), people(game))["title"] for move in (numbers, currency)]
    assert titles == ["Took the numbers at a net total of −2", "Took the currency (7 coins)"]


def test_the_best_choice_is_named_with_its_advantage():
    game = games.play(0)
    one = next(one for one in games.judge(0) if one.chosen["do"] == "draw")
    worse = one._replace(best={"do": "take", "what": "numbers"}, loss=2.3)
    assert about(worse, people(game))["best"] == "Best choice: take the numbers, worth 2.3 points more."
    assert about(one._replace(best=None, loss=0.0), people(game))["best"] == "This was the best choice."
    assert format_loss(4.27, KINDS["push"].review) == "4.3"  # the list of decisions shows the same figure
    assert about(one._replace(best=worse.best, loss=4.27), people(game))["best"].endswith("worth 4.3 points more.")
    hardly = one._replace(best={"do": "take", "what": "currency"}, loss=0.01)
    assert about(hardly, people(game))["best"] == "As good as the best choice: take the currency."


def test_a_bid_is_described_with_what_the_wild_is_worth_to_each_player():
    game = games.play(2)
    one = next(one for one in games.judge(2) if one.chosen["do"] == "bid")
    words = about(one, people(game))
    assert words["title"].startswith(f"Bid {one.chosen['amount']} on ")
    assert {player["name"] for player in words["players"]} == set(NAMES[:4])
    assert [player["said"] for player in words["players"]].count("bidding now") == 1


def test_bids_of_solo_games_name_the_opponent():
    game = games.play(4)
    bids = [about(one, people(game)) for one in games.judge(4) if one.facts["what"] == "bid"]
    assert bids
    assert all({player["name"] for player in words["players"]} == {"Ada", "JEN"} for words in bids)


@pytest.mark.parametrize(("worth", "words"), [(1.26, "+1.3"), (-0.44, "−0.4"), (0.04, "0.0"), (-0.04, "0.0")])
def test_points_have_a_sign(worth, words):
    assert points(worth) == words


def test_a_bad_payment_is_compared_with_the_best_one():
    paid = 0
    for place in games.PLACES:
        for one in games.judge(place):
            if one.best and one.best["do"] == one.chosen["do"] in ("bid", "buy") and one.loss > 0.1:
                words = about(one, people(games.play(place)))
                named = "amount" if one.best["do"] == "bid" else "card"
                if one.best[named] == one.chosen[named]:
                    paid += 1
                    (best,) = (way for way in words["ways"] if way.best)
                    assert best.label.endswith(" with the best payment")
                    assert " with " in words["best"]
    assert paid > 3
