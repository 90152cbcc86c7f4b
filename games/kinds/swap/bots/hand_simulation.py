"""A simulated hand with guessed cards, where the others swap cards below average."""

from dataclasses import dataclass

from games.kinds.swap.bots.card_values import AVERAGE
from games.rules.swap.cards import VALUE, WILDCAT

WILD = -4  # the Wildcat, to tell it apart from the Lion
LION = VALUE[WILDCAT]
WORTH = VALUE | {WILDCAT: WILD}
BUNNY, SKUNK, WOLF = VALUE["7"], VALUE["8"], VALUE["9"]
LOWEST_BLOCKER = VALUE["6"]

HOPE = (0, 1, 3, 7)  # by tokens: roughly proportional to the chance of winning the game


@dataclass
class Guess:
    """A possible hand. Seats are places in the order of turns; cards are named by the place they were dealt to."""

    worth: list[int]  # by card
    at: list[int]  # by place: the card there
    tokens: list[int]  # by place
    turn: int  # whose turn it is
    asked: int  # the seat it would swap with, or that has to answer
    carried: list[tuple[int, int, int]]  # swaps so far: giver, taker, card given
    draw: int  # the card on the deck
    out: int  # number of seats out of the game


def play_out(guess: Guess, do: str) -> list[int]:
    """Return the tokens at the end of the hand after that choice, followed by one for each seat that came back."""
    worth, at, tokens, carried = guess.worth, guess.at[:], guess.tokens[:], guess.carried[:]
    last, place = len(at) - 1, guess.turn
    if do == "accept":
        exchange(place, guess.asked, at, carried)
    elif do == "block" or (do == "swap" and place < last):
        offer(place, guess.asked, worth, at, tokens, carried)
    draws = do == "swap" and place == last
    for place in range(guess.turn + 1, last):
        if worth[at[place]] < AVERAGE:
            offer(place, after_loss(place, tokens), worth, at, tokens, carried)
    if guess.turn < last:
        draws = worth[at[last]] < AVERAGE
    values = [worth[card] for card in at]
    if draws:
        values[last] = guess.draw
    return settle(values, tokens, guess.out)


def offer(
    place: int, asked: int, worth: list[int], at: list[int], tokens: list[int], carried: list[tuple[int, int, int]]
) -> None:
    """Ask a seat to swap, and apply what blockers do (R32)."""
    while asked != place and worth[at[asked]] == BUNNY:
        asked = after_loss(asked, tokens)
    if asked == place:
        return
    value = worth[at[asked]]
    if value < LOWEST_BLOCKER:
        exchange(place, asked, at, carried)
    elif value == WOLF:
        tokens[place] -= 1
    elif value == SKUNK:
        send_back(place, at, tokens, carried)


def exchange(place: int, other: int, at: list[int], carried: list[tuple[int, int, int]]) -> None:
    carried.append((place, other, at[place]))
    at[place], at[other] = at[other], at[place]


def after_loss(place: int, tokens: list[int]) -> int:
    """Return the next place still in."""
    place += 1
    while place < len(tokens) and not tokens[place]:
        place += 1
    return place if place < len(tokens) else next(first for first, held in enumerate(tokens) if held)


def send_back(place: int, at: list[int], tokens: list[int], carried: list[tuple[int, int, int]]) -> None:
    """Apply a Skunk: the card goes back, and whoever first gave it away also loses a token."""
    offered = at[place]
    for giver, taker, card in reversed(carried):
        if card == offered:
            at[giver], at[taker] = at[taker], at[giver]
    tokens[place] -= 1
    if offered != place:
        tokens[offered] -= 1


def settle(values: list[int], tokens: list[int], out: int) -> list[int]:
    """Take the tokens of the lowest card (R34 to R36)."""
    still_in = [place for place, held in enumerate(tokens) if held]
    if len(still_in) == 1:
        return tokens
    shown = [values[place] for place in still_in]
    wildcats = shown.count(WILD)
    if wildcats > 1:
        losers = [place for place in still_in if values[place] == LION]
        tokens += [1] * out
    else:
        least = max(min(shown), LION)
        losers = [place for place in still_in if values[place] <= least]
        if len(losers) == len(still_in) and all(tokens[place] == 1 for place in losers):
            return tokens
    for place in losers:
        tokens[place] -= 1
    return tokens


def winning_chance(tokens: list[int], place: int) -> float:
    """Estimate the chance that this place wins the game."""
    return HOPE[tokens[place]] / sum([HOPE[held] for held in tokens])
