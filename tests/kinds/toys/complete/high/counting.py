"""The odds, statistics and shuffle proof of High Card."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.kinds.base import Counted
from games.kinds.counts import count_shuffled_card
from games.kinds.figures import Figure, Sums, format_number
from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.kinds.proof import DealtCard, MoveEvents, facts_of_events
from games.rules.base import Plain
from games.rules.replay import Replay

from .rules import CARDS, Choices, View, beats


def odds(view: View, choices: Choices) -> Plain:
    """How many of the cards nobody has seen beat the one on the table."""
    if view["turn"] is None or view["led"] is None:
        return {}
    unseen = [card for card in CARDS if card not in view["played"]]
    return {"beats": sum(beats(card, view["led"], view["low"]) for card in unseen) / len(unseen)}


def odds_lines(found: Plain, people: People) -> list[Chance]:
    return [Chance("An unplayed card wins this trick", format_percent(found["beats"]))]


def count(game: Replay) -> list[dict[str, float]]:
    """The tricks of each seat."""
    return [{"tricks": points} for points in game.state.points]


def site(game: Replay) -> list[Counted]:
    return list(count_shuffled_card("top high", game.start.deck[0], CARDS))


def figures(group: Sums) -> Iterable[Figure]:
    if (tricks := group.per("tricks", "counted")) is not None:
        yield Figure(format_number(tricks), "tricks a game")


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """The cards in the order of play, and where each lay in the deck."""
    for move, event in facts_of_events(moves, "played"):
        yield DealtCard(move, "deck", start.deck.index(event["card"]), event["card"], event["seat"])


def card_name(card: str | int) -> str:
    return f"the {card}"
