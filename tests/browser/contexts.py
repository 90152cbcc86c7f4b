"""A pool of browser contexts. Each player in a test gets one, and later tests reuse it.

A new context starts a process with an empty cache and no compiled scripts, so opening a table takes 1.3 CPU seconds
rather than 0.5. A context keeps a blank page of the site open, so that its process stays alive.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page

BLANK = "/test/blank/"
MAX_IDLE = 3  # contexts with the same options
# The omnibox features open two extra windows per window. Chromium only honors the last --disable-features, so this list
# repeats those that Playwright disables and that matter here.
DISABLED_FEATURES = [
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
    f"--disable-features={','.join(DISABLED_FEATURES)}",
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
    "--font-render-hinting=none",  # in the headless shell, or texts are wider than people see them
]
# Methods whose effect on a context can't be undone.
PERMANENT = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "route")
PERMANENT_CLOCK = ("install", "pause_at", "set_fixed_time", "set_system_time")
# Moves are shown all at once, unless a test chooses a speed.
ALL_AT_ONCE = "try { localStorage.getItem('ten.speed') ?? localStorage.setItem('ten.speed', 'off'); } catch {}"
CLEAR_STORAGE = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const base of await indexedDB.databases()) indexedDB.deleteDatabase(base.name);
  return (await navigator.serviceWorker.getRegistrations()).length;
}"""


class Options(NamedTuple):
    """The options that can't be changed once a context exists."""

    url: str
    javascript: bool
    touch: bool


class PooledContext:
    """A context, its blank page, and whether a test has spoiled it for later tests."""

    def __init__(self, options: Options, context: BrowserContext) -> None:
        self.options, self.context, self.is_spoiled = options, context, False
        self.blank: Page = context.new_page()
        self.blank.goto(BLANK)
        for name in PERMANENT:
            self.spoil_on_call(context, name)
        for name in PERMANENT_CLOCK:
            self.spoil_on_call(context.clock, name)
        context.on("close", self.spoil)

    def spoil_on_call(self, owner: Any, name: str) -> None:
        method: Callable[..., Any] = getattr(owner, name)

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            self.spoil()
            return method(*args, **kwargs)

        setattr(owner, name, wrapper)

    def spoil(self, *_: object) -> None:
        self.is_spoiled = True

    def reset(self) -> bool:
        """Remove everything a test has left behind; return False if that isn't possible."""
        if self.is_spoiled:
            return False
        try:
            for page in self.context.pages:
                if page is not self.blank:
                    page.close()
            self.context.set_offline(False)
            workers = self.blank.evaluate(CLEAR_STORAGE) if self.options.javascript else 0
            self.context.clear_cookies()
        except Error:
            return False
        return not workers and not self.is_spoiled


class Contexts:
    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: dict[Options, list[PooledContext]] = defaultdict(list)

    def acquire(self, url: str, *, javascript: bool, touch: bool) -> PooledContext:
        """Return a context in which nobody is logged in."""
        options = Options(url, javascript, touch)
        if self.idle[options]:
            return self.idle[options].pop()
        context = self.browser.new_context(
            base_url=url, java_script_enabled=javascript, has_touch=touch, color_scheme="light"
        )
        context.add_init_script(ALL_AT_ONCE)
        return PooledContext(options, context)

    def release(self, pooled: PooledContext, is_site_shared: bool) -> None:
        """Keep the context for other tests, unless it is spoiled or its site is about to end."""
        if is_site_shared and len(self.idle[pooled.options]) < MAX_IDLE and pooled.reset():
            self.idle[pooled.options].append(pooled)
        else:
            pooled.context.close()

    def close(self) -> None:
        for contexts in self.idle.values():
            for pooled in contexts:
                pooled.context.close()
        self.idle.clear()
