"""Texts of how a stage counts and ranks: presets and fields of a counting."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games.figures import count
from scoring.standings.counting import Counting, CountingError
from scoring.standings.words.tiebreaks import PARTS, SHARED_WORDS, TALLIES, tiebreak_words
from tournaments.words import Text

PRESETS: dict[str, Text] = {
    "mus_chicos": _("Mus, grupos: puntos y chicos a favor"),
    "mus_vacas": _("Mus: partidas, diferencia de juegos, diferencia de tantos"),
    "mus_txikos": _("Mus, liga: txikos y enfrentamiento directo"),
    "guinote_groups": _(
        "Guiñote, grupos: victorias, partidas, enfrentamiento directo y diferencias"
    ),
    "botifarra_swiss": _("Botifarra: victorias, diferencia (hasta 121), total"),
    "botifarra_groups": _("Botifarra, grupos: puntos y diferencia"),
    "botifarra_teams": _("Botifarra, liga de equipos: 3-1-0, partidas y enfrentamiento directo"),
    "belote_pools": _("Belote, grupos: dos por ganar y uno por perder, diferencia"),
    "belote_totals": _("Belote, totales: 972 tantos a quien descansa"),
    "jass_best": _("Jass: las tres mejores rondas y la mejor de todas"),
    "skat": _("Skat: tantos, más victorias, menos derrotas"),
    "truco": _("Truco: victorias, chicos y diferencias"),
    "round_robin": _("Liguilla: puntos y enfrentamiento directo"),
    "scrabble": _("Suizo por diferencia: puntos, diferencia, total"),
    "chess": _("Suizo por rivales: 1-½-0, Buchholz, Sonneborn-Berger, progresivo"),
    "knockout": _("Eliminatoria: hasta dónde ha llegado y a favor"),
    "lives": _("Vidas: ronda en que quedó fuera y a favor"),
    "tarot": _("Totales: la suma de todas las rondas"),
    "tables": _("Mesas: 4-3-2-1 por el puesto en la mesa"),
    "clock": _("Por reloj: victorias, porcentaje, diferencia, quién llegó antes"),
}

# The labels of the fields of `Counting`.
COUNTING: dict[str, Text] = {
    "win": _("Puntos por ganar"),
    "draw": _("Puntos por empatar"),
    "loss": _("Puntos por perder"),
    "unit": _("Partes de un punto (2: medios puntos)"),
    "table": _("Puntos por el puesto en la mesa, del primero al último"),
    "bye": _("Valor de un descanso"),
    "bye_counted": _("Tantos de quien descansa"),
    "bye_in_difference": _("Los tantos de quien descansa cuentan en la diferencia"),
    "forfeit_win": _("Puntos por ganar por incomparecencia"),
    "forfeit_loss": _("Puntos por perder por incomparecencia"),
    "forfeit_counted": _("Tantos de quien gana por incomparecencia"),
    "cap": _("Máximo que cuenta un bando en un encuentro (0: todo)"),
    "cap_difference": _("La mayor diferencia que se cuenta en un encuentro (0: toda)"),
    "best": _("Cuántas de las mejores rondas cuentan (0: todas)"),
    "penalties": _("De dónde se quitan los puntos de sanción"),
}

# Labels of the totals that penalty points reduce.
PENALTIES: dict[str, Text] = {
    "": _("De ninguno: solo deshacen empates, si son uno de los criterios"),
    "points": _("De los puntos"),
    "counted": _("Del total (partidas, chicos, tantos…) y de su diferencia"),
}

# The labels of the worth of a bye.
BYES: dict[str, Text] = {
    "": _("Lo habitual en este sistema"),
    "win": _("Una victoria"),
    "draw": _("Un empate"),
    "mean": _("La media de la ronda"),
    "nothing": _("Nada"),
}


def preset_name(key: str) -> Text:
    """Return the name of a preset. Any other key, such as «usual», is the format's own preset."""
    return PRESETS.get(key) or _("Lo habitual en este sistema")


def counting_refusal(error: CountingError) -> str:
    """Return why a counting is impossible, as one sentence."""
    if error.field not in COUNTING:
        return gettext("No hay nada que se llame «%(name)s» en la cuenta.") % {"name": error.field}
    return gettext("No se admite %(value)s en «%(field)s».") % {
        "value": error.value,
        "field": COUNTING[error.field],
    }


# Names of two tie-breaks in texts for all games; each game has its own names for them.
ANY_GAME_NAMES: dict[str, Text] = {"counted_won": _("A favor"), "counted_diff": _("Diferencia")}
POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss")


def rules_of_counting(counting: Counting, unit: int = 1) -> list[str]:
    """Return a sentence for each rule of counting that is unusual and that no tie-break explains.

    `unit` is the unit of the tallies.

    >>> rules_of_counting(Counting(cap=121))
    ['Máximo que cuenta un bando en un encuentro: 121.']
    """
    rules = []
    if counting.bye:
        rules.append(gettext("Descansar vale: %(worth)s.") % {"worth": _lower(BYES[counting.bye])})
    if counting.bye_counted is not None:
        sentence = ngettext(
            "A quien descansa se le cuenta %(number)s a favor.",
            "A quien descansa se le cuentan %(number)s a favor.",
            abs(counting.bye_counted) // unit,
        )
        rules.append(sentence % {"number": count(counting.bye_counted, unit)})
    if not counting.bye_in_difference:
        rules.append(gettext("Los tantos de los descansos no entran en la diferencia."))
    if counting.forfeit_win is not None or counting.forfeit_loss is not None:
        win, loss = counting.forfeit_win, counting.forfeit_loss
        values = {
            "win": count(counting.win if win is None else win, counting.unit),
            "loss": count(counting.loss if loss is None else loss, counting.unit),
        }
        rules.append(
            gettext("Puntos por incomparecencia: %(win)s al ganador, %(loss)s al perdedor.")
            % values
        )
    if counting.forfeit_counted is not None:
        sentence = ngettext(
            "Al que gana por incomparecencia se le cuenta %(number)s a favor.",
            "Al que gana por incomparecencia se le cuentan %(number)s a favor.",
            abs(counting.forfeit_counted) // unit,
        )
        rules.append(sentence % {"number": count(counting.forfeit_counted, unit)})
    if counting.cap:
        values = {"number": count(counting.cap, unit)}
        rules.append(gettext("Máximo que cuenta un bando en un encuentro: %(number)s.") % values)
    if counting.cap_difference:
        values = {"number": count(counting.cap_difference, unit)}
        rules.append(
            gettext("La mayor diferencia que se cuenta en un encuentro: %(number)s.") % values
        )
    if counting.penalties:
        rules.append(
            gettext("Los puntos de sanción se quitan: %(from)s.")
            % {"from": _lower(PENALTIES[counting.penalties])}
        )
    return rules


def chain_in_words(chain: Sequence[str]) -> str:
    """Return the tie-breaks of a chain as text, for any game.

    >>> chain_in_words(["wins", "diff:cotos", "lot"])
    'Victorias → Diferencia: cotos → Sorteo'
    """
    return " → ".join(_name(key) for key in chain)


def order_in_words(game: str, chain: Sequence[str], *, boards: bool = False) -> str:
    """Return the order of the standings as one sentence, in the words of the game.

    >>> order_in_words("guinote", ["wins", "diff:cotos", "lot"])
    'La clasificación va por victorias; si hay empate, diferencia de cotos, sorteo.'
    """
    words = tiebreak_words(game, boards=boards)
    names = [words[key].short if ":" in key else words[key].name for key in chain]
    first_name, *other_names = map(_lower, names)
    if not other_names:
        return gettext("La clasificación va por %(first)s.") % {"first": first_name}
    return gettext("La clasificación va por %(first)s; si hay empate, %(others)s.") % {
        "first": first_name,
        "others": ", ".join(other_names),
    }


def counting_in_words(values: Mapping[str, Any]) -> str:
    """Return a stored counting as text, each value except `unit`; "" for the usual counting.

    >>> counting_in_words({"win": 3, "bye": "mean"})
    'Puntos por ganar: 3; Valor de un descanso: La media de la ronda'
    """
    unit = values.get("unit", 1)
    return "; ".join(
        f"{COUNTING[name]}: {_value(name, values[name], unit)}"
        for name in COUNTING
        if name in values and name != "unit"
    )


def _name(key: str) -> str:
    part, colon, tally = key.partition(":")
    if colon and part in PARTS and tally in TALLIES:
        return str(PARTS[part](str(TALLIES[tally])).name)
    if key in ANY_GAME_NAMES:
        return str(ANY_GAME_NAMES[key])
    return str(SHARED_WORDS[key].name) if key in SHARED_WORDS else key


def _value(name: str, value: Any, unit: int) -> str:
    if name == "bye":
        return str(BYES.get(value, value))
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, list):
        return "-".join(count(points, unit) for points in value)
    return count(value, unit) if name in POINTS else str(value)


def _lower(text: Text) -> str:
    words = str(text)
    return words[:1].lower() + words[1:]
