"""Players of TEN Tiles in a browser: by mouse, taps, keyboard, and plain forms."""

import random
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from games.rules.tiles.board import TEN


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
        with self.page.expect_navigation():  # else the next reload may meet a page that is just being left
            self.page.locator(f'.cell[value="{at}"]').click()

    def lift(self, at: str) -> None:
        self.page.locator(f'.lift input[value="{at}"]').check()


def arrow(here: str, goal: str) -> str:
    """The key that leads towards the goal."""
    (x, y), (goal_x, goal_y) = (map(int, at.split(",")) for at in (here, goal))
    if abs(goal_x - x) >= abs(goal_y - y):
        return "ArrowRight" if goal_x > x else "ArrowLeft"
    return "ArrowDown" if goal_y > y else "ArrowUp"
