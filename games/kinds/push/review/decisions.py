"""The review of a game: every decision, judged with the view of the player who made it."""

from typing import Any

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import read_view
from games.kinds.push.bots.sharp import WEIGHTS
from games.kinds.push.review.bids import judge_answer
from games.kinds.push.review.draws import judge_draw
from games.kinds.push.review.purchases import judge_purchase
from games.kinds.push.review.verdict import Verdict
from games.kinds.review import Judged
from games.rules.base import Event, Plain, Resign
from games.rules.push.choices import Choices
from games.rules.push.view import View
from games.rules.replay import Replay
from games.rules.serialization import write_move


def review(game: Replay) -> list[Judged]:
    """Judge every decision except resigning. What happened next is noted, but doesn't count."""
    judged, state = [], game.start
    rivals: dict[Any, Any] = {}
    for number, step in enumerate(game.steps, 1):
        if type(step.move) is not Resign:
            view, choices = game.kind.view(state, step.seat), game.kind.choices(state, step.seat)
            if view["phase"] != "auction":
                rivals.clear()
            verdict = judge(view, choices, step.move, rivals)
            came = _find_outcome(view["phase"], step.events)
            facts = verdict.facts | {"came": came}
            chosen = write_move(step.move)
            best = None if verdict.best is None else write_move(verdict.best)
            judged.append(Judged(number, step.seat, chosen, best, verdict.loss, verdict.mark, facts))
        state = step.state
    return judged


def judge(view: View, choices: Choices, move: Any, rivals: dict[Any, Any]) -> Verdict:
    """Judge a move by what its player could see; `rivals` is shared by players who see the same."""
    evaluation = Evaluation(read_view(view), WEIGHTS, rivals)
    if "take" in choices:
        return judge_draw(evaluation, view, choices, move)
    if "bid" in choices:
        return judge_answer(evaluation, view, choices["bid"], move)
    return judge_purchase(evaluation, view, choices, move)


def _find_outcome(phase: str, events: tuple[Event, ...]) -> Plain | None:
    """Return what happened next, if it belongs to the decision: the card that came, or who got the wild."""
    wanted = {"draw": ("drew",), "auction": ("won", "unsold")}.get(phase, ())
    for event in events:
        if event.name in wanted:
            return {"event": event.name, **event.facts}
        if event.name == "turn":  # the rest belongs to another player's turn
            break
    return None
