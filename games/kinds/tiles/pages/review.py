"""What a review says about a move of TEN Tiles."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.odds import format_percent
from games.kinds.presenter import People
from games.kinds.review import Chapter, Judged
from games.kinds.tiles.pages.review_board import draw_board
from games.kinds.tiles.pages.words import where
from games.rules.base import Plain
from games.rules.tiles.state import State, in_second_phase

EQUAL = 1e-9
TENS = 10  # moves per chapter


def about(judged: Judged, people: People) -> Plain:
    """Describe the move: `title`, `lines`, `rows` of chances if there are any, and the board if it mattered."""
    facts, other = judged.facts, people[1 - judged.seat].name
    lines = [describe_missed(judged), *blocks(judged, other), *describe_proof(judged, people), *forks(judged, people)]
    return {
        "title": title(judged),
        "asked": [describe_situation(judged)],
        "instead": describe_better(judged) or describe_missed(judged),
        "lines": [line for line in lines if line],
        "rows": rows(judged, people),
        "better": describe_better(judged),
        "drawing": draw_board(judged) if "board" in facts else "",
    }


def title(judged: Judged) -> str:
    facts, chosen = judged.facts, judged.chosen
    if chosen["do"] == "shift":
        words = {"number": facts["tile"], "start": where(chosen["from"]), "goal": where(chosen["to"])}
        text = _("Moved a %(number)s from %(start)s to %(goal)s") % words
    else:
        text = _("Placed a %(number)s at %(where)s") % {"number": facts["tile"], "where": where(chosen["at"])}
    return _("%(move)s, making ten") % {"move": text} if facts["won"] else text


def describe_situation(judged: Judged) -> str:
    """Say what there was to decide, for readers who want to decide for themselves first."""
    if judged.chosen["do"] == "shift":
        return _("Which tile would you move, and where?")
    return _("Where would you place a %(number)s?") % {"number": judged.facts["tile"]}


def describe_better(judged: Judged) -> str:
    if judged.best is None or judged.facts["wins"]:
        return ""
    return _("Better: %(move)s.") % {"move": describe_move(judged.best)}


def describe_move(move: Plain) -> str:
    if move["do"] == "shift":
        words = {"start": where(move["from"]), "goal": where(move["to"])}
        return _("the tile from %(start)s to %(goal)s") % words
    words = {"where": where(move["at"])}
    if move.get("end") == "right":
        return _("the tile from the right end at %(where)s") % words
    if move.get("end") == "left":
        return _("the tile from the left end at %(where)s") % words
    return _("the same tile at %(where)s") % words


def describe_missed(judged: Judged) -> str:
    """Say which rows of ten could have been made at once."""
    facts = judged.facts
    if facts["won"] or not facts["wins"]:
        return ""
    words = {"move": describe_move(facts["wins"][0]), "count": len(facts["wins"])}
    form = ngettext(
        "There was a winning row of ten: %(move)s.",
        "There were %(count)s ways to make a winning row of ten, such as %(move)s.",
        len(facts["wins"]),
    )
    return form % words


def blocks(judged: Judged, other: str) -> list[str]:
    """Say what the opponent threatened, and whether it was stopped."""
    facts = judged.facts
    if facts["won"] or not facts["threats"]:
        return []
    words = {"name": other, "where": "; ".join(where(threat["at"]) for threat in facts["threats"])}
    lines = [_("%(name)s could make ten at %(where)s.") % words]
    if judged.mark == "missed-block":
        lines.append(_("It could have been stopped, but wasn't."))
    elif facts["least"] > EQUAL:
        lines.append(_("No move could stop every threat."))
    elif not facts["risk"]:
        lines.append(_("The move stopped this."))
    return lines


def rows(judged: Judged, people: People) -> list[Plain]:
    """Return the chances after the move and after the best one; none if nothing is hidden."""
    facts = judged.facts
    if facts["proof"] is not None or facts["won"]:
        return []
    words = {"name": people[judged.seat].name, "other": people[1 - judged.seat].name}
    found = [
        row(_("%(other)s makes ten with the next tile") % words, facts["risk"], facts["best_risk"], judged),
        row(_("%(name)s then makes ten, whatever %(other)s does") % words, facts["stays"], facts["best_stays"], judged),
    ]
    return [one for one in found if one["shown"]]


def row(label: str, chosen: float, best: float, judged: Judged) -> Plain:
    return {
        "label": label,
        "chosen": format_percent(chosen),
        "width": round(100 * chosen),
        "best": format_percent(best) if judged.best else "",
        "shown": chosen > EQUAL or best > EQUAL,
    }


def describe_proof(judged: Judged, people: People) -> list[str]:
    """Say what was certain before and after the move, if nothing is hidden."""
    proof = judged.facts["proof"]
    if proof is None or judged.facts["won"] or judged.facts["wins"]:
        return []
    (before, first), (after, then) = proof["before"], proof["after"]
    name, other = people[judged.seat].name, people[1 - judged.seat].name
    if before == 1 and after == 1:
        return [wins(name, then)]
    if before == 1 and judged.loss > EQUAL:
        lost = (
            wins(other, then)
            if after == -1
            else _("After the move, the win was no longer certain, as far as we could search.")
        )
        return [_("Before the move: %(outcome)s") % {"outcome": wins(name, first)}, lost]
    if before == -1:
        return [_("Nothing could be done: %(outcome)s") % {"outcome": wins(other, first)}]
    if after:
        return [wins(name if after == 1 else other, then)]
    return []


def wins(name: str, moves: int) -> str:
    """Say who wins for certain, and how soon."""
    form = ngettext("%(name)s wins with the next move.", "%(name)s wins in %(count)s moves, whatever happens.", moves)
    return form % {"name": name, "count": moves}


def forks(judged: Judged, people: People) -> list[str]:
    """Say which threats can't all be stopped, whether made now or earlier."""
    lines = []
    for fork in judged.facts["forks"]:
        words = {
            "name": people[fork["seat"]].name,
            "other": people[1 - fork["seat"]].name,
            "where": "; ".join(where(at) for at in fork["at"]),
            "number": fork["since"],
            "chance": format_percent(fork["chance"]),
        }
        if fork["since"] != judged.number:
            form = _("Since move %(number)s, %(name)s has had threats that can't all be stopped: %(where)s.")
        elif fork["by"] == fork["seat"]:
            form = _("This gave %(name)s threats that can't all be stopped: %(where)s.")
        else:
            form = _("This opened up threats by %(name)s that can't all be stopped: %(where)s.")
        sure = _("Whatever %(other)s does, the chance of making ten with the next tile is %(chance)s or more.")
        lines.append((form if fork["chance"] == 1 else f"{form} {sure}") % words)
    return lines


# --- chapters ---------------------------------------------------------------------------------------------------------


def chapter(state: State, number: int, turn: int) -> Chapter:
    """Return ten tiles placed, or ten moves of the second phase."""
    if in_second_phase(state):
        return Chapter("shifts", state.shifts // TENS)
    return Chapter("moves", (number - 1) // TENS)


def chapter_name(part: Chapter, people: People) -> str:
    first = part.number * TENS + 1
    form = _("Tiles %(first)s to %(last)s") if part.what == "moves" else _("Second phase, moves %(first)s to %(last)s")
    return form % {"first": first, "last": first + TENS - 1}
