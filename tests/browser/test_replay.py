"""The replay and the viewer for game files: every control, autoplay, URLs, phones, and without JavaScript."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.server import make_table, play
from tests.browser.windows import DESK, PHONE, check_accessibility, check_fits, resize


@pytest.fixture(scope="module")
def finished_game(site):
    """A finished game of swap, its players, and the names of the steps in its replay."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "swap", seats=4, bots="easy,easy")
    last = play(people, game)["version"]
    page = people[0].get(f"/games/{game}/replay/").text
    steps = re.search('data-names="([^"]+)"', page).group(1).split()
    assert (steps[0], steps[-1]) == ("0", str(last))
    assert len(steps) > last + 1  # the end of a hand has several steps
    return game, people, steps


def expect_step(page, steps, number):
    """Expect the board, the URL and the slider to be at a step."""
    step = steps[number]
    expect(page.locator("#table")).to_have_attribute("data-step", step)
    expect(page).to_have_url(re.compile(rf"step={step}&"))
    expect(page.locator("#replay-at")).to_have_js_property("value", str(number % len(steps)))


def test_every_control_moves_the_replay_and_updates_the_url(site, window, finished_game):
    """Steps are announced, and one that couldn't be loaded can be tried again."""
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/?step=3&seat=all", forgive=["net::ERR_FAILED", "Failed to load"])
    now = steps.index("3")
    for key, number in (("ArrowRight", now + 1), ("ArrowLeft", now), ("End", -1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect_step(page, steps, number)
    page.keyboard.press("PageDown")
    expect(page.locator(".replay-count")).to_contain_text("Hand 2 of")
    hand = steps.index(page.locator("#table").get_attribute("data-step"))
    assert hand > 1
    page.keyboard.press("PageUp")
    expect_step(page, steps, 0)
    page.locator("#replay-at").fill(str(hand))
    expect_step(page, steps, hand)
    line = page.locator("#replay-log > li[data-step='2']").first
    line.click()
    expect_step(page, steps, steps.index("2"))
    expect(page.locator("#replay-log > li.now").first).to_have_attribute("data-step", "2")
    expect(page.locator("#told")).to_contain_text("Step 2 of")
    event = page.locator("#replay-happened > li").first.inner_text()
    expect(page.locator("#told")).to_contain_text(event.split("(")[0].strip()[:20])
    page.click("#replay-back")
    expect_step(page, steps, steps.index("2") - 1)
    page.click("#replay-first")
    expect_step(page, steps, 0)
    expect(page.locator("#replay-first")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#replay-first")).to_be_focused()
    page.select_option("#replay-seat", "1")
    expect(page.locator("#table")).to_have_attribute("data-who", "1")
    expect(page).to_have_url(re.compile(r"step=0&seat=1$"))
    expect(page.locator(".swap-own .is-own")).to_be_visible()
    page.focus("#replay-seat")
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-step", "0")
    last = str(len(steps) - 2)
    page.route("**/replay/step/**", lambda route: route.abort())
    page.locator("#replay-at").fill(last)
    expect(page.locator("#said")).to_contain_text("couldn't be loaded")
    expect(page.locator("#table")).to_have_attribute("data-step", "0")
    page.unroute("**/replay/step/**")
    page.locator("#replay-at").fill(last)
    expect_step(page, steps, -2)


@pytest.mark.proof("windows")
def test_the_end_of_a_hand_is_shown_in_steps_with_their_own_urls(site, window, finished_game):
    game, people, steps = finished_game
    first = next(number for number, step in enumerate(steps) if "-" in step)
    step = steps[first].split("-")[0]
    page = window(people[0], f"/games/{game}/replay/?step={steps[first - 1]}&seat=public")
    events = []
    for number in range(first, steps.index(step) + 1):
        page.keyboard.press("ArrowRight")
        expect_step(page, steps, number)
        expect(page.locator("#told")).to_contain_text(f"Step {step} of")
        expect(page.locator("#told")).to_contain_text(f"part {number - first + 1} of {steps.index(step) + 1 - first}")
        headline = page.locator("#headline").inner_text()
        assert (headline == "Resolving the move") == ("-" in steps[number])
        events.append(page.locator("#replay-happened").inner_text())
        expect(page.locator("#replay-log > li.now").first).to_have_attribute("data-step", steps[number])
        assert page.locator("#replay-at").get_attribute("aria-valuetext") in page.locator(".replay-place").inner_text()
    assert len(set(events)) == len(events) > 1
    check_accessibility(page, "in the middle of a step")
    plain = window(None, f"/games/{game}/replay/?step={steps[first]}&seat=public", javascript=False)
    plain.click("#replay-forward")
    expect(plain).to_have_url(re.compile(rf"step={steps[first + 1]}&seat=public"))


@pytest.mark.proof("windows")
def test_clicks_while_a_step_is_loading_are_not_lost(site, window, finished_game):
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/?step=3&seat=all")
    page.wait_for_load_state("networkidle")
    held, is_slow = [], [True]
    page.route("**/replay/step/**", lambda route: held.append(route) if is_slow else route.continue_())
    page.locator("#replay-at").fill("9")
    page.select_option("#replay-seat", "1")
    page.click("#replay-forward")
    is_slow.clear()
    for route in held:
        route.continue_()
    expect_step(page, steps, 10)
    expect(page.locator("#table")).to_have_attribute("data-who", "1")
    expect(page.locator("#replay-seat")).to_have_value("1")


def test_autoplay_runs_at_the_chosen_speed(site, window, finished_game):
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/?step={steps[-5]}&seat=public", reduced_motion=True)
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.reload()
    page.clock.pause_at("2026-11-18T10:00:00Z")  # from now on, only the test advances the clock
    page.clock.run_for(20_000)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-5])  # it only starts when clicked
    page.select_option("#replay-speed", "3000")
    page.click("#replay-play")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(2_900)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-5])
    page.clock.run_for(200)
    expect_step(page, steps, -4)
    page.select_option("#replay-speed", "250")
    page.clock.run_for(300)
    expect_step(page, steps, -3)
    page.click("#replay-play")
    page.clock.run_for(10_000)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-3])
    page.click("#replay-play")
    page.clock.run_for(300)
    expect_step(page, steps, -2)
    page.clock.run_for(300)
    expect_step(page, steps, -1)
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


@pytest.mark.proof("windows")
def test_the_next_steps_are_preloaded(site, window, finished_game):
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/?step=2&seat=all")
    page.wait_for_load_state("networkidle")
    now = steps.index("2")
    with page.expect_request(re.compile(rf"step={steps[now + 4]}&")) as ahead:
        page.keyboard.press("ArrowRight")
    expect_step(page, steps, now + 1)
    assert "/replay/step/" in ahead.value.url
    assert not [line for line in window.requests(page) if line.startswith("POST")]


@pytest.mark.proof("windows")
def test_a_running_game_can_be_replayed_without_controls_to_move(site, window):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push")
    state = play(people, game, moves=9)
    mover = state["person"]
    page = window(mover, f"/games/{game}/replay/")
    board = page.locator("#table")
    expect(board).to_have_attribute("data-step", str(state["version"]))
    assert board.locator("form").count() == 0
    assert page.locator("#replay-seat option").count() == 2
    page.keyboard.press("ArrowLeft")
    expect(board).to_have_attribute("data-at", str(int(board.get_attribute("data-end")) - 1))
    page.click("text=Back to the game")
    expect(page).to_have_url(re.compile(f"/games/{game}/$"))


@pytest.mark.proof("windows")
def test_the_controls_work_without_scripts(site, window, finished_game):
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/", javascript=False, viewport=PHONE)
    page.click("#replay-last")
    expect(page).to_have_url(re.compile(f"step={steps[-1]}&seat=all"))
    page.click("#replay-back")
    expect(page).to_have_url(re.compile(f"step={steps[-2]}&seat=all"))
    page.select_option("#replay-seat", "public")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("seat=public"))
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-2])
    page.locator("#replay-log a.replay-to").first.click()
    expect(page).to_have_url(re.compile(r"step=[\d-]+&seat=public"))


@pytest.mark.proof("windows")
@pytest.mark.parametrize("kind", ["push", "tiles"])
def test_the_replay_fits_a_phone_and_is_accessible(kind, site, window):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, kind)
    play(people, game)
    page = window(people[0], f"/games/{game}/replay/?step=2&seat=all", viewport=PHONE, dark=True, reduced_motion=True)
    check_fits(page)
    now = int(page.locator("#table").get_attribute("data-at"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#table")).to_have_attribute("data-at", str(now + 3))
    check_fits(page)
    check_accessibility(page, "after three steps")
    for button in page.locator(".replay-go").all():
        box = button.bounding_box()
        assert box["width"] >= 32
        assert box["height"] >= 44
    page.click("#replay-last")
    expect(page.locator("#table")).to_have_attribute("data-status", "finished")
    resize(page, DESK)  # on a phone, axe can't determine the background of the log
    check_accessibility(page, "the last step")


@pytest.mark.proof("windows")
def test_clicking_a_line_of_the_log_scrolls_to_the_board(site, window, finished_game):
    game, people, _ = finished_game
    page = window(people[0], f"/games/{game}/replay/", viewport=PHONE)
    page.locator("#replay-scroll [data-go]").nth(2).click()
    expect(page.locator("#table")).not_to_have_attribute("data-step", "0")
    expect(page.locator("#headline")).to_be_in_viewport()


@pytest.mark.proof("windows")
def test_the_board_has_room_on_a_phone_in_landscape(site, window, finished_game):
    game, people, _steps = finished_game
    for width, height in ((568, 320), (844, 390)):
        page = window(people[0], f"/games/{game}/replay/?step=2&seat=0", viewport=(width, height))
        check_fits(page)
        page.evaluate("document.fonts.ready.then(() => true)")
        bar = page.locator(".replay-bar").bounding_box()
        assert bar["height"] <= height / 4
        slider = page.locator("#replay-at").bounding_box()
        assert slider["width"] >= 120
        assert all(button.bounding_box()["height"] >= 44 for button in page.locator(".replay-go").all())


def test_a_game_file_can_be_viewed_without_leaving_the_page(site, window, finished_game, tmp_path):
    game, people, steps = finished_game
    record = people[0].get(f"/games/{game}/record.json").text
    file = tmp_path / "game.json"
    file.write_text(record)
    page = window(None, "/look/")
    page.set_input_files("#look-file", file)
    expect(page.locator("#record")).to_have_value(record)
    page.click("#look-go")
    expect(page.locator("#table")).to_have_attribute("data-step", "0")
    page.wait_for_load_state("load")  # its scripts have run
    for key, step in (("End", steps[-1]), ("ArrowLeft", steps[-2])):
        page.keyboard.press(key)
        expect(page.locator("#table")).to_have_attribute("data-step", step)
    assert urlsplit(page.url).path == "/look/"


@pytest.mark.proof("windows")
def test_the_game_file_viewer_is_accessible_and_works_without_scripts(site, window, finished_game):
    game, people, steps = finished_game
    record = people[0].get(f"/games/{game}/record.json").text
    pages = window(None, "/look/"), window(None, "/look/", javascript=False, viewport=PHONE)
    for page in pages:
        page.fill("#record", record)
        page.click("#look-go")
        page.click("#replay-forward")
        expect(page.locator("#table")).to_have_attribute("data-step", steps[1])
        check_fits(page)
    check_accessibility(pages[0], "a game file")
    line = pages[1].locator("#replay-log button.replay-to").first
    step = line.get_attribute("value") or ""
    line.click()
    expect(pages[1].locator("#table")).to_have_attribute("data-step", step)


@pytest.mark.proof("windows")
def test_large_game_files_are_accepted_up_to_a_limit(site, window, finished_game):
    game, people, _steps = finished_game
    record = people[0].get(f"/games/{game}/record.json").text
    many = "\n".join([record] * (1_000_000 // len(record.encode())))
    visitor = site.visitor()
    assert visitor.post("/look/", {"record": record + " " * 900_000}).status == 200
    assert visitor.post("/look/", {"record": record + " " * 1_200_000}).status == 413
    page = window(None, "/look/", javascript=False)
    page.fill("#record", many)
    page.click("#look-go")
    expect(page.locator(".look-chances button").first).to_be_visible()


@pytest.mark.proof("windows")
def test_a_step_that_could_not_be_loaded_can_be_tried_again(site, window, finished_game):
    game, people, steps = finished_game
    page = window(people[0], f"/games/{game}/replay/?step=0&seat=all", forgive=["net::ERR_FAILED", "Failed to load"])
    page.wait_for_load_state("networkidle")
    page.route("**/replay/step/**", lambda route: route.abort())
    page.locator("#replay-at").fill("15")
    expect(page.locator("#said")).to_contain_text("couldn't be loaded")
    expect(page.locator("#table")).to_have_attribute("data-step", "0")
    page.select_option("#replay-seat", "1")
    expect(page.locator("#replay-seat")).to_have_value("all")  # still the view that is shown
    page.unroute("**/replay/step/**")
    page.locator("#replay-at").fill("15")
    expect_step(page, steps, 15)
