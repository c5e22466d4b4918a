"""Sentences of an import: one for each code of `tournaments.people.imports`."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.names.words import MARK_IN_NAME
from tournaments.names.words import SENTENCES as TEXT
from tournaments.people.imports.core import RowFault, SheetError
from tournaments.refusal import Refused
from tournaments.words import Text

Sentence = Text

# Errors of the whole list.
SHEETS: dict[str, Sentence] = {
    "empty": _("No hay nada que leer: pegue una lista o elija un archivo con algo dentro."),
    "too_big": _(
        "Es demasiado grande: caben %(limit)s MB. Una lista de inscripciones ocupa mucho menos."
    ),
    "too_many_rows": _("Son demasiadas filas: caben %(limit)s de una vez."),
    "too_many_columns": _("La línea %(line)s tiene demasiadas columnas: caben %(limit)s."),
    "line_too_long": _("La línea %(line)s es demasiado larga: el máximo son %(limit)s caracteres."),
    "too_many_sheets": _(
        "Las primeras %(limit)s hojas del libro están vacías: ponga la lista en la primera."
    ),
    "too_many_empty_rows": _(
        "El libro tiene demasiadas filas vacías. Copie las celdas de la lista y péguelas."
    ),
    "too_much_work": _(
        "Ese archivo no parece una lista. Guárdelo como CSV, o copie las celdas y péguelas."
    ),
    "protected": _(
        "El archivo está protegido con una contraseña y no se puede leer. Ábralo, quítesela al "
        "guardarlo y tráigalo otra vez; o copie las celdas y péguelas."
    ),
    "web_page": _(
        "Es una página web (HTML), aunque su nombre sea de Excel. Ábrala con Excel o LibreOffice y "
        "guárdela como .xlsx, .ods o .csv; o copie las celdas y péguelas."
    ),
    "other_program": _(
        "Es un archivo de %(program)s, que aquí no se lee. Ábralo y guárdelo como .xlsx, .ods o "
        ".csv; o copie las celdas y péguelas."
    ),
    "unknown_alphabet": _(
        "No se reconoce la codificación del archivo: las eñes y los acentos saldrían mal. "
        "Guárdelo como CSV UTF-8 o .xlsx, o copie las celdas y péguelas."
    ),
    "old_excel": _(
        "Es un archivo de Excel antiguo (.xls). Ábralo y guárdelo como .xlsx, .ods o .csv."
    ),
    "not_a_table": _(
        "No es una lista de inscripciones: valen CSV, XLSX (Excel) y ODS (LibreOffice), o texto "
        "pegado."
    ),
    "unreadable": _("El archivo está estropeado y no se puede leer. Guárdelo de nuevo y repítalo."),
    "unsafe_xml": _("El archivo contiene código y, por seguridad, no se abre."),
    "zip_too_big": _("El archivo ocupa demasiado al abrirlo: caben %(limit)s MB."),
}

# Errors of a row, which cannot be registered.
ERRORS: dict[str, Sentence] = {
    **TEXT,
    "nobody": _("No hay nombres en esta línea."),
    "team_missing": _("Escriba el nombre del equipo."),
    "partner_missing": _("Escriba otra persona."),
    "too_many_people": _("Hay demasiadas personas: %(count)s."),
    "left_over": _(
        "«%(text)s» no cabe en esta inscripción. Si es una persona o su pueblo, póngalo en su "
        "casilla; si no hace falta, bórrelo."
    ),
    "mark_in_name": MARK_IN_NAME,
    "same_person_twice": _(
        "%(name)s aparece dos veces en la misma inscripción. Si son dos personas, añada a una el "
        "apodo o el pueblo."
    ),
    "plays_elsewhere": _(
        "%(name)s ya juega con el número %(number)s (%(pair)s). Si es otra persona que se llama "
        "igual, añádale el apodo o el pueblo."
    ),
    "plays_above": _(
        "%(name)s ya está en la línea %(line)s. Si es otra persona que se llama igual, añádale el "
        "apodo o el pueblo."
    ),
    "number_wrong": _("El número «%(number)s» no vale: va de 1 a %(limit)s."),
    "number_taken": _("El número %(number)s ya está dado."),
    "number_repeated": _("El número %(number)s ya está en la línea %(line)s."),
    "stage_unknown": _(
        "En «%(text)s» no se inscribe nadie: ponga el número o el nombre de una de estas fases: "
        "%(stages)s."
    ),
    "private": _("Parece un teléfono o un DNI: quítelo, aquí no se guardan."),
}

# Remarks, not errors.
REMARKS: dict[str, Sentence] = {
    "already_entered": _("Ya tiene el número %(number)s."),
    "repeated_pair": _("Es igual que la línea %(line)s."),
    "looks_for_partner": _("Viene sin pareja: quedará como «Busca pareja»."),
    "namesake": _("Hay otra persona llamada %(name)s (%(towns)s): compruebe que no es la misma."),
    "misread": _("Ponía «%(before)s» por un error de codificación; se ha leído «%(after)s»."),
    "tick_read": _("«%(text)s» se ha leído como que sí, no como parte de un nombre."),
    "not_yes_or_no": _("No se sabe si «%(text)s» es sí o no: se ha puesto que no."),
    "not_a_seed": _("«%(text)s» no es un número de cabeza de serie: no se ha puesto."),
    "private_dropped": _("Se ha quitado lo que parece un teléfono, un DNI o un correo."),
    "read_as_windows": _(
        "El archivo no está en UTF-8: se ha leído como los de Windows. Mire que las eñes y los "
        "acentos estén bien."
    ),
    "read_as_mac": _(
        "El archivo no está en UTF-8: se ha leído como los de un Mac antiguo. Mire que las eñes y "
        "los acentos estén bien."
    ),
    "read_as_dos": _(
        "El archivo no está en UTF-8: se ha leído como los de DOS. Mire que las eñes y los acentos "
        "estén bien."
    ),
    "other_pages": _(
        "Se ha leído la hoja «%(page)s». Otras hojas con datos, que no se han leído: %(others)s."
    ),
    "tables_read": _("Se han leído %(count)s listas que estaban una al lado de otra."),
    "players_paired": _(
        "Venía una persona por línea: se han juntado las que tienen el mismo número o nombre de "
        "inscripción."
    ),
    "entry_name_not_kept": _(
        "La columna «%(name)s» no se guarda: en este torneo cada inscripción se llama por sus "
        "jugadores."
    ),
    "town_supposed": _(
        "La columna %(column)s no tiene título: se ha leído como la peña o el pueblo."
    ),
    "column_untitled": _(
        "La columna %(column)s no tiene título y no se ha leído. Líneas con algo en ella: "
        "%(count)s (%(lines)s)."
    ),
    "headings_repeated": _("Los títulos se repiten y no se inscriben. Líneas: %(lines)s."),
    "totals_skipped": _("Las líneas de totales no se inscriben: %(lines)s."),
    "titles_skipped": _("Los títulos de grupo no se inscriben. Líneas: %(lines)s."),
    "blank_lines_skipped": _("Líneas sin nombres que no se han leído: %(count)s (%(lines)s)."),
    "denial_read": _("«%(text)s» se ha leído como que no, no como parte de un nombre."),
    "columns_not_used": _("Columnas que no se usan ni se guardan: %(names)s."),
    "heading_skipped": _("La primera línea, «%(text)s», es un título: no se inscribe."),
    "lines_above_header": _("Líneas por encima de los títulos que no se han leído: %(count)s."),
}

FIELDS: dict[str, Sentence] = {
    "number": _("Número"),
    "player_1": _("Jugador 1"),
    "player_2": _("Jugador 2"),
    "player_3": _("Jugador 3"),
    "town": _("Peña o pueblo"),
    "left": _("Texto sin colocar"),
    "name": _("Nombre del equipo"),
    "people": _("Jugadores"),
    "session": _("Turno"),
    "stage": _("Fase"),
    "seed": _("Cabeza de serie"),
    "paid": _("Pagado"),
    "present": _("Presente"),
}


# Remarks that need a check; all other remarks explain how the list was read.
WARNINGS = frozenset(
    {
        "namesake",
        "not_yes_or_no",
        "not_a_seed",
        "denial_read",
        "column_untitled",
        "town_supposed",
        "other_pages",
        "read_as_windows",
        "read_as_mac",
        "read_as_dos",
    }
)
# Remarks shown in their line of the preview.
LINE_REMARKS = WARNINGS | {"looks_for_partner", "already_entered", "repeated_pair"}
LINES_NAMED = 12


def fault_sentence(fault: RowFault) -> str:
    """Return the field and the sentence of a fault. Raises KeyError for a code without sentence."""
    sentence = ERRORS.get(fault.code) or REMARKS[fault.code]
    text = str(sentence) % fault.params if fault.params else str(sentence)
    return f"{FIELDS[fault.field]}: {text}" if fault.field else text


def sentences(faults: Iterable[RowFault]) -> list[str]:
    return [fault_sentence(fault) for fault in faults]


def lines_by_sentence(
    faults: Iterable[tuple[int, RowFault]], *, by_code: bool = False
) -> list[tuple[str, list[int]]]:
    """Return each different sentence with its lines.

    With `by_code`, all faults of a code share the sentence of the first.
    """
    groups: dict[object, tuple[str, list[int]]] = {}
    for line, fault in faults:
        key = fault.code if by_code else (fault.code, fault.field, str(fault.params))
        if key not in groups:
            groups[key] = fault_sentence(fault), []
        groups[key][1].append(line)
    return list(groups.values())


def line_numbers(lines: Sequence[int]) -> str:
    """Return the first line numbers as text: «3, 8, …»."""
    return ", ".join([*map(str, lines[:LINES_NAMED]), *(["…"] if len(lines) > LINES_NAMED else [])])


def list_refusal(error: SheetError) -> Refused:
    """Return the refusal of an unreadable list."""
    return Refused(error.code, SHEETS[error.code], field="source", **error.params)
