"""The settings of two servers over one SQLite file, which starts faster than a PostgreSQL; a site is refused that."""

from tests.browser.settings import *  # noqa: F403
from tests.browser.settings import SILENCED_SYSTEM_CHECKS

SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "ten.E006"]
