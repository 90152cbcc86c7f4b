"""What the plans of all kinds share: the contract, the reading of submitted data, and the refusals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.kinds.typevars import C, C_contra, V, V_contra
from games.rules.base import Plain, Refusal, Refused, short
from games.rules.i18n import _

PAGE = "docs/plans.md"
DONE = "done"

REFUSALS: dict[str, Refusal] = {
    # invalid plans
    "plan.not-an-object": Refusal(_('A plan must be a JSON object such as {{"for": "turn"}}.'), PAGE),
    "plan.for": Refusal(_("This game has no plans for {given}. Choose one of: {known}."), PAGE),
    "plan.field-unknown": Refusal(_("This kind of plan has no field {field}. Its fields are: {known}."), PAGE),
    "plan.field-value": Refusal(_("In a plan, {field} can't be {value}. Choose {allowed}."), PAGE),
    "plan.no-stop": Refusal(_("This plan would never stop drawing. Set a total or a risk to stop at."), PAGE),
    "plan.pay-nothing": Refusal(_("This plan has nothing to pay with. Allow coins, bust tokens or cards."), PAGE),
    "plan.wish-empty": Refusal(_("No card is chosen. Choose a card, or choose to buy nothing."), PAGE),
    # plans for something that can't come up in this game, or not now
    "plan.no-bust-buy": Refusal(_("In this game, you can't buy a card when you bust. You take the bust token."), "R11"),
    "plan.no-asking": Refusal(_("In this game, cards block automatically, so no one is asked."), "R31"),
    "plan.no-auction-now": Refusal(_("There's no auction right now. Make a plan for upcoming wilds instead."), PAGE),
    "plan.solo-turn": Refusal(
        _("In a solo game, plan for a single turn while you can still draw in it, or plan for every turn."), PAGE
    ),
    # plans that have ended because their question can't come up any more
    "plan.auction-over": Refusal(_("That auction is over for you, so the plan wasn't needed."), PAGE),
    "plan.no-wild": Refusal(_("No more wilds like this will come up."), PAGE),
    "plan.turn-over": Refusal(_("The turn this plan was for is over."), PAGE),
    "plan.no-turn": Refusal(_("You won't have another turn in this game."), PAGE),
    "plan.final-over": Refusal(_("Your last purchase is over, or there was nothing you could buy."), "R8"),
    "plan.hand-over": Refusal(_("The hand this plan was for is over."), PAGE),
    "plan.out": Refusal(_("You're out of this hand. A plan for every hand waits until you're back."), "R33"),
}


class BadPlan(Refused):
    """Raised for data that isn't a plan, or a plan for something that can't happen any more."""


@dataclass(frozen=True)
class Act:
    """The move a plan makes, as plain data, and the index of that plan."""

    index: int
    move: Plain


class Plans(Protocol[V_contra, C_contra]):
    """The functions a kind needs to support plans."""

    def read(self, data: object) -> Plain:
        """Return the submitted plan with all its fields, or raise BadPlan."""

    def about(self, plan: Plain, view: V_contra) -> Plain:
        """Add what the plan is about in its owner's view, or raise BadPlan if that can't come up."""

    def decide(self, plans: Sequence[Plain], view: V_contra, choices: C_contra) -> Act | None:
        """Return the move of the plan that applies now, or None. Plans are sorted from oldest to newest."""

    def over(self, plan: Plain, view: V_contra, acted: bool) -> str | None:
        """Return None while the plan waits, `done`, or the code of why it can't apply any more."""


class Field(NamedTuple):
    """A field of a plan: a check of its value, the allowed values in words, and the default."""

    allows: Callable[[object], bool]
    allowed: str
    default: Any = None


Shape = Mapping[str, Field]
MISSING = object()  # the default of a required field


def choice_field(values: Collection[str | None], default: object = MISSING) -> Field:
    """Return a field for one of these words; it may be null if None is among them."""
    words = ", ".join("null" if value is None else value for value in values)
    return Field(lambda value: (value is None or type(value) is str) and value in values, words, default)


def boolean_field(default: bool) -> Field:
    return Field(lambda value: type(value) is bool, "true or false", default)


def number_field(least: int, most: int, default: object = MISSING) -> Field:
    """Return a field for a whole number; it may be null if the default is None."""
    known = range(least, most + 1)
    words = f"a whole number from {least} to {most}" + (", or null" if default is None else "")
    return Field(
        lambda value: (value is None and default is None) or (type(value) is int and value in known), words, default
    )


def read_fields(data: object, shape: Shape, where: str = "") -> Plain:
    """Return the fields in order, filling in defaults, or raise BadPlan."""
    if not isinstance(data, dict):
        raise BadPlan("plan.field-value", field=where.rstrip("."), value=short(data), allowed="an object")
    for name in data:
        if name not in shape:
            raise BadPlan("plan.field-unknown", field=short(name), known=", ".join(shape))
    read = {}
    for name, field in shape.items():
        value = data.get(name, field.default)
        if value is MISSING:
            raise BadPlan("plan.field-value", field=where + name, value="absent", allowed=field.allowed)
        if name in data and not field.allows(value):
            raise BadPlan("plan.field-value", field=where + name, value=short(value), allowed=field.allowed)
        read[name] = value
    return read


def read_plan(data: object, shapes: Mapping[str, Shape]) -> Plain:
    """Read a plan by the shape that belongs to its `for`, or raise BadPlan."""
    if not isinstance(data, dict):
        raise BadPlan("plan.not-an-object")
    given = data.get("for")
    if not isinstance(given, str) or given not in shapes:
        raise BadPlan("plan.for", given=short(given), known=", ".join(shapes))
    fields = {name: value for name, value in data.items() if name != "for"}
    return {"for": given} | read_fields(fields, shapes[given])


def choose_plan(plans: Sequence[Plain], ranks: Callable[[Plain], int]) -> int | None:
    """Return the index of the plan that applies: highest rank (0: none), then one-time plans, then the newest."""
    found = [(rank, plan["once"], index) for index, plan in enumerate(plans) if (rank := ranks(plan))]
    return max(found)[2] if found else None


def can_come(plans: Plans[V, C], plan: Plain, view: V) -> bool:
    """Whether what the plan is about can still come up."""
    try:
        plans.about(plan, view)
    except BadPlan:
        return False
    return True
