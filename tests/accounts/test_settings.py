"""Settings and avatars."""

import re
import xml.etree.ElementTree as ET

import pytest

from accounts.avatars import draw_face
from accounts.devices import describe_device
from accounts.templatetags.people import qr_code
from tests.accounts.conftest import logged_in_user


def test_settings_are_saved(ana_client):
    form = {"theme": "dark", "time_zone": "Europe/Berlin", "sound": "on"}
    assert ana_client.post("/accounts/settings/", form)["Location"] == "/accounts/settings/"
    person = logged_in_user(ana_client)
    assert (person.theme, person.time_zone, person.wants_sound) == ("dark", "Europe/Berlin", True)
    ana_client.post("/accounts/settings/", {"theme": "", "time_zone": ""})
    person = logged_in_user(ana_client)
    assert (person.theme, person.time_zone, person.wants_sound) == ("", "", False)


@pytest.mark.parametrize("form", [{"theme": "pink"}, {"time_zone": "Mars/Olympus"}, {"theme": "dark" * 9999}])
def test_unknown_settings_are_refused(ana_client, form):
    assert ana_client.post("/accounts/settings/", form).status_code == 422
    assert logged_in_user(ana_client).theme == ""


def test_settings_are_for_logged_in_users(client, guest):
    assert client.get("/accounts/settings/")["Location"] == "/accounts/login/?next=/accounts/settings/"
    page = guest.get("/accounts/settings/").content.decode()
    assert "Keep my games" in page
    assert "/accounts/2fa/" not in page


def test_an_avatar_depends_on_the_name():
    assert draw_face("Ana", 32) == draw_face("ana", 32)
    names = [f"player {number}" for number in range(300)]
    assert len({draw_face(name) for name in names}) > 290


@pytest.mark.parametrize("name", ["Ana", "<script>alert(1)</script>", "", "\ud800", "山田", '"><b>'])
def test_an_avatar_contains_only_shapes(name):
    drawn = draw_face(name, 48)
    svg = ET.fromstring(drawn)  # noqa: S314 - our own
    assert svg.get("width") == svg.get("height") == "48"
    assert svg.get("aria-hidden") == "true"
    assert {element.tag for element in svg.iter()} <= {"svg", "g", "path", "circle", "ellipse", "rect"}
    assert not re.search(r"\b(id|style|href|class)=", drawn.replace('class="face"', ""))


def test_the_qr_code_contains_only_a_path():
    assert "<path" in qr_code('<svg viewBox="0 0 3 3"><path d="M1,1H2V2H1z"/></svg>')
    assert qr_code('<svg viewBox="0 0 3 3"><path d="M1 1&quot;<b>"/></svg>') == ""
    assert qr_code("<b>") == ""


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8", "Unknown device"),
    ],
)
def test_a_device_is_named_in_words(agent, words):
    assert describe_device(agent) == words


def test_the_chosen_theme_is_on_every_page(ana_client):
    ana_client.post("/accounts/settings/", {"theme": "dark", "time_zone": "Asia/Tokyo", "sound": "on"})
    page = ana_client.get("/accounts/email/").content.decode()
    assert '<html lang="en" data-theme="dark" data-zone="Asia/Tokyo" data-sound-on data-time-in=' in page
