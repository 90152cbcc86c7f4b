"""The review of a game of TEN Swap: every decision, judged by what its player could know."""

from typing import Any

from games.kinds.review import Judged, mark_of
from games.kinds.swap.review import risks
from games.kinds.swap.review.knowledge import Knowledge, read_view
from games.kinds.swap.review.risks import Chance
from games.rules.base import Plain
from games.rules.replay import Replay
from games.rules.serialization import write_move
from games.rules.swap.play import Choices

CHOICES = {"hold": risks.hold, "swap": risks.swap, "accept": risks.accept, "block": risks.block}
LEAST = (0.03, 0.10, 0.20)  # the smallest loss of an inaccuracy, a mistake, a blunder
EQUAL = 1e-9


def review(game: Replay) -> list[Judged]:
    """Judge each turn, and each answer of a seat that could have blocked."""
    judged, before = [], game.start
    for number, step in enumerate(game.steps, 1):
        if step.move.do in CHOICES:
            judged.append(judge(number, step.seat, step.move, before, game))
        before = step.state
    return [found for found in judged if found]


def judge(number: int, seat: int, move: Any, before: Any, game: Replay) -> Judged | None:
    """Judge a decision, or return None if there was only one choice."""
    view, offered = game.kind.view(before, seat), game.kind.choices(before, seat)
    known = read_view(view)
    chances = chances_of_loss(known, offered)
    if len(chances) < 2:
        return None
    best = min(chances, key=lambda do: chances[do].lost)
    loss = chances[move.do].lost - chances[best].lost
    if loss <= EQUAL:
        loss, best = 0.0, move.do
    facts: Plain = {
        "card": view["card"],
        "whom": view["turn"] if view["asked"] is not None else offered["swap"]["with"],
        "answering": view["asked"] is not None,
        "chances": {do: chance._asdict() for do, chance in chances.items()},
        "knew": [[other, view["known"][other]] for other in known.line if view["known"][other]],
        "meek": [other for other in known.line if known.at[other] in known.tight],
    }
    chosen = write_move(move)
    return Judged(number, seat, chosen, None if best == move.do else {"do": best}, loss, mark_of(loss, LEAST), facts)


def chances_of_loss(known: Knowledge, offered: Choices) -> dict[str, Chance]:
    """Return the chance of losing a token, by choice."""
    return {do: chance(known) for do, chance in CHOICES.items() if do in offered}
