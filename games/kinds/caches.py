"""A cache for texts and drawings that all readers of one language share."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from django.utils.translation import get_language

F = TypeVar("F", bound=Callable[..., Any])
KEPT = 4_096  # cached results per function


def cache_by_language(make: F) -> F:
    """Cache what a function of positional arguments returns, for each language."""

    @lru_cache(maxsize=KEPT)
    def made(language: str | None, *args: Any) -> Any:
        return make(*args)

    @wraps(make)
    def find(*args: Any) -> Any:
        return made(get_language(), *args)

    return cast(F, find)
