"""How the last hand ended: every card, the lowest, and what followed."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from games.kinds.lists import join_with_and
from games.kinds.presenter import People, Person
from games.kinds.swap.pages import faces
from games.kinds.swap.pages.hand_progress import has_begun
from games.kinds.swap.pages.words import ONE, names_of
from games.rules.swap.view import LastHand, View


class Shown(NamedTuple):
    """A card of the showdown, whose it was, and whether it was the lowest."""

    person: Person
    card: SafeString
    is_lowest: bool
    note: str


class Showdown(NamedTuple):
    """The showdown as a strip of sentences and cards, open until the next move."""

    key: str  # changes when the strip closes, because the browser keeps an element as the reader left it
    title: str
    said: list[str]
    cards: list[Shown]
    is_open: bool


def showdown(view: View, people: People) -> Showdown | None:
    """Return the end of the last hand, or of the game."""
    last = view["last"]
    if last is None:
        return None
    lowest = {*last["losers"], *last["spared"]}
    return Showdown(
        key=f"{last['hand']}{'' if has_begun(view) else '-new'}",
        title=_title(last, people, view["seat"]),
        said=_consequences(last, people, view["seat"]),
        cards=[
            Shown(people[seat], faces.card(card), seat in lowest, _note(last, seat)) for seat, card in last["cards"]
        ],
        is_open=not has_begun(view),
    )


def _note(last: LastHand, seat: int) -> str:
    if seat in last["out"]:
        return pgettext("player", "out")
    if seat in last["losers"]:
        return pgettext("player", "lost a token")
    return pgettext("player", "spared") if seat in last["spared"] else ""


def _title(last: LastHand, people: People, you: int | None) -> str:
    """Say who had the lowest card, and which."""
    hand, cards = {"hand": last["hand"]}, dict(last["cards"])
    lowest = [seat for seat in cards if seat in last["losers"] or seat in last["spared"]]
    low = {"card": join_with_and(list(dict.fromkeys(str(ONE[cards[seat]]) for seat in lowest)))}
    if lowest == [you]:
        return gettext("Hand %(hand)s: you had the lowest card, %(card)s.") % (hand | low)
    names = {"names": names_of(people, lowest, you)}
    words = ngettext(
        "Hand %(hand)s: %(names)s had the lowest card, %(card)s.",
        "Hand %(hand)s: %(names)s had the lowest cards, %(card)s each.",
        len(lowest),
    )
    if len(lowest) > 1 and len({cards[seat] for seat in lowest}) > 1:
        words = gettext("Hand %(hand)s: %(names)s had the lowest cards, %(card)s.")
    return words % (hand | names | low)


def _consequences(last: LastHand, people: People, you: int | None) -> list[str]:
    """Say who lost a token, who was spared and why, who is out, and who came back."""
    said = []
    if lost := [seat for seat in last["losers"] if seat not in last["out"]]:
        said.append(_about(lost, people, you, gettext("You lost a token."), gettext("%(names)s lost a token.")))
    if last["out"]:
        is_out = ngettext(
            "%(names)s lost their last token and is out.",
            "%(names)s lost their last tokens and are out.",
            len(last["out"]),
        )
        said.append(_about(last["out"], people, you, gettext("You lost your last token and are out."), is_out))
    if last["why"] == "wildcats":
        said.append(gettext("Two or more Wildcats: their holders lose nothing."))
    elif last["why"] == "everybody":
        said.append(gettext("Everyone still in would be out, so no one loses a token."))
    if last["back"]:
        returned = ngettext(
            "%(names)s is back with one token.", "%(names)s are back with one token each.", len(last["back"])
        )
        said.append(_about(last["back"], people, you, gettext("You're back with one token."), returned))
    return said


def _about(seats: Sequence[int], people: People, you: int | None, to_you: str, to_all: str) -> str:
    return to_you if list(seats) == [you] else to_all % {"names": names_of(people, seats, you)}
