"""What is in front of each seat, and its status."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.kinds.presenter import People, Person
from games.kinds.swap.pages import faces
from games.kinds.swap.pages.hand_progress import next_in, pieces, seat_to_decide
from games.kinds.swap.pages.words import you_or_name
from games.rules.base import PlainResult
from games.rules.swap.state import TOKENS
from games.rules.swap.view import TurnMade, View

PLACES: Mapping[int, Promise] = {
    1: _("1st"),
    2: _("2nd"),
    3: _("3rd"),
    4: _("4th"),
    5: _("5th"),
    6: _("6th"),
    7: _("7th"),
    8: _("8th"),
    9: _("9th"),
    10: _("10th"),
    11: _("11th"),
    12: _("12th"),
}


class Place(NamedTuple):
    """A seat at the table, as the reader sees it."""

    person: Person
    at: int  # its place, counted from the first
    card: SafeString | str  # its face, its back or nothing
    shown: str  # what the reader needs to know about it
    piece: str  # the key of the card, for motion
    tokens: list[bool]  # True for those still there
    in_words: str
    word: str
    classes: str


def places(view: View, people: People, result: PlainResult | None) -> list[Place]:
    """List all seats in order of play, from the reader's; for spectators, from the first."""
    first, seats = view["seat"] or 0, view["seats"]
    keys = pieces(view)
    around = [(first + step) % seats for step in range(seats)]
    return [
        _place(view, people[seat], step, keys, status_word(view, seat, people, result))
        for step, seat in enumerate(around)
    ]


def _place(view: View, person: Person, at: int, keys: Mapping[int, str], status: str) -> Place:
    seat, tokens = person.seat, view["tokens"][person.seat]
    card, shown = _card(view, seat)
    return Place(
        person=person,
        at=at,
        card=card,
        shown=shown,
        piece=keys.get(seat, ""),
        tokens=[number < tokens for number in range(TOKENS)],
        in_words=ngettext("%(count)s token", "%(count)s tokens", tokens) % {"count": tokens},
        word=status,
        classes=" ".join(_classes(view, seat)),
    )


def _card(view: View, seat: int) -> tuple[SafeString | str, str]:
    """Return the face if the reader knows it, and why they can see it."""
    if view["phase"] == "over" and not view["order"]:
        return "", ""
    if card := view["up"][seat]:
        return faces.card(card), pgettext("card", "face up")
    if card := view["known"][seat]:
        is_open = view["seat"] in (seat, None)  # the reader's own card, or all cards after the game
        return faces.card(card), "" if is_open else pgettext("card", "only you have seen it")
    if seat in view["order"] and view["tokens"][seat]:
        return faces.back(), pgettext("card", "hidden card")
    return "", ""


def _classes(view: View, seat: int) -> list[str]:
    found = []
    if not view["tokens"][seat]:
        found.append("is-out")
    if view["phase"] == "over":
        return found
    if seat == seat_to_decide(view):
        found.append("is-on")
    if seat in view["order"] and view["up"][seat]:
        found.append("is-up")
    elif view["known"][seat] and seat != view["seat"]:
        found.append("is-known")
    return found


def status_word(view: View, seat: int, people: People, result: PlainResult | None) -> str:
    """Return a short status: what the player is doing, did or will do."""
    if result is not None and result.get("places"):
        return _final_word(result, seat)
    if not view["tokens"][seat]:
        return pgettext("player", "out")
    if view["phase"] == "over" or seat not in view["order"]:
        return ""
    if seat == view["asked"]:
        return pgettext("player", "being asked")
    return _in_turn(view, seat, people)


def _final_word(result: PlainResult, seat: int) -> str:
    place, out = PLACES[result["places"][seat]], result["why"][seat]["out"]
    return gettext("%(place)s, out in hand %(hand)s") % {"place": place, "hand": out} if out else str(place)


def _in_turn(view: View, seat: int, people: People) -> str:
    done = len(view["turns"])
    place, is_dealer = view["order"].index(seat), view["dealer"] == seat
    if place < done:
        return _turn_word(view["turns"][place], people, view["seat"])
    if place == done:
        if view["asked"] is not None:
            return pgettext("player", "asking %(name)s") % {"name": you_or_name(people, view["asked"], view["seat"])}
        if seat == view["seat"]:
            return pgettext("player", "dealer, your turn") if is_dealer else pgettext("player", "your turn")
        return pgettext("player", "dealer, choosing") if is_dealer else pgettext("player", "choosing")
    if is_dealer:
        return pgettext("player", "dealer, last")
    return pgettext("player", "next") if seat == next_in(view, view["turn"]) else pgettext("player", "waiting")


def _turn_word(turn: TurnMade, people: People, you: int | None) -> str:
    if turn["did"] == "held":
        return pgettext("player", "kept")
    if turn["did"] == "drew":
        return pgettext("player", "swapped with the deck")
    if turn["whom"] is None:
        return pgettext("player", "no one to swap with")
    whom = {"name": you_or_name(people, turn["whom"], you)}
    if turn["did"] == "swapped":
        return pgettext("player", "swapped with %(name)s") % whom
    if turn["did"] == "undone":
        return pgettext("player", "swap undone")
    return pgettext("player", "blocked by %(name)s") % whom
