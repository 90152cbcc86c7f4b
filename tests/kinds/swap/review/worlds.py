"""Brute force over every arrangement of unseen cards (a world), to find what a seat can know."""

from collections import Counter
from collections.abc import Iterator

from games.rules import swap
from games.rules.base import change
from games.rules.swap.cards import CARDS
from games.rules.swap.showdown import judge
from games.rules.swap.state import State, card_of
from tests.rules.swap.table import Stacked, lay

World = tuple[str, ...]


def list_worlds(pool: Counter, places: int) -> Iterator[tuple[World, int]]:
    """Yield the cards at so many places, and in how many ways they can get there."""
    if not places:
        yield (), 1
        return
    for card, count in list(pool.items()):
        if count:
            pool[card] -= 1
            for rest, ways in list_worlds(pool, places - 1):
                yield (card, *rest), ways * count
            pool[card] += 1


def lay_world(world: World, pool: Counter, **fields) -> State:
    """Lay out a hand with these cards, the last one on the deck. All cards outside the pool have been shown."""
    shown = Counter(CARDS) - pool
    return lay(" ".join(world[:-1]), world[-1], shown=" ".join(shown.elements()), **fields)


def play_moves(state: State, words: list[str]) -> State | None:
    """Play these moves, and return the state, or None if one of them isn't allowed."""
    for word in words:
        (seat,) = swap.waiting(state)
        if word not in swap.choices(state, seat):
            return None
        state, _ = swap.play(state, seat, swap.MOVES[word](), Stacked())
    return state


def loses(state: State, do: str) -> bool:
    """Whether a choice costs the seat to move a token, if all cards are shown right after it."""
    (seat,) = swap.waiting(state)
    answering, hand, tokens = state.asked is not None, state.hand, state.tokens[seat]
    state, _ = swap.play(state, seat, swap.MOVES[do](), Stacked())
    while state.asked is not None and not answering:  # the player who is asked blocks if possible
        asked = state.asked
        answer = "block" if "block" in swap.choices(state, asked) else "accept"
        state, _ = swap.play(state, asked, swap.MOVES[answer](), Stacked())
    if state.hand != hand or state.end:
        return state.tokens[seat] < tokens
    cards = [(one, card_of(state, one)) for one in state.order if state.tokens[one]]
    return state.tokens[seat] < tokens or seat in judge(cards, state.tokens)[0]


def count_losses(pool: Counter, words: list[str], truth: State, **fields) -> dict[str, float]:
    """Return how often each choice costs a token, in all worlds that the seat can't tell from the true one."""
    (seat,) = swap.waiting(truth)
    known = swap.view(truth, seat)
    lost: Counter = Counter()
    total = 0
    first = lay_world(next(list_worlds(pool.copy(), len(truth.dealt) + 1))[0], pool, **fields)
    for world, ways in list_worlds(pool.copy(), len(truth.dealt) + 1):
        if world[seat] != truth.dealt[seat]:
            continue  # the seat has seen its own card
        state = play_moves(change(first, dealt=world[:-1], deck=world[-1:]), words)
        if state is None or swap.waiting(state) != (seat,) or swap.view(state, seat) != known:
            continue
        total += ways
        for do in choices(state, seat):
            lost[do] += ways * loses(state, do)
    return {do: lost[do] / total for do in choices(truth, seat)}


def choices(state: State, seat: int) -> list[str]:
    """List what the seat may do, except leave."""
    return [do for do in swap.choices(state, seat) if do != "resign"]
