"""Boards made of areas: pieces of HTML with an ID, so that a page gets only those that changed.

Templates mark them, see Builder. Areas may lie in other areas. Of an area in which nothing else changed, only the
areas inside are sent.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages.cache import LRUCache

MOST_CACHED = 10_000
TOKEN = secrets.token_hex(8)  # so that nobody can put a mark into a name
MARK = f"<!--{TOKEN}-->"  # stands for an area, while what surrounds it is rendered
Block = Callable[[], str]  # renders what is inside {% call %}
Key = tuple[str, str, str]  # place in the template, language, and the values shown

_areas: "LRUCache[Key, Area]" = LRUCache(MOST_CACHED)


class Area:
    """A piece of HTML with an ID. It never changes."""

    id: str
    texts: tuple[str, ...]  # before, between and after the areas inside
    children: tuple["Area", ...]
    __slots__ = ("children", "id", "texts")

    def __init__(self, area_id: str, html: str, found: Sequence["Area"]) -> None:
        """`html` has a mark for each of the areas in `found`, in the same order."""
        self.id = area_id
        self.texts = tuple(html.split(MARK))
        self.children = tuple(found)
        if len(self.texts) != len(self.children) + 1:
            raise ValueError(f"{area_id} doesn't show each of its areas once")

    def replace(self, others: Mapping[str, "Area"]) -> "Area":
        """Return the area with those of the same ID in place of its own."""
        changed = copy(self)
        changed.children = tuple(others.get(child.id) or child for child in self.children)
        return changed

    @property
    def html(self) -> str:
        inside = [child.html for child in self.children]
        return "".join(text + part for text, part in zip_longest(self.texts, inside, fillvalue=""))


class Builder:
    """Builds the areas that a template marks.

    {% call area("above") %} ... {% endcall %}            a <div> with that ID around what is inside
    {{ area("foot", "games/table/_footer.jinja", a=b) }}  a <div> around another template, which gets only these values
    {% call piece("state") %}<p id="state"> ...           without a <div>: the element inside has that ID
    {{ piece("seat-1", "games/push/_seat.jinja", a=b) }}  the same with another template
    {{ pieces(lines) }}                                   areas that were built before

    Areas with a template of their own are cached by the values it gets, for all audiences and games.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.found: list[Area] = []  # in the innermost area being built

    def area(self, area_id: str, template: str = "", caller: Block | None = None, **values: Any) -> SafeString:
        """Mark an area. Its <div> is invisible, and doesn't affect the layout of what is inside."""
        return self._mark(area_id, '<div id="{}" class="area">{}</div>', template, caller, values)

    def piece(self, area_id: str, template: str = "", caller: Block | None = None, **values: Any) -> SafeString:
        return self._mark(area_id, "{1}", template, caller, values)

    def pieces(self, made: Iterable[Area]) -> SafeString:
        before = len(self.found)
        self.found += made
        return SafeString(MARK * (len(self.found) - before))  # our own marks  # nosec

    def _mark(self, area_id: str, form: str, template: str, caller: Block | None, values: dict[str, Any]) -> SafeString:
        if caller:
            area = self._build_block(area_id, form, caller)
        else:
            key = f"{template} {area_id}", self.language, _encode(values)
            area = _areas.get_or_make(key, lambda: build(area_id, template, values, form))
        self.found.append(area)
        return SafeString(MARK)  # our own mark  # nosec

    def _build_block(self, area_id: str, form: str, render: Block) -> Area:
        around, self.found = self.found, []
        html = render()
        inside, self.found = self.found, around
        return Area(area_id, form.format(area_id, html.strip()), inside)


def build(area_id: str, template: str, values: dict[str, Any], form: str = "{1}") -> Area:
    """Build an area from a template, which sees only these values."""
    builder = Builder(get_language() or "")
    tools = {"area": builder.area, "piece": builder.piece, "pieces": builder.pieces}
    html = get_template(template).render(values | tools)
    return Area(area_id, form.format(area_id, html.strip()), builder.found)


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
