"""The settings of the server, with additional URLs for tests."""

from ten_site.settings import *  # noqa: F403
from ten_site.settings import LIMITS

ROOT_URLCONF = "tests.site.extra_urls"
if "requests" in LIMITS:  # a tenth of the limit is enough for tests
    by, most, seconds, urls = LIMITS["requests"]
    LIMITS["requests"] = (by, most // 10, seconds, urls)
