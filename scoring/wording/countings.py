"""How a stage counts and ranks, as the public reads it and as the memory of the house keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.standings.counting import Counting
from scoring.wording.counts import count
from scoring.wording.presets import BYES, COUNTING, PENALTIES
from scoring.wording.tally_words import PARTS, TALLIES
from scoring.wording.tiebreak_words import SHARED

Text = str | Promise

# The names of what each game says in its own words, where nobody knows which game it is.
OF_ANY_GAME: dict[str, Text] = {"counted_won": _("A favor"), "counted_diff": _("Diferencia")}
POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss")


def rules_of_counting(counting: Counting, unit: int = 1) -> list[str]:
    """Return what differs from the usual and no tie-break tells, a sentence each. `unit` is what
    the tallies count by.

    >>> rules_of_counting(Counting(cap=121))
    ['Lo más que se cuenta a un bando en un enfrentamiento: 121.']
    """
    found = []
    if counting.bye:
        found.append(gettext("Descansar vale: %(worth)s.") % {"worth": _lower(BYES[counting.bye])})
    if counting.bye_counted is not None:
        said = ngettext(
            "A quien descansa se le cuenta %(number)s a favor.",
            "A quien descansa se le cuentan %(number)s a favor.",
            abs(counting.bye_counted) // unit,
        )
        found.append(said % {"number": count(counting.bye_counted, unit)})
    if not counting.bye_in_difference:
        found.append(gettext("Lo que se cuenta a quien descansa no entra en la diferencia."))
    if counting.forfeit_win is not None or counting.forfeit_loss is not None:
        win, loss = counting.forfeit_win, counting.forfeit_loss
        told = {
            "win": count(counting.win if win is None else win, counting.unit),
            "loss": count(counting.loss if loss is None else loss, counting.unit),
        }
        found.append(
            gettext("Puntos sin jugar: %(win)s a quien gana, %(loss)s a quien pierde.") % told
        )
    if counting.forfeit_counted is not None:
        said = ngettext(
            "A quien gana sin jugar se le cuenta %(number)s a favor.",
            "A quien gana sin jugar se le cuentan %(number)s a favor.",
            abs(counting.forfeit_counted) // unit,
        )
        found.append(said % {"number": count(counting.forfeit_counted, unit)})
    if counting.cap:
        told = {"number": count(counting.cap, unit)}
        found.append(
            gettext("Lo más que se cuenta a un bando en un enfrentamiento: %(number)s.") % told
        )
    if counting.cap_difference:
        told = {"number": count(counting.cap_difference, unit)}
        found.append(
            gettext("La mayor diferencia que se cuenta en un enfrentamiento: %(number)s.") % told
        )
    if counting.penalties:
        found.append(
            gettext("Los puntos de sanción se quitan: %(from)s.")
            % {"from": _lower(PENALTIES[counting.penalties])}
        )
    return found


def chain_in_words(chain: Sequence[str]) -> str:
    """The tie-breaks of a chain, whatever the game.

    >>> chain_in_words(["wins", "diff:cotos", "lot"])
    'Victorias → Diferencia: cotos → Sorteo'
    """
    return " → ".join(_name(key) for key in chain)


def counting_in_words(kept: Mapping[str, Any]) -> str:
    """A counting as it is kept, field by field; "" for the usual one.

    >>> counting_in_words({"win": 3, "bye": "mean"})
    'Puntos por ganar: 3; Lo que vale descansar: La media de la ronda'
    """
    unit = kept.get("unit", 1)
    return "; ".join(
        f"{COUNTING[name]}: {_value(name, kept[name], unit)}"
        for name in COUNTING
        if name in kept and name != "unit"
    )


def _name(key: str) -> str:
    part, colon, tally = key.partition(":")
    if colon and part in PARTS and tally in TALLIES:
        return str(PARTS[part](str(TALLIES[tally])).name)
    if key in OF_ANY_GAME:
        return str(OF_ANY_GAME[key])
    return str(SHARED[key].name) if key in SHARED else key


def _value(name: str, value: Any, unit: int) -> str:
    if name == "bye":
        return str(BYES.get(value, value))
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, list):
        return "-".join(count(points, unit) for points in value)
    return count(value, unit) if name in POINTS else str(value)


def _lower(text: Text) -> str:
    said = str(text)
    return said[:1].lower() + said[1:]
