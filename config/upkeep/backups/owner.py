"""The system user that owns the data folder, and the lock of a running Tapete."""

import fcntl
import os
import pwd

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


def refuse_another_user() -> None:
    """Raise Refused unless this user owns the data folder.

    The service could not read files that another user wrote.
    """
    owner = settings.VAR_DIR.stat().st_uid
    if owner == os.geteuid():
        return
    sentence = _("Los datos son de «%(owner)s»: lance la orden con «sudo -u %(owner)s».")
    raise Refused("another_user", sentence, owner=user_name(owner))


def user_name(user: int) -> str:
    """Return the name of a system user, or the number of a user without a name."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def refuse_while_served() -> None:
    """Raise Refused while `./dev run` serves this data: its pages would show the old data.

    `./dev run` holds the file `in_use` while it runs.
    """
    try:
        lock_file = os.open(settings.VAR_DIR / "in_use", os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        fcntl.flock(lock_file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        sentence = _("Tapete está en marcha con estos datos: termínelo antes con Ctrl+C.")
        raise Refused("in_use", sentence, status=409) from error
    finally:
        os.close(lock_file)
