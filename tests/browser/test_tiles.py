"""TEN Tiles in windows: whole games by mouse, by keys, by taps and by plain forms, in both variants and both phases."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.tiles.board import TEN
from games.tables.tiles.lines import cells_of, placing, table_of
from tests.browser.server import Site, State, Visitor, make_table, play, until
from tests.browser.windows import axe, fits, live

PHONE = (390, 844)


class Hand:
    """Somebody at a window, who chooses by chance among the best."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.dice = page, random.Random(seed)

    def moves(self) -> None:
        if self.page.locator("#tiles-form[data-do=shift]").count():
            start, goal = self.shift()
            self.lift(start)
        else:
            end, goal = self.place()
            if end:
                self.take(end)
        self.lay(goal)

    def place(self) -> tuple[str, str]:
        """An end of one's row, in the open variant, and a place where that tile may be laid."""
        goals = self.page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.value)")
        ends = self.page.locator(".end input").evaluate_all("all => all.map(one => [one.value, one.dataset.worths])")
        ends = ends or [("", self.page.locator("#tiles-form").get_attribute("data-worths"))]
        return self.best(
            (int(worth), end, goal) for end, worths in ends for goal, worth in zip(goals, worths.split(), strict=True)
        )

    def best(self, found: Iterable[tuple[int, str, str]]) -> tuple[str, str]:
        """One of those that come nearest to ten, so that games are short."""
        near = [one for one in found if one[0] <= TEN]
        most = max((worth for worth, _start, _goal in near), default=0)
        _worth, start, goal = self.dice.choice([one for one in near if one[0] == most])
        return start, goal

    def shift(self) -> tuple[str, str]:
        """A tile, and where it may go."""
        goals = self.page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.value)")
        tiles = self.page.locator(".lift input").evaluate_all(
            "all => all.map(one => ({at: one.value, ...one.dataset}))"
        )
        return self.best(
            (int(worth), tile["at"], goal)
            for tile in tiles
            for goal, worth in zip(goals, tile["worths"].split(), strict=True)
            if goal not in tile["lost"].split()
        )

    def lift(self, at: str) -> None:
        self.page.locator(f'.lift input[value="{at}"]').click()

    def take(self, end: str) -> None:
        self.page.locator(f"#end-{end}").check()

    def lay(self, at: str) -> None:
        """The first click chooses, the button places."""
        cell = self.page.locator(f'.cell[value="{at}"]')
        cell.click()
        expect(cell).to_contain_class("chosen")
        self.page.locator("#tiles-go").click()


class Tapper(Hand):
    """On a phone: two taps on the same place."""

    def take(self, end: str) -> None:
        self.page.locator(f".end:has(#end-{end})").tap()

    def lay(self, at: str) -> None:
        cell = self.page.locator(f'.cell[value="{at}"]')
        cell.tap()
        expect(cell.locator(".face")).to_have_count(1)
        cell.tap()


class Typist(Hand):
    """By keys alone: Tab into the board, arrows to the place, Enter."""

    def lay(self, at: str) -> None:
        self.walk(at, ".cell")
        expect(self.page.locator(f'.cell[value="{at}"]')).to_contain_class("chosen")
        self.page.keyboard.press("Enter")

    def take(self, end: str) -> None:
        self.page.locator(f"#end-{end}").focus()
        self.page.keyboard.press("Space")

    def lift(self, at: str) -> None:
        self.walk(at, ".lift input")
        self.page.keyboard.press("Enter")

    def walk(self, at: str, what: str) -> None:
        """As far as arrow keys lead; where they lead past it, the last stretch is focused."""
        if not self.page.evaluate(f"document.activeElement.matches('{what}')"):
            self.page.locator("#tiles-view").focus()
            self.page.keyboard.press("Tab")
        seen = set()
        while (here := self.here()) != at and here not in seen:
            seen.add(here)
            self.page.keyboard.press(arrow(here, at))
        if here != at:
            self.page.locator(f'{what}[value="{at}"]').focus()

    def here(self) -> str:
        return str(self.page.evaluate("document.activeElement.value"))


class Plain(Hand):
    """Without scripts: one press places."""

    def lay(self, at: str) -> None:
        self.page.locator(f'.cell[value="{at}"]').click()

    def lift(self, at: str) -> None:
        self.page.locator(f'.lift input[value="{at}"]').check()


def arrow(here: str, goal: str) -> str:
    """The key that leads towards the goal."""
    (x, y), (goal_x, goal_y) = (map(int, at.split(",")) for at in (here, goal))
    if abs(goal_x - x) >= abs(goal_y - y):
        return "ArrowRight" if goal_x > x else "ArrowLeft"
    return "ArrowDown" if goal_y > y else "ArrowUp"


def begin(site: Site, **fields: Any) -> tuple[list[Visitor], str]:
    people = [site.sign_up(), site.sign_up()]
    return people, make_table(people, "tiles", **fields)


def no_ten(state: State, legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """First phase: the placements that make no row of ten."""
    view, table = state["view"], table_of(state["view"])
    own, goals = table.tiles[view["seat"]], cells_of(move["at"] for move in legal)
    worths = placing(own, goals, view["number"])
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


def test_the_open_variant_by_keys_and_on_a_phone_in_the_dark(site, window):
    people, game = begin(site, open="true")
    typed = window(people[0], f"/games/{game}/")
    tapped = window(people[1], f"/games/{game}/", viewport=PHONE, dark=True, touch=True)
    for page in (typed, tapped):
        live(page)
    click_to_the_end(people, game, [Typist(typed, 5), Tapper(tapped, 6)], [typed, tapped])
    fits(tapped)
    axe(tapped)


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


def test_what_may_not_be_done_says_why(site, window):
    people, game = begin(site)
    to_phase_two(people, game)
    page = window(mover_first(people, game)[0], f"/games/{game}/")
    said = page.locator("#said")
    page.locator(".cell").first.click()
    expect(said).to_have_text("First lift one of your tiles.")
    page.locator("#tiles-go").click(force=True)
    expect(said).to_contain_text("Lift one of your tiles, then choose")
    page.locator("button.tile.off").first.click(force=True)
    expect(said).to_contain_text("tile")
    lifted = page.locator(".lift input").first
    lifted.click()
    expect(page.locator("#tiles-go")).to_contain_text("Choose a marked place")
    lifted.click()
    expect(page.locator("#tiles-go")).to_contain_text("Lift one of your tiles")
    assert page.locator("#table").get_attribute("data-version") == "30"


def test_a_chosen_place_can_be_changed_and_says_what_it_does(site, window):
    people, game = begin(site)
    play(people, game, moves=8, among=no_ten)
    page = window(mover_first(people, game)[0], f"/games/{game}/")
    go, cells = page.locator("#tiles-go"), page.locator(".cell")
    number = people[0].state(game)["view"]["number"]
    expect(go).to_contain_text("Choose a marked place")
    for index in (0, 3):
        cells.nth(index).click()
        expect(page.locator(".cell.chosen")).to_have_count(1)
        expect(go).to_contain_text(f"Place the {number} here")
    expect(cells.nth(3)).to_contain_class("chosen")
    page.keyboard.press("Escape")
    expect(page.locator(".cell.chosen")).to_have_count(0)
    assert cells.nth(3).get_attribute("aria-label").startswith(f"Place the {number} at column ")


def box(page: Page) -> dict[str, Any]:
    return dict(page.locator("#tiles-plane").bounding_box() or {})


def test_the_board_is_zoomed_and_moved_and_stays_so(site, window):
    people, game = begin(site)
    play(people, game, moves=10, among=no_ten)
    page = window(people[0], f"/games/{game}/")
    live(page)
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
    page.keyboard.press("+")
    size = page.evaluate("document.querySelector('#tiles-plane td:nth-child(2)').getBoundingClientRect().width")
    version = play(people, game, moves=1, among=no_ten)["version"]
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()
    after = page.evaluate("document.querySelector('#tiles-plane td:nth-child(2)').getBoundingClientRect().width")
    assert after == pytest.approx(size, abs=1)
    until(lambda: in_sight(page), "the last tile in sight")


PINCH = """([x, y, from, to]) => {
  const target = document.getElementById("tiles-view");
  const finger = (identifier, by) => new Touch({identifier, target, clientX: x + by, clientY: y});
  const send = (name, by) => target.dispatchEvent(new TouchEvent(name, {
    touches: by ? [finger(0, -by), finger(1, by)] : [], bubbles: true, cancelable: true}));
  send("touchstart", from); send("touchmove", (from + to) / 2); send("touchmove", to); send("touchend", 0);
}"""


def test_two_fingers_zoom_about_the_place_between_them(site, window):
    people, game = begin(site)
    play(people, game, moves=10, among=no_ten)
    page = window(people[0], f"/games/{game}/", viewport=PHONE, touch=True)
    live(page)
    tile = page.locator("td:has(> .tile)").nth(4)
    before = tile.bounding_box()
    middle = [before["x"] + before["width"] / 2, before["y"] + before["height"] / 2]
    page.evaluate(PINCH, [*middle, 40, 100])
    after = tile.bounding_box()
    assert after["width"] == pytest.approx(min(150, before["width"] * 2.5), rel=0.05)
    assert after["x"] < middle[0] < after["x"] + after["width"]
    assert after["y"] < middle[1] < after["y"] + after["height"]
    fits(page)


def test_arrow_keys_go_from_place_to_place(site, window):
    people, game = begin(site)
    play(people, game, moves=8, among=no_ten)
    page = window(mover_first(people, game)[0], f"/games/{game}/")
    view = page.locator("#tiles-view")
    view.focus()
    page.keyboard.press("Tab")
    value = "document.activeElement.value.split(',').map(Number)"
    start = page.evaluate(value)
    for key, axis, sign in (("ArrowDown", 1, 1), ("ArrowRight", 0, 1), ("ArrowUp", 1, -1), ("ArrowLeft", 0, -1)):
        before = page.evaluate(value)
        page.keyboard.press(key)
        after = page.evaluate(value)
        assert after == before or (after[axis] - before[axis]) * sign > 0, key
        expect(page.locator(".cell.chosen")).to_have_attribute("value", ",".join(map(str, after)))
    assert start
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#tiles-view')") is None, "the board is one stop"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator('#table[data-version="9"]')).to_be_attached()
    expect(view).to_be_focused()


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


def test_marks_of_rows_near_ten_are_left_out_if_wanted(site, window):
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
