"""Every kind of the rules can be played on the site; `games.kinds.checks` looks for its files."""

import inspect

import pytest

from games.kinds import KINDS
from games.kinds.presenter import Presenter
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
