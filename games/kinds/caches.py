"""A cache for texts and drawings that all readers of one language share."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")
KEPT = 4_096  # results of each function


def cache_by_language(make: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function returns, for each language."""

    @lru_cache(maxsize=KEPT)
    def made(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
        return make(*args, **kwargs)

    @wraps(make)
    def find(*args: P.args, **kwargs: P.kwargs) -> R:
        return made(get_language(), *args, **kwargs)

    return find
