"""Run the site's own proof/check.js in Chromium, in a process of its own: its event loop and the database don't mix.

`run(chromium, "item => tenProof.check(item)", items)` returns the function's result for each item.
"""

import atexit
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, sync_playwright

from games.rules.registry import KINDS

ROOT = Path(__file__).parents[2]
SCRIPTS = [ROOT / "ten_site/static/ten" / name for name in ("proof/check.js", *(f"{kind}/proof.js" for kind in KINDS))]
BATCH = 50
EACH = """async ({code, items}) => {
  const look = eval(code), all = [];
  for (const item of items) all.push(await look(item));
  return all;
}"""
CHECK = """async (line) => {
  let record;
  try { record = JSON.parse(line); } catch { return "unreadable"; }
  const found = await tenProof.check(record);
  return found.fair ? "" : found.steps.filter((step) => !step.ok).map((step) => step.name).join(" ");
}"""


def run(chromium: str, code: str, items: list[Any]) -> list[Any]:
    """Call the JavaScript function with each item, and return the results."""
    browser = start_browser(chromium)
    assert browser.stdin
    assert browser.stdout
    browser.stdin.write(json.dumps([code, items]) + "\n")
    browser.stdin.flush()
    reply = browser.stdout.readline()
    assert reply, f"the browser ended with {browser.wait(10)}"
    return list(json.loads(reply))


@cache
def start_browser(chromium: str) -> subprocess.Popen[str]:
    """Start a browser in a process that serves all tests, because starting it takes longer than they do."""
    command = [sys.executable, "-m", "tests.proof.in_browser", chromium]
    browser = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
    atexit.register(browser.communicate)  # it ends when its input is closed
    return browser


def main(chromium: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        page.route("**/*", serve_empty_page)
        page.goto("http://localhost/")  # WebCrypto needs a secure context, such as localhost
        for script in SCRIPTS:
            page.evaluate(script.read_text(encoding="utf-8"))
        for line in sys.stdin:
            code, items = json.loads(line)
            found = []
            for at in range(0, len(items), BATCH):
                found += page.evaluate(EACH, {"code": code, "items": items[at : at + BATCH]})
            print(json.dumps(found), flush=True)  # noqa: T201
        browser.close()


def serve_empty_page(route: Route) -> None:
    route.fulfill(body="<!doctype html><title>TEN</title>", content_type="text/html")


if __name__ == "__main__":
    main(sys.argv[1])
