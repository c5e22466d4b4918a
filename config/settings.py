"""One settings file for every machine: what differs comes from the environment.

`DATABASE_URL` names the database; every other name starts with `TAPETE_`, because the celery
command line silently obeys bare names such as `BROKER_URL`.
"""

import os
import secrets
import tempfile
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
VAR_DIR = Path(env.str("TAPETE_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """The key of the environment, or one made once and kept for this machine only."""
    if key := env.str("TAPETE_SECRET_KEY", ""):
        return key
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = env.bool("TAPETE_DEBUG", False)
ALLOWED_HOSTS = env.list("TAPETE_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("TAPETE_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rest_framework.authtoken",
    "tournaments",
    "scoring",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.SpanishFirstMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.SlidingSessionMiddleware",
    "tournaments.devices.DeviceMiddleware",
    "config.middleware.RefusedMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.context.tournament",
                "scoring.context.matters",
            ],
        },
    },
]

DATABASES = {"default": env.db_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'tapete.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Without IMMEDIATE two writers end in "database is locked" whatever the timeout.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
        ),
    }
    # A file, not memory: the tests of races need two real connections.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"tapete-test-{os.getpid()}.sqlite3")
    }
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_tapete_{os.getpid()}"}
    # Connections are kept, and looked at before each request: a database that was killed is found
    # again by itself, and nobody waits long for one that is gone.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)

CACHES = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": env.str("TAPETE_CACHE_URL"),
        }
        if env.str("TAPETE_CACHE_URL", "")
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# --- People ---------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"login": "tournaments.forms.accounts.EnterForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # a hall's laptop sends no mail
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "tournaments.accounts.Accounts"
ACCOUNT_USERNAME_VALIDATORS = "tournaments.accounts.USERNAME_VALIDATORS"
# One hall is one address. Wrong passwords are counted in tournaments/slowing.py.
ACCOUNT_RATE_LIMITS = {"login": False, "signup": "60/m/ip", "login_failed": False}
# How many reverse proxies write X-Forwarded-For: without them it would be the client's own word.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TAPETE_PROXIES", 0)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # from the last time it was used: SlidingSessionMiddleware
SESSION_COOKIE_SAMESITE = "Lax"
EMAIL_BACKEND = env.str("TAPETE_EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")

# --- Language: Spanish first, English one click away ------------------------------------------
LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Español")), ("en", _("Inglés"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TAPETE_TIME_ZONE", "Europe/Madrid")

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR_DIR / "media"  # rendered PDFs: served by views that check who asks
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG or env.bool("TAPETE_PLAIN_STATIC", False)
            else "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
        )
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

# --- Jobs -------------------------------------------------------------------------------------
CELERY_TASK_ALWAYS_EAGER = env.bool("TAPETE_EAGER", False)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = env.str("TAPETE_QUEUE", "tapete")
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
TAPETE_JOB_LOST_AFTER = env.int("TAPETE_JOB_LOST_AFTER", 20)  # seconds without a sign of life
TAPETE_FILES_KEPT_DAYS = env.int("TAPETE_FILES_KEPT_DAYS", 30)  # PDFs, lists read; 0: for ever
CELERY_BEAT_SCHEDULE = {
    "take-up-lost-jobs": {"task": "tournaments.tasks.take_up_lost_jobs", "schedule": 30.0},
    "expire-old-files": {"task": "tournaments.tasks.expire_old_files", "schedule": 3600.0},
}
CELERY_BROKER_URL = env.str("TAPETE_BROKER_URL", "")
if not CELERY_BROKER_URL:
    _queue = VAR_DIR / "queue"
    for _folder in ("messages", "control"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "control_folder": str(_queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }

# --- API --------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    # The token first: it is what a 401 asks for.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.permissions.ActPermission"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "config.schema.TapeteSchema",
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pagination.Pages",
    "EXCEPTION_HANDLER": "config.api_errors.api_answer",
    "PAGE_SIZE": 100,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tapete",
    "DESCRIPTION": "Tournaments of Spanish-deck card games. A guide: docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # its schemas are JSON Schema 2020-12, as those of the games
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "Follows": "scoring.api.rulings.FOLLOWS",
        "EntryState": "tournaments.models.Entry.State",
        "ImportState": "tournaments.models.ImportPreview.State",
        "JobState": "tournaments.models.Job.State",
        "MatchState": "tournaments.models.Match.State",
        "RoundState": "tournaments.models.Round.State",
        "RowState": "tournaments.api.imports.STATES",
        "Role": "tournaments.models.Role",
        "StageState": "scoring.api.stages.STATES",
        "SideLetter": "scoring.api.matches.LETTERS",
    },
}

# --- Security ---------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Where people reach this site, for the QR of the paper actas; "" is the address of who prints.
TAPETE_PUBLIC_URL = env.str("TAPETE_PUBLIC_URL", "")
if env.bool("TAPETE_HTTPS", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "secrets": {"()": "config.logs.HideSecrets"},
        "database": {"()": "config.logs.NoTraceOfTheDatabase"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["database", "secrets"]}},
    "loggers": {"django.request": {"filters": ["secrets"]}},
    "root": {"handlers": ["console"], "level": env.str("TAPETE_LOG_LEVEL", "WARNING")},
}
