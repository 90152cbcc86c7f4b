"""Any input gets a refusal with a sentence, never a crash, a hang or a half-done change."""

import json
import random
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, make_setup
from games.rules.record import write
from games.rules.recovery import recover
from games.rules.refusals import sentence
from games.rules.replay import replay
from games.rules.serialization import read_move, to_plain
from games.rules.verify import verify
from tests.rules.contract import Game, text

KINDS = list(registry.KINDS.values())
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.SLUG)
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "b4",
    "W",
    "\ud800",
    "\x00",
]
ODD += ["9" * 1000, [], {}, [[]], [[[[[[[[]]]]]]]], {"do": "draw"}, ["b4"] * 2000, {"coins": "1"}, [0, 0], [10**30, 0]]


def places(data, path=()):
    """The path of every value in the data."""
    found = [path] if path else []
    for step in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        found += places(data[step], (*path, step))
    return found


def spoil(data, dice):
    """One value, somewhere, taken away, doubled or replaced by an odd one."""
    spoiled = deepcopy(data)
    *path, last = dice.choice(places(data))
    inner = spoiled
    for step in path:
        inner = inner[step]
    how = dice.randrange(8)
    if how == 0:
        del inner[last]
    elif how == 1 and isinstance(inner, list):
        inner.append(inner[last])
    elif how == 2 and isinstance(inner, dict):
        inner["more"] = dice.choice(ODD)
    else:
        inner[last] = dice.choice(ODD)
    return spoiled


@cache
def played(kind):
    """A random game, of which nothing may be changed."""
    return Game(kind, make_setup(kind, max(2, kind.SEATS[0]), {}), 3).play()


def spoiled_records(kind, many):
    game = played(kind)
    data = json.loads(write(game.record(game.states[-1])))
    data["moves"] = data["moves"][:12]
    dice = random.Random(f"spoil {kind.SLUG}")
    return [json.dumps(spoil(data, dice)) for _ in range(many)]


def looked_at(line):
    """Whether anything is wrong with it; every fault can be said."""
    faults = verify(line)
    assert all(sentence(fault.code, fault.facts) for fault in faults)
    part, reason = recover(line)
    assert part is not None or reason is not None
    if part is not None and part.deal is not None:
        error = replay(part).error
        assert error is None or sentence(error.code, error.facts)
    return bool(faults)


@each_kind
def test_some_spoiled_records(kind):
    assert all(looked_at(line) for line in spoiled_records(kind, 60))


@pytest.mark.volume
@each_kind
def test_many_spoiled_records(kind, share):
    assert all(looked_at(line) for line in spoiled_records(kind, share(small=150, proofs=10_000, whole=50_000)))


@pytest.mark.volume
@each_kind
def test_odd_moves(kind, share):
    """Every kind of move with odd fields, at every moment of a game: refused in words, or legal; nothing is changed."""
    game = played(kind)
    dice = random.Random(f"odd {kind.SLUG}")
    fields = ["what", "card", "pay", "amount", "at", "end", "from", "to", "coins"]
    refused = []
    for _ in range(share(small=100, proofs=5_000, whole=100_000)):
        state = dice.choice(game.states)
        before = text(to_plain(state))
        move = {"do": dice.choice([*kind.MOVES, *ODD])} if dice.random() < 0.9 else dice.choice(ODD)
        if isinstance(move, dict):
            move = move | {name: dice.choice(ODD) for name in dice.sample(fields, dice.randrange(3))}
        try:
            kind.play(state, dice.choice([0, 1, 2, -1, None, "0", True]), read_move(kind, move), game.dealer.dealer)
        except IllegalMove as illegal:
            refused.append(sentence(illegal.code, illegal.facts))
        assert text(to_plain(state)) == before
    assert refused
    assert all(refused)


@each_kind
def test_what_is_no_move_at_all(kind):
    state = played(kind).states[0]
    seat = kind.waiting(state)[0]
    for move in (None, "draw", 3, {"do": "draw"}, object, kind.MOVES):
        with pytest.raises(IllegalMove) as refused:
            kind.play(state, seat, move, None)
        assert sentence(refused.value.code, refused.value.facts)
