"""What clocks say at a table: until when, and what happens then."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.clocks import durations
from games.clocks.lines import ClockLine
from games.clocks.rules import GRACE_STAGES, PACES
from games.models import Game
from games.templatetags.times import away, iso, moment

register = template.Library()
Lines = Sequence[ClockLine]

ANSWERS = {  # of a small decision: for the reader, for another
    "pass": (_("then the clock passes for you"), _("then the clock passes for {name}")),
    "skip": (_("then the clock buys nothing for you"), _("then the clock buys nothing for {name}")),
    "token": (_("then the clock takes the bust token for you"), _("then the clock takes the bust token for {name}")),
    "hold": (_("then the clock holds for you"), _("then the clock holds for {name}")),
    "accept": (_("then the clock lets the swap happen for you"), _("then the clock lets the swap happen for {name}")),
}
LOSS = (_("then a bot takes your seat"), _("then a bot takes the seat"))
END = (_("then you have lost"), _("then {name} has lost"))


@register.simple_tag
def clock_then(line: ClockLine, game: Game, clocks: Lines) -> str:
    """What happens when the time is over that is shown."""
    if line.then == "grace":
        return gettext("then %(span)s of grace") % {"span": durations.format_hours(PACES[game.pace].grace)}
    staying = game.size - sum(other.is_standin for other in clocks)
    pair = ANSWERS.get(line.answer) if line.then == "default" else LOSS if staying > 2 else END
    if pair is None or not line.then:
        return ""
    return gettext(pair[0] if line.is_you else pair[1]).format(name=line.name)


@register.simple_tag
def clock_sentence(clocks: Lines, game: Game) -> SafeString:
    """The one sentence that matters: until when the decision has to be made, and what happens then."""
    line, gone = next((line for line in clocks if line.until is not None), None), _gone(own(clocks))
    if line is None:
        return gone
    facts = {"name": line.name, "moment": _until(line), "then": clock_then(line, game, clocks)}
    if not line.is_you:
        said = format_html(gettext("{name} has until {moment}; {then}."), **facts)
    elif _is_empty(line):
        said = format_html(gettext("Your bank is empty. You have until {moment}; {then}."), **facts)
    else:
        said = format_html(gettext("You have until {moment}; {then}."), **facts)
    return format_html("{}{}{}", gone, _vacation(line), said)


def _gone(line: ClockLine | None) -> SafeString:
    """Whose seat is lost reads that first, and how to have it back."""
    if line is None or not line.is_standin:
        return SafeString("")
    said = gettext("A bot plays on in your seat.")
    if not line.may_return:
        return format_html("{} ", said)
    return format_html('{} <a href="#clock-{}">{}</a> ', said, line.seat, gettext("You can take it back."))


def _vacation(line: ClockLine) -> SafeString:
    """Who is away now is not waited for in vain; gone when the vacation is over."""
    if line.away_until is None or line.away_from is not None:
        return SafeString("")
    form = gettext("You are on vacation until {moment}.") if line.is_you else gettext("{name} is away until {moment}.")
    said = format_html(form, name=line.name, moment=moment(line.away_until))
    return format_html('<span data-gone="{}">{} </span>', iso(line.away_until), said)


def _until(line: ClockLine) -> SafeString:
    return format_html("{}{}", moment(line.until), away(line.until)) if line.until else SafeString("")


def _is_empty(line: ClockLine) -> bool:
    return line.stage in GRACE_STAGES


@register.filter
def in_words(line: ClockLine) -> str:
    """What is left of the bank; when grace runs, that. Nothing where it runs out: until when, stands beside it."""
    if _is_empty(line):
        return gettext("grace")
    if line.until is not None and line.then != "default":
        return ""
    return durations.format_duration(line.bank) if line.bank is not None else ""


@register.filter
def gift(game: Game) -> str:
    """What an opponent can be given; empty where nothing can."""
    pace = PACES.get(game.pace)
    return durations.format_duration(pace.gift) if pace and pace.days else ""


@register.filter
def offered(clocks: Lines) -> int | None:
    """The seat in which a substitute would sit down."""
    return next((line.seat for line in clocks if line.substitute_wanted), None)


@register.filter
def own(clocks: Lines) -> ClockLine | None:
    """The reader's line."""
    return next((line for line in clocks if line.is_you), None)
