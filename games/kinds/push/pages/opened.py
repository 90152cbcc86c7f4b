"""What lay hidden in a game of push: the order of the deck, and with what each bid would have been paid."""

from django.utils.translation import gettext as _

from games.kinds.pages import Hidden, People
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.words import cards_words, name_of, pay_words
from games.rules.base import Plain
from games.rules.push.moves import Pay
from games.rules.push.state import Answer, State

NEXT = 10  # cards of the deck that are shown


def opened(view: Plain, state: State, people: People) -> tuple[Plain, list[Hidden]]:
    """Hands lie open in this game; the public view needs nothing more."""
    bids = state.auction.answers if state.auction else ()
    hidden = [_bid(answer, people) for answer in bids if answer.pay is not None]
    deck = state.deck[state.drawn :]
    if deck and state.phase != "over":
        more = len(deck) - NEXT
        rest = _("and %(cards)s more") % {"cards": cards_words(more)} if more > 0 else ""
        hidden.append(Hidden(_("Next in the deck"), [card(code, "small") for code in deck[:NEXT]], rest))
    return view, hidden


def _bid(answer: Answer, people: People) -> Hidden:
    pay = answer.pay or Pay()
    title = _("%(name)s bid %(amount)s, to be paid with") % {
        "name": name_of(people, answer.player),
        "amount": answer.amount,
    }
    means = {"coins": pay.coins, "busts": pay.busts, "cards": ()}
    return Hidden(title, [card(code, "small") for code in pay.cards], pay_words(means))
