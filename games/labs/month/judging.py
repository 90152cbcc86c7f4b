"""What people decide ahead: as a bot would value it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.kinds import KINDS
from games.kinds.samples import samples_of
from games.labs.month.people import Person
from games.rules.base import Plain


def plans_for(kind: str, person: Person, view: Plain, dice: Random) -> list[Plain]:
    """All that the person leaves at the table when they go; none where the kind knows no plans."""
    samples = samples_of(KINDS[kind])
    return samples.plans_for(person, view, dice) if samples else []


def same(made: Sequence[Plain], known: Sequence[Any]) -> bool:
    """Whether nobody would bother to change what is there already."""
    return list(made) == list(known)
