"""The author of an action: an account, or a player at a table without an account."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

DEVICE_LENGTH = 32


class Channel(models.TextChoices):
    """The channel by which a line came to the acta."""

    REFEREE = "referee", _("Teléfono de arbitraje")
    TABLE = "table", _("Teléfono de la mesa")
    DESK = "desk", _("Mesa de control")
    API = "api", _("Programa")


def display_name(user: User) -> str:
    """Return the display name of an account, or «Cuenta 7» if it has none; never its login."""
    return user.get_full_name() or f"Cuenta {user.pk}"


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of a line, with channel and device.

    For the players of a table, `user` is None, `name` is the title of their entry («Pareja 12») and
    `side` is the side where they play. `device` is the mark that the browser keeps, or "".
    """

    user: User | None = None
    channel: str = ""
    device: str = ""
    side: int | None = None
    name: str = ""

    @property
    def is_player(self) -> bool:
        """Return whether the writer is a player at a table, who may write only in his match."""
        return self.channel == Channel.TABLE

    @property
    def title(self) -> str:
        """Return the display name of the account, else `name`; "" for Tapete itself."""
        if self.user is not None:
            return display_name(self.user)
        return self.name


# The author of an action: usually an account; None is Tapete itself.
Author = User | Writer | None


def writer_of(author: Author) -> Writer:
    """Return the author as a `Writer`."""
    return author if isinstance(author, Writer) else Writer(user=author)
