"""Filters for data that logs must not contain."""

import logging
import re

from config.database_away import is_away

# Addresses whose last part is a secret: Django logs the path of every 4xx response.
SECRET = re.compile(
    r"(/invitacion/(?!aceptar/)|/inscripcion/solicitud/|/m/[^/\s]+/|/password/reset/key/(?!done/)|/confirm-email/)[^/\s]+"
)


class HideSecrets(logging.Filter):
    """A filter that replaces the secret of a link with «…»."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if SECRET.search(message):
            record.msg, record.args = SECRET.sub(r"\1…", message), ()
        return True


class NoTraceOfTheDatabase(logging.Filter):
    """A filter that logs one line per request while the database is away, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            why = str(error).strip().partition("\n")[0]
            record.msg = f"{record.getMessage()}: {why}"
            record.args = ()
            record.exc_info = None
        return True
