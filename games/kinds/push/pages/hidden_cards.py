"""What was hidden in a game of push: the order of the deck, and the payments of bids."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import Hidden, People
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.words import money_words, name_of
from games.rules.push.moves import Pay
from games.rules.push.state import Answer, State
from games.rules.push.view import View

NEXT = 10  # how many cards of the deck are shown


def reveal_hidden(view: View, state: State, people: People) -> tuple[View, list[Hidden]]:
    """Return the view as it is, because all hands are open, with the payments of bids and the next cards."""
    bids = state.auction.answers if state.auction else ()
    hidden = [_bid(answer, people) for answer in bids if answer.pay is not None]
    deck = state.deck[state.drawn :]
    if deck and state.phase != "over":
        more = len(deck) - NEXT
        rest = ngettext("and %(count)s more card", "and %(count)s more cards", more) % {"count": more}
        hidden.append(Hidden(_("Next in the deck"), [card(code) for code in deck[:NEXT]], rest if more > 0 else ""))
    return view, hidden


def _bid(answer: Answer, people: People) -> Hidden:
    pay = answer.pay or Pay()
    title = _("%(name)s bid %(amount)s and would have paid") % {
        "name": name_of(people, answer.player),
        "amount": answer.amount,
    }
    money = money_words({"coins": pay.coins, "busts": pay.busts, "cards": ()})
    return Hidden(title, [card(code) for code in pay.cards], " + ".join(money))
