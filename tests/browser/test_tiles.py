"""TEN Tiles: placing and shifting, and whole games with mouse, keyboard, touch and plain forms."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.kinds.tiles.pages.rows import cells_of, table_of, values_of_placements
from games.rules.tiles.board import TEN
from tests.browser.server import Site, State, Visitor, make_table, play
from tests.browser.test_push import get_draft
from tests.browser.tiles_players import KeyboardPlayer, MousePlayer, NoScriptPlayer, TouchPlayer
from tests.browser.windows import Windows, check_accessibility, check_fits, wait_until_live
from tests.waiting import until

PHONE = (390, 844)
PINCH = """([x, y, from, to]) => {
  const target = document.getElementById("tiles-view");
  const finger = (identifier, by) => new Touch({identifier, target, clientX: x + by, clientY: y});
  const send = (name, by) => target.dispatchEvent(new TouchEvent(name, {
    touches: by ? [finger(0, -by), finger(1, by)] : [], bubbles: true, cancelable: true}));
  send("touchstart", from); send("touchmove", (from + to) / 2); send("touchmove", to); send("touchend", 0);
}"""


def start_game(site: Site, **fields: Any) -> tuple[list[Visitor], str]:
    people = [site.sign_up(), site.sign_up()]
    return people, make_table(people, "tiles", **fields)


def avoid_ten(state: State, legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Prefer placements that don't complete a row of ten (first phase)."""
    view, table = state["view"], table_of(state["view"])
    own, goals = table.tiles[view["seat"]], cells_of(move["at"] for move in legal)
    worths = values_of_placements(own, goals, view["number"])
    return [move for move, worth in zip(legal, worths, strict=True) if worth != TEN]


def play_to_second_phase(people: list[Visitor], game: str) -> State:
    return play(people, game, prefer=avoid_ten, stop=lambda state: state["view"]["phase"] == 2)


def play_out(people: list[Visitor], game: str, players: list[MousePlayer], watching: list[Page]) -> None:
    """Play to the end, and check that every window shows each move without reloading."""
    while (state := people[0].state(game))["status"] == "playing":
        mover = next(
            player for person, player in zip(people, players, strict=True) if seat_of(person, game) in state["waiting"]
        )
        if not isinstance(mover, NoScriptPlayer):
            expect(mover.page.locator(f'#state[data-version="{state["version"]}"]')).to_be_attached()
        else:
            mover.page.reload()
        mover.move()
        for page in watching:
            expect(page.locator(f'#state[data-version="{state["version"] + 1}"]')).to_be_attached()
    for page in watching:
        expect(page.locator("#state")).to_have_attribute("data-status", "finished")


_seats: dict[tuple[str, str], int] = {}


def seat_of(person: Visitor, game: str) -> int:
    key = (person.name, game)
    if key not in _seats:
        _seats[key] = person.state(game)["seat"]
    return _seats[key]


@pytest.mark.proof("games")
def test_a_game_can_be_finished_with_the_mouse(site, window):
    people, game = start_game(site)
    pages = [window(person, f"/games/{game}/") for person in [*people, None]]
    for page in pages:
        wait_until_live(page)
    play_out(people, game, [MousePlayer(pages[0], 3), MousePlayer(pages[1], 4)], pages)
    headlines = {page.locator("#headline").inner_text() for page in pages}
    if people[0].state(game)["view"]["rows"]:
        assert "Ten! You win." in headlines
        for page in pages:
            expect(page.locator(".tiles-marks .won text").first).to_have_text("10")
    check_accessibility(pages[0])


@pytest.mark.proof("games")
def test_the_open_variant_can_be_finished_with_keyboard_and_phone(site, window):
    people, game = start_game(site, open="true")
    typed = window(people[0], f"/games/{game}/")
    tapped = window(people[1], f"/games/{game}/", viewport=PHONE, dark=True, touch=True)
    for page in (typed, tapped):
        wait_until_live(page)
    play_out(people, game, [KeyboardPlayer(typed, 5), TouchPlayer(tapped, 6)], [typed, tapped])
    check_fits(tapped)
    check_accessibility(tapped)


@pytest.mark.proof("games")
def test_the_second_phase_can_be_finished_with_mouse_and_without_scripts(site, window):
    people, game = start_game(site)
    state = play_to_second_phase(people, game)
    assert state["view"]["phase"] == 2
    clicked, watched = window(people[0], f"/games/{game}/"), window(path=f"/games/{game}/")
    plain = window(people[1], f"/games/{game}/", javascript=False)
    for page in (clicked, watched):
        wait_until_live(page)
    play_out(people, game, [MousePlayer(clicked, 1), NoScriptPlayer(plain, 2)], [clicked, watched])
    plain.reload()
    assert plain.locator("#state").get_attribute("data-status") == "finished"


@pytest.mark.proof("games")
def test_the_second_phase_can_be_finished_with_keyboard_and_touch(site, window):
    people, game = start_game(site)
    play_to_second_phase(people, game)
    typed = window(people[0], f"/games/{game}/")
    tapped = window(people[1], f"/games/{game}/", viewport=(320, 640), touch=True, reduced_motion=True)
    for page in (typed, tapped):
        wait_until_live(page)
    play_out(people, game, [KeyboardPlayer(typed, 3), TouchPlayer(tapped, 4)], [typed, tapped])
    check_fits(tapped)


def sort_by_turn(people: list[Visitor], game: str) -> list[Visitor]:
    waiting = people[0].state(game)["waiting"]
    return sorted(people, key=lambda person: seat_of(person, game) not in waiting)


def test_tiles_can_be_shifted_with_mouse_touch_and_keyboard(site: Site, window: Windows) -> None:
    """An illegal move is explained, and pinching zooms around the point between the fingers."""
    people, game = start_game(site)
    play_to_second_phase(people, game)
    first, second = sort_by_turn(people, game)
    desk, phone = window(first, f"/games/{game}/"), window(second, f"/games/{game}/", viewport=PHONE, touch=True)
    for page in (desk, phone):
        wait_until_live(page)
    said, go, lifted = desk.locator("#said"), desk.locator("#tiles-go"), desk.locator(".lift input").first
    desk.locator(".cell").first.click()
    expect(said).to_have_text("Pick up one of your tiles first.")
    go.click(force=True)
    expect(said).to_contain_text("Pick up one of your tiles, then choose")
    desk.locator("button.tile.off").first.click(force=True)
    expect(said).to_contain_text("tile")
    lifted.click()
    expect(go).to_contain_text("Choose a marked space")
    lifted.click()
    expect(go).to_contain_text("Pick up one of your tiles")
    assert desk.locator("#state").get_attribute("data-version") == "30"
    for version, player in enumerate((MousePlayer(desk, 1), TouchPlayer(phone, 2), KeyboardPlayer(desk, 3)), 31):
        if phone.locator('#state[data-status="finished"]').count():
            break
        player.move()
        for page in (desk, phone):
            expect(page.locator(f'#state[data-version="{version}"]')).to_be_attached()
    check_pinch_zoom(phone)
    check_fits(phone)


def check_pinch_zoom(page: Page) -> None:
    tile = page.locator("td:has(> .tile)").nth(4)
    before = tile.bounding_box()
    assert before
    middle = [before["x"] + before["width"] / 2, before["y"] + before["height"] / 2]
    page.evaluate(PINCH, [*middle, 40, 100])
    after = tile.bounding_box()
    assert after
    assert after["width"] == pytest.approx(min(150, before["width"] * 2.5), rel=0.05)
    assert after["x"] < middle[0] < after["x"] + after["width"]
    assert after["y"] < middle[1] < after["y"] + after["height"]


def test_a_chosen_space_is_kept_on_every_device_until_the_move(site: Site, window: Windows) -> None:
    """It survives a reload. The board can be zoomed and panned, and keeps its size after a move."""
    people, game = start_game(site)
    play(people, game, moves=10, prefer=avoid_ten)
    mover = sort_by_turn(people, game)[0]
    page, phone = window(mover, f"/games/{game}/"), window(mover, f"/games/{game}/", viewport=PHONE, touch=True)
    for each in (page, phone):
        wait_until_live(each)
    choose_spaces(page, mover.state(game)["view"]["number"])
    zoom_and_pan(page)
    chosen = page.locator(".cell.chosen")
    phone.locator(".tiles-plane button.cell:not(.off)").nth(2).tap()
    space = phone.locator(".cell.chosen").get_attribute("value") or ""
    until(lambda: get_draft(mover, game) == {"tiles": ["", space]}, "the draft")
    expect(chosen).to_have_count(0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when the player returns to it
    expect(chosen).to_have_attribute("value", space)
    page.reload()
    expect(chosen).to_have_attribute("value", space)
    wait_until_live(page)
    page.locator("#tiles-view").focus()
    page.keyboard.press("+")
    size = measure_space(page)
    page.locator("#tiles-go").click()
    for each in (page, phone):
        expect(each.locator('#state[data-version="11"]')).to_be_attached()
    assert get_draft(mover, game) is None
    state = play(people, game, moves=1, prefer=avoid_ten)
    expect(page.locator(f'#state[data-version="{state["version"]}"]')).to_be_attached()
    assert measure_space(page) == pytest.approx(size, abs=1)
    until(lambda: is_last_tile_visible(page), "the last tile in view")


def choose_spaces(page: Page, number: int) -> None:
    """Choose two spaces in turn, then none, and check what the button says."""
    go, cells = page.locator("#tiles-go"), page.locator(".cell")
    expect(go).to_contain_text("Choose a marked space")
    go.click(force=True)
    expect(page.locator("#said")).to_have_text(go.get_attribute("data-why") or "?")
    for index in (0, 3):
        cells.nth(index).click()
        expect(page.locator(".cell.chosen")).to_have_count(1)
        expect(go).to_contain_text(f"Place the {number} here")
    expect(cells.nth(3)).to_contain_class("chosen")
    assert str(cells.nth(3).get_attribute("aria-label")).startswith(f"Place the {number} at column ")
    page.keyboard.press("Escape")
    expect(page.locator(".cell.chosen")).to_have_count(0)


def zoom_and_pan(page: Page) -> None:
    """Zoom with the buttons, pan by dragging, zoom with the wheel, and reset with a key."""
    fitted = measure_board(page)
    for _ in range(4):
        page.locator("#tiles-in").click()
    large = measure_board(page)
    assert large["width"] > 1.2 * fitted["width"]  # the exact factor depends on the width of the board
    view = page.locator("#tiles-view").bounding_box()
    assert view
    middle = (view["x"] + view["width"] / 2, view["y"] + view["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 90, middle[1] + 60, steps=4)
    page.mouse.up()
    moved = measure_board(page)
    assert (moved["x"], moved["y"]) != (large["x"], large["y"])
    assert page.locator(".cell.chosen").count() == 0, "dragging chooses no space"
    page.mouse.wheel(0, 300)
    page.wait_for_function(
        "width => document.getElementById('tiles-plane').getBoundingClientRect().width < width", arg=moved["width"]
    )
    page.locator("#tiles-view").focus()
    page.keyboard.press("0")
    assert measure_board(page)["width"] == pytest.approx(fitted["width"], abs=2)


def measure_board(page: Page) -> dict[str, Any]:
    return dict(page.locator("#tiles-plane").bounding_box() or {})


def measure_space(page: Page) -> float:
    """Return the width of a space on the screen."""
    return float(page.evaluate("document.querySelector('#tiles-plane td:nth-child(2)').getBoundingClientRect().width"))


def test_the_keyboard_is_enough_to_play(site: Site, window: Windows) -> None:
    """Keys skip the menu, read the log and the headline, and choose a space; focus stays on the board after a move."""
    people, game = start_game(site)
    play(people, game, moves=8, prefer=avoid_ten)
    page = window(sort_by_turn(people, game)[0], f"/games/{game}/")
    wait_until_live(page)
    said = page.locator("#said")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Escape")  # close the list of updates that covers the page
    page.keyboard.press("l")
    expect(said).to_have_text(page.locator("#log > li[id^=e] > span").last.inner_text())
    page.keyboard.press("t")
    expect(said).to_contain_text(page.locator("#headline").inner_text())
    page.keyboard.press("Escape")
    expect(said).to_have_text("")
    page.locator("#tiles-view").focus()
    page.keyboard.press("Tab")
    value = "document.activeElement.value.split(',').map(Number)"
    for key, axis, sign in (("ArrowDown", 1, 1), ("ArrowRight", 0, 1), ("ArrowUp", 1, -1), ("ArrowLeft", 0, -1)):
        before = page.evaluate(value)
        page.keyboard.press(key)
        after = page.evaluate(value)
        assert after == before or (after[axis] - before[axis]) * sign > 0, key
        expect(page.locator(".cell.chosen")).to_have_attribute("value", ",".join(map(str, after)))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#tiles-view')") is None, "the board is a single tab stop"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator('#state[data-version="9"]')).to_be_attached()
    expect(page.locator("#table[aria-busy]")).to_have_count(0)
    expect(page.locator("#tiles-view")).to_be_focused()


def is_last_tile_visible(page: Page) -> bool:
    last, view = page.locator("td.last .tile").bounding_box(), page.locator("#tiles-view").bounding_box()
    assert last
    assert view
    return bool(
        view["x"] <= last["x"]
        and last["x"] + last["width"] <= view["x"] + view["width"]
        and view["y"] <= last["y"]
        and last["y"] + last["height"] <= view["y"] + view["height"]
    )


@pytest.mark.proof("windows")
def test_marks_of_rows_near_ten_can_be_hidden(site: Site, window: Windows) -> None:
    people, game = start_game(site)
    near = ".tiles-marks .near"
    page = window(people[0], f"/games/{game}/")
    wait_until_live(page)
    play(people, game, prefer=avoid_ten, stop=lambda state: has_element(page, state, near))
    button = page.locator("#tiles-near")
    expect(page.locator(near).first).to_be_visible()
    button.click()
    expect(page.locator(near).first).to_be_hidden()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator(near).first).to_be_hidden()
    button.click()
    expect(page.locator(near).first).to_be_visible()


def has_element(page: Page, state: State, selector: str) -> bool:
    expect(page.locator(f'#state[data-version="{state["version"]}"]')).to_be_attached()
    return page.locator(selector).count() > 0
