"""What browser tests rely on: known cards, and windows without leftovers of earlier tests."""

import pytest

from tests.browser.server import Site, Visitor, make_table, play

KINDS: dict[str, dict[str, str]] = {
    "push": {"seats": "3", "bots": "steady"},
    "tiles": {},
    "swap": {"seats": "4", "bots": "easy,steady"},
}


def story(site: Site, test: str) -> list[object]:
    """The names of two people and a guest, and the games that they play with bots, from the first card on."""
    site.seed(test)
    people = [site.sign_up(), site.guest()]
    told: list[object] = [people[0].name, people[1].get("/accounts/settings/").said()]
    for kind, fields in KINDS.items():
        game = make_table(people, kind, **fields)
        play(people, game, moves=12)
        told.append(people[0].get(f"/games/{game}/state.json").json()["view"])
    return told


def test_the_same_test_deals_the_same_cards_at_every_server(site: Site, own_site: Site) -> None:
    first, again, other = story(site, "one"), story(own_site, "one"), story(own_site, "another")
    assert first == again
    assert not [told for told, elsewhere in zip(first, other, strict=True) if told == elsewhere]


def test_a_test_that_runs_again_at_the_same_server_finds_addresses_and_names_free(site: Site) -> None:
    people = []
    for _ in range(2):
        site.seed("again")
        people.append(site.sign_up())
    assert people[0].name != people[1].name
    assert people[0].new_game("tiles") != people[1].new_game("tiles")


@pytest.fixture
def lent(contexts, site):
    """Borrow a window in the name of somebody; it is given back at once."""

    def lend(user: Visitor | None, do):
        kept = contexts.lend(site.url, javascript=True, touch=False)
        if user:
            kept.context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in user.cookies.items()])
        page = kept.context.new_page()
        page.goto("/rules/")
        found = do(page)
        contexts.take_back(kept, is_site_shared=True)
        return kept, found

    return lend


def test_nobody_is_logged_in_in_a_window_of_an_earlier_test(site, lent):
    leave = "() => { localStorage.kept = '1'; document.cookie = 'kept=1'; indexedDB.open('kept') }"
    kept, _ = lent(site.sign_up(), lambda page: page.evaluate(leave))
    again, found = lent(None, lambda page: page.evaluate("[document.cookie, localStorage.kept, innerWidth]"))
    assert again is kept
    assert found[:2] == ["", None]
    assert lent(None, lambda page: page.evaluate("indexedDB.databases()"))[1] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda page: page.clock.install(),
        lambda page: page.context.add_init_script("window.spoiled = 1"),
        lambda page: page.context.grant_permissions(["notifications"]),
        lambda page: page.context.close(),
    ],
)
def test_a_window_that_a_test_has_changed_for_good_is_not_used_again(lent, spoil):
    kept, _ = lent(None, spoil)
    again, _ = lent(None, lambda page: None)
    assert again is not kept
