"""How a game ended: points, money, and the last tie-breaker of the edition (R9, R10, R15, R40)."""

from typing import NamedTuple

from games.rules.base import Plain, Result, is_over_by_leaving, rank_with_leavers
from games.rules.push.cards import FACE
from games.rules.push.editions import Edition
from games.rules.push.payment import money
from games.rules.push.scoring import Scoring, explain
from games.rules.push.state import State, edition_of, is_solo, level_of


class Total(NamedTuple):
    scoring: Scoring
    money: int
    last_tie: int  # how many cards the last tie-break counts

    def key(self, edition: Edition) -> tuple[int, int, int]:
        """Return what players are ranked by; higher is better."""
        more_is_better = edition.last_tie == "more-left-out"
        return self.scoring.points, self.money, self.last_tie if more_is_better else -self.last_tie


def result(state: State) -> Result | None:
    """Return places, points and reasons, or None while the game goes on."""
    if is_over_by_leaving(state.setup.seats, state.left):
        return _result_by_leaving(state)
    if state.phase != "over":
        return None
    edition = edition_of(state)
    totals = [total_of(player.cards, money(player), edition) for player in state.players]
    points = tuple(total.scoring.points for total in totals)
    reasons = tuple(_explain(total, edition) | {"left": who in state.left} for who, total in enumerate(totals))
    if not is_solo(state):
        ranking = [total.key(edition) for total in totals]
        return Result("played", rank_with_leavers(ranking, state.left), points, reasons)
    won = points[0] > points[1]  # a tie isn't a win (R15)
    rank = edition.ranks[level_of(state)] if won else None
    return Result("played", (1 if won else 2,), points, (reasons[0] | {"rank": rank}, reasons[1]))


def _result_by_leaving(state: State) -> Result:
    """Return the result after players left: the one who stayed wins; no one wins a solo game (R40)."""
    places = (2,) if is_solo(state) else rank_with_leavers([0] * state.setup.seats, state.left)
    return Result("left", places, None, tuple({"left": seat in state.left} for seat in range(state.setup.seats)))


def total_of(cards: tuple[str, ...], money: int, edition: Edition) -> Total:
    """Return the points and tie-breakers of a player with these cards."""
    if edition.last_tie == "fewer-cards":
        return Total(explain(cards), money, len(cards))
    scoring = explain(cards, spare=True)
    return Total(scoring, money, sum(card in FACE for card in scoring.left_out))


def _explain(total: Total, edition: Edition) -> Plain:
    """Return the points, the runs, the cards in none, the money, and what the last tie-breaker counts."""
    runs = {run.color: {"start": run.start, "cards": run.cards, "points": run.points} for run in total.scoring.runs}
    return {
        "points": total.scoring.points,
        "runs": runs,
        "left_out": total.scoring.left_out,
        "money": total.money,
        edition.last_tie.replace("-", "_"): total.last_tie,
    }
