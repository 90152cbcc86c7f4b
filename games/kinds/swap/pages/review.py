"""What a review says about a decision; hands are described in `hands`."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kinds.lists import join_with_and
from games.kinds.odds import format_percent
from games.kinds.presenter import People
from games.kinds.review import Chapter, Judged
from games.kinds.swap.pages.words import NAMES, ONE
from games.rules.base import Plain
from games.rules.swap.state import State

CHOICES = {
    "hold": gettext_lazy("Keep the %(card)s"),
    "swap": gettext_lazy("Ask to swap"),
    "accept": gettext_lazy("Accept"),
    "block": gettext_lazy("Block with the %(card)s"),
}
SAFER = {
    "hold": gettext_lazy("Keeping was safer."),
    "swap": gettext_lazy("Swapping was safer."),
    "accept": gettext_lazy("Accepting was safer."),
    "block": gettext_lazy("Blocking was safer."),
}
INSTEAD = {
    "hold": gettext_lazy("Better: keep."),
    "swap": gettext_lazy("Better: swap."),
    "accept": gettext_lazy("Better: accept."),
    "block": gettext_lazy("Better: block."),
}


def about(judged: Judged, people: People) -> Plain:
    """Describe the decision: `title`, `lines`, and for each choice a row with its chances."""
    facts = judged.facts
    chances = facts["chances"]
    return {
        "title": title(judged, people),
        "asked": describe_situation(judged, people),
        "instead": INSTEAD[judged.best["do"]] if judged.best else "",
        "lines": [describe_verdict(judged), *describe_knowledge(judged, people)],
        "rows": [
            {
                "label": label(do, judged),
                "lost": format_percent(chances[do]["lost"]),
                "lowest": format_percent(chances[do]["lowest"]),
                "blocked": format_percent(chances[do]["blocked"]),
                "width": round(100 * chances[do]["lost"]),
                "chosen": do == judged.chosen["do"],
            }
            for do in CHOICES
            if do in chances
        ],
        "has_blocks": any(chance["blocked"] for chance in chances.values()),
    }


def label(do: str, judged: Judged) -> str:
    if do == "swap" and judged.facts["whom"] is None:
        return _("Swap with the deck")
    return CHOICES[do] % {"card": NAMES[judged.facts["card"]]}


def title(judged: Judged, people: People) -> str:
    do, facts = judged.chosen["do"], judged.facts
    words = {"card": ONE[facts["card"]], "name": "" if facts["whom"] is None else people[facts["whom"]].name}
    if do == "hold":
        return _("Kept %(card)s") % words
    if do == "swap" and facts["whom"] is None:
        return _("Swapped %(card)s with the deck") % words
    if do == "swap":
        return _("Offered %(name)s %(card)s") % words
    return (_("Blocked %(name)s with %(card)s") if do == "block" else _("Gave %(name)s %(card)s")) % words


def describe_situation(judged: Judged, people: People) -> list[str]:
    """Say what there was to decide, for readers who want to decide for themselves first."""
    facts = judged.facts
    words = {"name": people[judged.seat].name, "card": ONE[facts["card"]]}
    if facts["answering"]:
        question = _("Accept or block?")
    else:
        question = _("Keep it, or swap with the deck?") if facts["whom"] is None else _("Keep it, or ask to swap?")
    return [_("%(name)s had %(card)s.") % words, *describe_knowledge(judged, people), question]


def describe_verdict(judged: Judged) -> str:
    """Say which choice was safer. Chances that look the same in the table are called equal."""
    chances = judged.facts["chances"]
    other = next(do for do in chances if do != judged.chosen["do"])
    if format_percent(chances[other]["lost"]) == format_percent(chances[judged.chosen["do"]]["lost"]):
        return _("Both choices were equally safe.")
    return str(SAFER[other if judged.best else judged.chosen["do"]])


def describe_knowledge(judged: Judged, people: People) -> list[str]:
    """Say what the player knew about the others' cards."""
    facts, name = judged.facts, people[judged.seat].name
    lines = []
    if facts["knew"]:
        cards = ", ".join(f"{NAMES[card]} ({people[seat].name})" for seat, card in facts["knew"])
        lines.append(_("%(name)s knew these cards: %(cards)s.") % {"name": name, "cards": cards})
    if facts["meek"]:
        names = join_with_and([people[seat].name for seat in facts["meek"]])
        lines.append(
            _("Couldn't block, because their card had been given up in an earlier swap: %(names)s.") % {"names": names}
        )
    return lines


# --- chapters ---------------------------------------------------------------------------------------------------------


def chapter(state: State, number: int, turn: int) -> Chapter:
    return Chapter("hand", state.hand)


def chapter_name(part: Chapter, people: People) -> str:
    return _("Hand %(number)s") % {"number": part.number}
