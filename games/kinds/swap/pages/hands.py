"""A hand of swap in sentences, and a table of who knew what; the drawing is in `swap_chart`."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.lists import join_with_and
from games.kinds.presenter import People
from games.kinds.swap.pages.swap_chart import draw_chart
from games.kinds.swap.pages.words import NAMES, ONE
from games.rules.base import Plain


def hand_context(hand: Plain, people: People) -> Plain:
    """Return one hand: its title, the drawing, what was done, who knew what, and how it ended."""
    facts = {"number": hand["number"], "name": people[hand["dealer"]].name}
    return {
        "title": _("Hand %(number)s, dealt by %(name)s") % facts,
        "drawing": draw_chart(hand, people),
        "acts": [describe_act(act, people) for act in hand["acts"] if act["did"] != "asks"],
        "end": describe_end(hand, people),
        "rows": knowledge_rows(hand, people),
        "up": cards(next((one["cards"] for one in hand["knew"] if one["seat"] is None), []), people),
    }


def knowledge_rows(hand: Plain, people: People) -> list[Plain]:
    """Return for each seat its first and last card, and which hidden cards of others it knew."""
    known = {one["seat"]: one["cards"] for one in hand["knew"]}
    shown, up = dict(map(tuple, hand["shown"])), known.get(None, [])
    return [
        {
            "name": people[seat].name,
            "dealt": NAMES[card],
            "shown": NAMES[shown[seat]] if seat in shown else "",
            "knew": cards([one for one in known.get(seat, []) if one not in up], people),
        }
        for seat, card in hand["dealt"]
    ]


def cards(found: list[list[int | str]], people: People) -> str:
    """List cards with their owners."""
    if not found:
        return _("none")
    return ", ".join(f"{people[int(seat)].name}: {NAMES[str(card)]}" for seat, card in found)


def describe_act(act: Plain, people: People) -> str:
    facts: Plain = {"name": people[act["seat"]].name}
    if act["whom"] is not None:
        facts["whom"] = people[act["whom"]].name
    if act["did"] == "held":
        return describe_swap(act, people) + _("%(name)s kept their card.") % facts
    if act["did"] == "nobody":
        return _("%(name)s had no one to swap with: everyone else had a Bunny.") % facts
    if act["did"] in ("drew", "swapped"):
        facts |= {"gave": ONE[act["gave"]], "got": ONE[act["got"]]}
    if act["did"] == "drew":
        return _("%(name)s swapped %(gave)s with the deck and got %(got)s.") % facts
    if act["did"] == "swapped":
        text = _("%(name)s gave %(whom)s %(gave)s and got %(got)s.") % facts
        return describe_swap(act, people) + text + (" " + _("This swap was undone later.") if act["undone"] else "")
    facts["card"] = ONE[act["blocks"][-1][1]]
    text = _("%(name)s was blocked by %(whom)s with %(card)s.") % facts
    return describe_swap(act, people) + text + describe_undo(act, people)


def describe_swap(act: Plain, people: People) -> str:
    """Say which Bunnies passed the swap on."""
    names = [people[seat].name for seat, card in act["blocks"] if card == "7"]
    if not names:
        return ""
    form = ngettext(
        "%(names)s had a Bunny, so the swap moved on.", "%(names)s had Bunnies, so the swap moved on.", len(names)
    )
    return form % {"names": join_with_and(names)} + " "


def describe_undo(act: Plain, people: People) -> str:
    """Say how a Skunk sent a card back."""
    if not act.get("undid"):
        return ""
    way = ", ".join(people[seat].name for seat in act["undid"][1:])
    return " " + _("The card went back to %(way)s.") % {"way": way}


def describe_end(hand: Plain, people: People) -> list[str]:
    """Say who lost tokens and why, and who was spared."""
    reasons = {
        "lowest": _("%(names)s lost a token for having the lowest card."),
        "wolf": _("%(names)s lost a token to a Wolf."),
        "skunk": _("%(names)s lost a token to a Skunk."),
    }
    lines = []
    for why, form in reasons.items():
        names = [people[token["seat"]].name for token in hand["tokens"] if token["why"] == why]
        if names:
            lines.append(form % {"names": join_with_and(names)})
    if hand["spared"]:
        names = [people[seat].name for seat in hand["spared"]]
        form = _("Everyone had the lowest card and their last token, so no one lost one.")
        if hand["why"] == "wildcats":
            form = _("Two or more Wildcats: %(names)s lost nothing.")
        lines.append(form % {"names": join_with_and(names)})
    return lines
