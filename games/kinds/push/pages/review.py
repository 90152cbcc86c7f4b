"""A judged decision of TEN Push in words: what was done, what was best, and which cards could have come."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.kinds.figures import with_minus
from games.kinds.odds import format_percent
from games.kinds.presenter import People
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.next_card_chart import draw_chart
from games.kinds.push.pages.words import (
    COLOR_WORDS,
    capitalize,
    card_words,
    coins_words,
    name_of,
    pay_words,
    the_wild,
)
from games.kinds.review import Chapter, Judged
from games.rules.base import Plain
from games.rules.push.state import State

MOST_CARDS = 6  # how many cards of the market the table lists, best first
SHOWN = 0.05  # points; smaller differences aren't shown


class Way(NamedTuple):
    """A choice, and what it was worth."""

    label: str
    worth: str
    chosen: bool
    best: bool
    start: int = 0  # of its bar, in percent; the bars for gains and losses meet at 0 points
    wide: int = 0


def about(judged: Judged, people: People) -> Plain:
    return {
        "title": _title(judged),
        "asked": _describe_situation(judged.facts),
        "best": _best(judged),
        "instead": _("Better: %(what)s.") % {"what": _better(judged.best, judged.chosen)} if judged.best else "",
        "came": _describe_outcome(judged, people),
        **CONTEXTS[judged.facts["what"]](judged, people),
    }


def list_ways(ways: Iterable[tuple[str, float, bool]]) -> list[Way]:
    """List the choices with their bars, best first; of equals, the one that was made."""
    order = sorted(ways, key=lambda way: (-round(way[1], 9), not way[2]))
    low, high = min(0.0, order[-1][1]), max(0.0, order[0][1])
    span = max(high - low, SHOWN)
    return [
        Way(
            label,
            points(worth),
            chosen,
            place == 0,
            round(100 * (min(worth, 0.0) - low) / span),
            round(100 * abs(worth) / span),
        )
        for place, (label, worth, chosen) in enumerate(order)
    ]


def points(worth: float) -> str:
    """Format a value in points: +1.3, −0.4, 0.0."""
    figure = tenths(abs(worth))
    if round(abs(worth), 1) == 0:
        return figure
    return f"+{figure}" if worth > 0 else f"−{figure}"


def tenths(number: float) -> str:
    """Format a number with one decimal."""
    return str(number_format(round(number, 1), 1))


# --- what was done --------------------------------------------------------------------------------------------------


def _title(judged: Judged) -> str:
    move, facts = judged.chosen, judged.facts
    if move["do"] == "draw" and not facts["bust"]:
        return _("Drew with no risk of busting")
    if move["do"] == "draw":
        return _("Drew with a %(chance)s risk of busting") % {"chance": format_percent(facts["bust"])}
    if move["do"] in ("bid", "pass"):
        form = _("Bid %(amount)s on %(wild)s") if move["do"] == "bid" else _("Passed on %(wild)s")
        return form % {"amount": facts["amount"], "wild": the_wild(facts["card"])}
    if move["do"] == "buy":
        return _("Bought %(card)s") % {"card": card_words(move["card"])}
    if move["do"] == "take":
        shown = {"net": with_minus(facts["net"]), "coins": coins_words(facts["coins"])}
        took_numbers = move["what"] == "numbers"
        form = _("Took the numbers at a net total of %(net)s") if took_numbers else _("Took the currency (%(coins)s)")
        return form % shown
    return str(DONE[move["do"]])


def _describe_situation(facts: Plain) -> list[str]:
    """Say what there was to decide, for readers who want to decide for themselves first."""
    if facts["what"] == "draw":
        return [_describe_tableau(facts), _("Draw or stop?")]
    if facts["what"] == "bid":
        return [_for_sale(facts), _least(facts), _("Bid or pass?")]
    return [_("Buy a card, or take the bust token?") if facts["what"] == "bust" else _("Buy a card? Which one?")]


DONE = {
    "skip": gettext_lazy("Bought nothing"),
    "token": gettext_lazy("Took the bust token"),
}


def _best(judged: Judged) -> str:
    """Say what would have been better and by how much, or that nothing would."""
    if judged.best is None:
        return _("This was the best choice.")
    what = _better(judged.best, judged.chosen)
    if judged.loss < SHOWN:
        return _("As good as the best choice: %(what)s.") % {"what": what}
    worth = _("%(points)s points") % {"points": tenths(judged.loss)}
    return _("Best choice: %(what)s, worth %(points)s more.") % {"what": what, "points": worth}


def _better(move: Plain, chosen: Plain) -> str:
    """Say what could be done, as it reads after "Better:"."""
    if move["do"] == "bid" and move["amount"] == chosen.get("amount"):
        words = pgettext("better choice", "bid %(amount)s with %(pay)s")
        return words % {"amount": move["amount"], "pay": pay_words(move["pay"])}
    if move["do"] == "bid":
        return pgettext("better choice", "bid %(amount)s") % {"amount": move["amount"]}
    if move["do"] == "buy":
        words = pgettext("better choice", "buy %(card)s with %(pay)s")
        return words % {"card": card_words(move["card"]), "pay": pay_words(move["pay"])}
    return str(BETTER[_name(move)])


BETTER = {
    "draw": pgettext_lazy("better choice", "draw"),
    "numbers": pgettext_lazy("better choice", "take the numbers"),
    "currency": pgettext_lazy("better choice", "take the currency"),
    "pass": pgettext_lazy("better choice", "pass"),
    "skip": pgettext_lazy("better choice", "buy nothing"),
    "token": pgettext_lazy("better choice", "take the bust token"),
}


def _describe_outcome(judged: Judged, people: People) -> str:
    """Say what happened next, which isn't part of the judgment."""
    came = judged.facts["came"]
    if came is None:
        return ""
    if came["event"] == "drew":
        bust = any(row["bust"] for row in judged.facts["next"] if came["card"] in row["cards"])
        form = _("The next card was %(card)s: bust.") if bust else _("The next card was %(card)s.")
        return form % {"card": card_words(came["card"])}
    if came["event"] == "won":
        return _("%(name)s won it for %(amount)s.") % {"name": name_of(people, came["seat"]), "amount": came["amount"]}
    return _("No one won it.")


# --- drawing and stopping -------------------------------------------------------------------------------------------


def _draw(judged: Judged, people: People) -> Plain:
    """Return the three choices, what they depended on, and the possible next cards."""
    facts, chosen = judged.facts, _name(judged.chosen)
    context = {
        "sentences": [_describe_tableau(facts), _odds(facts) if "next" in facts else _("The deck was empty.")],
        "ways": list_ways((str(WAYS[what]), worth, what == chosen) for what, worth in facts["worth"].items()),
        "lay": [card(code) for code in (*facts["numbers"], *facts["currency"])],
    }
    if "next" in facts:
        context |= {
            "bust": format_percent(facts["bust"]),
            "by_numbers": round(100 * facts["by_numbers"]),
            "by_currency": round(100 * facts["by_currency"]),
            "drawing": draw_chart(facts["next"], facts["deck"]),
            "next": [row | _words(row) for row in facts["next"]],
        }
    return context


WAYS = {
    "numbers": gettext_lazy("Take the numbers"),
    "currency": gettext_lazy("Take the currency"),
    "draw": gettext_lazy("Draw"),
}


def _describe_tableau(facts: Plain) -> str:
    """Describe the totals of the tableau."""
    shown = {"net": with_minus(facts["net"]), "coins": coins_words(facts["coins"])}
    if facts["coins"]:
        return _("The net total was %(net)s, with %(coins)s in the tableau.") % shown
    return _("The net total was %(net)s, with no coins in the tableau.") % shown


def _odds(facts: Plain) -> str:
    """Say how likely a bust was, by cause."""
    by = {name: format_percent(facts[name]) for name in ("bust", "by_numbers", "by_currency")}
    if facts["by_numbers"] and facts["by_currency"]:
        form = _(
            "Risk of busting on the next card: %(bust)s (%(by_numbers)s on a number card, %(by_currency)s on currency)."
        )
        return form % by
    if facts["by_numbers"]:
        return _("Risk of busting on the next card: %(bust)s, only on number cards.") % by
    if facts["by_currency"]:
        return _("Risk of busting on the next card: %(bust)s, only on currency.") % by
    return _("The next card couldn't bust.")


def _words(row: Plain) -> Plain:
    """Return the figures of a row of possible next cards in words, and the colors of its numbers."""
    cards: Mapping[str, int] = row["cards"] if row["type"] == "number" else {}
    colors = [str(COLOR_WORDS[card[0]]) + f" ×{count}" * (count > 1) for card, count in cards.items()]
    return {
        "colors": ", ".join(colors),
        "chance": format_percent(row["chance"]),
        "net": with_minus(row["net"]),
        "coins": coins_words(row["coins"]) if row["coins"] else "",
        "worth": points(row["worth"]),
    }


def _name(move: Plain) -> str:
    return str(move.get("what", move["do"]))


# --- bids -----------------------------------------------------------------------------------------------------------


def _bid(judged: Judged, people: People) -> Plain:
    """Return what the wild was worth to everyone, and how they answered."""
    facts, worth = judged.facts, judged.facts["worth"]
    rows = [
        {
            "name": name_of(people, player["seat"]),
            "gain": points(player["gain"]),
            "said": _describe_answer(player, judged.seat),
        }
        for player in facts["players"]
    ]
    ways = [(_("Pass"), worth["pass"], judged.chosen["do"] == "pass")]
    if facts["amount"] is not None:
        ways.append((_("Bid %(amount)s") % {"amount": facts["amount"]}, worth["chosen"], True))
    if "bid" in worth and facts["best_bid"] != facts["amount"]:
        ways.append((_("Bid %(amount)s") % {"amount": facts["best_bid"]}, worth["bid"], False))
    elif "bid" in worth and worth["bid"] - worth["chosen"] > SHOWN:
        ways.append((_paid_best(_("Bid %(amount)s") % {"amount": facts["amount"]}), worth["bid"], False))
    return {"sentences": [_for_sale(facts), _least(facts)], "ways": list_ways(ways), "players": rows}


def _for_sale(facts: Plain) -> str:
    return _("%(wild)s was up for auction.") % {"wild": capitalize(the_wild(facts["card"]))}


def _least(facts: Plain) -> str:
    return _("The minimum bid was %(least)s.") % {"least": facts["least"]}


def _describe_answer(player: Plain, seat: int) -> str:
    """Say what a player had answered when the decision was made."""
    if player["seat"] == seat:
        return _("bidding now")
    if not player["asked"]:
        return _("bids later")
    return _("bid %(amount)s") % {"amount": player["amount"]} if player["amount"] else _("passed")


# --- purchases ------------------------------------------------------------------------------------------------------


def _buy(judged: Judged, people: People) -> Plain:
    """Return what the cards of the market were worth with the best payment."""
    facts = judged.facts
    bought = judged.chosen.get("card")
    leave = _("Take the bust token") if facts["what"] == "bust" else _("Buy nothing")
    ways = [(leave, facts["worth"]["leave"], bought is None)]
    for row in facts["cards"]:
        if row["card"] == bought or len(ways) <= MOST_CARDS:
            label = _("Buy %(card)s for %(price)s") % {"card": card_words(row["card"]), "price": row["price"]}
            chosen = row["card"] == bought
            ways.append((label, facts["worth"]["chosen"] if chosen else row["worth"], chosen))
            if chosen and row["worth"] - facts["worth"]["chosen"] > SHOWN:
                ways.append((_paid_best(label), row["worth"], False))
    none = [] if facts["cards"] else [_("No card in the market was worth anything to this player.")]
    return {"sentences": none, "ways": list_ways(ways)}


def _paid_best(label: str) -> str:
    return _("%(done)s with the best payment") % {"done": label}


CONTEXTS: dict[str, Callable[[Judged, People], dict[str, Any]]] = {
    "draw": _draw,
    "bid": _bid,
    "buy": _buy,
    "bust": _buy,
    "final": _buy,
}


# --- chapters ---------------------------------------------------------------------------------------------------------


def chapter(state: State, number: int, turn: int) -> Chapter:
    return Chapter("final", 0) if state.phase == "final" else Chapter("turn", turn, state.active)


def chapter_name(part: Chapter, people: People) -> str:
    if part.what == "final" or part.who is None:
        return _("Last purchases")
    return _("Turn %(number)s: %(name)s") % {"number": part.number, "name": people[part.who].name}
