"""Quiet hours and time zones, and the signal when they change."""

import pytest

from accounts import signals
from tests.accounts.conftest import who


@pytest.fixture
def heard():
    """The hours of the users of whom it was said that they have others."""
    found = []

    def hear(user, **_said):
        found.append(user.hours)

    signals.hours_changed.connect(hear)
    yield found
    signals.hours_changed.disconnect(hear)


def settings(client, **fields):
    return client.post("/accounts/settings/", {"theme": "", "time_zone": "", **fields})


def test_quiet_hours_are_from_23_to_7_by_default(inside, heard):
    assert who(inside).hours == (23, 7, "")
    settings(inside)
    assert who(inside).hours == (23, 7, "")
    assert heard == []
    settings(inside, quiet_from=22, quiet_to=6, time_zone="Europe/Berlin")
    assert who(inside).hours == (22, 6, "Europe/Berlin")
    assert heard == [(22, 6, "Europe/Berlin")]


@pytest.mark.parametrize(("start", "end", "fits"), [(20, 8, True), (20, 9, False), (5, 4, False), (9, 9, True)])
def test_quiet_hours_are_at_most_half_of_the_day(inside, heard, start, end, fits):
    answer = settings(inside, quiet_from=start, quiet_to=end)
    assert answer.status_code == (302 if fits else 422)
    assert who(inside).hours == ((start, end, "") if fits else (23, 7, ""))
    assert bool(heard) is fits
    assert ("at most 12 hours" in answer.content.decode()) is not fits


@pytest.mark.parametrize("hour", ["24", "-1", "7.5", "seven", "9" * 5000, "\x00"])
def test_invalid_hours_are_refused(inside, heard, hour):
    assert settings(inside, quiet_from=hour).status_code == 422
    assert who(inside).hours == (23, 7, "")
    assert heard == []


def test_the_browsers_time_zone_is_stored_once(inside, heard):
    assert 'data-zone-to="/accounts/zone/"' in inside.get("/accounts/settings/").content.decode()
    assert inside.post("/accounts/zone/", {"zone": "Asia/Tokyo"}).status_code == 204
    assert who(inside).time_zone == "Asia/Tokyo"
    assert heard == [(23, 7, "Asia/Tokyo")]
    assert "data-zone-to" not in inside.get("/accounts/settings/").content.decode()
    assert inside.post("/accounts/zone/", {"zone": "Europe/Berlin"}).status_code == 204
    assert who(inside).time_zone == "Asia/Tokyo"
    assert len(heard) == 1


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 9999, "\x00", "Europe/"])
def test_an_unknown_time_zone_changes_nothing(inside, heard, zone):
    assert inside.post("/accounts/zone/", {"zone": zone}).status_code == 204
    assert who(inside).time_zone == ""
    assert heard == []


def test_every_name_browsers_have_for_utc_is_known(guest):
    assert guest.post("/accounts/zone/", {"zone": "Etc/UTC"}).status_code == 204
    assert who(guest).time_zone == "UTC"


def test_only_logged_in_users_have_a_time_zone(client, inside):
    assert client.post("/accounts/zone/", {"zone": "UTC"})["Location"].startswith("/accounts/login/")
    assert inside.get("/accounts/zone/").status_code == 405
