"""The HTML of every page has accessible names, unique IDs, one main heading, and working links.

This needs no browser. Pages are checked as their different readers see them, such as the host of a room, a player, or
an invited player.
"""

import random
import re
from html.parser import HTMLParser
from urllib.parse import urldefrag

import pytest
from django.test import Client

from games import play
from games.play import invitations
from tests.boards import VOID
from tests.finished_games import load_finished_game
from tests.tables import as_user, one_move, people, table
from tests.wording import odd

pytestmark = pytest.mark.django_db
NAMES = ("aria-label", "title", "alt", "placeholder")
REFERS = ("aria-labelledby", "aria-describedby", "aria-controls", "for")
SILENT = ("hidden", "submit", "button", "reset", "image")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)")  # as HTML requires it


class Element:
    """An element and its content."""

    def __init__(self, tag: str, attributes: dict[str, str | None], parent: "Element | None") -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.inner: list[Element | str] = []

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}>"

    @property
    def text(self) -> str:
        """Its text as screen readers read it, with the names of pictures."""
        if self.attributes.get("aria-hidden") == "true":
            return ""
        said = [part if isinstance(part, str) else part.text for part in self.inner]
        return " ".join([*said, *(self.attributes.get(name) or "" for name in NAMES)]).strip()

    def is_in(self, tag: str) -> bool:
        return self.enclosing(tag) is not None

    def enclosing(self, tag: str) -> "Element | None":
        """Return the nearest enclosing element with this tag."""
        if self.parent is None or self.parent.tag == tag:
            return self.parent
        return self.parent.enclosing(tag)

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden from view and from screen readers."""
        own = "hidden" in self.attributes or self.attributes.get("aria-hidden") == "true"
        return own or (self.parent is not None and self.parent.is_hidden)


class Page(HTMLParser):
    """The elements of a page in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        made = Element(tag, dict(attrs), self.open[-1] if self.open else None)
        self.elements.append(made)
        if self.open:
            self.open[-1].inner.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag):
        while self.open and tag in [one.tag for one in self.open] and self.open.pop().tag != tag:
            pass

    def handle_data(self, data):
        if self.open and data.strip():
            self.open[-1].inner.append(data.strip())

    def of(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    @property
    def ids(self) -> list[str]:
        return [element.attributes["id"] or "" for element in self.elements if "id" in element.attributes]


def find_nameless(page: Page) -> list[Element]:
    """List fields, buttons, links and pictures without an accessible name."""
    labels = {label.attributes.get("for") for label in page.of("label") if label.text}
    found = []
    for element in page.of("input", "select", "textarea", "button", "a", "img", "summary"):
        given = element.attributes
        if element.tag == "input" and given.get("type") in SILENT:
            continue
        named = bool(given.get("aria-label") or given.get("aria-labelledby"))
        if element.tag in ("input", "select", "textarea"):
            named = named or given.get("id") in labels or element.is_in("label")
        elif element.tag == "img":
            named = named or "alt" in given
        else:
            named = named or bool(element.text)
        if not named and not element.is_hidden:
            found.append(element)
    return found


def find_unsendable(page: Page) -> list[Element]:
    """List forms without a submit button anywhere on the page, or with an empty action."""
    buttons = [one for one in page.of("button") if one.attributes.get("type", "submit") == "submit"]
    with_button = {one.attributes["form"] for one in buttons if "form" in one.attributes}
    within = [form for one in buttons if "form" not in one.attributes and (form := one.enclosing("form"))]
    return [
        form
        for form in page.of("form")
        if form.attributes.get("action") == "" or not (form in within or form.attributes.get("id") in with_button)
    ]


def check_markup(page: Page) -> None:
    [root] = page.of("html")
    assert root.attributes.get("lang") == "en"
    [title] = [element for element in page.of("title") if not element.is_in("svg")]
    [heading] = page.of("h1")
    assert title.text
    assert heading.text
    assert len(page.of("main")) == 1
    assert sorted(page.ids) == sorted(set(page.ids)), "an ID is used twice"
    assert find_nameless(page) == []
    assert find_unsendable(page) == []
    for element in page.of("time"):
        assert MOMENT.fullmatch(element.attributes.get("datetime") or ""), element
    for element in page.elements:
        assert "hidden" not in element.attributes or not (element.tag == "svg" or element.is_in("svg")), element
    for link in page.of("a"):
        assert "href" not in link.attributes or "aria-disabled" not in link.attributes, link
    for element in page.elements:
        for name in REFERS:
            for wanted in (element.attributes.get(name) or "").split():
                assert wanted in page.ids, (element, name)
    [said] = [element for element in page.elements if element.attributes.get("id") == "said"]
    assert said.attributes.get("role") == "status"
    assert said.attributes.get("aria-live") == "polite"


@pytest.fixture(scope="module")
def visited() -> set[str]:
    """Links that have been followed."""
    return set()


def follow_links(client: Client, page: Page, visited: set[str]) -> None:
    """Follow every link of the page, except the many steps of a replay, and check that its target exists."""
    for link in page.of("a"):
        address, part = urldefrag(link.attributes.get("href") or "")
        if part and not address:
            assert part in page.ids, link
        if not address.startswith("/") or address in visited or "/replay/?" in address:
            continue
        answer = client.get(address)
        assert answer.status_code in (200, 302), (link, answer.status_code)
        visited.add(address)
        if answer.status_code == 200 and part and part not in ("talk", "plans") and "html" in answer["Content-Type"]:
            assert part in Page(answer.content.decode()).ids, link


def check_page(client: Client, path: str, visited: set[str]) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, path
    page = Page(answer.content.decode())
    check_markup(page)
    assert odd(answer.content.decode()) == []
    follow_links(client, page, visited)


PATHS = {
    "nobody": ["/", "/games/", "/rules/", "/rules/time/", "/look/", "/stats/", "/leaders/", "/accounts/login/"],
    "Ana": ["/", "/games/", "/games/new/?kind=push", "/friends/", "/accounts/settings/", "/accounts/notices/",
            "/accounts/vacation/", "/accounts/blocked/", "/report/", "/players/Ana/", "/players/Ana/games/"],
}  # fmt: skip


@pytest.mark.parametrize(("who", "path"), [(who, path) for who, paths in PATHS.items() for path in paths])
def test_a_page_is_accessible_and_its_links_work(who, path, visited):
    people(2)
    check_page(as_user("Ana") if who == "Ana" else Client(), path, visited)


def test_a_room_is_accessible_to_each_of_its_readers(visited):
    ana, ben, chloe, dora = people(4)
    game = play.create_game(ana, kind="push", seats=4, options={})
    invitations.invite(game, ana, ben.username)
    play.sit(game.pk, chloe)
    for reader in (ana, ben, chloe, dora, None):
        check_page(as_user(reader), f"/games/{game.pk}/", visited)
        check_page(as_user(reader), "/games/", visited)
    check_page(as_user(ben), "/", visited)


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_a_running_game_is_accessible(kind, seats, visited):
    game, users = table(kind, seats, pace="daily", odds=True)
    dice = random.Random(1)
    for _ in range(8):
        one_move(game, users, dice)
    for reader in (users[0], None):
        for path in ("", "log/", "replay/?step=0", "replay/?step=3", "proof/"):
            check_page(as_user(reader), f"/games/{game.pk}/{path}", visited)


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4)])
def test_a_finished_game_is_accessible(kind, seats, visited):
    game, users = load_finished_game(kind, seats)
    for path in ("", "review/", "proof/", "replay/"):
        check_page(as_user(users[0]), f"/games/{game.pk}/{path}", visited)
