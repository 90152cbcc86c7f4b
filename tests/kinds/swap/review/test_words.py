"""Reviews of swap in words, and the drawings of hands."""

import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.kinds.presenter import Person
from games.kinds.swap.pages.hands import hand_context
from games.kinds.swap.pages.review import about
from games.kinds.swap.review import hands, review
from tests.kinds.swap.review.test_review import play_bots, play_moves

NAMES = ["Ana", "Ben", "<b>Chloe</b>", "Dora", "Emil", "Maximiliane the Second", "Gus"]
PEOPLE = [Person(seat, name) for seat, name in enumerate(NAMES)]


def render(judged):
    return render_to_string("games/swap/_review_decision.html", {"about": about(judged, PEOPLE), "judged": judged})


@pytest.mark.parametrize("number", range(3))
def test_every_decision_renders(number):
    for judged in review(play_bots(7, number, blocking="ask")):
        text = render(judged)
        assert "%(" not in text
        assert "style=" not in text
        assert "<b>Chloe" not in text
        assert text.count('class="chosen"') == 1


def test_a_decision_says_what_was_known_and_what_was_safer():
    (*_, knowing) = review(play_moves("5 4 3 0000", "hold hold swap swap"))
    words = about(knowing, PEOPLE)
    assert words["title"] == "Swapped a Three with the deck"
    assert [row["lost"] for row in words["rows"] if not row["chosen"]] == ["0%"]
    assert words["lines"][0] == "Keeping was safer."
    assert words["lines"][1] == "Ana knew these cards: Lion (Dora)."


@pytest.mark.parametrize(
    ("hold", "swap", "words"),
    [
        (0.151, 0.149, "Both choices were equally safe."),
        (0.156, 0.154, "Swapping was safer."),
        (0.0, 0.004, "Keeping was safer."),
    ],
)
def test_the_verdict_agrees_with_the_percentages_shown(hold, swap, words):
    (*_, one) = review(play_moves("5 4 3 0000", "hold hold swap swap"))
    chances = {do: {"lost": lost, "blocked": 0.0, "lowest": lost} for do, lost in (("hold", hold), ("swap", swap))}
    best = {"do": "hold"} if hold < swap else None
    assert about(one._replace(facts=one.facts | {"chances": chances}, best=best), PEOPLE)["lines"][0] == words


def test_a_player_known_to_be_unable_to_block_is_named():
    # seat 1 got its card from seat 2 in a swap: seat 3 hasn't seen it, but knows that it was given up
    judged = review(play_moves("1 2 5 4", "swap hold swap hold"))[2]
    assert judged.seat == 3
    assert judged.facts["meek"] == [1]
    assert (
        "Couldn't block, because their card had been given up in an earlier swap: Ben."
        in about(judged, PEOPLE)["lines"]
    )


@pytest.mark.parametrize(("seats", "number"), [(4, 0), (7, 1), (7, 2)])
def test_hands_are_drawn_and_described(seats, number):
    one = play_bots(seats, number)
    shown = "".join(
        render_to_string("games/swap/_review_hand.html", {"hand": hand_context(hand, PEOPLE)}) for hand in hands(one)
    )
    assert "%(" not in shown
    assert "style=" not in shown
    drawings = re.findall(r"<svg.*?</svg>", shown, re.DOTALL)
    assert len(drawings) == len(hands(one)) == shown.count("<details")
    for drawing, hand in zip(drawings, hands(one), strict=True):
        root = ElementTree.fromstring(drawing)  # noqa: S314 (our own)
        assert [child.tag for child in root][:2] == ["title", "desc"]
        assert len(root.findall("g")) == len(hand["dealt"]) + len(hand["shown"])
        swaps = [act for act in hand["acts"] if act["did"] == "swapped"]
        assert drawing.count('class="strand swapped') == 2 * len(swaps)
        assert drawing.count("strand-block") == sum(len(act["blocks"]) for act in hand["acts"])


def test_a_hand_is_described_in_full():
    hand = hand_context(hands(play_moves("3 5 9 4", "swap swap hold hold"))[0], PEOPLE)
    assert hand["acts"] == [
        "Ben gave <b>Chloe</b> a Three and got a Five.",
        "<b>Chloe</b> was blocked by Dora with a Wolf.",
        "Dora kept their card.",
        "Ana kept their card.",
    ]
    assert hand["end"] == [
        "<b>Chloe</b> lost a token for having the lowest card.",
        "<b>Chloe</b> lost a token to a Wolf.",
    ]
    assert hand["up"] == "Dora: Wolf"
    assert [row["knew"] for row in hand["rows"]] == ["<b>Chloe</b>: Three", "Ben: Five", "none", "none"]
