"""The state of a game, and functions that read it."""

from dataclasses import dataclass

from games.rules.base import Setup, is_over_by_leaving
from games.rules.push.cards import COINS, FACE
from games.rules.push.editions import EDITIONS, Edition
from games.rules.push.moves import Pay

MOST_COINS = 10  # R3
LIMIT = 10  # a net total or currency total above this is a bust (R4)
JEN = 1  # the index of the solo opponent among the players; she has no seat


@dataclass(frozen=True)
class Player:
    """What a player owns; the cards are in canonical order."""

    coins: int
    busts: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """A player's answer in an auction: a bid, or a pass if it has no amount."""

    player: int
    amount: int | None
    pay: Pay | None


@dataclass(frozen=True)
class Auction:
    """A wild for sale, and the answers so far: each player is asked once, the active one last."""

    card: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class State:
    """A game of TEN Push. In a solo game, the opponent is one more player after the one seat.

    Phases: `turn` (about to begin, never seen outside), `draw`, `auction`, `buy`, `bust`, `final`, `over`.
    """

    setup: Setup
    deck: tuple[str, ...]  # the whole deck, as it was shuffled
    drawn: int  # how many of its cards have been drawn
    active: int  # the player whose turn it is
    phase: str
    players: tuple[Player, ...]
    market: tuple[str, ...] = ()  # in canonical order
    numbers: tuple[str, ...] = ()  # on the tableau, in the order drawn
    currency: tuple[str, ...] = ()  # on the tableau, in the order drawn
    discards: tuple[str, ...] = ()  # in the order discarded
    auction: Auction | None = None
    final: tuple[int, ...] = ()  # the players whose final purchase is still to come, in order
    left: tuple[int, ...] = ()


def edition_of(state: State) -> Edition:
    """Return the edition of the game."""
    return EDITIONS[str(state.setup.options["edition"])]


def is_solo(state: State) -> bool:
    """Whether this is a solo game, which has a player without a seat."""
    return len(state.players) > state.setup.seats


def level_of(state: State) -> int:
    """Return the level of a solo game."""
    level = state.setup.options["solo"]
    if not isinstance(level, int):
        raise AssertionError("not a solo game")
    return level


def is_jens_turn(state: State) -> bool:
    """Whether the active player is the solo opponent."""
    return state.active >= state.setup.seats


def is_deck_empty(state: State) -> bool:
    """Whether the last card has been drawn."""
    return state.drawn == len(state.deck)


def coins_shown(state: State) -> int:
    """Return the currency total of the tableau."""
    return sum([COINS[card] for card in state.currency])


def net_total(state: State) -> int:
    """Return the net total of the tableau: numbers minus currency."""
    return sum([FACE[card] for card in state.numbers]) - coins_shown(state)


def waiting(state: State) -> tuple[int, ...]:
    """Return the seats that may move now; empty when the game is over."""
    phase = state.phase
    if phase == "over" or (state.left and is_over_by_leaving(state.setup.seats, state.left)):
        return ()
    if phase == "auction":
        return (next_bidder(state),)
    if phase == "final":
        return state.final[:1]
    return (state.active,)


def auction_of(state: State) -> Auction:
    """Return the current auction."""
    if state.auction is None:
        raise AssertionError("no wild is for sale")
    return state.auction


def all_in_turn(state: State) -> tuple[int, ...]:
    """List all players, from the one after the active player to the active one."""
    players = len(state.players)
    return tuple((state.active + step) % players for step in range(1, players + 1))


def is_closing(state: State) -> bool:
    """Whether everyone has bid or passed, or made a final purchase, so that the phase ends at once."""
    if state.phase == "auction":
        return len(auction_of(state).answers) == len(state.players)
    return state.phase == "final" and not state.final


def next_bidder(state: State) -> int:
    """Return who is asked next: the player after the active one first, the active one last (R7)."""
    return (state.active + 1 + len(auction_of(state).answers)) % len(state.players)
