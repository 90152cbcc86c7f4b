"""One sentence that says what the reader should do, or what is going on."""

from django.utils.translation import gettext as _

from games.kinds.figures import with_minus
from games.kinds.presenter import Headline, People
from games.kinds.push.pages.result_sentence import result_headline
from games.kinds.push.pages.words import name_of, the_wild
from games.rules.push.choices import Choices
from games.rules.push.payment import BUST
from games.rules.push.state import LIMIT
from games.rules.push.view import View


def headline(view: View, choices: Choices, people: People) -> Headline:
    if not view["waiting"]:
        return result_headline(view, people)
    who = view["waiting"][0]
    return _ask(view, choices, people) if who == view["seat"] else _wait(view, people, name_of(people, who))


def task(view: View, people: People) -> str:
    return headline(view, {}, people).text


def _ask(view: View, choices: Choices, people: People) -> Headline:
    """Say what the reader has to decide."""
    match view["phase"]:
        case "draw" if view["deck"]:
            return Headline(_("Draw again, or stop?"), _goal(view))
        case "draw":
            return Headline(_("Take the numbers or the coins?"), _("The last card has been drawn."))
        case "auction":
            text = _("Bid on %(card)s, or pass.") % {"card": the_wild(view["auction"]["card"])}
            if not choices:
                return Headline(text, _leading(view, people))
            most = _("You can pay up to %(most)s.") % choices["bid"]
            return Headline(text, f"{_to_beat(view, people, choices['bid']['least'])} {most}")
        case "buy":
            return Headline(_("Buy a card, or skip."), _pay_up_to(choices))
        case "bust":
            detail = f"{_why_bust(view)} {_pay_up_to(choices)}".strip()
            return Headline(_("Bust! Buy a card, or take a bust token."), detail)
    return Headline(_("Last purchase: buy a card, or skip."), _pay_up_to(choices))


def _goal(view: View) -> str:
    """Say what it is all about, until the reader has a card."""
    if view["seats"][view["seat"]]["cards"]:
        return ""
    return _("Goal: long runs from 1 to 9 in the four colors. Most points win.")


def _wait(view: View, people: People, name: str) -> Headline:
    """Say what another player is deciding."""
    match view["phase"]:
        case "draw":
            shown = {"net": with_minus(view["tableau"]["net"]), "coins": view["tableau"]["coins"]}
            text = _("%(name)s is choosing between the numbers and the coins.")
            if view["deck"]:
                text = _("%(name)s is deciding whether to draw again.")
            return Headline(text % {"name": name}, _("Net total %(net)s, currency %(coins)s.") % shown)
        case "auction":
            said = {"name": name, "card": the_wild(view["auction"]["card"])}
            return Headline(_("%(name)s can bid on %(card)s.") % said, _leading(view, people))
        case "buy":
            return Headline(_("%(name)s can buy a card from the market.") % {"name": name})
        case "bust":
            text = _("%(name)s busted and can buy a card or take a bust token.") % {"name": name}
            return Headline(text, _why_bust(view))
    return Headline(_("%(name)s can make a last purchase.") % {"name": name}, _("The deck is empty."))


def _to_beat(view: View, people: People, least: int) -> str:
    highest = view["auction"]["highest"]
    if highest:
        name = name_of(people, highest["seat"])
        return _("%(least)s or more beats %(name)s.") % {"least": least, "name": name}
    return _("Bids start at %(least)s.") % {"least": least} if least > 1 else _("No bids yet.")


def _leading(view: View, people: People) -> str:
    highest = view["auction"]["highest"]
    if highest is None:
        return _("No bids yet.")
    if highest["seat"] == view["seat"]:
        return _("You lead with %(amount)s.") % highest
    name = name_of(people, highest["seat"])
    return _("%(name)s leads with %(amount)s.") % {"name": name, "amount": highest["amount"]}


def _why_bust(view: View) -> str:
    if view["tableau"]["coins"] > LIMIT:
        return _("Too much currency: the numbers went to the market.")
    return _("Net total over ten: the numbers went to the market.")


def _pay_up_to(choices: Choices) -> str:
    if "buy" not in choices:
        return ""
    means = choices["buy"]["means"]
    most = means["coins"] + BUST * means["busts"] + len(means["cards"])
    return _("You can pay up to %(most)s.") % {"most": most} if most else ""
