"""Settings for the servers of browser tests: seeded randomness, fast password hashes, and three more URLs."""

from ten_site.settings import *  # noqa: F403
from ten_site.settings import DATABASES, INSTALLED_APPS, SQLITE

ROOT_URLCONF = "tests.browser.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.dice.DiceConfig"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if SQLITE:  # safe when the process is killed; only a power cut could lose data
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
