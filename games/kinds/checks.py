"""Name what a kind of game is missing. Run by `manage.py check`, and before the server starts."""

from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.kinds import KINDS
from games.kinds.base import AnyKind
from games.kinds.bots import LEVELS
from games.kinds.plans import Plans
from games.kinds.presenter import PlanForms, Presenter
from games.rules.base import Kind

TAG = "kinds"
TEMPLATES = ("_board.jinja", "_sidebar.jinja", "_sprite.html", "rules.html")
TEXTS = {"a name": "name", "a line that says what it is about": "line", "the number of players": "players"}
OTHER = "Give it another name."
HINT = "docs/adding-a-kind.md lists what a game needs."


@register(TAG)
def check_kinds(**_: Any) -> list[CheckMessage]:
    """Report what kinds are missing."""
    return [
        Error(f"The game {slug} is missing {what}.", hint=HINT, id="ten.E010")
        for slug, kind in KINDS.items()
        for what in missing(kind)
    ]


@register(TAG)
def check_names(**_: Any) -> list[CheckMessage]:
    """Report names that two kinds both use."""
    found: list[CheckMessage] = []
    owners: dict[str, str] = {}
    for slug, kind in KINDS.items():
        for name in names_on_the_site(kind):
            owner = owners.setdefault(name, slug)
            if owner != slug:
                wrong = f"The game {slug} can't have {name}: {owner} has it."
                found.append(Error(wrong, hint=OTHER, id="ten.E011"))
    return found


def names_on_the_site(kind: AnyKind) -> Iterator[str]:
    """Yield the names that must be unique among all kinds."""
    yield from (f"the rating pool {pool.key}" for pool in kind.pools)
    yield from (f"the search word {word}" for word in kind.variants)
    yield from (f"the ladder {edition}" for edition in (kind.ladder.labels if kind.ladder else ()))
    yield from (f"the count {what}" for what in (kind.statistics.dealt_titles if kind.statistics else ()))


def missing(kind: AnyKind) -> Iterator[str]:
    """Describe each thing a kind is missing in a few words."""
    yield from (f"{name} in its rules" for name in absent(kind.rules, Kind))
    yield from (f"{name} in its presenter" for name in absent(kind.presenter, Presenter))
    if kind.plans:
        yield from (f"{name} in the rules of its plans" for name in absent(kind.plans.rules, Plans))
        yield from (f"{name} in the forms of its plans" for name in absent(kind.plans.forms, PlanForms))
    yield from (what for what, text in TEXTS.items() if not getattr(kind.names, text))
    yield from (f"the template {name}" for name in templates(kind) if not has_template(name))
    yield from (f"the static file {path}" for path in static_files(kind) if not finders.find(path))
    if kind.names.usual_seats not in kind.rules.SEATS:
        yield "a usual number of seats that its rules allow"
    yield from (f"the bot {bot}, which Play now offers" for bot in kind.names.company if bot not in kind.bots)
    yield from (f"a strength for its bot {bot} ({', '.join(LEVELS)})" for bot in kind.bots if bot not in LEVELS)


def absent(module: object, protocol: type) -> list[str]:
    """List the names of a protocol that a module lacks."""
    return [name for name in vars(protocol) if not name.startswith("_") and not hasattr(module, name)]


def templates(kind: AnyKind) -> Iterator[str]:
    """Yield the templates that pages include."""
    needed = [*TEMPLATES, *["_review_decision.html"] * bool(kind.review), *["_plan_form.html"] * bool(kind.plans)]
    yield from (f"games/{kind.slug}/{name}" for name in needed)
    yield kind.names.thumbnail
    if kind.review:
        yield from filter(None, (kind.review.chapter_template, kind.review.legend_template))


def has_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def static_files(kind: AnyKind) -> Iterator[str]:
    """Yield the style sheets and scripts that pages load."""
    named = [getattr(kind.presenter, name, "") for name in ("CSS", "JS", "REPLAY_JS")]
    named += [kind.review.css if kind.review else "", kind.proof.script if kind.proof else ""]
    yield from dict.fromkeys(filter(None, named))
