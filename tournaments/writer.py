"""The author of an act: an account, or whoever sits at a table and has no account at all."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

DEVICE_LENGTH = 32


class Channel(models.TextChoices):
    """How a line came from the table to the acta."""

    REFEREE = "referee", _("Móvil de arbitraje")
    TABLE = "table", _("Móvil de la mesa")
    DESK = "desk", _("Mesa de control")
    API = "api", _("Programa")


def shown_name(user: User) -> str:
    """The name by which others know an account: the one it chose, and never that of its login."""
    return user.get_full_name() or f"Cuenta {user.pk}"


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of a line, his channel and his device.

    `user` is None for the players of a table, whose `name` says them («Pareja 12») and whose `side`
    is theirs; `device` is the mark the browser keeps, or "".
    """

    user: User | None = None
    channel: str = ""
    device: str = ""
    side: int | None = None
    name: str = ""

    @property
    def is_player(self) -> bool:
        """Whether it is a player at the table, who has no say but in his own match."""
        return self.channel == Channel.TABLE

    @property
    def title(self) -> str:
        """The name that stays written; "" for Tapete itself."""
        if self.user is not None:
            return shown_name(self.user)
        return self.name


# The author of an act: an account in most; None is Tapete itself.
Author = User | Writer | None


def writer_of(author: Author) -> Writer:
    """The same author as a `Writer`."""
    return author if isinstance(author, Writer) else Writer(user=author)
