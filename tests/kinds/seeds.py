"""Seeds of positions: a few in `make test`, many in `make proofs`."""

from typing import Any

import pytest


def seeds(few: int, many: int) -> list[Any]:
    """The first ones belong to every run, the others to the proofs."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.proof("luck")) for seed in range(few, many))]
