"""The sentences and forms of plans for High Card."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from games.rules.base import Plain, PlainEvent

from . import plans
from .rules import Choices, View


def describe(plan: Plain, what: str = "", is_over: bool = False) -> str:
    when = "The next time you follow" if plan["once"] else "Whenever you follow"
    return f"{when}: {'win as cheaply as you can' if plan['win'] else 'give up your worst card'}."


def describe_move(move: Plain, what: str = "") -> str:
    return f"played the {move['card']}"


def is_about_now(plan: Plain) -> bool:
    """Return False: a plan is for any trick, not for the current one."""
    return False


def describe_subject(events: Sequence[PlainEvent], view: View) -> str:
    return ""


def list_forms(view: View, choices: Choices) -> list[str]:
    return ["answer"]


def is_asked(what: str, choices: Choices, view: View) -> bool:
    return "play" in choices and view["led"] is not None


def make_blank(what: str, view: View, choices: Choices) -> Plain:
    return plans.read({"for": what})


def context(plan: Plain, view: View) -> dict[str, Any]:
    return {}


def read(form: QueryDict) -> Mapping[str, Any]:
    return {"for": form.get("for", ""), "win": form.get("win") == "yes", "once": form.get("when") != "always"}
