"""The position between two first cards of a turn, from which features are computed."""

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from games.kinds.push.bots.hand_value import Chances, points_of
from games.kinds.push.bots.knowledge import read_hand
from games.kinds.push.value.hand import Prospect
from games.kinds.value import Vector, spread_over_knots
from games.rules.base import Setup
from games.rules.push.cards import COINS, COLORS, FACE, WILDS
from games.rules.push.payment import means
from games.rules.push.state import JEN, MOST_COINS, Player

POINTS_KNOTS = (0.0, 0.5, 1.5, 3.5, 7.0, 14.0)  # roughly, turns left for each player
SCORE_KNOTS = (0.0, 1.0, 3.0, 7.0)
MONEY_KNOTS = (0.0, 1.5, 10.0)
CARD_KNOTS = (0.0, 3.0)
SOON_KNOTS = (0.0, 2.0)

HAND = (
    *(f"expected points, {knot} turns to come" for knot in POINTS_KNOTS),
    *(f"points now, {knot} turns to come" for knot in SCORE_KNOTS[:-1]),
    *(f"coins, {knot} turns to come" for knot in MONEY_KNOTS),
    *(f"bust tokens, {knot} turns to come" for knot in MONEY_KNOTS),
    *(f"cards, {knot} turns to come" for knot in CARD_KNOTS),
    "best purchase",
    "opponent",
    "opponent's level",
    "opponent's level, by turns to come",
)
BARGAIN = HAND.index("best purchase")
COIN = 0.25  # points per coin, as long as no weights are fitted
COPY, SALE, WILD = 0.85, 0.12, 0.02  # rough chances to get a copy still to come, a copy for sale, any wild
CARDS_A_TURN, FEW_TURNS = 3.2, 3
STEPS, WILD_STEPS = 4, 20  # rounding of rough chances, so that a table can be reused


class Situation:
    """What doesn't change until the next first card, except for wilds. Cards in the tableau count as still to come."""

    def __init__(self, setup: Setup, players: tuple[Player, ...], market: tuple[str, ...], coming: Sequence[str]):
        self.setup, self.players, self.market, self.coming = setup, players, market, coming
        self.turns = len(coming) / (CARDS_A_TURN * len(players))
        chances = self._chances()
        self.prospects = [Prospect(player.cards, chances) for player in players]
        self._gains: dict[tuple[int, str], float] = {}

    def _chances(self) -> tuple[Chances, ...]:
        """Return by color and number how likely it is to get a missing card somehow."""
        players = len(self.players)
        wilds = sum([card in WILDS for card in self.coming])
        missed = 1 - round(WILD_STEPS * min(0.4, WILD * wilds / players)) / WILD_STEPS
        sold = 1 - SALE * round(STEPS * min(1.0, self.turns / FEW_TURNS)) / STEPS
        left = dict.fromkeys(FACE, 0)
        for card in self.coming:
            if card in left:
                left[card] += 1
        market = set(self.market)
        misses = [missed * (1 - COPY / players) ** copies for copies in range(5)]
        rare = 1 if self.coming else 0
        return tuple(
            tuple(
                [
                    rare * (1 - (misses[left[card]] * (sold if card in market else 1.0)))
                    for card in (color + number for number in "123456789")
                ]
            )
            for color in COLORS
        )

    def gain(self, who: int, card: str) -> float:
        key = who, card
        if key not in self._gains:
            self._gains[key] = self.prospects[who].gain(card)
        return self._gains[key]

    @cached_property
    def bargains(self) -> list[float]:
        """What the best purchase would be worth to each player."""
        market = sorted(set(self.market))
        return [self.bargain(who, market) for who in range(len(self.players))]

    def bargain(self, who: int, cards: Sequence[str]) -> float:
        """Return the value of the best of these cards to a player who can buy it. The solo opponent never buys."""
        if who >= self.setup.seats:
            return 0.0
        player, gain = self.players[who], self.prospects[who].gain
        most, owned = means(player), player.cards
        found = [gain(card) - COIN * FACE[card] for card in cards if FACE[card] <= most and card not in owned]
        return max(0.0, *found) if found else 0.0

    def prices(self, weights: Vector) -> tuple[float, float]:
        """Return how much an expected point and a coin count, by these weights."""
        points, money, places = self.shares[0], self.shares[2], len(POINTS_KNOTS) + len(SCORE_KNOTS) - 1
        point = sum([weight * share for weight, share in zip(weights, points, strict=False)])
        return point, sum([weight * share for weight, share in zip(weights[places:], money, strict=False)])

    @cached_property
    def shares(self) -> tuple[Vector, ...]:
        """Where the game is between the knots."""
        knots = (POINTS_KNOTS, SCORE_KNOTS, MONEY_KNOTS, CARD_KNOTS, SOON_KNOTS)
        return tuple(spread_over_knots(self.turns, one) for one in knots)

    def hand(self, who: int, coins: int = 0, busts: int = 0, gain: float = 0.0) -> Vector:
        """Return what a player owns, with that many coins, bust tokens and points more; in the order of `HAND`."""
        player, (points, score, money, cards, _) = self.players[who], self.shares
        expected, now = self.prospects[who].points + gain, points_of(*read_hand(player.cards)[3:])
        coins = min(MOST_COINS, player.coins + coins)
        level = self.setup.options["solo"]
        jen = float(who == JEN) if isinstance(level, int) else 0.0
        above = jen * (level - 7) / 3 if isinstance(level, int) else 0.0
        return [
            *[expected * share for share in points],
            *[now * share for share in score[:-1]],
            *[coins * share for share in money],
            *[(player.busts + busts) * share for share in money],
            *[len(player.cards) * share for share in cards],
            self.bargains[who],
            jen,
            above,
            above * self.turns,
        ]


class Odds:
    """The odds that the next unseen card busts, at any totals."""

    def __init__(self, unseen: Sequence[str]) -> None:
        self.cards = len(unseen)
        self.above = _above([FACE[card] for card in unseen if card in FACE])
        self.coins_above = _above([COINS[card] for card in unseen if card in COINS])

    def bust(self, net: int, shown: int) -> float:
        """Return the chance that the next card busts; 1 if there is none."""
        if not self.cards:
            return 1.0
        return (self.above[max(0, 10 - net)] + self.coins_above[10 - shown]) / self.cards

    def bust_after(self, card: str, net: int, shown: int) -> float:
        """Return the same after that card has come."""
        if self.cards == 1:
            return 1.0
        busting = self.above[max(0, 10 - net)] + self.coins_above[10 - shown]
        busting -= FACE.get(card, 0) > 10 - net or COINS.get(card, 0) > 10 - shown
        return busting / (self.cards - 1)


def _above(values: Sequence[int]) -> list[int]:
    """Count the values above 0, 1, 2 and so on."""
    counts = [0] * 30
    for value in values:
        counts[value] += 1
    return [len(values) - upto for upto in accumulate(counts)]
