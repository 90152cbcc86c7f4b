"""Every kind is complete (rules, bots, tests, refusals, rulings) and found by its slug and version."""

from pathlib import Path

import pytest

from games import kinds
from games.kinds.bots import LEVELS, RANDOM
from games.rules import registry
from games.rules.base import BadSetup, Kind, Option

ROOT = Path(__file__).parents[2]
KINDS = registry.KINDS
NAMES = [name for name in (*Kind.__annotations__, *vars(Kind)) if not name.startswith("_")]
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.SLUG)


def test_kinds_are_found_by_slug_and_rules_version():
    assert list(KINDS)[:3] == ["push", "tiles", "swap"]
    assert all(registry.find(slug) is kind for slug, kind in KINDS.items())
    assert all(registry.find(slug, 1) is kind for slug, kind in KINDS.items())


@pytest.mark.parametrize("slug", ["chess", "", "PUSH", None, 3, ["push"], {}])
def test_an_unknown_kind_is_refused(slug):
    with pytest.raises(BadSetup) as refused:
        registry.find(slug)
    assert refused.value.code == "setup.kind"
    assert refused.value.facts["known"] == ", ".join(KINDS)


@pytest.mark.parametrize(("rules", "shown"), [(0, "0"), (2, "2"), (True, "true"), ("1", "1"), (1.0, "1.0")])
def test_an_unknown_rules_version_is_refused(rules, shown):
    with pytest.raises(BadSetup) as refused:
        registry.find("swap", rules)
    assert refused.value.code == "setup.rules"
    assert refused.value.facts == {"kind": "swap", "rules": shown, "known": 1}


@each_kind
def test_a_kind_has_every_attribute_of_the_contract(kind):
    assert len(NAMES) == 20
    assert [name for name in NAMES if not hasattr(kind, name)] == []


@each_kind
def test_every_kind_lets_players_resign(kind):
    assert "resign" in kind.MOVES
    assert "left" in kind.EVENTS
    assert all(move.do == do for do, move in kind.MOVES.items())


@each_kind
def test_options_have_labels_and_a_valid_default(kind):
    for option in kind.OPTIONS:
        assert isinstance(option, Option)
        assert option.label
        assert option.help.endswith(".")
        assert option.allows(option.default)
        assert all(choice.label for choice in option.choices)


@each_kind
def test_the_bots_of_a_kind_can_be_found(kind):
    known = kinds.KINDS[kind.SLUG].bots
    assert set(known) <= set(LEVELS)
    assert all(callable(kinds.find_bot(kind.SLUG, name)) for name in (*known, RANDOM))


@pytest.mark.parametrize("name", ["genius", "", "Easy"])
def test_an_unknown_bot_is_refused(name):
    with pytest.raises(BadSetup) as refused:
        kinds.find_bot("tiles", name)
    assert refused.value.code == "setup.bot"
    assert refused.value.facts == {"bot": name or "(nothing)", "known": "easy, steady, sharp, random"}


@each_kind
def test_every_kind_has_tests_and_rulings(kind):
    bot_tests = [f"tests/kinds/{kind.SLUG}/bots"] if kinds.KINDS[kind.SLUG].bots else []
    for folder in (f"tests/rules/{kind.SLUG}", *bot_tests):
        assert list((ROOT / folder).glob("test_*.py")), folder
    for helper in ("twist.py", "checks.py"):
        assert (ROOT / "tests/rules" / kind.SLUG / helper).exists(), helper
    assert f"\n## {kind.SLUG}\n" in (ROOT / "docs/rulings.md").read_text()
