"""TEN Tiles in a browser: placing and shifting, and whole games by mouse, keyboard, taps and forms."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.kinds.tiles.pages.rows import cells_of, table_of, values_of_placements
from games.rules.tiles.board import TEN
from tests.browser.server import Site, State, Visitor, make_table, play
from tests.browser.test_push import draft
from tests.browser.tiles_hands import Hand, Plain, Tapper, Typist
from tests.browser.windows import Windows, axe, fits, live
from tests.waiting import until

PHONE = (390, 844)
PINCH = """([x, y, from, to]) => {
  const target = document.getElementById("tiles-view");
  const finger = (identifier, by) => new Touch({identifier, target, clientX: x + by, clientY: y});
  const send = (name, by) => target.dispatchEvent(new TouchEvent(name, {
    touches: by ? [finger(0, -by), finger(1, by)] : [], bubbles: true, cancelable: true}));
  send("touchstart", from); send("touchmove", (from + to) / 2); send("touchmove", to); send("touchend", 0);
}"""


def begin(site: Site, **fields: Any) -> tuple[list[Visitor], str]:
    people = [site.sign_up(), site.sign_up()]
    return people, make_table(people, "tiles", **fields)


def no_ten(state: State, legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """First phase: the placements that make no row of ten."""
    view, table = state["view"], table_of(state["view"])
    own, goals = table.tiles[view["seat"]], cells_of(move["at"] for move in legal)
    worths = values_of_placements(own, goals, view["number"])
    return [move for move, worth in zip(legal, worths, strict=True) if worth != TEN]


def to_phase_two(people: list[Visitor], game: str) -> State:
    return play(people, game, among=no_ten, stop=lambda state: state["view"]["phase"] == 2)


def click_to_the_end(people: list[Visitor], game: str, hands: list[Hand], watching: list[Page]) -> None:
    """The windows move in turn; each shows every move, without being loaded again."""
    while (state := people[0].state(game))["status"] == "playing":
        mover = next(
            hand for person, hand in zip(people, hands, strict=True) if seat_of(person, game) in state["waiting"]
        )
        if not isinstance(mover, Plain):
            expect(mover.page.locator(f'#table[data-version="{state["version"]}"]')).to_be_attached()
        else:
            mover.page.reload()
        mover.moves()
        for page in watching:
            expect(page.locator(f'#table[data-version="{state["version"] + 1}"]')).to_be_attached()
    for page in watching:
        expect(page.locator("#table")).to_have_attribute("data-status", "finished")


_seats: dict[tuple[str, str], int] = {}


def seat_of(person: Visitor, game: str) -> int:
    key = (person.name, game)
    if key not in _seats:
        _seats[key] = person.state(game)["seat"]
    return _seats[key]


@pytest.mark.proof("games")
def test_a_whole_game_by_clicking(site, window):
    people, game = begin(site)
    pages = [window(person, f"/games/{game}/") for person in [*people, None]]
    for page in pages:
        live(page)
    click_to_the_end(people, game, [Hand(pages[0], 3), Hand(pages[1], 4)], pages)
    headlines = {page.locator("#headline").inner_text() for page in pages}
    if people[0].state(game)["view"]["rows"]:
        assert "Ten! You win." in headlines
        for page in pages:
            expect(page.locator(".tiles-marks .won text").first).to_have_text("10")
    axe(pages[0])


@pytest.mark.proof("games")
def test_the_open_variant_by_keys_and_on_a_phone_in_the_dark(site, window):
    people, game = begin(site, open="true")
    typed = window(people[0], f"/games/{game}/")
    tapped = window(people[1], f"/games/{game}/", viewport=PHONE, dark=True, touch=True)
    for page in (typed, tapped):
        live(page)
    click_to_the_end(people, game, [Typist(typed, 5), Tapper(tapped, 6)], [typed, tapped])
    fits(tapped)
    axe(tapped)


@pytest.mark.proof("games")
def test_the_second_phase_by_clicking_and_without_scripts(site, window):
    people, game = begin(site)
    state = to_phase_two(people, game)
    assert state["view"]["phase"] == 2
    clicked, watched = window(people[0], f"/games/{game}/"), window(path=f"/games/{game}/")
    plain = window(people[1], f"/games/{game}/", javascript=False)
    for page in (clicked, watched):
        live(page)
    click_to_the_end(people, game, [Hand(clicked, 1), Plain(plain, 2)], [clicked, watched])
    plain.reload()
    assert plain.locator("#table").get_attribute("data-status") == "finished"


@pytest.mark.proof("games")
def test_the_second_phase_by_keys_and_by_taps(site, window):
    people, game = begin(site)
    to_phase_two(people, game)
    typed = window(people[0], f"/games/{game}/")
    tapped = window(people[1], f"/games/{game}/", viewport=(320, 640), touch=True, reduced_motion=True)
    for page in (typed, tapped):
        live(page)
    click_to_the_end(people, game, [Typist(typed, 3), Tapper(tapped, 4)], [typed, tapped])
    fits(tapped)


def mover_first(people: list[Visitor], game: str) -> list[Visitor]:
    waiting = people[0].state(game)["waiting"]
    return sorted(people, key=lambda person: seat_of(person, game) not in waiting)


def test_a_tile_is_shifted_by_clicks_by_taps_and_by_keys(site: Site, window: Windows) -> None:
    """Second phase: what may not be done says why, and two fingers zoom about the place between them."""
    people, game = begin(site)
    to_phase_two(people, game)
    first, second = mover_first(people, game)
    desk, phone = window(first, f"/games/{game}/"), window(second, f"/games/{game}/", viewport=PHONE, touch=True)
    for page in (desk, phone):
        live(page)
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
    assert desk.locator("#table").get_attribute("data-version") == "30"
    for version, hand in enumerate((Hand(desk, 1), Tapper(phone, 2), Typist(desk, 3)), 31):
        if phone.locator('#table[data-status="finished"]').count():
            break
        hand.moves()
        for page in (desk, phone):
            expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()
    pinched(phone)
    fits(phone)


def pinched(page: Page) -> None:
    """Two fingers zoom about the place between them."""
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


def test_a_place_is_chosen_changed_kept_and_taken(site: Site, window: Windows) -> None:
    """What was chosen is there after a reload and on another device; the board is zoomed and moved, and stays so."""
    people, game = begin(site)
    play(people, game, moves=10, among=no_ten)
    mover = mover_first(people, game)[0]
    page, phone = window(mover, f"/games/{game}/"), window(mover, f"/games/{game}/", viewport=PHONE, touch=True)
    for each in (page, phone):
        live(each)
    places_are_chosen(page, mover.state(game)["view"]["number"])
    is_zoomed_and_moved(page)
    chosen = page.locator(".cell.chosen")
    phone.locator(".tiles-plane button.cell:not(.off)").nth(2).tap()
    place = phone.locator(".cell.chosen").get_attribute("value") or ""
    until(lambda: draft(mover, game) == {"tiles": ["", place]}, "the draft")
    expect(chosen).to_have_count(0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # its reader comes back to it
    expect(chosen).to_have_attribute("value", place)
    page.reload()
    expect(chosen).to_have_attribute("value", place)
    live(page)
    page.locator("#tiles-view").focus()
    page.keyboard.press("+")
    size = wide(page)
    page.locator("#tiles-go").click()
    for each in (page, phone):
        expect(each.locator('#table[data-version="11"]')).to_be_attached()
    assert draft(mover, game) is None
    state = play(people, game, moves=1, among=no_ten)
    expect(page.locator(f'#table[data-version="{state["version"]}"]')).to_be_attached()
    assert wide(page) == pytest.approx(size, abs=1)
    until(lambda: in_sight(page), "the last tile in sight")


def places_are_chosen(page: Page, number: int) -> None:
    """One place after the other is chosen, and none; the button says what it does."""
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


def is_zoomed_and_moved(page: Page) -> None:
    """By buttons, by dragging, by the wheel, and by a key to where it was."""
    fitted = box(page)
    for _ in range(4):
        page.locator("#tiles-in").click()
    large = box(page)
    assert large["width"] > 1.2 * fitted["width"]  # how far it goes depends on how wide the board has grown
    view = page.locator("#tiles-view").bounding_box()
    assert view
    middle = (view["x"] + view["width"] / 2, view["y"] + view["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 90, middle[1] + 60, steps=4)
    page.mouse.up()
    moved = box(page)
    assert (moved["x"], moved["y"]) != (large["x"], large["y"])
    assert page.locator(".cell.chosen").count() == 0, "a drag chooses nothing"
    page.mouse.wheel(0, 300)
    page.wait_for_function(
        "width => document.getElementById('tiles-plane').getBoundingClientRect().width < width", arg=moved["width"]
    )
    page.locator("#tiles-view").focus()
    page.keyboard.press("0")
    assert box(page)["width"] == pytest.approx(fitted["width"], abs=2)


def box(page: Page) -> dict[str, Any]:
    return dict(page.locator("#tiles-plane").bounding_box() or {})


def wide(page: Page) -> float:
    """How wide a place is drawn."""
    return float(page.evaluate("document.querySelector('#tiles-plane td:nth-child(2)').getBoundingClientRect().width"))


def test_by_keyboard_alone(site: Site, window: Windows) -> None:
    """Past the menu, news by keys, arrows from place to place, and the focus stays at the table after a move."""
    people, game = begin(site)
    play(people, game, moves=8, among=no_ten)
    page = window(mover_first(people, game)[0], f"/games/{game}/")
    live(page)
    said = page.locator("#said")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Escape")  # what happened since lies over the page
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
    assert page.evaluate("document.activeElement.closest('#tiles-view')") is None, "the board is one stop"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator('#table[data-version="9"]')).to_be_attached()
    expect(page.locator("#table[aria-busy]")).to_have_count(0)
    expect(page.locator("#tiles-view")).to_be_focused()


def in_sight(page: Page) -> bool:
    """The tile that was laid last lies within the view."""
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
def test_marks_of_rows_near_ten_are_left_out_if_wanted(site: Site, window: Windows) -> None:
    people, game = begin(site)
    near = ".tiles-marks .near"
    page = window(people[0], f"/games/{game}/")
    live(page)
    play(people, game, among=no_ten, stop=lambda state: page_has(page, state, near))
    button = page.locator("#tiles-near")
    expect(page.locator(near).first).to_be_visible()
    button.click()
    expect(page.locator(near).first).to_be_hidden()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator(near).first).to_be_hidden()
    button.click()
    expect(page.locator(near).first).to_be_visible()


def page_has(page: Page, state: State, selector: str) -> bool:
    expect(page.locator(f'#table[data-version="{state["version"]}"]')).to_be_attached()
    return page.locator(selector).count() > 0
