"""Players of TEN Tiles who use the mouse, touch, the keyboard, or plain forms."""

import random
from collections.abc import Iterable

from playwright.sync_api import Page, expect

from games.rules.tiles.board import TEN


class MousePlayer:
    """A player who picks one of the best moves at random and clicks it."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.dice = page, random.Random(seed)

    def move(self) -> None:
        if self.page.locator("#tiles-form[data-do=shift]").count():
            start, goal = self.choose_shift()
            self.pick_up(start)
        else:
            end, goal = self.choose_placement()
            if end:
                self.choose_end(end)
        self.put_down(goal)

    def choose_placement(self) -> tuple[str, str]:
        """Return the end of the player's row to take (only in the open variant) and the space for that tile."""
        goals = self.page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.value)")
        ends = self.page.locator(".end input").evaluate_all("all => all.map(one => [one.value, one.dataset.worths])")
        ends = ends or [("", self.page.locator("#tiles-form").get_attribute("data-worths"))]
        return self.choose_best(
            (int(worth), end, goal) for end, worths in ends for goal, worth in zip(goals, worths.split(), strict=True)
        )

    def choose_best(self, moves: Iterable[tuple[int, str, str]]) -> tuple[str, str]:
        """Choose one of the moves that come closest to ten, so that games are short."""
        allowed = [move for move in moves if move[0] <= TEN]
        most = max((worth for worth, _start, _goal in allowed), default=0)
        _worth, start, goal = self.dice.choice([move for move in allowed if move[0] == most])
        return start, goal

    def choose_shift(self) -> tuple[str, str]:
        """Return where the tile to shift is, and the space for it."""
        goals = self.page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.value)")
        tiles = self.page.locator(".lift input").evaluate_all(
            "all => all.map(one => ({at: one.value, ...one.dataset}))"
        )
        return self.choose_best(
            (int(worth), tile["at"], goal)
            for tile in tiles
            for goal, worth in zip(goals, tile["worths"].split(), strict=True)
            if goal not in tile["lost"].split()
        )

    def pick_up(self, at: str) -> None:
        self.page.locator(f'.lift input[value="{at}"]').click()

    def choose_end(self, end: str) -> None:
        self.page.locator(f"#end-{end}").check()

    def put_down(self, at: str) -> None:
        """Choose a space with a click, then confirm with the button."""
        cell = self.page.locator(f'.cell[value="{at}"]')
        cell.click()
        expect(cell).to_contain_class("chosen")
        self.page.locator("#tiles-go").click()


class TouchPlayer(MousePlayer):
    """A player with a phone, who taps a space twice."""

    def choose_end(self, end: str) -> None:
        self.page.locator(f".end:has(#end-{end})").tap()

    def put_down(self, at: str) -> None:
        cell = self.page.locator(f'.cell[value="{at}"]')
        cell.tap()
        expect(cell.locator(".face")).to_have_count(1)
        cell.tap()


class KeyboardPlayer(MousePlayer):
    """A player who presses Tab to get into the board, arrow keys to get to the space, and Enter."""

    def put_down(self, at: str) -> None:
        self.move_focus(at, ".cell")
        expect(self.page.locator(f'.cell[value="{at}"]')).to_contain_class("chosen")
        self.page.keyboard.press("Enter")

    def choose_end(self, end: str) -> None:
        self.page.locator(f"#end-{end}").focus()
        self.page.keyboard.press("Space")

    def pick_up(self, at: str) -> None:
        self.move_focus(at, ".lift input")
        self.page.keyboard.press("Enter")

    def move_focus(self, at: str, selector: str) -> None:
        """Use the arrow keys as far as they lead; if they don't lead to the space, focus it directly."""
        if not self.page.evaluate(f"document.activeElement.matches('{selector}')"):
            self.page.locator("#tiles-view").focus()
            self.page.keyboard.press("Tab")
        seen = set()
        while (here := self.find_focused_space()) != at and here not in seen:
            seen.add(here)
            self.page.keyboard.press(arrow_key(here, at))
        if here != at:
            self.page.locator(f'{selector}[value="{at}"]').focus()

    def find_focused_space(self) -> str:
        return str(self.page.evaluate("document.activeElement.value"))


class NoScriptPlayer(MousePlayer):
    """A player without JavaScript, who places a tile with one click."""

    def put_down(self, at: str) -> None:
        with self.page.expect_navigation():  # otherwise the next reload could interrupt it
            self.page.locator(f'.cell[value="{at}"]').click()

    def pick_up(self, at: str) -> None:
        self.page.locator(f'.lift input[value="{at}"]').check()


def arrow_key(here: str, goal: str) -> str:
    (x, y), (goal_x, goal_y) = (map(int, at.split(",")) for at in (here, goal))
    if abs(goal_x - x) >= abs(goal_y - y):
        return "ArrowRight" if goal_x > x else "ArrowLeft"
    return "ArrowDown" if goal_y > y else "ArrowUp"
