"""What the presenter of a kind has: how it is said and shown, and how its forms are read."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.http import QueryDict
from django.utils.safestring import SafeString

from games.kinds.typevars import C_contra, V, V_contra
from games.rules.base import Plain, PlainEvent, PlainResult


def read_number(text: str, digits: int) -> int | None:
    """The whole number that is written there, in at most so many plain digits; None: there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


class Headline(NamedTuple):
    """One sentence that says what is asked of the reader, or what is going on; and a second, short one, or none."""

    text: str
    detail: str = ""


class Person(NamedTuple):
    """Who sits in a seat, as readers see it. `left`: a bot plays on. `ran_out`: the clock took the seat."""

    seat: int
    name: str
    bot: str = ""
    left: bool = False
    href: str = ""
    ran_out: bool = False


People = Sequence[Person]


class Hidden(NamedTuple):
    """What nobody at the table could see, opened when the game is over: what it is, and the cards or tiles."""

    title: str
    faces: Sequence[SafeString]
    more: str = ""  # what else there is of it
    is_drawn: bool = False  # the faces show all of that: only a screen reader needs it in words


class Presenter(Protocol[V, C_contra]):
    """A module of a kind. Views and choices are plain data that went through JSON: lists, and text keys."""

    @property
    def CSS(self) -> str: ...  # noqa: N802 (a path under static/)
    @property
    def JS(self) -> str: ...  # noqa: N802 (the same; empty: none)
    @property
    def REPLAY_JS(self) -> str: ...  # noqa: N802 (the same for a replay, where no form is filled in)
    @property
    def TURN(self) -> str: ...  # noqa: N802 (the event with which a turn, or a hand, begins; empty: every move is one)

    def headline(self, view: V, choices: C_contra, people: People) -> Headline:
        """What is asked of the reader, or what is going on."""

    def task(self, view: V, people: People) -> str:
        """What the game waits for, in a few words, for lists."""

    def board(
        self, view: V, choices: C_contra, people: People, draft: QueryDict, result: PlainResult | None
    ) -> dict[str, Any]:
        """The context of the kind's templates. `draft`: the fields that were just refused, or none."""

    def sentence(self, event: PlainEvent, people: People, you: int | None) -> SafeString | None:
        """The line of the log for an event; None where it needs none."""

    def legal(self, view: V, choices: C_contra) -> list[Plain]:
        """Every legal move, ready to send; one sensible payment for each bid and purchase, and never `resign`."""

    def opened(self, view: V, state: Any, people: People) -> tuple[V, list[Hidden]]:
        """For a game that is over: the public view with all cards open, and what else was hidden at that moment."""

    def read(self, form: QueryDict, view: V, choices: C_contra) -> Mapping[str, Any]:
        """The plain move that a form's own fields say; or IllegalMove."""


class PlanForms(Protocol[V_contra, C_contra]):
    """How plans are said, and how their forms are filled in and read. A plan is plain data (docs/plans.md)."""

    def said(self, plan: Plain, what: str = "", is_over: bool = False) -> str:
        """The plan as a sentence. `what`: what it is about, as `subject` says; or was, where it `is_over`."""

    def did(self, move: Plain, what: str = "") -> str:
        """What a plan did by that move, after the words "Your plan"."""

    def is_about_now(self, plan: Plain) -> bool:
        """Whether it is about what was going on when it was made."""

    def subject(self, events: Sequence[PlainEvent], view: V_contra) -> str:
        """What a plan was about, from what happened from then on; or still is, by the public view; empty: nothing."""

    def forms(self, view: V_contra, choices: C_contra) -> list[str]:
        """What plans can be for: the `for` of each form that makes sense now, in order."""

    def asks(self, what: str, choices: C_contra, view: V_contra) -> bool:
        """Whether the seat is asked right now what a plan for that answers."""

    def blank(self, what: str, view: V_contra, choices: C_contra) -> Plain:
        """A plan to begin with: the form of what it is for shows it."""

    def context(self, plan: Plain, view: V_contra) -> dict[str, Any]:
        """What the template of the form of this plan needs."""

    def read(self, form: QueryDict) -> Mapping[str, Any]:
        """The plan that a form's own fields say; what cannot be read is left for the rules of plans to refuse."""
