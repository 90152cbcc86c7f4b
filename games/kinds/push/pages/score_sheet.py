"""The final scores: every player's runs, what decided a tie, and the next level of a solo game."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import People
from games.kinds.push.bots.knowledge import owners
from games.kinds.push.pages.board_parts import busts, run_row, ten_coins
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.words import cards_words, coins_words, name_of
from games.kinds.push.payment import score_hand
from games.rules.base import PlainResult
from games.rules.push.cards import FACE
from games.rules.push.editions import EDITIONS
from games.rules.push.view import View


def score_sheet(view: View, people: People, result: PlainResult) -> dict[str, Any]:
    places = result["places"] if not view["opponent"] else [0, 1]
    order = sorted(range(len(result["points"])), key=lambda seat: (places[seat], seat))
    return {
        "hands": [_hand(view, people, result, seat) for seat in order],
        "tie": "" if view["opponent"] else _tie(view, people, result, order),
        "next": _next_level(view, result) if view["opponent"] else None,
    }


def _hand(view: View, people: People, result: PlainResult, seat: int) -> dict[str, Any]:
    owned = owners(view)[seat]
    cards = tuple(owned["cards"])
    scoring = score_hand(cards)
    return {
        "seat": seat,
        "name": name_of(people, seat),
        "you": seat == view["seat"],
        "points": scoring.points,
        "rows": [run_row(run, cards, None) for run in scoring.runs],
        "idle": [card(code) for code in scoring.left_out if code not in FACE],
        "left": seat in view["left"],
        "coins": coins_words(owned["coins"]),
        "holes": ten_coins(owned["coins"]),
        "busts": busts(owned["busts"]),
        "cards": cards_words(len(cards)),
    }


def _tie(view: View, people: People, result: PlainResult, order: list[int]) -> str:
    """Say what decided between the first player and those with as many points, or that nothing did."""
    first = order[0]
    rivals = [seat for seat in order[1:] if result["points"][seat] == result["points"][first]]
    rivals = [seat for seat in rivals if not result["why"][seat].get("left")]
    if not rivals:
        return ""
    if result["places"][rivals[0]] == 1:
        return _("Tied on points, money and the last tie-breaker: the win is shared.")
    mine, theirs = result["why"][first], result["why"][rivals[0]]
    said = {"name": name_of(people, first), "other": name_of(people, rivals[0])}
    if mine["money"] != theirs["money"]:
        what = "money"
        form = _("Tied on points. %(name)s wins with more money than %(other)s, %(more)s to %(less)s.")
    elif EDITIONS[view["edition"]].last_tie == "fewer-cards":
        what = "fewer_cards"
        form = _("Tied on points and money. %(name)s wins with fewer cards than %(other)s, %(more)s to %(less)s.")
    else:
        what = "more_left_out"
        form = _(
            "Tied on points and money. %(name)s wins with more number cards outside the runs than %(other)s, "
            "%(more)s to %(less)s."
        )
    return form % (said | {"more": mine[what], "less": theirs[what]})


def _next_level(view: View, result: PlainResult) -> dict[str, Any]:
    """Return the words for a solo player after the game, and the level to try next."""
    level, edition = view["solo"], EDITIONS[view["edition"]]
    won = result["places"][0] == 1
    target = min(level + 1, max(edition.ranks)) if won else level
    missing = result["points"][1] - result["points"][0] + 1
    if won:
        said = _(result["why"][0]["rank"])
    else:
        said = ngettext("%(count)s more point would have won.", "%(count)s more points would have won.", missing) % {
            "count": missing
        }
    again = _("Play level %(level)s again") if won else _("Try level %(level)s again")
    label = (again if target == level else _("Play level %(level)s")) % {"level": target}
    return {"said": said, "label": label, "level": target, "edition": view["edition"], "bust_buy": view["bust_buy"]}
