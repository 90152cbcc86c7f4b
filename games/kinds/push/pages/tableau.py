"""The tableau, its two totals, and the buttons under it."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds.figures import with_minus
from games.kinds.presenter import People
from games.kinds.push.bots.knowledge import owners
from games.kinds.push.pages.board_parts import Keys, ten_blocks, ten_coins
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.words import capitalize, name_of
from games.rules.push.cards import FACE
from games.rules.push.choices import Choices
from games.rules.push.state import LIMIT, MOST_COINS
from games.rules.push.view import Tableau, View

Words = Promise | str
OPPONENT = 1  # seat of the solo opponent: number cards never bust her


class Action(NamedTuple):
    """A button: what it sends, its label, and the consequence."""

    name: str
    value: str
    label: str
    small: str
    short: str  # the same for narrow windows


def tableau(view: View, people: People, keys: Keys) -> dict[str, Any]:
    """Return the cards in the tableau, and how close each total is to a bust."""
    shown = view["tableau"]
    return {
        "numbers": [(keys.next(code), card(code, "large")) for code in shown["numbers"]],
        "currency": [(keys.next(code), card(code, "large")) for code in shown["currency"]],
        "many": len(shown["numbers"]) + len(shown["currency"]) > 9,
        "lies": bool(shown["numbers"] or shown["currency"]),
        "deck": view["deck"],
        "meters": _meters(view, people),
    }


def _meters(view: View, people: People) -> list[dict[str, Any]]:
    """Return both totals; after a bust only the one still to be seen, because the numbers went to the market (R4)."""
    shown = view["tableau"]
    net, coins, numbers = shown["net"], shown["coins"], sum(FACE[code] for code in shown["numbers"])
    threshold = _threshold(net, NUMBERS, view)
    if view["opponent"] and view["active"] == OPPONENT:
        said = {"name": name_of(people, OPPONENT), "level": view["solo"]}
        threshold = gettext("%(name)s stops at %(level)s and can't bust on numbers.") % said
    meters = [
        {
            "kind": "net",
            "figure": with_minus(net),
            "places": ten_blocks(net),
            "name": gettext("Net."),
            "sums": gettext("%(numbers)s − %(coins)s.") % {"numbers": numbers, "coins": coins},
            "threshold": threshold,
            "over": net > LIMIT,
        },
        {
            "kind": "coins",
            "figure": coins,
            "places": ten_coins(coins),
            "name": gettext("Currency."),
            "threshold": _threshold(coins, CURRENCY, view),
            "over": coins > LIMIT,
        },
    ]
    return [meter for meter in meters if meter["over"]] if view["phase"] == "bust" else meters


class Sort(NamedTuple):
    """Cards of one sort, and words for which of them bust: any, only the highest, or that number and higher ones."""

    highest: int
    none: Promise
    none_mine: Promise
    sentences: tuple[Words, Words, Words]
    labels: tuple[Words, Words, Words]
    beside: tuple[Words, Words, Words]  # the same in a sentence with cards of the other sort


NUMBERS = Sort(
    9,
    _("No number card busts."),
    _("No number card can bust you."),
    (
        _("Any number card busts."),
        _("Only a %(least)s busts."),
        _("%(least)s or higher busts."),
    ),
    (
        _("Any number busts"),
        _("Only a %(least)s busts"),
        _("%(least)s or higher busts"),
    ),
    (_("any number"), "%(least)s", _("%(least)s+")),
)
CURRENCY = Sort(
    5,
    _("No currency card busts."),
    _("No currency card can bust you."),
    (
        _("Any currency card busts."),
        _("Only a %(least)s busts."),
        _("%(least)s or higher busts."),
    ),
    (
        _("Any currency busts"),
        _("Only currency %(least)s busts"),
        _("Currency %(least)s or higher busts"),
    ),
    (_("any currency"), _("currency %(least)s"), _("currency %(least)s+")),
)


def _least_to_bust(total: int) -> int:
    return max(LIMIT + 1 - total, 1)


def _which_bust(least: int, highest: int, forms: tuple[Words, Words, Words]) -> str:
    every, only, higher = forms
    return str(every if least == 1 else only if least == highest else higher) % {"least": least}


def _threshold(total: int, sort: Sort, view: View) -> str:
    """Say which cards bust: "3 or higher busts." """
    least = _least_to_bust(total)
    if least <= sort.highest:
        return _which_bust(least, sort.highest, sort.sentences)
    return str(sort.none_mine if view["seat"] is not None and view["seat"] == view["active"] else sort.none)


# --- the buttons ----------------------------------------------------------------------------------------------------


def actions(view: View, choices: Choices, people: People) -> list[Action]:
    """List what the reader can do: draw, take the numbers, take the currency."""
    found = []
    if "draw" in choices:
        words = _draw_words(view["tableau"])
        found.append(Action("do", "draw", gettext("Draw a card"), words, words))
    if "take" in choices:
        found += [_take_numbers(view, people), _take_currency(view)]
    return found


def _draw_words(shown: Tableau) -> str:
    """Say briefly what busts."""
    leasts = [(_least_to_bust(shown["net"]), NUMBERS), (_least_to_bust(shown["coins"]), CURRENCY)]
    risky = [(least, sort) for least, sort in leasts if least <= sort.highest]
    if not risky:
        return gettext("No card can bust you")
    if len(risky) == 1:
        [(least, sort)] = risky
        return _which_bust(least, sort.highest, sort.labels)
    number, currency = (_which_bust(least, sort.highest, sort.beside) for least, sort in risky)
    return capitalize(gettext("%(number)s or %(currency)s busts") % {"number": number, "currency": currency})


def _take_numbers(view: View, people: People) -> Action:
    count, gains = len(view["tableau"]["numbers"]), _gains(view, people)
    label = ngettext("Take %(count)s number", "Take %(count)s numbers", count) % {"count": count}
    small = (
        gettext("%(gains)s, then you may buy a card") % {"gains": gains}
        if gains
        else gettext("Then you may buy a card")
    )
    short = gains or gettext("Then you may buy")
    return Action("what", "numbers", label if count else gettext("Take nothing"), capitalize(small), capitalize(short))


def _gains(view: View, people: People) -> str:
    """Say what the others would gain (R3): "Leo +3, Jonas +5"; empty if nothing."""
    value = view["tableau"]["coins"]
    others = [
        (name_of(people, number), min(value, MOST_COINS - owned["coins"]))
        for number, owned in enumerate(owners(view))
        if number != view["seat"]
    ]
    gaining = [(name, gain) for name, gain in others if gain]
    if len(gaining) > 2 and len(gaining) == len(others) and len({gain for _name, gain in others}) == 1:
        return gettext("everyone else +%(gain)s") % {"gain": gaining[0][1]}
    return ", ".join(f"{name} +{gain}" for name, gain in gaining)


def _take_currency(view: View) -> Action:
    value, owned = view["tableau"]["coins"], view["seats"][view["seat"]]["coins"]
    after = min(owned + value, MOST_COINS)
    if not value:
        small = gettext("The numbers go to the market") if view["tableau"]["numbers"] else gettext("You take nothing")
        return Action("what", "currency", gettext("End your turn"), small, gettext("Take nothing"))
    label = ngettext("Take %(count)s coin", "Take %(count)s coins", value) % {"count": value}
    short = f"{owned} → {after}"
    if lost := owned + value - after:
        short = gettext("%(coins)s, %(lost)s lost") % {"coins": short, "lost": lost}
    small = gettext("%(coins)s, the numbers go to the market") if view["tableau"]["numbers"] else "%(coins)s"
    return Action("what", "currency", label, small % {"coins": short}, short)
