"""TEN Push in a browser: payments and purchases, and whole games by mouse and keyboard and on a phone."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import Windows, axe, fits, live, soon, whole
from tests.waiting import until

PHONE = (390, 844)
AGAIN = "html => htmx.swap({text: html, target: document.getElementById('table'), swap: 'outerMorph'})"
Press = Callable[[Locator], None]


def click(where: Locator) -> None:
    where.click()


def key(where: Locator) -> None:
    """As somebody without a mouse: go there, and press the key."""
    where.focus()
    where.press("Space" if where.get_attribute("type") in ("radio", "checkbox") else "Enter")


class Player:
    """Somebody at a window who plays quickly: draws, bids little, and buys what is first."""

    def __init__(self, page: Page, seed: int, press: Press = click) -> None:
        self.page, self.press, self.dice = page, press, random.Random(seed)
        self.did: set[str] = set()

    def version(self) -> str:
        return self.page.locator("#table").get_attribute("data-version") or ""

    def move(self) -> None:
        """One move, by what the page offers; wait until the page shows that it was made."""
        seen = self.version()
        button = self.choose()
        self.did.add(button.get_attribute("value") or "")
        self.press(button)
        expect(self.page.locator(f'#table:not([data-version="{seen}"])')).to_be_attached()

    def choose(self) -> Locator:
        offered = self.page.locator('.actions button[name="do"], .actions button[name="what"]')
        offered.first.wait_for()
        values = [button.get_attribute("value") for button in offered.all()]
        for rare in ("token", "currency", "pass"):  # what comes seldom is done when it first can be
            if rare in values and rare not in self.did:
                return self.page.locator(f"#do-{rare}")
        if "buy" in values and self.dice.random() < 0.7:
            self.press(self.page.locator('#table input[name="card"]').first)
            return self.page.locator("#do-buy")
        if "bid" in values and self.dice.random() < 0.5:
            if self.dice.random() < 0.5 and "off" not in (self.page.locator("#bid-more").get_attribute("class") or ""):
                self.press(self.page.locator("#bid-more"))
            return self.page.locator("#do-bid")
        quick = "draw" if "draw" in values and self.dice.random() < 0.85 else self.dice.choice(values)
        if quick in ("bid", "buy"):
            quick = next(value for value in values if value not in ("bid", "buy"))
        return self.page.locator(f"#do-{quick}")


def play_out(players: list[Player], watch: Page | None = None) -> None:
    """Whoever is asked moves, to the end; each window follows by itself."""
    while player := soon(players[0].page, lambda: next_of(players), "somebody's turn, or the end"):
        if player == "nobody":
            break
        player.move()
    version = max(int(player.version()) for player in players)
    for page in [*(player.page for player in players), *([watch] if watch else [])]:
        expect(page.locator(f'#table[data-status="finished"][data-version="{version}"]')).to_be_attached()
        expect(page.locator(".push-scored .hand")).to_have_count(page.locator(".push-scored .hand").count())


def next_of(players: list[Player]) -> Player | str:
    """Who is asked, as the windows show it; "nobody" once it is over, nothing while bots think."""
    for player in players:
        status, is_asked = player.page.locator("#table").evaluate(
            "table => [table.dataset.status, table.dataset.waiting.split(' ').includes(table.dataset.seat)]"
        )
        if status == "finished":
            return "nobody"
        if is_asked:
            return player
    return ""


def points_shown(page: Page) -> list[str]:
    return page.locator(".hand-points .figure").all_inner_texts()


@pytest.mark.proof("games")
def test_two_windows_play_to_the_end_while_a_third_watches(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push")
    first, second = window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/", dark=True)
    watcher = window(path=f"/games/{game}/")
    for page in (first, second, watcher):
        live(page)
    players = [Player(first, 1), Player(second, 2)]
    play_out(players, watcher)
    assert set().union(*(player.did for player in players)) >= {"draw", "numbers", "currency", "bid", "pass", "buy"}
    result = ana.get(f"/games/{game}/record.json").json()["result"]
    assert sorted(points_shown(first)) == sorted(map(str, result["points"])) == sorted(points_shown(watcher))
    axe(first)
    axe(second)


@pytest.mark.proof("games")
def test_two_people_and_two_bots_play_to_the_end(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push", seats=4, bots="easy,steady", edition="gamefactory")
    pages = [window(person, f"/games/{game}/", viewport=PHONE) for person in (ana, ben)]
    for page in pages:
        live(page)
    play_out([Player(page, seed) for seed, page in enumerate(pages)])
    assert len(points_shown(pages[0])) == 4
    fits(pages[0])


@pytest.mark.proof("games")
def test_alone_against_jen_by_keys_and_on_to_the_next_level(site, window):
    ana = site.sign_up()
    game = make_table([ana], "push", seats=1, solo=5, bust_buy="true")
    page = window(ana, f"/games/{game}/", reduced_motion=True)
    live(page)
    play_out([Player(page, 5, key)])
    assert "JEN" in page.locator("#headline").inner_text()
    page.locator("#do-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table, #content")).not_to_have_count(0)
    page.wait_for_url(re.compile(rf"/games/(?!{game})\w+/"))
    expect(page.locator('#table[data-status="playing"]')).to_be_attached()


@pytest.mark.proof("games")
def test_buying_instead_of_the_token_to_the_end(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push", bust_buy="true")
    pages = [window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/", viewport=PHONE, dark=True)]
    for page in pages:
        live(page)
    players = [Player(page, seed) for seed, page in enumerate(pages, 7)]
    play_out(players)
    assert "token" in players[0].did | players[1].did


def reach(site, among: tuple[str, ...], stop, **fields) -> tuple[Visitor, str]:
    """A table at which somebody is asked for that, played by HTTP."""
    people = [site.sign_up(), site.sign_up()]
    for seed in range(20):
        game = make_table(people, "push", **fields)
        state = play(people, game, seed=seed, stop=stop, among=lambda _, moves: [m for m in moves if m["do"] in among])
        if stop(state):
            return state["person"], game
    raise AssertionError("not reached")


def can_bid(state) -> bool:
    """An auction in which somebody could bid six with coins, a card or more besides."""
    offer = state["choices"].get("bid")
    if not (offer and offer["most"] >= 6 and offer["means"]["coins"] >= 2 and offer["means"]["cards"]):
        return False
    bid = [move for move in state["choices"]["moves"] if move["do"] == "bid"][:4][-1]
    pay = bid["pay"]  # a coin of it can be taken back, and is missed then, and a card put in its place
    is_exact = pay["coins"] + 3 * pay["busts"] + len(pay["cards"]) == bid["amount"]
    return bool(is_exact and pay["coins"] and len(pay["cards"]) < len(offer["means"]["cards"]))


def draft(person: Visitor, game: str) -> dict[str, object] | None:
    """What the site keeps of a choice that was not sent."""
    found: dict[str, object] | None = person.get(f"/games/{game}/draft/").json()["data"]
    return found


def chosen(page: Page) -> dict[str, object]:
    """What the form of a bid says."""
    live(page)
    return {
        "amount": page.locator(".bid-amount").input_value(),
        "coins": [box.is_checked() for box in page.locator('input[name="coins"]').all()],
        "cards": put(page),
        "says": page.locator("#do-bid").inner_text(),
        "pay": page.locator('#decide input[type="hidden"][name="pay"]').input_value(),
        "fair": page.locator("#fair").get_attribute("open") is not None,
    }


def put(page: Page) -> list[str]:
    """The cards that are paid with."""
    return sorted(page.locator('#table input[name="cards"]:checked').evaluate_all("all => all.map(box => box.value)"))


def proposals(page: Page, bids: list[dict[str, Any]]) -> None:
    """Each amount comes with a payment that is ready."""
    for step, move in enumerate(bids):
        if step:
            page.locator("#bid-more").tap()
        expect(page.locator(".bid-amount")).to_have_value(str(move["amount"]))  # a tap is heard a little later
        assert page.locator('#table input[name="coins"]:checked').count() == move["pay"]["coins"]
        assert page.locator('#table input[name="busts"]:checked').count() == move["pay"]["busts"]
        assert put(page) == sorted(move["pay"]["cards"])


def test_a_payment_is_proposed_can_be_changed_and_waits_on_every_device(site: Site, window: Windows) -> None:
    """A bid that was begun is there after a reload, on another device, and when the board comes again."""
    mover, game = reach(site, ("draw", "take", "bid"), can_bid)
    page = window(mover, f"/games/{game}/", viewport=PHONE, touch=True)
    live(page)
    board = page.locator("#table").evaluate("table => table.outerHTML")
    state = mover.state(game)
    proposals(page, [move for move in state["choices"]["moves"] if move["do"] == "bid"][:4])
    bid = page.locator("#do-bid")
    page.locator('#table input[name="coins"]:checked').last.uncheck()
    expect(bid).to_contain_text("1 more needed")
    window.forgive(page, "422")
    bid.tap()
    expect(page.locator("#said")).to_contain_text("Add to your payment")
    card = page.locator('#table input[name="cards"]:not(:checked)').last
    card_put = card.input_value()
    card.check()
    expect(bid).to_contain_text("card")
    page.locator("#fair > summary").tap()
    begun = chosen(page)
    assert (begun["pay"], begun["fair"]) == ("mine", True)
    page.evaluate(
        "html => htmx.swap({text: html, target: document.getElementById('table'), swap: 'outerMorph'})", board
    )
    assert chosen(page) == begun, "a board that comes again takes nothing back"
    until(lambda: (draft(mover, game) or {}).get("open"), "the draft")
    page.reload()
    assert chosen(page) == begun, "after a reload"
    desk = window(mover, f"/games/{game}/")
    assert chosen(desk) == begun, "on another device"
    axe(page)
    bid.tap()
    for each in (page, desk):
        expect(each.locator("#do-bid")).to_have_count(0)
    moves = mover.get(f"/games/{game}/record.json").json()["moves"]
    made = next(move for move in moves[state["version"] :] if move["seat"] == state["seat"])
    assert card_put in made["move"]["pay"]["cards"]
    assert draft(mover, game) is None


def can_buy(state) -> bool:
    return "buy" in state["choices"] and "skip" in state["choices"] and len(state["view"]["market"]) > 3


def test_buying_says_what_it_costs_and_why_not(site, window):
    mover, game = reach(site, ("draw", "take", "bid"), can_buy)
    page = window(mover, f"/games/{game}/")
    live(page)
    page.locator("#do-buy").click()
    expect(page.locator("#said")).to_have_text("Choose a card from the market first.")
    assert page.locator("#table").get_attribute("data-version") == str(mover.state(game)["version"]), "nothing was sent"
    radio = page.locator('#table input[name="card"]').last
    card = radio.input_value()
    radio.check()
    offer = next(m for m in mover.state(game)["choices"]["moves"] if m["do"] == "buy" and m["card"] == card)
    assert page.locator('#table input[name="coins"]:checked').count() == offer["pay"]["coins"]
    expect(page.locator("[data-with]")).to_contain_text("point")
    off = page.locator("button.off[data-why]")
    if off.count():
        off.first.click(force=True)  # it is said to be disabled, and tells why
        expect(page.locator("#said")).not_to_be_empty()
    page.locator("#do-buy").click()
    expect(page.locator("#do-buy")).to_have_count(0)
    owned = mover.state(game)["view"]["seats"][mover.state(game)["seat"]]["cards"]
    assert card in owned


@pytest.mark.proof("games")
def test_without_scripts_the_same_forms_play(site, window):
    ana = site.sign_up()
    game = make_table([ana], "push", seats=1, solo=6)
    page = window(ana, f"/games/{game}/", javascript=False, viewport=(320, 640))
    dice = random.Random(3)
    for _ in range(25):
        values = [button.get_attribute("value") for button in page.locator(".actions button[name]").all()]
        value = "buy" if "buy" in values else dice.choice(values)
        if value == "buy":
            page.locator('#table input[name="card"]').first.check()
        elif value == "bid":
            amount = page.locator(".bid-amount")
            amount.fill(amount.get_attribute("min") or "")  # JEN may have bid already
        seen = page.locator("#table").get_attribute("data-version")
        page.locator(f"#do-{value}").click()
        expect(page.locator("#table")).not_to_have_attribute("data-version", seen or "")
        whole(page)  # its buttons stand far below
    fits(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("size", [(320, 640), (768, 1024), (1440, 900)])
def test_late_tables_fit_their_windows(site, window, size):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push", seats=5, bots="easy,easy,easy")
    state = play(people, game, stop=lambda state: state["view"]["deck"] < 30 and "draw" in state["choices"])
    page = window(state["person"], f"/games/{game}/", viewport=size)
    fits(page)
    page.keyboard.press("Escape")  # what happened since lies over the page
    if size != (320, 640):  # there axe cannot tell what lies under the numbers of a total
        axe(page)
