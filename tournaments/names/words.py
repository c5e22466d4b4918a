"""Sentences of text faults, one for each code of `characters`."""

from django.utils.translation import gettext_lazy as _

from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    "text_missing": _("Escriba este dato."),
    "text_nul": _("El texto lleva un carácter nulo que no se puede guardar: escríbalo de nuevo."),
    "text_surrogate": _("El texto tiene un carácter dañado. Escríbalo de nuevo."),
    "text_control": _(
        "El texto lleva caracteres de control que no se ven: escríbalo de nuevo a mano."
    ),
    "text_bidi": _("El texto tiene caracteres invisibles. Escríbalo a mano."),
    "text_undecoded": _(
        "Hay letras perdidas (�): el archivo se guardó con otra codificación. Guárdelo como "
        "UTF-8 o corrija la letra."
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
