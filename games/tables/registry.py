"""The presenter of every kind, by its slug."""

from importlib import import_module
from importlib.util import find_spec

from games.rules.registry import KINDS
from games.tables.base import Presenter

PRESENTERS: dict[str, Presenter] = {}
for slug in KINDS:
    if find_spec(f"games.tables.{slug}"):
        try:
            module = import_module(f"games.tables.{slug}")
        except ImportError:
            continue
        if hasattr(module, "board"):
            PRESENTERS[slug] = module
