"""Which passwords are good enough, and how they are kept."""

import threading

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts import hashers
from accounts.models import User
from accounts.passwords import LONGEST
from ten_site import settings

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
def test_a_good_password(password):
    validate_password(password, User(username="Ana"))


@pytest.mark.parametrize(("code", "password"), [(code, each) for code, listed in BAD.items() for each in listed])
def test_a_bad_password_is_refused_with_a_sentence_that_says_what_to_do(code, password):
    with pytest.raises(ValidationError) as refused:
        validate_password(password, User(username="MarianneSchmidt", email="mari.schmidt@example.org"))
    assert code in [error.code for error in refused.value.error_list]
    assert all(message.split()[0] in ("Use", "Passwords", "This") for message in refused.value.messages)


def test_a_huge_password_is_refused_quickly():
    validate_password("otter " * 21, User())
    with pytest.raises(ValidationError):
        validate_password("otter " * 10_000, User())
    with pytest.raises(ValidationError):
        validate_password("a" * (LONGEST + 1), User())


def test_passwords_are_kept_as_argon2id():
    assert settings.PASSWORD_HASHERS == ["accounts.hashers.Argon2id"]
    hasher = hashers.Argon2id()
    kept = hasher.encode("two lazy otters swim", hasher.salt())
    assert kept.startswith("argon2$argon2id$")
    assert hasher.verify("two lazy otters swim", kept)
    assert not hasher.verify("two lazy otters swam", kept)


def test_two_passwords_are_checked_at_a_time_and_who_finds_no_room_is_sent_away():
    inside, most, gate = [], [], threading.Event()
    seen = threading.Semaphore(0)

    def check():
        with hashers.turn():
            inside.append(1)
            most.append(len(inside))
            seen.release()
            gate.wait(10)
            inside.pop()

    threads = [threading.Thread(target=check) for _ in range(hashers.AT_A_TIME + hashers.WAITING)]
    for thread in threads:
        thread.start()
    for _ in range(hashers.AT_A_TIME):
        assert seen.acquire(timeout=10)
    while any(not thread.is_alive() for thread in threads) or hashers.room._value:
        threading.Event().wait(0.005)
    with pytest.raises(hashers.Busy), hashers.turn():
        pass
    gate.set()
    for thread in threads:
        thread.join(10)
    assert max(most) == hashers.AT_A_TIME
    with hashers.turn():
        pass


def test_the_page_says_so_when_there_is_no_room(client, monkeypatch, ana):
    def full(*args):
        raise hashers.Busy

    monkeypatch.setattr(User, "check_password", full)
    answer = client.post("/accounts/login/", {"login": "Ana", "password": "two lazy otters swim"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "2"
    assert "Please try again in a few seconds." in answer.content.decode()
