"""Luck and skill add up to the result, and luck is measured against all cards that could have come."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from games.archive.luck import Entry, compute_shares, list_entries, sum_shares
from games.kinds import KINDS, find_bot
from games.kinds.value import Shuffler, result_values
from games.rules.base import Plain, Resign, change
from games.rules.push.cards import COINS, FACE
from games.rules.push.moves import Draw
from games.rules.push.state import coins_shown, net_total
from games.rules.registry import find
from games.rules.replay import Replay, Step
from tests.archive.luck_games import SETUPS, play_game, setup_of

LEVELS = ("steady", "easy", "random")
EXACT = 1e-9
IDS = {number: f"{kind}-{seats}-{number}" for number, (kind, seats, _options) in enumerate(SETUPS)}
QUICK = (1, 2, 5, 7, 8, 9, 10)  # in `make test`: each kind, and each option of it


def setups(condition: Callable[[str, Plain], bool]) -> list[Any]:
    """List the numbers of matching setups; all but a few are for `make proofs`."""
    return [
        pytest.param(number, id=name, marks=() if number in QUICK else pytest.mark.proof("luck"))
        for number, name in IDS.items()
        if condition(SETUPS[number][0], SETUPS[number][2])
    ]


ALL = setups(lambda kind, options: True)
HIDDEN = setups(lambda kind, options: not options.get("open"))
PUSH = setups(lambda kind, options: kind == "push")


def make_game(number: int, seed: object = "known", leaving: float = 0.0) -> Replay:
    """Play a game of that setup, with good players and bad ones."""
    kind, seats, options = SETUPS[number]
    return play_game(kind, setup_of(kind, seats, options), ["steady", "random"], seed, leaving)


@cache
def get_game(number: int) -> tuple[Replay, list[Entry]]:
    """Return one game of each setup with its ledger, computed once for all tests."""
    game = make_game(number)
    return game, list_entries(game)


def test_the_shares_add_up_to_the_result(share):
    """In games of more bots, some of whom leave; tests below check the games of `get_game`."""
    for number in range(share(small=3, proofs=150, whole=400)):
        (kind, seats, options), dice = SETUPS[5 * number % len(SETUPS)], Random(number)
        bots = dice.choices(LEVELS, k=dice.randint(1, 3))
        game = play_game(kind, setup_of(kind, seats, options), bots, number, leaving=0.01 if number % 2 else 0.0)
        check_shares(game, compute_shares(game))


def check_shares(game, found):
    assert [one.result for one in found] == result_values(game.kind.result(game.state))
    for one in found:
        assert abs(one.result - one.prior - one.luck - one.skill - one.others) < EXACT
    if len(found) > 1:
        assert abs(sum(one.luck for one in found)) < EXACT  # what one gains, the others lose
        assert abs(sum(one.prior for one in found) - len(found) / 2) < EXACT


@pytest.mark.parametrize("number", [5, 7, 10])
def test_the_same_game_has_the_same_shares(number):
    game, entries = get_game(number)
    assert list_entries(game) == entries


def test_every_kind_has_a_model():
    assert {kind for kind, _, _ in SETUPS} == set(KINDS)


@pytest.mark.parametrize("number", ALL)
def test_the_ledger_has_the_deal_and_every_move(number):
    game, entries = get_game(number)
    assert [entry.number for entry in entries] == list(range(len(game.steps) + 1))
    assert [entry.seat for entry in entries] == [None, *(step.seat for step in game.steps)]
    assert entries[0].skill == 0
    check_shares(game, sum_shares(entries))
    for seat, share in enumerate(sum_shares(entries)):
        assert sum(entry.luck[seat] for entry in entries) == share.luck
        assert abs(sum(entry.skill for entry in entries if entry.seat == seat) - share.skill) < EXACT


def get_hidden_cards(kind, state):
    """Return the cards or tiles that are still to come."""
    if kind == "push":
        return state.deck[state.drawn :]
    if kind == "tiles":
        return (state.stacks, state.board if len(state.stacks[0]) + len(state.stacks[1]) < 2 else None)
    return (state.deck, state.hand)


@pytest.mark.parametrize("number", ALL)
def test_a_move_that_reveals_no_card_has_no_luck(number):
    (kind, seats, options), (game, entries) = SETUPS[number], get_game(number)
    state, quiet = game.start, 0
    for entry, step in zip(entries[1:], game.steps, strict=True):
        if kind == "tiles" and options.get("open"):
            is_revealing = False
        elif kind == "tiles":
            is_revealing = state.stacks != step.state.stacks and any(step.state.stacks) and not step.state.rows
        else:
            is_revealing = get_hidden_cards(kind, state) != get_hidden_cards(kind, step.state)
        if not is_revealing:
            assert entry.luck == [0.0] * seats
            quiet += 1
        state = step.state
    assert quiet


def test_the_open_variant_of_tiles_has_no_luck():
    game = play_game("tiles", setup_of("tiles", 2, {"open": True}), ["steady", "easy"], "open")
    assert all(share.luck == 0 for share in compute_shares(game))


def reorder(kind, state, dice):
    """Return the same state with the unseen cards in another order."""
    if kind == "push":
        rest = list(state.deck[state.drawn :])
        dice.shuffle(rest)
        return change(state, deck=(*state.deck[: state.drawn], *rest))
    if kind == "swap":
        deck = list(state.deck)
        dice.shuffle(deck)
        return change(state, deck=tuple(deck))
    stacks = []
    for seat, stack in enumerate(state.stacks):
        seen = 1 if seat == state.turn and stack else 0  # the tile that is face up
        rest = list(stack[seen:])
        dice.shuffle(rest)
        stacks.append((*stack[:seen], *rest))
    return change(state, stacks=tuple(stacks))


@pytest.mark.parametrize("number", HIDDEN)
def test_the_value_does_not_depend_on_the_order_of_the_deck(number):
    (game, entries), dice = get_game(number), Random(1)
    kind = game.kind.SLUG
    model = KINDS[kind].value.make(game.setup)
    for step, entry in list(zip(game.steps, entries[1:], strict=True))[:-1]:
        assert entry.after == pytest.approx(model.values(reorder(kind, step.state, dice)), abs=EXACT)


def would_bust(state, card):
    return net_total(state) + FACE.get(card, 0) > 10 or coins_shown(state) + COINS.get(card, 0) > 10


@pytest.mark.parametrize("number", PUSH)
def test_the_luck_of_a_card_is_measured_against_all_that_could_have_come(number):
    """Play each of them by the rules, and take the mean of what the game would then be worth."""
    game, dice = get_game(number)[0], Random(2)
    seats, model = game.setup.seats, KINDS["push"].value.make(game.setup)
    state, checked = game.start, 0
    for step in game.steps[:60]:
        unseen = state.deck[state.drawn :]
        drawn = type(step.move) is Draw
        alone = seats == 1 and not drawn
        if (
            step.state.drawn == state.drawn + 1
            and not alone
            and not (drawn and any(would_bust(state, c) for c in unseen))
        ):
            worth = {card: model.values(play_with_card(game, state, step, card)) for card in set(unseen)}
            luck, now = model.luck(state, step, dice), model.values(step.state)
            for seat in range(seats):
                expected = sum(worth[card][seat] for card in unseen) / len(unseen)
                assert abs(now[seat] - expected - luck[seat]) < EXACT
            checked += 1
        state = step.state
    assert checked > 4


def play_with_card(game, state, step, card):
    """Return the state after the move if that card had come."""
    rest = list(state.deck[state.drawn :])
    rest.remove(card)
    rigged = change(state, deck=(*state.deck[: state.drawn], card, *rest))
    return game.kind.play(rigged, step.seat, step.move, Shuffler(Random(0)))[0]


def test_the_luck_of_a_tile_is_measured_against_the_others_of_its_stack():
    setup = setup_of("tiles", 2, {})
    game, model = play_game("tiles", setup, ["steady"], "tiles"), KINDS["tiles"].value.make(setup)
    for step in game.steps:
        state = step.state
        if find("tiles").waiting(state) and any(state.stacks):
            stack = state.stacks[state.turn]
            worth = []
            for place, tile in enumerate(stack):
                rest = (*stack[:place], *stack[place + 1 :])
                stacks = tuple((tile, *rest) if seat == state.turn else state.stacks[seat] for seat in (0, 1))
                worth.append(model.values(change(state, stacks=stacks))[0])
            expected = model.values(state)[0] - sum(worth) / len(worth)
            assert abs(model.luck(game.start, step, Random(0))[0] - expected) < EXACT


def play_rigged_push(lucky):
    """Play a game in which each card that comes is the best one left in the deck for one seat."""
    setup, dice = setup_of("push", 2, {}), Random(3)
    kind, steady, steps = find("push"), find_bot("push", "steady"), []
    state = kind.start(setup, Shuffler(dice))
    while waiting := kind.waiting(state):
        seat = waiting[0]
        rest = sorted(state.deck[state.drawn :], key=lambda card: rate_badness(card, state.active == lucky))
        state = change(state, deck=(*state.deck[: state.drawn], *rest))
        before, move = state, steady(kind.view(state, seat), kind.choices(state, seat), dice)
        state, events = kind.play(state, seat, move, Shuffler(dice))
        steps.append((before, Step(seat, move, events, state)))
    return steps, setup


def rate_badness(card, mine):
    """Rate a card: low numbers are good for the player who draws them, and high ones bad."""
    return FACE.get(card, 5) if mine else -FACE.get(card, 5)


def test_the_player_who_gets_the_good_cards_is_lucky():
    luck = [0.0, 0.0]
    steps, setup = play_rigged_push(lucky=1)
    model = KINDS["push"].value.make(setup)
    for before, step in steps:
        for seat, worth in enumerate(model.luck(before, step, Random(0)) or (0.0, 0.0)):
            luck[seat] += worth
    assert luck[1] > 0.3
    assert luck[0] < -0.3


def test_a_high_card_at_the_deal_is_luck():
    worth = {}
    for card in ("10", "5", "0"):
        dealer = Stacked(card)
        setup = setup_of("swap", 5, {})
        start = find("swap").start(setup, dealer)
        worth[card] = list_entries(Replay(find("swap"), setup, start, (), None))[0].luck[0]
    assert worth["10"] > 0
    assert worth["5"] < 0  # the lowest card, since all the others block
    assert worth["0"] < 0


class Stacked:
    """A dealer that gives that card to seat 0, and cards that block to the others."""

    def __init__(self, card):
        self.card = card

    def below(self, label, n):
        return n - 1

    def shuffle(self, label, cards):
        rest = list(cards)
        rest.remove(self.card)
        Random(4).shuffle(rest)
        rest.sort(key=lambda card: card not in ("6", "10"))
        return (self.card, *rest)


@pytest.mark.parametrize(
    ("kind", "seats", "games", "gap"),
    [
        ("push", 2, 2, 0.2),
        ("tiles", 2, 4, 0.2),
        ("swap", 5, 4, 0.05),
        pytest.param("push", 2, 60, 0.4, marks=pytest.mark.proof("luck")),
        pytest.param("push", 4, 30, 0.4, marks=pytest.mark.proof("luck")),
        pytest.param("tiles", 2, 200, 0.25, marks=pytest.mark.proof("luck")),
        pytest.param("swap", 5, 200, 0.07, marks=pytest.mark.proof("luck")),
    ],
)
def test_random_decisions_show_less_skill(kind, seats, games, gap):
    setup, skill = setup_of(kind, seats, {}), {"sharp": [], "random": []}
    for number in range(games):
        bots = ["random", *["sharp" if kind != "push" else "steady"] * (seats - 1)]
        bots = [*bots[-(number % seats) :], *bots[: -(number % seats)]] if number % seats else bots
        for bot, share in zip(bots, compute_shares(play_game(kind, setup, bots, number)), strict=True):
            skill["random" if bot == "random" else "sharp"].append(share.skill)
    mean = {name: sum(found) / len(found) for name, found in skill.items()}
    assert mean["random"] < mean["sharp"] - gap


@pytest.mark.parametrize("number", ALL)
def test_leaving_counts_as_a_decision_of_the_player_who_left(number):
    game, seats = find_game_with_leaver(number), SETUPS[number][1]
    entries, left = list_entries(game), 0
    check_shares(game, sum_shares(entries))
    for before, entry, step in zip(entries, entries[1:], game.steps, strict=False):
        if type(step.move) is Resign:
            assert entry.luck == [0.0] * seats
            assert entry.skill == pytest.approx(entry.after[entry.seat] - before.after[entry.seat], abs=EXACT)
            assert entry.skill <= EXACT  # nobody gains by leaving
            behind = sum(other < left for other in range(left))  # those who left earlier stay behind
            assert entry.after[entry.seat] == pytest.approx(behind / max(1, seats - 1), abs=EXACT)
            left += 1
    assert left


def find_game_with_leaver(number):
    """Find a game in which a player leaves."""
    found = (make_game(number, seed, leaving=0.05) for seed in range(100))
    return next(game for game in found if game.state.left)


def test_the_result_of_an_unfinished_game_is_what_could_be_expected():
    game = play_game("push", setup_of("push", 3, {}), ["steady"], "half")
    half = Replay(game.kind, game.setup, game.start, game.steps[:40], None)
    found = compute_shares(half)
    assert sum(share.result for share in found) == pytest.approx(1.5)
    assert all(
        0 < share.result < 1 and abs(share.result - share.prior - share.luck - share.skill - share.others) < EXACT
        for share in found
    )


def test_a_game_with_an_invalid_deal_has_no_shares():
    setup = setup_of("push", 2, {})
    assert compute_shares(Replay(find("push"), setup, None, (), None)) == []
    assert list_entries(Replay(find("push"), setup, None, (), None)) == []
