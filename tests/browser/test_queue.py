"""Waiting games: their count in every title, the way from one to the next, and the updates since the last visit."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.test_clocks import PAINTED, WATCH_SHIFTS
from tests.browser.test_live import HIDE_PAGE
from tests.browser.windows import DESK, PHONE, Windows, check_accessibility, check_fits, wait_for, wait_until_live
from tests.waiting import until


def start_game(person: Visitor, other: Visitor, kind: str = "tiles", **fields: object) -> str:
    """Start a game of two in which it's the first person's turn."""
    game = make_table([person, other], kind, **fields)
    play([person, other], game, stop=lambda state: state["person"] is person)
    return game


def move(person: Visitor, game: str) -> None:
    """Make this person's first legal move over HTTP."""
    state = person.state(game)
    person.send(game, state["choices"]["moves"][0], state["version"]).must(200)


def place(page: Page) -> None:
    """Place the tile on the first marked space."""
    page.locator(".tiles-plane button.cell:not(.off)").first.click()
    page.locator("#tiles-go").click()


def expect_count(page: Page, number: int) -> None:
    """Expect this number of waiting games in the title."""
    expect(page).to_have_title(re.compile(rf"^\({number}\) " if number else r"^[^(]"))


def find_icon(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def open_with_stopped_clock(window: Windows, person: Visitor, path: str, **options: Any) -> Page:
    """Open a window whose clock only moves when the test says so, on later pages, too."""
    page = window(person, "/rules/", **options)
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.clock.pause_at("2026-11-18T10:00:00Z")
    page.goto(path)
    return page


def open_and_subscribe(page: Page, path: str) -> None:
    """Open a path and wait for the first count, after which the page's socket misses no update."""
    frames = list[Any]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(text)))
    page.goto(path)
    wait_for(page, lambda: frames, "the first count")


@pytest.fixture
def pair(site: Site) -> tuple[Visitor, Visitor]:
    return site.sign_up(), site.sign_up()


def test_every_page_counts_waiting_games_and_the_home_page_lists_them(pair, window: Windows) -> None:
    """The title, the icon and the menu are updated without a reload, even while the page is hidden."""
    ana, ben = pair
    game = start_game(ben, ana)
    page, home = window(ana, "/rules/push/"), window(ana, "/")
    expect_count(page, 0)
    expect(page.locator("#next")).to_be_hidden()
    expect(home.locator("h1")).to_contain_text("You're all caught up")
    expect(home.locator(f"#row-{game}")).to_contain_text(ben.name)
    window.clear_requests(home)
    move(ben, game)
    for each in (page, home):
        expect_count(each, 1)
    assert "favicon-turn" in find_icon(page)
    expect(page.locator("#next")).to_have_text(re.compile(r"Next game.*1$"))
    expect(page.locator("#next-told")).to_have_text("Games waiting for you: 1.")
    expect(home.locator("h1")).to_contain_text("It's your turn in 1 game")
    expect(home.locator(f".queue #row-{game}")).to_contain_text("Place your")
    assert "GET /" in window.requests(home)
    move(ana, game)
    for each in (page, home):
        expect_count(each, 0)
    assert "favicon-turn" not in find_icon(page)
    expect(home.locator("h1")).to_contain_text("You're all caught up")
    page.evaluate(HIDE_PAGE)
    move(ben, game)
    expect_count(page, 1)


@pytest.mark.proof("windows")
def test_a_board_that_arrives_long_after_the_count_is_not_counted_twice(pair, window: Windows) -> None:
    ana, ben = pair
    game, _other_game = start_game(ben, ana), start_game(ana, ben)
    page, held = open_with_stopped_clock(window, ana, "/rules/"), list[Any]()

    def hold(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda text: held.append((socket.send, text)))

    page.route_web_socket(f"**/ws/games/{game}/**", hold)
    page.goto(f"/games/{game}/")
    expect_count(page, 1)
    move(ben, game)
    expect_count(page, 2)
    page.clock.run_for(10_000)
    wait_for(page, lambda: any('"html"' in text for _, text in held), "the board")
    for send, text in held:
        send(text)
    expect(page.locator("#live[data-turn]")).to_have_count(1)
    page.clock.run_for(10_000)
    expect_count(page, 2)
    move(ana, game)
    expect_count(page, 1)


@pytest.mark.proof("windows")
def test_the_home_page_updates_whose_turn_it_is(site: Site, window: Windows) -> None:
    people = [site.sign_up() for _ in range(4)]
    game = make_table(people, "swap", seats=4)
    seats = {person.state(game)["seat"]: person for person in people}
    first, second, _, last = (seats[seat] for seat in people[0].state(game)["view"]["order"])
    page = window(last, "about:blank")
    open_and_subscribe(page, "/")
    mover = page.locator(f".theirs#row-{game} strong")
    expect(mover).to_have_text(first.name)
    first.send(game, {"do": "hold"}, 0).must(200)
    expect(mover).to_have_text(second.name)


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "dark"), [((320, 640), True), ((1440, 900), False)])
def test_a_busy_home_page_is_accessible(pair, window: Windows, viewport: tuple[int, int], dark: bool) -> None:
    ana, ben = pair
    for kind in ("tiles", "push"):
        start_game(ana, ben, kind, pace="daily")
    start_game(ben, ana)
    over = make_table([ana, ben], "tiles")
    play([ana, ben], over)
    ben.post(f"/games/{ben.new_game('tiles')}/invite/", {"name": ana.name}).must(303)
    page = window(ana, "/", viewport=viewport, dark=dark)
    expect_count(page, 2)
    check_fits(page)
    check_accessibility(page, "with waiting games")
    page.locator(f"#dismiss-{over}").click()
    expect(page.locator(f"#dismiss-{over}")).to_have_count(0)
    expect(page.locator(".queue-row")).to_have_count(2)


@pytest.mark.proof("windows")
def test_logging_out_elsewhere_closes_the_socket_for_good(site: Site, window: Windows) -> None:
    ana, ben = site.sign_up(), site.sign_up()
    start_game(ana, ben)
    page = open_with_stopped_clock(window, ana, "/rules/")
    expect_count(page, 1)
    until(lambda: 'data-zone="' in ana.get("/rules/").text, "the time zone")  # the page can't save it once logged out
    ana.post("/accounts/logout/").must(302, 200)
    expect_count(page, 0)
    window.clear_requests(page)
    page.clock.run_for(60_000)
    assert window.requests(page) == []


def test_the_n_key_and_the_countdown_lead_to_the_next_game(pair, window: Windows) -> None:
    ana, ben = pair
    games = [start_game(ana, ben) for _ in range(3)]
    page = open_with_stopped_clock(window, ana, "/games/")  # stops the five-second countdown
    expect_count(page, 3)
    for game in (*games, games[0]):
        page.keyboard.press("n")
        page.wait_for_url(f"**/games/{game}/")
        wait_until_live(page)
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
    wait_until_live(page)
    place(page)
    expect(page.locator("#onward.goes")).to_have_text(re.compile(r"Move saved\. Next game: Place your.*in \d s", re.S))
    page.clock.run_for(6_000)
    page.wait_for_url(f"**/games/{games[2]}/")
    wait_until_live(page)
    place(page)
    expect_count(page, 0)
    expect(page.locator("#onward")).to_have_count(0)
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.locator(".message")).to_contain_text("You're all caught up")


@pytest.mark.proof("windows")
def test_there_is_no_countdown_if_the_player_turned_it_off(pair, window: Windows) -> None:
    ana, ben = pair
    ana.post("/accounts/settings/", {"theme": "", "time_zone": ""}).must(302)
    games = [start_game(ana, ben, pace="daily") for _ in range(2)]
    page = window(ana, f"/games/{games[0]}/", viewport=(320, 640))
    wait_until_live(page)
    expect_count(page, 2)
    place(page)
    expect(page.locator("#onward")).to_be_visible()
    text = page.locator(".onward-words small").inner_text()
    assert re.search(r"by (\S+ )*\d\d:\d\d ?in ", text), text  # in the player's time zone; CSS adds the comma
    expect(page.locator("#onward.goes")).to_have_count(0)
    check_fits(page)
    page.locator("#onward-go").click()
    page.wait_for_url(f"**/games/{games[1]}/")


@pytest.mark.proof("windows")
def test_changes_that_are_not_moves_show_without_a_reload(pair, window: Windows) -> None:
    ana, ben = pair
    game = start_game(ben, ana, pace="daily")
    page = window(ana, f"/games/{game}/")
    wait_until_live(page)
    board = page.locator("#table")
    page.evaluate("window.isSamePage = true")
    before = int(board.get_attribute("data-revision") or 0)
    version = board.get_attribute("data-version") or ""
    ana.post(f"/games/{game}/time/", {"seat": ben.state(game)["seat"]}, Accept="application/json").must(200)
    until(lambda: int(board.get_attribute("data-revision") or 0) > before, "the revision")
    expect(board).to_have_attribute("data-version", version)
    assert page.evaluate("window.isSamePage"), "the page was reloaded"


# --- updates since the last visit (the "reel") ---


def test_updates_are_shown_one_by_one_and_can_be_paused_and_skipped(pair, window: Windows) -> None:
    """They never cover the buttons, don't come again on another device, and are a plain list with reduced motion."""
    ana, ben = pair
    game = start_game(ben, ana)
    move(ben, game)
    still = window(ana, f"/games/{game}/", reduced_motion=True, javascript=False, viewport=(320, 640))
    lines = still.locator("#reel .reel-lines li")
    expect(lines.first).to_be_visible()
    still.locator("#reel summary").click()
    expect(lines.first).to_be_hidden()
    page = open_with_stopped_clock(window, ana, f"/games/{game}/", viewport=(320, 640))
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
    report = f"number={page.locator('#state').get_attribute('data-version')}&"
    with page.expect_response(lambda response: report in (response.request.post_data or "")):
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
def test_updates_are_skipped_by_escape_the_button_or_a_click_on_the_board(site: Site, window: Windows) -> None:
    ana, ben = site.sign_up(), site.sign_up()
    for how in ("Escape", ".reel-skip", "#headline"):
        game = start_game(ben, ana)
        move(ben, game)
        page = open_with_stopped_clock(window, ana, f"/games/{game}/")
        expect(page.locator("#reel.is-running")).to_be_visible()
        if how == "Escape":
            page.keyboard.press("Escape")
        elif how == "#headline":
            page.locator(".tiles-plane").click(position={"x": 5, "y": 5}, force=True)
        else:
            page.locator(how).click()
        expect(page.locator("#reel")).to_be_hidden()


@pytest.mark.proof("windows")
def test_paused_updates_are_accessible(pair, window: Windows) -> None:
    ana, ben = pair
    game = start_game(ben, ana)
    move(ben, game)
    page = open_with_stopped_clock(window, ana, f"/games/{game}/")
    page.locator(".reel-pause").click()
    page.clock.resume()  # axe needs a running clock
    check_accessibility(page, "with updates")
    page.locator(".reel-pause").click()
    expect(page.locator("#reel")).to_be_hidden()


@pytest.mark.proof("windows")
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_board_does_not_move_when_updates_start(pair, window: Windows, viewport: tuple[int, int]) -> None:
    ana, ben = pair
    game = start_game(ben, ana)
    move(ben, game)
    page = open_with_stopped_clock(window, ana, "/rules/", viewport=viewport)
    page.add_init_script(WATCH_SHIFTS)
    page.goto(f"/games/{game}/")
    wait_until_live(page)
    expect(page.locator("#reel.is-running li.is-shown")).to_be_visible()
    page.clock.resume()
    page.evaluate(PAINTED)
    shifts = page.evaluate("window.listShifts()")
    assert sum(value for value, _what in shifts) < 0.02, shifts


@pytest.mark.proof("windows")
def test_a_page_reports_that_it_is_being_looked_at(pair, window: Windows) -> None:
    ana, ben = pair
    game = start_game(ana, ben)
    page = window(ana)
    with page.expect_response("**/seen/") as response:
        page.goto(f"/games/{game}/")
    assert response.value.status == 204
    assert "looking=1" in (response.value.request.post_data or "")


@pytest.mark.proof("windows")
def test_a_page_without_input_stops_reporting_that_it_is_looked_at(pair, window: Windows) -> None:
    ana, ben = pair
    game = start_game(ben, ana)
    page = window(ana)
    page.clock.install()
    page.goto(f"/games/{game}/")
    wait_until_live(page)
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(hours=1))
    window.clear_requests(page)
    page.mouse.move(100, 100)  # the last input for a while
    until(lambda: count_reports(window, page) > 0, "the first report")
    before = count_reports(window, page)
    page.clock.run_for(100_000)
    until(lambda: count_reports(window, page) == before + 4, "more reports")
    page.clock.fast_forward("10:00")
    page.clock.run_for(100_000)
    with page.expect_request("**/seen/"):  # a response could belong to an earlier report
        page.mouse.move(200, 200)
    assert count_reports(window, page) == before + 5


def count_reports(window: Windows, page: Page) -> int:
    """Count how often the page has reported that it is being looked at."""
    page.evaluate("true")  # lets Playwright deliver the requests so far
    return sum(line.endswith("/seen/") for line in window.all_requests[page])


@pytest.mark.proof("windows")
def test_updates_count_as_seen_even_if_the_player_leaves_at_once(pair, window: Windows) -> None:
    ana, ben = pair
    game = start_game(ben, ana)
    move(ben, game)
    assert "Since your last visit" in ana.get("/").text
    page = window(ana, f"/games/{game}/", reduced_motion=True)
    page.goto("/rules/")
    until(lambda: "Since your last visit" not in ana.get("/").text, "the last report")
