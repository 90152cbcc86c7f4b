"""Over many games, luck averages zero and busts are as frequent as predicted."""

from collections.abc import Iterator
from math import sqrt
from random import Random

import pytest

from games.archive.luck import compute_shares
from games.kinds.push.counts import bust_chance, chosen_draws
from games.kinds.value import Shuffler
from games.rules.base import change
from games.rules.push import play
from games.rules.push.moves import Draw
from tests.archive.luck_games import SETUPS, play_game, setup_of

ERRORS = 4  # standard errors: once in 16,000 by chance
BOTS = ("steady", "easy", "random")
QUICK = ((7, 25), (10, 8))  # in `make test`: tiles, and swap for five with asking
LUCKY = [
    pytest.param(*setup, id=f"{setup[0]}-{setup[1]}-{number}", marks=pytest.mark.proof("luck"))
    for number, setup in enumerate(SETUPS)
    if not setup[2].get("open")
]
GAMES = {"push": (60, 1_000), "tiles": (750, 3_000), "swap": (250, 3_000)}


@pytest.mark.parametrize(("number", "games"), QUICK)
def test_luck_averages_zero_over_some_games(number, games):
    check_luck(*SETUPS[number], games)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("kind", "seats", "options"), LUCKY)
def test_luck_averages_zero_over_many_games(kind, seats, options, share):
    proofs, whole = GAMES[kind]
    check_luck(kind, seats, options, share(small=proofs, whole=whole))


def check_luck(kind, seats, options, games):
    """Check that no seat is lucky; each has another bot, so no way to play is lucky either."""
    setup = setup_of(kind, seats, options)
    found = [compute_shares(play_game(kind, setup, BOTS, f"luck {number}")) for number in range(games)]
    for seat in range(seats):
        luck = [game[seat].luck for game in found]
        mean = sum(luck) / games
        error = sqrt(sum((one - mean) ** 2 for one in luck) / (games - 1) / games)
        assert error > 0
        assert abs(mean) < ERRORS * error, f"seat {seat}: {mean:.4f}, error {error:.4f}"
        if seats > 1:
            prior = sum(game[seat].prior for game in found) / games
            assert abs(prior - 0.5) < 0.1


def play_draws(games: int) -> Iterator[tuple[float, str]]:
    """Yield draws of bots that take any risk, in games for two to five."""
    for number in range(games):
        setup = setup_of("push", 2 + number % 4, {"bust_buy": number % 3 == 0})
        game = play_game("push", setup, ("random", "random", "easy", "random"), f"busts {number}")
        yield from ((chance, bust) for _step, chance, bust in chosen_draws(game))


@pytest.mark.proof("luck")
@pytest.mark.timeout(3_600)
def test_busts_are_as_frequent_as_predicted(share):
    """In 10,000 games every bucket with 1,000 draws is off by at most a point, or four standard errors."""
    games = share(small=500, whole=10_000)
    buckets: dict[int, list[tuple[float, str]]] = {}
    for chance, bust in play_draws(games):
        buckets.setdefault(min(19, int(chance * 20)), []).append((chance, bust))
    filled = {place: found for place, found in buckets.items() if len(found) >= (1_000 if games >= 10_000 else 100)}
    assert len(filled) > 8
    for place, found in filled.items():
        expected = sum(chance for chance, _bust in found) / len(found)
        observed = sum(bool(bust) for _chance, bust in found) / len(found)
        chance_error = ERRORS * sqrt(max(expected * (1 - expected), 0.001) / len(found))
        tolerance = max(0.01, chance_error) if games >= 10_000 else chance_error  # 1.6 for 1,000 draws
        assert abs(expected - observed) < tolerance, (
            f"{5 * place} %: {expected:.4f} predicted, {observed:.4f} observed in {len(found)}"
        )


def test_the_odds_are_the_share_of_the_deck_that_busts():
    """Play each card by the rules."""
    game = play_game("push", setup_of("push", 3, {}), ("random",), "odds")
    state, tried = game.start, 0
    for step in game.steps:
        if type(step.move) is Draw:
            busts = 0
            unseen = state.deck[state.drawn :]
            for place, card in enumerate(unseen):
                rest = (*unseen[:place], *unseen[place + 1 :])
                rigged = change(state, deck=(*state.deck[: state.drawn], card, *rest))
                _, events = play(rigged, step.seat, step.move, Shuffler(Random(0)))
                busts += any(event.name == "bust" for event in events)
            assert bust_chance(state) == busts / len(unseen)
            tried += 1
        state = step.state
    assert tried > 10
