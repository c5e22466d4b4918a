"""Whether the site sends mail, and what happens to a letter where it does not."""

import logging
from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger("tapete.mail")


def sends_mail() -> bool:
    """Whether a letter goes anywhere."""
    return f"{NoMail.__module__}.{NoMail.__qualname__}" != settings.EMAIL_BACKEND


class NoMail(BaseEmailBackend):
    """The mail of a site without it: letters are dropped, and the log says only that."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        log.warning("%s letter(s) not sent: there is no mail server", len(email_messages))
        return 0
