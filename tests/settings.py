"""The settings of the site for tests: a temporary folder, and fast password hashes."""

import atexit
import os
import shutil
import tempfile

os.environ["TEN_DATA"] = tempfile.mkdtemp(prefix="ten-tests-")
os.environ["TEN_ADMIN_PATH"] = "behind-the-curtain"
atexit.register(shutil.rmtree, os.environ["TEN_DATA"], ignore_errors=True)

from ten_site.settings import *  # noqa: E402, F403
from ten_site.settings import DATA, DATABASES, SQLITE, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir(parents=True, exist_ok=True)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if SQLITE:  # a file as on the site, because threads and processes share it
    DATABASES["default"]["TEST"] = {"NAME": str(DATA / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
