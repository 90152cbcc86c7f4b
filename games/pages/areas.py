"""Boards made of areas: pieces of HTML with an ID, so that a page gets only those that changed.

Templates mark them with `{% area %}` (games/templatetags/areas.py). Areas may lie in other areas. Of an area in which
nothing else changed, only the areas inside are sent.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.utils.functional import Promise

from games.pages.cache import LRUCache

MOST_CACHED = 10_000
TOKEN = secrets.token_hex(8)  # so that nobody can put a mark into a name
MARK = re.compile(rf"<!--{TOKEN} (\d+)-->")
Key = tuple[str, str, str]  # place in the template, language, and the values shown

_areas: "LRUCache[Key, Area]" = LRUCache(MOST_CACHED)


class Area:
    """A piece of HTML with an ID. It never changes."""

    id: str
    texts: tuple[str, ...]  # before, between and after the areas inside
    children: tuple["Area", ...]
    __slots__ = ("children", "id", "texts")

    def __init__(self, area_id: str, html: str, found: Sequence["Area"]) -> None:
        """`html` has a mark for each of the areas inside, which are in `found`."""
        parts = MARK.split(html)
        self.id = area_id
        self.texts = tuple(parts[::2])
        self.children = tuple(found[int(number)] for number in parts[1::2])

    @property
    def html(self) -> str:
        inside = [child.html for child in self.children]
        return "".join(text + part for text, part in zip_longest(self.texts, inside, fillvalue=""))


def mark(found: list[Area], area: Area) -> str:
    """Note the area, and return its placeholder for rendering what surrounds it."""
    found.append(area)
    return f"<!--{TOKEN} {len(found) - 1}-->"


def get_or_make(source: str, language: str, values: dict[str, Any], make: Callable[[], Area]) -> Area:
    """Return the area that shows these values, and nothing else."""
    return _areas.get_or_make((source, language, _encode(values)), make)


def _write(value: object) -> str:
    if isinstance(value, (Promise, datetime, timedelta)):
        return str(value)
    raise TypeError(f"an area can't show {type(value).__name__}, because equal ones can't be told from others")


_encode = json.JSONEncoder(default=_write, separators=(",", ":")).encode


# --- changes ---------------------------------------------------------------------------------------------------------


def render_changes(before: Area, now: Area) -> str:
    """Render what a page that shows `before` needs to show `now`, for htmx."""
    return "".join(_list_changes(before, now))


def _list_changes(before: Area, now: Area) -> Iterator[str]:
    if before is now:
        return
    if before.texts == now.texts and _ids(before.children) == _ids(now.children):
        for old, new in zip(before.children, now.children, strict=True):
            yield from _list_changes(old, new)
    elif (gone := _count_gone(before, now)) is not None:
        yield from (_partial(child.id, "delete") for child in before.children[:gone])
        fresh = now.children[len(before.children) - gone :]
        yield _partial(now.id, "beforeend", "".join(child.html for child in fresh))
    else:
        yield _partial(now.id, "outerMorph", now.html)


def _count_gone(before: Area, now: Area) -> int | None:
    """Return how many areas are gone from the top of a list that grows at its end; None if it isn't such a list."""
    frame = _frame(before)
    if not (before.children and now.children) or frame is None or frame != _frame(now):
        return None
    first = now.children[0].id
    gone = next((place for place, child in enumerate(before.children) if child.id == first), None)
    if gone is None:
        return None
    kept = before.children[gone:]
    same = len(kept) <= len(now.children) and all(
        old.id == new.id and not render_changes(old, new) for old, new in zip(kept, now.children, strict=False)
    )
    return gone if same else None


def _frame(area: Area) -> tuple[str, str] | None:
    """Return the text before and after a list of areas; None if there is text between them."""
    return None if any(area.texts[1:-1]) else (area.texts[0], area.texts[-1])


def _ids(areas: Iterable[Area]) -> list[str]:
    return [area.id for area in areas]


def _partial(area_id: str, how: str, html: str = "") -> str:
    return f'<hx-partial hx-target="#{area_id}" hx-swap="{how}">{html}</hx-partial>'
