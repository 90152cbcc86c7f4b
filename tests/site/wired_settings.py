"""The settings of the site as its server has them, with some addresses more that misbehave when asked to."""

from ten_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.site.wired_urls"
