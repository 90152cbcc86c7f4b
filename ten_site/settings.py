"""All settings, from the environment where they differ between machines."""

import contextlib
import os
import secrets
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TEN_VAR", BASE_DIR / "var"))


def secret_key() -> str:
    """The key of the environment, or one that is made at the first start and kept for this machine only."""
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = VAR / "secret_key"
    if not path.exists():
        VAR.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"secret_key.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):  # another process was quicker: its key holds
            path.hardlink_to(made)
        made.unlink()
    return path.read_text()


SECRET_KEY = secret_key()
DEBUG = False
ALLOWED_HOSTS: list[str] = []
INSTALLED_APPS = ["games"]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
