"""The odds shown during play, the same for everyone."""

from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.rules.base import Plain

from .rules import CARDS, Choices, View, beats


def compute_odds(view: View, choices: Choices) -> Plain:
    """Return how likely a card that hasn't been played beats the one on the table; {} if there is none."""
    if view["turn"] is None or view["led"] is None:
        return {}
    unseen = [card for card in CARDS if card not in view["played"]]
    return {"beats": sum(beats(card, view["led"], view["low"]) for card in unseen) / len(unseen)}


def lines(found: Plain, people: People) -> list[Chance]:
    return [Chance("An unplayed card wins this trick", format_percent(found["beats"]))]
