"""How plans of each kind are said, and how their forms are filled in and read, in one visible list."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.http import QueryDict

from games.rules.base import Plain
from games.tables.push import plans as push
from games.tables.swap import plans as swap


class Planner(Protocol):
    """What the module of a kind has. A plan is what `games.plans` makes of it (docs/plans.md)."""

    def said(self, plan: Plain, what: str = "", is_over: bool = False) -> str:
        """The plan as a sentence. `what`: what it is about, as `subject` says; or was, where it `is_over`."""

    def did(self, move: Plain, what: str = "") -> str:
        """What a plan did by that move, after the words "Your plan"."""

    def subject(self, events: Sequence[Plain]) -> str:
        """What a plan was about, from what happened from then on; empty where that is still going on, or is nothing."""

    def forms(self, view: Plain, choices: Plain) -> list[str]:
        """What plans can be for: the `for` of each form that makes sense now, in order."""

    def asks(self, what: str, choices: Plain, view: Plain) -> bool:
        """Whether the seat is asked right now what a plan for that answers."""

    def blank(self, what: str, view: Plain, choices: Plain) -> Plain:
        """A plan to begin with: the form of what it is for shows it."""

    def context(self, plan: Plain, view: Plain) -> dict[str, Any]:
        """What the template of the form of this plan needs."""

    def read(self, form: QueryDict) -> Mapping[str, Any]:
        """The plan that a form's own fields say; what cannot be read is left for `games.plans` to refuse."""


PLANNERS: dict[str, Planner] = {"push": push, "swap": swap}
