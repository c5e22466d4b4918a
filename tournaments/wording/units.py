"""The word for what competes: una pareja, un jugador, un trío.

A sentence takes the word it needs («%(the)s 12 se ha retirado») and is written so that its other
words do not change with the gender, or uses `exempt`.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Unit:
    """An entry of so many people, in lower case; `the` goes before a number: «la pareja 12»."""

    one: Text
    many: Text
    the: Text

    def count(self, number: int) -> str:
        """«107 parejas», in the language of the moment."""
        return f"{number} {self.one if number == 1 else self.many}"

    def numbered(self, number: int) -> Text:
        """«la pareja 12»."""
        return format_lazy("{} {}", self.the, number)


TEAM = Unit(_("equipo"), _("equipos"), pgettext_lazy("before a number", "el equipo"))

# By the people in an entry.
UNITS: dict[int, Unit] = {
    1: Unit(_("jugador"), _("jugadores"), pgettext_lazy("before a number", "el jugador")),
    2: Unit(_("pareja"), _("parejas"), pgettext_lazy("before a number", "la pareja")),
    3: Unit(_("trío"), _("tríos"), pgettext_lazy("before a number", "el trío")),
}
