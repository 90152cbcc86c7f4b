"""All settings. Those that differ between machines come from the environment.

Without `DATABASE_URL` and `REDIS_URL` the site is embedded: one process, SQLite and an in-memory layer, all in the
folder `TEN_DATA`. With them it is at scale: any number of processes share PostgreSQL and Redis.
"""

import base64
import contextlib
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _
from environs import Env

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(env.str("TEN_DATA", str(BASE_DIR / "var")))


def load_or_make(name: str, make: Callable[[], str]) -> str:
    """Read a value from its file, which the first start creates."""
    path = DATA / name
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"{name}.{secrets.token_hex(4)}")
        made.touch(mode=0o600)
        made.write_text(make())
        with contextlib.suppress(FileExistsError):  # another process was faster, so its value counts
            path.hardlink_to(made)
        made.unlink()
    return path.read_text()


def make_signing_key() -> str:
    """Make a private key on the curve P-256, as its 32 bytes. Push services know the site by it."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SECRET_KEY = env.str("SECRET_KEY", "") or load_or_make("secret_key", lambda: secrets.token_urlsafe(50))
DEBUG = env.bool("DEBUG", False)  # set by `manage.py runserver`; the startup checks refuse it in public

# --- addresses ------------------------------------------------------------------------------------------------------

PORT = env.int("PORT", 8000)
LISTENS_AT = env.str("HOST", "") or "127.0.0.1"
SITE_URL = env.str("SITE_URL", "")  # https://ten.example; empty: embedded, on this machine only
ORIGINS = [SITE_URL] if SITE_URL else [f"http://localhost:{PORT}", f"http://127.0.0.1:{PORT}"]
CSRF_TRUSTED_ORIGINS = ORIGINS
TLS = SITE_URL.startswith("https://")
_hosts = [urlsplit(origin).netloc for origin in ORIGINS]
HOSTS = {*_hosts, *(f"{host}:{443 if TLS else 80}" for host in _hosts)}  # the allowed values of `Host`, exactly
ALLOWED_HOSTS = [split_domain_port(host)[0] for host in _hosts]
EMBEDDED = not env.str("DATABASE_URL", "") and not env.str("REDIS_URL", "")
PROXIES = env.int("PROXIES", 1 if SITE_URL else 0)  # our reverse proxies, each of which appends the address it sees

ADMIN_PATH = env.str("TEN_ADMIN_PATH", "").strip("/")  # the URL of the admin pages; empty: there are none
if not re.fullmatch(r"[A-Za-z0-9_/-]*", ADMIN_PATH):
    raise ValueError(f"TEN_ADMIN_PATH can only have letters, digits, - and _, not {ADMIN_PATH[:40]!r}.")

# --- apps and middleware --------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "ten_site.apps.SiteConfig",
    "daphne",  # before staticfiles
    "accounts",
    "games",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
]
if ADMIN_PATH:
    INSTALLED_APPS.append("ten_site.apps.AdminConfig")
MIDDLEWARE = [
    "ten_site.middleware.security_headers",  # outermost: applies to every response
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "ten_site.middleware.cross_site_check",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.SessionUserMiddleware",
    "ten_site.middleware.RateLimits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.AccountsMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
]
ROOT_URLCONF = "ten_site.urls"
ASGI_APPLICATION = "ten_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "ten_site.jinja.make_environment"},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- data -----------------------------------------------------------------------------------------------------------

DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA / 'ten.sqlite3'}")}
SQLITE = "sqlite" in DATABASES["default"]["ENGINE"]
DATABASES["default"]["CONN_MAX_AGE"] = None  # requests run in a few threads, each of which keeps its connection
DATABASES["default"]["CONN_HEALTH_CHECKS"] = not SQLITE
if SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",  # a confirmed move survives a power cut
    }
else:
    DATABASES["default"]["ENGINE"] = "ten_site.postgresql"
    # notice a lost machine within half a minute; TCP alone would wait for fifteen
    patience = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    DATABASES["default"]["OPTIONS"] = patience | {"tcp_user_timeout": 25_000} | DATABASES["default"].get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {  # allauth's counters and used codes: shared by all processes, and kept across restarts
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
REDIS_URL = env.str("REDIS_URL", "")  # carries messages between processes and stores nothing
CHANNEL_LAYERS: dict[str, dict[str, object]] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
if REDIS_URL:
    backend, config = "channels_redis.pubsub.RedisPubSubChannelLayer", {"hosts": [REDIS_URL]}
    CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": config}}

# --- authentication -------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["accounts.hashers.Argon2id"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.passwords.{name}Validator"} for name in ("Length", "Guessable", "Similarity")
]
PASSWORD_RESET_TIMEOUT = 3_600

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # don't reveal whether an address is known; names are public
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # our views decide, because guests may sign up or log in
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one replaces it once it is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "TEN: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "accounts.forms.Login",
    "signup": "accounts.forms.Signup",
    "add_email": "accounts.forms.AddEmail",
    "change_password": "accounts.forms.ChangePassword",
    "set_password": "accounts.forms.SetPassword",
    "reset_password": "accounts.forms.ResetPassword",
    "reset_password_from_key": "accounts.forms.ResetPasswordKey",
    "reauthenticate": "accounts.forms.Reauthenticate",
}
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "TEN"
MFA_TOTP_TOLERANCE = 1  # clocks may differ by half a minute
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not TLS  # localhost
MFA_FORMS = {
    "authenticate": "accounts.forms.Code",
    "reauthenticate": "accounts.forms.ReauthenticateWithCode",
    "activate_totp": "accounts.forms.ActivateCode",
    "add_webauthn": "accounts.forms.AddPasskey",
    "authenticate_webauthn": "accounts.forms.PasskeyAsSecondFactor",
    "login_webauthn": "accounts.forms.PasskeyLogin",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticateWithPasskey",
    "edit_webauthn": "accounts.forms.RenamePasskey",
}
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
# allauth's own limits, besides LIMITS; embedded, none by address, because everybody on the machine shares it
_BY_ADDRESS = ("signup", "login", "reset_password", "reset_password_from_key", "manage_email", "change_password")
ACCOUNT_RATE_LIMITS: dict[str, str | None] = dict.fromkeys(_BY_ADDRESS) | {"login_failed": "60/m/key"}
MFA_RATE_LIMITS: dict[str, str | None] = {"webauthn_login": None}
LOGIN_LIMITS = {"account": (60, 60)}  # wrong passwords and the seconds they count for; see accounts.attempts
if SITE_URL:
    ACCOUNT_RATE_LIMITS = {
        "signup": None,
        "login": None,
        "login_failed": "10/h/key",  # codes of second factors, per account
        "reset_password": "3/h/key",
    }
    LOGIN_LIMITS = {"address": (30, 3_600), "account": (10, 3_600)}

SESSION_ENGINE = "accounts.sessions"  # in the database, with their users
SESSION_COOKIE_AGE = 30 * 86_400  # from the last visit; in some games, players have days for a move
SESSION_COOKIE_NAME = "__Host-sessionid" if TLS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if TLS else "csrftoken"
DEVICE_COOKIE_NAME = "__Host-device" if TLS else "device"  # recognizes a device of an account's owner
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Strict"

# --- security -------------------------------------------------------------------------------------------------------

SECURITY_HEADERS = {  # on every response, also static files and errors
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), "
    "payment=(), usb=(), browsing-topics=()",
} | ({"Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload"} if TLS else {})
SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # our outermost middleware sends these headers, also with errors and static files
    "security.W002",  # this one too
    *(() if TLS else ("security.W012", "security.W016")),  # without TLS, browsers drop secure cookies
]
CSRF_FAILURE_VIEW = "ten_site.error_pages.csrf_failure"
OPEN_TO_ALL = "/unsubscribe/"  # mail providers post here (RFC 8058); the signature in the URL is enough
DATA_UPLOAD_MAX_NUMBER_FILES = 0
# by user or address: how many requests in how many seconds, for writing to these URLs, or for reading those with "get:"
# before their name (none: all requests)
LIMITS: dict[str, tuple[str, int, int, tuple[str, ...]]] = {
    "games": ("user", 1_000, 3_600, ("new-game", "play-now", "rematch")),
    "downloads": ("user", 200, 3_600, ("get:history-download",)),
}
if SITE_URL:
    LIMITS = {
        "moves": ("user", 60, 60, ("move",)),
        "games": ("user", 20, 3_600, ("new-game", "play-now", "rematch")),
        "invitations": ("user", 60, 3_600, ("invite",)),
        "notes": ("user", 60, 60, ("note",)),
        "talk": ("user", 10, 60, ("chat",)),
        "tests": ("user", 10, 3_600, ("notifications-test",)),
        "devices": ("user", 60, 3_600, ("devices",)),
        "downloads": ("user", 10, 3_600, ("get:history-download",)),
        "guests": ("address", 30, 3_600, ("guest",)),
        "signups": ("address", 10, 3_600, ("account_signup",)),
        "logins": ("address", 30, 60, ("account_login",)),
        "passkeys": ("address", 10, 60, ("mfa_login_webauthn",)),
        "resets": ("address", 6, 3_600, ("account_reset_password",)),
        "requests": ("address", 300, 60, ()),
    }

# open sockets per process (with four processes, four times as many in all); a page has one or two, and many people may
# share an address
SOCKETS = {"user": 40, "address": 120} if SITE_URL else {"user": 200}

# --- logging and mail -----------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"short": {"()": "ten_site.logs.ShortErrors"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["short"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # refused requests have been answered, so don't log them
        "django.security": {"level": "CRITICAL"},
    },
}
EMAIL_BACKEND = "ten_site.mail_backend.FileBackend"
MAILS = DATA / "mails"
EMAIL_URL = env.str("EMAIL_URL", "")
if EMAIL_URL:
    vars().update(env.dj_email_url("EMAIL_URL"))
EMAIL_TIMEOUT = vars().get("EMAIL_TIMEOUT") or 15
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", f"TEN <ten@{ALLOWED_HOSTS[0]}>")

# --- push messages --------------------------------------------------------------------------------------------------

VAPID_KEY = env.str("VAPID_KEY", "") or load_or_make("vapid_key", make_signing_key)
VAPID_CONTACT = env.str("VAPID_CONTACT", f"https://{ALLOWED_HOSTS[0]}" if TLS else "mailto:ten@localhost")
PUSH_HOSTS = (  # the push services of browsers, with subdomains; nothing is ever sent anywhere else
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
    *env.list("PUSH_HOSTS", []),
)
PUSH_LOOPBACK = {"localhost", "127.0.0.1"}.issuperset(ALLOWED_HOSTS)  # on this machine only

# --- languages and static files -------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "ten_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ROOT = BASE_DIR / "ten_site" / "root"  # files at the root, such as /robots.txt
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {"staticfiles": {"BACKEND": "ten_site.storage.HashedStaticFiles"}}

# --- bots -----------------------------------------------------------------------------------------------------------

PLAN_PAUSE = env.float("TEN_PLAN_PAUSE", 2.4)  # the longest a plan waits, in seconds; less than clocks.rules.FREE
BOT_PAUSE = env.float("TEN_BOT_PAUSE", 0.7)  # seconds between moves of bots, so that people can follow
