"""The review of High Card: every card, and whether another one would have won the trick."""

from collections.abc import Sequence
from typing import Any

from games.kinds.presenter import People
from games.kinds.review import Chapter, Judged
from games.rules.base import Plain
from games.rules.replay import Replay

from .rules import Play, beats


def review(game: Replay) -> list[Judged]:
    """Judge every card. It's a mistake if another card would have won the trick."""
    found, state = [], game.start
    for number, step in enumerate(game.steps, 1):
        if type(step.move) is Play:
            best = _find_best(state, step.seat, step.move.card)
            loss, mark = (1.0, "mistake") if best else (0.0, "")
            facts = {"led": state.led, "hand": list(state.hands[step.seat])}
            found.append(Judged(number, step.seat, {"do": "play", "card": step.move.card}, best, loss, mark, facts))
        state = step.state
    return found


def _find_best(state: Any, seat: int, card: int) -> Plain | None:
    """Return a move that would have won the trick, or None if the card won it or no card could."""
    is_low = state.setup.options["low"]
    if state.led is None or beats(card, state.led, is_low):
        return None
    winning = [other for other in state.hands[seat] if beats(other, state.led, is_low)]
    return {"do": "play", "card": winning[0]} if winning else None


def about(judged: Judged, people: Sequence[Any]) -> Plain:
    """Describe a decision, for the template."""
    better = f"Playing the {judged.best['card']} would have won the trick." if judged.best else ""
    return {
        "title": f"Played the {judged.chosen['card']}",
        "instead": better,
        "asked": [f"Cards in hand: {', '.join(map(str, judged.facts['hand']))}."],
    }


def loss(tricks: float) -> str:
    return f"{tricks:.0f}"


def chapter(state: Any, number: int, turn: int) -> Chapter:
    """Return the chapter of a move: its trick."""
    return Chapter("trick", sum(state.points) + 1)


def chapter_name(part: Chapter, people: People) -> str:
    return f"Trick {part.number}"
