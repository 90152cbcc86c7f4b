"""Which plans simulated people make, judging like a bot."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.kinds import KINDS
from games.kinds.samples import samples_of
from games.labs.month.people import Person
from games.rules.base import Plain


def choose_plans(kind: str, person: Person, view: Plain, dice: Random) -> list[Plain]:
    """Choose the plans that the person leaves; none if the kind has none."""
    samples = samples_of(KINDS[kind])
    return samples.plans_for(person, view, dice) if samples else []


def is_same_plan(made: Sequence[Plain], known: Sequence[Any]) -> bool:
    """Whether the plan is as good as the one already made."""
    return list(made) == list(known)
