"""The rules of High Card: three cards each from a deck of ten; the higher card wins a trick, two tricks the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from games.rules.base import (
    BadRecord,
    Dealer,
    Event,
    IllegalMove,
    MaybeNone,
    Moment,
    Nothing,
    Plain,
    Refusal,
    Resign,
    Result,
    Setup,
    change,
    check_turn,
    log_with_states,
    rank_with_leavers,
    yes_no_option,
)
from games.rules.i18n import _
from games.rules.serialization import Misfit, from_plain, write_move

SLUG = "high"
RULES = 1
SEATS = range(2, 3)
OPTIONS = (yes_no_option("low", _("Low card wins"), _("The lower card of a trick wins it."), False),)
DEFAULTS: tuple[str, ...] = ()
CARDS = tuple(range(1, 11))
HAND_SIZE = 3
EVENTS = {"played": ("seat", "card"), "trick": ("seat",), "left": ("seat",)}
REFUSALS = {
    "high.not-yours": Refusal(_("You don't hold that card. Play one from your hand."), "docs/rulings.md"),
    "deal.high": Refusal(_("This isn't a deal of High Card: {what}."), "docs/rulings.md"),
}


@dataclass(frozen=True)
class Play:
    """Play a card from the hand."""

    do: ClassVar[str] = "play"
    card: int


MOVES = {move.do: move for move in (Play, Resign)}


@dataclass(frozen=True)
class Deal:
    """The deal, as game files have it."""

    first: int
    deck: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A position, including the hidden cards."""

    setup: Setup
    deck: tuple[int, ...]  # all ten cards: the first three went to seat 0, the next three to seat 1
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int
    led: int | None = None
    points: tuple[int, int] = (0, 0)
    played: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


def check(setup: Setup) -> None:
    """Accept every setup: the only option goes with everything."""


def start(setup: Setup, dealer: Dealer) -> State:
    """Draw which seat leads, shuffle, and deal three cards each."""
    first, deck = dealer.below("first", 2), dealer.shuffle("deck", CARDS)
    hands = (tuple(sorted(deck[:HAND_SIZE])), tuple(sorted(deck[HAND_SIZE : 2 * HAND_SIZE])))
    return State(setup, deck, hands, first)


def is_over(state: State) -> bool:
    """Whether a seat has won two tricks, or left."""
    return bool(state.left) or max(state.points) > HAND_SIZE // 2


def waiting(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is; none once the game is over."""
    return () if is_over(state) else (state.turn,)


class PlayChoice(TypedDict):
    """The cards that can be played."""

    cards: Sequence[int]


class Choices(TypedDict, total=False):
    """What a seat may do."""

    play: PlayChoice
    resign: Nothing


def choices(state: State, seat: int) -> Choices:
    """Return what the seat may do."""
    if is_over(state):
        return {}
    if seat != state.turn:
        return {"resign": {}}
    return {"play": {"cards": state.hands[seat]}, "resign": {}}


def beats(card: int, other: int, is_low: object) -> bool:
    """Whether a card wins against another one."""
    return card < other if is_low else card > other


def play(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the move and what happened, or raise IllegalMove."""
    moment = moments(state, seat, move, dealer)
    return moment[-1].state, tuple(event for one in moment for event in one.events)


def moments(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
    """Make the same move, with a pause before the trick is taken, so that replays show both cards."""
    check_turn(move, seat, 2, waiting(state), state.left)
    events = log_with_states()
    if type(move) is Resign:
        events.append(Event("left", {"seat": seat}))
        return events.moments(change(state, left=(seat,)))
    if type(move) is not Play or move.card not in state.hands[seat]:
        raise IllegalMove("high.not-yours")
    hand = tuple(card for card in state.hands[seat] if card != move.card)
    hands = (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)
    after = change(state, hands=hands, played=(*state.played, move.card))
    events.append(Event("played", {"seat": seat, "card": move.card}))
    if state.led is None:
        return events.moments(change(after, led=move.card, turn=1 - seat))
    events.pause(after)
    winner = seat if beats(move.card, state.led, state.setup.options["low"]) else 1 - seat
    events.append(Event("trick", {"seat": winner}))
    points = (state.points[0] + (winner == 0), state.points[1] + (winner == 1))
    return events.moments(change(after, led=None, turn=winner, points=points))


class View(TypedDict):
    """What a seat, or the public, may know."""

    seat: int | None
    low: bool
    turn: int | MaybeNone
    led: int | MaybeNone
    points: Sequence[int]
    played: Sequence[int]
    hand: Sequence[int] | None
    counts: Sequence[int]
    left: Sequence[int]


def view(state: State, seat: int | None) -> View:
    """Return everything but the other player's hand and the deck."""
    return {
        "seat": seat,
        "low": state.setup.options["low"] is True,
        "turn": None if is_over(state) else state.turn,
        "led": state.led,
        "points": state.points,
        "played": state.played,
        "hand": None if seat is None else state.hands[seat],
        "counts": tuple(len(hand) for hand in state.hands),
        "left": state.left,
    }


def result(state: State) -> Result | None:
    """Return the places and the tricks of both seats; None while the game goes on."""
    if not is_over(state):
        return None
    why = ({"left": 0 in state.left}, {"left": 1 in state.left})
    return Result("left" if state.left else "played", rank_with_leavers(state.points, state.left), state.points, why)


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """Return the moves as game files show them: all in full."""
    return [write_move(move) for _seat, move, _events in steps]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """Return the deal for a game file."""
    return {"first": drawn["first"], "deck": list(drawn["deck"])}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """Read the deal of a game file, or raise BadRecord."""
    try:
        read: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.high", what=str(misfit)) from None
    return {"first": read.first, "deck": read.deck}
