"""Search finished games: parse the filters in a URL, and turn them into query conditions."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks import counted_time
from games.kinds import KINDS
from games.kinds.base import AnyKind, Variant
from games.models import Game, Outcome, Seat
from games.pages import form_fields, labels
from games.play import invitations
from games.refusals import Denied
from games.rules.base import short

DATE = re.compile(r"(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}")
FEW = 200  # up to this many games, an opponent's games are listed by ID
CANCELED = "off"  # only shown to the player
PACES = {
    "live": (Game.Pace.LIVE,),
    "days": (Game.Pace.FAST, Game.Pace.DAILY, Game.Pace.RELAXED),
    "untimed": (Game.Pace.UNTIMED,),
}


def list_variants() -> dict[str, tuple[AnyKind, Variant]]:
    """Return the variants of all kinds by their word in URLs."""
    return {word: (kind, variant) for kind in KINDS.values() for word, variant in kind.variants.items()}


def find_variant_label(kind: AnyKind, variant: Variant) -> str:
    """Return the variant's label in the form."""
    if variant.label:
        return str(variant.label)
    option = next(option for option in kind.rules.OPTIONS if option.name == variant.option)
    value = labels.find_value_label(option, variant.value)
    return value if kind.ladder and option.name == kind.ladder.edition_option else f"{_(option.label)}: {value}"


def _match_variant_of_results(variant: Variant) -> Q:
    """Return the condition for results of that variant."""
    if variant.is_solo:
        return Q(seat_count=1)
    return ~Q(option_key__contains=variant.absent) if variant.absent else Q(option_key__contains=variant.words)


def _match_variant_of_games(variant: Variant) -> Q:
    """Return the condition for games of that variant, which have no result."""
    return Q(seat_count=1) if variant.is_solo else Q(**{f"options__{variant.option}": variant.value})


def list_choices() -> dict[str, tuple[str, ...]]:
    return {
        "kind": tuple(KINDS),
        "option": tuple(list_variants()),
        "result": (*Outcome.Result.values, CANCELED),
        "rated": ("yes", "no"),
        "pace": tuple(PACES),
        "with": ("people", "bots"),
    }


FIELDS = ("kind", "option", "result", "rated", "pace", "with", "opponent", "from", "to")


class Search(NamedTuple):
    """A search. Empty fields match everything."""

    fields: dict[str, str] = {}  # noqa: RUF012 (never changed) -- as in the URL
    opponent: User | None = None
    start: datetime | None = None
    end: datetime | None = None  # exclusive

    @property
    def is_for_canceled(self) -> bool:
        """Whether to search canceled games, which have no results."""
        return self.fields.get("result") == CANCELED


def parse(form: QueryDict, own: bool, zone: str) -> Search:
    """Parse the filters, with dates in that time zone, or raise Denied."""
    fields = {name: _parse_choice(form, name, known, own) for name, known in list_choices().items()} | {
        name: form_fields.read_one(form, name) for name in ("opponent", "from", "to")
    }
    first, last = _parse_date(fields["from"]), _parse_date(fields["to"])
    if first and last and first > last:
        raise Denied("history.order")
    return Search(
        {name: value for name, value in fields.items() if value},
        _find_person(fields["opponent"]),
        _find_midnight(first, zone),
        _find_midnight(last + timedelta(days=1), zone) if last else None,
    )


def read_typed_values(form: QueryDict) -> dict[str, str]:
    """Return what was typed, to show it again, cut to the longest allowed value."""
    return {name: str(form[name])[: form_fields.LONGEST].replace("\x00", "") for name in FIELDS if form.get(name)}


def match_results(sought: Search, player: User) -> Q:
    """Return the condition for that player's results."""
    found = _match_both(sought)
    if option := sought.fields.get("option"):
        found &= _match_variant_of_results(list_variants()[option][1])
    if result := sought.fields.get("result"):
        found &= Q(result=result)
    if rated := sought.fields.get("rated"):  # by the pool, so that databases don't choose an index in another order
        found &= ~Q(pool="") if rated == "yes" else Q(pool="")
    if company := sought.fields.get("with"):
        found &= Q(has_bots=company == "bots")
    return found & _match_opponent(sought.opponent, player) if sought.opponent else found


def match_games(sought: Search) -> Q:
    """Return the condition for canceled games."""
    found = _match_both(sought)
    if option := sought.fields.get("option"):
        found &= _match_variant_of_games(list_variants()[option][1])
    if rated := sought.fields.get("rated"):
        found &= Q(is_rated=rated == "yes")
    seats = Seat.objects.filter(game=OuterRef("pk"))
    if company := sought.fields.get("with"):
        bots = Q(seat_count=1) | Q(Exists(seats.exclude(bot="")))
        found &= bots if company == "bots" else ~bots
    return found & Q(Exists(seats.filter(user=sought.opponent))) if sought.opponent else found


def _match_both(sought: Search) -> Q:
    """Return the condition for columns that results and games have in common."""
    fields, found = sought.fields, Q()
    kind = fields.get("kind") or (list_variants()[fields["option"]][0].slug if "option" in fields else "")
    if kind:
        found &= Q(kind=kind)
    if "pace" in fields:
        found &= Q(pace__in=PACES[fields["pace"]])
    if sought.start:
        found &= Q(ended_at__gte=sought.start)
    if sought.end:
        found &= Q(ended_at__lt=sought.end)
    return found


def _match_opponent(opponent: User, player: User) -> Q:
    """Return the condition for games against the opponent.

    The games of an opponent who has played few are listed; otherwise each of the player's games is looked up.
    """
    if opponent == player:
        return Q(pk__in=[])
    theirs = Outcome.objects.filter(user=opponent)
    few = list(theirs.order_by().values_list("game", flat=True)[: FEW + 1])
    if len(few) <= FEW:
        return Q(game__in=few)
    return Q(Exists(theirs.filter(game=OuterRef("game"))))


def _parse_choice(form: QueryDict, name: str, known: tuple[str, ...], own: bool) -> str:
    known = tuple(value for value in known if own or value != CANCELED)
    return form_fields.read_optional_choice(form, name, known, "") if form.getlist(name) not in ([], [""]) else ""


def _find_person(name: str) -> User | None:
    if not name:
        return None
    found = invitations.find_user(name)
    if found is None:
        raise Denied("history.nobody", name=short(name))
    return found


def _parse_date(text: str) -> date | None:
    if not text:
        return None
    try:
        if not DATE.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise Denied("history.date", value=short(text)) from None


def _find_midnight(day: date | None, zone: str) -> datetime | None:
    return datetime.combine(day, time(), counted_time.find_zone(zone)).astimezone(UTC) if day else None
