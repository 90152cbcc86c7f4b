"""The tableau, its two totals, and the buttons under it."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.kinds.figures import with_minus
from games.kinds.presenter import People
from games.kinds.push.pages.board_parts import Keys, ten_blocks, ten_coins
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.seats import owners
from games.kinds.push.pages.words import capitalize, name_of
from games.rules.push.cards import FACE
from games.rules.push.choices import Choices
from games.rules.push.state import LIMIT, MOST_COINS
from games.rules.push.view import Tableau, View

OPPONENT = 1  # of a solo game: no number card busts her


class Action(NamedTuple):
    """A button: what it sends, its label, and what will happen."""

    name: str
    value: str
    label: str
    small: str
    short: str  # the same for narrow windows


def tableau(view: View, people: People, keys: Keys) -> dict[str, Any]:
    """Return the cards in the tableau, and how close each total is to a bust."""
    shown = view["tableau"]
    return {
        "numbers": [_lying(code, keys) for code in shown["numbers"]],
        "currency": [_lying(code, keys) for code in shown["currency"]],
        "many": len(shown["numbers"]) + len(shown["currency"]) > 9,
        "lies": bool(shown["numbers"] or shown["currency"]),
        "deck": view["deck"],
        "meters": _meters(view, people),
    }


def _meters(view: View, people: People) -> list[dict[str, Any]]:
    """Return both totals; after a bust only the one still to be seen, because the numbers went to the market (R4)."""
    meters = [_net_meter(view, people), _coin_meter(view)]
    return [meter for meter in meters if meter["over"]] if view["phase"] == "bust" else meters


def _lying(code: str, keys: Keys) -> SafeString:
    return format_html('<li data-piece="{}" data-enter="deck" data-flip>{}</li>', keys.next(code), card(code, "large"))


def _net_meter(view: View, people: People) -> dict[str, Any]:
    shown = view["tableau"]
    net, numbers = shown["net"], sum(FACE[code] for code in shown["numbers"])
    sums = _("%(numbers)s − %(coins)s.") % {"numbers": numbers, "coins": shown["coins"]}
    if view["opponent"] and view["active"] == OPPONENT:
        said = {"name": name_of(people, OPPONENT), "level": view["solo"]}
        threshold = _("%(name)s stops at %(level)s and can't bust on numbers.") % said
    else:
        threshold = _sentence(_number_threshold(net), NUMBERS, _is_mine(view))
    return {
        "kind": "net",
        "figure": with_minus(net),
        "places": ten_blocks(net),
        "name": _("Net."),
        "sums": sums,
        "threshold": threshold,
        "over": net > LIMIT,
    }


def _coin_meter(view: View) -> dict[str, Any]:
    coins = view["tableau"]["coins"]
    return {
        "kind": "coins",
        "figure": coins,
        "places": ten_coins(coins),
        "name": _("Currency."),
        "sums": "",
        "threshold": _sentence(_coin_threshold(coins), CURRENCY, _is_mine(view)),
        "over": coins > LIMIT,
    }


def _is_mine(view: View) -> bool:
    return view["seat"] is not None and view["seat"] == view["active"]


def _number_threshold(net: int) -> tuple[int, int]:
    """Return the lowest number that busts, and the highest there is."""
    return max(LIMIT + 1 - net, 1), 9


def _coin_threshold(coins: int) -> tuple[int, int]:
    return max(LIMIT + 1 - coins, 1), 5


class Thresholds(NamedTuple):
    """Sentences about cards of one sort: all of them bust, or none."""

    any: Promise
    none: Promise
    none_mine: Promise


NUMBERS = Thresholds(
    gettext_lazy("Any number card busts."),
    gettext_lazy("No number card busts."),
    gettext_lazy("No number card can bust you."),
)
CURRENCY = Thresholds(
    gettext_lazy("Any currency card busts."),
    gettext_lazy("No currency card busts."),
    gettext_lazy("No currency card can bust you."),
)


def _sentence(threshold: tuple[int, int], words: Thresholds, mine: bool) -> str:
    """Say from which card on a draw busts: "3 or higher busts." """
    least, highest = threshold
    if least > highest:
        return str(words.none_mine if mine else words.none)
    if least == highest:
        return _("Only a %(least)s busts.") % {"least": least}
    if least == 1:
        return str(words.any)
    return _("%(least)s or higher busts.") % {"least": least}


# --- the buttons ----------------------------------------------------------------------------------------------------


def actions(view: View, choices: Choices, people: People) -> list[Action]:
    """List what the reader can do: draw, take the numbers, take the currency."""
    found = []
    if "draw" in choices:
        words = _draw_words(view["tableau"])
        found.append(Action("do", "draw", _("Draw a card"), words, words))
    if "take" in choices:
        found += [_take_numbers(view, people), _take_currency(view)]
    return found


def _draw_words(shown: Tableau) -> str:
    """Say briefly what busts."""
    number, highest_number = _number_threshold(shown["net"])
    coin, highest_coin = _coin_threshold(shown["coins"])
    if number > highest_number and coin > highest_coin:
        return _("No card can bust you")
    if coin > highest_coin:
        return _risky_number(number, highest_number)
    if number > highest_number:
        return _risky_coin(coin, highest_coin)
    which = {"number": _short_number(number, highest_number), "currency": _short_coin(coin, highest_coin)}
    return capitalize(_("%(number)s or %(currency)s busts") % which)


def _risky_number(least: int, highest: int) -> str:
    if least == 1:
        return _("Any number busts")
    form = _("Only a %(number)s busts") if least == highest else _("%(number)s or higher busts")
    return form % {"number": least}


def _risky_coin(least: int, highest: int) -> str:
    if least == 1:
        return _("Any currency busts")
    form = _("Only currency %(number)s busts") if least == highest else _("Currency %(number)s or higher busts")
    return form % {"number": least}


def _short_number(least: int, highest: int) -> str:
    if least == 1:
        return _("any number")
    return str(least) if least == highest else _("%(number)s+") % {"number": least}


def _short_coin(least: int, highest: int) -> str:
    if least == 1:
        return _("any currency")
    form = _("currency %(number)s") if least == highest else _("currency %(number)s+")
    return form % {"number": least}


def _take_numbers(view: View, people: People) -> Action:
    count, gains = len(view["tableau"]["numbers"]), _gains(view, people)
    label = ngettext("Take %(count)s number", "Take %(count)s numbers", count) % {"count": count}
    small = _("%(gains)s, then you may buy a card") % {"gains": gains} if gains else _("Then you may buy a card")
    short = gains or _("Then you may buy")
    return Action("what", "numbers", label if count else _("Take nothing"), capitalize(small), capitalize(short))


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
        return _("everyone else +%(gain)s") % {"gain": gaining[0][1]}
    return ", ".join(f"{name} +{gain}" for name, gain in gaining)


def _take_currency(view: View) -> Action:
    value, owned = view["tableau"]["coins"], view["seats"][view["seat"]]["coins"]
    after = min(owned + value, MOST_COINS)
    if not value:
        small = _("The numbers go to the market") if view["tableau"]["numbers"] else _("You take nothing")
        return Action("what", "currency", _("End your turn"), small, _("Take nothing"))
    label = ngettext("Take %(count)s coin", "Take %(count)s coins", value) % {"count": value}
    short = f"{owned} → {after}"
    if lost := owned + value - after:
        short = _("%(coins)s, %(lost)s lost") % {"coins": short, "lost": lost}
    small = _("%(coins)s, the numbers go to the market") if view["tableau"]["numbers"] else "%(coins)s"
    return Action("what", "currency", label, small % {"coins": short}, short)
