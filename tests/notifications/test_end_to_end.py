"""Everything at a real server: confirming an address, a turn's e-mail, its links, and unsubscribing."""

import re
from collections.abc import Iterator

import pytest

from tests.browser.server import PASSWORD, Site, Visitor, make_table, play
from tests.notifications.mailbox import Mailbox
from tests.waiting import until


@pytest.fixture
def box() -> Iterator[Mailbox]:
    made = Mailbox()
    yield made
    made.close()


@pytest.fixture
def site(box) -> Iterator[Site]:
    made = Site(EMAIL_URL=f"smtp://127.0.0.1:{box.port}")
    try:
        yield made.start()
    finally:
        made.stop()


def sign_up_with_address(site: Site, box: Mailbox, name: str) -> Visitor:
    """Sign up with an address, and confirm it with the link in the mail."""
    visitor = Visitor(site, name)
    address = f"{name.lower()}@mail.example"
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": address}
    visitor.post("/accounts/signup/", fields).must(302, 303)
    until(lambda: list_mails(box, address), "the mail with the confirmation link")
    link = re.search(r"http://localhost:\d+(/\S+)", list_mails(box, address)[0].get_content())
    assert link
    visitor.get(link[1]).must(200)
    visitor.post(link[1]).must(302, 303)
    return visitor


def list_mails(box: Mailbox, address: str) -> list:
    return [mail for mail in box.mails if mail["To"] == address]


def test_a_turn_is_mailed_until_the_player_unsubscribes(site, box):
    ana, ben = (sign_up_with_address(site, box, name) for name in ("Ana", "Ben"))
    now = {"mail": "on", "delay": "0", "reminders": "on", "digest_hour": "8"}
    for visitor in (ana, ben):
        visitor.post("/accounts/notices/", now).must(303)
    before = len(box.mails)
    game = make_table([ana, ben], "tiles", seats=2, pace="daily")
    until(lambda: len(box.mails) > before, "the mail of the first turn")
    mail = box.mails[-1]
    mover = {"ana@mail.example": ana, "ben@mail.example": ben}[mail["To"]]
    text = mail.get_body(("plain",)).get_content()
    assert f"{site.url}/games/{game}/" in text
    assert mover.get(f"/games/{game}/").must(200)
    assert "sent" in mover.get("/accounts/notices/").said()
    stop = mail["List-Unsubscribe"].strip().strip("<>").removeprefix(site.url)
    stranger = site.visitor()
    stranger.ask("POST", stop, "List-Unsubscribe=One-Click", {"Origin": "https://mail.example"}).must(200)
    assert "Turn game e-mails back on" in stranger.get(stop).text
    before = len(box.mails)
    play([ana, ben], game, moves=1)
    other = "ben@mail.example" if mover == ana else "ana@mail.example"
    until(lambda: len(box.mails) > before, "a mail to the other player")
    play([ana, ben], game, moves=1)
    sent = box.mails[before:]
    assert [mail["To"] for mail in sent] == [other]
    until(lambda: "not sent: e-mail notifications are off" in mover.get("/accounts/notices/").text, "the log")
    assert len(box.mails) == before + 1
    assert "Traceback" not in site.log()
