"""Random plans in thousands of positions always make legal moves, and expire only when they can't act."""

import random

import pytest

from games.kinds import KINDS
from games.rules.base import Resign
from games.rules.serialization import to_plain
from tests.plans.memory_games import SETUPS, MemoryGame, pick_move, random_plan, start_game, try_to_add


def play_out(game: MemoryGame, dice: random.Random, plan_chance: float) -> MemoryGame:
    """Play a game in which everyone makes random plans, and random moves where no plan answers."""
    game.settle()
    while (seat := game.waiting()) is not None:
        if dice.random() < plan_chance:
            planner = dice.randrange(game.setup.seats)
            try_to_add(game, planner, random_plan(game.slug, dice))
        else:
            game.click(seat, pick_move(game, seat, dice))
    return game


@pytest.mark.parametrize(("slug", "seats", "options"), SETUPS)
def test_random_plans_are_legal_and_expire_only_when_they_cannot_act(slug, seats, options, share):
    positions, made_by = 0, set()
    for number in range(share(small=2, proofs=30, whole=200)):
        seed = f"{slug} {seats} {options} {number}"
        game = start_game(slug, seats, options, seed)
        game.before_question = check_expired_plans
        play_out(game, random.Random(seed), plan_chance=0.2)
        positions += len(game.moves)
        made_by |= {by for _seat, _move, by in game.moves}
        for plan in game.plans:
            assert plan.ended in ("", "done") or not (plan.acted and plan.data["once"])
    assert made_by == {"", "plan"}
    assert positions > share(small=50, proofs=1_000, whole=7_500)


def check_expired_plans(game: MemoryGame) -> None:
    """Check that no expired plan has an answer, and that only plans for the final purchase are left at the end."""
    seat = game.waiting()
    is_final = game.slug == "push" and game.state.phase == "final"
    assert not is_final or {plan.data["for"] for plan in game.plans if not plan.ended} <= {"final"}
    for plan in game.plans:
        if plan.seat == seat and plan.ended not in ("", "done"):
            assert game.module.decide([plan.data], *game.view_and_choices(seat)) is None, plan


@pytest.mark.parametrize(("slug", "seats", "options"), SETUPS)
def test_plans_are_deterministic_and_do_not_change_their_arguments(slug, seats, options, share):
    for number in range(share(small=1, proofs=6, whole=30)):
        dice = random.Random(f"again {slug} {seats} {options} {number}")
        game = start_game(slug, seats, options, dice.random())
        for _ in range(8):
            try_to_add(game, dice.randrange(seats), random_plan(slug, dice))
        while (seat := game.waiting()) is not None:
            plans = [plan.data for plan in game.plans if plan.seat == seat]
            before = to_plain([plans, *game.view_and_choices(seat)])
            seen = game.view_and_choices(seat)
            assert KINDS[slug].known_plans.rules.decide(plans, *seen) == KINDS[slug].known_plans.rules.decide(
                plans, *seen
            )
            assert to_plain([plans, *seen]) == before
            game.click(seat, pick_move(game, seat, dice))


@pytest.mark.parametrize(("slug", "seats", "options"), [setup for setup in SETUPS if setup[1] > 2])
def test_a_substitute_can_make_plans(slug, seats, options):
    """To the rules the seat has left for good (R40). So plans end when a player leaves, not because one has left."""
    game = start_game(slug, seats, options, "left")
    dice = random.Random("left")
    game.move(1, {"do": Resign.do})
    made = [plan for _ in range(12) if (plan := try_to_add(game, 1, random_plan(slug, dice) | {"once": False}))]
    play_out(game, dice, plan_chance=0)
    assert any(plan.acted for plan in made)
    assert any(seat == 1 and by == "plan" for seat, _move, by in game.moves)
