"""The suits of a Spanish pack, in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.words import Text

SUITS: dict[str, Text] = {"o": _("oros"), "c": _("copas"), "e": _("espadas"), "b": _("bastos")}
