"""The presenter of High Card."""

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds import leavers
from games.kinds.presenter import Headline, Hidden, People, read_number
from games.rules.base import IllegalMove, Plain, PlainEvent, PlainResult, short

from .rules import Choices, View

CSS = "ten/high/high.css"
JS = REPLAY_JS = ""
TURN = "trick"
HIGHLIGHTS: frozenset[str] = frozenset()


def face(card: int) -> SafeString:
    """Draw a card."""
    return format_html('<span class="high-card">{}</span>', card)


def headline(view: View, choices: Choices, people: People) -> Headline:
    if view["turn"] is None and view["left"]:
        return Headline(task(view, people), leavers.explain_end(people, view["left"], view["seat"]))
    return Headline(task(view, people), f"{view['points'][0]} : {view['points'][1]}")


def task(view: View, people: People) -> str:
    if view["turn"] is None:
        winner = 1 - view["left"][0] if view["left"] else int(view["points"][1] > view["points"][0])
        return f"{people[winner].name} won."
    return "Play a card." if view["turn"] == view["seat"] else f"It's {people[view['turn']].name}'s turn."


def board(view: View, choices: Choices, people: People, draft: QueryDict, result: PlainResult | None) -> dict[str, Any]:
    may_play = "play" in choices
    return {
        "hand": [(card, face(card)) for card in view["hand"] or ()],
        "led": face(view["led"]) if view["led"] else "",
        "may_play": may_play,
        "seats": [(person, view["points"][person.seat], view["counts"][person.seat]) for person in people],
    }


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    name = people[event["facts"]["seat"]].name
    if event["name"] == "played":
        return format_html("{} played the <b>{}</b>.", name, event["facts"]["card"])
    return format_html({"trick": "{} won the trick.", "left": "{} left the game."}[event["name"]], name)


def legal(view: View, choices: Choices) -> list[Plain]:
    return [{"do": "play", "card": card} for card in choices["play"]["cards"]] if "play" in choices else []


def reveal_hidden(view: View, state: Any, people: People) -> tuple[View, list[Hidden]]:
    hands = [Hidden(f"{person.name}'s hand", [face(card) for card in state.hands[person.seat]]) for person in people]
    rest = [face(card) for card in state.deck[6:]]
    return view, [*(hand for hand in hands if hand.faces), Hidden("Not dealt", rest)]


def read(form: QueryDict, view: View, choices: Choices) -> Plain:
    card = read_number(form.get("card", ""), 2)
    if form.get("do") != "play" or card is None:
        raise IllegalMove("move.misfit", do=short(form.get("do")), what="card")
    return {"do": "play", "card": card}
