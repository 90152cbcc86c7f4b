"""Replace parts of a kind for the length of a test."""

from dataclasses import replace
from typing import Any

import pytest

from games import kinds


def change(patch: pytest.MonkeyPatch, slug: str, **parts: Any) -> None:
    patch.setitem(kinds._kinds, slug, replace(kinds.KINDS[slug], **parts))
