"""The log: one line for each event that is worth one."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds import leavers
from games.kinds.figures import with_minus
from games.kinds.presenter import People
from games.kinds.push.pages.words import capitalize, cards_html, name_of, pay_html, the_wild_html
from games.rules.base import Plain, PlainEvent
from games.rules.push.cards import COINS, WILDS

LINES: dict[str, tuple[Promise, Promise]] = {  # for the player who did it, and for everyone else
    "drew": (_("You drew {card}."), _("{name} drew {card}.")),
    "drew wild": (_("You drew {card}. Everyone can bid."), _("{name} drew {card}. Everyone can bid.")),
    "bid": (_("You bid <b>{amount}</b>."), _("{name} bid <b>{amount}</b>.")),
    "passed": (_("You passed."), _("{name} passed.")),
    "passed forced": (_("You couldn't bid higher."), _("{name} couldn't bid higher.")),
    "won": (
        _("<b>You won {card}</b> for {amount} ({pay})."),
        _("<b>{name} won {card}</b> for {amount} ({pay})."),
    ),
    "took numbers": (_("You took {cards}."), _("{name} took {cards}.")),
    "took no numbers": (_("You took no number cards."), _("{name} took no number cards.")),
    "took no currency": (_("You took no coins."), _("{name} took no coins.")),
    "bust numbers": (
        _("<b>You busted</b> with a net total of {total}."),
        _("<b>{name} busted</b> with a net total of {total}."),
    ),
    "bust currency": (
        _("<b>You busted</b> with {total} in currency."),
        _("<b>{name} busted</b> with {total} in currency."),
    ),
    "token": (_("You got a bust token."), _("{name} got a bust token.")),
    "bought": (_("You bought {card} for {pay}."), _("{name} bought {card} for {pay}.")),
    "skipped": (_("You bought nothing."), _("{name} bought nothing.")),
    "skipped forced": (_("You couldn't buy anything."), _("{name} couldn't buy anything.")),
}
LINES_FOR_ALL = {
    "unsold": _("No one bid on {card}, so it was discarded."),
    "market": _("To the market: {cards}."),
    "final": _("<b>The deck is empty.</b> Everyone can make one last purchase."),
    "over": _("<b>The game is over.</b>"),
}
FORMATS: dict[str, Callable[[Any], str]] = {
    "card": the_wild_html,
    "cards": cards_html,
    "pay": pay_html,
    "total": with_minus,
}


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    """Return the line of an event; None for `turn`, because the card drawn next says whose turn it is."""
    name, facts = event["name"], event["facts"]
    if name == "turn":
        return None
    if name == "left":
        return leavers.log_line(people, facts["seat"], you)
    if name == "gained":
        return _gained(facts, people, you)
    parts = {key: FORMATS[key](fact) if key in FORMATS else fact for key, fact in facts.items()}
    if name in LINES_FOR_ALL:
        words = str(LINES_FOR_ALL[name])
        return format_html(words, **parts) if parts else SafeString(words)  # our own words  # nosec
    line = _choose_line(name, facts)
    if line == "took currency":
        return _took_coins(facts, people, you)
    yours, theirs = LINES[line]
    return format_html(str(yours if facts["seat"] == you else theirs), name=name_of(people, facts["seat"]), **parts)


def _choose_line(name: str, facts: Plain) -> str:
    match name:
        case "drew" if facts["card"] in WILDS:
            return "drew wild"
        case "passed" | "skipped" if facts["forced"]:
            return f"{name} forced"
        case "took":
            return f"took {facts['what']}" if facts["cards"] else f"took no {facts['what']}"
        case "bust":
            return f"bust {facts['by']}"
    return name


def _took_coins(facts: Plain, people: People, you: int | None) -> SafeString:
    coins = sum(COINS[card] for card in facts["cards"])
    yours = ngettext("You took <b>{coins}</b> coin.", "You took <b>{coins}</b> coins.", coins)
    theirs = ngettext("{name} took <b>{coins}</b> coin.", "{name} took <b>{coins}</b> coins.", coins)
    return format_html(yours if facts["seat"] == you else theirs, name=name_of(people, facts["seat"]), coins=coins)


def _gained(facts: Plain, people: People, you: int | None) -> SafeString:
    """Say who gained how much. Coins over the limit of ten are lost."""
    value, coins = facts["value"], facts["coins"]
    gains = [
        (gettext("you") if seat == you else name_of(people, seat), coin) for seat, coin in enumerate(coins) if coin
    ]
    if not gains:
        return SafeString(gettext("No one gained coins: ten is the limit."))  # our own words  # nosec
    line = format_html_join(", ", "{} <b>+{}</b>", gains)
    if any(0 < coin < value for coin in coins):
        line = format_html(gettext("{gains} (ten is the limit)"), gains=line)
    if line.startswith(gettext("you")):  # a word of ours, not a name
        line = SafeString(capitalize(line))  # nosec
    return format_html("{}.", line)
