"""Contexts of the browser, one for each player of a test, which later tests reuse.

A new context starts a process with an empty cache and nothing compiled: a table costs 1.3 CPU seconds,
and 0.5 in a context that was used before. Each keeps a blank page of the site open, and so its process.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page

BLANK = "/test/blank/"
MOST_KEPT = 3  # of one sort
# Each window would open two more for suggestions below its address. The last list counts, so those of Playwright that
# matter here are in it.
NEEDLESS = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    f"--disable-features={','.join(NEEDLESS)}",
    "--process-per-site",
    "--disable-gpu",
    "--in-process-gpu",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-default-apps",
    "--disable-speech-api",
    "--disable-spell-checking",
    "--mute-audio",
]
# what changes all pages of a context, and cannot be taken back
LASTING = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "route")
LASTING_CLOCK = ("install", "pause_at", "set_fixed_time", "set_system_time")
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const base of await indexedDB.databases()) indexedDB.deleteDatabase(base.name);
  return (await navigator.serviceWorker.getRegistrations()).length;
}"""


class Sort(NamedTuple):
    """What cannot be changed once a context is made."""

    url: str
    javascript: bool
    touch: bool


class Kept:
    """A context, its blank page, and whether another test may have it."""

    def __init__(self, sort: Sort, context: BrowserContext) -> None:
        self.sort, self.context, self.is_spoiled = sort, context, False
        self.blank: Page = context.new_page()
        self.blank.goto(BLANK)
        for name in LASTING:
            self.spoils(context, name)
        for name in LASTING_CLOCK:
            self.spoils(context.clock, name)
        context.on("close", self.spoil)

    def spoils(self, thing: Any, name: str) -> None:
        call: Callable[..., Any] = getattr(thing, name)

        def calling(*words: Any, **named: Any) -> Any:
            self.spoil()
            return call(*words, **named)

        setattr(thing, name, calling)

    def spoil(self, *_: object) -> None:
        self.is_spoiled = True

    def clean(self) -> bool:
        """Forget all that a test has left; whether that was possible."""
        if self.is_spoiled:
            return False
        try:
            for page in self.context.pages:
                if page is not self.blank:
                    page.close()
            self.context.set_offline(False)
            workers = self.blank.evaluate(FORGET) if self.sort.javascript else 0
            self.context.clear_cookies()
        except Error:
            return False
        return not workers and not self.is_spoiled


class Contexts:
    """Lends contexts, and takes them back."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: dict[Sort, list[Kept]] = defaultdict(list)

    def lend(self, url: str, *, javascript: bool, touch: bool) -> Kept:
        """One of this sort, in which nobody is logged in."""
        sort = Sort(url, javascript, touch)
        if self.idle[sort]:
            return self.idle[sort].pop()
        context = self.browser.new_context(
            base_url=url, java_script_enabled=javascript, has_touch=touch, color_scheme="light"
        )
        return Kept(sort, context)

    def take_back(self, kept: Kept, is_site_shared: bool) -> None:
        """Keep it for other tests, unless a test has changed it for good, or its site ends."""
        if is_site_shared and len(self.idle[kept.sort]) < MOST_KEPT and kept.clean():
            self.idle[kept.sort].append(kept)
        else:
            kept.context.close()

    def close(self) -> None:
        for found in self.idle.values():
            for kept in found:
                kept.context.close()
        self.idle.clear()
