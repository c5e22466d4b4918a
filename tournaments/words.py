"""Sentences of text faults, one for each code of `characters`; and the words for an entry."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SENTENCES: dict[str, str | Promise] = {
    "text_missing": _("Falta escribir este dato."),
    "text_nul": _("El texto lleva un carácter nulo que no se puede guardar: escríbalo de nuevo."),
    "text_surrogate": _("El texto lleva medio carácter suelto: escríbalo de nuevo."),
    "text_control": _(
        "El texto lleva caracteres de control que no se ven: escríbalo de nuevo a mano."
    ),
    "text_bidi": _(
        "El texto lleva marcas invisibles que dan la vuelta a las letras: escríbalo de nuevo."
    ),
    "text_undecoded": _(
        "Hay letras perdidas (�): el fichero se guardó con otra codificación. "
        "Guárdelo como UTF-8 o corrija la letra."
    ),
    "text_marks": _("Hay demasiados acentos sobre una misma letra."),
    "text_formula": _(
        "No puede empezar por =, +, - ni @: una hoja de cálculo lo tomaría por una fórmula."
    ),
    "text_too_long": _("Es demasiado largo: caben %(limit)s caracteres."),
}

MARK_IN_NAME = _(
    "En «%(name)s» hay un signo que ningún nombre lleva: %(mark)s. Si son dos personas, escriba "
    "cada una en su casilla; el pueblo va entre paréntesis, entero, al final; un apodo, entre "
    "comillas."
)


# --- Units ----------------------------------------------------------------------------------------
# The word for an entry: una pareja, un jugador, un trío. A sentence takes the form it needs
# («%(the)s 12 se ha retirado») and is written so that its other words do not change with the
# gender, or uses `exempt`.
Text = str | Promise


@dataclass(frozen=True, slots=True)
class Unit:
    """The word for an entry, in lower case; `the` goes before a number: «la pareja 12»."""

    one: Text
    many: Text
    the: Text

    def count(self, number: int) -> str:
        """Return «107 parejas», in the active language."""
        return f"{number} {self.one if number == 1 else self.many}"

    def numbered(self, number: int) -> Text:
        """Return «la pareja 12»."""
        return format_lazy("{} {}", self.the, number)


TEAM = Unit(_("equipo"), _("equipos"), pgettext_lazy("before a number", "el equipo"))

# Number of people in an entry → the word for the entry.
UNITS: dict[int, Unit] = {
    1: Unit(_("jugador"), _("jugadores"), pgettext_lazy("before a number", "el jugador")),
    2: Unit(_("pareja"), _("parejas"), pgettext_lazy("before a number", "la pareja")),
    3: Unit(_("trío"), _("tríos"), pgettext_lazy("before a number", "el trío")),
}
