"""What the whole site counts of a game: who wins from which seat, whether shuffles are even, whether odds come true.

| what | key | n | won | total |
|---|---|---|---|---|
| `seat <kind> <size>` | 0 for the seat that began, then in the order of play | games | games won alone | |
| `first <kind> <size>` | the number of the seat that began | times | | how often it was to be expected |
| `deck push`, `last push` | class of the first, of the last card of the deck | times | | expected |
| `stack tiles` | the number of the first tile of each stack | times | | expected |
| `deal swap` | class of the first card of the first shuffle | times | | expected |
| `bust push` | chance to bust at a draw, in steps of five percent: 00, 05 ... | draws | busts | sum of the chances |
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.review.facts.push import bust_chance
from games.rules.push.cards import COINS, WILDS
from games.rules.push.moves import Draw
from games.rules.replay import Replay
from games.rules.swap.cards import BLOCKERS, CARDS

Counted = tuple[str, str, int, int, float]  # what, key, n, won, total


def counts(game: Replay) -> list[Counted]:
    """Everything that this game adds."""
    return [*_seats(game), *CHANCE[game.kind.SLUG](game)]


def first_seat(game: Replay) -> int:
    """Who began: in swap the seat after the dealer."""
    start = game.start
    return int(
        {"push": lambda: start.active, "tiles": lambda: start.turn, "swap": lambda: start.order[0]}[game.kind.SLUG]()
    )


def _seats(game: Replay) -> Iterable[Counted]:
    size, over = game.setup.seats, game.kind.standing(game.state)
    if over is None or size == 1:
        return
    kind, first = game.kind.SLUG, first_seat(game)
    alone = over.places.count(1) == 1
    for seat in range(size):
        has_won = alone and over.places[seat] == 1
        yield f"seat {kind} {size}", str((seat - first) % size), 1, int(has_won), 0.0
        yield f"first {kind} {size}", str(seat), int(seat == first), 0, 1 / size


def _shuffled(what: str, drawn: Any, deck: Sequence[Any]) -> Iterable[Counted]:
    """One card of a shuffled deck: what it is, and how often each is to be expected."""
    for name, many in sorted(Counter(deck).items()):
        yield what, str(name), int(name == drawn), 0, many / len(deck)


def _push(game: Replay) -> list[Counted]:
    deck = [_class(card) for card in game.start.deck]
    found = [*_shuffled("deck push", deck[0], deck), *_shuffled("last push", deck[-1], deck)]
    before = game.start
    for step in game.steps:
        if type(step.move) is Draw:
            chance = bust_chance(before)
            bucket = min(int(chance * 20), 19) * 5
            has_bust = len(step.events) > 1 and step.events[1].name == "bust"
            found.append(("bust push", f"{bucket:02d}", 1, int(has_bust), chance))
        before = step.state
    return found


def _class(card: str) -> str:
    return "wild" if card in WILDS else "coin" if card in COINS else "number"


def _tiles(game: Replay) -> list[Counted]:
    stacks = game.start.stacks
    return [found for stack in stacks for found in _shuffled("stack tiles", stack[0], stack)]


def _swap(game: Replay) -> list[Counted]:
    """The first card goes to the seat after the dealer."""
    first = game.start.dealt[game.start.order[0]]
    return list(_shuffled("deal swap", _blocks(first), [_blocks(card) for card in CARDS]))


def _blocks(card: str) -> str:
    return "blocker" if card in BLOCKERS else "other"


CHANCE = {"push": _push, "tiles": _tiles, "swap": _swap}
