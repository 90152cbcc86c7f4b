"""`make quick`: run lint, types, and the tests of the files in `git diff`, within a minute.

A changed test file runs itself. A changed module runs the tests named after it and, if there are none, those that
import it. Database tests run on SQLite only, and browsers don't run: that is for `make test`.
"""

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Services, orderly_end  # noqa: E402
from scripts.steps import PYTEST, Runner, Step, format_table  # noqa: E402

SECONDS = 55
PACKAGES = ("games", "accounts", "ten_site", "scripts")


def main() -> int:
    began = time.monotonic()
    files = list_changed()
    tests = find_tests(files)
    with orderly_end(), Services() as services:
        runner = Runner(services, {})
        results = [runner.run(step) for step in list_checks(files)]
        if tests and all(result.passed for result in results):
            left = max(5, SECONDS - (time.monotonic() - began))
            limits = ["--maxfail=5", f"--session-timeout={left:.0f}"]
            results.append(runner.run(Step("quick", [*PYTEST, *limits, *tests], tests=f"{len(tests)} files")))
    print(format_table(results))
    print("For", *(files or ["no changes"]), sep="\n  ")
    if not tests:
        print("No tests belong to these changes.")
    return 0 if all(result.passed for result in results) else 1


def list_checks(files: Sequence[str]) -> list[Step]:
    """List the checks to run before the tests."""
    python = [file for file in files if file.endswith(".py") and (ROOT / file).exists()]
    lint = Step("lint", ["ruff", "check", "--quiet", *python])
    form = Step("format", ["ruff", "format", "--check", "--quiet", *python])
    return [*([lint, form] if python else []), Step("types", ["mypy"])]


def list_changed() -> list[str]:
    """List the files that differ from the last commit or, if none do, those of the last commit."""
    found = run_git("diff", "--name-only", "HEAD") + run_git("ls-files", "--others", "--exclude-standard")
    return found or run_git("diff", "--name-only", "HEAD~1", "HEAD")


def run_git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # our own  # nosec
    return done.stdout.split()


def find_tests(files: Sequence[str]) -> list[str]:
    """Find the test files that belong to these files, except those of browsers."""
    tests = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    tests = [path for path in tests if path.parts[1] != "browser"]
    found = [path for file in map(Path, files) for path in ([file] if file in tests else find_mirrors(file, tests))]
    return list(dict.fromkeys(map(str, found)))


def find_mirrors(file: Path, tests: Sequence[Path]) -> list[Path]:
    """Find the tests named after this module or, if there are none, those that import it."""
    if file.parts[0] not in PACKAGES or file.suffix != ".py":
        return [path for path in tests if path.name == "test_templates.py" and file.parts[0] == "templates"]
    named = [path for path in tests if re.match(rf"test_{re.escape(file.stem)}(_|\.)", path.name)]
    near = [path for path in named if set(file.parts[1:-1]) <= set(path.parts)]
    return near or named or [path for path in tests if imports(path, file)]


def imports(test: Path, module: Path) -> bool:
    """Whether the test imports the module, with either form of import."""
    package, name = ".".join(module.parts[:-1]), module.stem
    text = (ROOT / test).read_text()
    return bool(
        re.search(rf"\b{re.escape(f'{package}.{name}')}\b", text)
        or re.search(rf"^from {re.escape(package)} import .*\b{name}\b", text, re.MULTILINE)
    )


if __name__ == "__main__":
    sys.exit(main())
