"""All texts of the site, read from its source: those that makemessages finds, and those in English only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).parent.parent
PYTHON = ("accounts", "games", "ten_site", "scripts")
TEMPLATES = ("templates",)
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
ARGUMENTS = {  # which arguments of each function are texts
    **dict.fromkeys(PLAIN, slice(0, 1)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), slice(0, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), slice(1, 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), slice(1, 3)),
}
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(n?p?gettext)\(((?:{LITERAL}(?:,\s*)?)+)")


def _arguments(source: str) -> Iterator[ast.expr]:
    """Yield the arguments that a module passes to gettext as texts."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            yield from call.args[ARGUMENTS.get(name, slice(0))]


def translatable_python(source: str) -> Iterator[str]:
    """Yield the texts that a module passes to gettext."""
    for text in _arguments(source):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            yield text.value


def translatable_template(source: str) -> Iterator[str]:
    """Yield the texts of a template's `translate` and `blocktranslate`."""
    for function, given in CALL.findall(templatize(source)):
        yield from [ast.literal_eval(text) for text in re.findall(LITERAL, given)][ARGUMENTS[function]]


def prose(source: str) -> Iterator[str]:
    """Yield a module's strings with spaces (command help, logs, startup checks), but no docstrings or word lists."""
    tree = ast.parse(source)
    with_docstring = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(getattr(one.body[0], "value", None)) for one in ast.walk(tree) if isinstance(one, with_docstring)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in docstrings:
            yield from [one.value] if " " in one.value.strip() and not one.value.startswith("\n") else []


def _files(folders: tuple[str, ...], *endings: str) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings)


def translatable() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of everything that can be translated."""
    for path in _files(PYTHON, ".py"):
        yield from ((str(path.relative_to(ROOT)), text) for text in translatable_python(path.read_text()))
    for path in _files(TEMPLATES, ".html", ".jinja", ".txt"):
        yield from ((str(path.relative_to(ROOT)), text) for text in translatable_template(path.read_text()))


def everything() -> Iterator[tuple[str, str]]:
    """Yield these and all other texts of the program, some of them twice."""
    yield from translatable()
    for path in _files(PYTHON, ".py"):
        yield from ((str(path.relative_to(ROOT)), text) for text in prose(path.read_text()))


def glued() -> Iterator[str]:
    """Yield the lines that pass a composed string to gettext."""
    for path in _files(PYTHON, ".py"):
        for text in _arguments(path.read_text()):
            is_formatted = isinstance(text, ast.Call) and getattr(text.func, "attr", "") == "format"
            if is_formatted or isinstance(text, ast.JoinedStr | ast.BinOp):
                yield f"{path.relative_to(ROOT)}:{text.lineno}"
