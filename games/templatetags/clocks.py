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
    "pass": (_("After that, you pass."), _("After that, {name} passes.")),
    "skip": (_("After that, you buy nothing."), _("After that, {name} buys nothing.")),
    "token": (_("After that, you take the bust token."), _("After that, {name} takes the bust token.")),
    "hold": (_("After that, you keep your card."), _("After that, {name} keeps their card.")),
    "accept": (_("After that, you accept the swap."), _("After that, {name} accepts the swap.")),
}
LOSS = (_("After that, a bot takes your seat."), _("After that, a bot takes over for {name}."))
END = (_("After that, you lose the game."), _("After that, {name} loses the game."))


@register.simple_tag
def clock_then(line: ClockLine, game: Game, clocks: Lines) -> str:
    """What happens when the time is over that is shown."""
    if line.then == "grace":
        return gettext("After that, there's a grace period of %(span)s.") % {"span": _grace(game)}
    staying = game.seat_count - sum(other.is_standin for other in clocks)
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
    said = format_html(_until_when(line), name=line.name, moment=_until(line), grace=_grace(game))
    then = clock_then(line, game, clocks) if line.then != "grace" else ""
    return format_html("{}{}{}{}", gone, _vacation(line), said, f" {then}" if then else "")


def _until_when(line: ClockLine) -> str:
    """Return the form of the sentence that says how long the player has."""
    if line.then == "grace":
        if line.is_you:
            return gettext("Move by {moment}, plus {grace} of grace.")
        return gettext("{name} has until {moment}, plus {grace} of grace.")
    if not line.is_you:
        return gettext("{name} has until {moment}.")
    return gettext("Your time bank is empty. Move by {moment}.") if _is_empty(line) else gettext("Move by {moment}.")


def _grace(game: Game) -> str:
    """Return the length of the grace period, in hours."""
    return durations.format_hours(PACES[game.pace].grace) if game.pace in PACES else ""


def _gone(line: ClockLine | None) -> SafeString:
    """Whose seat is lost reads that first, and how to have it back."""
    if line is None or not line.is_standin:
        return SafeString("")
    said = gettext("A bot is playing in your seat.")
    if not line.may_return:
        return format_html("{} ", said)
    return format_html('{} <a href="#clock-{}">{}</a> ', said, line.seat, gettext("Take your seat back"))


def _vacation(line: ClockLine) -> SafeString:
    """Who is away now is not waited for in vain; gone when the vacation is over."""
    if line.away_until is None or line.away_from is not None:
        return SafeString("")
    yours, theirs = gettext("You're on vacation until {moment}."), gettext("{name} is on vacation until {moment}.")
    form = yours if line.is_you else theirs
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
        return gettext("grace period")
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
