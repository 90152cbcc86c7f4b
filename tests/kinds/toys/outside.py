"""Kinds of games whose files are outside the tree."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from games import kinds
from games.kinds.base import AnyKind

HERE = Path(__file__).parent
FOLDERS = {"nim": HERE / "minimal", "high": HERE / "complete"}


@contextmanager
def registered(folder: Path, slug: str) -> Iterator[AnyKind]:
    """The kind in that folder, for as long as it is needed."""
    sys.path.insert(0, str(folder))
    try:
        kind: AnyKind = getattr(import_module(slug), slug.upper())
        kinds.register(kind)
        try:
            yield kind
        finally:
            kinds.forget(kind)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == slug]:
            del sys.modules[name]
