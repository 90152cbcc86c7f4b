"""The settings of two servers with one SQLite file: faster to start than PostgreSQL, and refused to real sites."""

from tests.browser.settings import *  # noqa: F403
from tests.browser.settings import SILENCED_SYSTEM_CHECKS

SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "ten.E006"]
