"""The words for an entry: una pareja, un jugador, un trío."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    Text = StrOrPromise
else:
    Text = str | Promise  # `_` returns a lazy text, which has its own class in the stubs

# A sentence takes the form it needs («%(the)s 12 se ha retirado») and is written so that its other
# words do not change with the gender, or uses `exempt`.


@dataclass(frozen=True, slots=True)
class Unit:
    """The word for an entry, in lower case; `the` goes before a number: «la pareja 12»."""

    one: Text
    many: Text
    the: Text

    def count(self, number: int) -> str:
        """Return «107 parejas», in the active language."""
        return f"{number} {self.one if number == 1 else self.many}"

    def numbered(self, number: int | str) -> Text:
        """Return «la pareja 12»."""
        return format_lazy("{} {}", self.the, number)


TEAM = Unit(_("equipo"), _("equipos"), pgettext_lazy("before a number", "el equipo"))

# Number of people in an entry → the word for the entry.
UNITS: dict[int, Unit] = {
    1: Unit(_("jugador"), _("jugadores"), pgettext_lazy("before a number", "el jugador")),
    2: Unit(_("pareja"), _("parejas"), pgettext_lazy("before a number", "la pareja")),
    3: Unit(_("trío"), _("tríos"), pgettext_lazy("before a number", "el trío")),
}
