"""What is said when something is refused in TEN Push."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "setup.solo-missing": Refusal(_("One seat plays solo: choose a solo level, or more seats."), "R12"),
    "setup.solo-seats": Refusal(_("Solo is for one seat, not {seats}: choose one seat, or no solo level."), "R12"),
    "setup.solo-level": Refusal(
        _("{opponent} does not play at level {level} in this edition: choose {least} or more."), "R10"
    ),
    "phase.draw": Refusal(_("It is time to draw, or to stop: draw a card, or take the numbers or the currency."), "R1"),
    "phase.auction": Refusal(_("A wild is for sale, and you are asked: bid or pass."), "R7"),
    "phase.buy": Refusal(_("You may buy one card of the market now: buy one, or skip."), "R5"),
    "phase.bust": Refusal(_("You went bust: buy one card of the market, or gain the bust token."), "R11"),
    "draw.deck-empty": Refusal(_("The last card has been drawn: take the numbers or the currency."), "R8"),
    "auction.bid-too-low": Refusal(_("That is too low: bid at least {least}, or pass."), "R7"),
    "auction.bid-too-high": Refusal(_("That is more than you can pay: bid at most {most}, or pass."), "R7"),
    "buy.not-in-market": Refusal(_("{card} is not in the market: choose a card that is, or skip."), "R5"),
    "buy.identical": Refusal(_("You own {card} already, same color and number: choose another card."), "R5"),
    "buy.beyond-means": Refusal(
        _("{card} costs {price}, and all that you own is worth {means}: choose a cheaper card, or skip."), "R5"
    ),
    "payment.negative": Refusal(_("Nobody can pay less than nothing: count coins and bust tokens from 0."), "R6"),
    "payment.coins": Refusal(_("You have {owned} coins and cannot pay with {coins}: use what you own."), "R6"),
    "payment.busts": Refusal(_("You have {owned} bust tokens and cannot pay with {busts}: use what you own."), "R6"),
    "payment.not-yours": Refusal(_("You do not own {card}, or not as often as you pay with it: use your cards."), "R6"),
    "payment.not-spare": Refusal(
        _("{card} is not spare, or not as often as you pay with it: in a solo auction only spare cards count."), "R13"
    ),
    "payment.too-little": Refusal(_("You put down {paid}, and {price} is to be paid: add what is missing."), "R6"),
    "payment.superfluous-coin": Refusal(
        _("That is {excess} more than the {price} to be paid, and no change is given: take back a coin."), "R6"
    ),
    "payment.superfluous-card": Refusal(
        _("That is {excess} more than the {price} to be paid, and no change is given: take back a card."), "R6"
    ),
    "payment.superfluous-bust": Refusal(
        _("That is {excess} more than the {price} to be paid, and no change is given: take back a bust token."), "R6"
    ),
    "deal.push": Refusal(_("This is not a deal of TEN Push: {what}."), "R1"),
    "deal.push-solo": Refusal(_("Alone you begin: the first seat must be 0, and here it is {first}."), "R12"),
}
