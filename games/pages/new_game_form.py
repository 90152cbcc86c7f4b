"""How the form of a new game is read: every field has a default, and what does not fit is refused with a sentence."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from games.errors import Denied
from games.kinds import KINDS, find_bot
from games.kinds.base import GameKind
from games.pages import labels
from games.play.reliability import LEAST
from games.rules.base import BadSetup, Kind, Option, make_setup, short
from games.rules.registry import find

LONGEST = 200  # characters of any field
MOST_SEATS = 12
FIELDS = ("kind", "seats", "pace", "visibility", "rated", "bots", "seed", "level", "guest", "least", "odds")
SEED = re.compile(r"[0-9a-f]{32}")
WHOLE = re.compile(r"[0-9]{1,4}")  # no other digits than these
TICKS = {"true": True, "on": True, "false": False}
NEXT = "next"  # the lowest level that was not beaten yet

ToBeat = Callable[[GameKind, str], int]  # the next level against that opponent


class Wish(NamedTuple):
    """The game that somebody wants to make."""

    kind: str
    seats: int
    options: dict[str, Any]
    pace: str
    public: bool
    rated: bool
    bots: dict[int, str]  # by seat; the other seats are for people
    seed: str
    least: int = 0  # the reliability, in percent, that sitting down asks
    odds: bool = False  # what the odds are is shown to all while it goes on


def option_names() -> set[str]:
    """Of all kinds: each is a field of the form."""
    return {option.name for kind in KINDS.values() for option in kind.rules.OPTIONS}


def once(form: QueryDict, name: str) -> str:
    """The field's one value, without space around; empty where it is absent."""
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
    """A field that is on or off."""
    value = once(form, name)
    if not value:
        return default
    if value not in TICKS:
        raise Denied("form.tick", field=name, value=short(value))
    return TICKS[value]


def one_of(form: QueryDict, name: str, known: tuple[str, ...], default: str) -> str:
    """A field that is one of some words."""
    value = once(form, name) or default
    if value not in known:
        raise Denied("form.choice", field=name, value=short(value), known=", ".join(known))
    return value


def spellings(value: object) -> tuple[str, ...]:
    """How a value of an option is written in a form."""
    if value is None:
        return "none", "null"
    if isinstance(value, bool):
        return tuple(text for text, meant in TICKS.items() if meant is value)
    return (str(value),)


def option_value(form: QueryDict, option: Option) -> str | int | bool | None:
    """What was chosen for an option of the rules."""
    text = once(form, option.name)
    if not text:
        return option.default
    for choice in option.choices:
        if text in spellings(choice.value):
            return choice.value
    allowed = ", ".join(spellings(choice.value)[0] for choice in option.choices)
    raise BadSetup("setup.option-value", option=option.name, value=short(text), allowed=allowed)


def seats_of(form: QueryDict, kind: Kind, solo: bool) -> int:
    """How many seats; where nothing is said, what is usual, and one for who plays alone."""
    text = once(form, "seats")
    if not text:
        return 1 if solo else KINDS[kind.SLUG].names.usual_seats
    if not WHOLE.fullmatch(text) or int(text) not in kind.SEATS:
        raise BadSetup("setup.seats", seats=short(text), least=kind.SEATS[0], most=kind.SEATS[-1])
    return int(text)


def bots_of(form: QueryDict, kind: str, seats: int) -> dict[int, str]:
    """The bots by seat: `bots` fills from the end, `seat1` … say it seat by seat."""
    listed = [name.strip() for name in once(form, "bots").split(",") if name.strip()]
    if len(listed) > seats - 1:
        raise Denied("form.bots-many", bots=len(listed), seats=seats)
    chosen = dict(enumerate(listed, start=seats - len(listed)))
    for seat in range(1, MOST_SEATS):
        name = once(form, f"seat{seat}")
        if not name or name == "open" or seat >= seats:  # the form shows more seats than a smaller game has
            continue
        if listed:
            raise Denied("form.bots-both")
        chosen[seat] = name
    for name in chosen.values():
        find_bot(kind, name)
    return chosen


def seed_of(form: QueryDict) -> str:
    """The player's own share of the shuffle; empty: the server makes one."""
    seed = once(form, "seed").lower()
    if seed and not SEED.fullmatch(seed):
        raise Denied("sit.seed")
    return seed


def kind_of(form: QueryDict) -> Kind:
    """The kind that was chosen; the one field that must be there."""
    slug = once(form, "kind")
    if not slug:
        raise Denied("form.kind")
    return find(slug)


def level_of(form: QueryDict, kind: GameKind, opponent: str, to_beat: ToBeat) -> int | None:
    """The solo level of the page's own field, where `next` is the next one to beat."""
    text = once(form, "level")
    if not text:
        return None
    if text == NEXT:
        return to_beat(kind, opponent)
    if not WHOLE.fullmatch(text):
        raise Denied("form.value", field="level", value=short(text))
    return int(text)


def options_of(form: QueryDict, kind: Kind, to_beat: ToBeat) -> tuple[int, dict[str, Any]]:
    """The number of seats, and every option of the kind."""
    known = {option.name: option for option in kind.OPTIONS}
    for name in sorted(option_names() - known.keys()):
        if name in form:
            raise BadSetup("setup.option-unknown", option=name, known=", ".join(known))
    options = {name: option_value(form, option) for name, option in known.items()}
    ladder = KINDS[kind.SLUG].ladder
    if ladder is None:
        return seats_of(form, kind, False), options
    seats = seats_of(form, kind, ladder.level(options) is not None)
    if seats == 1 and ladder.level(options) is None:
        options[ladder.level_option] = level_of(form, KINDS[kind.SLUG], ladder.opponent(options), to_beat)
    return seats, options


def read(form: QueryDict, to_beat: ToBeat) -> Wish:
    """What the form of a new game asks for; or a refusal."""
    kind = kind_of(form)
    seats, options = options_of(form, kind, to_beat)
    make_setup(kind, seats, options)
    paces = tuple(called.value for called in labels.PACES)
    bots = bots_of(form, kind.SLUG, seats)
    people = seats - len(bots)
    return Wish(
        kind=kind.SLUG,
        seats=seats,
        options=options,
        pace=one_of(form, "pace", paces, "daily"),
        public=one_of(form, "visibility", ("public", "link"), "public") == "public",
        rated=tick(form, "rated", True) and people > 1 and not bots,
        bots=bots,
        seed=seed_of(form),
        least=int(one_of(form, "least", tuple(map(str, LEAST)), "0")) if people > 1 else 0,
        odds=tick(form, "odds", False),
    )


def draft(form: Mapping[str, Any]) -> dict[str, str]:
    """What was typed, to be shown again: never more than a field can hold."""
    names = {*FIELDS, *option_names(), *(f"seat{seat}" for seat in range(1, MOST_SEATS))}
    return {name: str(form[name])[:LONGEST].replace("\x00", "") for name in names if name in form}
