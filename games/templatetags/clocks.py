"""Clocks at a table in words: the deadline, and what happens after it."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.clocks import durations
from games.clocks.lines import ClockLine
from games.clocks.rules import GRACE_STAGES, PACES
from games.templatetags.times import iso, moment, relative_time

register = template.Library()
Lines = Sequence[ClockLine]

ANSWERS = {  # to a small decision: for the reader, for another player
    "pass": (_("After that, you pass."), _("After that, {name} passes.")),
    "skip": (_("After that, you buy nothing."), _("After that, {name} buys nothing.")),
    "token": (_("After that, you take the bust token."), _("After that, {name} takes the bust token.")),
    "hold": (_("After that, you keep your card."), _("After that, {name} keeps their card.")),
    "accept": (_("After that, you accept the swap."), _("After that, {name} accepts the swap.")),
}
LOSS = (_("After that, a bot takes your seat."), _("After that, a bot takes over for {name}."))
END = (_("After that, you lose the game."), _("After that, {name} loses the game."))


@register.simple_tag
def clock_consequence(line: ClockLine, pace: str, staying: int) -> str:
    """Say what happens after the displayed deadline. `staying`: how many players haven't left."""
    if line.then == "grace":
        return gettext("After that, there's a grace period of %(span)s.") % {"span": _grace_text(pace)}
    pair = ANSWERS.get(line.answer) if line.then == "default" else LOSS if staying > 2 else END
    if pair is None or not line.then:
        return ""
    return gettext(pair[0] if line.is_you else pair[1]).format(name=line.name)


@register.simple_tag
def clock_sentence(clocks: Lines, pace: str, staying: int) -> SafeString:
    """Say by when the decision has to be made, and what happens after that."""
    line, gone = next((line for line in clocks if line.until is not None), None), _standin_notice(_own_clock(clocks))
    if line is None:
        return gone
    sentence = format_html(_deadline_form(line), name=line.name, moment=_deadline_text(line), grace=_grace_text(pace))
    then = clock_consequence(line, pace, staying) if line.then != "grace" else ""
    return format_html("{}{}{}{}", gone, _vacation_notice(line), sentence, f" {then}" if then else "")


def _deadline_form(line: ClockLine) -> str:
    """Return the form of the sentence that says how long the player has."""
    if line.then == "grace":
        if line.is_you:
            return gettext("Move by {moment}, plus {grace} of grace.")
        return gettext("{name} has until {moment}, plus {grace} of grace.")
    if not line.is_you:
        return gettext("{name} has until {moment}.")
    if line.stage in GRACE_STAGES:
        return gettext("Your time bank is empty. Move by {moment}.")
    return gettext("Move by {moment}.")


def _grace_text(pace: str) -> str:
    return durations.format_hours(PACES[pace].grace) if pace in PACES else ""


def _standin_notice(line: ClockLine | None) -> SafeString:
    """Tell players who lost their seat, and how to take it back."""
    if line is None or not line.is_standin:
        return SafeString("")
    sentence = gettext("A bot is playing in your seat.")
    if not line.may_return:
        return format_html("{} ", sentence)
    return format_html('{} <a href="#clock-{}">{}</a> ', sentence, line.seat, gettext("Take your seat back"))


def _vacation_notice(line: ClockLine) -> SafeString:
    """Say that the player is on vacation; a script removes it when the vacation is over."""
    if line.away_until is None or line.away_from is not None:
        return SafeString("")
    yours, theirs = gettext("You're on vacation until {moment}."), gettext("{name} is on vacation until {moment}.")
    form = yours if line.is_you else theirs
    sentence = format_html(form, name=line.name, moment=moment(line.away_until))
    return format_html('<span data-gone="{}">{} </span>', iso(line.away_until), sentence)


def _deadline_text(line: ClockLine) -> SafeString:
    return format_html("{}{}", moment(line.until), relative_time(line.until)) if line.until else SafeString("")


@register.filter
def time_bank_text(line: ClockLine) -> str:
    """Say how much is left of the time bank, or that grace is running.

    Empty while the bank runs out, because the deadline is next to it.
    """
    if line.stage in GRACE_STAGES:
        return gettext("grace period")
    if line.until is not None and line.then != "default":
        return ""
    return durations.format_duration(line.bank) if line.bank is not None else ""


@register.filter
def gift_amount(pace_name: str) -> str:
    """How much time players can give an opponent; empty if they can't."""
    pace = PACES.get(pace_name)
    return durations.format_duration(pace.gift) if pace and pace.days else ""


def _own_clock(clocks: Lines) -> ClockLine | None:
    return next((line for line in clocks if line.is_you), None)
