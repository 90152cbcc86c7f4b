"""The site has every kind that the rules have. (`games.kinds.checks` looks for the files of each.)"""

import inspect

import pytest

from games.kinds import KINDS
from games.kinds.presenter import Presenter
from games.rules import registry

FUNCTIONS = [name for name, found in vars(Presenter).items() if inspect.isfunction(found) and not name.startswith("_")]


def test_the_site_and_the_rules_have_the_same_kinds():
    assert list(KINDS) == list(registry.KINDS)
    assert all(kind.rules is registry.KINDS[slug] for slug, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS)
def test_every_presenter_has_the_functions_of_the_protocol(kind):
    assert len(FUNCTIONS) >= 6
    for name in FUNCTIONS:
        expected = [
            parameter for parameter in inspect.signature(getattr(Presenter, name)).parameters if parameter != "self"
        ]
        assert list(inspect.signature(getattr(KINDS[kind].presenter, name)).parameters) == expected, f"{kind}: {name}"
