"""One sentence that says what the reader should do, or what is going on."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.kinds.figures import with_minus
from games.kinds.presenter import Headline, People
from games.kinds.push.pages.result_sentence import result_headline
from games.kinds.push.pages.words import name_of, the_wild
from games.rules.push.choices import Choices
from games.rules.push.payment import BUST
from games.rules.push.state import LIMIT
from games.rules.push.view import HighestBid, View


class Scene(NamedTuple):
    """A view, the choices in it, the players, and who has to decide."""

    view: View
    choices: Choices
    people: People
    mine: bool  # the reader has to decide
    name: str


def headline(view: View, choices: Choices, people: People) -> Headline:
    if not view["waiting"]:
        return result_headline(view, people)
    who = view["waiting"][0]
    return BY_PHASE[view["phase"]](Scene(view, choices, people, who == view["seat"], name_of(people, who)))


def task(view: View, people: People) -> str:
    return headline(view, {}, people).text


def _draw_headline(scene: Scene) -> Headline:
    tableau = scene.view["tableau"]
    totals = _("Net total %(net)s, currency %(coins)s.") % {
        "net": with_minus(tableau["net"]),
        "coins": tableau["coins"],
    }
    if scene.view["deck"]:
        if scene.mine:
            return Headline(_("Draw again, or stop?"))
        return Headline(_("%(name)s is deciding whether to draw again.") % {"name": scene.name}, totals)
    if scene.mine:
        return Headline(_("Take the numbers or the coins?"), _("The last card has been drawn."))
    return Headline(_("%(name)s is choosing between the numbers and the coins.") % {"name": scene.name}, totals)


def _bid_headline(scene: Scene) -> Headline:
    auction = scene.view["auction"]
    card = the_wild(auction["card"])
    if not scene.mine:
        text = _("%(name)s can bid on %(card)s.") % {"name": scene.name, "card": card}
        return Headline(text, _leading(scene, auction["highest"]))
    text = _("Bid on %(card)s, or pass.") % {"card": card}
    if not scene.choices:
        return Headline(text, _leading(scene, auction["highest"]))
    offer = scene.choices["bid"]
    return Headline(text, " ".join((_to_beat(scene, offer["least"]), _("You can pay up to %(most)s.") % offer)))


def _to_beat(scene: Scene, least: int) -> str:
    highest = scene.view["auction"]["highest"]
    if highest:
        name = name_of(scene.people, highest["seat"])
        return _("%(least)s or more beats %(name)s.") % {"least": least, "name": name}
    if least > 1:
        return _("Bids start at %(least)s.") % {"least": least}
    return _("No bids yet.")


def _leading(scene: Scene, highest: HighestBid | None) -> str:
    if highest is None:
        return _("No bids yet.")
    if highest["seat"] == scene.view["seat"]:
        return _("You lead with %(amount)s.") % highest
    return _("%(name)s leads with %(amount)s.") % {
        "name": name_of(scene.people, highest["seat"]),
        "amount": highest["amount"],
    }


def _buy_headline(scene: Scene) -> Headline:
    if scene.mine:
        return Headline(_("Buy a card, or skip."), _pay_up_to(scene))
    return Headline(_("%(name)s can buy a card from the market.") % {"name": scene.name})


def _bust_headline(scene: Scene) -> Headline:
    if scene.view["tableau"]["coins"] > LIMIT:
        went = _("Too much currency: the numbers went to the market.")
    else:
        went = _("Net total over ten: the numbers went to the market.")
    if scene.mine:
        return Headline(_("Bust! Buy a card, or take a bust token."), f"{went} {_pay_up_to(scene)}".strip())
    return Headline(_("%(name)s busted and can buy a card or take a bust token.") % {"name": scene.name}, went)


def _final_headline(scene: Scene) -> Headline:
    if scene.mine:
        return Headline(_("Last purchase: buy a card, or skip."), _pay_up_to(scene))
    return Headline(_("%(name)s can make a last purchase.") % {"name": scene.name}, _("The deck is empty."))


def _pay_up_to(scene: Scene) -> str:
    if "buy" not in scene.choices:
        return ""
    means = scene.choices["buy"]["means"]
    most = means["coins"] + BUST * means["busts"] + len(means["cards"])
    return _("You can pay up to %(most)s.") % {"most": most} if most else ""


BY_PHASE: dict[str, Callable[[Scene], Headline]] = {
    "draw": _draw_headline,
    "auction": _bid_headline,
    "buy": _buy_headline,
    "bust": _bust_headline,
    "final": _final_headline,
}
