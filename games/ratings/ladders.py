"""Games that somebody plays alone, level by level: the ladders of all kinds, by edition."""

from collections.abc import Mapping
from typing import Any

from games.kinds import KINDS
from games.kinds.base import GameKind, Ladder


def kinds() -> dict[str, GameKind]:
    """By edition the kind whose ladder it is."""
    return {edition: kind for kind in KINDS.values() if kind.ladder for edition in kind.ladder.labels}


def labels() -> dict[str, str]:
    """What the editions are called."""
    return {edition: ladder_of(kind).labels[edition] for edition, kind in kinds().items()}


def first_edition() -> str:
    """The ladder that is shown where none was chosen; empty: there is none."""
    return next(iter(kinds()), "")


def ladder_of(kind: GameKind) -> Ladder:
    """Its ladder."""
    if kind.ladder is None:
        raise AssertionError(f"{kind.slug} is not played alone")
    return kind.ladder


def opponent(slug: str, options: Mapping[str, Any]) -> str:
    """Whom one plays against alone; empty where the rules bring nobody."""
    ladder = KINDS[slug].ladder
    return ladder.opponent(options) if ladder else ""


def first_kind() -> GameKind | None:
    """The first kind that is played alone."""
    return next((kind for kind in KINDS.values() if kind.ladder), None)
