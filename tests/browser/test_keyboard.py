"""By keyboard alone: the focus is always visible, in light and dark, and never trapped."""

import pytest
from playwright.sync_api import Page

from tests.browser.pages import PAGES, Shown
from tests.browser.server import make_table
from tests.browser.states import STATES

MOST = 60  # presses of Tab
WANTED = ("home", "lobby", "new-push", "login", "push-auction", "tiles-place", "swap-begin")
EVERYTHING: list[Shown] = [*PAGES, *STATES]
SOME = [one for one in EVERYTHING if one.name in WANTED]

# What one sees of the focus: the element itself, or (hidden inputs in a label) what stands next to it or around it.
SHOWN = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const look = (node) => {
    const style = getComputedStyle(node);
    const outline = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
    const rest = ["boxShadow", "borderColor", "backgroundColor", "color", "textDecorationLine", "stroke"];
    return { outline, all: [outline, ...rest.map((name) => style[name])].join(" ") };
  };
  const around = [at, at.nextElementSibling, at.parentElement, at.closest("label")].filter(Boolean);
  const focused = around.map(look);
  at.blur();
  const plain = around.map(look);
  at.focus();
  const name = at.id || at.name || at.getAttribute("aria-label") || at.textContent.trim().slice(0, 40);
  const seen = focused[0].outline > 0 || focused.some((style, i) => style.all !== plain[i].all);
  return { name: `${at.tagName} ${name}`, seen };
}"""


def each_focus_is_seen(page: Page) -> None:
    names = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        focus = page.evaluate(SHOWN)
        if focus is None:
            break
        names.append(focus["name"])
        assert focus["seen"], f"{focus['name']} has the focus, and one cannot see it"
    assert len(set(names)) >= 5, names


def test_the_focus_is_seen_on_a_form_and_at_a_table(site, window):
    page = window(site.sign_up(), "/games/new/?kind=push", reduced_motion=True)
    each_focus_is_seen(page)
    page.emulate_media(color_scheme="dark")
    page.goto(f"/games/{make_table([site.sign_up(), site.sign_up()], 'tiles')}/")
    each_focus_is_seen(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("wanted", SOME, ids=lambda wanted: wanted.name)
def test_the_focus_is_seen_wherever_it_is(wanted, site, window):
    reader, path = wanted.make(site)
    for dark in (False, True):
        each_focus_is_seen(window(reader, path, dark=dark, reduced_motion=True))
