"""The log: one line for each event that is worth one, name first, numbers exact."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds import leavers
from games.kinds.presenter import People
from games.kinds.push.pages.headlines import with_minus
from games.kinds.push.pages.words import capitalize, card_html, cards_html, name_of, pay_html, the_wild_html
from games.rules.base import Plain, PlainEvent
from games.rules.push.cards import COINS, WILDS


class Teller(NamedTuple):
    """Who reads the line, and who is who."""

    people: People
    you: int | None

    def name(self, seat: int) -> str:
        """The name at the head of a sentence."""
        return name_of(self.people, seat)

    def say(self, seat: int, yours: str, theirs: str, **facts: Any) -> SafeString:
        """The sentence for the reader who did it, or for the others."""
        return format_html(yours if seat == self.you else theirs, name=self.name(seat), **facts)


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    """The line of the log for an event; None where the next line says it."""
    tell = TELLERS.get(event["name"])
    return tell(Teller(people, you), event["facts"]) if tell else None


def _drew(to: Teller, facts: Plain) -> SafeString:
    if facts["card"] in WILDS:
        card = the_wild_html(facts["card"])
        return to.say(
            facts["seat"],
            _("You drew {card}. Everyone can bid."),
            _("{name} drew {card}. Everyone can bid."),
            card=card,
        )
    return to.say(facts["seat"], _("You drew {card}."), _("{name} drew {card}."), card=card_html(facts["card"]))


def _bid(to: Teller, facts: Plain) -> SafeString:
    return to.say(
        facts["seat"], _("You bid <b>{amount}</b>."), _("{name} bid <b>{amount}</b>."), amount=facts["amount"]
    )


def _passed(to: Teller, facts: Plain) -> SafeString:
    if facts["forced"]:
        return to.say(facts["seat"], _("You couldn't bid higher."), _("{name} couldn't bid higher."))
    return to.say(facts["seat"], _("You passed."), _("{name} passed."))


def _won(to: Teller, facts: Plain) -> SafeString:
    return to.say(
        facts["seat"],
        _("<b>You won {card}</b> for {amount} ({pay})."),
        _("<b>{name} won {card}</b> for {amount} ({pay})."),
        card=the_wild_html(facts["card"]),
        amount=facts["amount"],
        pay=pay_html(facts["pay"]),
    )


def _unsold(to: Teller, facts: Plain) -> SafeString:
    return format_html(_("No one bid on {card}, so it was discarded."), card=the_wild_html(facts["card"]))


def _took(to: Teller, facts: Plain) -> SafeString:
    if facts["what"] == "currency" and not facts["cards"]:
        return to.say(facts["seat"], _("You took no coins."), _("{name} took no coins."))
    if facts["what"] == "currency":
        coins = sum(COINS[card] for card in facts["cards"])
        return to.say(
            facts["seat"],
            ngettext("You took <b>{coins}</b> coin.", "You took <b>{coins}</b> coins.", coins),
            ngettext("{name} took <b>{coins}</b> coin.", "{name} took <b>{coins}</b> coins.", coins),
            coins=coins,
        )
    if not facts["cards"]:
        return to.say(facts["seat"], _("You took no number cards."), _("{name} took no number cards."))
    return to.say(facts["seat"], _("You took {cards}."), _("{name} took {cards}."), cards=cards_html(facts["cards"]))


def _gained(to: Teller, facts: Plain) -> SafeString:
    """What each got; what is less than was shown was lost at ten coins."""
    value, coins = facts["value"], facts["coins"]
    gains = [
        format_html("{} <b>+{}</b>", _("you") if seat == to.you else to.name(seat), coin)
        for seat, coin in enumerate(coins)
        if coin
    ]
    if not gains:
        return SafeString(_("No one gained coins: ten is the limit."))  # our own words  # nosec
    line = format_html_join(", ", "{}", ((gain,) for gain in gains))
    if any(0 < coin < value for coin in coins):
        line = format_html(_("{gains} (ten is the limit)"), gains=line)
    return format_html("{}.", capital_html(line))


def capital_html(line: SafeString) -> SafeString:
    """The line with a capital letter where it begins with a word of ours."""
    return SafeString(capitalize(line)) if line.startswith(_("you")) else line  # our own words  # nosec


def _market(to: Teller, facts: Plain) -> SafeString:
    return format_html(_("To the market: {cards}."), cards=cards_html(facts["cards"]))


def _bust(to: Teller, facts: Plain) -> SafeString:
    total = with_minus(facts["total"])
    if facts["by"] == "currency":
        return to.say(
            facts["seat"],
            _("<b>You busted</b> with {total} in currency."),
            _("<b>{name} busted</b> with {total} in currency."),
            total=total,
        )
    return to.say(
        facts["seat"],
        _("<b>You busted</b> with a net total of {total}."),
        _("<b>{name} busted</b> with a net total of {total}."),
        total=total,
    )


def _token(to: Teller, facts: Plain) -> SafeString:
    return to.say(facts["seat"], _("You got a bust token."), _("{name} got a bust token."))


def _bought(to: Teller, facts: Plain) -> SafeString:
    return to.say(
        facts["seat"],
        _("You bought {card} for {pay}."),
        _("{name} bought {card} for {pay}."),
        card=card_html(facts["card"]),
        pay=pay_html(facts["pay"]),
    )


def _skipped(to: Teller, facts: Plain) -> SafeString:
    if facts["forced"]:
        return to.say(facts["seat"], _("You couldn't buy anything."), _("{name} couldn't buy anything."))
    return to.say(facts["seat"], _("You bought nothing."), _("{name} bought nothing."))


def _final(to: Teller, facts: Plain) -> SafeString:
    return SafeString(_("<b>The deck is empty.</b> Everyone can make one last purchase."))  # our own words  # nosec


def _over(to: Teller, facts: Plain) -> SafeString:
    return SafeString(_("<b>The game is over.</b>"))  # our own words  # nosec


def _left(to: Teller, facts: Plain) -> SafeString:
    return leavers.log_line(to.people, facts["seat"], to.you)


TELLERS: dict[str, Callable[[Teller, Plain], SafeString]] = {
    "drew": _drew,
    "bid": _bid,
    "passed": _passed,
    "won": _won,
    "unsold": _unsold,
    "took": _took,
    "gained": _gained,
    "market": _market,
    "bust": _bust,
    "token": _token,
    "bought": _bought,
    "skipped": _skipped,
    "final": _final,
    "over": _over,
    "left": _left,
}  # not `turn`: the card that is drawn says it
