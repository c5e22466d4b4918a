"""What is not written in the logs."""

import logging
import re

# Addresses whose last part opens something: Django logs the path of whatever it answers with 4xx.
SECRET = re.compile(r"(/invitacion/(?!aceptar/)|/m/[^/\s]+/)[^/\s]+")


class HideSecrets(logging.Filter):
    """Put «…» in the place of the secret of a link."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if SECRET.search(said):
            record.msg, record.args = SECRET.sub(r"\1…", said), ()
        return True
