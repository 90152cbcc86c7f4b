"""The risk of each choice, as if the showdown came right after it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.kinds.swap.review.knowledge import BLOCKING, RANKS, Knowledge
from games.kinds.swap.review.loss_chances import Unseen, chance_to_lose

WOLF, SKUNK, BUNNY = RANKS["9"], RANKS["8"], RANKS["7"]


class Chance(NamedTuple):
    """The chance of losing a token: at once to a Wolf or a Skunk, or for the lowest card."""

    lost: float
    blocked: float
    lowest: float


def unseen_of(known: Knowledge, at: Sequence[int] | None = None, still: Sequence[int] | None = None) -> Unseen:
    """Return what the seat hasn't seen. `at` and `still` replace where cards are and which others are in."""
    at, still = at or known.at, known.line if still is None else still
    cards = [at[seat] for seat in still]
    tight = sum(card in known.tight for card in cards)
    gone = len(known.tight) - tight - (at[known.seat] in known.tight)
    return Unseen(known.pool, tight, sum(card not in known.cards for card in cards) - tight, gone)


def seen_of(known: Knowledge) -> list[int]:
    """Return the other players' cards that the seat knows."""
    return [known.cards[known.at[seat]] for seat in known.line if known.at[seat] in known.cards]


def have_one(known: Knowledge) -> bool:
    """Whether everyone still in has one token."""
    return all(known.tokens[seat] == 1 for seat in (known.seat, *known.line))


def shown(lowest: float) -> Chance:
    """Return the chance for a choice without risk before the showdown."""
    return Chance(lowest, 0.0, lowest)


def hold(known: Knowledge) -> Chance:
    """Return the risk of keeping the card."""
    return shown(chance_to_lose(known.own, seen_of(known), unseen_of(known), have_one(known)))


def swap(known: Knowledge) -> Chance:
    """Return the risk of swapping with the next seat or the deck; whoever can block does."""
    if known.is_dealer:
        return shown(draw(known))
    blocked, lowest = offer(known, 0, seen_of(known), unseen_of(known))
    return Chance(blocked + lowest, blocked, lowest)


def draw(known: Knowledge) -> float:
    """Return the risk of the dealer's swap for any card that may be on the deck or, if it's empty, set aside."""
    seen, unseen, last = seen_of(known), unseen_of(known), have_one(known)
    aside = sum(known.aside)
    hidden = 1.0 if known.deck or not aside else known.hidden / (known.hidden + aside)
    risk = 0.0
    if hidden:
        for rank, odds in enumerate(unseen.odds(False)):
            if odds:
                risk += hidden * odds * chance_to_lose(rank, seen, unseen.without(rank, None), last)
    if hidden < 1:
        for rank, count in enumerate(known.aside):
            if count:
                risk += (1 - hidden) * count / aside * chance_to_lose(rank, seen, unseen, last)
    return risk


def offer(known: Knowledge, step: int, seen: list[int], unseen: Unseen) -> tuple[float, float]:
    """Return the risks of offering a swap to that player: a token lost to a block, and one for the lowest card."""
    if step == len(known.line):
        return 0.0, chance_to_lose(known.own, seen, unseen, have_one(known))
    card = known.at[known.line[step]]
    if card in known.cards:
        return answer(known, step, known.cards[card], seen, unseen)
    is_tight = card in known.tight
    blocked = lowest = 0.0
    for rank, odds in enumerate(unseen.odds(is_tight)):
        if odds:
            risk = answer(known, step, rank, [*seen, rank], unseen.without(rank, is_tight))
            blocked, lowest = blocked + odds * risk[0], lowest + odds * risk[1]
    return blocked, lowest


def answer(known: Knowledge, step: int, rank: int, seen: list[int], unseen: Unseen) -> tuple[float, float]:
    """Return the same if the other's card is known; it is one of those seen."""
    if rank >= BLOCKING:
        others = [*seen, known.own]
        others.remove(rank)
        return 0.0, chance_to_lose(rank, others, unseen, have_one(known))
    if rank in (WOLF, SKUNK):
        return 1.0, 0.0
    if rank == BUNNY:
        return offer(known, step + 1, seen, unseen)
    return 0.0, chance_to_lose(known.own, seen, unseen, have_one(known))


# --- the answer of a seat that is asked (R31, `blocking: ask`) --------------------------------------------------------


def accept(known: Knowledge) -> Chance:
    """Return the risk of accepting: getting the swapper's card for the seat's own."""
    card = known.at[known.turn]
    seen, unseen = [*seen_of(known), known.own], unseen_of(known)
    if card in known.cards:
        seen.remove(known.cards[card])
        return shown(chance_to_lose(known.cards[card], seen, unseen, have_one(known)))
    is_tight = card in known.tight
    risk = 0.0
    for rank, odds in enumerate(unseen.odds(is_tight)):
        if odds:
            risk += odds * chance_to_lose(rank, seen, unseen.without(rank, is_tight), have_one(known))
    return shown(risk)


def block(known: Knowledge) -> Chance:
    """Return the risk of blocking. Whoever loses the last token to a Wolf or Skunk takes a card out of the hand."""
    at, tokens = list(known.at), list(known.tokens)
    if known.own in (WOLF, SKUNK):
        tokens[known.turn] -= 1
    if known.own == SKUNK:
        offered = at[known.turn]
        for back in reversed([one for one in known.carried if one.gave == offered]):
            at[back.seat], at[back.whom] = at[back.whom], at[back.seat]
        if offered == known.seat:
            return Chance(1.0, 1.0, 0.0)  # this seat was the first to give the card away
        if offered != known.turn:
            tokens[offered] -= 1
    still = [seat for seat in known.line if tokens[seat]]
    if not still:
        return shown(0.0)
    own = known.cards[at[known.seat]]  # a seat knows every card it has had
    seen = [known.cards[at[seat]] for seat in still if at[seat] in known.cards]
    is_last_token = all(tokens[seat] == 1 for seat in (known.seat, *still))
    return shown(chance_to_lose(own, seen, unseen_of(known, at, still), is_last_token))
