"""Names of rounds, from the draft to the paper: «Ronda 7 · Cuartos de final».

A name has the number in the whole event, then the name of the stage, if any, and its phase.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from tournaments.words import Text

DOT = " · "

# Number of ties of the round → its name, and the words for an entry that loses in it.
KNOCKOUT: dict[int, tuple[Text, Text]] = {
    1: (_("Final"), _("en la final")),
    2: (_("Semifinales"), _("en semifinales")),
    4: (_("Cuartos de final"), _("en cuartos de final")),
    8: (_("Octavos de final"), _("en octavos de final")),
    16: (_("Dieciseisavos de final"), _("en dieciseisavos de final")),
    32: (_("Treintaidosavos de final"), _("en treintaidosavos de final")),
}
# Number of ties of a bracket's first round → the text of the qualifying line in the standings.
QUALIFYING_TEXTS: dict[int, Text] = {
    1: _("Pasan a la final"),
    2: _("Pasan a semifinales"),
    4: _("Pasan a cuartos de final"),
    8: _("Pasan a octavos de final"),
    16: _("Pasan a dieciseisavos de final"),
    32: _("Pasan a treintaidosavos de final"),
}
# Word of `Format.phase` without ties → its name.
PHASES: dict[str, Text] = {
    "previous": _("Ronda previa"),
    "grand_final": _("Gran final"),
    "third_place": _("Tercer puesto"),
    "consolation": _("Consolación"),
    "placement": _("Por los puestos"),
}
# Word of `Format.phase` → the round inside a sentence: «Preparar las semifinales».
PHASES_WITH_ARTICLE: dict[str, Text] = {
    "main 1": _("la final"),
    "main 2": _("las semifinales"),
    "main 4": _("los cuartos de final"),
    "main 8": _("los octavos de final"),
    "main 16": _("los dieciseisavos de final"),
    "main 32": _("los treintaidosavos de final"),
    "previous": _("la ronda previa"),
    "grand_final": _("la gran final"),
    "third_place": _("la ronda del tercer puesto"),
    "consolation": _("la consolación"),
}


def numbered_round_name(serial: int, calls: bool = False) -> str:
    """Return «Ronda 7», or «Tanda 7» in a stage by the clock.

    `serial` is the number of the round in the whole event.

    >>> numbered_round_name(7), numbered_round_name(12, calls=True)
    ('Ronda 7', 'Tanda 12')
    """
    words = gettext("Tanda %(number)s") if calls else gettext("Ronda %(number)s")
    return words % {"number": serial}


def phase_in_words(phase: str) -> str:
    """Return a word of `Format.phase` as text; "" if the number is enough.

    >>> phase_in_words("main 4"), phase_in_words("previous"), phase_in_words("main 5")
    ('Cuartos de final', 'Ronda previa', '')
    """
    word, _space, ties = phase.partition(" ")
    if ties:
        return str(KNOCKOUT[int(ties)][0]) if int(ties) in KNOCKOUT else ""
    return str(PHASES.get(word, ""))


def name_in_hall(serial: int, phase: str = "", calls: bool = False) -> str:
    """Return the name of a round in the hall: its phase (a word of `Format.phase`) or its number.

    >>> name_in_hall(7, "main 2"), name_in_hall(7)
    ('Semifinales', 'Ronda 7')
    """
    return phase_in_words(phase) or numbered_round_name(serial, calls)


def round_with_article(serial: int, phase: str = "", calls: bool = False) -> str:
    """Return a round inside a sentence, as `name_in_hall` names it.

    >>> round_with_article(7, "main 2"), round_with_article(7), round_with_article(7, calls=True)
    ('las semifinales', 'la ronda 7', 'la tanda 7')
    """
    if phase in PHASES_WITH_ARTICLE:
        return str(PHASES_WITH_ARTICLE[phase])
    words = gettext("la tanda %(number)s") if calls else gettext("la ronda %(number)s")
    return words % {"number": serial}


def draw_labels(
    lots: bool, serial: int, phase: str = "", *, consolation: bool = False
) -> tuple[str, str]:
    """Return the labels of the buttons that draw a round: with everybody, and without absentees.

    `consolation`: lots are drawn only for the consolation.

    >>> draw_labels(True, 1), draw_labels(False, 4, "main 1")[0]
    (('Sortear la ronda 1', 'Sortear la ronda 1 sin los ausentes'), 'Preparar la final')
    >>> draw_labels(True, 2, "main 2", consolation=True)[0]
    'Preparar las semifinales y sortear la consolación'
    """
    round = {"round": round_with_article(serial, phase)}
    if consolation:
        return gettext("Preparar %(round)s y sortear la consolación") % round, gettext(
            "Preparar %(round)s y sortear la consolación, sin los ausentes"
        ) % round
    if lots:
        return gettext("Sortear %(round)s") % round, gettext(
            "Sortear %(round)s sin los ausentes"
        ) % round
    return gettext("Preparar %(round)s") % round, gettext(
        "Preparar %(round)s sin los ausentes"
    ) % round


def round_title(serial: int, stage: str = "", phase: str = "", calls: bool = False) -> str:
    """Return the complete name, without repetitions.

    >>> round_title(7, "Cuadro final", "Cuartos de final"), round_title(9, "Final", "Final")
    ('Ronda 7 · Cuadro final · Cuartos de final', 'Ronda 9 · Final')
    """
    parts = dict.fromkeys(
        part for part in (numbered_round_name(serial, calls), stage, phase) if part
    )
    return DOT.join(parts)


def title_in_words(title: str) -> str:
    """Translate a stored Spanish name of a round; the name of its stage stays as it is.

    >>> title_in_words("Ronda 7 · Cuadro final · Cuartos de final")
    'Ronda 7 · Cuadro final · Cuartos de final'
    """
    numbered_part, *other_parts = title.split(DOT)
    word, _space, number = numbered_part.partition(" ")
    names = [name for name, _exit in KNOCKOUT.values()]
    with override("es"):
        spanish = {str(text) for text in (*PHASES.values(), *names)}
    parts = [gettext(part) if part in spanish else _stage_in_words(part) for part in other_parts]
    return DOT.join([numbered_round_name(int(number), word in ("Tanda", "Llamada")), *parts])


def _stage_in_words(part: str) -> str:
    """Return a stage's name unchanged; translate «Fase 3», which is only a number."""
    word, _space, number = part.partition(" ")
    if word == "Fase" and number.isdigit():
        return gettext("Fase %(number)s") % {"number": number}
    return part


def postponed_in_words(moment: datetime | None) -> str:
    """Return «Aplazado al jueves, 2 de abril de 2026, 18:00», or that it has no date."""
    if moment is None:
        return gettext("Aplazado, sin fecha")
    local = timezone.localtime(moment)
    return gettext("Aplazado al %(day)s, %(date)s, %(hour)s") % {
        "day": date_format(local, "l"),
        "date": date_format(local, "DATE_FORMAT"),
        "hour": date_format(local, "H:i"),
    }


def awaited_in_words(entry: int, table: int) -> str:
    """Return the entry that a match waits for: «espera al 2, que juega en la mesa 1»."""
    words = gettext("espera al %(entry)s, que juega en la mesa %(table)s")
    return words % {"entry": entry, "table": table}


def rematches_sentence(round_count: int, rounds: int) -> str:
    """Return the sentence that only `round_count` of the rounds can be played without a rematch."""
    words = ngettext(
        "Con los que hay cabe %(most)s ronda sin repetir ningún cruce, y son %(rounds)s: después "
        "habrá cruces repetidos.",
        "Con los que hay caben %(most)s rondas sin repetir ningún cruce, y son %(rounds)s: "
        "después habrá cruces repetidos.",
        round_count,
    )
    return words % {"most": round_count, "rounds": rounds}
