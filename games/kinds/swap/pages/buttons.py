"""The buttons: what each would do, and why one is off."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from games.kinds.presenter import People
from games.kinds.swap.pages.hand_progress import dealt_to, next_in
from games.kinds.swap.pages.words import NAMES, you_or_name
from games.rules.swap.cards import BLOCKERS, BUNNY, SKUNK, WOLF
from games.rules.swap.play import Choices
from games.rules.swap.view import View


class Button(NamedTuple):
    """A button; `why` says why it is off."""

    do: str
    label: str
    small: str
    side: str  # its side of the own card
    main: bool = False
    why: str = ""


def list_buttons(view: View, choices: Choices, people: People) -> list[Button]:
    """List the buttons of the reader's turn or answer; none while others decide."""
    if "hold" in choices:
        return [_hold(view, people), _swap(view, choices, people)]
    if "accept" in choices:
        return [_accept(view, people), _block(view, choices, people)]
    return []


def _hold(view: View, people: People) -> Button:
    seat = view["seat"]
    whom = next_in(view, seat)
    if view["dealer"] == seat or whom is None:
        small = gettext("Then all cards are shown")
    else:
        small = gettext("%(name)s is next") % {"name": people[whom].name}
    label = gettext("Keep your %(card)s") % {"card": NAMES[view["card"]]}
    return Button("hold", label, small, "left", main=True)


def _swap(view: View, choices: Choices, people: People) -> Button:
    whom = choices["swap"]["with"]
    if whom is None:
        small = gettext("Take the top card, then all cards are shown")
        return Button("swap", gettext("Swap with the deck"), small, "right")
    label = gettext("Swap with %(name)s") % {"name": people[whom].name}
    return Button("swap", label, _risk(view, view["known"][whom], people[whom].name), "right")


def _risk(view: View, card: str | None, whom: str) -> str:
    """Say what the reader knows about the card they would ask for."""
    if card is None:
        return gettext("Cards 6 to 10 can block you")
    names = {"name": whom, "card": NAMES[card]}
    if card not in BLOCKERS:
        return gettext("You'll get the %(card)s") % names
    if view["options"]["blocking"] == "ask":
        return gettext("%(name)s can block with the %(card)s") % names
    if card in (WOLF, SKUNK):
        return gettext("The %(card)s blocks: you'd lose a token") % names
    if card == BUNNY:
        return gettext("The %(card)s blocks: the swap moves on to the next player") % names
    return gettext("The %(card)s blocks: no swap") % names


def _accept(view: View, people: People) -> Button:
    swapper = view["turn"]
    names = {"card": NAMES[view["card"]], "name": people[swapper].name}
    if known := view["known"][swapper]:
        small = gettext("You give your %(card)s and get the %(other)s") % (names | {"other": NAMES[known]})
    else:
        small = gettext("You give your %(card)s and get %(name)s's card") % names
    return Button("accept", gettext("Accept"), small, "left", main=True)


def _block(view: View, choices: Choices, people: People) -> Button:
    if "block" not in choices:
        why = gettext("Only 6, 7, 8, 9 and 10 can block a swap.")
        return Button("block", gettext("Block"), gettext("Only 6 to 10 can block"), "right", why=why)
    card = choices["block"]["card"]
    names = {"card": NAMES[card], "name": people[view["turn"]].name}
    small = gettext("Reveal your %(card)s: no swap") % names
    if card == WOLF:
        small = gettext("Reveal your %(card)s: %(name)s loses a token") % names
    elif card == SKUNK:
        small = _send_back(view, people, names)
    elif card == BUNNY:
        small = gettext("Reveal your %(card)s: the swap moves on to the next player") % names
    return Button("block", gettext("Block"), small, "right")


def _send_back(view: View, people: People, names: Mapping[str, object]) -> str:
    """Say what blocking with a Skunk does: whoever first gave away the offered card also loses a token."""
    swapper = view["turn"]
    first = dealt_to(view)[swapper]
    if first == swapper:
        return gettext("Reveal your %(card)s: %(name)s loses a token") % names
    who = {"first": you_or_name(people, first, view["seat"])}
    return gettext("Reveal your %(card)s: %(name)s and %(first)s lose a token, and the card goes back") % {
        **names,
        **who,
    }
