"""Every arrangement of unseen cards, played by the rules: a slow way to find what a seat can know."""

from collections import Counter
from collections.abc import Iterator

from games.rules import swap
from games.rules.base import change
from games.rules.swap.cards import CARDS
from games.rules.swap.showdown import judge
from games.rules.swap.state import State, card_of
from tests.rules.swap.table import Stacked, lay

World = tuple[str, ...]


def worlds(pool: Counter, places: int) -> Iterator[tuple[World, int]]:
    """The cards at so many places in turn, and in how many ways they can come to lie so."""
    if not places:
        yield (), 1
        return
    for card, count in list(pool.items()):
        if count:
            pool[card] -= 1
            for rest, ways in worlds(pool, places - 1):
                yield (card, *rest), ways * count
            pool[card] += 1


def laid(world: World, pool: Counter, **fields) -> State:
    """A hand with these cards before the seats, and the last one on the deck; all that is in no pool is shown."""
    shown = Counter(CARDS) - pool
    return lay(" ".join(world[:-1]), world[-1], shown=" ".join(shown.elements()), **fields)


def told(state: State, words: list[str]) -> State | None:
    """The hand after these moves; None where one of them is not allowed."""
    for word in words:
        (seat,) = swap.waiting(state)
        if word not in swap.choices(state, seat):
            return None
        state, _ = swap.play(state, seat, swap.MOVES[word](), Stacked())
    return state


def loses(state: State, do: str) -> bool:
    """Whether that choice costs the seat to move a token if all cards are shown right after it."""
    (seat,) = swap.waiting(state)
    answering, hand, tokens = state.asked is not None, state.hand, state.tokens[seat]
    state, _ = swap.play(state, seat, swap.MOVES[do](), Stacked())
    while state.asked is not None and not answering:  # whoever is asked blocks if that can be
        asked = state.asked
        answer = "block" if "block" in swap.choices(state, asked) else "accept"
        state, _ = swap.play(state, asked, swap.MOVES[answer](), Stacked())
    if state.hand != hand or state.end:
        return state.tokens[seat] < tokens
    cards = [(one, card_of(state, one)) for one in state.order if state.tokens[one]]
    return state.tokens[seat] < tokens or seat in judge(cards, state.tokens)[0]


def counted(pool: Counter, words: list[str], truth: State, **fields) -> dict[str, float]:
    """For each choice the share of all worlds that the seat cannot tell from the true one in which it costs a token."""
    (seat,) = swap.waiting(truth)
    known = swap.view(truth, seat)
    lost: Counter = Counter()
    total = 0
    first = laid(next(worlds(pool.copy(), len(truth.dealt) + 1))[0], pool, **fields)
    for world, ways in worlds(pool.copy(), len(truth.dealt) + 1):
        if world[seat] != truth.dealt[seat]:
            continue  # everybody has seen the own card
        state = told(change(first, dealt=world[:-1], deck=world[-1:]), words)
        if state is None or swap.waiting(state) != (seat,) or swap.view(state, seat) != known:
            continue
        total += ways
        for do in choices(state, seat):
            lost[do] += ways * loses(state, do)
    return {do: lost[do] / total for do in choices(truth, seat)}


def choices(state: State, seat: int) -> list[str]:
    """What it may do but leave."""
    return [do for do in swap.choices(state, seat) if do != "resign"]
