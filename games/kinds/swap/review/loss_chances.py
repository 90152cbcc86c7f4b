"""The chance that a card is the lowest at the showdown, over all possible hidden cards."""

from collections.abc import Sequence
from math import comb, perm

from games.kinds.swap.review.knowledge import BLOCKING, Pool

LION, WILDCAT = 13, 14  # their ranks; they are equal, and the lowest


class Unseen:
    """The cards a seat hasn't seen, and how many of them are where.

    `tight`: held by others still in, and given away when asked for, so they can't block. `free`: held by others still
    in. `gone`: like `tight`, but set aside. The rest are in the deck or set aside.
    """

    __slots__ = ("all", "free", "gone", "meek", "pool", "tight", "total")

    def __init__(self, pool: Pool, tight: int, free: int, gone: int) -> None:
        self.pool, self.tight, self.free, self.gone = pool, tight, free, gone
        self.all = sum(pool)
        self.meek = self.all - sum(pool[:BLOCKING])  # can't block
        self.total = perm(self.meek, tight + gone) * perm(self.all - tight - gone, free)

    def among(self, meek: int, any_: int) -> float:
        """Return the chance that all others hold cards of a sort: `any_` are unseen, and `meek` of them can't block."""
        ways = perm(meek, self.tight)
        if not ways:
            return 0.0
        if not self.gone:
            return ways * perm(any_ - self.tight, self.free) / self.total
        meek, any_, others = meek - self.tight, any_ - self.tight, self.meek - meek
        spread = sum(
            comb(self.gone, one) * perm(meek, one) * perm(others, self.gone - one) * perm(any_ - one, self.free)
            for one in range(min(self.gone, meek, any_) + 1)
        )
        return ways * spread / self.total

    def odds(self, is_tight: bool) -> list[float]:
        """Return by rank how likely a given card has it."""
        if is_tight:
            return [0.0 if rank < BLOCKING else count / self.meek for rank, count in enumerate(self.pool)]
        kept = self.tight + self.gone
        loud = 1 / (self.all - kept)
        quiet = loud * (self.meek - kept) / self.meek if self.meek else 0.0
        return [count * (loud if rank < BLOCKING else quiet) for rank, count in enumerate(self.pool)]

    def without(self, rank: int, is_tight: bool | None) -> "Unseen":
        """Return the same after a card has been seen: held by one of the others, or on the deck (None)."""
        pool = (*self.pool[:rank], self.pool[rank] - 1, *self.pool[rank + 1 :])
        return Unseen(pool, self.tight - (is_tight is True), self.free - (is_tight is False), self.gone)


def chance_to_lose(own: int, seen: Sequence[int], unseen: Unseen, is_last_token: bool) -> float:
    """Return the chance that the own card costs a token at the showdown (R34 to R36).

    `seen`: the cards of the others that are known. `is_last_token`: everyone still in has one token.
    """
    if own == LION:
        return 1.0 - (all_lowest(seen, unseen) if is_last_token else 0.0)
    if own == WILDCAT:
        if WILDCAT in seen:
            return 0.0
        odds = unseen.among(unseen.meek - unseen.pool[WILDCAT], unseen.all - unseen.pool[WILDCAT])
        return odds - (all_of(LION, seen, unseen) if is_last_token else 0.0)
    if any(rank > own for rank in seen):
        return 0.0
    not_lower = sum(unseen.pool[: own + 1])
    odds = unseen.among(sum(unseen.pool[BLOCKING : own + 1]), not_lower)
    return odds - (all_of(own, seen, unseen) if is_last_token else 0.0)


def all_of(rank: int, seen: Sequence[int], unseen: Unseen) -> float:
    """Return the chance that all others have the same card."""
    if any(other != rank for other in seen):
        return 0.0
    count = unseen.pool[rank]
    return unseen.among(0 if rank < BLOCKING else count, count)


def all_lowest(seen: Sequence[int], unseen: Unseen) -> float:
    """Return the chance that the others have only Lions and at most one Wildcat: then a Lion loses nothing (R36)."""
    wildcats = seen.count(WILDCAT)
    if wildcats > 1 or len(seen) != wildcats + seen.count(LION):
        return 0.0
    odds = all_of(LION, (), unseen)
    others = unseen.tight + unseen.free
    if not wildcats and others:
        ways = others * unseen.pool[WILDCAT] * perm(unseen.pool[LION], others - 1)
        odds += ways * perm(unseen.meek - others, unseen.gone) / unseen.total
    return odds
