"""The chains that halls use and what a stage counts, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.standings.counting import CountingError

Text = str | Promise

PRESETS: dict[str, Text] = {
    "mus_chicos": _("Mus, grupos: puntos y chicos a favor"),
    "mus_vacas": _("Mus: partidas, diferencia de juegos, diferencia de tantos"),
    "mus_txikos": _("Mus, liga: txikos y lo hecho entre quienes empatan"),
    "guinote_groups": _("Guiñote, grupos: victorias, partidas, lo hecho entre sí y diferencias"),
    "botifarra_swiss": _("Botifarra: victorias, diferencia (hasta 121), total"),
    "botifarra_groups": _("Botifarra, grupos: puntos y diferencia"),
    "botifarra_teams": _("Botifarra, liga de equipos: 3-1-0, partidas y lo hecho entre sí"),
    "belote_pools": _("Belote, grupos: dos por ganar y uno por perder, diferencia"),
    "belote_totals": _("Belote, totales: 972 tantos a quien descansa"),
    "jass_best": _("Jass: las tres mejores rondas y la mejor de todas"),
    "skat": _("Skat: tantos, más victorias, menos derrotas"),
    "truco": _("Truco: victorias, chicos y diferencias"),
    "round_robin": _("Liguilla: puntos y lo hecho entre quienes empatan"),
    "scrabble": _("Suizo por diferencia: puntos, diferencia, total"),
    "chess": _("Suizo por rivales: 1-½-0, Buchholz, Sonneborn-Berger, progresivo"),
    "knockout": _("Eliminatoria: hasta dónde ha llegado y lo hecho a favor"),
    "lives": _("Vidas: hasta cuándo ha seguido y lo hecho a favor"),
    "tarot": _("Totales: la suma de todas las rondas"),
    "tables": _("Mesas: 4-3-2-1 por el puesto en la mesa"),
    "clock": _("Por reloj: victorias, porcentaje, diferencia, quién llegó antes"),
}

# The fields of `Counting`, as labels.
COUNTING: dict[str, Text] = {
    "win": _("Puntos por ganar"),
    "draw": _("Puntos por empatar"),
    "loss": _("Puntos por perder"),
    "unit": _("Unidades de un punto (2: se cuenta por medios)"),
    "table": _("Puntos por el puesto en la mesa, del primero al último"),
    "bye": _("Lo que vale descansar"),
    "bye_counted": _("Tantos de quien descansa"),
    "bye_in_difference": _("Los tantos de quien descansa cuentan en la diferencia"),
    "forfeit_win": _("Puntos por ganar sin jugar"),
    "forfeit_loss": _("Puntos por perder sin jugar"),
    "forfeit_counted": _("Tantos de quien gana sin jugar"),
    "cap": _("Lo más que se cuenta a un bando en un enfrentamiento (0: todo)"),
    "cap_difference": _("La mayor diferencia que se cuenta en un enfrentamiento (0: toda)"),
    "best": _("Cuántas de las mejores rondas cuentan (0: todas)"),
    "penalties": _("De dónde se quitan los puntos de sanción"),
}

# What points of penalty are taken off.
PENALTIES: dict[str, Text] = {
    "": _("De nada: solo deshacen empates, si el orden los mira"),
    "points": _("De los puntos"),
    "counted": _("De lo que se suma (partidas, chicos, tantos…) y de su diferencia"),
}

# What a bye may be worth.
BYES: dict[str, Text] = {
    "": _("Lo que dice el sistema de juego"),
    "win": _("Una victoria"),
    "draw": _("Un empate"),
    "mean": _("La media de la ronda"),
    "nothing": _("Nada"),
}


def preset_name(key: str) -> Text:
    """The name of a preset; «usual» is what the format has by itself."""
    return PRESETS.get(key) or _("Lo acostumbrado en este sistema de juego")


def refused(error: CountingError) -> str:
    """Why a counting cannot be, in one sentence."""
    if error.field not in COUNTING:
        return gettext("No hay nada que se llame «%(name)s» en la cuenta.") % {"name": error.field}
    return gettext("No se admite %(value)s en «%(field)s».") % {
        "value": error.value,
        "field": COUNTING[error.field],
    }
