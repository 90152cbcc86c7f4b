"""Every kind keeps the contract: random play of every option and number of seats, and secrecy."""

import math
import random
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest

from games.rules import registry, swap, tiles
from games.rules.base import Event, Kind, change
from tests.rules.contract import Game, check_secrets, covering_setups, games, has_secrets, setups

KINDS = list(registry.KINDS.values())
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.SLUG)
SECRETIVE = [kind for kind in KINDS if has_secrets(kind)]
each_with_secrets = pytest.mark.parametrize("kind", SECRETIVE, ids=lambda kind: kind.SLUG)


def compare_twins(game: Game, state: Any) -> None:
    if game.dice.random() < (0.5 if game.kind is tiles else 0.1):  # few moves of tiles have secrets
        game.pairs += check_secrets(game.kind, game.setup, state, game.dice, game.dealer.dealer)


@pytest.mark.volume
@each_kind
def test_random_games_keep_the_contract(kind, share):
    """Check the contract at every move, in games with every number of seats and every choice."""
    wanted = share(small=300, proofs=150_000, whole=350_000)
    played = list(games(kind, wanted))
    assert sum(len(game.moves) for game in played) >= wanted
    assert {game.setup.seats for game in played} == set(kind.SEATS)
    for option in kind.OPTIONS:
        chosen = {game.setup.options[option.name] for game in played}
        assert chosen >= {choice.value for choice in option.choices}


@pytest.mark.volume
@each_kind
def test_r40_players_can_resign_at_any_moment(kind, share):
    """With two seats, the game ends; with more, it goes on, and leavers rank lower, the earliest lowest (R40)."""
    ends = set()
    moves = share(small=1, proofs=12_000, whole=25_000)
    for game in chain.from_iterable(games(kind, moves, resigning=likely) for likely in (0.01, 0.08)):
        left = sum(item["move"] == {"do": "resign"} for item in game.moves)
        end = kind.result(game.states[-1]).end
        assert (end == "left") == (left >= max(game.setup.seats - 1, 1))
        ends.add((end, min(left, 2)))
    assert ("left", 1) in ends or kind is swap
    assert {("played", 1), ("left", 2)} <= ends or kind is tiles


@pytest.mark.volume
@each_kind
def test_no_one_learns_a_secret(kind, share):
    """States that differ only in secrets have equal views, choices and events."""
    wanted = share(small=150, proofs=12_000, whole=12_000)
    compared = 0
    for number, game in enumerate(games(kind, math.inf, check_more=compare_twins), 1):
        compared += game.pairs
        if compared >= wanted and number >= len(covering_setups(kind)):
            return


# --- the checks above detect violations -----------------------------------------------------------------------------


def leaking(kind: Kind, **changed: Any) -> Any:
    """The kind with some of its functions replaced."""
    return SimpleNamespace(**{**{name: getattr(kind, name) for name in dir(kind) if name[0] != "_"}, **changed})


def secret(kind: Kind, state: Any) -> Any:
    """A part of the state that no one may know."""
    if kind.SLUG == "push":
        return state.deck[state.drawn :]
    return state.stacks if kind.SLUG == "tiles" else state.deck


def leaky_view(kind: Kind) -> Any:
    return leaking(kind, view=lambda state, seat: kind.view(state, seat) | {"deck": secret(kind, state)})


def leaky_choices(kind: Kind) -> Any:
    def choices(state: Any, seat: int) -> Any:
        offered = kind.choices(state, seat)
        return offered and offered | {"resign": {"deck": secret(kind, state)}}

    return leaking(kind, choices=choices)


def leaky_events(kind: Kind) -> Any:
    def play(state: Any, seat: int, move: Any, dealer: Any) -> Any:
        after, events = kind.play(state, seat, move, dealer)
        return after, (Event("left", {"seat": secret(kind, state)}), *events)

    return leaking(kind, play=play)


@each_with_secrets
@pytest.mark.parametrize("leak", [leaky_view, leaky_choices, leaky_events])
def test_leaks_are_detected(kind, leak):
    setup = setups(kind)[-1]
    start = Game(kind, setup, 1).play().states[1]
    dealer, dice = Game(kind, setup, 1).dealer.dealer, random.Random(1)
    check_secrets(kind, setup, start, dice, dealer)
    with pytest.raises(AssertionError, match=r"sees a secret|is offered a secret|is told a secret"):
        check_secrets(leak(kind), setup, start, dice, dealer)


@each_with_secrets
def test_a_lost_card_is_detected(kind, monkeypatch):
    real = kind.play

    def losing(state: Any, seat: int, move: Any, dealer: Any) -> Any:
        after, events = real(state, seat, move, dealer)
        return change(after, **{"stacks" if kind is tiles else "deck": ()}), events

    with pytest.raises((AssertionError, IndexError)):
        Game(leaking(kind, play=losing), setups(kind)[0], 1).play()
