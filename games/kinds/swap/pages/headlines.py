"""One sentence that says what the reader should do, or what is going on, and a short second one."""

from django.utils.translation import gettext, ngettext

from games.kinds import leavers
from games.kinds.presenter import Headline, People
from games.kinds.swap.pages.hand_progress import has_begun, next_in, seat_to_decide
from games.kinds.swap.pages.words import NAMES
from games.rules.base import is_over_by_leaving
from games.rules.swap.play import Choices
from games.rules.swap.view import View


def headline(view: View, choices: Choices, people: People) -> Headline:
    if view["phase"] == "over":
        return Headline(_won(view, people), _how_long(view, people))
    if "hold" in choices:
        return Headline(_hold_or_swap(view, people), _before_you_choose(view, people))
    if "accept" in choices:
        return Headline(_swap_with(view, people), _how_to_answer(choices))
    return Headline(_waits(view, people), _meanwhile(view))


def task(view: View, people: People) -> str:
    if view["phase"] == "over":
        return _won(view, people)
    if view["seat"] is not None and view["seat"] == seat_to_decide(view):
        return _hold_or_swap(view, people) if view["asked"] is None else _swap_with(view, people)
    return _waits(view, people)


def _hold_or_swap(view: View, people: People) -> str:
    card = NAMES[view["card"]]
    whom = next_in(view, view["seat"])
    if view["dealer"] == view["seat"] or whom is None:
        return gettext("Keep your %(card)s, or swap with the deck?") % {"card": card}
    return gettext("Keep your %(card)s, or swap with %(name)s?") % {"card": card, "name": people[whom].name}


def _before_you_choose(view: View, people: People) -> str:
    """Say why the reader's card has changed, or what comes next."""
    seat = view["seat"]
    givers = [turn["seat"] for turn in view["turns"] if turn["did"] == "swapped" and turn["whom"] == seat]
    if givers:
        return gettext("You got this card from %(name)s.") % {"name": people[givers[-1]].name}
    if view["dealer"] == seat:
        return gettext("You're the dealer, so you choose last. Then all cards are shown.")
    if not has_begun(view):
        return gettext("You go first in hand %(hand)s. The lowest card loses a token.") % {"hand": view["hand"]}
    return gettext("The lowest card at the end of the hand loses a token.")


def _swap_with(view: View, people: People) -> str:
    names = {"card": NAMES[view["card"]], "name": people[view["turn"]].name}
    return gettext("Swap your %(card)s with %(name)s?") % names


def _how_to_answer(choices: Choices) -> str:
    if "block" in choices:
        return gettext("You can block with your %(card)s.") % {"card": NAMES[choices["block"]["card"]]}
    return gettext("Your card can't block, so you can only accept.")


def _waits(view: View, people: People) -> str:
    names = {"name": people[view["turn"]].name}
    if view["asked"] is None:
        return gettext("%(name)s is choosing.") % names
    if view["turn"] == view["seat"]:
        return gettext("You've asked %(name)s to swap.") % {"name": people[view["asked"]].name}
    return gettext("%(name)s has asked %(other)s to swap.") % (names | {"other": people[view["asked"]].name})


def _meanwhile(view: View) -> str:
    """Say what the reader is waiting for."""
    seat = view["seat"]
    if seat is None:
        return gettext("Hand %(hand)s. You're watching.") % {"hand": view["hand"]}
    if not view["tokens"][seat]:
        return gettext("You're out, but two Wildcats at the end of a hand would bring you back.")
    return _before_you(view, seat)


def _before_you(view: View, seat: int) -> str:
    card = {"card": NAMES[view["card"]]}
    ahead = view["order"].index(seat) - len(view["turns"])
    if ahead < 0:
        return gettext("You have the %(card)s. Your turn in this hand is over.") % card
    if ahead == 0:
        return gettext("You're offering your %(card)s.") % card
    words = ngettext(
        "You have the %(card)s. You're next.",
        "You have the %(card)s. %(count)s players choose before you.",
        ahead,
    )
    return words % (card | {"count": ahead})


def _won(view: View, people: People) -> str:
    winner = who_won(view)
    if winner is None:
        return gettext("The game is over.")
    if winner == view["seat"]:
        return gettext("You won.")
    return gettext("%(name)s won.") % {"name": people[winner].name}


def who_won(view: View) -> int | None:
    """Return the last player still in, or the last who stayed. Leavers can't win, however well their bot did."""
    stayed = [seat for seat in range(view["seats"]) if seat not in view["left"]]
    still_in = [seat for seat in stayed if view["tokens"][seat]]
    return stayed[0] if len(stayed) == 1 else still_in[0] if len(still_in) == 1 else None


def _how_long(view: View, people: People) -> str:
    if is_over_by_leaving(view["seats"], view["left"]):
        return leavers.explain_end(people, view["left"], view["seat"])
    return ngettext("After %(hands)s hand.", "After %(hands)s hands.", view["hand"]) % {"hands": view["hand"]}
