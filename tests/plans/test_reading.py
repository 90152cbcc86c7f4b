"""Plans from outside are read with defaults, or refused with a code and facts."""

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import refusals
from games.kinds import KINDS
from games.kinds.plans import PAGE, REFUSALS, BadPlan
from games.rules.refusals import TABLE
from tests.rules.test_refusals import RULINGS, placeholders

ROOT = Path(__file__).parents[2]
PAY = {"coins": True, "busts": True, "cards": "none"}


def read_refused(slug, data) -> BadPlan:
    with pytest.raises(BadPlan) as caught:
        KINDS[slug].known_plans.rules.read(data)
    sentence = refusals.explain(caught.value.code, caught.value.facts)
    assert "{" not in sentence.replace('{"for"', "")
    assert refusals.http_status(caught.value) == 422
    return caught.value


@pytest.mark.parametrize(
    ("slug", "data", "plan"),
    [
        (
            "push",
            {"for": "auction", "which": "now", "bid": "up-to", "most": 4},
            {"which": "now", "bid": "up-to", "most": 4, "lengthens": False, "pay": PAY, "once": True, "deck": None},
        ),
        (
            "push",
            {"for": "auction", "which": "now", "bid": "one-more", "most": 0, "once": False, "pay": {"coins": False}},
            {
                "which": "now",
                "bid": "one-more",
                "most": 0,
                "lengthens": False,
                "pay": PAY | {"coins": False},
                "once": True,
                "deck": None,
            },
        ),
        (
            "push",
            {"for": "turn", "net": 7, "take": "numbers"},
            {
                "net": 7,
                "risk": None,
                "coins": None,
                "take": "numbers",
                "buy": "ask",
                "once": True,
                "mark": None,
                "deck": None,
            },
        ),
        ("push", {"for": "bust", "buy": "skip"}, {"buy": "skip", "once": True}),
        (
            "push",
            {"for": "final", "buy": {"cards": ("b4", "g5")}, "once": False},
            {"buy": {"cards": ["b4", "g5"], "lengthens": None, "pay": PAY}, "once": True},
        ),
        ("swap", {"for": "turn", "least": "5"}, {"least": "5", "once": True, "hand": None}),
        ("swap", {"for": "turn", "least": None, "once": False}, {"least": None, "once": False, "hand": None}),
        ("swap", {"for": "answer"}, {"block": True, "once": True}),
    ],
    ids=range(8),
)
def test_missing_fields_get_their_defaults(slug, data, plan):
    assert KINDS[slug].known_plans.rules.read(data) == {"for": data["for"]} | plan


AUCTION = {"for": "auction", "which": "any", "bid": "up-to", "most": 4}
TURN = {"for": "turn", "net": 7, "take": "numbers"}
HOLD = {"for": "turn", "least": "5"}


@pytest.mark.parametrize(
    ("slug", "data", "code", "facts"),
    [
        ("push", None, "plan.not-an-object", {}),
        ("push", [AUCTION], "plan.not-an-object", {}),
        ("push", {}, "plan.for", {"given": "null", "known": "auction, turn, bust, final"}),
        ("swap", {"for": ["turn"]}, "plan.for", {"given": "list", "known": "turn, answer"}),
        ("push", AUCTION | {"x\ny": 1}, "plan.field-unknown", {"field": "x?y"}),
        ("push", AUCTION | {"pay": {"gold": True}}, "plan.field-unknown", {"known": "coins, busts, cards"}),
        ("push", {"for": "auction", "which": "any"}, "plan.field-value", {"field": "bid", "value": "absent"}),
        ("push", AUCTION | {"which": "b4"}, "plan.field-value", {"field": "which", "value": "b4"}),
        ("push", AUCTION | {"which": None}, "plan.field-value", {"field": "which", "value": "null"}),
        ("push", AUCTION | {"most": "4"}, "plan.field-value", {"allowed": "a whole number from 0 to 99"}),
        ("push", AUCTION | {"most": 100}, "plan.field-value", {"value": "100"}),
        ("push", AUCTION | {"most": True}, "plan.field-value", {"value": "true"}),
        ("push", AUCTION | {"most": 4.0}, "plan.field-value", {"value": "4.0"}),
        ("push", AUCTION | {"once": 1}, "plan.field-value", {"allowed": "true or false"}),
        ("push", AUCTION | {"pay": "coins"}, "plan.field-value", {"field": "pay", "value": "coins"}),
        ("push", AUCTION | {"pay": {"cards": "all"}}, "plan.field-value", {"field": "pay.cards"}),
        ("push", AUCTION | {"pay": {"coins": False, "busts": False}}, "plan.pay-nothing", {}),
        ("push", TURN | {"net": None}, "plan.no-stop", {}),
        ("push", TURN | {"net": 11}, "plan.field-value", {"allowed": "a whole number from 0 to 10, or null"}),
        ("push", TURN | {"risk": -1}, "plan.field-value", {"field": "risk"}),
        ("push", TURN | {"buy": "everything"}, "plan.field-value", {"allowed": "ask, skip, a wish"}),
        ("push", TURN | {"buy": []}, "plan.field-value", {"field": "buy", "value": "list"}),
        ("push", TURN | {"buy": {}}, "plan.wish-empty", {}),
        ("push", TURN | {"buy": {"cards": ["b4", "b4"]}}, "plan.field-value", {"field": "buy.cards"}),
        ("push", TURN | {"buy": {"cards": ["b#"]}}, "plan.field-value", {"field": "buy.cards"}),
        ("push", TURN | {"buy": {"cards": [["b4"]]}}, "plan.field-value", {"field": "buy.cards"}),
        ("push", TURN | {"buy": {"cards": "b4"}}, "plan.field-value", {"field": "buy.cards"}),
        ("push", TURN | {"buy": {"lengthens": 0}}, "plan.field-value", {"field": "buy.lengthens"}),
        ("push", {"for": "bust", "buy": "ask"}, "plan.field-value", {"allowed": "skip, a wish"}),
        (
            "push",
            {"for": "final", "buy": {"lengthens": 1, "pay": {"coins": False, "busts": False}}},
            "plan.pay-nothing",
            {},
        ),
        ("swap", HOLD | {"least": "W"}, "plan.field-value", {"value": "W"}),
        ("swap", HOLD | {"least": 5}, "plan.field-value", {"value": "5"}),
        ("swap", {"for": "turn"}, "plan.field-value", {"field": "least", "value": "absent"}),
        ("swap", HOLD | {"hand": 0}, "plan.field-value", {"field": "hand"}),
        ("swap", {"for": "answer", "block": None}, "plan.field-value", {"field": "block"}),
    ],
)
def test_invalid_plans_are_refused(slug, data, code, facts):
    error = read_refused(slug, data)
    assert error.code == code
    assert error.facts.items() >= facts.items()


WORDS = ["for", "auction", "turn", "bust", "final", "answer", "which", "now", "bid", "up-to", "most", "pay", "coins"]
WORDS += ["busts", "cards", "any", "buy", "skip", "lengthens", "net", "risk", "take", "numbers", "once", "least", "b4"]
SCALARS = st.none() | st.booleans() | st.integers(-5, 120) | st.floats() | st.text(max_size=5) | st.sampled_from(WORDS)
KEYS = st.sampled_from(WORDS) | st.text(max_size=3)
HOSTILE = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=10
)
GOOD = [("push", AUCTION), ("push", TURN), ("push", {"for": "bust", "buy": {"lengthens": 4}}), ("swap", HOLD)]


@given(slug=st.sampled_from(["push", "swap"]), data=HOSTILE)
def test_any_input_is_a_plan_or_refused(slug, data):
    read_or_refused(slug, data)


@given(good=st.sampled_from(GOOD), where=st.sampled_from([None, "pay", "buy"]), name=KEYS, value=HOSTILE)
def test_a_plan_with_one_changed_field_is_a_plan_or_refused(good, where, name, value):
    slug, data = good
    inner = {name: value}
    read_or_refused(slug, data | (inner if where is None else {where: inner}))


def read_or_refused(slug, data) -> None:
    plan, error = read(slug, data)
    if error is not None:
        assert set(placeholders(REFUSALS[error.code].sentence)) == set(error.facts)
        assert refusals.explain(error.code, error.facts)
    else:
        assert json.loads(json.dumps(plan, allow_nan=False)) == plan
        assert read(slug, plan) == (plan, None)


def read(slug, data) -> tuple[Any, BadPlan | None]:
    try:
        return KINDS[slug].known_plans.rules.read(data), None
    except BadPlan as error:
        return None, error


# --- the table of refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", REFUSALS)
def test_every_code_has_a_sentence_and_a_rule_and_is_in_one_table(code):
    sentence, rule = REFUSALS[code]
    assert re.fullmatch(r"plan\.[a-z]+(-[a-z]+)*", code)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(sentence) <= 120
    assert rule == PAGE or rule in RULINGS
    assert code not in TABLE
    assert code not in refusals.SITE
    facts = {name: "it" for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    assert refusals.explain(code, facts)
    assert refusals.find_rule(code) == rule


def test_every_code_is_used():
    sources = [path.read_text() for path in (ROOT / "games/kinds").rglob("plans/*.py")]
    sources += [(ROOT / "games/kinds" / path).read_text() for path in ("plans.py", "swap/plans.py")]
    used = {code for text in sources for code in re.findall(r'"(plan\.[a-z-]+)"', text.partition("REFUSALS:")[0])}
    used |= {code for text in sources for code in re.findall(r'"(plan\.[a-z-]+)"', text.partition("class BadPlan")[2])}
    assert used == set(REFUSALS)
