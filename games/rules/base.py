"""The contract that every kind keeps, and the types that all kinds share.

A kind is a module (a folder in `games/rules`, a line in `registry.KINDS`) that has the names of `Kind` below.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar

Plain = dict[str, Any]  # what goes to JSON: dict, list or tuple, str, int, bool, None
MaybeNone = Any  # `int | MaybeNone`: None at times, and who reads it knows from the phase when it is not
S = TypeVar("S")


class Nothing(TypedDict):
    """Goes with a choice that has no bounds: an empty object."""


class Refused(Exception):
    """Raised for what the rules don't allow, with a stable code and its facts; `refusals` has the sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be raised in one process and caught in another."""
        return partial(type(self), self.code, **self.facts), ()


class IllegalMove(Refused):
    """This seat may not make this move now."""


class BadSetup(Refused):
    """No such game can be started: kind, seats or options don't fit."""


class BadRecord(Refused):
    """This isn't a record, or not a true one."""


class Refusal(NamedTuple):
    """The sentence of a code, with {facts}, and the ruling or page that it comes from."""

    sentence: str
    rule: str


class Choice(NamedTuple):
    """A value of an option, and its label in a form."""

    value: str | int | bool | None
    label: str


class Option(NamedTuple):
    """Something that can be chosen when a game is made."""

    name: str
    label: str
    help: str
    default: str | int | bool | None
    choices: tuple[Choice, ...]

    def allows(self, value: object) -> bool:
        """Whether the value is one of the choices; true is not 1 here."""
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)


def yes_no_option(name: str, label: str, help: str, default: bool) -> Option:
    """Return an option that is on or off."""
    return Option(name, label, help, default, (Choice(True, "Yes"), Choice(False, "No")))


@dataclass(frozen=True)
class Setup:
    """What is agreed before the cards are dealt: the number of seats, and every option."""

    seats: int
    options: dict[str, str | int | bool | None]


class Event(NamedTuple):
    """Something that happened, for the log. `readers`: the seats that may know it; None: everyone."""

    name: str
    facts: Plain
    readers: tuple[int, ...] | None = None


class PlainEvent(TypedDict):
    """An event as it is stored and sent; `EVENTS` of the kind says which facts it has."""

    name: str
    facts: Plain
    readers: NotRequired[Sequence[int] | None]


class Moment(NamedTuple):
    """The state during or at the end of a move, and what happened since the moment before."""

    state: Any
    events: tuple[Event, ...]


class EventLog(list[Event]):
    """The events of a move, in order, and on request the states in between."""

    states: dict[int, Any] | None = None  # the state after so many events; None: not asked for

    def pause(self, state: Any, **shown: Any) -> None:
        """Keep the state, with other values as `shown`, so that a replay can stop here, though nobody decides."""
        if self.states is not None:
            self.states[len(self)] = change(state, **shown)

    def moments(self, end: Any) -> tuple[Moment, ...]:
        """Return the kept states with what happened until each; the last one is the end of the move."""
        kept = {**(self.states or {}), len(self): end}
        return tuple(Moment(kept[after], tuple(self[before:after])) for before, after in pairwise(sorted({0, *kept})))


def log_with_states() -> EventLog:
    """Return a log that keeps the states in between."""
    events = EventLog()
    events.states = {}
    return events


def events_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events that this seat (None: the public) may know."""
    return [event for event in events if event.readers is None or seat in event.readers]


class Move(Protocol):
    """A decision, as a frozen dataclass; `do` is its word in records."""

    do: ClassVar[str]


@dataclass(frozen=True)
class Resign:
    """Leave the game for good (R40)."""

    do: ClassVar[str] = "resign"


@dataclass(frozen=True)
class Result:
    """How a game ended: `played` or `left`; for each seat the place, the points (push), and why, as plain data."""

    end: str
    places: tuple[int, ...]
    points: tuple[int, ...] | None
    why: tuple[Plain, ...]


class PlainResult(TypedDict):
    """A result as it is stored and sent."""

    end: str
    places: Sequence[int]
    points: Sequence[int] | MaybeNone
    why: Sequence[Plain]


class Dealer(Protocol):
    """The source of all chance: seeds, or the deal of a record."""

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        """Return the cards (given in canonical order) in another order."""


class Kind(Protocol):
    """What the module of a kind has. States are frozen dataclasses with a `setup` and a `left`."""

    # properties, because nobody may set them: what stands in the module may be narrower than this
    @property
    def SLUG(self) -> str: ...  # noqa: N802
    @property
    def RULES(self) -> int: ...  # noqa: N802 (the version of these rules: a game ends by the rules that it began with)
    @property
    def SEATS(self) -> range: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def MOVES(self) -> Mapping[str, type[Any]]: ...  # noqa: N802 (by `do`, Resign too)
    @property
    def EVENTS(self) -> Mapping[str, tuple[str, ...]]: ...  # noqa: N802 (by name: which facts an event has)
    @property
    def REFUSALS(self) -> Mapping[str, Refusal]: ...  # noqa: N802 (by code, those that only this kind gives)
    @property
    def DEFAULTS(self) -> tuple[str, ...]: ...  # noqa: N802 (moves of small decisions: what a clock answers with)
    @property
    def State(self) -> type[Any]: ...  # noqa: N802

    def check(self, setup: Setup) -> None:
        """Raise BadSetup if options and seats, each allowed, don't go together."""

    def start(self, setup: Setup, dealer: Dealer) -> Any:
        """Return the state after dealing and everything forced."""

    def waiting(self, state: Any) -> tuple[int, ...]:
        """Return the seats that may move now; empty when the game is over."""

    def choices(self, state: Any, seat: int) -> Any:
        """Return what the seat may do, by `do`, with bounds: plain data, which each kind types for itself."""

    def play(self, state: Any, seat: int, move: Any, dealer: Dealer) -> tuple[Any, tuple[Event, ...]]:
        """Return the state after the move and everything it forces, and what happened; or raise IllegalMove."""

    def moments(self, state: Any, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
        """Make the same move, and return the states in between too, which only `view` accepts."""

    def view(self, state: Any, seat: int | None) -> Any:
        """Return what that seat, or the public, may know: plain data, which each kind types for itself."""

    def result(self, state: Any) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    def redact(self, steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
        """Return the moves of a game in progress (seat, move, events of each) as records show them to that seat."""

    def to_deal(self, drawn: Mapping[str, Any]) -> Plain:
        """Return the `deal` of a record, from what was drawn under each label."""

    def from_deal(self, deal: Plain, setup: Setup) -> dict[str, Any]:
        """Return what was drawn under each label, from the `deal` of a record; or raise BadRecord."""


def change(state: S, **fields: Any) -> S:
    """Copy a frozen dataclass with other values: `dataclasses.replace`, without running `__init__` again."""
    copy = object.__new__(type(state))
    object.__setattr__(copy, "__dict__", state.__dict__ | fields)  # the class is frozen
    return copy


def make_setup(kind: Kind, seats: object, given: Mapping[str, Any]) -> Setup:
    """Return the setup with every option filled in, or raise BadSetup."""
    if type(seats) is not int or seats not in kind.SEATS:
        raise BadSetup("setup.seats", seats=short(seats), least=kind.SEATS[0], most=kind.SEATS[-1])
    known = {option.name: option for option in kind.OPTIONS}
    for name in given:
        if name not in known:
            raise BadSetup("setup.option-unknown", option=short(name), known=", ".join(known))
    options = {name: given.get(name, option.default) for name, option in known.items()}
    for name, value in options.items():
        if not known[name].allows(value):
            allowed = ", ".join(short(choice.value) for choice in known[name].choices)
            raise BadSetup("setup.option-value", option=name, value=short(value), allowed=allowed)
    setup = Setup(seats, options)
    kind.check(setup)
    return setup


def check_turn(
    move: object, seat: int, seats: int, waiting: Collection[int], left: Sequence[int], out: Collection[int] = ()
) -> None:
    """Refuse what no kind allows: a move after the end, by nobody, out of turn, or leaving twice.

    `out`: seats that have lost and only watch; they can't resign.
    """
    if not waiting:
        raise IllegalMove("game.over")
    if type(seat) is not int or not 0 <= seat < seats:
        raise IllegalMove("seat.unknown", seat=short(seat), seats=seats)
    if type(move) is Resign:
        if seat in left:
            raise IllegalMove("resign.twice")
        if seat in out:
            raise IllegalMove("resign.out")
    elif seat not in waiting:
        raise IllegalMove("turn.not-yours", waiting=tuple(waiting))


def is_over_by_leaving(seats: int, left: Sequence[int]) -> bool:
    """Whether only one seat is left, or in a solo game none (R40)."""
    return len(left) >= max(seats - 1, 1)


def rank(ranking: Sequence[Any]) -> tuple[int, ...]:
    """Rank seats by their keys, higher is better; equal keys tie (1, 2, 2, 4)."""
    return tuple(1 + sum(other > key for other in ranking) for key in ranking)


def rank_with_leavers(ranking: Sequence[Any], left: Sequence[int]) -> tuple[int, ...]:
    """Rank seats by their keys, but leavers below everyone who stayed, earlier leavers lowest (R40)."""
    return rank([(left.index(seat) - len(left), 0) if seat in left else (0, key) for seat, key in enumerate(ranking)])


def short(value: object) -> str:
    """Return a foreign value as text for a sentence: not too long, and nothing that a terminal would obey."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:37] + "..."
        return text if text.isprintable() else "".join(sign if sign.isprintable() else "?" for sign in text)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]  # as in JSON
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= 64):
        return str(value)
    return type(value).__name__
