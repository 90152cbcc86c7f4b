"""The replay in a browser: keys, slider, log, autoplay, address, phones, without JavaScript, and game files."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.server import make_table, play
from tests.browser.windows import DESK, PHONE, axe, fits, resize


@pytest.fixture(scope="module")
def ended(site):
    """A finished game of swap, who played it, and what the moments of its replay are called."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "swap", seats=4, bots="easy,easy")
    last = play(people, game)["version"]
    page = people[0].get(f"/games/{game}/replay/").text
    steps = re.search('data-names="([^"]+)"', page).group(1).split()
    assert (steps[0], steps[-1]) == ("0", str(last))
    assert len(steps) > last + 1  # the end of a hand comes in several moments
    return game, people, steps


def shows(page, steps, number):
    """The moment with that number, wherever one looks."""
    step = steps[number]
    expect(page.locator("#table")).to_have_attribute("data-step", step)
    expect(page).to_have_url(re.compile(rf"step={step}&"))
    expect(page.locator("#replay-at")).to_have_js_property("value", str(number % len(steps)))


def test_keys_buttons_slider_log_and_eyes_lead_to_steps_and_the_address_follows(site, window, ended):
    """What happened is said, and a step that does not come can be asked for again."""
    game, people, steps = ended
    page = window(people[0], f"/games/{game}/replay/?step=3&seat=all", forgive=["net::ERR_FAILED", "Failed to load"])
    now = steps.index("3")
    for key, number in (("ArrowRight", now + 1), ("ArrowLeft", now), ("End", -1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        shows(page, steps, number)
    page.keyboard.press("PageDown")
    expect(page.locator(".replay-count")).to_contain_text("Hand 2 of")
    hand = steps.index(page.locator("#table").get_attribute("data-step"))
    assert hand > 1
    page.keyboard.press("PageUp")
    shows(page, steps, 0)
    page.locator("#replay-at").fill(str(hand))
    shows(page, steps, hand)
    line = page.locator("#replay-log > li[data-step='2']").first
    line.click()
    shows(page, steps, steps.index("2"))
    expect(page.locator("#replay-log > li.now").first).to_have_attribute("data-step", "2")
    expect(page.locator("#told")).to_contain_text("Step 2 of")
    said = page.locator("#replay-happened > li").first.inner_text()
    expect(page.locator("#told")).to_contain_text(said.split("(")[0].strip()[:20])
    page.click("#replay-back")
    shows(page, steps, steps.index("2") - 1)
    page.click("#replay-first")
    shows(page, steps, 0)
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
    shows(page, steps, -2)


@pytest.mark.proof("windows")
def test_the_end_of_a_hand_comes_moment_by_moment_each_with_its_address(site, window, ended):
    game, people, steps = ended
    first = next(number for number, step in enumerate(steps) if "-" in step)
    step = steps[first].split("-")[0]
    page = window(people[0], f"/games/{game}/replay/?step={steps[first - 1]}&seat=public")
    said = []
    for number in range(first, steps.index(step) + 1):
        page.keyboard.press("ArrowRight")
        shows(page, steps, number)
        expect(page.locator("#told")).to_contain_text(f"Step {step} of")
        expect(page.locator("#told")).to_contain_text(f"part {number - first + 1} of {steps.index(step) + 1 - first}")
        headline = page.locator("#headline").inner_text()
        assert (headline == "Resolving the move") == ("-" in steps[number])
        said.append(page.locator("#replay-happened").inner_text())
        expect(page.locator("#replay-log > li.now").first).to_have_attribute("data-step", steps[number])
        assert page.locator("#replay-at").get_attribute("aria-valuetext") in page.locator(".replay-place").inner_text()
    assert len(set(said)) == len(said) > 1
    axe(page, "in the middle of a step")
    plain = window(None, f"/games/{game}/replay/?step={steps[first]}&seat=public", javascript=False)
    plain.click("#replay-forward")
    expect(plain).to_have_url(re.compile(rf"step={steps[first + 1]}&seat=public"))


@pytest.mark.proof("windows")
def test_what_is_chosen_while_a_step_still_comes_is_kept(site, window, ended):
    game, people, steps = ended
    page = window(people[0], f"/games/{game}/replay/?step=3&seat=all")
    page.wait_for_load_state("networkidle")
    held, slow = [], [True]
    page.route("**/replay/step/**", lambda route: held.append(route) if slow else route.continue_())
    page.locator("#replay-at").fill("9")
    page.select_option("#replay-seat", "1")
    page.click("#replay-forward")
    slow.clear()
    for route in held:
        route.continue_()
    shows(page, steps, 10)
    expect(page.locator("#table")).to_have_attribute("data-who", "1")
    expect(page.locator("#replay-seat")).to_have_value("1")


def test_it_plays_by_itself_at_the_speed_that_was_chosen(site, window, ended):
    game, people, steps = ended
    page = window(people[0], f"/games/{game}/replay/?step={steps[-5]}&seat=public", reduced_motion=True)
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.reload()
    page.clock.pause_at("2026-11-18T10:00:00Z")  # from here on only the test lets time pass
    page.clock.run_for(20_000)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-5])  # not before it is pressed
    page.select_option("#replay-speed", "3000")
    page.click("#replay-play")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(2_900)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-5])
    page.clock.run_for(200)
    shows(page, steps, -4)
    page.select_option("#replay-speed", "250")
    page.clock.run_for(300)
    shows(page, steps, -3)
    page.click("#replay-play")
    page.clock.run_for(10_000)
    expect(page.locator("#table")).to_have_attribute("data-step", steps[-3])
    page.click("#replay-play")
    page.clock.run_for(300)
    shows(page, steps, -2)
    page.clock.run_for(300)
    shows(page, steps, -1)
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


@pytest.mark.proof("windows")
def test_what_comes_next_is_there_before_it_is_asked_for(site, window, ended):
    game, people, steps = ended
    page = window(people[0], f"/games/{game}/replay/?step=2&seat=all")
    page.wait_for_load_state("networkidle")
    now = steps.index("2")
    with page.expect_request(re.compile(rf"step={steps[now + 4]}&")) as ahead:
        page.keyboard.press("ArrowRight")
    shows(page, steps, now + 1)
    assert "/replay/step/" in ahead.value.url
    assert not [asked for asked in window.requests(page) if asked.startswith("POST")]


@pytest.mark.proof("windows")
def test_a_running_game_is_locked_and_leads_back(site, window):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push")
    state = play(people, game, moves=9)
    mover = state["person"]
    page = window(mover, f"/games/{game}/replay/")
    shown = page.locator("#table")
    expect(shown).to_have_attribute("data-step", str(state["version"]))
    assert shown.locator("form").count() == 0
    assert page.locator("#replay-seat option").count() == 2
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-at", str(int(shown.get_attribute("data-end")) - 1))
    page.click("text=Back to the game")
    expect(page).to_have_url(re.compile(f"/games/{game}/$"))


@pytest.mark.proof("windows")
def test_without_scripts_each_control_is_a_link_or_a_form(site, window, ended):
    game, people, steps = ended
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
def test_it_fits_a_phone_and_is_for_everybody(kind, site, window):
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, kind)
    play(people, game)
    page = window(people[0], f"/games/{game}/replay/?step=2&seat=all", viewport=PHONE, dark=True, reduced_motion=True)
    fits(page)
    now = int(page.locator("#table").get_attribute("data-at"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#table")).to_have_attribute("data-at", str(now + 3))
    fits(page)
    axe(page, "after three steps")
    for button in page.locator(".replay-go").all():
        box = button.bounding_box()
        assert box["width"] >= 32
        assert box["height"] >= 44
    page.click("#replay-last")
    expect(page.locator("#table")).to_have_attribute("data-status", "finished")
    resize(page, DESK)  # a log that is as narrow as on a phone lies under its own end
    axe(page, "the last step")


@pytest.mark.proof("windows")
def test_a_line_of_the_log_brings_its_table_into_sight(site, window, ended):
    game, people, _ = ended
    page = window(people[0], f"/games/{game}/replay/", viewport=PHONE)
    line = page.locator("#replay-scroll [data-go]").nth(2)
    line.click()
    expect(page.locator("#table")).not_to_have_attribute("data-step", "0")
    expect(page.locator("#headline")).to_be_in_viewport()


@pytest.mark.proof("windows")
def test_a_phone_on_its_side_has_room_for_the_table(site, window, ended):
    game, people, _steps = ended
    for wide, high in ((568, 320), (844, 390)):
        page = window(people[0], f"/games/{game}/replay/?step=2&seat=0", viewport=(wide, high))
        fits(page)
        page.evaluate("document.fonts.ready.then(() => true)")
        bar = page.locator(".replay-bar").bounding_box()
        assert bar["height"] <= high / 4
        slider = page.locator("#replay-at").bounding_box()
        assert slider["width"] >= 120
        assert all(button.bounding_box()["height"] >= 44 for button in page.locator(".replay-go").all())


def test_a_record_is_gone_through_in_the_page_that_holds_it(site, window, ended, tmp_path):
    game, people, steps = ended
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
def test_a_record_is_for_everybody_also_without_scripts(site, window, ended):
    game, people, steps = ended
    record = people[0].get(f"/games/{game}/record.json").text
    pages = window(None, "/look/"), window(None, "/look/", javascript=False, viewport=PHONE)
    for page in pages:
        page.fill("#record", record)
        page.click("#look-go")
        page.click("#replay-forward")
        expect(page.locator("#table")).to_have_attribute("data-step", steps[1])
        fits(page)
    axe(pages[0], "a record")
    line = pages[1].locator("#replay-log button.replay-to").first
    step = line.get_attribute("value") or ""
    line.click()
    expect(pages[1].locator("#table")).to_have_attribute("data-step", step)


@pytest.mark.proof("windows")
def test_a_large_record_comes_through_and_a_larger_one_does_not(site, window, ended):
    game, people, _steps = ended
    record = people[0].get(f"/games/{game}/record.json").text
    lines = "\n".join([record] * (1_000_000 // len(record.encode())))
    visitor = site.visitor()
    assert visitor.post("/look/", {"record": record + " " * 900_000}).status == 200
    assert visitor.post("/look/", {"record": record + " " * 1_200_000}).status == 413
    page = window(None, "/look/", javascript=False)
    page.fill("#record", lines)
    page.click("#look-go")
    expect(page.locator(".look-chances button").first).to_be_visible()


@pytest.mark.proof("windows")
def test_a_step_that_does_not_come_can_be_asked_for_again(site, window, ended):
    game, people, steps = ended
    page = window(people[0], f"/games/{game}/replay/?step=0&seat=all", forgive=["net::ERR_FAILED", "Failed to load"])
    page.wait_for_load_state("networkidle")
    page.route("**/replay/step/**", lambda route: route.abort())
    page.locator("#replay-at").fill("15")
    expect(page.locator("#said")).to_contain_text("couldn't be loaded")
    expect(page.locator("#table")).to_have_attribute("data-step", "0")
    page.select_option("#replay-seat", "1")
    expect(page.locator("#replay-seat")).to_have_value("all")  # through whose eyes it still is
    page.unroute("**/replay/step/**")
    page.locator("#replay-at").fill("15")
    shows(page, steps, 15)
