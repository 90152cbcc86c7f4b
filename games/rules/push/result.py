"""How a game ended: points, money, and the last tie-break of the edition (R9, R10, R15, R40)."""

from typing import NamedTuple

from games.rules.base import Plain, Result, is_over_by_leaving, rank_with_leavers
from games.rules.push.cards import FACE
from games.rules.push.editions import Edition
from games.rules.push.payment import money
from games.rules.push.scoring import Scoring, explain
from games.rules.push.state import Player, State, edition_of, is_solo, level_of


class Total(NamedTuple):
    """What a player is placed by."""

    scoring: Scoring
    money: int
    last_tie: int  # how many cards the last tie-break counts

    def key(self, edition: Edition) -> tuple[int, int, int]:
        """What is compared, in this order; higher is better."""
        more_is_better = edition.last_tie == "more-left-out"
        return self.scoring.points, self.money, self.last_tie if more_is_better else -self.last_tie


def result(state: State) -> Result | None:
    """Places, points, and why; None while the game goes on."""
    if is_over_by_leaving(state.setup.seats, state.left):
        return _when_left(state)
    if state.phase != "over":
        return None
    edition = edition_of(state)
    totals = [_total(player, edition) for player in state.players]
    points = tuple(total.scoring.points for total in totals)
    whys = tuple(_why(total, edition) | {"left": who in state.left} for who, total in enumerate(totals))
    if not is_solo(state):
        ranking = [total.key(edition) for total in totals]
        return Result("played", rank_with_leavers(ranking, state.left), points, whys)
    won = points[0] > points[1]  # a tie is not a win (R15)
    rank = edition.ranks[level_of(state)] if won else None
    return Result("played", (1 if won else 2,), points, (whys[0] | {"rank": rank}, whys[1]))


def _when_left(state: State) -> Result:
    """The one who stayed has won; alone against the opponent, nobody has (R40)."""
    places = (2,) if is_solo(state) else rank_with_leavers([0] * state.setup.seats, state.left)
    return Result("left", places, None, tuple({"left": seat in state.left} for seat in range(state.setup.seats)))


def _total(player: Player, edition: Edition) -> Total:
    if edition.last_tie == "fewer-cards":
        return Total(explain(player.cards), money(player), len(player.cards))
    scoring = explain(player.cards, spare=True)
    return Total(scoring, money(player), sum(card in FACE for card in scoring.left_out))


def _why(total: Total, edition: Edition) -> Plain:
    """Points, the run of each color, the cards in none, money, and what the last tie-break counts."""
    runs = {run.color: {"start": run.start, "cards": run.cards, "points": run.points} for run in total.scoring.runs}
    return {
        "points": total.scoring.points,
        "runs": runs,
        "left_out": total.scoring.left_out,
        "money": total.money,
        edition.last_tie.replace("-", "_"): total.last_tie,
    }
