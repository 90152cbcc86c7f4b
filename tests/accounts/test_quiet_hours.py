"""Quiet hours and time zones, and the signal when they change."""

import pytest

from accounts import signals
from tests.accounts.conftest import logged_in_user


@pytest.fixture
def announced():
    """The hours of each user announced by `hours_changed`."""
    found = []

    def hear(user, **_said):
        found.append(user.hours)

    signals.hours_changed.connect(hear)
    yield found
    signals.hours_changed.disconnect(hear)


def post_settings(client, **fields):
    return client.post("/accounts/settings/", {"theme": "", "time_zone": "", **fields})


def test_quiet_hours_are_from_23_to_7_by_default(ana_client, announced):
    assert logged_in_user(ana_client).hours == (23, 7, "")
    post_settings(ana_client)
    assert logged_in_user(ana_client).hours == (23, 7, "")
    assert announced == []
    post_settings(ana_client, quiet_from=22, quiet_to=6, time_zone="Europe/Berlin")
    assert logged_in_user(ana_client).hours == (22, 6, "Europe/Berlin")
    assert announced == [(22, 6, "Europe/Berlin")]


@pytest.mark.parametrize(("start", "end", "fits"), [(20, 8, True), (20, 9, False), (5, 4, False), (9, 9, True)])
def test_quiet_hours_are_limited_to_half_the_day(ana_client, announced, start, end, fits):
    answer = post_settings(ana_client, quiet_from=start, quiet_to=end)
    assert answer.status_code == (302 if fits else 422)
    assert logged_in_user(ana_client).hours == ((start, end, "") if fits else (23, 7, ""))
    assert bool(announced) is fits
    assert ("at most 12 hours" in answer.content.decode()) is not fits


@pytest.mark.parametrize("hour", ["24", "-1", "7.5", "seven", "9" * 5000, "\x00"])
def test_invalid_hours_are_refused(ana_client, announced, hour):
    assert post_settings(ana_client, quiet_from=hour).status_code == 422
    assert logged_in_user(ana_client).hours == (23, 7, "")
    assert announced == []


def test_the_browsers_time_zone_is_stored_once(ana_client, announced):
    assert 'data-zone-to="/accounts/zone/"' in ana_client.get("/accounts/settings/").content.decode()
    assert ana_client.post("/accounts/zone/", {"zone": "Asia/Tokyo"}).status_code == 204
    assert logged_in_user(ana_client).time_zone == "Asia/Tokyo"
    assert announced == [(23, 7, "Asia/Tokyo")]
    assert "data-zone-to" not in ana_client.get("/accounts/settings/").content.decode()
    assert ana_client.post("/accounts/zone/", {"zone": "Europe/Berlin"}).status_code == 204
    assert logged_in_user(ana_client).time_zone == "Asia/Tokyo"
    assert len(announced) == 1


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 9999, "\x00", "Europe/"])
def test_an_unknown_time_zone_changes_nothing(ana_client, announced, zone):
    assert ana_client.post("/accounts/zone/", {"zone": zone}).status_code == 204
    assert logged_in_user(ana_client).time_zone == ""
    assert announced == []


def test_other_names_for_utc_are_accepted(guest):
    assert guest.post("/accounts/zone/", {"zone": "Etc/UTC"}).status_code == 204
    assert logged_in_user(guest).time_zone == "UTC"


def test_only_logged_in_users_have_a_time_zone(client, ana_client):
    assert client.post("/accounts/zone/", {"zone": "UTC"})["Location"].startswith("/accounts/login/")
    assert ana_client.get("/accounts/zone/").status_code == 405
