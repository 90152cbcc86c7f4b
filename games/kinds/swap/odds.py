"""The odds shown during play: the chance to lose a token."""

from games.kinds.swap.review.decisions import chances_of_loss
from games.kinds.swap.review.knowledge import read_view
from games.kinds.swap.review.risks import hold
from games.rules.base import Plain
from games.rules.swap.play import Choices
from games.rules.swap.view import View


def compute_odds(view: View, choices: Choices) -> Plain:
    """Return the chance that the seat's card loses a token as the cards lie, and by choice; {} for the public."""
    if view["seat"] is None or not view["card"] or view["phase"] == "over":
        return {}
    known = read_view(view)
    chances = chances_of_loss(known, choices)
    return {"now": hold(known).lost, "by": {do: chance._asdict() for do, chance in chances.items()}}
