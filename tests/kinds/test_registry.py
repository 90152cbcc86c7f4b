"""Every kind of the rules can be played on the site: a presenter, templates, styles, words, a page of rules."""

import inspect

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.kinds import KINDS
from games.kinds.pages import Presenter
from games.rules import registry

FUNCTIONS = [name for name, found in vars(Presenter).items() if inspect.isfunction(found) and not name.startswith("_")]


def test_the_site_and_the_rules_know_the_same_kinds():
    assert list(KINDS) == list(registry.KINDS)
    assert all(kind.rules is registry.KINDS[slug] for slug, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS)
def test_a_presenter_has_all_its_functions(kind):
    assert len(FUNCTIONS) >= 6
    for name in FUNCTIONS:
        wanted = [
            parameter for parameter in inspect.signature(getattr(Presenter, name)).parameters if parameter != "self"
        ]
        assert list(inspect.signature(getattr(KINDS[kind].presenter, name)).parameters) == wanted, f"{kind}: {name}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_its_templates_styles_and_words(kind):
    for name in (f"{kind}/board.html", f"{kind}/rail.html", f"{kind}/sprite.html", f"{kind}/rules.html"):
        assert get_template(f"games/{name}")
    presenter = KINDS[kind].presenter
    for path in filter(None, (presenter.CSS, presenter.JS, presenter.REPLAY_JS, KINDS[kind].proof.script)):
        assert finders.find(path), path
    assert get_template(KINDS[kind].names.thumbnail)
