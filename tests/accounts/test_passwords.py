"""Which passwords are good enough, and how they are stored."""

import threading

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts import hashers
from accounts.models import User
from accounts.passwords import LONGEST
from ten_site import settings
from ten_site.server import wsgi_bridge

GOOD = [
    "two lazy otters swim",
    "correcthorsebatterystaple",
    "Tr0ub4dor&3xy",
    "kx7#Qm2!vLp9",
    "ünder den Bäumen",
    "korrekt-pferd-batterie",
    "x4" + "pqvnzhrwtg",
    "日本語のとても長い合言葉です",
]
BAD = {
    "short": ["", "kx7#Qm2!vLp", "password"],
    "few": ["aaaaaaaaaaaa", "abababababab", "1212121212121212", "aabbccddaabbccdd"],
    "common": [
        "password1234",
        "Password1234!",
        "P@ssw0rd1234",
        "passwordpassword",
        "12345678901234",
        "98765432109876",
        "qwertyuiopas",
        "qwertyuiop[]",
        "asdfghjklqwertyuiop",
        "1qaz2wsx3edc4rfv",
        "abcdefghijklmnop",
        "abcdeabcdeabcde",
        "letmeinletmein",
        "iloveyou12345",
        "adminadmin12",
        "zxcvbnmasdfgh",
    ],
    "similar": ["Marianne2Schmidt", "mari.schmidt@example"],
}


@pytest.mark.parametrize("password", GOOD)
def test_a_good_password_is_allowed(password):
    assert list_errors(password, User(username="Ana")) == []


@pytest.mark.parametrize(("code", "password"), [(code, each) for code, listed in BAD.items() for each in listed])
def test_a_bad_password_is_refused_with_a_sentence_that_says_what_to_do(code, password):
    refused = list_errors(password, User(username="MarianneSchmidt", email="mari.schmidt@example.org"))
    assert code in [error.code for error in refused]
    assert all(error.messages[0].split()[0] in ("Use", "Passwords", "This") for error in refused)


def list_errors(password: str, user: User) -> list[ValidationError]:
    """Return every reason to refuse the password."""
    try:
        validate_password(password, user)
    except ValidationError as refused:
        return list(refused.error_list)
    return []


def test_a_huge_password_is_refused_quickly():
    validate_password("otter " * 21, User())
    with pytest.raises(ValidationError):
        validate_password("otter " * 10_000, User())
    with pytest.raises(ValidationError):
        validate_password("a" * (LONGEST + 1), User())


def test_passwords_are_hashed_with_argon2id():
    assert settings.PASSWORD_HASHERS == ["accounts.hashers.Argon2id"]
    hasher = hashers.Argon2id()
    kept = hasher.encode("two lazy otters swim", hasher.salt())
    assert kept.startswith("argon2$argon2id$")
    assert hasher.verify("two lazy otters swim", kept)
    assert not hasher.verify("two lazy otters swam", kept)


def test_at_most_two_passwords_are_hashed_at_a_time(monkeypatch):
    inside, most, gate, begun = [], [], threading.Event(), threading.Semaphore(0)

    def slow(self, password, salt):
        inside.append(1)
        most.append(len(inside))
        begun.release()
        assert gate.wait(10)
        inside.pop()
        return "hash"

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slow)
    threads = [threading.Thread(target=hashers.Argon2id().encode, args=("a", "b")) for _ in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(hashers.AT_A_TIME):
        assert begun.acquire(timeout=10)
    assert not begun.acquire(timeout=0.05)
    gate.set()
    for thread in threads:
        thread.join(10)
    assert len(most) == 6
    assert max(most) == hashers.AT_A_TIME


def test_passwords_are_checked_in_threads_of_their_own():
    def threads(method, path):
        return wsgi_bridge.choose_pool({"method": method, "path": path})

    for path in ("login", "signup", "password/change", "reauthenticate", "2fa/authenticate"):
        assert threads("POST", f"/accounts/{path}/") is wsgi_bridge.password_pool
    for method, path in (("POST", "/games/abc/moves/"), ("POST", "/accounts/guest/"), ("GET", "/accounts/login/")):
        assert threads(method, path) is wsgi_bridge.pool
