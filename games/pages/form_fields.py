"""Read single fields of forms and queries. Invalid values are refused with a sentence."""

import re
from collections.abc import Sequence

from django.http import QueryDict

from games.refusals import Denied
from games.rules.base import BadSetup, Option, short

LONGEST = 200  # characters in any field
SEED = re.compile(r"[0-9a-f]{32}")
WHOLE = re.compile(r"[0-9]{1,4}")  # ASCII digits only
TICKS = {"true": True, "on": True, "false": False}


def take_only(name: str, values: Sequence[object]) -> str:
    """Return the only value of a field, stripped; empty if it is missing."""
    if len(values) > 1:
        raise Denied("form.twice", field=name)
    value = str(values[0]).strip() if values else ""
    if len(value) > LONGEST:
        raise Denied("form.long", field=name, most=LONGEST)
    if "\x00" in value:
        raise Denied("form.value", field=name, value=short(value))
    return value


def read_tick(name: str, text: str) -> bool:
    """Read a checkbox."""
    if text not in TICKS:
        raise Denied("form.tick", field=name, value=short(text))
    return TICKS[text]


def read_choice(name: str, text: str, known: Sequence[str]) -> str:
    if text not in known:
        raise Denied("form.choice", field=name, value=short(text), known=", ".join(known))
    return text


def read_seed(_name: str, text: str) -> str:
    if not SEED.fullmatch(text.lower()):
        raise Denied("sit.seed")
    return text.lower()


def read_option(option: Option, _name: str, text: str) -> str | int | bool | None:
    for choice in option.choices:
        if text in list_spellings(choice.value):
            return choice.value
    allowed = ", ".join(list_spellings(choice.value)[0] for choice in option.choices)
    raise BadSetup("setup.option-value", option=option.name, value=short(text), allowed=allowed)


def list_spellings(value: object) -> tuple[str, ...]:
    """Return the ways to write an option's value in a form."""
    if value is None:
        return "none", "null"
    if isinstance(value, bool):
        return tuple(text for text, meant in TICKS.items() if meant is value)
    return (str(value),)


def read_one(form: QueryDict, name: str) -> str:
    return take_only(name, form.getlist(name))


def read_optional_tick(form: QueryDict, name: str) -> bool:
    """Read a checkbox, which isn't ticked if it is missing."""
    text = read_one(form, name)
    return bool(text) and read_tick(name, text)


def read_optional_choice(form: QueryDict, name: str, known: Sequence[str], default: str) -> str:
    """Read a field that must be one of the known words."""
    return read_choice(name, read_one(form, name) or default, known)


def read_number_up_to(form: QueryDict, name: str, most: int) -> int:
    """Read a whole number up to `most`."""
    text = read_one(form, name)
    if not WHOLE.fullmatch(text) or int(text) > most:
        raise Denied("form.value", field=name, value=short(text))
    return int(text)


def read_optional_seed(form: QueryDict) -> str:
    """Read the player's seed for the shuffle; if empty, the server makes one."""
    text = read_one(form, "seed")
    return read_seed("seed", text) if text else ""
