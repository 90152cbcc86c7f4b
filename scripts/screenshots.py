"""`make screenshots`: take pictures of every page and every state of a table, narrow and wide, light and dark.

`make screenshots ONLY="push lobby"` takes only those with one of these words in their names. It starts its own site,
and lists at the end what couldn't be shown. Open var/screenshots/index.html to see the pictures.
"""

import html
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Missing, Services, install, orderly_end  # noqa: E402
from tests.browser.contexts import FLAGS, Contexts  # noqa: E402
from tests.browser.pages import PAGES, Shown  # noqa: E402
from tests.browser.server import Site  # noqa: E402
from tests.browser.states import STATES  # noqa: E402
from tests.browser.windows import Windows  # noqa: E402

FOLDER = ROOT / "var" / "screenshots"
SIZES = {320: (320, 640), 768: (768, 1024), 1440: (1440, 900)}
HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>TEN, every page</title><style>
body { font: 16px system-ui; margin: 2rem; background: #777; color: #fff }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto } img { border: 1px solid #000; height: 30rem }
</style></head><body><h1>TEN, every page</h1>"""


def main(only: list[str]) -> int:
    everything: list[Shown] = [*PAGES, *STATES]
    wanted = [shown for shown in everything if not only or any(word in shown.name for word in only)]
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for sentence in install():
        print(sentence)
    try:
        with orderly_end(), Services() as services:
            failed = take_all(wanted, services.chromium())
    except Missing as missing:
        sys.exit(str(missing))
    write_index([shown.name for shown in wanted])
    for sentence in failed:
        print(sentence)
    print(f"{len(wanted) - len(failed)} of {len(wanted)} are in {FOLDER / 'index.html'}")
    return 1 if failed else 0


def take_all(wanted: list[Shown], chromium: str) -> list[str]:
    """Take all pictures; return a sentence for each page that couldn't be shown."""
    failed: list[str] = []
    site = Site()
    site.is_shared = True
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            contexts = Contexts(browser)
            for shown in wanted:
                try:
                    take(contexts, site, shown)
                except Exception as error:  # continue with the others
                    failed.append(f"{shown.name} couldn't be shown: {str(error).splitlines()[0]}")
                print(shown.name, flush=True)
            browser.close()
    finally:
        site.stop()
    return failed


def take(contexts: Contexts, site: Site, shown: Shown) -> None:
    reader, path = shown.make(site)
    for width, viewport in SIZES.items():
        for dark in (False, True):
            windows = Windows(contexts, site)
            page = windows(reader, path, viewport=viewport, dark=dark, reduced_motion=True)
            page.screenshot(path=make_path(shown.name, width, dark), full_page=True)
            windows.close()


def make_path(name: str, width: int, dark: bool) -> Path:
    return FOLDER / f"{name}-{width}-{'dark' if dark else 'light'}.png"


def write_index(names: list[str]) -> None:
    """Write a page with all pictures that were taken."""
    parts = [HEAD]
    for name in names:
        parts.append(f"<h2>{html.escape(name)}</h2><div>")
        taken = [make_path(name, width, dark) for width in SIZES for dark in (False, True)]
        parts += [
            f'<a href="{p.name}"><img src="{p.name}" alt="{p.stem}" loading="lazy"></a>' for p in taken if p.exists()
        ]
        parts.append("</div>")
    (FOLDER / "index.html").write_text("\n".join([*parts, "</body></html>"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
