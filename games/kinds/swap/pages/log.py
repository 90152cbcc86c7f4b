"""The lines of the log. Who may read an event is decided elsewhere."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds import leavers
from games.kinds.presenter import People
from games.kinds.swap.pages.words import ONE, names_of, with_figure, you_or_name
from games.rules.base import PlainEvent
from games.rules.swap.cards import BUNNY, CARDS, SKUNK, VALUE

BLOCK_EFFECTS = {
    BUNNY: _("The swap moves on to the next player"),
    SKUNK: _("The offered card goes back"),
}

Facts = Mapping[str, Any]
Words = Promise | str
Line = Callable[[Facts, People, int | None], SafeString | None]


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    what, facts = event["name"], event["facts"]
    if what == "token" and not facts["tokens"]:
        return None  # another line says who is out
    words = LINES.get("drew and set aside" if what == "drew" and facts["set_aside"] else what)
    line = words and words(facts, people, you)
    if not line or what == "left":  # that line is shared by all kinds and already ends with a period
        return line
    return format_html("{}.", line)


def format_line(words: Words, **parts: Any) -> SafeString:
    """Format a line, with all its parts escaped."""
    return format_html(str(words), **parts) if parts else escape(words)


def _line(to_you: Words, to_all: Words, who: str = "seat") -> Line:
    """Return a line about the player in that fact: one form for that player, another for the others."""

    def line(facts: Facts, people: People, you: int | None) -> SafeString:
        parts = {key: with_figure(fact) if key == "set_aside" and fact else fact for key, fact in facts.items()}
        return format_line(to_you if facts[who] == you else to_all, **parts, name=people[facts[who]].name)

    return line


def _pair(by_you: Words, to_you: Words, to_all: Words) -> Line:
    """Return a line about two players."""

    def line(facts: Facts, people: People, you: int | None) -> SafeString:
        words = by_you if facts["seat"] == you else to_you if facts["whom"] == you else to_all
        return format_line(words, name=people[facts["seat"]].name, other=people[facts["whom"]].name)

    return line


def _shuffled(facts: Facts, people: People, you: int | None) -> SafeString | None:
    """Return no line if all cards are shuffled for every hand."""
    if facts["cards"] == len(CARDS):
        return None
    words = ngettext(
        "The {cards} card set aside was shuffled into a new deck",
        "The {cards} cards set aside were shuffled into a new deck",
        facts["cards"],
    )
    return format_line(words, cards=facts["cards"])


def _card(facts: Facts, people: People, you: int | None) -> SafeString | None:
    if facts["seat"] != you:
        return None
    return format_line(_("You have the <b>{card}</b>"), card=with_figure(facts["card"]))


def _traded(facts: Facts, people: People, you: int | None) -> SafeString | None:
    """Return a line for these two players only."""
    gave, got = facts["gave"], facts["got"]
    if you not in (facts["seat"], facts["whom"]):
        return None
    if you == facts["whom"]:
        gave, got = got, gave
    words = _("You gave the {gave} and got the <b>{got}</b>")
    return format_line(words, gave=with_figure(gave), got=with_figure(got))


def _blocked(facts: Facts, people: People, you: int | None) -> SafeString:
    card, swapper = facts["card"], facts["swapper"]
    names = {"name": people[facts["seat"]].name, "swapper": people[swapper].name, "card": with_figure(card)}
    if facts["seat"] == you:
        blocked = format_line(_("<b>You blocked {swapper}</b> with the {card}"), **names)
    elif swapper == you:
        blocked = format_line(_("<b>{name} blocked you</b> with the {card}"), **names)
    else:
        blocked = format_line(_("<b>{name} blocked {swapper}</b> with the {card}"), **names)
    effect = BLOCK_EFFECTS.get(card)
    return format_html("{}. {}", blocked, effect) if effect else blocked


def _undone(facts: Facts, people: People, you: int | None) -> SafeString:
    """Show the way back as a row of arrows."""
    steps = format_html_join(
        SafeString(' <span class="swap-step" aria-hidden="true">→</span><span class="visually-hidden">, </span> '),
        "{}",
        ((you_or_name(people, seat, you),) for seat in facts["seats"]),
    )
    return format_line(_("The card went back: {steps}"), steps=steps)


def _shown(facts: Facts, people: People, you: int | None) -> SafeString:
    cards = facts["cards"]
    least = min(VALUE[card] for _seat, card in cards)
    low = [f"{you_or_name(people, seat, you)}, {ONE[card]}" for seat, card in cards if VALUE[card] == least]
    return format_line(_("All cards were shown. Lowest: <b>{low}</b>"), low="; ".join(low))


def _spared(facts: Facts, people: People, you: int | None) -> SafeString:
    if facts["why"] == "everybody":
        return format_line(_("Everyone still in would be out, so no one loses a token"))
    if facts["seats"] == [you]:
        return format_line(_("Two or more Wildcats: you lose nothing"))
    names = names_of(people, facts["seats"], you)
    return format_line(_("Two or more Wildcats: {names} lose nothing"), names=names)


def _left(facts: Facts, people: People, you: int | None) -> SafeString:
    return leavers.log_line(people, facts["seat"], you)


LINES: Mapping[str, Line] = {
    "shuffled": _shuffled,
    "hand": _line(_("<b>Hand {hand}</b>, dealt by you"), _("<b>Hand {hand}</b>, dealt by {name}"), "dealer"),
    "card": _card,
    "held": _line(_("You kept your card"), _("{name} kept their card")),
    "asked": _pair(_("You asked {other} to swap"), _("{name} asked you to swap"), _("{name} asked {other} to swap")),
    "swapped": _pair(_("You swapped with {other}"), _("{name} swapped with you"), _("{name} swapped with {other}")),
    "traded": _traded,
    "blocked": _blocked,
    "nobody": _line(
        _("No one was left to ask, so you keep your card"), _("No one was left to ask, so {name} keeps their card")
    ),
    "undone": _undone,
    "drew": _line(_("You swapped with the deck"), _("{name} swapped with the deck")),
    "drew and set aside": _line(
        _("You swapped with the deck and set aside the {set_aside}"),
        _("{name} swapped with the deck and set aside the {set_aside}"),
    ),
    "shown": _shown,
    "spared": _spared,
    "token": _line(_("You lost a token, <b>{tokens} left</b>"), _("{name} lost a token, <b>{tokens} left</b>")),
    "out": _line(_("<b>You lost your last token</b> and are out"), _("<b>{name} lost their last token</b> and is out")),
    "back": _line(_("<b>You're back</b> with one token"), _("<b>{name} is back</b> with one token")),
    "won": _line(_("<b>You won</b>"), _("<b>{name} won</b>")),
    "left": _left,
}
