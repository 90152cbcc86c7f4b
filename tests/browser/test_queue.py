"""Waiting games in a browser: counted in every title, walked through by key, and what is new since the last visit."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.test_clocks import DRAWN, WATCH_SHIFTS
from tests.browser.test_live import HIDE
from tests.browser.windows import DESK, PHONE, Windows, axe, fits, live, soon
from tests.waiting import until


def pair(site: Site) -> tuple[Visitor, Visitor]:
    return site.sign_up(), site.sign_up()


def waits_for(person: Visitor, other: Visitor, kind: str = "tiles", **fields: object) -> str:
    """A game of two that waits for that person."""
    game = make_table([person, other], kind, **fields)
    play([person, other], game, stop=lambda state: state["person"] is person)
    return game


def move(person: Visitor, game: str) -> None:
    """One move of that person, by the site's door."""
    state = person.state(game)
    person.send(game, state["choices"]["moves"][0], state["version"]).must(200)


def place(page: Page) -> None:
    """Lay the tile in hand on the first marked place."""
    page.locator(".tiles-plane button.cell:not(.off)").first.click()
    page.locator("#tiles-go").click()


def count(page: Page, number: int) -> None:
    """The title says so."""
    expect(page).to_have_title(re.compile(rf"^\({number}\) " if number else r"^[^(]"))


def icon(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def stopped(window: Windows, person: Visitor, path: str, **how: Any) -> Page:
    """A window in which only the test lets time pass, also from one page to the next."""
    page = window(person, "/rules/", **how)
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.clock.pause_at("2026-11-18T10:00:00Z")
    page.goto(path)
    return page


def listens(page: Page, path: str) -> None:
    """Open that path, and wait until its socket has told the first count: from then on it hears of everything."""
    heard = list[Any]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(text)))
    page.goto(path)
    soon(page, lambda: heard, "the first count")


@pytest.fixture
def two(site: Site) -> tuple[Visitor, Visitor]:
    """Two people."""
    return pair(site)


def test_the_count_is_told_on_every_page_and_home_renews_itself(two, window: Windows) -> None:
    """While one looks, while the page is hidden, and by words at home; the title, the icon and the menu say it."""
    ana, ben = two
    game = waits_for(ben, ana)
    page, home = window(ana, "/rules/push/"), window(ana, "/")
    count(page, 0)
    expect(page.locator("#next")).to_be_hidden()
    expect(home.locator("h1")).to_contain_text("You're all caught up")
    expect(home.locator(f"#row-{game}")).to_contain_text(ben.name)
    window.forget(home)
    move(ben, game)
    for each in (page, home):
        count(each, 1)
    assert "favicon-turn" in icon(page)
    expect(page.locator("#next")).to_have_text(re.compile(r"Next game.*1$"))
    expect(page.locator("#next-told")).to_have_text("Games waiting for you: 1.")
    expect(home.locator("h1")).to_contain_text("It's your turn in 1 game")
    expect(home.locator(f".queue #row-{game}")).to_contain_text("Place your")
    assert "GET /" in window.requests(home)
    move(ana, game)
    for each in (page, home):
        count(each, 0)
    assert "favicon-turn" not in icon(page)
    expect(home.locator("h1")).to_contain_text("You're all caught up")
    page.evaluate(HIDE)
    move(ben, game)
    count(page, 1)


@pytest.mark.proof("windows")
def test_a_board_that_comes_long_after_the_count_is_not_counted_twice(two, window: Windows) -> None:
    ana, ben = two
    here, _another = waits_for(ben, ana), waits_for(ana, ben)
    page, held = stopped(window, ana, "/rules/"), list[Any]()

    def between(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda text: held.append((socket.send, text)))

    page.route_web_socket(f"**/ws/games/{here}/**", between)
    page.goto(f"/games/{here}/")
    count(page, 1)
    move(ben, here)
    count(page, 2)
    page.clock.run_for(10_000)
    soon(page, lambda: any('"html"' in text for _, text in held), "the board")
    for send, text in held:
        send(text)
    expect(page.locator("#live[data-turn]")).to_have_count(1)
    page.clock.run_for(10_000)
    count(page, 2)
    move(ana, here)
    count(page, 1)


@pytest.mark.proof("windows")
def test_home_says_for_whom_a_game_waits_as_it_goes_from_one_to_another(site: Site, window: Windows) -> None:
    people = [site.sign_up() for _ in range(4)]
    game = make_table(people, "swap", seats=4)
    seats = {person.state(game)["seat"]: person for person in people}
    first, second, _, last = (seats[seat] for seat in people[0].state(game)["view"]["order"])
    page = window(last, "about:blank")
    listens(page, "/")
    awaited = page.locator(f".theirs#row-{game} strong")
    expect(awaited).to_have_text(first.name)
    first.send(game, {"do": "hold"}, 0).must(200)
    expect(awaited).to_have_text(second.name)


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "dark"), [((320, 640), True), ((1440, 900), False)])
def test_a_full_queue_is_for_everybody(two, window: Windows, viewport: tuple[int, int], dark: bool) -> None:
    ana, ben = two
    for kind in ("tiles", "push"):
        waits_for(ana, ben, kind, pace="daily")
    waits_for(ben, ana)
    over = make_table([ana, ben], "tiles")
    play([ana, ben], over)
    ben.post(f"/games/{ben.new_game('tiles')}/invite/", {"name": ana.name}).must(303)
    page = window(ana, "/", viewport=viewport, dark=dark)
    count(page, 2)
    fits(page)
    axe(page, "the queue")
    page.locator(f"#dismiss-{over}").click()
    expect(page.locator(f"#dismiss-{over}")).to_have_count(0)
    expect(page.locator(".queue-row")).to_have_count(2)


@pytest.mark.proof("windows")
def test_logging_out_elsewhere_ends_the_socket_and_nothing_is_asked_again(site: Site, window: Windows) -> None:
    ana, ben = pair(site)
    waits_for(ana, ben)
    page = stopped(window, ana, "/rules/")
    count(page, 1)
    until(lambda: 'data-zone="' in ana.get("/rules/").text, "the zone")  # that the page told; afterwards it is refused
    ana.post("/accounts/logout/").must(302, 200)
    count(page, 0)
    window.forget(page)
    page.clock.run_for(60_000)
    assert window.requests(page) == []


def test_next_walks_through_the_games_by_one_key_and_by_itself_unless_it_is_stopped(two, window: Windows) -> None:
    ana, ben = two
    games = [waits_for(ana, ben) for _ in range(3)]
    page = stopped(window, ana, "/games/")  # it goes on after five seconds, which pass when the test says so
    count(page, 3)
    for game in (*games, games[0]):
        page.keyboard.press("n")
        page.wait_for_url(f"**/games/{game}/")
        live(page)
    place(page)
    expect(page.locator("#onward.goes")).to_be_visible()
    page.locator("#headline").click()
    expect(page.locator("#onward")).to_be_visible()
    expect(page.locator("#onward.goes")).to_have_count(0)
    expect(page.locator(".onward-in")).to_have_text("")
    page.locator("#onward-stay").click()
    expect(page.locator("#onward")).to_have_count(0)
    page.clock.run_for(20_000)
    assert games[0] in page.url
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{games[1]}/")
    live(page)
    place(page)
    expect(page.locator("#onward.goes")).to_have_text(re.compile(r"Move saved\. Next game: Place your.*in \d s", re.S))
    page.clock.run_for(6_000)
    page.wait_for_url(f"**/games/{games[2]}/")
    live(page)
    place(page)
    count(page, 0)
    expect(page.locator("#onward")).to_have_count(0)
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.locator(".message")).to_contain_text("You're all caught up")


@pytest.mark.proof("windows")
def test_who_does_not_want_it_is_not_taken_along(two, window: Windows) -> None:
    ana, ben = two
    ana.post("/accounts/settings/", {"theme": "", "time_zone": ""}).must(302)
    games = [waits_for(ana, ben, pace="daily") for _ in range(2)]
    page = window(ana, f"/games/{games[0]}/", viewport=(320, 640))
    live(page)
    count(page, 2)
    place(page)
    expect(page.locator("#onward")).to_be_visible()
    said = page.locator(".onward-words small").inner_text()
    assert re.search(r"by (\S+ )*\d\d:\d\d ?in ", said), said  # in the reader's zone at once; a comma is drawn
    expect(page.locator("#onward.goes")).to_have_count(0)
    fits(page)
    page.locator("#onward-go").click()
    page.wait_for_url(f"**/games/{games[1]}/")


@pytest.mark.proof("windows")
def test_what_is_no_move_is_shown_without_a_reload(two, window: Windows) -> None:
    ana, ben = two
    game = waits_for(ben, ana, pace="daily")
    page = window(ana, f"/games/{game}/")
    live(page)
    board = page.locator("#table")
    page.evaluate("window.untouched = true")
    before = int(board.get_attribute("data-revision") or 0)
    version = board.get_attribute("data-version") or ""
    ana.post(f"/games/{game}/time/", {"seat": ben.state(game)["seat"]}, Accept="application/json").must(200)
    until(lambda: int(board.get_attribute("data-revision") or 0) > before, "the revision")
    expect(board).to_have_attribute("data-version", version)
    assert page.evaluate("window.untouched"), "the page was not loaded again"


# --- since you left ---


def test_what_happened_is_told_line_by_line_unless_it_is_paused_skipped_or_seen_elsewhere(two, window: Windows) -> None:
    """On a phone it never covers the buttons; where nothing may move it is a list that can be folded."""
    ana, ben = two
    game = waits_for(ben, ana)
    move(ben, game)
    calm = window(ana, f"/games/{game}/", reduced_motion=True, javascript=False, viewport=(320, 640))
    lines = calm.locator("#reel .reel-lines li")
    expect(lines.first).to_be_visible()
    calm.locator("#reel summary").click()
    expect(lines.first).to_be_hidden()
    page = stopped(window, ana, f"/games/{game}/", viewport=(320, 640))
    reel = page.locator("#reel")
    expect(reel).to_have_class(re.compile("is-running"))
    expect(reel).to_contain_text("1 update since")
    expect(reel.locator("li.is-shown")).to_contain_text(ben.name)
    page.locator(".reel-pause").click()
    expect(page.locator(".reel-pause")).to_have_text("Resume")
    page.clock.run_for(60_000)
    expect(reel).to_be_visible()
    above, bar = reel.bounding_box(), page.locator("#table .actions").first.bounding_box()
    assert above
    assert bar
    assert above["y"] + above["height"] <= bar["y"]
    said = f"number={page.locator('#table').get_attribute('data-version')}&"
    with page.expect_response(lambda answer: said in (answer.request.post_data or "")):
        page.locator(".reel-pause").click()
        page.clock.run_for(2_000)
    expect(reel).to_be_hidden()
    desk = window(ana, f"/games/{game}/")
    expect(desk.locator("#table")).to_be_visible()
    expect(desk.locator("#reel")).to_have_count(0)
    expect(desk.locator("#since")).to_have_count(0)
    page.goto("/rules/")
    move(ana, game)
    move(ben, game)
    page.goto(f"/games/{game}/")
    expect(page.locator("#reel.is-running")).to_be_visible()
    page.keyboard.press("Escape")
    expect(reel).to_be_hidden()


@pytest.mark.proof("windows")
def test_the_reel_is_skipped_by_escape_by_its_button_and_by_playing(site: Site, window: Windows) -> None:
    ana, ben = pair(site)
    for how in ("Escape", ".reel-skip", "#headline"):
        game = waits_for(ben, ana)
        move(ben, game)
        page = stopped(window, ana, f"/games/{game}/")
        expect(page.locator("#reel.is-running")).to_be_visible()
        if how == "Escape":
            page.keyboard.press("Escape")
        elif how == "#headline":
            page.locator(".tiles-plane").click(position={"x": 5, "y": 5}, force=True)
        else:
            page.locator(how).click()
        expect(page.locator("#reel")).to_be_hidden()


@pytest.mark.proof("windows")
def test_a_reel_that_waits_is_for_everybody(two, window: Windows) -> None:
    ana, ben = two
    game = waits_for(ben, ana)
    move(ben, game)
    page = stopped(window, ana, f"/games/{game}/")
    page.locator(".reel-pause").click()
    page.clock.resume()  # axe waits by it
    axe(page, "with the reel")
    page.locator(".reel-pause").click()
    expect(page.locator("#reel")).to_be_hidden()


@pytest.mark.proof("windows")
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_board_does_not_move_when_the_reel_begins(two, window: Windows, viewport: tuple[int, int]) -> None:
    ana, ben = two
    game = waits_for(ben, ana)
    move(ben, game)
    page = stopped(window, ana, "/rules/", viewport=viewport)
    page.add_init_script(WATCH_SHIFTS)
    page.goto(f"/games/{game}/")
    live(page)
    expect(page.locator("#reel.is-running li.is-shown")).to_be_visible()
    page.clock.resume()
    page.evaluate(DRAWN)
    moved = page.evaluate("window.moved()")
    assert sum(value for value, _what in moved) < 0.02, moved


@pytest.mark.proof("windows")
def test_who_is_looking_is_known_to_the_site(two, window: Windows) -> None:
    ana, ben = two
    game = waits_for(ana, ben)
    page = window(ana)
    with page.expect_response("**/seen/") as answer:
        page.goto(f"/games/{game}/")
    assert answer.value.status == 204
    assert "looking=1" in (answer.value.request.post_data or "")


@pytest.mark.proof("windows")
def test_a_page_that_is_only_open_is_not_looked_at(two, window: Windows) -> None:
    ana, ben = two
    game = waits_for(ben, ana)
    page = window(ana)
    page.clock.install()
    page.goto(f"/games/{game}/")
    live(page)
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(hours=1))
    window.forget(page)  # before that there was time to say it
    page.mouse.move(100, 100)  # and after that nobody is there
    until(lambda: says(window, page) > 0, "that the table is looked at")
    before = says(window, page)
    page.clock.run_for(100_000)
    until(lambda: says(window, page) == before + 4, "that it still is")
    page.clock.fast_forward("10:00")
    page.clock.run_for(100_000)
    with page.expect_request("**/seen/"):  # an answer may be that to one before
        page.mouse.move(200, 200)
    assert says(window, page) == before + 5


def says(window: Windows, page: Page) -> int:
    """How often the page has said that it is looked at."""
    page.evaluate("true")  # until now the browser tells what it asked
    return sum(asked.endswith("/seen/") for asked in window.asked[page])


@pytest.mark.proof("windows")
def test_who_leaves_at_once_has_seen_it_all_the_same(two, window: Windows) -> None:
    ana, ben = two
    game = waits_for(ben, ana)
    move(ben, game)
    assert "Since your last visit" in ana.get("/").text
    page = window(ana, f"/games/{game}/", reduced_motion=True)
    page.goto("/rules/")
    until(lambda: "Since your last visit" not in ana.get("/").text, "the last word")
