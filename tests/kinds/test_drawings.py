"""Each kind's drawing of a position is valid, small, made of the page's symbols, and reveals nothing hidden."""

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static

from games.kinds import KINDS
from games.kinds.push.drawing import GAP, HEIGHT, SHAPE, WIDTH, place
from games.rules.base import make_setup
from games.rules.dealers import FairDealer
from tests.rules.contract import twists

OURS = Path(settings.BASE_DIR) / "ten_site" / "static"
GAMES = [
    *[("push", seats, {}) for seats in (2, 5)],
    ("push", 1, {"solo": 7}),
    *[("swap", seats, {}) for seats in (4, 12)],
    ("tiles", 2, {}),
]


def play_at_random(slug, seats, options, seed):
    """Yield every state of a game of random moves."""
    kind, dice = KINDS[slug], random.Random(seed)
    dealer = FairDealer(str(seed).encode())
    state = kind.rules.start(make_setup(kind.rules, seats, options), dealer)
    yield state
    while waiting := kind.rules.waiting(state):
        seat = waiting[0]
        move = kind.pick(kind.rules.view(state, seat), kind.rules.choices(state, seat), dice)
        state, _events = kind.rules.play(state, seat, move, dealer)
        yield state


def draw(kind, state):
    return KINDS[kind].drawing(json.loads(json.dumps(KINDS[kind].rules.view(state, None))))


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_every_drawing_is_valid_and_uses_only_symbols_of_the_page(kind, seats, options):
    symbols = {f"#{name}" for name in re.findall(r' id="([^"]+)"', render_to_string(f"games/{kind}/_sprite.html"))}
    if shared := KINDS[kind].symbols:
        symbols |= {f"{static(shared)}#{name}" for name in re.findall(r' id="([^"]+)"', (OURS / shared).read_text())}
    seen = set()
    for state in play_at_random(kind, seats, options, seed=1):
        svg = draw(kind, state)
        root = ElementTree.fromstring(svg)  # noqa: S314 (our own)
        assert root.attrib["viewBox"] == "0 0 300 200"
        assert root.attrib["aria-hidden"] == "true"
        assert not [part for part in root.iter() if "id" in part.attrib or part.tag in ("title", "desc", "style")]
        assert {*re.findall(r'(?:href="|url\()([^")]+)', svg)} <= symbols
        assert len(svg) < 12_000
        seen.add(svg)
    assert len(seen) > 5


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_a_drawing_reveals_nothing_hidden(kind, seats, options):
    dice, pairs = random.Random(kind), 0
    for state in play_at_random(kind, seats, options, seed=2):
        twin = twists(KINDS[kind].rules).twist(state, None, dice)
        if twin != state:
            pairs += 1
            assert draw(kind, twin) == draw(kind, state)
    assert pairs


@pytest.mark.parametrize("count", range(1, 41))
@pytest.mark.parametrize(("left", "room", "largest"), [(0, WIDTH, 100), (112, WIDTH - 112, 50)])
def test_push_cards_fit_in_the_drawing_without_overlapping(count, left, room, largest):
    cards = place(["b1"] * count, left, room, largest)
    wide = float(cards[0].scale) * 100
    corners = [tuple(map(float, card.at.split())) for card in cards]
    assert len(set(corners)) == count
    for x, y in corners:
        assert left <= x <= left + room - wide + 0.2
        assert 0 <= y <= HEIGHT - wide * SHAPE
    lines = sorted({y for _x, y in corners})
    assert all(b - a >= wide * SHAPE + GAP - 0.2 for a, b in pairwise(lines))
