"""Other states of TEN Push that look the same to a seat."""

from random import Random

from games.kinds.push.bots.random_move import pick_pay
from games.rules.base import change
from games.rules.push.auction import bid_cards
from games.rules.push.state import Answer, State

REVEALS = {"drew", "won"}  # by these events somebody learns what was secret


def twist(state: State, seat: int | None, dice: Random) -> State:
    """The undrawn deck in another order, and other seats' bids with other payments (None: of all seats)."""
    undrawn = list(state.deck[state.drawn :])
    dice.shuffle(undrawn)
    state = change(state, deck=state.deck[: state.drawn] + tuple(undrawn))
    if state.auction is None:
        return state
    answers = tuple(_paid_otherwise(state, answer, seat, dice) for answer in state.auction.answers)
    return change(state, auction=change(state.auction, answers=answers))


def _paid_otherwise(state: State, answer: Answer, seat: int | None, dice: Random) -> Answer:
    """The opponent of a solo game pays by a rule that everybody knows: her payment is no secret."""
    if answer.amount is None or answer.player == seat or answer.player >= state.setup.seats:
        return answer
    player = state.players[answer.player]
    means = {"coins": player.coins, "busts": player.busts, "cards": bid_cards(state, answer.player)}
    return change(answer, pay=pick_pay(answer.amount, means, dice))
