"""TEN Push: payments, purchases, and whole games with mouse, keyboard and touch."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import (
    DESK,
    Windows,
    check_accessibility,
    check_fits,
    wait_for,
    wait_until_live,
    wait_until_loaded,
)
from tests.waiting import until

PHONE = (390, 844)
SWAP_BOARD = "html => htmx.swap({text: html, target: document.getElementById('table'), swap: 'outerMorph'})"
Press = Callable[[Locator], None]


def click(control: Locator) -> None:
    control.click()


def press_key(control: Locator) -> None:
    """Focus the control and press the key that activates it."""
    control.focus()
    control.press("Space" if control.get_attribute("type") in ("radio", "checkbox") else "Enter")


class Player:
    """A player who finishes quickly: draws a lot, bids little, and buys the first card."""

    def __init__(self, page: Page, seed: int, press: Press = click) -> None:
        self.page, self.press, self.dice = page, press, random.Random(seed)
        self.made: set[str] = set()  # the kinds of moves so far

    def version(self) -> str:
        return self.page.locator("#state").get_attribute("data-version") or ""

    def move(self) -> None:
        """Make a move that the page offers, and wait for the new board."""
        before = self.version()
        button = self.choose()
        self.made.add(button.get_attribute("value") or "")
        self.press(button)
        expect(self.page.locator(f'#state:not([data-version="{before}"])')).to_be_attached()

    def choose(self) -> Locator:
        offered = self.page.locator('.actions button[name="do"], .actions button[name="what"]')
        offered.first.wait_for()
        values = [button.get_attribute("value") for button in offered.all()]
        for rare in ("token", "currency", "pass"):  # chosen the first time they are possible
            if rare in values and rare not in self.made:
                return self.page.locator(f"#do-{rare}")
        if "buy" in values and self.dice.random() < 0.7:
            self.press(self.page.locator('#table input[name="card"]').first)
            return self.page.locator("#do-buy")
        if "bid" in values and self.dice.random() < 0.5:
            if self.dice.random() < 0.5 and "off" not in (self.page.locator("#bid-more").get_attribute("class") or ""):
                self.press(self.page.locator("#bid-more"))
            return self.page.locator("#do-bid")
        value = "draw" if "draw" in values and self.dice.random() < 0.85 else self.dice.choice(values)
        if value in ("bid", "buy"):
            value = next(other for other in values if other not in ("bid", "buy"))
        return self.page.locator(f"#do-{value}")


def play_out(players: list[Player], watcher: Page | None = None) -> None:
    """Play to the end, and check that every window shows it without reloading."""
    while player := wait_for(players[0].page, lambda: find_mover(players), "somebody's turn, or the end"):
        if player == "nobody":
            break
        player.move()
    version = max(int(player.version()) for player in players)
    for page in [*(player.page for player in players), *([watcher] if watcher else [])]:
        expect(page.locator(f'#state[data-status="finished"][data-version="{version}"]')).to_be_attached()
        expect(page.locator(".push-scored .hand")).to_have_count(page.locator(".push-scored .hand").count())


def find_mover(players: list[Player]) -> Player | str:
    """Return the player to move according to the windows, "nobody" once the game is over, or "" while bots move."""
    for player in players:
        status, is_mover = player.page.locator("#table").evaluate(
            "table => [table.dataset.status, table.dataset.waiting.split(' ').includes(table.dataset.seat)]"
        )
        if status == "finished":
            return "nobody"
        if is_mover:
            return player
    return ""


def read_points(page: Page) -> list[str]:
    return page.locator(".hand-points .figure").all_inner_texts()


@pytest.mark.proof("games")
def test_two_players_finish_a_game_while_a_third_window_watches(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push")
    first, second = window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/", dark=True)
    watcher = window(path=f"/games/{game}/")
    for page in (first, second, watcher):
        wait_until_live(page)
    players = [Player(first, 1), Player(second, 2)]
    play_out(players, watcher)
    assert set().union(*(player.made for player in players)) >= {"draw", "numbers", "currency", "bid", "pass", "buy"}
    result = ana.get(f"/games/{game}/record.json").json()["result"]
    assert sorted(read_points(first)) == sorted(map(str, result["points"])) == sorted(read_points(watcher))
    check_accessibility(first)
    check_accessibility(second)


@pytest.mark.proof("games")
def test_two_players_and_two_bots_finish_a_game(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push", seats=4, bots="easy,steady", edition="gamefactory")
    pages = [window(person, f"/games/{game}/", viewport=PHONE) for person in (ana, ben)]
    for page in pages:
        wait_until_live(page)
    play_out([Player(page, seed) for seed, page in enumerate(pages)])
    assert len(read_points(pages[0])) == 4
    check_fits(pages[0])


@pytest.mark.proof("games")
def test_a_solo_game_with_the_keyboard_leads_to_the_next_level(site, window):
    ana = site.sign_up()
    game = make_table([ana], "push", seats=1, solo=5, bust_buy="true")
    page = window(ana, f"/games/{game}/", reduced_motion=True)
    wait_until_live(page)
    play_out([Player(page, 5, press_key)])
    assert "JEN" in page.locator("#headline").inner_text()
    page.locator("#do-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table, #content")).not_to_have_count(0)
    page.wait_for_url(re.compile(rf"/games/(?!{game})\w+/"))
    expect(page.locator('#state[data-status="playing"]')).to_be_attached()


@pytest.mark.proof("games")
def test_a_game_with_the_bust_buy_option_can_be_finished(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push", bust_buy="true")
    pages = [window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/", viewport=PHONE, dark=True)]
    for page in pages:
        wait_until_live(page)
    players = [Player(page, seed) for seed, page in enumerate(pages, 7)]
    play_out(players)
    assert "token" in players[0].made | players[1].made


def play_until(site, stop, moves: tuple[str, ...], **fields) -> tuple[Visitor, str]:
    """Play with these moves over HTTP until `stop(state)` is true; return the player to move and the game."""
    people = [site.sign_up(), site.sign_up()]
    for seed in range(20):
        game = make_table(people, "push", **fields)
        state = play(people, game, seed=seed, stop=stop, prefer=lambda _, legal: [m for m in legal if m["do"] in moves])
        if stop(state):
            return state["person"], game
    raise AssertionError("not reached")


def can_bid(state) -> bool:
    """The player can bid six with coins and at least one card."""
    offer = state["choices"].get("bid")
    if not (offer and offer["most"] >= 6 and offer["means"]["coins"] >= 2 and offer["means"]["cards"]):
        return False
    bid = [move for move in state["choices"]["moves"] if move["do"] == "bid"][:4][-1]
    pay = bid["pay"]  # without one of its coins it is too low, and a card can replace the coin
    is_exact = pay["coins"] + 3 * pay["busts"] + len(pay["cards"]) == bid["amount"]
    return bool(is_exact and pay["coins"] and len(pay["cards"]) < len(offer["means"]["cards"]))


def get_draft(person: Visitor, game: str) -> dict[str, object] | None:
    """Return the choice that the site has saved but the player hasn't confirmed."""
    found: dict[str, object] | None = person.get(f"/games/{game}/draft/").json()["data"]
    return found


def read_bid_form(page: Page) -> dict[str, object]:
    wait_until_live(page)
    return {
        "amount": page.locator(".bid-amount").input_value(),
        "coins": [box.is_checked() for box in page.locator('input[name="coins"]').all()],
        "cards": read_paid_cards(page),
        "says": page.locator("#do-bid").inner_text(),
        "pay": page.locator('#decide input[type="hidden"][name="pay"]').input_value(),
        "fair": page.locator("#fair").get_attribute("open") is not None,
    }


def read_paid_cards(page: Page) -> list[str]:
    return sorted(page.locator('#table input[name="cards"]:checked').evaluate_all("all => all.map(box => box.value)"))


def check_proposed_payments(page: Page, bids: list[dict[str, Any]]) -> None:
    """Raise the bid step by step, and check the payment that the form proposes for each amount."""
    for step, move in enumerate(bids):
        if step:
            page.locator("#bid-more").tap()
        expect(page.locator(".bid-amount")).to_have_value(str(move["amount"]))  # the tap takes effect with a delay
        assert page.locator('#table input[name="coins"]:checked').count() == move["pay"]["coins"]
        assert page.locator('#table input[name="busts"]:checked').count() == move["pay"]["busts"]
        assert read_paid_cards(page) == sorted(move["pay"]["cards"])


def test_a_proposed_payment_can_be_changed_and_is_kept_on_every_device(site: Site, window: Windows) -> None:
    """An unfinished bid survives a reload and a board update, and shows up on another device."""
    mover, game = play_until(site, can_bid, ("draw", "take", "bid"))
    page = window(mover, f"/games/{game}/", viewport=PHONE, touch=True)
    wait_until_live(page)
    board = page.locator("#table").evaluate("table => table.outerHTML")
    state = mover.state(game)
    check_proposed_payments(page, [move for move in state["choices"]["moves"] if move["do"] == "bid"][:4])
    bid = page.locator("#do-bid")
    page.locator('#table input[name="coins"]:checked').last.uncheck()
    expect(bid).to_contain_text("1 more needed")
    window.forgive(page, "422")
    bid.tap()
    expect(page.locator("#said")).to_contain_text("Add to your payment")
    card = page.locator('#table input[name="cards"]:not(:checked)').last
    added = card.input_value()
    card.check()
    expect(bid).to_contain_text("card")
    page.locator("#fair > summary").tap()
    draft = read_bid_form(page)
    assert (draft["pay"], draft["fair"]) == ("mine", True)
    page.evaluate(SWAP_BOARD, board)
    assert read_bid_form(page) == draft, "a board update keeps it"
    until(lambda: (get_draft(mover, game) or {}).get("open"), "the draft")
    page.reload()
    assert read_bid_form(page) == draft, "after a reload"
    desk = window(mover, f"/games/{game}/")
    assert read_bid_form(desk) == draft, "on another device"
    check_accessibility(page)
    bid.tap()
    for each in (page, desk):
        expect(each.locator("#do-bid")).to_have_count(0)
    moves = mover.get(f"/games/{game}/record.json").json()["moves"]
    made = next(move for move in moves[state["version"] :] if move["seat"] == state["seat"])
    assert added in made["move"]["pay"]["cards"]
    assert get_draft(mover, game) is None


def can_buy(state) -> bool:
    return "buy" in state["choices"] and "skip" in state["choices"] and len(state["view"]["market"]) > 3


def test_buying_shows_the_cost_and_why_a_card_is_unavailable(site, window):
    mover, game = play_until(site, can_buy, ("draw", "take", "bid"))
    page = window(mover, f"/games/{game}/")
    wait_until_live(page)
    page.locator("#do-buy").click()
    expect(page.locator("#said")).to_have_text("Choose a card from the market first.")
    assert page.locator("#state").get_attribute("data-version") == str(mover.state(game)["version"]), "nothing was sent"
    radio = page.locator('#table input[name="card"]').last
    card = radio.input_value()
    radio.check()
    offer = next(m for m in mover.state(game)["choices"]["moves"] if m["do"] == "buy" and m["card"] == card)
    assert page.locator('#table input[name="coins"]:checked').count() == offer["pay"]["coins"]
    expect(page.locator("[data-with]")).to_contain_text("point")
    off = page.locator("button.off[data-why]")
    if off.count():
        off.first.click(force=True)  # aria-disabled, so a click explains why
        expect(page.locator("#said")).not_to_be_empty()
    page.locator("#do-buy").click()
    expect(page.locator("#do-buy")).to_have_count(0)
    owned = mover.state(game)["view"]["seats"][mover.state(game)["seat"]]["cards"]
    assert card in owned


@pytest.mark.proof("games")
def test_the_forms_work_without_scripts(site, window):
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
            amount.fill(amount.get_attribute("min") or "")  # at least one more than JEN's bid
        before = page.locator("#state").get_attribute("data-version")
        page.locator(f"#do-{value}").click()
        expect(page.locator("#state")).not_to_have_attribute("data-version", before or "")
        wait_until_loaded(page)  # the buttons come late in the page
    check_fits(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("size", [(320, 640), (768, 1024), (1440, 900)])
def test_a_full_table_fits_the_window(site, window, size):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push", seats=5, bots="easy,easy,easy")
    state = play(people, game, stop=lambda state: state["view"]["deck"] < 30 and "draw" in state["choices"])
    page = window(state["person"], f"/games/{game}/", viewport=size)
    check_fits(page)
    page.keyboard.press("Escape")  # close the list of updates that covers the page
    if size != (320, 640):  # where axe can't determine the background of the totals
        check_accessibility(page, decided=size == DESK)  # narrower, a figure may touch what is beside it
