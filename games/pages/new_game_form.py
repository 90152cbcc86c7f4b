"""The form of a new game. Its fields follow from the options of the kind, and each has a default."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import refusals
from games.kinds import KINDS, find_bot
from games.kinds.base import AnyKind, Ladder
from games.pages import form_fields, labels, lists
from games.pages.form_fields import WHOLE
from games.ratings.solo_ladders import get_ladder
from games.refusals import Denied
from games.rules.base import BadSetup, Option, Plain, Refused, make_setup, short
from games.rules.registry import find

NEXT = "next"  # the lowest level not beaten yet
OPEN = "open"  # a seat for whoever joins
LEVEL_HELP = _(
    "Solo games are against JEN, or MONA in the German edition. The level is the total at which she stops drawing; "
    "the higher, the harder. It only applies when you play alone."
)
LEAST_HELP = _(
    "The share of multiplayer games a player has finished. Players with fewer than five games, and anyone you invite, "
    "can always join."
)
ODDS_HELP = _("Everyone sees the odds next to the board during the game. The game can still be rated.")
Choices = Sequence[tuple[str, Any]]  # values and their labels
Read = Callable[[str, str], Any]  # (name of the field, text) -> value


class Refusal(ValidationError):
    """A refusal of the site or the rules, as an error of a form."""

    def __init__(self, no: Refused) -> None:
        super().__init__(refusals.explain(no.code, no.facts), code=no.code)
        self.no = no


class Field(forms.Field):
    """A field with one short value. An empty one means the default; any other goes to `read`, if that is given."""

    name = ""  # set by the form

    def __init__(self, read: Read | None, default: Any, **shown: Any) -> None:
        super().__init__(required=False, **shown)
        self.read, self.default = read, default

    def clean(self, value: str | None) -> Any:
        try:
            text = form_fields.take_only(self.name, [value or ""])
            if not text:
                return self.default
            return self.read(self.name, text) if self.read else text
        except Refused as no:
            raise Refusal(no) from None

    def prepare_value(self, value: Any) -> str:
        """Return what was typed, to show it again, cut to the longest allowed value."""
        return str(value or "")[: form_fields.LONGEST].replace("\x00", "")


class Choice(Field):
    """A field whose values are listed. Unless one of them is given, `chosen` is shown as such."""

    widget = forms.RadioSelect

    def __init__(self, read: Read | None, default: Any, choices: Choices, chosen: str, **shown: Any) -> None:
        super().__init__(read, default, **shown)
        self.widget.choices, self.chosen = choices, chosen
        self.spelled = {"on": "true"} | {value: value for value, _label in choices}

    def prepare_value(self, value: Any) -> str:
        return self.spelled.get(super().prepare_value(value), self.chosen)


def make_label_choice(called: Sequence[labels.Label], default: str, **shown: Any) -> Choice:
    """Return a field that allows these values."""
    read = partial(form_fields.read_choice, known=[one.value for one in called])
    return Choice(read, default, [(one.value, one) for one in called], default, **shown)


class NewGameForm(forms.Form):
    """What a player chooses for a new game of this kind."""

    bots = Field(None, "", widget=forms.HiddenInput)  # for programs; the page has a field for each seat
    pace = make_label_choice(
        labels.PACES,
        "daily",
        label=_("Pace"),
        help_text=_("How much time players have for each decision. Solo games and games against bots have no clock."),
    )
    visibility = make_label_choice(labels.VISIBILITY, "public", label=_("Visibility"))
    rated = Choice(
        form_fields.read_tick,
        True,
        [("true", _("Rated")), ("false", _("Casual"))],
        "true",
        label=_("Rated"),
        help_text=_("Rated games count toward your rating. Games with bots are never rated."),
    )
    seed = Field(form_fields.read_seed, "")
    least = make_label_choice(labels.LEAST, "0", label=_("Who can join"), help_text=LEAST_HELP)
    odds = Choice(
        form_fields.read_tick,
        False,
        [("false", _("Hidden")), ("true", _("Shown to everyone"))],
        "false",
        label=_("Odds"),
        help_text=ODDS_HELP,
    )
    guest = Field(form_fields.read_tick, False, widget=forms.HiddenInput)

    def __init__(self, kind: AnyKind, user: Any, data: QueryDict | None = None, initial: Plain | None = None) -> None:
        super().__init__(data, initial=initial, auto_id="%s")
        self.kind, self.user = kind, user
        self.option_names = [option.name for option in kind.rules.OPTIONS]
        own = {option.name: make_option_field(option, kind.ladder) for option in kind.rules.OPTIONS}
        own["seats"] = make_seats_field(kind)
        own |= {f"seat{seat}": make_seat_field(kind) for seat in range(1, kind.rules.SEATS[-1])}
        if kind.ladder:
            own["level"] = make_level_field(kind, kind.ladder, user)
            self.initial.setdefault("level", self.initial.get(kind.ladder.level_option))
        self.fields = own | self.fields
        for name, field in self.fields.items():
            cast(Field, field).name = name

    def clean(self) -> dict[str, Any]:
        """Read what depends on several fields: the number of seats, the level, the bots."""
        try:
            self.refuse_strange_fields()
            if not self.errors.keys() & {"seats", "level", *self.option_names}:
                self.cleaned_data |= self.setup()
        except Refused as no:
            self.add_error(None, Refusal(no))
        return self.cleaned_data

    def refuse_strange_fields(self) -> None:
        """Refuse options of other kinds, and fields that are given twice."""
        others = {option.name for kind in KINDS.values() for option in kind.rules.OPTIONS} - {*self.option_names}
        for name in sorted(others & self.data.keys()):
            raise BadSetup("setup.option-unknown", option=name, known=", ".join(self.option_names))
        for name in self.fields:
            form_fields.read_one(cast(QueryDict, self.data), name)

    def setup(self) -> dict[str, Any]:
        """Return the options, the seats and the bots, as far as they go together."""
        given, ladder = self.cleaned_data, self.kind.ladder
        options = {name: given[name] for name in self.option_names}
        level = ladder.level(options) if ladder else None
        seats = given["seats"] or (self.kind.names.usual_seats if level is None else 1)
        if ladder and seats == 1 and level is None:
            level, opponent = given["level"], ladder.opponent(options)
            options[ladder.level_option] = find_next_level(self.user, self.kind, opponent) if level == NEXT else level
        make_setup(self.kind.rules, seats, options)
        return {"options": options, "seats": seats, "placed": self.placed_bots(seats)}

    def placed_bots(self, seats: int) -> dict[int, str]:
        """Return the bots by seat: `bots` fills seats from the end, `seat1`, `seat2` … set them one by one."""
        named = [name.strip() for name in self.cleaned_data.get("bots", "").split(",") if name.strip()]
        if len(named) > seats - 1:
            raise Denied("form.bots-many", bots=len(named), seats=seats)
        chosen = {seat: self.cleaned_data.get(f"seat{seat}", OPEN) for seat in range(1, seats)}
        placed = {seat: name for seat, name in chosen.items() if name != OPEN}
        if named and placed:
            raise Denied("form.bots-both")
        placed |= dict(enumerate(named, start=seats - len(named)))
        for name in placed.values():
            find_bot(self.kind.slug, name)
        return placed

    def game(self) -> dict[str, Any]:
        """Return the game as `play.create_game` wants it, once the form is valid."""
        given = self.cleaned_data
        people = given["seats"] - len(given["placed"])
        return {
            **{name: given[name] for name in ("seats", "options", "pace", "rated", "seed", "odds")},
            "kind": self.kind.slug,
            "bots": given["placed"],
            "public": given["visibility"] == "public",
            "least": int(given["least"]) if people > 1 else 0,
        }

    def first_refusal(self) -> Refused | None:
        """Return what programs are told."""
        refusal = next(iter(self.errors.as_data().values()), [None])[0]
        return refusal.no if isinstance(refusal, Refusal) else None

    def errors_above(self) -> list[str]:
        """Return the sentences that belong to no field of the page."""
        hidden = [error for field in self.hidden_fields() for error in field.errors]
        return [*self.non_field_errors(), *hidden]

    def options(self) -> list[forms.BoundField]:
        """Return the options of the rules that the page shows."""
        return [self[name] for name in self.option_names if not self[name].is_hidden]

    def other_seats(self) -> list[tuple[int, forms.BoundField]]:
        """Return the seats beside the player's own, with their numbers."""
        return [(seat + 1, self[f"seat{seat}"]) for seat in range(1, self.kind.rules.SEATS[-1])]


def make_option_field(option: Option, ladder: Ladder | None) -> Field:
    """Return the field of an option of the rules. The solo level has another field on the page."""

    read = partial(form_fields.read_option, option)
    if ladder and option.name == ladder.level_option:
        return Field(read, option.default, widget=forms.HiddenInput)
    spelled = [(form_fields.list_spellings(choice.value)[0], gettext(choice.label)) for choice in option.choices]
    chosen = form_fields.list_spellings(option.default)[0]
    return Choice(read, option.default, spelled, chosen, label=gettext(option.label), help_text=gettext(option.help))


def make_seats_field(kind: AnyKind) -> Choice:
    """Return the field for the number of seats; if it is empty, that depends on the level."""
    numbers = kind.rules.SEATS

    def read(_name: str, text: str) -> int:
        if not WHOLE.fullmatch(text) or int(text) not in numbers:
            raise BadSetup("setup.seats", seats=short(text), least=numbers[0], most=numbers[-1])
        return int(text)

    choices = [(str(number), gettext("Solo") if number == 1 else number) for number in numbers]
    return Choice(read, None, choices, str(kind.names.usual_seats), label=gettext("Seats"))


def make_seat_field(kind: AnyKind) -> Choice:
    """Return the field of a seat: open, or one of the bots."""
    choices = [(OPEN, pgettext("seat", "Open")), *((called.value, called) for called in labels.list_bots(kind.slug))]
    return Choice(None, OPEN, choices, OPEN, widget=forms.Select)


def make_level_field(kind: AnyKind, ladder: Ladder, user: Any) -> Choice:
    """Return the field of the solo level, starting with the next one to beat."""

    def read(name: str, text: str) -> int | str:
        if text != NEXT and not WHOLE.fullmatch(text):
            raise Denied("form.value", field=name, value=short(text))
        return text if text == NEXT else int(text)

    following = {name: find_next_level(user, kind, name) for name in dict.fromkeys(ladder.opponents.values())}
    levels = ", ".join(f"{name} {level}" for name, level in following.items())
    known = sorted({level for levels in ladder.levels.values() for level in levels})
    choices = [(NEXT, gettext("Next to beat: %(levels)s") % {"levels": levels}), *((str(n), n) for n in known)]
    return Choice(read, None, choices, NEXT, widget=forms.Select, label=_("Solo level"), help_text=LEVEL_HELP)


def find_next_level(user: User | Any, kind: AnyKind, opponent: str) -> int:
    """Return the lowest level the user hasn't beaten yet, or the highest if all are beaten."""
    ladder = get_ladder(kind)
    known = sorted(next(ladder.levels[edition] for edition, name in ladder.opponents.items() if name == opponent))
    done = lists.list_beaten_levels(user, kind) if user.is_authenticated else set()
    return next((level for level in known if (opponent, level) not in done), known[-1])


def read_kind(form: QueryDict) -> AnyKind:
    """Read the chosen kind, the only required field."""
    slug = form_fields.read_one(form, "kind")
    if not slug:
        raise Denied("form.kind")
    return KINDS[find(slug).SLUG]
