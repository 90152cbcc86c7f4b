"""The refusals of TEN Push."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "setup.solo-missing": Refusal(_("A game with one seat is a solo game. Choose a solo level or more seats."), "R12"),
    "setup.solo-seats": Refusal(_("Solo games have one seat, not {seats}. Choose one seat or no solo level."), "R12"),
    "setup.solo-level": Refusal(
        _("{opponent} doesn't play at level {level} in this edition. Choose level {least} or higher."), "R10"
    ),
    "phase.draw": Refusal(_("You can't do that now. Draw a card, or take the numbers or the currency."), "R1"),
    "phase.auction": Refusal(_("You can't do that during an auction. Bid or pass."), "R7"),
    "phase.buy": Refusal(_("You can't do that now. Buy a card from the market, or skip."), "R5"),
    "phase.bust": Refusal(_("You busted. Buy a card from the market, or take the bust token."), "R11"),
    "draw.deck-empty": Refusal(_("The deck is empty. Take the numbers or the currency."), "R8"),
    "auction.bid-too-low": Refusal(_("That bid is too low. Bid at least {least}, or pass."), "R7"),
    "auction.bid-too-high": Refusal(_("You can't pay that much. Bid at most {most}, or pass."), "R7"),
    "buy.not-in-market": Refusal(_("{card} isn't in the market. Choose a card that is, or skip."), "R5"),
    "buy.identical": Refusal(_("You already own {card} (same color and number). Choose another card."), "R5"),
    "buy.beyond-means": Refusal(
        _("{card} costs {price}, and you can pay at most {means}. Choose a cheaper card, or skip."), "R5"
    ),
    "payment.negative": Refusal(_("A payment can't be negative. Pay with 0 or more coins and bust tokens."), "R6"),
    "payment.coins": Refusal(_("Too many coins: you have {owned}, not {coins}. Pay with what you own."), "R6"),
    "payment.busts": Refusal(_("Too many bust tokens: you have {owned}, not {busts}. Pay with what you own."), "R6"),
    "payment.not-yours": Refusal(_("You don't own that many copies of {card}. Pay with cards you own."), "R6"),
    "payment.not-spare": Refusal(
        _("You don't have that many spare copies of {card}. In a solo auction, you can only pay with spare cards."),
        "R13",
    ),
    "payment.too-little": Refusal(_("You've put down {paid}, but the price is {price}. Add to your payment."), "R6"),
    "payment.superfluous-coin": Refusal(
        _("You've put down {excess} more than the price of {price}, and you get no change. Take back a coin."), "R6"
    ),
    "payment.superfluous-card": Refusal(
        _("You've put down {excess} more than the price of {price}, and you get no change. Take back a card."), "R6"
    ),
    "payment.superfluous-bust": Refusal(
        _("You've put down {excess} more than the price of {price}, and you get no change. Take back a bust token."),
        "R6",
    ),
    "deal.push": Refusal(_("This isn't a valid TEN Push deal: {what}."), "R1"),
    "deal.push-solo": Refusal(
        _("You go first in a solo game: the first seat must be 0, but here it's {first}."), "R12"
    ),
}
