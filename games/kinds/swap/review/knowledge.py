"""What a seat knows of a hand from its view: the cards it has seen, and what others can't have."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.swap.cards import BLOCKERS, COPIES
from games.rules.swap.view import View

RANKS = {card: rank for rank, card in enumerate(COPIES)}  # high to low
NAMES = tuple(COPIES)
BLOCKING = len(BLOCKERS)  # the cards before this rank can block

Pool = tuple[int, ...]  # number of unseen cards by rank


@dataclass(frozen=True)
class CarriedCard:
    """A swap that still counts. Cards are named by the seat they were dealt to."""

    seat: int
    whom: int
    gave: int
    got: int


@dataclass(frozen=True)
class Knowledge:
    """A hand as one seat sees it. Every arrangement of unseen cards is equally likely."""

    seat: int
    line: tuple[int, ...]  # the others still in, in the order they would be asked
    tokens: tuple[int, ...]
    at: tuple[int, ...]  # by seat: the seat its current card was dealt to
    cards: dict[int, int]  # ranks of the known cards, by the seat they were dealt to
    tight: frozenset[int]  # unseen cards that can't block, because they were given away when asked for
    pool: Pool
    aside: Pool  # set aside face up
    hidden: int  # number of cards set aside face down
    deck: int
    turn: int  # whose turn it is
    is_dealer: bool
    carried: tuple[CarriedCard, ...]

    @property
    def own(self) -> int:
        """The rank of the seat's own card."""
        return self.cards[self.at[self.seat]]


def read_view(view: View) -> Knowledge:
    seat, order, tokens = view["seat"], view["order"], tuple(view["tokens"])
    at, carried, given = follow_cards(view)
    cards = {at[who]: RANKS[card] for who, card in enumerate(view["known"]) if card}
    place = order.index(seat)
    line = tuple([who for who in (*order[place + 1 :], *order[:place]) if tokens[who]])
    aside = count_ranks(view["shown"])
    seen = count_ranks([*view["shown"], *filter(None, view["known"])])
    may_keep = view["options"]["blocking"] == "ask"
    return Knowledge(
        seat=seat,
        line=line,
        tokens=tokens,
        at=tuple(at),
        cards=cards,
        tight=frozenset() if may_keep else frozenset(card for card in given if card not in cards),
        pool=tuple([all_ - known for all_, known in zip(COPIES.values(), seen, strict=True)]),
        aside=aside,
        hidden=view["aside"] - len(view["shown"]),
        deck=view["deck"],
        turn=view["turn"],
        is_dealer=seat == view["dealer"],
        carried=tuple(carried),
    )


def count_ranks(cards: Iterable[str]) -> Pool:
    """Count the cards of each rank."""
    found = [0] * len(NAMES)
    for card in cards:
        found[RANKS[card]] += 1
    return tuple(found)


def follow_cards(view: View) -> tuple[list[int], list[CarriedCard], list[int]]:
    """Return where each card is now, the swaps that still count, and the cards given away when asked for."""
    at = list(range(view["seats"]))
    carried: list[CarriedCard] = []
    undone: list[CarriedCard] = []  # swaps that a Skunk undoes
    given: list[int] = []
    for turn in view["turns"]:
        seat, whom = turn["seat"], turn["whom"]
        if turn["did"] in ("swapped", "undone"):
            made = CarriedCard(seat, whom, at[seat], at[whom])
            given.append(made.got)
            (undone if turn["did"] == "undone" else carried).append(made)
            at[seat], at[whom] = made.got, made.gave
        elif turn["did"] == "blocked":
            offered = at[seat]
            for back in reversed([one for one in undone if one.gave == offered]):
                at[back.seat], at[back.whom] = at[back.whom], at[back.seat]
                undone.remove(back)
    return at, carried, given
