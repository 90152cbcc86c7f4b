"""Read single fields of forms and queries. Invalid values are refused with a sentence."""

import re

from django.http import QueryDict

from games.errors import Denied
from games.rules.base import short

LONGEST = 200  # characters in any field
SEED = re.compile(r"[0-9a-f]{32}")
WHOLE = re.compile(r"[0-9]{1,4}")  # ASCII digits only
TICKS = {"true": True, "on": True, "false": False}


def once(form: QueryDict, name: str) -> str:
    """Return the field's only value, stripped; empty if it is missing."""
    values = form.getlist(name)
    if len(values) > 1:
        raise Denied("form.twice", field=name)
    value = str(values[0]).strip() if values else ""
    if len(value) > LONGEST:
        raise Denied("form.long", field=name, most=LONGEST)
    if "\x00" in value:
        raise Denied("form.value", field=name, value=short(value))
    return value


def tick(form: QueryDict, name: str, default: bool) -> bool:
    """Read a checkbox."""
    value = once(form, name)
    if not value:
        return default
    if value not in TICKS:
        raise Denied("form.tick", field=name, value=short(value))
    return TICKS[value]


def one_of(form: QueryDict, name: str, known: tuple[str, ...], default: str) -> str:
    """Read a field that must be one of the known words."""
    value = once(form, name) or default
    if value not in known:
        raise Denied("form.choice", field=name, value=short(value), known=", ".join(known))
    return value


def number(form: QueryDict, name: str, most: int) -> int:
    """Read a whole number up to `most`."""
    text = once(form, name)
    if not WHOLE.fullmatch(text) or int(text) > most:
        raise Denied("form.value", field=name, value=short(text))
    return int(text)


def spellings(value: object) -> tuple[str, ...]:
    """Return the ways to write an option's value in a form."""
    if value is None:
        return "none", "null"
    if isinstance(value, bool):
        return tuple(text for text, meant in TICKS.items() if meant is value)
    return (str(value),)


def seed_of(form: QueryDict) -> str:
    """Read the player's seed for the shuffle; if empty, the server makes one."""
    seed = once(form, "seed").lower()
    if seed and not SEED.fullmatch(seed):
        raise Denied("sit.seed")
    return seed
