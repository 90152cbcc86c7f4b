"""What a page makes of what it is sent: the whole board, or only what changed."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

PARTIAL = "hx-partial"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Elements(HTMLParser):
    """Finds where each element with an ID begins and ends, with its tags and without."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines = [0]
        for line in html.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.open: list[tuple[str, str | None, int, int]] = []
        self.outer: dict[str, tuple[int, int]] = {}
        self.inner: dict[str, tuple[int, int]] = {}
        self.feed(html)

    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_startendtag(self, tag, attrs):
        """Nothing is in such an element, and none of ours has an ID."""

    def handle_starttag(self, tag, attrs):
        start, text = self.at(), self.get_starttag_text() or ""
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("id"), start, start + len(text)))

    def handle_endtag(self, tag):
        name, element, start, inside = self.open.pop()
        assert name == tag, f"<{name}> is closed by </{tag}>"
        if element:
            assert element not in self.outer, f"two elements are called {element}"
            self.outer[element], self.inner[element] = (start, self.at() + len(f"</{tag}>")), (inside, self.at())


def partials(update: str) -> Iterator[tuple[str, str, str]]:
    """The parts of an update: which element they are for, what is done with it, and the new HTML."""
    while update:
        found = re.match(rf'<{PARTIAL} hx-target="#([^"]+)" hx-swap="(\w+)">(.*?)</{PARTIAL}>', update, re.DOTALL)
        assert found, update[:80]
        yield found[1], found[2], found[3]
        update = update[found.end() :]


def split_beats(update: str) -> tuple[list[str], str]:
    """Return the changes of each beat, and those after the last one."""
    *beats, rest = update.split("</ten-beat>")
    return [re.sub(r'^<ten-beat data-pause="\d+">', "", beat) for beat in beats], rest


def apply(board: str, update: str) -> str:
    """Return the board that a page shows after an update."""
    beats, rest = split_beats(update)
    for changes in beats:
        board = apply_changes(board, changes)
    return apply_changes(board, rest)


def apply_changes(board: str, update: str) -> str:
    """Do the same for an update without beats."""
    if not update.startswith(f"<{PARTIAL}"):
        return update or board
    elements, edits = Elements(board), []
    for target, how, html in partials(update):
        assert how in ("outerMorph", "beforeend", "delete")
        end = elements.inner[target][1]
        edits.append(((end, end) if how == "beforeend" else elements.outer[target], html))
    for (start, end), html in sorted(edits, reverse=True):  # from the end, so that places before it stay the same
        board = board[:start] + html + board[end:]
    return board
