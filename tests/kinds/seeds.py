"""Seeds for tests of random positions: a few in `make test`, many in `make proofs`."""

from typing import Any

import pytest


def seeds(few: int, many: int) -> list[Any]:
    """List `many` seeds, of which all but the first `few` are for `make proofs`."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.proof("luck")) for seed in range(few, many))]
