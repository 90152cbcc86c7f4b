"""All settings, from the environment where they differ between machines.

Without `DATABASE_URL` and `REDIS_URL` the site is embedded: one process, SQLite and an in-memory layer, all in the
folder `TEN_DATA`. With them it is at scale: any number of processes share PostgreSQL and Redis.
"""

import contextlib
import secrets
from pathlib import Path

from django.utils.translation import gettext_lazy as _
from environs import Env

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(env.str("TEN_DATA", str(BASE_DIR / "var")))


def secret_key() -> str:
    """The key of the environment, or one that is made at the first start and kept for this machine only."""
    if given := env.str("SECRET_KEY", ""):
        return given
    path = DATA / "secret_key"
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"secret_key.{secrets.token_hex(4)}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):  # another process was quicker: its key holds
            path.hardlink_to(made)
        made.unlink()
    return path.read_text()


SECRET_KEY = secret_key()
DEBUG = False

# --- where the site is reached --------------------------------------------------------------------------------------

PORT = env.int("PORT", 8000)
SITE_URL = env.str("SITE_URL", "")  # https://ten.example; empty: embedded, on this machine only
ORIGINS = [SITE_URL] if SITE_URL else [f"http://localhost:{PORT}", f"http://127.0.0.1:{PORT}"]
ALLOWED_HOSTS = [origin.split("://")[1].rsplit(":", 1)[0] for origin in ORIGINS]
CSRF_TRUSTED_ORIGINS = ORIGINS
TLS = SITE_URL.startswith("https://")

# --- what it is made of ---------------------------------------------------------------------------------------------

INSTALLED_APPS = [
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
MIDDLEWARE = [
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
]
ROOT_URLCONF = "ten_site.urls"
ASGI_APPLICATION = "ten_site.asgi.application"
TEMPLATES = [
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
    }
]

# --- what it keeps --------------------------------------------------------------------------------------------------

DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA / 'ten.sqlite3'}")}
SQLITE = "sqlite" in DATABASES["default"]["ENGINE"]
DATABASES["default"]["CONN_MAX_AGE"] = None  # requests run in a few lasting threads: each keeps its connection
DATABASES["default"]["CONN_HEALTH_CHECKS"] = not SQLITE
if SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- who may come in ------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_NAME = "__Host-sessionid" if TLS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if TLS else "csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Strict"

# --- how it is said and shown ---------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "ten_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "ten_site" / "static"]
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- bots -----------------------------------------------------------------------------------------------------------

BOT_PAUSE = env.float("TEN_BOT_PAUSE", 0.7)  # seconds between the moves of bots, so that people see each
