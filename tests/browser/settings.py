"""The settings of servers in browser tests: seeded randomness, fast password hashes, two more URLs."""

from ten_site.settings import *  # noqa: F403
from ten_site.settings import DATABASES, INSTALLED_APPS, SQLITE

ROOT_URLCONF = "tests.browser.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.dice.DiceConfig"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if SQLITE:  # a kill loses nothing: only a power cut would
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
