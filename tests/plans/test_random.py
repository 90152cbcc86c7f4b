"""Random plans in thousands of positions are always legal, and expire only when they could not act."""

import random

import pytest

from games.kinds import KINDS
from games.rules.base import Resign
from games.rules.serialization import to_plain
from tests.plans.door import SETUPS, Door, any_plan, door, pick, try_to_add


def play_out(game: Door, dice: random.Random, planning: float) -> Door:
    """Everybody plans at random, and clicks at random where no plan answers."""
    game.settle()
    while (seat := game.waiting()) is not None:
        if dice.random() < planning:
            planner = dice.randrange(game.setup.seats)
            try_to_add(game, planner, any_plan(game.slug, dice))
        else:
            game.click(seat, pick(game, seat, dice))
    return game


@pytest.mark.parametrize(("slug", "seats", "options"), SETUPS)
def test_random_plans_are_legal_and_expire_only_when_they_cannot_act(slug, seats, options, share):
    positions, made_by = 0, set()
    for number in range(share(small=2, proofs=30, whole=200)):
        seed = f"{slug} {seats} {options} {number}"
        game = door(slug, seats, options, seed)
        game.looks = never_again
        play_out(game, random.Random(seed), planning=0.2)
        positions += len(game.moves)
        made_by |= {by for _seat, _move, by in game.moves}
        for plan in game.plans:
            assert plan.ended in ("", "done") or not (plan.acted and plan.data["once"])
    assert made_by == {"", "plan"}
    assert positions > share(small=50, proofs=1_000, whole=7_500)


def never_again(game: Door) -> None:
    """A plan that is over would have no answer, but that it gave it already; at the end only final purchases wait."""
    seat = game.waiting()
    is_final = game.slug == "push" and game.state.phase == "final"
    assert not is_final or {plan.data["for"] for plan in game.plans if not plan.ended} <= {"final"}
    for plan in game.plans:
        if plan.seat == seat and plan.ended not in ("", "done"):
            assert game.module.decide([plan.data], *game.seen(seat)) is None, plan


@pytest.mark.parametrize(("slug", "seats", "options"), SETUPS)
def test_plans_are_deterministic_and_change_nothing(slug, seats, options, share):
    for number in range(share(small=1, proofs=6, whole=30)):
        dice = random.Random(f"again {slug} {seats} {options} {number}")
        game = door(slug, seats, options, dice.random())
        for _ in range(8):
            try_to_add(game, dice.randrange(seats), any_plan(slug, dice))
        while (seat := game.waiting()) is not None:
            plans = [plan.data for plan in game.plans if plan.seat == seat]
            before = to_plain([plans, *game.seen(seat)])
            seen = game.seen(seat)
            assert KINDS[slug].known_plans.rules.decide(plans, *seen) == KINDS[slug].known_plans.rules.decide(
                plans, *seen
            )
            assert to_plain([plans, *seen]) == before
            game.click(seat, pick(game, seat, dice))


@pytest.mark.parametrize(("slug", "seats", "options"), [setup for setup in SETUPS if setup[1] > 2])
def test_a_substitute_plans_for_a_seat_that_was_left(slug, seats, options):
    """The rules say of such a seat for ever that it was left (R40): who leaves ends the plans, and no plan does."""
    game = door(slug, seats, options, "left")
    dice = random.Random("left")
    game.move(1, {"do": Resign.do})
    made = [plan for _ in range(12) if (plan := try_to_add(game, 1, any_plan(slug, dice) | {"once": False}))]
    play_out(game, dice, planning=0)
    assert any(plan.acted for plan in made)
    assert any(seat == 1 and by == "plan" for seat, _move, by in game.moves)
