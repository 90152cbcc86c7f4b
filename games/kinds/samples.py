"""What measuring tools (`games.labs`) play of a kind. The site itself reads none of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from games.kinds.base import AnyKind
from games.kinds.value import Model, Vector
from games.rules.base import Plain, Setup


def _always(_state: Any) -> bool:
    return True


def _everybody(_state: Any, _player: int) -> bool:
    return True


@dataclass(frozen=True)
class Course:
    """Games that one value model is fitted on: setups that take turns, and how many games for each one asked for."""

    model: str
    kind: str
    setups: tuple[tuple[int, Plain], ...]
    share: float
    simple: str  # how the names begin that a simple model has, to compare
    make: Callable[[Setup, Vector], Model]
    names: tuple[str, ...]
    weights: Path  # the file that keeps what was fitted
    tells: Callable[[Any], bool] = _always  # whether a state is one that the model is fitted on
    counts: Callable[[Any, int], bool] = _everybody  # whether a player still is somebody to compare with


class Filled(NamedTuple):
    """A kind of table in a site that is filled in: which share of all, who plays, and of how many moves are kept."""

    seats: int
    options: Plain
    share: float
    bot: str
    kept: float = 0.0  # short games, so that many can be played
    kept_bot: str = ""  # who plays where moves are kept; empty: the same bot


class Planner(Protocol):
    """Somebody in a simulated month: how good they are, and what they plan."""

    number: int
    bot: str
    auctions: str
    turns: str
    hands: str


class Samples(Protocol):
    """The module `samples` of a kind."""

    COURSES: tuple[Course, ...]
    FILLED: tuple[Filled, ...]
    MONTH: tuple[int, ...]  # the seats of the tables of a simulated month

    def plans_for(self, person: Planner, view: Any, dice: Random) -> list[Plain]:
        """All that somebody leaves at the table when they go."""


def samples_of(kind: AnyKind) -> Samples | None:
    """Those of a kind; None where it has no module `samples`: then nothing is measured of it."""
    name = f"games.kinds.{kind.slug}.samples"
    try:
        found: Samples = import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise  # something that it imports itself
        return None
    return found


def all_samples(kinds: Iterable[AnyKind]) -> list[tuple[AnyKind, Samples]]:
    """Those of all kinds that have some, in order."""
    return [(kind, samples) for kind in kinds if (samples := samples_of(kind))]
