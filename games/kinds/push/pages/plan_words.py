"""Plans in sentences, and what they did."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.kinds.lists import join_with_and, join_with_or
from games.kinds.push.pages.words import card_words, the_wild
from games.rules.base import Plain, PlainEvent
from games.rules.push.view import View

ANY_WILD = {
    "b#": gettext_lazy("any blue wild"),
    "g#": gettext_lazy("any green wild"),
    "o#": gettext_lazy("any orange wild"),
    "p#": gettext_lazy("any pink wild"),
}
NEXT_WILD = {
    "b#": gettext_lazy("the next blue wild"),
    "g#": gettext_lazy("the next green wild"),
    "o#": gettext_lazy("the next orange wild"),
    "p#": gettext_lazy("the next pink wild"),
}
OF_CARDS = {
    "loose": gettext_lazy("cards outside your runs"),
    "any": gettext_lazy("any cards"),
}


def describe(plan: Plain, what: str = "", is_over: bool = False) -> str:
    """Describe the plan; `what` is the wild it is or was about."""
    return SENTENCES[plan["for"]](plan, what, is_over)


def describe_move(move: Plain, what: str = "") -> str:
    match move["do"]:
        case "bid" if what:
            return _("bid %(amount)s on %(wild)s") % {"amount": move["amount"], "wild": the_wild(what)}
        case "bid":
            return _("bid %(amount)s") % {"amount": move["amount"]}
        case "pass":
            return _("passed on %(wild)s") % {"wild": the_wild(what)} if what else _("passed")
        case "take":
            return _("took the numbers") if move["what"] == "numbers" else _("took the coins")
        case "buy":
            return _("bought %(card)s") % {"card": card_words(move["card"])}
        case "token":
            return _("took a bust token")
        case "skip":
            return _("bought nothing")
    return _("drew a card")


def is_about_now(plan: Plain) -> bool:
    """Whether it is about the wild that was for sale when it was made."""
    return plan.get("which") == "now"


def describe_subject(events: Sequence[PlainEvent], view: View) -> str:
    """Return the first wild that was sold or discarded, or else the one for sale."""
    sold = next((str(event["facts"]["card"]) for event in events if event["name"] in ("won", "unsold")), "")
    return sold or (str(view["auction"]["card"]) if view["auction"] else "")


def _auction(plan: Plain, what: str, is_over: bool) -> str:
    names = {"wild": _which(plan, what, is_over), "bid": _bid(plan), "pay": describe_payment(plan["pay"])}
    if plan["most"] == 0:
        return _("Pass on %(wild)s.") % names
    if plan["lengthens"]:
        return _("Bid on %(wild)s if it makes one of your runs longer: %(bid)s, %(pay)s. Otherwise pass.") % names
    return _("Bid on %(wild)s: %(bid)s, %(pay)s. Otherwise pass.") % names


def _which(plan: Plain, what: str, is_over: bool) -> str:
    """Name the wilds the plan bids on."""
    which, once = plan["which"], plan["once"]
    if which == "now" and what:
        text = _("%(wild)s that was up for auction") if is_over else _("%(wild)s up for auction now")
        return text % {"wild": the_wild(what)}
    if which == "now":
        return _("the wild that was up for auction") if is_over else _("the wild up for auction now")
    if which == "any":
        return _("the next wild") if once else _("any wild")
    if which == "numbered":
        return _("the next numbered wild") if once else _("any numbered wild")
    if which in ANY_WILD:
        return str(NEXT_WILD[which] if once else ANY_WILD[which])
    return the_wild(which)


def _bid(plan: Plain) -> str:
    if plan["bid"] == "up-to":
        return _("%(most)s right away") % plan
    return _("one more than the highest bid, up to %(most)s") % plan


def describe_payment(pay: Plain) -> str:
    parts = [
        *([_("coins")] if pay["coins"] else []),
        *([_("bust tokens")] if pay["busts"] else []),
        *([str(OF_CARDS[pay["cards"]])] if pay["cards"] in OF_CARDS else []),
    ]
    words = _("paying with %(what)s only") if len(parts) == 1 else _("paying with %(what)s")
    return words % {"what": join_with_and(parts)}


def _turn(plan: Plain, what: str, is_over: bool) -> str:
    stops = [
        *([_("the net total is %(net)s or more") % plan] if plan["net"] is not None else []),
        *([_("the risk of busting is above %(risk)s%%") % plan] if plan["risk"] is not None else []),
        *([_("the tableau shows %(coins)s or more in currency") % plan] if plan["coins"] is not None else []),
    ]
    names = {"until": join_with_or(stops), "then": _then(plan)}
    if plan["once"]:
        return _("On your next turn: draw until %(until)s, then %(then)s.") % names
    return _("On each of your turns: draw until %(until)s, then %(then)s.") % names


def _then(plan: Plain) -> str:
    """Say what is taken, and what is bought after it."""
    if plan["take"] == "currency":
        return _("take the coins")
    if plan["buy"] == "ask":
        return _("take the numbers and let you choose what to buy")
    if plan["buy"] == "skip":
        return _("take the numbers and buy nothing")
    return _("take the numbers and buy %(wish)s") % {"wish": _wish(plan["buy"])}


def _wish(wish: Plain) -> str:
    """Say what is bought, and how it is paid for."""
    wanted = [card_words(card) for card in wish["cards"]]
    if wish["lengthens"] is not None:
        wanted.append(_("a card for up to %(price)s that makes a run longer") % {"price": wish["lengthens"]})
    cards = pgettext("between cards in order of preference", ", or else ").join(wanted)
    return _("%(cards)s, %(pay)s") % {"cards": cards, "pay": describe_payment(wish["pay"])}


def _bust(plan: Plain, what: str, is_over: bool) -> str:
    when = _("The next time you bust") if plan["once"] else _("Whenever you bust")
    if plan["buy"] == "skip":
        return _("%(when)s: take the bust token.") % {"when": when}
    return _("%(when)s: buy %(wish)s, or else take the bust token.") % {"when": when, "wish": _wish(plan["buy"])}


def _final(plan: Plain, what: str, is_over: bool) -> str:
    if plan["buy"] == "skip":
        return _("For your last purchase: buy nothing.")
    return _("For your last purchase: buy %(wish)s.") % {"wish": _wish(plan["buy"])}


SENTENCES = {"auction": _auction, "turn": _turn, "bust": _bust, "final": _final}
