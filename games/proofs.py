"""What can be proved of a game: which cards came up when, as they were told at the time, and receipts of moves."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import play
from games.render import Table
from games.rules import chain
from games.rules.base import Plain, make_setup
from games.rules.deal import make_seed
from games.tables.push.words import card_words
from games.tables.swap.names import label as creature

Told = Iterable[tuple[int, list[Plain]]]  # the number of a move, and its events


class Came(NamedTuple):
    """A card that came up: at which move (0: before the first), and where it lay in which shuffle, from 0."""

    move: int
    pile: str  # deck, stack0, deck2, as docs/fair-shuffle.md labels them
    place: int
    card: str | int
    seat: int


class Receipt(NamedTuple):
    """What the player was shown of a move."""

    number: int
    digits: str


def seed_of(table: Table) -> str:
    """The seed of a game that is over."""
    return make_seed(bytes.fromhex(table.game.server), table.game.id, [seat.seed for seat in table.seats]).hex()


def receipts(table: Table, seat: int | None) -> list[Receipt]:
    """The receipts of the moves of that seat, which are its player's."""
    if seat is None:
        return []
    moves = table.game.moves.filter(seat=seat, number__lte=table.game.version).values_list("number", "link")
    server = bytes.fromhex(table.game.server)
    return [Receipt(number, chain.receipt(server, link)) for number, link in moves]


def came_up(table: Table) -> list[Came]:
    """Every card of a game that is over, in the order in which they came up: after the deal from the stored events."""
    kind = table.kind
    start = kind.start(make_setup(kind, table.game.size, table.game.options), play.dealer_of(table.game, table.seats))
    moves = table.game.moves.filter(number__lte=table.game.version).values_list("number", "events")
    return list(CAME[table.game.kind](start, moves))


def words(kind: str, card: str | int) -> str:
    """What the card is called."""
    if kind == "push":
        return card_words(str(card))
    return creature(str(card)) if kind == "swap" else _("a tile of %(number)s") % {"number": card}


def _push(start: Any, moves: Told) -> Iterator[Came]:
    for place in range(start.drawn):
        yield Came(0, "deck", place, start.deck[place], start.active)
    place = start.drawn
    for number, event in _each(moves, "drew"):
        yield Came(number, "deck", place, event["card"], event["seat"])
        place += 1


def _tiles(start: Any, moves: Told) -> Iterator[Came]:
    """From the top, or in the open variant from either end."""
    ends = [[0, len(stack) - 1] for stack in start.stacks]
    for number, event in _each(moves, "placed"):
        seat = event["seat"]
        is_right = event["end"] == "right"
        yield Came(number, f"stack{seat}", ends[seat][is_right], event["number"], seat)
        ends[seat][is_right] += -1 if is_right else 1


class _Pile:
    """Where the next card of swap lies: in which shuffle, from 1, and at which place."""

    def __init__(self, cards: int) -> None:
        self.number, self.place, self.cards = 1, 0, cards
        self.following: list[int] = []  # shuffled while cards were dealt: first those that were left are

    def shuffled(self, cards: int, is_dealing: bool) -> None:
        self.following.append(cards)
        if not is_dealing:
            self._next()

    def take(self, move: int, card: str, seat: int) -> Came:
        if self.place == self.cards and self.following:
            self._next()
        self.place += 1
        return Came(move, f"deck{self.number}", self.place - 1, card, seat)

    def _next(self) -> None:
        self.number, self.place, self.cards = self.number + 1, 0, self.following.pop(0)


def _swap(start: Any, moves: Told) -> Iterator[Came]:
    """What is dealt, and what the dealer draws, which all see at the end of that hand."""
    pile, to_deal, drawer = _Pile(len(start.order) + len(start.deck)), 0, None
    for seat in start.order:
        yield pile.take(0, start.dealt[seat], seat)
    for number, event in _each(moves, "shuffled", "hand", "card", "drew", "shown"):
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


CAME: Mapping[str, Any] = {"push": _push, "tiles": _tiles, "swap": _swap}


def _each(moves: Told, *names: str) -> Iterator[tuple[int, Plain]]:
    """The events of these names with their facts, and the number of their move."""
    for number, events in moves:
        for event in events:
            if event["name"] in names:
                yield number, {"name": event["name"], **event["facts"]}
