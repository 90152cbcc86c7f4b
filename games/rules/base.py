"""The contract that every kind implements, and the types that all kinds share.

A kind is a package in `games/rules`, listed in `registry.KINDS`, that has the attributes of `Kind` below.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, NotRequired, Protocol, TypedDict, TypeVar

Plain = dict[str, Any]  # JSON data: dict, list or tuple, str, int, bool, None
MaybeNone = Any  # `int | MaybeNone`: None in some phases, and its readers know which
S = TypeVar("S")


class Nothing(TypedDict):
    """The bounds of a choice that has none: an empty object."""


class Refused(Exception):
    """Raised for what the rules don't allow, with a stable code and its facts; `refusals` has the sentences."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that it can be raised in one process and caught in another."""
        return partial(type(self), self.code, **self.facts), ()


class IllegalMove(Refused):
    """This seat may not make this move now."""


class BadSetup(Refused):
    """A game can't be started with this kind, number of seats or options."""


class BadRecord(Refused):
    """The text isn't a valid record, or its deal is impossible."""


class Refusal(NamedTuple):
    """The sentence for a code, with {facts} to fill in, and the ruling or page it comes from."""

    sentence: str
    rule: str


class Choice(NamedTuple):
    """A value of an option, and its label in a form."""

    value: str | int | bool | None
    label: str


class Option(NamedTuple):
    """A setting that is chosen when a game is created."""

    name: str
    label: str
    help: str
    default: str | int | bool | None
    choices: tuple[Choice, ...]

    def allows(self, value: object) -> bool:
        """Whether the value is one of the choices, with the same type: True isn't 1."""
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)


def yes_no_option(name: str, label: str, help: str, default: bool) -> Option:
    """Return an option with the choices yes and no."""
    return Option(name, label, help, default, (Choice(True, "Yes"), Choice(False, "No")))


@dataclass(frozen=True)
class Setup:
    """What is fixed before the cards are dealt: the number of seats, and every option."""

    seats: int
    options: dict[str, str | int | bool | None]


class Event(NamedTuple):
    """Something that happened, for the log. `readers`: the seats that may see it; None: everyone."""

    name: str
    facts: Plain
    readers: tuple[int, ...] | None = None


class PlainEvent(TypedDict):
    """An event as it is stored and sent; the kind's `EVENTS` lists its facts."""

    name: str
    facts: Plain
    readers: NotRequired[Sequence[int] | None]


class Moment(NamedTuple):
    """A state during or after a move, and what happened since the previous moment."""

    state: Any
    events: tuple[Event, ...]


class EventLog(list[Event]):
    """The events of a move, in order, and optionally the states in between."""

    states: dict[int, Any] | None = None  # by the number of events before them; None: not kept

    def pause(self, state: Any, **shown: Any) -> None:
        """Keep the state, changed as in `shown`, so that a replay can stop here, where no one has to decide."""
        if self.states is not None:
            self.states[len(self)] = change(state, **shown)

    def moments(self, end: Any) -> tuple[Moment, ...]:
        """Return the states that were kept and the end of the move, each with the events before it."""
        kept = {**(self.states or {}), len(self): end}
        return tuple(Moment(kept[after], tuple(self[before:after])) for before, after in pairwise(sorted({0, *kept})))


def log_with_states() -> EventLog:
    """Return a log that keeps the states in between."""
    events = EventLog()
    events.states = {}
    return events


def events_for(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events that this seat (None: the public) may see."""
    return [event for event in events if event.readers is None or seat in event.readers]


class Move(Protocol):
    """A frozen dataclass; `do` is the name of the move in records."""

    do: ClassVar[str]


@dataclass(frozen=True)
class Resign:
    """Leave the game for good (R40)."""

    do: ClassVar[str] = "resign"


@dataclass(frozen=True)
class Result:
    """How a game ended (`played` or `left`), and for each seat its place, its points (push), and why."""

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
    """The source of all randomness: a seed, or the deal of a record."""

    def below(self, label: str, n: int) -> int:
        """Return a number from 0 to n - 1."""

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        """Return the cards, which are given in canonical order, shuffled."""


class Kind(Protocol):
    """The attributes of a kind's package. States are frozen dataclasses with a `setup` and a `left`."""

    # Properties are read-only, so that a package may declare narrower types.
    @property
    def SLUG(self) -> str: ...  # noqa: N802
    @property
    def RULES(self) -> int: ...  # noqa: N802 (the version of the rules: a game ends by the rules it began with)
    @property
    def SEATS(self) -> range: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def MOVES(self) -> Mapping[str, type[Any]]: ...  # noqa: N802 (by `do`, including Resign)
    @property
    def EVENTS(self) -> Mapping[str, tuple[str, ...]]: ...  # noqa: N802 (the facts of each event, by its name)
    @property
    def REFUSALS(self) -> Mapping[str, Refusal]: ...  # noqa: N802 (by code, only those of this kind)
    @property
    def DEFAULTS(self) -> tuple[str, ...]: ...  # noqa: N802 (the moves that a clock makes for small decisions)
    @property
    def State(self) -> type[Any]: ...  # noqa: N802

    def check(self, setup: Setup) -> None:
        """Raise BadSetup if seats and options are valid by themselves, but not together."""

    def start(self, setup: Setup, dealer: Dealer) -> Any:
        """Return the state after the deal and everything it forces."""

    def waiting(self, state: Any) -> tuple[int, ...]:
        """Return the seats that may move now; empty when the game is over."""

    def choices(self, state: Any, seat: int) -> Any:
        """Return the moves the seat may make, by `do`, with their bounds: plain data, typed by each kind."""

    def play(self, state: Any, seat: int, move: Any, dealer: Dealer) -> tuple[Any, tuple[Event, ...]]:
        """Return the state after the move and everything it forces, and the events; or raise IllegalMove."""

    def moments(self, state: Any, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
        """Make the same move, but also return the states in between, which only `view` accepts."""

    def view(self, state: Any, seat: int | None) -> Any:
        """Return what that seat (None: the public) may know: plain data, typed by each kind."""

    def result(self, state: Any) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    def redact(self, steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
        """Return the moves of a game in progress as that seat may see them; each step is (seat, move, events)."""

    def to_deal(self, drawn: Mapping[str, Any]) -> Plain:
        """Return the `deal` of a record from what was drawn for each label."""

    def from_deal(self, deal: Plain, setup: Setup) -> dict[str, Any]:
        """Return what was drawn for each label from the `deal` of a record, or raise BadRecord."""


def change(state: S, **fields: Any) -> S:
    """Copy a frozen dataclass with some fields changed: `dataclasses.replace`, but without running `__init__`."""
    copy = object.__new__(type(state))
    object.__setattr__(copy, "__dict__", state.__dict__ | fields)  # because the class is frozen
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
    """Refuse what no kind allows: a move after the end, for an unknown seat, out of turn, or resigning twice.

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
    """Whether only one seat is left, or none in a solo game (R40)."""
    return len(left) >= max(seats - 1, 1)


def rank(ranking: Sequence[Any]) -> tuple[int, ...]:
    """Rank seats by their keys, higher is better; equal keys tie (1, 2, 2, 4)."""
    return tuple(1 + sum(other > key for other in ranking) for key in ranking)


def rank_with_leavers(ranking: Sequence[Any], left: Sequence[int]) -> tuple[int, ...]:
    """Rank seats by their keys, with leavers below everyone who stayed, the earliest lowest (R40)."""
    return rank([(left.index(seat) - len(left), 0) if seat in left else (0, key) for seat, key in enumerate(ranking)])


def short(value: object) -> str:
    """Return untrusted input as text for a sentence: not too long, and without control characters."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:37] + "..."
        return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]  # as in JSON
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= 64):
        return str(value)
    return type(value).__name__
