"""The table of tiles in whole games: it offers what the rules allow, and its texts are true."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict

from games.kinds.presenter import Person
from games.kinds.tiles import pages
from games.rules.base import IllegalMove, Plain
from games.rules.serialization import read_move
from games.rules.tiles.board import pair
from games.rules.tiles.state import State
from tests.kinds.tiles.pages.games import KIND, PEOPLE, Fields, play_at_random, render, start_game, view_and_choices

CSS = Path(__file__).parents[4] / "ten_site/static/ten/tiles/tiles.css"
GAMES = [(1, False, False), (2, True, False), (3, False, True), (4, True, True)]


def sample_states(games: Iterable[tuple[int, bool, bool]], every: int, most: int = 60) -> list[State]:
    """List every so many states of these games, and the last ones."""
    found = [list(play_at_random(*game, most=most)) for game in games]
    return [state for game in found for state in [*game[::every], game[-1]]]


def key(move: Plain) -> str:
    return repr(sorted(move.items()))


def is_allowed(state: State, move: Plain) -> bool:
    try:
        KIND.play(state, state.turn, read_move(KIND, move), start_game(1)[1])
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_every_state_renders_for_every_reader(game: tuple[int, bool, bool]) -> None:
    for state in play_at_random(*game, most=45):
        for seat in (0, 1, None):
            view, choices = view_and_choices(state, seat)
            html = render(state, seat)
            assert len(re.findall(r'<td[^>]*><[^>]*class="tile[ "]', html)) == len(view["board"])
            assert bool(Fields(html).form) == (seat is not None and seat in KIND.waiting(state))
            headline = pages.headline(view, choices, PEOPLE)
            assert headline.text.endswith(".")
            assert pages.task(view, PEOPLE).endswith(".")
            assert "{" not in re.sub(r'data-[a-z]+="[^"]*"', "", html)


def test_legal_moves_are_those_of_the_rules() -> None:
    for state in sample_states(GAMES, every=7, most=40):
        if not KIND.waiting(state):
            continue
        listed = pages.legal(*view_and_choices(state, state.turn))
        cells = {at for cell in state.board.edge for at in list_neighbors(pair(cell))}
        if any(state.stacks):
            ends: list[dict[str, str]] = [{"end": "left"}, {"end": "right"}, {}]
            tried = [{"do": "place", "at": list(at), **end} for at in cells for end in ends]
        else:
            own = [pair(cell) for cell in state.board.tiles[state.turn]]
            tried = [{"do": "shift", "from": list(at), "to": list(to)} for at in own for to in cells]
        assert sorted(map(key, listed)) == sorted(key(move) for move in tried if is_allowed(state, move))


def list_neighbors(at: tuple[int, int]) -> list[tuple[int, int]]:
    return [(at[0] + x, at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def test_only_the_player_to_move_has_legal_moves() -> None:
    state = next(play_at_random(1))
    assert pages.legal(*view_and_choices(state, None)) == []
    assert pages.legal(*view_and_choices(state, 1 - state.turn)) == []


def test_the_form_sends_every_legal_move_and_says_which_ones_win() -> None:
    counts = {"ten": 0, "other": 0}
    for state in sample_states(GAMES, every=3):
        if not KIND.waiting(state):
            continue
        view, choices = view_and_choices(state, state.turn)
        sent = []
        for form, worth in Fields(render(state, state.turn)).list_forms():
            move = pages.read(QueryDict(form), view, choices)
            sent.append(key(dict(move)))
            following, _ = KIND.play(state, state.turn, read_move(KIND, dict(move)), start_game(1)[1])
            assert bool(following.rows) == (worth == "10"), (form, worth)
            counts["ten" if following.rows else "other"] += 1
        assert sorted(sent) == sorted(map(key, pages.legal(view, choices)))
    assert all(count > 20 for count in counts.values())


@pytest.mark.parametrize(
    "form",
    [
        "",
        "do=",
        "do=place",
        "do=place&at=",
        "do=place&at=1",
        "do=place&at=1,2,3",
        "do=place&at=1, 2",
        "do=place&at=a,b",
        "do=place&at=--1,2",
        "do=place&at=99999,0",
        "do=place&at=1,2%0A",
        "do=place&at=%D9%A1,%D9%A2",
        "do=place&at=1,2&at=3,4",
        "do=place&at=0,0&end=",
        "do=place&at=0,0&end=LEFT",
        "do=place&at=0,0&end=left&end=right",
        "do=place&do=shift&at=0,0",
        "do=shift",
        "do=shift&from=0,0",
        "do=shift&to=0,0",
        "do=shift&from=0,0&to=<script>",
        "do=shift&from=0,0&to=" + "9" * 100_000,
        "do=swap",
        "do=%00",
        "do=" + "x" * 100_000,
    ],
)
def test_garbage_is_refused(form: str) -> None:
    state = next(play_at_random(1))
    with pytest.raises(IllegalMove) as refused:
        pages.read(QueryDict(form), *view_and_choices(state, state.turn))
    assert refused.value.code in ("move.misfit", "move.unknown")
    assert len(str(refused.value.facts)) < 300


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ("do=place&at=-3,12", {"do": "place", "at": [-3, 12]}),
        ("do=place&at=0,0&end=right", {"do": "place", "at": [0, 0], "end": "right"}),
        ("do=shift&from=1,-2&to=3,4", {"do": "shift", "from": [1, -2], "to": [3, 4]}),
        ("do=resign", {"do": "resign"}),
    ],
)
def test_a_form_is_read_as_its_move(form: str, move: Plain) -> None:
    state = next(play_at_random(1))
    read = pages.read(QueryDict(form), *view_and_choices(state, state.turn))
    assert read == move
    read_move(KIND, dict(read))


def test_player_names_are_escaped() -> None:
    bad = "<b onclick=x>&\"'{}%s%(name)s"
    people = (Person(0, bad, href='/"><i>'), Person(1, bad))
    seen = set()
    for state in sample_states(GAMES, every=4):
        for seat in (0, 1, None):
            html = render(state, seat, people)
            seen |= set(re.findall(r"data-(closes)|(Stops)|('s tile)", html))
            assert "<b onclick" not in html
            assert 'href="/"' not in html
            pages.headline(*view_and_choices(state, seat), people)
    assert len(seen) == 3, "some of the texts with names never came up"
    for name, facts in EVENTS:
        line = pages.sentence({"name": name, "facts": facts}, people, None)
        assert line is None or "<b onclick" not in line


EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("placed", {"seat": 0, "number": 3, "at": [-1, 2], "end": None}),
    ("turned-up", {"seat": 1, "number": 2}),
    ("second-phase", {}),
    ("moved", {"seat": 1, "number": 1, "from": [0, 0], "to": [4, -5]}),
    ("passed", {"seat": 0}),
    ("row-of-ten", {"seat": 0, "cells": [[0, 0], [1, 1], [2, 2], [3, 3]]}),
    ("drawn-game", {"reason": "no-move"}),
    ("left", {"seat": 1}),
]


def test_every_event_has_its_line() -> None:
    lines = {name: pages.sentence({"name": name, "facts": facts}, PEOPLE, 1) for name, facts in EVENTS}
    assert set(lines) == set(KIND.EVENTS)
    words = {name: re.sub("<[^>]*>", "", line or "") for name, line in lines.items()}
    assert words["placed"] == "Ana placed a 3 at (−1, 2)."
    assert words["moved"] == "You moved a 1 from (0, 0) to (4, −5)."
    assert words["row-of-ten"] == "Ana made a row worth 10 diagonally and won."
    assert words["drawn-game"] == "The game is a draw. Neither player can move a tile."
    assert words["left"] == "You left the game."
    assert lines["turned-up"] is None


def test_fields_of_a_refused_move_keep_their_values() -> None:
    closed = next(play_at_random(1))
    assert 'data-chosen="0,0"' in render(closed, closed.turn, draft="do=place&at=0,0")
    assert 'data-chosen=""' in render(closed, closed.turn, draft="do=place&at=7,7")
    opened = next(play_at_random(2, True))
    ends = {
        radio["value"]: "checked" in radio for radio in Fields(render(opened, opened.turn, draft="end=right")).radios
    }
    assert ends == {"left": False, "right": True}


@pytest.fixture
def second_phase() -> State:
    return next(state for state in play_at_random(3, False, True) if not any(state.stacks) and not state.rows)


def test_tiles_that_cannot_move_say_why(second_phase: State) -> None:
    html = render(second_phase, second_phase.turn)
    own, lifted = len(second_phase.board.tiles[second_phase.turn]), len(Fields(html).radios)
    assert lifted == len(second_phase.movable)
    assert len(re.findall(r"data-why=\"(?:This tile has no|Moving this tile)", html)) == own - lifted
    assert "100 of 100 moves left" in html


def test_the_page_of_the_second_phase_stays_small(second_phase: State) -> None:
    assert len(render(second_phase, second_phase.turn)) < 25_000


@pytest.mark.parametrize("open_tiles", [False, True])
def test_the_remaining_tiles_are_counted(open_tiles: bool) -> None:
    state = list(play_at_random(5, open_tiles, avoid_ten=True, most=9))[-1]
    board = pages.board(*view_and_choices(state, state.turn), PEOPLE, QueryDict(""), None)
    for rack in board["racks"]:
        counted = sum(count for _face, _number, count in rack["counts"])
        in_hand = not open_tiles and rack["seat"] == state.turn
        assert counted + in_hand == len(state.stacks[rack["seat"]])
        assert len(rack["row"]) == (len(state.stacks[rack["seat"]]) if open_tiles else 0)
    assert board["racks"][0]["seat"] == state.turn, "the reader's own rack comes first"


def test_the_style_sheet_has_every_size_of_board() -> None:
    css = CSS.read_text()
    for size in range(3, 33):
        assert f".columns-{size} {{" in css
        assert f".rows-{size} {{" in css


def test_the_same_state_renders_to_the_same_bytes(second_phase: State) -> None:
    """They are shared by everyone who sees it."""
    show: Callable[[], str] = lambda: render(second_phase, None)  # noqa: E731
    assert show() == show()
