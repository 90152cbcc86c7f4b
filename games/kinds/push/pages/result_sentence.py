"""How a game ended, in a sentence, from what everyone may see."""

from django.utils.translation import gettext as _

from games.kinds import leavers
from games.kinds.presenter import Headline, People
from games.kinds.push.pages.words import capitalize, name_of, names, points_words
from games.kinds.push.payment import score_hand
from games.rules.base import rank_with_leavers
from games.rules.push.editions import EDITIONS, Edition
from games.rules.push.payment import BUST
from games.rules.push.result import total_of
from games.rules.push.view import Holdings, View


def result_headline(view: View, people: People) -> Headline:
    """Say who won, and the others' points."""
    if view["phase"] != "over":
        return _by_leaving(view, people)
    points = [score_hand(tuple(owned["cards"])).points for owned in view["seats"]]
    if view["opponent"]:
        return _solo(points[0], view, people)
    places = rank_with_leavers([_key(owned, EDITIONS[view["edition"]]) for owned in view["seats"]], view["left"])
    first = [seat for seat, place in enumerate(places) if place == 1]
    rest = sorted((seat for seat in range(len(points)) if seat not in first), key=lambda seat: places[seat])
    detail = ", ".join(f"{names(people, [seat], view['seat'])}: {points[seat]}" for seat in rest)
    if rest and rest[0] == view["seat"]:
        detail = capitalize(detail)  # it begins with "you"
    return Headline(_won(first, points[first[0]], view["seat"], people), f"{detail}." if rest else "")


def _key(owned: Holdings, edition: Edition) -> tuple[int, int, int]:
    return total_of(tuple(owned["cards"]), owned["coins"] + BUST * owned["busts"], edition).key(edition)


def _won(first: list[int], points: int, you: int | None, people: People) -> str:
    if len(first) > 1:
        said = {"names": names(people, first, you), "points": points_words(points)}
        text = _("%(names)s share the win with %(points)s.") % said
        return capitalize(text) if first[0] == you else text
    if first[0] == you:
        return _("You won with %(points)s.") % {"points": points_words(points)}
    return _("%(name)s won with %(points)s.") % {"name": name_of(people, first[0]), "points": points_words(points)}


def _solo(mine: int, view: View, people: People) -> Headline:
    """Say how a solo game ended. A tie isn't a win (R15)."""
    hers = score_hand(tuple(view["opponent"]["cards"])).points
    level = _("Level %(level)s.") % {"level": view["solo"]}
    said = {"jen": view["opponent"]["name"], "mine": mine, "hers": hers, "name": name_of(people, 0)}
    is_own = view["seat"] is not None
    text = _("%(jen)s won %(hers)s to %(mine)s.")
    if mine == hers and is_own:
        text = _("You tied with %(jen)s at %(mine)s. A tie isn't a win.")
    elif mine == hers:
        text = _("%(name)s tied with %(jen)s at %(mine)s. A tie isn't a win.")
    elif mine > hers:
        text = (
            _("You beat %(jen)s %(mine)s to %(hers)s.") if is_own else _("%(name)s beat %(jen)s %(mine)s to %(hers)s.")
        )
    return Headline(text % said, level)


def _by_leaving(view: View, people: People) -> Headline:
    """Say how a game ended after everyone else left (R40)."""
    stayed = [seat for seat in range(len(view["seats"])) if seat not in view["left"]]
    reason = leavers.explain_end(people, view["left"], view["seat"])
    if not stayed:
        return Headline(reason)
    won = _("You won.") if stayed == [view["seat"]] else _("%(name)s won.") % {"name": name_of(people, stayed[0])}
    return Headline(f"{won} {reason}")
