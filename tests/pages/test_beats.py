"""Beats: what is shown between the board before a move and the board after it."""

import json
import random
import re
import zlib
from html import unescape

import pytest

from games.models import Game
from games.pages import beats, board, tables
from games.rules.base import IllegalMove, events_for
from tests.boards import apply, split_beats
from tests.rules.contract import twists
from tests.tables import one_move, send, table

pytestmark = pytest.mark.django_db
GAMES = [
    ("push", 1, {"solo": 4}),
    ("push", 3, {}),
    ("push", 3, {"bust_buy": True}),
    ("tiles", 2, {}),
    ("swap", 5, {"blocking": "ask"}),
]
each_game = pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
HEADLINE = re.compile(r'<h1 id="headline"[^>]*>(.*?)</h1>', re.DOTALL)
MOST_BYTES = 5_500  # of one move's beats, compressed; JEN's longest turns have the most
USUAL_BYTES = 1_300


def read_headline(html: str) -> str:
    found = HEADLINE.search(html)
    return unescape(re.sub(r"<[^>]+>", "", found[1])).replace("\xa0", " ") if found else ""


@each_game
def test_beats_lead_to_the_board_that_pages_show(kind, seats, options):
    """They are short, say what happened, and never ask: only the last board has buttons."""
    game, users = table(kind, seats, options=options, odds=True)
    dice, sizes, sentences = random.Random(kind), [], []
    while game.status == Game.Status.PLAYING and len(sizes) < 150:
        before = tables.load(game.pk)
        shown = {seat: board.render_fragment(before, seat, "en") for seat in (None, 0)}
        one_move(game, users, dice)
        after = tables.load(game.pk)
        for seat, html in shown.items():
            update, since = board.render_update(after, seat, "en", before.shown)
            assert since == before.shown
            assert apply(html, update) == board.render_fragment(after, seat, "en")
            changes, rest = split_beats(update)
            sizes.append(len(zlib.compress(update.encode())) - len(zlib.compress(rest.encode())))
            for change in changes:
                assert "<form" not in change
                assert 'data-version="' not in change
                sentences.append(read_headline(change))
    assert all(sentences)
    assert max(sizes) < MOST_BYTES
    assert sum(sizes) / len(sizes) < USUAL_BYTES
    assert sentences or kind == "tiles"


def list_sentences(game: Game, seat: int | None, before: tables.Table) -> list[str]:
    update, _since = board.render_update(tables.load(game.pk), seat, "en", before.shown)
    return [read_headline(change) for change in split_beats(update)[0]]


def test_a_bust_is_shown_from_the_card_to_the_token():
    game, users = table("push", 3)
    dice, told = random.Random(3), []
    while not any("busted" in each for each in told):
        before = tables.load(game.pk)
        board.render_board(before, None, "en")
        state = json.loads(before.game.state)
        move = {"do": "draw"} if state["phase"] == "draw" else None
        seat = before.waiting[0]
        if move:
            send(game, users[seat], move)
            game.refresh_from_db()
        else:
            one_move(game, users, dice)
        told = list_sentences(game, None, before)
    drew, moved, token = told[:3]
    assert re.fullmatch(r"\w+ drew .+\. \w+ busted with (a net total of )?\d+( in currency)?\.", drew)
    assert moved.startswith("To the market: ")
    assert " got a bust token." in token


def test_a_board_that_is_several_moves_old_gets_no_beats():
    game, users = table("swap", 4)
    dice, before = random.Random(1), tables.load(game.pk)
    board.render_board(before, None, "en")
    while not tables.load(game.pk).moments or game.version < 2:
        one_move(game, users, dice)
    assert list_sentences(game, None, before) == []


def test_each_reader_sees_the_beats_from_their_own_seat():
    game, users = table("swap", 4)
    dice = random.Random(2)
    while not tables.load(game.pk).moments:
        tables.load(game.pk)
        one_move(game, users, dice)
    here = tables.load(game.pk)
    for seat in (None, 0, 1, 2, 3):
        shown = render(here, seat)
        assert shown
        for html in shown:
            assert re.findall(r"(\w+), you</p>", html) == ([] if seat is None else [users[seat].username])


def test_bots_wait_until_the_beats_have_been_shown():
    game, users = table("swap", 4)
    dice = random.Random(1)
    tables.load(game.pk)
    while not tables.load(game.pk).moments:
        assert beats.measure(game.pk) == 0
        one_move(game, users, dice)
    assert beats.measure(game.pk) >= (beats.SHORT + beats.LONG) / 1000
    assert beats.measure("unknown") == 0


@each_game
def test_beats_do_not_depend_on_what_their_reader_may_not_know(kind, seats, options, share):
    """If other hidden cards lead to the same visible events, the beats are the same, byte for byte."""
    wanted, pairs, dice = share(small=12, proofs=300, whole=1_000), 0, random.Random(f"{kind}{seats}")
    game, users = table(kind, seats, options=options)
    while kind != "tiles" and pairs < wanted:
        if game.status != Game.Status.PLAYING:
            game, users = table(kind, seats, options=options)
        tables.load(game.pk)
        one_move(game, users, dice)
        here = tables.load(game.pk)
        for seat in [None, *range(seats)] if here.moments else []:
            other = with_other_secrets(here, seat, dice)
            if other is not None:
                pairs += 1
                assert render(other, seat) == render(here, seat)


def with_other_secrets(here: tables.Table, seat: int | None, dice: random.Random) -> tables.Table | None:
    """Return the table as it would be with other hidden cards, unless the reader would notice that from the events."""
    twin = twists(here.kind).twist(here.state_before, seat, dice)
    other = tables.Table(here.game, here.seats, here.moves, twin)
    try:
        moments = other.moments
    except IllegalMove:
        return None  # the mover would have had other choices
    seen = [[events_for(moment.events, seat) for moment in each] for each in (here.moments, moments)]
    return other if twin != here.state_before and seen[0] == seen[1] else None


def render(here: tables.Table, seat: int | None) -> list[str]:
    before = board.render_board(here, seat, "en")
    return [beat.board.html for beat in beats.list_beats(here, seat, "en", before)]
