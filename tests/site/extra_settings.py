"""The settings of the server, with some more URLs that misbehave on request."""

from ten_site.settings import *  # noqa: F403
from ten_site.settings import LIMITS

ROOT_URLCONF = "tests.site.extra_urls"
if "requests" in LIMITS:  # where requests are counted, a tenth of them is enough to see it
    by, most, seconds, urls = LIMITS["requests"]
    LIMITS["requests"] = (by, most // 10, seconds, urls)
