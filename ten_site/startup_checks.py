"""Refuse settings that would put users or games at risk. Run by the server and by `manage.py check`."""

import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register, run_checks

from games.kinds import checks

TAG = "startup"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
ADDRESS = re.compile(r"(https(?!.*:443$)|http(?!.*:80$))://([a-z0-9.-]*[a-z0-9]|\[[0-9a-f:]+\])(:[1-9][0-9]{0,4})?")
SHORTEST_KEY = 50  # characters, as Django asks for
FEWEST_CHARACTERS = 5  # different ones


def list_errors() -> list[str]:
    """Return what must change before the server may start."""
    found = run_checks(tags=[TAG, checks.TAG])
    return [f"{each.msg} {each.hint}" for each in found if each.is_serious() and not each.is_silenced()]


@register(TAG)
def check_address(**_: Any) -> list[CheckMessage]:
    """Refuse a public address without https."""
    if not settings.SITE_URL:
        return []
    if not ADDRESS.fullmatch(settings.SITE_URL):
        wrong = f"SITE_URL can't be {settings.SITE_URL[:80]!r}."
        hint = (
            "Write it as browsers do, such as https://ten.example: lower case, no default port, nothing after the host."
        )
        return [Error(wrong, hint=hint, id="ten.E001")]
    if not settings.TLS and not is_loopback(urlsplit(settings.SITE_URL).hostname or ""):
        wrong = f"With {settings.SITE_URL}, anyone on the network could read passwords."
        hint = "Put a TLS proxy in front of the site and set SITE_URL to the https address."
        return [Error(wrong, hint=hint, id="ten.E002")]
    return []


def is_loopback(host: str) -> bool:
    """Whether the host can only mean this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@register(TAG)
def check_reach(**_: Any) -> list[CheckMessage]:
    """Refuse to listen on the network without a SITE_URL; few limits and plain HTTP are for this machine only."""
    if settings.SITE_URL or is_loopback(settings.LISTENS_AT):
        return []
    wrong = f"HOST={settings.LISTENS_AT} opens the site to the network, which requires SITE_URL."
    hint = "Remove HOST, or put a TLS proxy in front of the site and set SITE_URL to the https address."
    return [Error(wrong, hint=hint, id="ten.E007")]


@register(TAG)
def check_debug(**_: Any) -> list[CheckMessage]:
    """Refuse DEBUG in public: its error pages show settings and variables, even secret cards."""
    if not settings.DEBUG or not settings.SITE_URL:
        return []
    wrong = f"DEBUG=1 would reveal secrets to everyone at {settings.SITE_URL}."
    return [Error(wrong, hint="Remove DEBUG. It's for developers on their own machine.", id="ten.E008")]


@register(TAG)
def check_mail(**_: Any) -> list[CheckMessage]:
    """Require a mail server in public; saving mails as files is for local sites."""
    hint = "Set EMAIL_URL to your mail server, such as submission://name:password@mail.example."
    if settings.EMAIL_URL and settings.EMAIL_BACKEND != SMTP:
        return [Error("EMAIL_URL doesn't name a mail server.", hint=hint, id="ten.E003")]
    if settings.TLS and settings.EMAIL_BACKEND != SMTP:
        wrong = "There's no mail server, so password reset links would end up in files on this machine."
        return [Error(wrong, hint=hint, id="ten.E004")]
    return []


@register(TAG)
def check_key(**_: Any) -> list[CheckMessage]:
    """Refuse a short key, because anyone who guesses it can log in as any user."""
    if len(settings.SECRET_KEY) >= SHORTEST_KEY and len(set(settings.SECRET_KEY)) >= FEWEST_CHARACTERS:
        return []
    wrong = f"SECRET_KEY is too easy to guess. It needs at least {SHORTEST_KEY} characters."
    hint = 'Create one with: python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
    return [Error(wrong, hint=hint, id="ten.E005")]


@register(TAG)
def check_sharing(**_: Any) -> list[CheckMessage]:
    """Require a database and a channel layer that several processes can share, even for a server and `tick`."""
    if settings.EMBEDDED or (settings.REDIS_URL and not settings.SQLITE):
        return []
    missing = "DATABASE_URL must name a PostgreSQL database" if settings.SQLITE else "REDIS_URL must be set"
    wrong = f"{missing}: several processes can't share a site otherwise."
    hint = "Set both DATABASE_URL and REDIS_URL, or remove both to run everything in one process."
    return [Error(wrong, hint=hint, id="ten.E006")]
