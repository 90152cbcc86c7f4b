"""The order in which the cards of TEN Swap were dealt."""

from collections.abc import Iterator
from typing import Any

from games.kinds.proof import DealtCard, MoveEvents, facts_of_events


class _Pile:
    """The place of the next card: in which shuffle, from 1, and where in it."""

    def __init__(self, cards: int) -> None:
        self.number, self.place, self.cards = 1, 0, cards
        self.following: list[int] = []  # a shuffle made during the deal, used once the remaining cards are dealt

    def shuffled(self, cards: int, is_dealing: bool) -> None:
        self.following.append(cards)
        if not is_dealing:
            self._next()

    def take(self, move: int, card: str, seat: int) -> DealtCard:
        if self.place == self.cards and self.following:
            self._next()
        self.place += 1
        return DealtCard(move, f"deck{self.number}", self.place - 1, card, seat)

    def _next(self) -> None:
        self.number, self.place, self.cards = self.number + 1, 0, self.following.pop(0)


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """List the cards dealt, and those the dealer drew, which everyone sees at the end of the hand."""
    pile, to_deal, drawer = _Pile(len(start.order) + len(start.deck)), 0, None
    for seat in start.order:
        yield pile.take(0, start.dealt[seat], seat)
    for number, event in facts_of_events(moves, "shuffled", "hand", "card", "drew", "shown"):
        match event["name"]:
            case "shuffled":
                pile.shuffled(event["cards"], is_dealing=to_deal > 0)
            case "hand":
                to_deal = len(event["order"])
            case "card" if to_deal:
                to_deal -= 1
                yield pile.take(number, event["card"], event["seat"])
            case "drew":
                drawer = event["seat"]
            case "shown" if drawer is not None:
                yield pile.take(number, dict(event["cards"])[drawer], drawer)
                drawer = None
