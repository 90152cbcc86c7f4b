"""Every kind of the rules can be played on the site: a presenter, templates, styles, words, a page of rules."""

import inspect

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games import words
from games.rules.registry import KINDS
from games.tables.base import Presenter
from games.tables.registry import PRESENTERS

FUNCTIONS = [name for name, found in vars(Presenter).items() if inspect.isfunction(found) and not name.startswith("_")]


def test_there_is_a_presenter_for_each_kind_and_no_other():
    assert list(PRESENTERS) == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_presenter_has_all_its_functions(kind):
    assert len(FUNCTIONS) >= 6
    for name in FUNCTIONS:
        wanted = [
            parameter for parameter in inspect.signature(getattr(Presenter, name)).parameters if parameter != "self"
        ]
        assert list(inspect.signature(getattr(PRESENTERS[kind], name)).parameters) == wanted, f"{kind}: {name}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_its_templates_styles_and_words(kind):
    for name in (f"{kind}/board.html", f"{kind}/rail.html", f"{kind}/sprite.html", f"rules_{kind}.html"):
        assert get_template(f"games/{name}")
    presenter = PRESENTERS[kind]
    for path in filter(None, (presenter.CSS, presenter.JS)):
        assert finders.find(path), path
    assert words.ABOUT[kind]
