"""The possible next cards, and the value of the position after each."""

from collections.abc import Callable
from random import Random

from games.kinds.push.value.features import (
    BIDS,
    GAIN,
    NO_TURN,
    OUTSIDE,
    PURCHASE,
    SHOWN,
    TURN,
    Stance,
    first_card,
    masks_of,
    others_of,
    reward,
    stance,
    takes_numbers,
)
from games.kinds.push.value.situation import BARGAIN, Odds, Situation
from games.kinds.value import Shuffler, Values, Vector, luck_of_card, strength
from games.rules import push as rules
from games.rules.base import change
from games.rules.push.cards import COINS, COLORS, FACE
from games.rules.push.moves import Draw
from games.rules.push.state import LIMIT, MOST_COINS, State, coins_shown, net_total

Worth = Callable[[list[float], tuple[int, ...]], Values]
Exact = Callable[[State], Values]


class Draws:
    """All possible next cards, evaluated in the same situation."""

    def __init__(self, weights: Vector, worth: Worth, exact: Exact, base: State, scene: Situation) -> None:
        self.weights, self.worth, self.exact, self.base, self.scene = weights, worth, exact, base, scene
        self.unseen = base.deck[base.drawn :]
        self.odds, self.net, self.shown = Odds(self.unseen), net_total(base), coins_shown(base)
        self.masks = masks_of(base.numbers)
        self.prospect = scene.prospects[base.active]
        self.gain = self.prospect.gain_of(self.masks)
        self.rooms = [MOST_COINS - player.coins for player in base.players]
        self.point, self.coin = scene.prices(weights)
        nobody = change(base, phase="drawing", numbers=(), currency=(), auction=None)
        self.strengths = [self._strength(nobody, who) for who in range(len(base.players))]
        self._busts: dict[str, Values] = {}
        self._stances: list[Stance] | None = None

    def luck(self, card: str) -> Values:
        """Return how much better this card is than the average of those that could have come."""
        return luck_of_card(card, self.unseen, self.values)

    def values(self, card: str) -> Values:
        """Return each seat's expected result if that card comes."""
        if card in FACE:
            if self.net + FACE[card] > LIMIT:
                return self._values_of_bust("numbers")
            gain = self._gain(card)
            return self._values_of_turn(card, gain, self.net + FACE[card], self.shown, self.strengths)
        if card in COINS:
            if self.shown + COINS[card] > LIMIT:
                return self._values_of_bust("currency")
            shown = self.shown + COINS[card]
            return self._values_of_turn(card, self.gain, self.net - COINS[card], shown, self.strengths)
        return self._values_of_wild(card)

    def _gain(self, card: str) -> float:
        color, bit = COLORS.index(card[0]), 1 << int(card[1]) - 1
        row, mask = self.prospect.rows[color], self.prospect.masks[color] | self.masks[color]
        return self.gain + row[mask | bit] - row[mask]

    def _values_of_turn(self, card: str, gain: float, net: int, shown: int, strengths: list[float]) -> Values:
        """Return the expected results if the turn goes on with these totals."""
        risk, deck = self.odds.bust_after(card, net, shown), len(self.unseen) > 1
        coins, active = min(shown, self.rooms[self.base.active]), self.base.active
        turn = strength(self.weights[-len(TURN) :], reward(gain, coins, risk, deck))
        if takes_numbers(gain, coins):
            rooms = zip(strengths, self.rooms, strict=True)
            strengths = [one + self.coin * min(shown, room) for one, room in rooms]
            turn += self.point * gain - self.coin * coins
        else:
            strengths = strengths[:]
            turn += self.coin * coins
        strengths[active] += turn
        return self.worth(strengths, self.base.left)

    def _values_of_wild(self, card: str) -> Values:
        """Return the expected results after a wild. If nobody can decide anything, the auction ends at once."""
        if self._stances is None:
            state = self._state_after(card)
            players = range(len(state.players))
            self._stances = [stance(state, who) for who in players] if state.auction else []
        if not self._stances:
            return self.exact(self._state_after(card))
        bids = self.weights[BIDS]
        strengths = [
            strong + (strength(bids, one.vector(self.scene.gain(who, card))) if one is not OUTSIDE else 0.0)
            for who, (strong, one) in enumerate(zip(self.strengths, self._stances, strict=True))
        ]
        return self._values_of_turn(card, self.gain, self.net, self.shown, strengths)

    def _state_after(self, card: str) -> State:
        """Return the state after that card came, and everything forced was done."""
        rest = list(self.unseen)
        rest.remove(card)
        deck = (*self.base.deck[: self.base.drawn], card, *rest)
        base = change(self.base, phase="draw", deck=deck)
        return rules.play(base, base.active, Draw(), Shuffler(Random(0)))[0]  # noqa: S311 (no secret)  # nosec

    def _values_of_bust(self, by: str) -> Values:
        """Return the expected results after a bust, before the next first card or the purchase that may follow."""
        if by not in self._busts:
            base, players = self.base, range(len(self.base.players))
            paid = self.shown if by == "numbers" else 0
            hands = [self._hand_after_bust(who, paid) for who in players]
            purchase = hands[base.active][BARGAIN] if base.setup.options["bust_buy"] else 0.0
            after = base if purchase else change(base, active=(base.active + 1) % len(base.players))
            state = change(after, phase="busted" if purchase else "turn", numbers=(), currency=(), auction=None)
            turn = NO_TURN if purchase else first_card(self.scene, state)
            turns = [turn if who == state.active else NO_TURN for who in players]
            strengths = [
                strength(self.weights, [*hands[who], *others_of(self.scene, state, who), *turns[who]])
                for who in players
            ]
            if purchase:
                strengths[base.active] += purchase * self.weights[PURCHASE]
            else:  # the better reward counts as taken
                strengths[state.active] += self.point * turn[GAIN] + self.coin * turn[SHOWN]
            self._busts[by] = self.worth(strengths, base.left)
        return self._busts[by]

    def _hand_after_bust(self, who: int, paid: int) -> Vector:
        """Return a player's features after a bust: the token or the coins gained, and the numbers for sale."""
        active = who == self.base.active
        hand = self.scene.hand(who, 0 if active else paid, int(active))
        hand[BARGAIN] = max(hand[BARGAIN], self.scene.bargain(who, self.base.numbers))
        return hand

    def _strength(self, state: State, who: int) -> float:
        """Return a player's strength without the turn."""
        return strength(self.weights, [*self.scene.hand(who), *others_of(self.scene, state, who), *NO_TURN])
