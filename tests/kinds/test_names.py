"""Only a kind's own folders name it, its editions, its options and its moves."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.kinds import KINDS

ROOT = Path(__file__).parents[2]
SLUGS = "|".join(KINDS)
OWN = re.compile(
    rf"games/(kinds|rules)/({SLUGS})/|templates/games/({SLUGS})/|ten_site/static/ten/({SLUGS})/"
    r"|games/migrations/|ten_site/static/vendor/"
)
LISTS = {"games/kinds/__init__.py", "games/rules/registry.py"}  # the two lists of all kinds
WEB_PUSH = {
    "games/notifications/sending.py",
    "games/models/notifications.py",
    "games/views/notifications.py",
    "games/labs/month/people.py",
}
WEB_PUSH |= {"ten_site/static/ten/notifications/service_worker.js"}
OPTIONS = {"bust_buy", "blocking", "carry_on"}
EDITIONS = {edition for kind in KINDS.values() if kind.ladder for edition in kind.ladder.labels}
POOLS = {pool.key for kind in KINDS.values() for pool in kind.pools}
NAMES = {*KINDS, *POOLS, *EDITIONS, *OPTIONS}
MOVES = {do for kind in KINDS.values() for do in kind.rules.MOVES} - {"resign"}
A_MOVE = re.compile(rf"""\bdo["']?\]?\)? *(?:==|===|:) *["'](?:{"|".join(MOVES)})["']""")
IN_MARKUP = (r"""["']([\w-]+)["']""", r"games/(\w+)/", r"(?:table|pic)-(\w+)", rf"\b(?:{SLUGS})-[a-z]+")
NOT_OURS = re.compile(r"""hx-swap="[^"]*"|swap: *"\w+"|htmx:\w+:swap|font-display: swap""")  # htmx and fonts swap too


def list_shared_files() -> list[str]:
    command = ["git", "ls-files", "accounts", "games", "ten_site", "templates"]
    listed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)  # noqa: S603
    return [name for name in listed.stdout.split() if not OWN.match(name) and name not in LISTS]


def find_names(path: str, text: str) -> Iterator[str]:
    """Find the names of kinds, editions, options and moves in a file."""
    yield from A_MOVE.findall(text)
    if path.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and node.value in NAMES:
                yield str(node.value)
            elif isinstance(node, ast.ImportFrom) and node.module:
                parts = [*node.module.split("."), *(alias.name for alias in node.names)]
                yield from (part for part in parts if part in KINDS)
    elif path.endswith((".html", ".svg", ".js", ".css")):
        found = {word for pattern in IN_MARKUP for word in re.findall(pattern, NOT_OURS.sub("", text))}
        yield from (word for word in found if word in NAMES or word.partition("-")[0] in KINDS)


def test_shared_code_names_no_kind_edition_option_or_move() -> None:
    found = {}
    for path in list_shared_files():
        if path.endswith((".py", ".html", ".svg", ".js", ".css")):
            names = {
                name for name in find_names(path, (ROOT / path).read_text()) if name != "push" or path not in WEB_PUSH
            }
            if names:
                found[path] = sorted(names)
    assert found == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", 'if kind == "push": pass'),
        ("a.py", "from games.kinds.swap import pages"),
        ("a.py", "from games.rules import tiles"),
        ("a.py", 'pool = "push2"'),
        ("a.py", 'start = boards.ladder("aeg")'),
        ("a.py", 'if move["do"] == "draw": pass'),
        ("a.html", '{% if kind == "tiles" %}'),
        ("a.html", '{% include "games/push/_sprite.html" %}'),
        ("a.css", ".table-tiles { color: red }"),
        ("a.css", ".push-lay { color: red }"),
        ("a.js", 'document.querySelector("#tiles-view")'),
        ("a.js", 'if (move.do === "hold") go()'),
    ],
)
def test_every_way_to_name_one_is_found(path: str, text: str) -> None:
    assert list(find_names(path, text))
