"""TEN Push: what the next card can be, and how the table would stand with each."""

from collections import Counter
from collections.abc import Callable
from random import Random

from games.review.values.base import Shuffler, Values, Vector, difference, strength
from games.review.values.push_scene import Odds, Scene
from games.review.values.push_seen import (
    BIDS,
    NO_TURN,
    OUTSIDE,
    TURN,
    Stance,
    masks_of,
    others_of,
    reward,
    stance,
    turn_of,
)
from games.rules import push as rules
from games.rules.base import change
from games.rules.push.cards import COINS, COLORS, FACE
from games.rules.push.moves import Draw
from games.rules.push.state import LIMIT, MOST_COINS, State, coins_shown, net_total

Worth = Callable[[list[float], tuple[int, ...]], Values]


class Draws:
    """All the next card can be, seen from one scene, so that each is weighed in the same way."""

    def __init__(self, weights: Vector, worth: Worth, scene: Scene, base: State) -> None:
        self.weights, self.worth, self.scene, self.base = weights, worth, scene, base
        self.unseen = base.deck[base.drawn :]
        self.odds, self.net, self.shown = Odds(self.unseen), net_total(base), coins_shown(base)
        self.masks = masks_of(base.numbers)
        self.prospect = scene.prospects[base.active]
        self.gain = self.prospect.gain_of(self.masks)
        self.room = MOST_COINS - base.players[base.active].coins
        nobody = change(base, phase="drawing", numbers=(), currency=(), auction=None)
        self.strengths = [self._strength(nobody, who) for who in range(len(base.players))]
        self._busts: dict[str, Values] = {}
        self._stances: list[Stance] | None = None

    def luck(self, card: str) -> Values:
        """How much better this card is than the others that could have come."""
        found = {one: self.values(one) for one in set(self.unseen)}
        counts = Counter(self.unseen)
        means = [
            sum([count * found[one][seat] for one, count in counts.items()]) / len(self.unseen)
            for seat in range(len(found[card]))
        ]
        return difference(found[card], means)

    def values(self, card: str) -> Values:
        """What each seat can expect when that card comes."""
        if card in FACE:
            if self.net + FACE[card] > LIMIT:
                return self._bust("numbers")
            gain = self._gain(card)
            return self._going_on(card, gain, self.net + FACE[card], self.shown, self.strengths)
        if card in COINS:
            if self.shown + COINS[card] > LIMIT:
                return self._bust("currency")
            shown = self.shown + COINS[card]
            return self._going_on(card, self.gain, self.net - COINS[card], shown, self.strengths)
        return self._going_on(card, self.gain, self.net, self.shown, self._bidding(card))

    def _gain(self, card: str) -> float:
        color, bit = COLORS.index(card[0]), 1 << int(card[1]) - 1
        row, mask = self.prospect.rows[color], self.prospect.masks[color] | self.masks[color]
        return self.gain + row[mask | bit] - row[mask]

    def _going_on(self, card: str, gain: float, net: int, shown: int, strengths: list[float]) -> Values:
        """The turn goes on with these totals."""
        risk, deck = self.odds.bust_after(card, net, shown), len(self.unseen) > 1
        turn = strength(self.weights[-len(TURN) :], reward(gain, min(shown, self.room), risk, deck))
        active = self.base.active
        strengths = [*strengths[:active], strengths[active] + turn, *strengths[active + 1 :]]
        return self.worth(strengths, self.base.left)

    def _bidding(self, card: str) -> list[float]:
        """How strong all are while that wild is for sale."""
        if self._stances is None:
            self._stances = self._first_stances(card)
        bids = self.weights[BIDS]
        return [
            strong + (strength(bids, one.vector(self.scene.gain(who, card))) if one is not OUTSIDE else 0.0)
            for who, (strong, one) in enumerate(zip(self.strengths, self._stances, strict=True))
        ]

    def _first_stances(self, card: str) -> list[Stance]:
        """Where all stand when the wild has been turned up, and what is forced has been done: the same for any wild."""
        base = change(self.base, phase="draw", deck=(*self.base.deck[: self.base.drawn], card))
        state, _ = rules.play(base, base.active, Draw(), Shuffler(Random(0)))
        players = range(len(state.players))
        return [stance(state, who) if state.auction else OUTSIDE for who in players]

    def _bust(self, by: str) -> Values:
        """What each can expect before the next first card."""
        if by not in self._busts:
            players = len(self.base.players)
            active = (self.base.active + 1) % players
            state = change(self.base, phase="turn", active=active, numbers=(), currency=(), auction=None)
            paid = self.shown if by == "numbers" else 0
            strengths = [self._strength(state, who, paid) for who in range(players)]
            self._busts[by] = self.worth(strengths, self.base.left)
        return self._busts[by]

    def _strength(self, state: State, who: int, paid: int | None = None) -> float:
        """How strong a player is; after a bust (paid: what the others get) with the token."""
        busted = paid is not None and who == self.base.active
        hand = self.scene.hand(who, 0 if busted or paid is None else paid, int(busted))
        turn = turn_of(self.scene, state) if paid is not None and who == state.active else NO_TURN
        return strength(self.weights, [*hand, *others_of(self.scene, state, who), *turn])
