"""Parts that a kind is missing are named, by Python or when the site starts."""

from dataclasses import MISSING, fields
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from games.kinds import base
from games.kinds.checks import check_kinds, check_names
from ten_site.startup_checks import list_errors

REQUIRED = {
    part: [field.name for field in fields(part) if field.default is MISSING and field.default_factory is MISSING]
    for part in (base.GameKind, base.Names)
}


def list_messages() -> list[str]:
    return [found.msg for found in check_kinds()]


def test_nothing_is_missing_in_any_kind(install):
    install("nim")
    install("high")
    assert list_messages() == []
    assert check_names() == []


@pytest.mark.parametrize(("part", "name"), [(part, name) for part, names in REQUIRED.items() for name in names])
def test_a_required_part_is_an_argument_without_a_default(part, name):
    given = {other: object() for other in REQUIRED[part] if other != name}
    with pytest.raises(TypeError, match=f"missing 1 required positional argument: '{name}'"):
        part(**given)


def test_a_kind_requires_four_parts():
    assert REQUIRED[base.GameKind] == ["rules", "names", "presenter", "pools"]
    assert REQUIRED[base.Names] == ["name", "line", "players", "usual_seats"]


@pytest.mark.parametrize(
    ("slug", "file", "what"),
    [
        *(
            ("nim", f"templates/games/nim/{name}", "")
            for name in ("_board.jinja", "_sidebar.jinja", "_sprite.html", "rules.html")
        ),
        *(("high", f"templates/games/high/{name}.html", "") for name in ("_review_decision", "_plan_form")),
        ("nim", "static/ten/nim/nim.css", ""),
        ("high", "static/ten/high/proof.js", ""),
    ],
)
def test_a_missing_file_is_named(install, slug, file, what):
    install(slug, without=file)
    folder, path = file.split("/", 1)
    called = {"templates": "template", "static": "static file"}[folder]
    assert list_messages() == [f"The game {slug} is missing the {called} {path}."]


@pytest.mark.parametrize("module", ["rules", "pages"])
def test_a_missing_module_is_named_by_python(install, module):
    with pytest.raises(ImportError, match=module):
        install("nim", without=f"nim/{module}.py")


def test_missing_functions_are_named(install, monkeypatch):
    kind = install("high")
    monkeypatch.delattr(kind.presenter, "reveal_hidden")
    monkeypatch.delattr(kind.rules, "redact")
    monkeypatch.delattr(kind.plans.rules, "decide")
    monkeypatch.delattr(kind.plans.forms, "describe")
    assert list_messages() == [
        "The game high is missing redact in its rules.",
        "The game high is missing reveal_hidden in its presenter.",
        "The game high is missing decide in the rules of its plans.",
        "The game high is missing describe in the forms of its plans.",
    ]


def test_missing_texts_and_numbers_are_named(install):
    kind = install("high")
    for name in ("name", "line", "players"):
        object.__setattr__(kind.names, name, "")
    object.__setattr__(kind.names, "usual_seats", 9)
    object.__setattr__(kind.names, "company", ("sharp",))
    object.__setattr__(kind, "bots", {"hal": kind.bots["steady"]})
    assert list_messages() == [
        "The game high is missing a name.",
        "The game high is missing a line that says what it is about.",
        "The game high is missing the number of players.",
        "The game high is missing a usual number of seats that its rules allow.",
        "The game high is missing the bot sharp, which Play now offers.",
        "The game high is missing a strength for its bot hal (easy, steady, sharp).",
    ]


def test_two_kinds_cannot_share_a_name(install):
    nim, high = install("nim"), install("high")
    object.__setattr__(high, "pools", nim.pools)
    object.__setattr__(high, "variants", {"open": None})
    assert [found.msg for found in check_names()] == [
        "The game high can't have the rating pool nim: nim has it.",
        "The game high can't have the search word open: tiles has it.",
    ]
    assert "The game high can't have the rating pool nim: nim has it. Give it another name." in list_errors()


def test_startup_and_the_check_command_report_what_is_missing(install):
    install("nim", without="templates/games/nim/_sidebar.jinja")
    message = "The game nim is missing the template games/nim/_sidebar.jinja."
    assert any(line.startswith(message) and "docs/adding-a-kind.md" in line for line in list_errors())
    with pytest.raises(SystemCheckError, match=message):
        call_command("check", stderr=StringIO())
