"""Registration of the toys, whose files are outside the folders of the site."""

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
def register_toy(folder: Path, slug: str) -> Iterator[AnyKind]:
    """Import the kind in a folder, and register it until the context ends."""
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
