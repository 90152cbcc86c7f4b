"""Solo games, played level by level: the ladders of all kinds, by edition."""

from collections.abc import Mapping
from typing import Any

from games.kinds import KINDS
from games.kinds.base import AnyKind, Ladder


def kinds_by_edition() -> dict[str, AnyKind]:
    """Return each edition's kind."""
    return {edition: kind for kind in KINDS.values() if kind.ladder for edition in kind.ladder.labels}


def edition_labels() -> dict[str, str]:
    return {edition: get_ladder(kind).labels[edition] for edition, kind in kinds_by_edition().items()}


def first_edition() -> str:
    """Return the default ladder, or an empty string if there is none."""
    return next(iter(kinds_by_edition()), "")


def get_ladder(kind: AnyKind) -> Ladder:
    if kind.ladder is None:
        raise AssertionError(f"{kind.slug} is not played alone")
    return kind.ladder


def find_opponent(slug: str, options: Mapping[str, Any]) -> str:
    """Return the name of the solo opponent, or an empty string if the rules have none."""
    ladder = KINDS[slug].ladder
    return ladder.opponent(options) if ladder else ""


def first_kind() -> AnyKind | None:
    return next((kind for kind in KINDS.values() if kind.ladder), None)
