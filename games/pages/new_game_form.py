"""Read the form of a new game. Every field has a default; invalid values are refused with a sentence."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from games.errors import Denied
from games.kinds import KINDS, find_bot
from games.kinds.base import GameKind
from games.pages import form_fields, labels
from games.play.reliability import LEAST
from games.rules.base import BadSetup, Kind, Option, make_setup, short
from games.rules.registry import find

MOST_SEATS = 12
FIELDS = ("kind", "seats", "pace", "visibility", "rated", "bots", "seed", "level", "guest", "least", "odds")
NEXT = "next"  # the lowest level not beaten yet

ToBeat = Callable[[GameKind, str], int]  # the next level to beat against that opponent


class Wish(NamedTuple):
    """The game a player wants to create."""

    kind: str
    seats: int
    options: dict[str, Any]
    pace: str
    public: bool
    rated: bool
    bots: dict[int, str]  # by seat; the other seats are for players
    seed: str
    least: int = 0  # the minimum reliability of players, in percent
    odds: bool = False  # whether everyone sees the odds during the game


def option_names() -> set[str]:
    """Return the options of all kinds. Each is a form field."""
    return {option.name for kind in KINDS.values() for option in kind.rules.OPTIONS}


def option_value(form: QueryDict, option: Option) -> str | int | bool | None:
    """Read the value chosen for an option of the rules."""
    text = form_fields.once(form, option.name)
    if not text:
        return option.default
    for choice in option.choices:
        if text in form_fields.spellings(choice.value):
            return choice.value
    allowed = ", ".join(form_fields.spellings(choice.value)[0] for choice in option.choices)
    raise BadSetup("setup.option-value", option=option.name, value=short(text), allowed=allowed)


def seats_of(form: QueryDict, kind: Kind, solo: bool) -> int:
    """Read the number of seats. The default is one for a solo game, else the kind's usual number."""
    text = form_fields.once(form, "seats")
    if not text:
        return 1 if solo else KINDS[kind.SLUG].names.usual_seats
    if not form_fields.WHOLE.fullmatch(text) or int(text) not in kind.SEATS:
        raise BadSetup("setup.seats", seats=short(text), least=kind.SEATS[0], most=kind.SEATS[-1])
    return int(text)


def bots_of(form: QueryDict, kind: str, seats: int) -> dict[int, str]:
    """Read the bots by seat: `bots` fills seats from the end, `seat1`, `seat2` … set them one by one."""
    listed = [name.strip() for name in form_fields.once(form, "bots").split(",") if name.strip()]
    if len(listed) > seats - 1:
        raise Denied("form.bots-many", bots=len(listed), seats=seats)
    chosen = dict(enumerate(listed, start=seats - len(listed)))
    for seat in range(1, MOST_SEATS):
        name = form_fields.once(form, f"seat{seat}")
        if not name or name == "open" or seat >= seats:  # the form has fields for more seats than a small game uses
            continue
        if listed:
            raise Denied("form.bots-both")
        chosen[seat] = name
    for name in chosen.values():
        find_bot(kind, name)
    return chosen


def kind_of(form: QueryDict) -> Kind:
    """Read the chosen kind, the only required field."""
    slug = form_fields.once(form, "kind")
    if not slug:
        raise Denied("form.kind")
    return find(slug)


def level_of(form: QueryDict, kind: GameKind, opponent: str, to_beat: ToBeat) -> int | None:
    """Read the solo level; `next` means the next one to beat."""
    text = form_fields.once(form, "level")
    if not text:
        return None
    if text == NEXT:
        return to_beat(kind, opponent)
    if not form_fields.WHOLE.fullmatch(text):
        raise Denied("form.value", field="level", value=short(text))
    return int(text)


def options_of(form: QueryDict, kind: Kind, to_beat: ToBeat) -> tuple[int, dict[str, Any]]:
    """Read the number of seats and every option of the kind."""
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
    """Read the form of a new game, or raise a refusal."""
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
        pace=form_fields.one_of(form, "pace", paces, "daily"),
        public=form_fields.one_of(form, "visibility", ("public", "link"), "public") == "public",
        rated=form_fields.tick(form, "rated", True) and people > 1 and not bots,
        bots=bots,
        seed=form_fields.seed_of(form),
        least=int(form_fields.one_of(form, "least", tuple(map(str, LEAST)), "0")) if people > 1 else 0,
        odds=form_fields.tick(form, "odds", False),
    )


def draft(form: Mapping[str, Any]) -> dict[str, str]:
    """Return what was typed, to show it again, cut to the longest allowed value."""
    names = {*FIELDS, *option_names(), *(f"seat{seat}" for seat in range(1, MOST_SEATS))}
    return {name: str(form[name])[: form_fields.LONGEST].replace("\x00", "") for name in names if name in form}
