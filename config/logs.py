"""Filters of what the logs must not hold."""

import logging
import re

from config.database_away import is_away

# Addresses whose last part opens something: Django logs the path of whatever it answers with 4xx.
SECRET = re.compile(
    r"(/invitacion/(?!aceptar/)|/m/[^/\s]+/|/password/reset/key/(?!done/)|/confirm-email/)[^/\s]+"
)


class HideSecrets(logging.Filter):
    """Put «…» in the place of the secret of a link."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if SECRET.search(said):
            record.msg, record.args = SECRET.sub(r"\1…", said), ()
        return True


class NoTraceOfTheDatabase(logging.Filter):
    """A database that is gone takes one line, and not a trace for each telephone that asks."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            why = str(error).strip().partition("\n")[0]
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {why}", (), None
        return True
