"""Guesses at hidden cards, weighted by how well they fit what each seat did."""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from games.kinds.swap.bots.card_values import AVERAGE
from games.kinds.swap.bots.hand_simulation import LOWEST_BLOCKER, WILD, WORTH, Guess, after_loss, exchange
from games.rules.swap.cards import CARDS
from games.rules.swap.view import View

Fit = tuple[int, int, float]  # lowest, highest, and how likely a card outside that range is

UNLIKELY = 0.15  # chance that a seat acts differently than assumed
TRIES = 10  # draws to find a card that fits, before taking any
HIGHEST = WORTH["10"]


@dataclass
class Knowledge:
    """What one seat knows of the hand, by place in the order of turns."""

    place: int  # its own
    known: Guess  # contains what is known; the rest is guessed each time
    hidden: list[tuple[int, list[Fit]]]  # the cards to guess, with the ranges they should fit
    unseen: list[int]  # values of all hidden cards
    shuffled: list[int]  # cards that would be reshuffled if the dealer drew; none while there is a deck


def read_view(view: View) -> Knowledge:
    order, tokens, known = view["order"], view["tokens"], view["known"]
    places = {seat: place for place, seat in enumerate(order)}
    at, carried, fits = follow_cards(view, places)
    worth: dict[int, int] = {at[places[seat]]: WORTH[card] for seat in order if (card := known[seat])}
    in_hand = [at[place] for place, seat in enumerate(order) if tokens[seat]]
    seen = Counter([*view["shown"], *filter(None, known)])
    turn = len(view["turns"])
    held = [tokens[seat] for seat in order]
    return Knowledge(
        place=places[view["seat"]],
        known=Guess(
            worth=[worth.get(card, 0) for card in range(len(order))],
            at=at,
            tokens=held,
            turn=turn,
            asked=after_loss(turn, held) if view["asked"] is None else places[view["asked"]],
            carried=carried,
            draw=0,
            out=len(tokens) - len(order),
        ),
        hidden=[(card, fits[card]) for card in sorted(in_hand, key=lambda card: -len(fits[card])) if card not in worth],
        unseen=[WORTH[card] for card in (Counter(CARDS) - seen).elements()],
        shuffled=[] if view["deck"] else [WORTH[card] for card in view["shown"]],
    )


def follow_cards(view: View, places: dict[int, int]) -> tuple[list[int], list[tuple[int, int, int]], list[list[Fit]]]:
    """Return where each card is now, which swaps moved it, and what each seat's turn says about its card."""
    now, then = list(range(len(places))), list(range(len(places)))  # before and after cards were sent back
    carried: list[tuple[int, int, int]] = []
    fits: list[list[Fit]] = [[] for _ in places]
    must = 0.0 if view["options"]["blocking"] == "auto" else UNLIKELY
    for place, turn in enumerate(view["turns"]):
        holds = turn["did"] == "held"
        fits[then[place]].append((AVERAGE, HIGHEST, UNLIKELY) if holds else (WILD, AVERAGE - 1, UNLIKELY))
        if turn["did"] in ("swapped", "undone"):
            other = places[turn["whom"]]
            fits[then[other]].append((WILD, LOWEST_BLOCKER - 1, must))
            then[place], then[other] = then[other], then[place]
            if turn["did"] == "swapped":
                exchange(place, other, now, carried)
    return now, carried, fits


def guess_cards(knowledge: Knowledge, dice: Random) -> Guess:
    """Guess all hidden cards."""
    pool = knowledge.unseen[:]
    worth = knowledge.known.worth[:]
    for card, fits in knowledge.hidden:
        worth[card] = draw_cards(pool, fits, dice)
    return replace(knowledge.known, worth=worth, draw=draw_cards(pool + knowledge.shuffled, [], dice))


def draw_cards(pool: list[int], fits: list[Fit], dice: Random) -> int:
    """Draw a card from the pool, one that fits if there is one soon."""
    for _ in range(TRIES):
        place = int(dice.random() * len(pool))
        value = pool[place]
        if all(low <= value <= high or dice.random() < chance for low, high, chance in fits):
            break
    pool[place] = pool[-1]
    pool.pop()
    return value
