"""The story of each hand for reviews: which card went where, and who knew what at the showdown."""

from itertools import pairwise
from typing import Any

from games.rules.base import Event, Plain
from games.rules.replay import Replay
from games.rules.swap.cards import BUNNY
from games.rules.swap.state import State, card_of
from games.rules.swap.view import view


def hands(game: Replay) -> list[Plain]:
    """List the hands: the cards dealt, what was done (`acts`), the last move, who knew which cards, and the end."""
    told = [begin_hand(game.start, game.start.dealt)]
    before: State = game.start
    for number, step in enumerate(game.steps, 1):
        hand = told[-1]
        for event in step.events:
            if event.name == "hand":
                told.append(begin_hand(step.state, step.state.dealt))
            elif len(told) and told[-1] is hand:
                HandStory(hand, before, number).tell(event)
        hand["last"] = number
        if hand is not told[-1] or step.state.end:
            hand["knew"] = known_at_end(before, hand)
        before = step.state
    return told


def begin_hand(state: State, dealt: tuple[str, ...]) -> Plain:
    return {
        "number": state.hand,
        "last": 0,
        "dealer": state.dealer,
        "order": list(state.order),
        "dealt": [[seat, dealt[seat]] for seat in state.order],
        "acts": [],
        "knew": [],
        "shown": [],
        "tokens": [],
        "spared": [],
        "why": None,
    }


def known_at_end(state: State, hand: Plain) -> list[Plain]:
    """Return which cards of others each seat knew before the hand's last move; for the public, the face-up ones."""
    found: list[Plain] = []
    for seat in (None, *hand["order"]):
        known = view(state, seat)["known"]
        cards = [[other, card] for other, card in enumerate(known) if card and other != seat and state.tokens[other]]
        if seat is None or state.tokens[seat]:
            found.append({"seat": seat, "cards": cards})
    return found


class HandStory:
    """Adds events to the story of a hand."""

    def __init__(self, hand: Plain, before: State, number: int) -> None:
        self.hand, self.before, self.number = hand, before, number

    def tell(self, event: Event) -> None:
        if told := getattr(self, "on_" + event.name.replace("-", "_"), None):
            told(**{key.rstrip("_"): value for key, value in event.facts.items()})

    def act(self, seat: int) -> Plain:
        """Return the seat's act; a swap tried with one seat after the other is one act."""
        acts: list[Plain] = self.hand["acts"]
        if not acts or acts[-1]["seat"] != seat or acts[-1]["did"] != "asks":
            acts.append({"number": self.number, "seat": seat, "did": "asks", "whom": None, "blocks": [], "out": []})
        return acts[-1]

    def on_held(self, seat: int) -> None:
        self.act(seat)["did"] = "held"

    def on_asked(self, seat: int, whom: int) -> None:
        self.act(seat)["whom"] = whom

    def on_blocked(self, seat: int, card: str, swapper: int) -> None:
        """Note a block; a Bunny passes the swap on."""
        act = self.act(swapper)
        act["blocks"].append([seat, card])
        if card != BUNNY:
            act |= {"did": "blocked", "whom": seat}

    def on_nobody(self, seat: int) -> None:
        self.act(seat)["did"] = "nobody"

    def on_swapped(self, seat: int, whom: int) -> None:
        self.act(seat)["whom"] = whom

    def on_traded(self, seat: int, whom: int, gave: str, got: str) -> None:
        self.act(seat).update(did="swapped", gave=gave, got=got, undone=False)

    def on_undone(self, seats: Any) -> None:
        """Undo the swaps that had carried a card."""
        seats = list(seats)
        self.hand["acts"][-1]["undid"] = seats
        for taker, giver in pairwise(seats):
            swaps = [act for act in self.hand["acts"] if act["did"] == "swapped" and not act["undone"]]
            next(act for act in reversed(swaps) if act["seat"] == giver and act["whom"] == taker)["undone"] = True

    def on_drew(self, seat: int, set_aside: str | None) -> None:
        self.act(seat).update(did="drew", gave=card_of(self.before, seat), got=None)

    def on_shown(self, cards: Any) -> None:
        self.hand["shown"] = [[seat, card] for seat, card in cards]
        if self.hand["acts"] and self.hand["acts"][-1]["did"] == "drew":
            self.hand["acts"][-1]["got"] = dict(cards)[self.hand["acts"][-1]["seat"]]

    def on_spared(self, seats: Any, why: str) -> None:
        self.hand.update(spared=list(seats), why=why)

    def on_token(self, seat: int, tokens: int, why: str) -> None:
        """Note a lost token. Whoever loses the last one before the showdown is out at once."""
        if not tokens and why != "lowest":
            self.hand["acts"][-1]["out"].append(seat)
        self.hand["tokens"].append({"seat": seat, "left": tokens, "why": why})
