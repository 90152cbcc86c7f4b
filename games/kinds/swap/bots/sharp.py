"""The bot `sharp`: compares its choices over many guesses of the hidden cards."""

from random import Random
from typing import Any

from games.kinds.swap.bots.card_guesses import guess_cards, read_view
from games.kinds.swap.bots.card_values import own_value, swaps_for_nothing
from games.kinds.swap.bots.hand_simulation import play_out, winning_chance
from games.rules.swap.cards import INN, OWL, VALUE
from games.rules.swap.moves import MOVES, Accept, Block, Hold
from games.rules.swap.play import Choices
from games.rules.swap.view import View

FEWEST, MOST = 40, 400  # number of guesses
SURE = 9.0  # once the difference is three times its error, more guesses won't change it


def sharp(view: View, choices: Choices, dice: Random) -> Any:
    if "accept" in choices:
        if "block" not in choices:
            return Accept()
        return Block() if view["card"] == OWL else likeliest(view, ("block", "accept"), dice)
    if own_value(view) >= VALUE[INN] or swaps_for_nothing(view, choices):
        return Hold()
    return likeliest(view, ("hold", "swap"), dice)


def likeliest(view: View, offered: tuple[str, str], dice: Random) -> Any:
    """Return the choice that wins more often in the same guesses, or the first if they seem equal."""
    knowledge = read_view(view)
    first, second = offered
    gain = error = 0.0
    for number in range(MOST):
        guess = guess_cards(knowledge, dice)
        difference = winning_chance(play_out(guess, second), knowledge.place) - winning_chance(
            play_out(guess, first), knowledge.place
        )
        gain += difference
        error += difference * difference
        if number >= FEWEST and gain * gain > SURE * error:
            break
    return MOVES[second if gain > 0 else first]()
