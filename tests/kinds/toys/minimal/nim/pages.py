"""The presenter of Nim."""

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds.presenter import Headline, Hidden, People, read_number
from games.rules.base import IllegalMove, Plain, PlainEvent, PlainResult, short

from .rules import Choices, View

CSS = "ten/nim/nim.css"
JS = REPLAY_JS = ""
TURN = ""
HIGHLIGHTS: frozenset[str] = frozenset()


def headline(view: View, choices: Choices, people: People) -> Headline:
    return Headline(task(view, people), f"Tokens left: {view['pile']}.")


def task(view: View, people: People) -> str:
    if view["winner"] is not None:
        return f"{people[view['winner']].name} won."
    return "Your turn." if view["turn"] == view["seat"] else f"It's {people[view['turn']].name}'s turn."


def board(view: View, choices: Choices, people: People, draft: QueryDict, result: PlainResult | None) -> dict[str, Any]:
    return {"pile": range(view["pile"]), "takes": range(1, most_tokens(choices) + 1)}


def most_tokens(choices: Choices) -> int:
    return choices["take"]["most"] if "take" in choices else 0


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    name = people[event["facts"]["seat"]].name
    if event["name"] == "left":
        return format_html("{} left the game.", name)
    return format_html("{} took <b>{}</b>.", name, event["facts"]["tokens"])


def legal(view: View, choices: Choices) -> list[Plain]:
    return [{"do": "take", "tokens": tokens} for tokens in range(1, most_tokens(choices) + 1)]


def reveal_hidden(view: View, state: Any, people: People) -> tuple[View, list[Hidden]]:
    return view, []


def read(form: QueryDict, view: View, choices: Choices) -> Plain:
    tokens = read_number(form.get("tokens", ""), 2)
    if form.get("do") != "take" or tokens is None:
        raise IllegalMove("move.misfit", do=short(form.get("do")), what="tokens")
    return {"do": "take", "tokens": tokens}
