"""The three checkers of records: the command, the program for players, and the browser."""

import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.proof.in_browser import CHECK, ROOT, run

Checker = Callable[[Sequence[str]], list[str]]


def by_command(lines: Sequence[str], path: Path) -> list[str]:
    """What `manage.py verify` says of each line; nothing where all is right."""
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    said, out = [""] * len(lines), io.StringIO()
    with contextlib.suppress(SystemExit):
        call_command("verify", str(path), stdout=out)
    *faults, summary = out.getvalue().splitlines()
    for fault in faults:
        found = re.match(rf"{re.escape(str(path))}:(\d+) (.*)", fault)
        assert found
        said[int(found[1]) - 1] += found[2]
    assert summary == f"{len(lines)} records, {sum(map(bool, said))} wrong"
    return said


def by_script(lines: Sequence[str], path: Path) -> list[str]:
    """What docs/check_ten_game.py says of each line."""
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    told = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, ROOT / "docs/check_ten_game.py", path], capture_output=True, text=True, check=False
    )
    said = [line.split(": ", 1)[1] for line in told.stdout.splitlines()]
    said = ["" if line == "dealt fairly" else line for line in said]
    assert told.returncode == int(any(said)), told.stderr
    return said


def by_browser(lines: Sequence[str], chromium: str) -> list[str]:
    """Which steps are wrong in the browser."""
    return [str(said) for said in run(chromium, CHECK, list(lines))]


def all_three(lines: Sequence[str], path: Path, chromium: str) -> list[tuple[str, ...]]:
    """What each of the three says of each line."""
    said: list[Any] = [by_command(lines, path), by_script(lines, path), by_browser(lines, chromium)]
    assert [len(each) for each in said] == [len(lines)] * 3
    return list(zip(*said, strict=True))
