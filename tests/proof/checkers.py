"""The three checkers of records: the command, the script for players, and the browser."""

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


def check_by_command(lines: Sequence[str], path: Path) -> list[str]:
    """Return what `manage.py verify` says of each line; nothing if it's valid."""
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    answers, out = [""] * len(lines), io.StringIO()
    with contextlib.suppress(SystemExit):
        call_command("verify", str(path), stdout=out)
    *faults, summary = out.getvalue().splitlines()
    for fault in faults:
        found = re.match(rf"{re.escape(str(path))}:(\d+) (.*)", fault)
        assert found
        answers[int(found[1]) - 1] += found[2]
    assert summary == f"{len(lines)} records, {sum(map(bool, answers))} wrong"
    return answers


def check_by_script(lines: Sequence[str], path: Path) -> list[str]:
    """Return what docs/check_ten_game.py says of each line; nothing if it's valid."""
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    process = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, ROOT / "docs/check_ten_game.py", path], capture_output=True, text=True, check=False
    )
    answers = [line.split(": ", 1)[1] for line in process.stdout.splitlines()]
    answers = ["" if line == "dealt fairly" else line for line in answers]
    assert process.returncode == int(any(answers)), process.stderr
    return answers


def check_by_browser(lines: Sequence[str], chromium: str) -> list[str]:
    """Return which steps of each line are wrong in the browser."""
    return [str(answer) for answer in run(chromium, CHECK, list(lines))]


def check_by_all(lines: Sequence[str], path: Path, chromium: str) -> list[tuple[str, ...]]:
    """Return what each of the three says of each line."""
    answers: list[Any] = [
        check_by_command(lines, path),
        check_by_script(lines, path),
        check_by_browser(lines, chromium),
    ]
    assert [len(each) for each in answers] == [len(lines)] * 3
    return list(zip(*answers, strict=True))
