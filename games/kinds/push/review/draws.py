"""Judge drawing and stopping: the values of both rewards and of drawing on."""

from functools import lru_cache
from typing import Any

from games.kinds.push.bots.draw_or_take import DrawOrTake
from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.purchases import estimate_purchase_gain
from games.kinds.push.odds import next_card_chances
from games.kinds.push.review.turn_solver import CURRENCY, FACES, NUMBERS, VALUES, Deck, Ends, TurnSolver
from games.kinds.push.review.verdict import Verdict, make_verdict
from games.rules.base import Plain
from games.rules.push.cards import COINS, FACE
from games.rules.push.choices import Choices
from games.rules.push.moves import Draw, Take
from games.rules.push.state import LIMIT, MOST_COINS
from games.rules.push.view import View

STATES = 400  # roughly how many states are computed per decision; the rest is estimated
LEAST_DEPTH, MOST_DEPTH = 3, 12
SMALL = 6  # this many cards are always computed to the end
MOVES = {"numbers": Take("numbers"), "currency": Take("currency"), "draw": Draw()}


def judge_draw(evaluation: Evaluation, view: View, choices: Choices, move: Any) -> Verdict:
    known, turn = evaluation.known, Turn(evaluation)
    facts: Plain = {"what": "draw", "numbers": known.numbers, "currency": view["tableau"]["currency"]}
    facts |= {"net": known.net, "coins": known.coins, "deck": known.deck}
    worth = dict(turn.stops)
    if "draw" in choices:
        facts |= next_card_chances(known.to_come, known.net, known.coins)
        worth["draw"] = turn.draw(facts["next"])
    facts["worth"] = worth
    chosen = "draw" if type(move) is Draw else move.what
    others = [(value, MOVES[what]) for what, value in worth.items()]
    return make_verdict(worth[chosen], others, facts)


class Turn:
    """The rest of a turn: the next card with its color, later ones by number, averaged over the colors."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation, self.known = evaluation, evaluation.known
        self.sharp = DrawOrTake(evaluation, estimate_purchase_gain(evaluation))
        stake = self.sharp.stake
        self.stops = {"numbers": self.sharp.numbers(stake), "currency": self.sharp.currency(stake)}

    def draw(self, rows: list[Plain]) -> float:
        """Return the value of drawing once more, and add its value to each row."""
        self._look_at_cards()
        known, self.ends = self.known, self._ends()
        ahead = known.deck if known.deck <= SMALL else depth(known.net, known.coins)
        self.solver = TurnSolver(known.net, known.coins, self._deck(), self.ends, ahead)
        for row in rows:
            row["worth"] = self._after(row)
        worth: float = sum(row["count"] * row["worth"] for row in rows) / self.known.deck
        return worth

    def _look_at_cards(self) -> None:
        """Compute what each number card to come would add to the hand, and how bad it would be in the market."""
        sharp, outlook = self.sharp, self.evaluation.outlook
        cards = [card for card in self.known.to_come if card in FACE]
        self.adds = {card: outlook.gain(sharp.hand, card) for card in cards}
        self.offers = {card: self.evaluation.offered(card) for card in cards}
        self.of_face: list[list[tuple[str, int]]] = [[] for _ in FACES]
        for card in cards:
            self.of_face[FACE[card] - 1].append((card, self.known.to_come[card]))
        self.gains = self._average(self.adds)

    def _average(self, by_card: dict[str, float]) -> tuple[float, ...]:
        """Return the average of the cards to come, by number."""
        return tuple(
            sum(count * by_card[card] for card, count in cards) / sum(count for _, count in cards) if cards else 0.0
            for cards in self.of_face
        )

    def _deck(self) -> Deck:
        numbers = tuple(sum(count for _, count in cards) for cards in self.of_face)
        return Deck(numbers, tuple(self.known.to_come[f"${value}"] for value in VALUES))

    def _ends(self) -> Ends:
        """Return the values of all ways the turn can end."""
        evaluation, stake = self.evaluation, self.sharp.stake
        amounts = range(MOST_COINS + 1)
        others = sum(self.known.to_come[card] for card in (*FACE, *COINS))
        return Ends(
            numbers=stake.numbers + self.sharp.purchase,
            gains=self.gains,
            offered=stake.offered,
            offers=self._average(self.offers),
            mine=tuple(evaluation.coins_gained(self.known.mine, coins) for coins in amounts),
            paid=tuple(evaluation.paid_out(coins) for coins in amounts),
            token=self.sharp.token,
            bonus=evaluation.weights.auction * (self.known.deck - others) / (others + 1),
        )

    def _after(self, row: Plain) -> float:
        """Return the value of the turn if a card of that row comes next."""
        if row["type"] == "wild":
            return self.evaluation.weights.auction + max(self.solver.worth(), *self.stops.values())
        if row["type"] == "currency":
            bust = self.ends.token - self.ends.offered
            return bust if row["bust"] else self.solver.worth(value=row["value"])
        after = self._bust if row["bust"] else self._number
        worth: float = sum(times * after(card) for card, times in row["cards"].items()) / row["count"]
        return worth

    def _bust(self, card: str) -> float:
        ends = self.ends
        return ends.token - max(ends.offered, self.offers[card]) - ends.paid[self.known.coins]

    def _number(self, card: str) -> float:
        """Return the better value of stopping with that card and drawing on, as with an average card of its number."""
        ends, coins, face = self.ends, self.known.coins, FACE[card]
        kept = ends.mine[coins] - max(ends.offered, self.offers[card])
        best = max(ends.numbers + self.adds[card] - ends.paid[coins], kept)
        drawn = self.solver.drawing(face)
        if drawn is None:
            return best
        if more := self.adds[card] - self.gains[face - 1]:
            drawn += self.solver.share(face) * more
        return max(best, drawn)


@lru_cache(maxsize=1_000)
def depth(net: int, coins: int) -> int:
    """Return how many cards to look ahead exactly: as many as keep the computation small."""
    found = LEAST_DEPTH
    while found < MOST_DEPTH and _states(net, coins, found + 1) <= STATES:
        found += 1
    return found


def _states(net: int, coins: int, cards: int) -> int:
    """Count the pairs of sets without a bust and with at most that many cards."""
    numbers, currency = NUMBERS(2 * LIMIT - net - coins), CURRENCY()
    by_cards: dict[tuple[int, int], int] = {}
    for size, total in zip(numbers.size, numbers.total, strict=True):
        if size <= cards:
            by_cards[size, total] = by_cards.get((size, total), 0) + 1
    return sum(
        count
        for size, total in zip(currency.size, currency.total, strict=True)
        if size <= cards and coins + total <= LIMIT
        for (more, number), count in by_cards.items()
        if size + more <= cards and net - total + number <= LIMIT
    )
