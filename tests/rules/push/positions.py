"""Set up positions of TEN Push for tests, and make moves in them. Cards are separated by spaces: "b4 *7 $3"."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games.rules import push
from games.rules.base import IllegalMove, Plain, make_setup
from games.rules.dealers import RecordedDealer
from games.rules.push.cards import DECKS, in_order
from games.rules.push.moves import Pay
from games.rules.push.state import Answer, Auction, Player, State

NO_DEALER = RecordedDealer({})  # everything is dealt at the start, so nothing may be drawn later
Events = list[tuple[str, Plain]]  # by name, with their facts


def cards(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def owner(coins: int = 0, busts: int = 0, words: str = "") -> Player:
    return Player(coins, busts, in_order(cards(words)))


def position(
    *players: Player,
    deck: str = "b1 b1 b1",
    market: str = "",
    numbers: str = "",
    currency: str = "",
    discards: str = "",
    phase: str = "draw",
    active: int = 0,
    auction: Auction | None = None,
    final: tuple[int, ...] = (),
    left: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """A game between these players (in a solo game the second is JEN), with these cards still in the deck."""
    seats = 1 if options.get("solo") else len(players)
    return State(
        setup=make_setup(push, seats, options),
        deck=cards(deck),
        drawn=0,
        active=active,
        phase=phase,
        players=players,
        market=in_order(cards(market)),
        numbers=cards(numbers),
        currency=cards(currency),
        discards=cards(discards),
        auction=auction,
        final=final,
        left=left,
    )


def for_sale(card: str, *answers: Answer) -> Auction:
    return Auction(card, answers)


def bid_of(who: int, amount: int, coins: int = 0, busts: int = 0, words: str = "") -> Answer:
    return Answer(who, amount, Pay(coins, busts, cards(words)))


def pass_of(who: int) -> Answer:
    return Answer(who, None, None)


def pay(coins: int = 0, busts: int = 0, words: str = "") -> Pay:
    return Pay(coins, busts, cards(words))


def do(state: State, seat: int, move: Any) -> tuple[State, Events]:
    """The state after the move, and its events, which must all be public."""
    after, events = push.play(state, seat, move, NO_DEALER)
    assert all(event.readers is None for event in events)
    assert all(tuple(event.facts) == push.EVENTS[event.name] for event in events)
    return after, [(event.name, event.facts) for event in events]


def names(events: Events) -> list[str]:
    return [name for name, _ in events]


@contextmanager
def refused(code: str, **facts: Any) -> Iterator[None]:
    """Expect a refusal with this code and these facts."""
    with pytest.raises(IllegalMove) as caught:
        yield
    assert (caught.value.code, caught.value.facts) == (code, facts)


def begin(first: int | None, deck: str, seats: int = 2, **options: Any) -> State:
    """The start of a game whose deck begins with these cards; the rest follows in canonical order."""
    rest = list(DECKS[seats])
    for card in cards(deck):
        rest.remove(card)
    drawn = {"deck": (*cards(deck), *rest)} | ({} if first is None else {"first": first})
    return push.start(make_setup(push, seats, options), RecordedDealer(drawn))
