"""Settings of two servers that share an SQLite file, which starts faster than PostgreSQL; real sites refuse this."""

from tests.browser.settings import *  # noqa: F403
from tests.browser.settings import SILENCED_SYSTEM_CHECKS

SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "ten.E006"]
