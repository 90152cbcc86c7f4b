"""Scoring hands of 25 cards with nine wilds, all different: the points alone, and with the explanation."""

from random import Random

from games.rules.push.cards import CODES, COINS, DECKS, WILDS
from games.rules.push.scoring import explain, score
from tests.bench.measure import milliseconds, quantile, report

HANDS = 2_000
CARDS, NINE = 25, 9
GOAL = 5


def measure_scoring() -> None:
    dice = Random("hands")
    hands = [draw_hand(dice) for _ in range(HANDS)]
    for name, work in (("points of a hand", score), ("points of a hand, explained", explain)):
        times = [milliseconds(lambda cards=cards, work=work: work(cards)) for cards in hands]
        half, most = quantile(times, 0.5), quantile(times, 0.99)
        report(name, f"p50 {half:.2f} ms, p99 {most:.2f} ms", f"< {GOAL} ms", most < GOAL)


def draw_hand(dice: Random) -> tuple[str, ...]:
    """Draw a possible hand from the largest deck, in canonical order."""
    deck = DECKS[max(DECKS)]
    wilds = dice.sample([card for card in deck if card in WILDS], NINE)
    others = dice.sample([card for card in deck if card not in WILDS and card not in COINS], CARDS - NINE)
    return tuple(sorted(wilds + others, key=CODES.index))
