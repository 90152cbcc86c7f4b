"""The contracts for the pages of a kind: the presenter, and the forms of plans."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.kinds.bots import EASY, SHARP, STEADY
from games.kinds.typevars import C_contra, V, V_contra
from games.rules.base import Plain, PlainEvent, PlainResult


def read_number(text: str, digits: int) -> int | None:
    """Read a whole number with a limited number of ASCII digits; None if the text isn't one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


class Headline(NamedTuple):
    """One sentence about what the reader should do, or what is going on, and optionally a second short one."""

    text: str
    detail: str = ""


class Person(NamedTuple):
    """The player in a seat as readers see them. `left`: a bot plays on. `ran_out`: they ran out of time."""

    seat: int
    name: str
    bot: str = ""
    left: bool = False
    href: str = ""
    ran_out: bool = False


People = Sequence[Person]

BOT_WORDS = {EASY: _("easy bot"), STEADY: _("steady bot"), SHARP: _("sharp bot")}


def describe_bot(bot: str) -> str:
    """Say that a player is a bot, and how strong."""
    return str(BOT_WORDS.get(bot, _("bot")))


class Hidden(NamedTuple):
    """Cards or tiles that nobody could see, shown once the game is over."""

    title: str
    faces: Sequence[SafeString]
    more: str = ""  # further details
    is_drawn: bool = False  # the faces show everything, so the words are only for screen readers


class Presenter(Protocol[V, C_contra]):
    """What the `pages` module of a kind has. Views and choices have been through JSON: lists, and text keys."""

    @property
    def CSS(self) -> str: ...  # noqa: N802 (a path under static/)
    @property
    def JS(self) -> str: ...  # noqa: N802 (the same; empty: none)
    @property
    def REPLAY_JS(self) -> str: ...  # noqa: N802 (the same for a replay, where no form is filled in)
    @property
    def TURN(self) -> str: ...  # noqa: N802 (the event with which a turn, or a hand, begins; empty: every move is one)
    @property
    def HIGHLIGHTS(self) -> frozenset[str]: ...  # noqa: N802 (the events shown longer than others)

    def headline(self, view: V, choices: C_contra, people: People) -> Headline:
        """Say what the reader should do, or what is going on."""

    def task(self, view: V, people: People) -> str:
        """Say in a few words what the game waits for, for lists."""

    def board(
        self, view: V, choices: C_contra, people: People, draft: QueryDict, result: PlainResult | None
    ) -> dict[str, Any]:
        """Return the context of the kind's templates. `draft`: the fields of a form that was just refused."""

    def sentence(self, event: PlainEvent, people: People, you: int | None) -> SafeString | None:
        """Return the log line of an event, or None if it needs none."""

    def legal(self, view: V, choices: C_contra) -> list[Plain]:
        """List every legal move except `resign`, with one sensible payment for each bid and purchase."""

    def reveal_hidden(self, view: V, state: Any, people: People) -> tuple[V, list[Hidden]]:
        """Return the public view with all cards shown, and what else was hidden; only for games that are over."""

    def read(self, form: QueryDict, view: V, choices: C_contra) -> Mapping[str, Any]:
        """Read the move from a form as plain data, or raise IllegalMove."""


class PlanForms(Protocol[V_contra, C_contra]):
    """The sentences and forms of plans. A plan is plain data (docs/plans.md)."""

    def describe(self, plan: Plain, what: str = "", is_over: bool = False) -> str:
        """Describe a plan in a sentence. `what` comes from `describe_subject`; it is past if `is_over`."""

    def describe_move(self, move: Plain, what: str = "") -> str:
        """Describe the move a plan made, after the words "Your plan"."""

    def is_about_now(self, plan: Plain) -> bool:
        """Whether the plan is about what was going on when it was made."""

    def describe_subject(self, events: Sequence[PlainEvent], view: V_contra) -> str:
        """Say what a plan was about by the events since, or is about by the public view; empty if nothing."""

    def list_forms(self, view: V_contra, choices: C_contra) -> list[str]:
        """List the `for` of each form that makes sense now, in order."""

    def is_asked(self, what: str, choices: C_contra, view: V_contra) -> bool:
        """Whether the seat has to make that decision right now."""

    def make_blank(self, what: str, view: V_contra, choices: C_contra) -> Plain:
        """Return the plan that an empty form shows."""

    def context(self, plan: Plain, view: V_contra) -> dict[str, Any]:
        """Return the context of the template with the plan's form."""

    def read(self, form: QueryDict) -> Mapping[str, Any]:
        """Read the plan from a form; the rules of plans refuse what doesn't fit."""
