"""Reviews of tiles in words, and the board of an important move."""

import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.kinds.presenter import Person
from games.kinds.tiles.pages.review import about
from games.kinds.tiles.review import review
from tests.kinds.tiles.review.test_review import SEVEN, build_position, judge_moves, open_review, play_bots

PEOPLE = [Person(0, "Ana"), Person(1, "<b>Ben</b>")]


def render(one):
    return render_to_string("games/tiles/_review_decision.html", {"about": about(one, PEOPLE), "judged": one})


@pytest.mark.parametrize(("bots", "is_open"), [(("steady", "sharp"), False), (("random", "easy"), True)])
def test_every_move_is_described_and_marked_moves_are_drawn(bots, is_open):
    for one in review(play_bots(bots, 1, is_open)):
        text = render(one)
        assert "%(" not in text
        assert "style=" not in text
        assert "<b>Ben" not in text
        drawings = re.findall(r'<svg class="tiles-small".*?</svg>', text, re.DOTALL)
        assert len(drawings) >= bool(one.mark)
        for drawing in drawings:
            root = ElementTree.fromstring(drawing)  # noqa: S314 (our own)
            assert [child.tag for child in root][:2] == ["title", "desc"]
            assert len(root.findall("use")) == len(one.facts["board"])
            assert all(float(child.get("x", child.get("cx"))) >= 0 for child in root[2:])


def test_a_missed_win_is_described():
    (one,) = judge_moves(build_position(SEVEN, ((3, 1, 2), (1, 1, 2))), (4, -1))
    words = about(one, PEOPLE)
    assert words["lines"] == [
        "There were 2 ways to make a winning row of ten, such as the same tile at column −1, row 1."
    ]
    assert words["better"] == ""  # the lines above say it


def test_a_missed_block_is_described_with_its_chance():
    board = """
    .. .. .. .. b1
    b1 a3 a2 a2 .. b2
    """
    (one,) = judge_moves(build_position(board, ((3, 1, 2, 2), (1, 1, 2)), turn=1), (5, 0))
    words = about(one, PEOPLE)
    assert words["title"] == "Placed a 1 at column 5, row 0"
    assert words["lines"] == ["Ana could make ten at column 4, row 1.", "It could have been stopped, but wasn't."]
    assert words["better"] == "Better: the same tile at column 4, row 1."
    first = words["rows"][0]
    assert (first["label"], first["chosen"], first["best"]) == ("Ana makes ten with the next tile", "25%", "0%")


def test_threats_that_cannot_be_stopped_say_whose_they_are_and_since_when():
    free = """
    .. b1 .. .. b2
    .. a3 a2 .. ..
    """
    first, _second, third = judge_moves(build_position(free, ((2, 3, 3, 1), (1, 2, 1, 1))), (3, 1), (5, 0), (2, 2))
    words = about(first, PEOPLE)
    assert words["lines"][-1].startswith("This gave Ana threats that can't all be stopped: column")
    chance = words["rows"][-1]["chosen"]
    assert words["rows"][-1]["label"] == "Ana then makes ten, whatever <b>Ben</b> does"
    sure = f"Whatever <b>Ben</b> does, the chance of making ten with the next tile is {chance} or more."
    assert words["lines"][-1].endswith(sure)
    assert "Since move 1, Ana has had threats" in about(third, PEOPLE)["lines"][-1]


def test_certain_wins_are_described():
    lines = {line for one in open_review() for line in about(one, PEOPLE)["lines"]}
    assert any(re.fullmatch(r"(Ana|<b>Ben</b>) wins in \d moves, whatever happens\.", line) for line in lines)
    assert any("wins with the next move." in line for line in lines)
