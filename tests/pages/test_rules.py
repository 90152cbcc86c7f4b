"""The pages of rules have an anchor for every ruling that a refusal names."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games import kinds, refusals
from games.rules.refusals import SHARED
from games.rules.registry import KINDS

ROOT = Path(__file__).parent.parent.parent
RULING = re.compile(r"R\d+")


def get_page(kind) -> str:
    answer = Client().get(f"/rules/{kind}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.SLUG)
def test_the_rules_page_has_an_anchor_for_every_refusal(kind):
    places = set(re.findall(r'id="(R\d+)"', get_page(kind.SLUG)))
    named = {refusal.rule for table in (SHARED, kind.REFUSALS) for refusal in table.values()}
    assert {rule for rule in named if RULING.fullmatch(rule)} <= places


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_page_covers_every_ruling_of_its_kind(kind):
    text = (ROOT / "docs" / "rulings.md").read_text()
    own = text.partition(f"\n## {kind}\n")[2].partition("\n## ")[0] + text.partition("\n## All kinds\n")[2]
    rulings = set(re.findall(r"\*\*(R\d+)", own))
    assert rulings == set(re.findall(r'id="(R\d+)"', get_page(kind)))


def test_the_first_tile_goes_in_the_middle():
    [said] = re.findall(r'id="R20".*?<p>(.*?)</p>', get_page("tiles"))
    assert "The first tile goes in the middle." in said
    assert "anywhere" not in said


def test_the_index_of_rules_links_to_each_kind():
    shown = Client().get("/rules/").content.decode()
    for kind in KINDS:
        assert f'href="/rules/{kind}/"' in shown


@pytest.mark.parametrize("kind", ["chess", "%3Cb%3E", "push%00", "x" * 3000, "..%2f..%2fbase"])
def test_unknown_rules_are_404(kind):
    assert Client().get(f"/rules/{kind}/").status_code == 404


def test_rules_pages_only_allow_get():
    assert Client().post("/rules/push/").status_code == 405


@pytest.mark.parametrize(
    ("code", "kind", "url"),
    [
        ("payment.too-little", "", "/rules/push/#R6"),
        ("resign.twice", "swap", "/rules/swap/#R40"),
        ("resign.twice", "", "/rules/push/#R40"),
        ("sit.taken", "push", ""),
        ("seen.stale", "tiles", ""),
    ],
)
def test_a_refusal_has_the_url_of_its_rule(code, kind, url):
    assert refusals.rule_url(code, kind) == url


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.SLUG)
def test_the_urls_of_all_refusals_exist(kind):
    shown = get_page(kind.SLUG)
    urls = {refusals.rule_url(code, kind.SLUG) for code in kind.REFUSALS} - {""}
    assert urls or not kinds.KINDS[kind.SLUG].rulings
    for url in urls:
        path, _, place = url.partition("#")
        assert (path, f'id="{place}"' in shown) == (f"/rules/{kind.SLUG}/", True)
