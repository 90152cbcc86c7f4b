"""The toys, installed in the site as docs/adding-a-kind.md says."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from django.conf import settings as site

from games.kinds.base import AnyKind
from tests.kinds.toys.registration import FOLDERS, register_toy


@pytest.fixture
def install(tmp_path: Path, settings: Any) -> Iterator[Callable[..., AnyKind]]:
    """A function that installs a copy of a toy, optionally `without` one of its files."""
    with ExitStack() as stack:

        def install_copy(slug: str, without: str = "") -> AnyKind:
            folder = copytree(FOLDERS[slug], tmp_path / slug, ignore=lambda _, names: {"__pycache__"} & set(names))
            if without:
                (folder / without).unlink()
            engines: Any = site.TEMPLATES
            folders = [*engines[0]["DIRS"], folder / "templates"]
            settings.TEMPLATES = [{**engine, "DIRS": folders} for engine in engines]
            settings.STATICFILES_DIRS = [*site.STATICFILES_DIRS, folder / "static"]
            return stack.enter_context(register_toy(folder, slug))

        yield install_copy
