"""All kinds of games, in one list."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.kinds.base import AnyKind
from games.kinds.bots import RANDOM, Bot
from games.kinds.push import PUSH
from games.kinds.swap import SWAP
from games.kinds.tiles import TILES
from games.rules import refusals, registry
from games.rules.base import BadSetup, Plain, short

_kinds: dict[str, AnyKind] = {kind.slug: kind for kind in (PUSH, TILES, SWAP)}
KINDS: Mapping[str, AnyKind] = MappingProxyType(_kinds)


def register(kind: AnyKind) -> None:
    """Register a kind from outside this package, with its rules."""
    registry.KINDS[kind.slug] = kind.rules
    refusals.TABLE |= kind.rules.REFUSALS
    _kinds[kind.slug] = kind


def forget(kind: AnyKind) -> None:
    del registry.KINDS[kind.slug], _kinds[kind.slug]
    for code in kind.rules.REFUSALS:
        del refusals.TABLE[code]


def find_bot(slug: str, name: str) -> Bot[Any, Any]:
    """Return the bot of that name, or the random one; raise BadSetup if there is none."""
    kind = _kinds[slug]
    if name in kind.bots:
        return kind.bots[name]
    if name == RANDOM:
        return kind.pick
    raise BadSetup("setup.bot", bot=short(name) or "(nothing)", known=", ".join([*kind.bots, RANDOM]))


def pick(slug: str, view: Plain, choices: Plain, dice: random.Random) -> object:
    return _kinds[slug].pick(view, choices, dice)
