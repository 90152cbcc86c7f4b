"""How Nim is shown."""

from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds.presenter import Headline, Hidden, People, whole
from games.rules.base import IllegalMove, Plain, short

CSS = "ten/nim/nim.css"
JS = REPLAY_JS = ""
TURN = ""


def headline(view: Plain, choices: Plain, people: People) -> Headline:
    return Headline(task(view, people), f"Tokens left: {view['pile']}.")


def task(view: Plain, people: People) -> str:
    if view["winner"] is not None:
        return f"{people[view['winner']].name} won."
    return "Your turn." if view["turn"] == view["seat"] else f"It's {people[view['turn']].name}'s turn."


def board(view: Plain, choices: Plain, people: People, draft: QueryDict, result: Plain | None) -> dict[str, Any]:
    return {"pile": range(view["pile"]), "takes": range(1, choices.get("take", {}).get("most", 0) + 1)}


def sentence(event: Plain, people: People, you: int | None) -> SafeString | None:
    name = people[event["facts"]["seat"]].name
    if event["name"] == "left":
        return format_html("{} left the game.", name)
    return format_html("{} took <b>{}</b>.", name, event["facts"]["tokens"])


def legal(view: Plain, choices: Plain) -> list[Plain]:
    return [{"do": "take", "tokens": number + 1} for number in range(choices.get("take", {}).get("most", 0))]


def opened(view: Plain, state: Any, people: People) -> tuple[Plain, list[Hidden]]:
    return view, []


def read(form: QueryDict, view: Plain, choices: Plain) -> Plain:
    tokens = whole(form.get("tokens", ""), 2)
    if form.get("do") != "take" or tokens is None:
        raise IllegalMove("move.misfit", do=short(form.get("do")), what="tokens")
    return {"do": "take", "tokens": tokens}
