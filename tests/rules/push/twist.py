"""Other states of TEN Push that look the same to a seat, for tests of secrecy."""

from random import Random

from games.kinds.push.bots.random_move import pick_pay
from games.rules.base import change
from games.rules.push.auction import bid_cards
from games.rules.push.state import Answer, State

REVEALS = {"drew", "won"}  # the events that reveal secrets


def twist(state: State, seat: int | None, dice: Random) -> State:
    """The state with the undrawn deck in another order, and other seats' bids (None: all bids) paid in another way."""
    undrawn = list(state.deck[state.drawn :])
    dice.shuffle(undrawn)
    state = change(state, deck=state.deck[: state.drawn] + tuple(undrawn))
    if state.auction is None:
        return state
    answers = tuple(_with_another_payment(state, answer, seat, dice) for answer in state.auction.answers)
    return change(state, auction=change(state.auction, answers=answers))


def _with_another_payment(state: State, answer: Answer, seat: int | None, dice: Random) -> Answer:
    """The answer, unchanged if its payment is no secret: the seat's own, or the solo opponent's, who pays by a rule."""
    if answer.amount is None or answer.player == seat or answer.player >= state.setup.seats:
        return answer
    player = state.players[answer.player]
    means = {"coins": player.coins, "busts": player.busts, "cards": bid_cards(state, answer.player)}
    return change(answer, pay=pick_pay(answer.amount, means, dice))
