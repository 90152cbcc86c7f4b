"""Seeded randomness and reused browser contexts."""

import pytest

from tests.browser.server import Site, Visitor, make_table, play

KINDS: dict[str, dict[str, str]] = {
    "push": {"seats": "3", "bots": "steady"},
    "tiles": {},
    "swap": {"seats": "4", "bots": "easy,steady"},
}


def play_games(site: Site, test: str) -> list[object]:
    """Return a player's name, a guest's settings page, and a game of each kind that they play with bots."""
    site.seed(test)
    people = [site.sign_up(), site.guest()]
    results: list[object] = [people[0].name, people[1].get("/accounts/settings/").said()]
    for kind, fields in KINDS.items():
        game = make_table(people, kind, **fields)
        play(people, game, moves=12)
        results.append(people[0].get(f"/games/{game}/state.json").json()["view"])
    return results


def test_a_seed_gives_the_same_cards_on_every_server(site: Site, own_site: Site) -> None:
    first, second, other = play_games(site, "one"), play_games(own_site, "one"), play_games(own_site, "another")
    assert first == second
    assert not [result for result, different in zip(first, other, strict=True) if result == different]


def test_a_repeated_seed_gives_new_names_and_game_ids(site: Site) -> None:
    people = []
    for _ in range(2):
        site.seed("again")
        people.append(site.sign_up())
    assert people[0].name != people[1].name
    assert people[0].new_game("tiles") != people[1].new_game("tiles")


@pytest.fixture
def use_context(contexts, site):
    """Do something in a pooled context and release it."""

    def use(user: Visitor | None, do):
        pooled = contexts.acquire(site.url, javascript=True, touch=False)
        if user:
            pooled.context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in user.cookies.items()])
        page = pooled.context.new_page()
        page.goto("/rules/")
        result = do(page)
        contexts.release(pooled, is_site_shared=True)
        return pooled, result

    return use


def test_a_reused_context_has_no_data_of_the_earlier_test(site, use_context):
    leave = "() => { localStorage.kept = '1'; document.cookie = 'kept=1'; indexedDB.open('kept') }"
    first, _ = use_context(site.sign_up(), lambda page: page.evaluate(leave))
    second, found = use_context(None, lambda page: page.evaluate("[document.cookie, localStorage.kept, innerWidth]"))
    assert second is first
    assert found[:2] == ["", None]
    assert use_context(None, lambda page: page.evaluate("indexedDB.databases()"))[1] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda page: page.clock.install(),
        lambda page: page.context.add_init_script("window.spoiled = 1"),
        lambda page: page.context.grant_permissions(["notifications"]),
        lambda page: page.context.close(),
    ],
)
def test_a_context_with_permanent_changes_is_not_reused(use_context, spoil):
    first, _ = use_context(None, spoil)
    second, _ = use_context(None, lambda page: None)
    assert second is not first
