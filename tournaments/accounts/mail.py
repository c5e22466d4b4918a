"""Mail settings: whether the site sends mail, and a backend that drops it."""

import logging
from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger("tapete.mail")


def sends_mail() -> bool:
    """Return whether the site delivers mail."""
    backend: str = settings.EMAIL_BACKEND
    return backend != f"{NoMail.__module__}.{NoMail.__qualname__}"


class NoMail(BaseEmailBackend):
    """Mail backend of a site without mail: it drops the messages and logs only their number."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        log.warning("%s letter(s) not sent: there is no mail server", len(email_messages))
        return 0
