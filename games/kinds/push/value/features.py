"""The features of each player in the value model."""

from collections import Counter
from typing import NamedTuple

from games.kinds.push.value.situation import COIN, HAND, Odds, Situation
from games.kinds.value import Vector
from games.rules.push.auction import bid_means, highest_bid, least_bid
from games.rules.push.cards import COINS, COLORS, FACE
from games.rules.push.state import LIMIT, MOST_COINS, State, auction_of, coins_shown, net_total

AUCTION = ("highest bid", "may bid", "highest bid, of two", "may bid, of two")
OTHER = ("soon to draw", "soon to draw, at the end", "purchase now", *AUCTION)
TURN = ("may draw", "numbers drawn", "coins drawn", "best reward", "best reward at risk")
GAIN, SHOWN = TURN.index("numbers drawn"), TURN.index("coins drawn")
NAMES = (*HAND, *OTHER, *TURN)
PURCHASE = NAMES.index("purchase now")
BIDS = slice(NAMES.index(AUCTION[0]), NAMES.index(AUCTION[-1]) + 1)
NO_TURN, NO_BIDS = [0.0] * len(TURN), [0.0] * len(AUCTION)
IN_TURN = ("draw", "auction")


def player_features(scene: Situation, state: State) -> list[Vector]:
    """Return the features of each player, in the order of `NAMES`."""
    turn = turn_of(scene, state) if state.phase in IN_TURN else NO_TURN
    return [_features_of(scene, state, who, turn) for who in range(len(state.players))]


def _features_of(scene: Situation, state: State, who: int, turn: Vector) -> Vector:
    active, others = who == state.active, others_of(scene, state, who)
    if state.phase not in IN_TURN:
        busting = state.phase == "bust"
        paid = coins_shown(state) if busting and not active and net_total(state) > LIMIT else 0
        return [*scene.hand(who, paid, int(busting and active)), *others, *NO_TURN]
    gain, coins = turn[GAIN], int(turn[SHOWN])
    if takes_numbers(gain, coins):  # the better reward counts as taken
        hand = scene.hand(who, gain=gain) if active else scene.hand(who, coins_shown(state))
    else:
        hand = scene.hand(who, coins if active else 0)
    return [*hand, *others, *(turn if active else NO_TURN)]


def takes_numbers(gain: float, coins: int) -> bool:
    """Whether the numbers are roughly the better reward."""
    return gain >= COIN * coins


def others_of(scene: Situation, state: State, who: int) -> Vector:
    """Return how soon the player's turn is, whether they may buy, and what the auction means to them."""
    players = len(state.players)
    soon = 1 - ((who - state.active) % players or players) / players
    buying = who in state.final or (who == state.active and state.phase in ("buy", "bust"))
    bids = stance(state, who).vector(scene.gain(who, state.auction.card)) if state.auction else NO_BIDS
    return [soon, soon * scene.shares[4][0], scene.bargains[who] if buying else 0.0, *bids]


class Stance(NamedTuple):
    """A player's place in an auction: the cost of the wild, and how much their bid, or their chance to bid, counts."""

    cost: float
    held: float
    open: float
    two: float  # 1 with two players, where the other gets what one doesn't

    def vector(self, gain: float) -> Vector:
        """Return what the wild means to the player, in the order of `AUCTION`."""
        held, may = self.held * (gain - self.cost), self.open * max(0.0, gain - self.cost)
        return [held, may, held * self.two, may * self.two]


OUTSIDE = Stance(0.0, 0.0, 0.0, 0.0)


def stance(state: State, who: int) -> Stance:
    """Return whether a player has the highest bid or can still bid."""
    answers, best = auction_of(state).answers, highest_bid(auction_of(state))
    two = float(len(state.players) == 2)
    if best is not None and best.player == who and best.amount is not None:
        return Stance(COIN * best.amount, 1.0, 0.0, two)
    least = least_bid(state)
    if any(answer.player == who for answer in answers) or bid_means(state, who) < least:
        return OUTSIDE
    return Stance(COIN * least, 0.0, 1 / (len(state.players) - len(answers)), two)


def turn_of(scene: Situation, state: State) -> Vector:
    """Return what the active player has in the tableau, in the order of `TURN`."""
    shown, unseen = coins_shown(state), state.deck[state.drawn :]
    room = MOST_COINS - state.players[state.active].coins
    risk = Odds(unseen).bust(net_total(state), shown)
    return reward(scene.prospects[state.active].gain_of(masks_of(state.numbers)), min(shown, room), risk, bool(unseen))


def first_card(scene: Situation, state: State) -> Vector:
    """Return what the active player can expect in the tableau after the first card, in the order of `TURN`."""
    unseen = state.deck[state.drawn :]
    if len(unseen) < 2:
        return NO_TURN
    odds, prospect = Odds(unseen), scene.prospects[state.active]
    room, found = MOST_COINS - state.players[state.active].coins, [0.0] * len(TURN)
    for card, count in Counter(unseen).items():
        face, coins = FACE.get(card, 0), COINS.get(card, 0)
        gain = prospect.gain(card) if face else 0.0
        risk = odds.bust_after(card, face - coins, coins)
        for place, value in enumerate(reward(gain, min(coins, room), risk, True)):
            found[place] += count * value
    return [value / len(unseen) for value in found]


def reward(gain: float, coins: int, risk: float, deck: bool) -> Vector:
    """Return what the player could take, and could lose."""
    best = max(gain, COIN * coins)
    return [1 - risk, gain, coins, best, best * risk] if deck else [0.0, gain, coins, best, 0.0]


def masks_of(cards: tuple[str, ...]) -> list[int]:
    """Return the numbers of number cards, by color, as bits."""
    masks = [0, 0, 0, 0]
    for color, number in cards:
        masks[COLORS.index(color)] |= 1 << int(number) - 1
    return masks
