"""Bad input is refused with a sentence; it never causes a crash, a hang or a partial change."""

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
from tests.rules.contract import Game, as_json

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


def paths_in(data, path=()):
    """The path of every value in the data."""
    paths = [path] if path else []
    for step in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        paths += paths_in(data[step], (*path, step))
    return paths


def corrupt(data, dice):
    """A copy with one value, somewhere, removed, repeated or replaced by an odd one."""
    copy = deepcopy(data)
    *path, last = dice.choice(paths_in(data))
    inner = copy
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
    return copy


@cache
def random_game(kind):
    """A random game, which is cached: don't change it."""
    return Game(kind, make_setup(kind, max(2, kind.SEATS[0]), {}), 3).play()


def corrupted_records(kind, count):
    game = random_game(kind)
    data = json.loads(write(game.record(game.states[-1])))
    data["moves"] = data["moves"][:12]
    dice = random.Random(f"spoil {kind.SLUG}")
    return [json.dumps(corrupt(data, dice)) for _ in range(count)]


def has_faults(line):
    """Whether anything is wrong with the record; every fault must have a sentence."""
    faults = verify(line)
    assert all(sentence(fault.code, fault.facts) for fault in faults)
    recovered, reason = recover(line)
    assert recovered is not None or reason is not None
    if recovered is not None and recovered.deal is not None:
        error = replay(recovered).error
        assert error is None or sentence(error.code, error.facts)
    return bool(faults)


@each_kind
def test_corrupted_records_have_faults(kind):
    assert all(has_faults(line) for line in corrupted_records(kind, 60))


@pytest.mark.volume
@each_kind
def test_many_corrupted_records_have_faults(kind, share):
    assert all(has_faults(line) for line in corrupted_records(kind, share(small=150, proofs=10_000, whole=50_000)))


@pytest.mark.volume
@each_kind
def test_odd_moves_are_legal_or_refused(kind, share):
    """Moves with odd fields, at any point of a game, are legal or refused with a sentence, and change nothing."""
    game = random_game(kind)
    dice = random.Random(f"odd {kind.SLUG}")
    fields = ["what", "card", "pay", "amount", "at", "end", "from", "to", "coins"]
    sentences = []
    for _ in range(share(small=100, proofs=5_000, whole=100_000)):
        state = dice.choice(game.states)
        before = as_json(to_plain(state))
        move = {"do": dice.choice([*kind.MOVES, *ODD])} if dice.random() < 0.9 else dice.choice(ODD)
        if isinstance(move, dict):
            move = move | {name: dice.choice(ODD) for name in dice.sample(fields, dice.randrange(3))}
        try:
            kind.play(state, dice.choice([0, 1, 2, -1, None, "0", True]), read_move(kind, move), game.dealer.dealer)
        except IllegalMove as illegal:
            sentences.append(sentence(illegal.code, illegal.facts))
        assert as_json(to_plain(state)) == before
    assert sentences
    assert all(sentences)


@each_kind
def test_values_that_are_not_moves_are_refused(kind):
    state = random_game(kind).states[0]
    seat = kind.waiting(state)[0]
    for move in (None, "draw", 3, {"do": "draw"}, object, kind.MOVES):
        with pytest.raises(IllegalMove) as refused:
            kind.play(state, seat, move, None)
        assert sentence(refused.value.code, refused.value.facts)
