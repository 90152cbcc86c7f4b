"""The expected final points of a hand, from the cards still to come."""

from games.kinds.push.bots.hand_value import Chances, expected_points
from games.kinds.push.bots.knowledge import Hand, read_hand
from games.rules.push.cards import COLORS


class Prospect:
    """The value of a hand, and of one more card. Numbered wilds go where they gain most."""

    def __init__(self, cards: tuple[str, ...], chances: tuple[Chances, ...]) -> None:
        hand: Hand = read_hand(cards)
        self.chances, self.fillers = chances, list(hand.color_wilds)
        self.rows = [expected_points(chances[color], wilds) for color, wilds in enumerate(hand.color_wilds)]
        self.masks = list(hand.numbers)
        for bit in hand.numbered_wilds:
            _, color = self.best_for(bit)
            self.masks[color] |= bit
        for _wild in range(hand.full_wilds):
            color = max(range(4), key=self.filled)
            self.fillers[color] += 1
            self.rows[color] = expected_points(chances[color], self.fillers[color])
        self.points = sum([row[mask] for row, mask in zip(self.rows, self.masks, strict=True)])

    def best_for(self, bit: int) -> tuple[float, int]:
        """Return what a wild of that number gains, and in which color."""
        gains = [row[mask | bit] - row[mask] for row, mask in zip(self.rows, self.masks, strict=True)]
        best = max(gains)
        return best, gains.index(best)

    def filled(self, color: int) -> float:
        """Return what one more wild that fills any gap gains in a color."""
        return (
            expected_points(self.chances[color], self.fillers[color] + 1)[self.masks[color]]
            - self.rows[color][self.masks[color]]
        )

    def gain(self, card: str) -> float:
        color, number = COLORS.find(card[0]), card[1]
        if number == "#":
            return max(self.filled(place) for place in range(4)) if color < 0 else self.filled(color)
        bit = 1 << int(number) - 1
        if color < 0:
            return self.best_for(bit)[0]
        row, mask = self.rows[color], self.masks[color]
        return row[mask | bit] - row[mask]

    def gain_of(self, masks: list[int]) -> float:
        """Return what these numbers of each color add together."""
        return sum([row[mask | more] - row[mask] for row, mask, more in zip(self.rows, self.masks, masks, strict=True)])
