"""Areas: what is sent of a board is what changed, and makes the same board of the one before."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from games.models import Game
from games.pages import areas, board, tables
from games.pages.areas import Area, render_changes
from tests.boards import apply
from tests.tables import one_move, play_plans_and_bots, table

GAMES = [
    ("push", 1, 1, {"solo": 4}),
    ("push", 3, 2, {}),
    ("tiles", 2, 2, {}),
    ("swap", 5, 4, {"blocking": "ask"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "seats", "players", "options"), GAMES)
def test_what_changed_makes_of_the_last_board_the_same_as_the_next_page(kind, seats, players, options, share):
    """Check every eighth move, and the last one."""
    every = share(small=8, proofs=1, whole=1)
    game, users = table(kind, seats, players, options=options, pace="daily", odds=True)
    play_plans_and_bots(game)
    dice, whole, sent = random.Random(kind), 0, 0
    while game.status == Game.Status.PLAYING:
        before = tables.load(game.pk)
        one_move(game, users, dice)
        play_plans_and_bots(game)
        if game.version % every and game.status == Game.Status.PLAYING:
            continue
        after = tables.load(game.pk)
        for seat in (None, 0):
            shown = board.render_fragment(before, seat, "en")
            update, since = board.render_update(after, seat, "en", before.shown)
            assert since == before.shown
            now = board.render_fragment(after, seat, "en")
            assert apply(shown, update) == now
            whole, sent = whole + len(now), sent + len(update)
    assert sent < whole


def test_a_page_that_shows_an_unknown_board_gets_all_of_it(db):
    game, users = table("tiles", 2)
    one_move(game, users, random.Random(1))
    now = tables.load(game.pk)
    for shown in (None, (0, 0), (1, 1), (7, 0)):
        assert board.render_update(now, None, "en", shown) == (board.render_fragment(now, None, "en"), None)


# --- what is sent ---------------------------------------------------------------------------------------------------


def area(name: str, html: str, *inside: Area) -> Area:
    """An area; a star stands for each of the areas inside."""
    found: list[Area] = []
    for each in inside:
        html = html.replace("*", areas.MARK, 1)
        found.append(each)
    return Area(name, html, found)


def lines(*numbers: int) -> Area:
    made = [area(f"e{number}", f'<li id="e{number}">{number}</li>') for number in numbers]
    return area("log", f'<ol id="log">{"*" * len(made)}</ol>', *made)


def test_only_areas_that_changed_are_sent():
    same = area("a", '<b id="a">1</b>')
    before, now = (
        area("table", '<div id="table">*<p>*</p></div>', same, area("b", f'<b id="b">{text}</b>')) for text in (1, 2)
    )
    assert render_changes(before, now) == '<hx-partial hx-target="#b" hx-swap="outerMorph"><b id="b">2</b></hx-partial>'
    assert render_changes(now, now) == ""
    assert apply(before.html, render_changes(before, now)) == now.html


def test_where_something_around_areas_changed_all_of_it_is_sent():
    before, now = (area("c", f'<div id="c">{text}*</div>', area("a", '<b id="a"></b>')) for text in "xy")
    assert render_changes(before, now) == f'<hx-partial hx-target="#c" hx-swap="outerMorph">{now.html}</hx-partial>'


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ((1, 2), (1, 2, 3), ["beforeend"]),
        ((1, 2, 3), (2, 3, 4, 5), ["delete", "beforeend"]),
        ((1, 2, 3), (3, 4), ["delete", "delete", "beforeend"]),
        ((1, 2, 3), (2, 3), ["delete", "beforeend"]),
        ((1, 2), (3, 4), ["outerMorph"]),
        ((1, 2, 3), (1, 3, 4), ["outerMorph"]),
        ((2, 3), (1, 2, 3), ["outerMorph"]),
        ((1, 2, 3), (2,), ["outerMorph"]),
        ((), (1,), ["outerMorph"]),
    ],
)
def test_a_list_that_grows_at_its_end_is_not_sent_again(old, new, parts):
    before, now = lines(*old), lines(*new)
    update = render_changes(before, now)
    assert [part.partition('"')[0] for part in update.split('hx-swap="')[1:]] == parts
    assert apply(before.html, update) == now.html


def test_areas_with_something_between_them_are_no_list():
    before, now = (
        area("s", f'<div id="s">* * {odds}</div>', area("a", '<b id="a"></b>'), area("b", '<b id="b"></b>'))
        for odds in ("8%", "0%")
    )
    assert apply(before.html, render_changes(before, now)) == now.html


# --- the cache ------------------------------------------------------------------------------------------------------

TEMPLATES = {
    "whole.jinja": '{{ area("seen", "seen.jinja", name=name, cards=cards) }}',
    "seen.jinja": "{{ name }}: {{ cards|join(' ') }}{{ hidden }}",
}
Show = Callable[..., str]


@pytest.fixture
def show(tmp_path: Path, settings: Any) -> Show:
    """A function that shows a board with a cached area."""
    for name, text in TEMPLATES.items():
        (tmp_path / name).write_text(text)
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path]} for engine in settings.TEMPLATES]
    return lambda **values: areas.build("whole", "whole.jinja", values).html


def test_a_cached_area_shows_only_what_it_is_cached_by(show):
    assert show(name="Ana", cards=["1", "2"], hidden="Wolf") == '<div id="seen" class="area">Ana: 1 2</div>'
    assert "Ben: 1 2" in show(name="Ben", cards=["1", "2"])
    assert "Ana: 1 3" in show(name="Ana", cards=["1", "3"])


def test_each_language_has_its_own(show):
    with override("en"):
        show(name="Ana", cards=[])
    with override("de"):
        before = len(areas._areas.items)
        show(name="Ana", cards=[])
        assert len(areas._areas.items) == before + 1


def test_what_cannot_be_compared_is_not_cached(show):
    with pytest.raises(TypeError, match="can't show Game"):
        show(name=Game(), cards=[])


def test_a_board_shows_each_of_its_areas_once():
    inside = [area("b", "<b>1</b>")]
    assert area("a", "<p>*</p>", *inside).html == "<p><b>1</b></p>"
    with pytest.raises(ValueError, match="a doesn't show each of its areas once"):
        Area("a", "<p></p>", inside)
