"""One settings file for every machine; the environment sets the differences.

`DATABASE_URL` names the database. Every other name starts with `TAPETE_`, because the celery
command line silently obeys bare names such as `BROKER_URL`.
"""

import os
import secrets
import tempfile
import tomllib
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu.entity import Exchange, Queue

BASE_DIR = Path(__file__).resolve().parent.parent
# The site, the API and the doctor show this version, and each backup stores it.
TAPETE_VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

env = environ.Env()
VAR_DIR = Path(env.str("TAPETE_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
# The folder holds everything that people write, so other users of the machine must not read it.
if VAR_DIR.stat().st_uid == os.getuid() and VAR_DIR.stat().st_mode & 0o077:
    VAR_DIR.chmod(0o700)


def _secret_key() -> str:
    """Return the key of the environment, or a key made once and stored on this machine."""
    if key := env.str("TAPETE_SECRET_KEY", ""):
        return str(key)
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
    "allauth.mfa",
    "corsheaders",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "tournaments",
    "scoring",
    "config.upkeep",
]

MIDDLEWARE = [
    "config.middleware.ProbesMiddleware",
    "config.front.Front",
    "config.middleware.PublicReadsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.middleware.SessionMiddleware",
    "config.middleware.SpanishFirstMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.LargeBodyMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.SecondFactorMiddleware",
    "config.middleware.SlidingSessionMiddleware",
    "config.middleware.RobotsMiddleware",
    "tournaments.accounts.devices.DeviceMiddleware",
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
                "tournaments.site.context.tournament",
                "scoring.hall.context.matters",
            ]
        },
    }
]

DATABASES = {
    "default": env.db_url_config(
        env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR / 'tapete.sqlite3'}"
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "config.sqlite3"
    DATABASES["default"]["OPTIONS"] = {
        # Without IMMEDIATE two writers fail with "database is locked", whatever the timeout.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # With FULL an acknowledged line is on the disk, even after a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    }
    # A file, not memory: race tests need two real connections.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"tapete-test-{os.getpid()}.sqlite3")
    }
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_tapete_{os.getpid()}"}
    # Connections persist and are checked before each request, so that the site finds a restarted
    # database by itself and nobody waits long for a missing database.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    if env.bool("TAPETE_POOLED", False):
        # PgBouncer in transaction mode lends a connection for one transaction. Server cursors and
        # prepared statements would be missing on the next connection.
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None
    if TAPETE_REPLICA_URL := env.str("TAPETE_REPLICA_URL", ""):
        DATABASES["replica"] = DATABASES["default"] | env.db_url_config(TAPETE_REPLICA_URL)
        DATABASE_ROUTERS = ["config.replica.Router"]

TAPETE_CACHE_URL = env.str("TAPETE_CACHE_URL", "")


def _cache(name: str, max_entries: int) -> dict[str, object]:
    """Return the settings of a Redis cache or, without Redis, of a memory cache of `max_entries`
    entries.
    """
    if TAPETE_CACHE_URL:
        return {
            "BACKEND": "config.cache.RedisOrMemory",
            "LOCATION": TAPETE_CACHE_URL,
            "KEY_PREFIX": name,
        }
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": max_entries},
    }


# Pages have their own cache, so that many page requests cannot evict the counts of wrong tries.

CACHES = {
    "default": _cache("default", 50_000),
    # Objects of another release are not read: their classes may have moved.
    "pages": _cache("pages", 2_000) | {"VERSION": TAPETE_VERSION},
    "front": {  # one cache for each process: config/front.py
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "front",
        "TIMEOUT": 10,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
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
ACCOUNT_FORMS = {
    "login": "tournaments.accounts.forms.EnterForm",
    "signup": "tournaments.accounts.forms.NewAccountForm",
    "reset_password": "tournaments.accounts.forms.LostPasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # a hall's laptop sends no mail
ACCOUNT_PREVENT_ENUMERATION = "strict"  # never reveals that an address has an account
# Sign-up: "open" to anybody; "approval": a superuser approves each account; "closed" to all. People
# invited by an organiser may always sign up.
TAPETE_SIGNUP = env.str("TAPETE_SIGNUP", "open")
if TAPETE_SIGNUP not in ("open", "approval", "closed"):
    raise ImproperlyConfigured("TAPETE_SIGNUP: open, approval, closed")
TAPETE_TOKEN_DAYS = env.int("TAPETE_TOKEN_DAYS", 90)  # the maximum life of an API token
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24  # seconds that a password link is valid
MFA_FORMS = {
    "authenticate": "tournaments.accounts.forms.SecondStepForm",
    "reauthenticate": "tournaments.accounts.forms.SecondStepAgainForm",
}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # addresses are never verified
MFA_TOTP_ISSUER = "Tapete"
MFA_TOTP_TOLERANCE = 1  # thirty seconds each way, for inexact clocks of phones and laptops
# Whether the staff (superusers and administration accounts) must log in with a second factor: by
# default, only with TAPETE_HTTPS.
TAPETE_STAFF_SECOND_FACTOR = env.bool("TAPETE_STAFF_SECOND_FACTOR", env.bool("TAPETE_HTTPS", False))
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "tournaments.accounts.usernames.Accounts"
ACCOUNT_USERNAME_VALIDATORS = "tournaments.accounts.usernames.USERNAME_VALIDATORS"
# All phones of a hall share one IP address, so allauth does not limit logins:
# tournaments/accounts/throttling.py counts wrong passwords.
ACCOUNT_RATE_LIMITS = {"login": False, "signup": "60/m/ip", "login_failed": False}
# The number of reverse proxies that write X-Forwarded-For. Without proxies a client could forge
# this header.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TAPETE_PROXIES", 0)
# The life of a session in seconds since its last use (SlidingSessionMiddleware).
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"

# --- Mail: TAPETE_EMAIL_BACKEND; its default is SMTP with a host, and no mail without a host ------
MAIL_PORTS = {"starttls": 587, "tls": 465, "none": 25}
EMAIL_HOST = env.str("TAPETE_EMAIL_HOST", "")
_mail_security = env.str("TAPETE_EMAIL_SECURITY", "starttls")
if _mail_security not in MAIL_PORTS:
    raise ImproperlyConfigured(f"TAPETE_EMAIL_SECURITY: {', '.join(MAIL_PORTS)}")
EMAIL_PORT = env.int("TAPETE_EMAIL_PORT", MAIL_PORTS[_mail_security])
EMAIL_HOST_USER = env.str("TAPETE_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = env.str("TAPETE_EMAIL_PASSWORD", "")
EMAIL_USE_TLS = _mail_security == "starttls"
EMAIL_USE_SSL = _mail_security == "tls"
EMAIL_TIMEOUT = 10  # seconds that a web thread waits for the mail server
DEFAULT_FROM_EMAIL = env.str("TAPETE_EMAIL_FROM", EMAIL_HOST_USER or "tapete@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_BACKEND = env.str(
    "TAPETE_EMAIL_BACKEND",
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "tournaments.accounts.mail.NoMail",
)

# The person or body that runs this site, and their telephone or address. /privacidad/ shows both,
# and so does the page for people who cannot log in.
TAPETE_RESPONSIBLE = env.str("TAPETE_RESPONSIBLE", "")
TAPETE_CONTACT = env.str("TAPETE_CONTACT", "")

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
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.typefaces.Typefaces",
]
MEDIA_ROOT = VAR_DIR / "media"  # uploads and PDFs, served by views that check permissions
TAPETE_S3_BUCKET = env.str("TAPETE_S3_BUCKET", "")
STORAGES = {
    "default": (
        {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {
                "bucket_name": TAPETE_S3_BUCKET,
                "endpoint_url": env.str("TAPETE_S3_ENDPOINT", "") or None,
                "region_name": env.str("TAPETE_S3_REGION", "") or None,
                "file_overwrite": False,  # a taken name gets a suffix, as on a disk
            },
        }
        if TAPETE_S3_BUCKET
        else {"BACKEND": "config.storage.WholeFiles"}
    ),
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG or env.bool("TAPETE_PLAIN_STATIC", False)
            else "config.storage.ManifestFiles"
        ),
        # A server of static files runs as another user and must read these files.
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}
# Files that are already compressed, and source maps, which no page loads.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [
    "br",
    "gif",
    "gz",
    "jpeg",
    "jpg",
    "map",
    "png",
    "webp",
    "woff",
    "woff2",
    "zip",
]
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
# Uploads too large for memory stay here, as files of mode 0600, until their request ends.
FILE_UPLOAD_TEMP_DIR = VAR_DIR / "incoming"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, exist_ok=True)
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

# --- Jobs -------------------------------------------------------------------------------------
CELERY_TASK_ALWAYS_EAGER = env.bool("TAPETE_EAGER", False)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = env.str("TAPETE_QUEUE", "tapete")
# The queue for the pieces of long jobs. Workers take from both queues alternately: a short job
# waits for at most one piece.
TAPETE_LONG_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-long"
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name)
    for name in (CELERY_TASK_DEFAULT_QUEUE, TAPETE_LONG_QUEUE)
]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Retry forever; Celery's default is 100 tries in 50 minutes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A job finishes even if the broker goes away: the row of the job tells the next worker that the job
# is done.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# If the broker does not answer, a page that starts a job gives up after some seconds; the job
# stays in the database and is sent later.
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
# A job, or a piece of a long job, is stopped after this many seconds; its process is killed soon
# after if it does not stop.
TAPETE_JOB_SECONDS = env.int("TAPETE_JOB_SECONDS", 600)
CELERY_TASK_SOFT_TIME_LIMIT = TAPETE_JOB_SECONDS
CELERY_TASK_TIME_LIMIT = TAPETE_JOB_SECONDS + 30
TAPETE_FILES_KEPT_DAYS = env.int("TAPETE_FILES_KEPT_DAYS", 30)  # for PDFs and lists; 0: forever
TAPETE_REHEARSALS_KEPT_DAYS = env.int("TAPETE_REHEARSALS_KEPT_DAYS", 7)
CELERY_BEAT_SCHEDULE = {
    "take-up-lost-jobs": {"task": "tournaments.tasks.resend_lost_jobs", "schedule": 30.0},
    "send-webhooks": {"task": "tournaments.tasks.send_due_webhooks", "schedule": 30.0},
    "expire-old-files": {"task": "tournaments.tasks.expire_old_files", "schedule": 3600.0},
    "throw-rehearsals": {"task": "scoring.tasks.throw_rehearsals_away", "schedule": 3600.0},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")  # Celery's working folder may be read-only
CELERY_BROKER_URL = env.str("TAPETE_BROKER_URL", "")
TAPETE_FOLDER_QUEUE = not CELERY_BROKER_URL
if CELERY_BROKER_URL.startswith("redis"):
    CELERY_WORKER_DISABLE_PREFETCH = True  # a job waits in the queue, not behind a long job
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 2,
        "socket_timeout": 3,
        # Redis gives a message to another worker after this many seconds: by then the first worker
        # has ended the job.
        "visibility_timeout": CELERY_TASK_TIME_LIMIT + 60,
    }
if TAPETE_FOLDER_QUEUE:
    _queue = VAR_DIR / "queue"
    for _folder in ("messages", "control"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
    # Celery acknowledges to a folder every two seconds: with a prefetch of 1 the next job would
    # wait.
    CELERY_WORKER_PREFETCH_MULTIPLIER = 8
    CELERY_BROKER_URL = "filesystem://localhost"  # without a host, Kombu warns about its default
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "control_folder": str(_queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }

# Whether webhooks may go to private addresses and by http, for programs in the hall's own network.
TAPETE_WEBHOOKS_LOCAL = env.bool("TAPETE_WEBHOOKS_LOCAL", False)

# --- Quotas: how much one account may ask for; 0 is no limit, and superusers have none ------------
# Tournaments created in a day.
TAPETE_QUOTA_TOURNAMENTS_DAY = env.int("TAPETE_QUOTA_TOURNAMENTS_DAY", 10)
# Tournaments created and not deleted.
TAPETE_QUOTA_TOURNAMENTS = env.int("TAPETE_QUOTA_TOURNAMENTS", 300)
TAPETE_QUOTA_JOBS = env.int("TAPETE_QUOTA_JOBS", 20)  # prints and imports, queued or running
# Megabytes of files of the account's tournaments.
TAPETE_QUOTA_STORAGE_MB = env.int("TAPETE_QUOTA_STORAGE_MB", 500)
# Tournaments of one account in each list of the front page.
TAPETE_QUOTA_HOME = env.int("TAPETE_QUOTA_HOME", 3)

# --- API --------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    # The token comes first, so that a 401 asks for a token.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.accounts.api.authentication.NamedToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.site.api.permissions.ActPermission"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.site.api.parsers.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "config.schema.TapeteSchema",
    "DEFAULT_PAGINATION_CLASS": "tournaments.site.api.pagination.Pages",
    "EXCEPTION_HANDLER": "config.api_errors.api_answer",
    "PAGE_SIZE": 100,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Pages of any site may read public data, without cookies or tokens.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After"]
SPECTACULAR_SETTINGS = {
    "TITLE": "Tapete",
    "DESCRIPTION": "Tournaments of Spanish-deck card games. A guide: docs/api.md.",
    "VERSION": TAPETE_VERSION,
    # OpenAPI 3.1: its schemas are JSON Schema 2020-12, like the games' schemas.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.add_lines",
    ],
    "ENUM_NAME_OVERRIDES": {
        "ChangeKind": "tournaments.models.ChangeKind",
        "Scope": "tournaments.models.Scope",
        "Follows": "scoring.refereeing.api.rulings.FOLLOWS",
        "EntryState": "tournaments.models.Entry.State",
        "ImportState": "tournaments.people.api.imports.LIST_STATES",
        "JobState": "tournaments.models.Job.State",
        "MovementKind": "tournaments.models.Movement.Kind",
        "MovementMethod": "tournaments.models.Movement.Method",
        "MatchState": "tournaments.models.Match.State",
        "RoundState": "tournaments.models.Round.State",
        "RowState": "tournaments.people.api.imports.STATES",
        "Role": "tournaments.models.Role",
        "StageState": "scoring.stages.api.planning.STATES",
        "SideLetter": "scoring.actas.api.matches.LETTERS",
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
# Public address of this site, for the QR of printed actas; "" is the address of the request.
TAPETE_PUBLIC_URL = env.str("TAPETE_PUBLIC_URL", "")
if env.bool("TAPETE_HTTPS", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30

# "text", or "json": one object per line, for log collectors.
TAPETE_LOG_FORMAT = env.str("TAPETE_LOG_FORMAT", "text")
if TAPETE_LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured("TAPETE_LOG_FORMAT: text, json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "secrets": {"()": "config.logs.HideSecrets"},
        "database": {"()": "config.logs.NoTraceOfTheDatabase"},
    },
    "formatters": {"text": {"format": "%(message)s"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["database", "secrets"],
            "formatter": TAPETE_LOG_FORMAT,
        }
    },
    "loggers": {
        "django.request": {"filters": ["secrets"]},
        "fontTools": {"level": "ERROR"},  # fontTools logs a line for the date of a font
        "waitress.queue": {"level": "ERROR"},  # Waitress logs a line for each queued request
    },
    "root": {"handlers": ["console"], "level": env.str("TAPETE_LOG_LEVEL", "WARNING")},
}
if TAPETE_LOG_FORMAT == "json":
    from pythonjsonlogger.core import RESERVED_ATTRS

    LOGGING["formatters"]["json"] = {  # type: ignore[index]
        "()": "pythonjsonlogger.json.JsonFormatter",
        "fmt": "%(levelname)s %(name)s %(message)s",
        "timestamp": True,
        # The request would be logged with its address, which may be a secret.
        "reserved_attrs": [*RESERVED_ATTRS, "request"],
    }
    CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # workers then use the logging above

# --- Metrics ----------------------------------------------------------------------------------
# With a token, each process serves /metrics to clients that send it (`config.middleware`).
TAPETE_METRICS_TOKEN = env.str("TAPETE_METRICS_TOKEN", "")
if TAPETE_METRICS_TOKEN:
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(1, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")
