"""Users for these tests. Every test has the database, and limits start empty."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "two lazy otters swim"  # noqa: S105


@pytest.fixture(autouse=True)
def fresh(db):
    """The database, and nothing counted yet."""
    cache.clear()


@pytest.fixture
def ana(db):
    """Somebody with a password and an address that is confirmed."""
    person = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    person.emailaddress_set.create(email="ana@example.org", verified=True, primary=True)
    return person


@pytest.fixture
def inside(ana):
    """A browser in which Ana is logged in, as by hand."""
    client = Client()
    client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    return client


@pytest.fixture
def guest():
    """A browser in which a guest plays."""
    client = Client()
    client.post("/accounts/guest/")
    return client


def who(client):
    """The person who is logged in, or None."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key) if key else None
