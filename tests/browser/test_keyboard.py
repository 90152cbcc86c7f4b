"""The keyboard focus is always visible, in light and dark, and never trapped."""

import pytest
from playwright.sync_api import Page

from tests.browser.pages import PAGES, Shown
from tests.browser.server import make_table
from tests.browser.states import STATES

MAX_STOPS = 60
SAMPLE_NAMES = ("home", "lobby", "new-push", "login", "push-auction", "tiles-place", "swap-begin")
EVERYTHING: list[Shown] = [*PAGES, *STATES]
SAMPLE = [page for page in EVERYTHING if page.name in SAMPLE_NAMES]

# Compare the focused element with and without focus. If it is a hidden input in a label, its neighbor or the label may
# show the focus instead.
INSPECT_FOCUS = """() => {
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


def check_focus_at_each_stop(page: Page) -> None:
    names = []
    for _ in range(MAX_STOPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(INSPECT_FOCUS)
        if focus is None:
            break
        names.append(focus["name"])
        assert focus["seen"], f"{focus['name']} has the focus, but nothing shows it"
    assert len(set(names)) >= 5, names


def test_focus_is_visible_on_a_form_and_at_a_table(site, window):
    page = window(site.sign_up(), "/games/new/?kind=push", reduced_motion=True)
    check_focus_at_each_stop(page)
    page.emulate_media(color_scheme="dark")
    page.goto(f"/games/{make_table([site.sign_up(), site.sign_up()], 'tiles')}/")
    check_focus_at_each_stop(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("shown", SAMPLE, ids=lambda shown: shown.name)
def test_focus_is_visible_at_every_stop_of_a_page(shown, site, window):
    reader, path = shown.make(site)
    for dark in (False, True):
        check_focus_at_each_stop(window(reader, path, dark=dark, reduced_motion=True))
