"""Every legal move, and the move read from a form."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.kinds.push.payment import choose_payment, means_of
from games.rules.base import IllegalMove, Plain, short
from games.rules.push.cards import FACE
from games.rules.push.choices import BidChoice, BuyChoice, Choices
from games.rules.push.moves import PayFacts
from games.rules.push.view import View

PLAIN = ("draw", "skip", "pass", "token", "resign")  # moves without details
LONGEST = 40  # no hand has more cards
MOST = 1_000  # the largest number in any form of this game


def legal(view: View, choices: Choices) -> list[Plain]:
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
    """Return the best payment for a bid of that amount."""
    return choose_payment(amount, means_of(view, offer), view["auction"]["card"])


def sensible_buy(view: View, offer: BuyChoice, card: str) -> PayFacts:
    return choose_payment(offer["cards"][card], means_of(view, offer), card)


def read(form: QueryDict, view: View, choices: Choices) -> Mapping[str, Any]:
    """Read the plain move. The payment is the sensible one, unless the form has its own.

    If no such bid or purchase is possible, it is what was put down, so that the rules say why.
    """
    do = _read_one(form, "do", "do")
    if not do and "what" in form:  # the button names the reward
        do = "take"
    if do in PLAIN:
        return {"do": do}
    if do == "take":
        return {"do": do, "what": _read_one(form, do, "what")}
    if do == "bid":
        amount = _read_number(_read_one(form, do, "amount"), do, "amount")
        bid = choices.get("bid")
        if bid and bid["least"] <= amount <= bid["most"] and not _names_payment(form):
            return {"do": do, "amount": amount, "pay": sensible_bid(view, bid, amount)}
        return {"do": do, "amount": amount, "pay": _read_payment(form, do)}
    if do == "buy":
        card = _read_one(form, do, "card")
        if not card:
            raise IllegalMove("move.misfit", do=do, what="card: is missing")
        buy = choices.get("buy")
        if buy and card in buy["cards"] and not _names_payment(form):
            return {"do": do, "card": card, "pay": sensible_buy(view, buy, card)}
        return {"do": do, "card": card, "pay": _read_payment(form, do)}
    raise IllegalMove("move.unknown", do=short(do), known=", ".join((*PLAIN, "take", "bid", "buy")))


def _names_payment(form: QueryDict) -> bool:
    """Whether to use the payment in the form: if it says so, or if it has one and doesn't say."""
    if "pay" in form:
        return "mine" in form.getlist("pay")
    return any(name in form for name in ("coins", "busts", "cards"))


def _read_payment(form: QueryDict, do: str) -> Plain:
    cards = [card for card in form.getlist("cards") if card]
    if len(cards) > LONGEST:
        raise IllegalMove("move.misfit", do=do, what=f"cards: {len(cards)} are more than anyone can have")
    for card in cards:
        if card not in FACE and not (len(card) == 2 and ("#" in card or "*" in card)):
            raise IllegalMove("move.misfit", do=do, what=f"cards: {short(card)} is no card")
    return {"coins": _read_sum(form, do, "coins"), "busts": _read_sum(form, do, "busts"), "cards": cards}


def _read_sum(form: QueryDict, do: str, name: str) -> int:
    """Add up the fields of that name. The page has one for each coin, but one field may also hold their number."""
    values = [value for value in form.getlist(name) if value != ""]
    if len(values) > LONGEST:
        raise IllegalMove("move.misfit", do=do, what=f"{name}: {len(values)} fields are too many")
    return sum(_read_number(value, do, name) for value in values)


def _read_one(form: QueryDict, do: str, name: str) -> str:
    """Return the value of a field, or empty text; refuse two different values."""
    values: Sequence[str] = form.getlist(name)
    if len(set(values)) > 1:
        raise IllegalMove("move.misfit", do=short(do), what=f"{name} is there {len(values)} times")
    return values[0] if values else ""


def _read_number(text: str, do: str, name: str) -> int:
    """Read a whole number in plain digits."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6 or int(digits) > MOST:
        said = f'"{short(text)}" is not a whole number from 0 to {MOST}' if text else "is missing"
        raise IllegalMove("move.misfit", do=do, what=f"{name}: {said}")
    return -int(digits) if text.strip().startswith("-") else int(digits)
