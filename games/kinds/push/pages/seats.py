"""The seats in the sidebar: name, score so far, matrix, coins and bust tokens."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kinds.presenter import People, describe_bot
from games.kinds.push.bots.knowledge import owners
from games.kinds.push.pages.board_parts import busts, matrix, ten_coins
from games.kinds.push.pages.words import busts_words, name_of
from games.kinds.push.payment import score_hand
from games.rules.push.view import View


def other_seats(view: View) -> list[int]:
    """List all seats but the reader's, in order of play."""
    count, seat = len(owners(view)), view["seat"]
    if seat is None:
        return list(range(count))
    return [(seat + step) % count for step in range(1, count)]


def seats(view: View, people: People) -> list[dict[str, Any]]:
    return [_seat(view, people, number) for number in other_seats(view)]


def _seat(view: View, people: People, number: int) -> dict[str, Any]:
    owned = owners(view)[number]
    cards = tuple(owned["cards"])
    person = people[number] if number < len(people) else None
    return {
        "number": number,
        "name": name_of(people, number),
        "href": person.href if person else "",
        "word": _word(view, people, number),
        "active": number in view["waiting"],
        "points": score_hand(cards).points,
        "matrix": matrix(cards),
        "busts": busts(owned["busts"]),
        "busts_words": busts_words(owned["busts"]) if owned["busts"] else "",
        "coins": owned["coins"],
        "cards": len(cards),
        "holes": ten_coins(owned["coins"]),
    }


def _word(view: View, people: People, number: int) -> str:
    """Return the word shown after the player's name."""
    person = people[number] if number < len(people) else None
    if person and person.left:
        return pgettext("player", "left · bot") if view["waiting"] else pgettext("player", "left")
    if view["opponent"] and number == 1:
        return _("level %(level)s") % {"level": view["solo"]}
    return describe_bot(person.bot) if person and person.bot else ""
