"""Users for these tests. Every test has the database and an empty cache."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "two lazy otters swim"  # noqa: S105


@pytest.fixture(autouse=True)
def _clear_cache(db):
    """Forget what allauth has counted."""
    cache.clear()


@pytest.fixture
def ana(db):
    """A user with a password and a confirmed address."""
    person = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    person.emailaddress_set.create(email="ana@example.org", verified=True, primary=True)
    return person


@pytest.fixture
def ana_client(ana):
    """A client in which Ana has logged in through the form."""
    client = Client()
    client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    return client


@pytest.fixture
def guest():
    """A client in which a guest is logged in."""
    client = Client()
    client.post("/accounts/guest/")
    return client


def logged_in_user(client):
    """Return the user who is logged in, or None."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key) if key else None
