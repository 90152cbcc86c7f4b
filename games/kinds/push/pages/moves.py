"""Every legal move ready to send, and the move that a form's own fields say."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.kinds.push.payment import choose_payment, means_of
from games.rules.base import IllegalMove, Plain, short
from games.rules.push.cards import FACE
from games.rules.push.choices import BidChoice, BuyChoice, Choices
from games.rules.push.moves import PayFacts
from games.rules.push.view import View

PLAIN = ("draw", "skip", "pass", "token", "resign")  # moves that are only a word
LONGEST = 40  # more cards are in nobody's hand
MOST = 1_000  # no number in a form of this game is larger


def legal(view: View, choices: Choices) -> list[Plain]:
    """Every legal move but resigning, with one sensible payment for each bid and each purchase."""
    moves: list[Plain] = []
    for do in choices:
        if do == "take":
            moves += [{"do": do, "what": what} for what in choices["take"]["what"]]
        elif do == "bid":
            bid = choices["bid"]
            amounts = range(bid["least"], bid["most"] + 1)
            moves += [{"do": do, "amount": amount, "pay": sensible_bid(view, bid, amount)} for amount in amounts]
        elif do == "buy":
            buy = choices["buy"]
            moves += [{"do": do, "card": card, "pay": sensible_buy(view, buy, card)} for card in buy["cards"]]
        elif do != "resign":
            moves.append({"do": do})
    return moves


def sensible_bid(view: View, offer: BidChoice, amount: int) -> PayFacts:
    """With what a bid of that amount is best paid."""
    return choose_payment(amount, means_of(view, offer), view["auction"]["card"])


def sensible_buy(view: View, offer: BuyChoice, card: str) -> PayFacts:
    """With what that card of the market is best paid."""
    return choose_payment(offer["cards"][card], means_of(view, offer), card)


def read(form: QueryDict, view: View, choices: Choices) -> Mapping[str, Any]:
    """The plain move that a form says; where it does not name its own payment, with the sensible one."""
    do = _one(form, "do", "do")
    if not do and "what" in form:  # the button named the reward
        do = "take"
    if do in PLAIN:
        return {"do": do}
    if do == "take":
        return {"do": do, "what": _one(form, do, "what")}
    if do == "bid":
        amount = _whole(_one(form, do, "amount"), do, "amount")
        return {"do": do, "amount": amount, "pay": _bid_pay(form, view, choices, amount)}
    if do == "buy":
        card = _one(form, do, "card")
        if not card:
            raise IllegalMove("move.misfit", do=do, what="card: is missing")
        return {"do": do, "card": card, "pay": _buy_pay(form, view, choices, card)}
    raise IllegalMove("move.unknown", do=short(do), known=", ".join((*PLAIN, "take", "bid", "buy")))


def _bid_pay(form: QueryDict, view: View, choices: Choices, amount: int) -> PayFacts | Plain:
    """The payment of a bid; where no bid is possible, none, and the rules say why."""
    offer = choices.get("bid")
    if offer and not _is_mine(form) and offer["least"] <= amount <= offer["most"]:
        return sensible_bid(view, offer, amount)
    return _put_down(form, "bid")


def _buy_pay(form: QueryDict, view: View, choices: Choices, card: str) -> PayFacts | Plain:
    offer = choices.get("buy")
    if offer and not _is_mine(form) and card in offer["cards"]:
        return sensible_buy(view, offer, card)
    return _put_down(form, "buy")


def _is_mine(form: QueryDict) -> bool:
    """Whether what is put down counts: where the form says so, or says nothing about it but names something."""
    if "pay" in form:
        return "mine" in form.getlist("pay")
    return any(name in form for name in ("coins", "busts", "cards"))


def _put_down(form: QueryDict, do: str) -> Plain:
    cards = [card for card in form.getlist("cards") if card]
    if len(cards) > LONGEST:
        raise IllegalMove("move.misfit", do=do, what=f"cards: {len(cards)} are more than anyone can have")
    for card in cards:
        if card not in FACE and not (len(card) == 2 and ("#" in card or "*" in card)):
            raise IllegalMove("move.misfit", do=do, what=f"cards: {short(card)} is no card")
    return {"coins": _sum(form, do, "coins"), "busts": _sum(form, do, "busts"), "cards": cards}


def _sum(form: QueryDict, do: str, name: str) -> int:
    """Each coin is a field of its own on the page; elsewhere one field may say how many."""
    values = [value for value in form.getlist(name) if value != ""]
    if len(values) > LONGEST:
        raise IllegalMove("move.misfit", do=do, what=f"{name}: {len(values)} fields are too many")
    return sum(_whole(value, do, name) for value in values)


def _one(form: QueryDict, do: str, name: str) -> str:
    """The one value of a field; a field that is there twice with two values says nothing."""
    values: Sequence[str] = form.getlist(name)
    if len(set(values)) > 1:
        raise IllegalMove("move.misfit", do=short(do), what=f"{name} is there {len(values)} times")
    return values[0] if values else ""


def _whole(text: str, do: str, name: str) -> int:
    """A whole number, in plain digits."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6 or int(digits) > MOST:
        said = f'"{short(text)}" is not a whole number from 0 to {MOST}' if text else "is missing"
        raise IllegalMove("move.misfit", do=do, what=f"{name}: {said}")
    return -int(digits) if text.strip().startswith("-") else int(digits)
