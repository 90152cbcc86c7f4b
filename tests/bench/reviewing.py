"""Reviews of whole games of TEN Push, compared with the bots that played them, and a turn with a full deck."""

from collections.abc import Callable
from random import Random

from games.kinds.push import PUSH
from games.kinds.push.review import review
from games.kinds.push.review.turn_solver import FACES, VALUES, Deck, Ends, TurnSolver
from games.rules import push
from games.rules.base import make_setup
from games.rules.dealers import FairDealer
from games.rules.push.cards import DECKS
from games.rules.replay import Replay, Step
from tests.bench.measure import milliseconds, quantile, rates, ratio, report

GAMES, WARM = 15, 5  # the first games only fill the caches
TRIES = 3  # of all games in turn; the shortest time counts, because other processes may interfere
SETUPS = [make_setup(push, seats, {"solo": 6} if seats == 1 else {}) for seats in push.SEATS]
GOAL, WHOLE_DECK, LONGER = 300, 1_000, 3


def measure_reviews() -> None:
    games = play_games()
    tries = [[milliseconds(lambda game=game: review(game)) for game in games][WARM:] for _ in range(TRIES)]
    times = [min(of_game) for of_game in zip(*tries, strict=True)]
    games, mean = games[WARM:], sum(times) / len(times)
    report(f"review of a push game ({len(games)})", f"mean {mean:.0f} ms", f"< {GOAL} ms", mean < GOAL)
    measured = rates({"review": turns(games, review), "bots": turns(games, decide_again)})
    longer = ratio(measured["bots"], measured["review"])
    report("  that, in time that sharp bots think about it", f"{longer:.2f}", f"< {LONGER}", longer < LONGER)
    times = [milliseconds(solve_whole_deck) for _ in range(5)]
    half = quantile(times, 0.5)
    report("a turn with the whole deck, to its end", f"p50 {half:.0f} ms", f"< {WHOLE_DECK} ms", half < WHOLE_DECK)


def play_games() -> list[Replay]:
    """Play games between sharp bots with every number of seats."""
    dice, games = Random("reviewed"), []
    for setup in SETUPS * (GAMES // len(SETUPS)):
        dealer, steps = FairDealer(dice.randbytes(32)), []
        state = start = push.start(setup, dealer)
        while waiting := push.waiting(state):
            move = PUSH.bots["sharp"](push.view(state, waiting[0]), push.choices(state, waiting[0]), dice)
            state, events = push.play(state, waiting[0], move, dealer)
            steps.append(Step(waiting[0], move, events, state))
        games.append(Replay(push, setup, start, tuple(steps), None))
    return games


def turns(games: list[Replay], work: Callable[[Replay], object]) -> Callable[[], int]:
    """Make a function that does the work on the next game, and returns its number of moves."""
    number = 0

    def one() -> int:
        nonlocal number
        game = games[number % len(games)]
        number += 1
        work(game)
        return len(game.steps)

    return one


def decide_again(game: Replay) -> None:
    """Let a sharp bot choose every move again."""
    dice, state = Random(0), game.start
    for step in game.steps:
        PUSH.bots["sharp"](push.view(state, step.seat), push.choices(state, step.seat), dice)
        state = step.state


def solve_whole_deck() -> None:
    """Solve a turn that starts with the complete largest deck."""
    numbers = tuple(sum(card[0] in "bgop" and card[1] == str(face) for card in DECKS[5]) for face in FACES)
    currency = tuple(DECKS[5].count(f"${value}") for value in VALUES)
    coins = tuple(0.3 * count for count in range(11))
    TurnSolver(0, 0, Deck(numbers, currency), Ends(0, (0.5,) * 9, 0, (0.2,) * 9, coins, coins, 0.8, 0.05))
