"""The games of a kind that the measuring tools (`games.labs`) play. The site doesn't use them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from games.kinds.base import AnyKind
from games.kinds.value import Model, Vector
from games.rules.base import Plain, Setup


@dataclass(frozen=True)
class Course:
    """The games one value model is fitted on: their setups, and their share of all games."""

    model: str
    kind: str
    setups: tuple[tuple[int, Plain], ...]
    share: float
    simple: str  # prefix of the features in a simple model, for comparison
    make: Callable[[Setup, Vector], Model]
    names: tuple[str, ...]
    weights: Path  # the file with the fitted weights
    tells: Callable[[Any], bool] = lambda _state: True  # whether to fit the model on this state
    counts: Callable[[Any, int], bool] = lambda _state, _player: True  # whether the player still counts in comparisons


class Filled(NamedTuple):
    """A setup for filling a test site: its share of all games, its bots, and how many games keep their moves."""

    seats: int
    options: Plain
    share: float
    bot: str
    kept: float = 0.0  # its share of the games with stored moves; high for short games, so that many can be played
    kept_bot: str = ""  # the bot in those games; empty: the same one


class Planner(Protocol):
    """A player of a simulated month: their strength, and their habits with plans."""

    number: int
    bot: str
    auctions: str
    turns: str
    hands: str


class Samples(Protocol):
    """The names that the `samples` module of a kind has."""

    COURSES: tuple[Course, ...]
    FILLED: tuple[Filled, ...]
    MONTH: tuple[int, ...]  # numbers of seats in a simulated month

    def plans_for(self, person: Planner, view: Any, dice: Random) -> list[Plain]:
        """Return the plans a player leaves behind when they go offline."""


def samples_of(kind: AnyKind) -> Samples | None:
    """Return the `samples` module of a kind, or None if it has none and isn't measured."""
    name = f"games.kinds.{kind.slug}.samples"
    try:
        found: Samples = import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise  # a module that `samples` imports is missing
        return None
    return found


def all_samples(kinds: Iterable[AnyKind]) -> list[tuple[AnyKind, Samples]]:
    """Return all kinds that have samples, with them."""
    return [(kind, samples) for kind in kinds if (samples := samples_of(kind))]
