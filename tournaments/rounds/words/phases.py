"""Names of bracket rounds, shown after the number of the round: «Cuartos de final»."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditLine
from tournaments.rounds.words.rounds import KNOCKOUT
from tournaments.words import Text

BRACKETS: dict[str, Text] = {
    "previous": _("Ronda previa"),
    "main": _("Cuadro principal"),
    "winners": _("Cuadro de ganadores"),
    "losers": _("Cuadro de perdedores"),
    "grand_final": _("Gran final"),
    "third_place": _("Tercer puesto"),
    "consolation": _("Consolación"),
}
# For each bracket, the names of its rounds: BEFORE_LAST_NAMES and LAST_NAMES for the last two
# rounds, ROUND_NAMES for any other round.
ROUND_NAMES: dict[str, Text] = {**BRACKETS, "third_place": _("Encuentro por el tercer puesto")}
BEFORE_LAST_NAMES: dict[str, Text] = {
    "grand_final": _("Primera gran final"),  # it may be played twice
    "winners": _("Semifinales del cuadro de ganadores"),
    "consolation": _("Semifinales de consolación"),
}
LAST_NAMES: dict[str, Text] = {
    "winners": _("Final del cuadro de ganadores"),
    "losers": _("Final del cuadro de perdedores"),
    "consolation": _("Final de consolación"),
}
EXIT_TEXTS: dict[str, Text] = {
    "previous": _("en la ronda previa"),
    "winners": _("en el cuadro de ganadores, ronda %(round)s"),
    "losers": _("en el cuadro de perdedores, ronda %(round)s"),
    "consolation": _("en la consolación, ronda %(round)s"),
}
LAST_EXIT_TEXTS: dict[str, Text] = {
    "losers": _("en la final del cuadro de perdedores"),
    "consolation": _("en la final de consolación"),
}


def ties_in(round: int, first_round: int) -> int:
    """Return the number of ties in a round of a knockout that begins with `first_round` ties.

    0 stands for an unknown number.

    >>> ties_in(1, 64), ties_in(7, 64), ties_in(1, 0)
    (64, 1, 0)
    """
    return -(-first_round >> (round - 1))  # rounded up: an odd number leaves a bye


class RoundNames(NamedTuple):
    """Names of the rounds in which entries of a stage go out.

    `positions` is the number of positions in the first round of the bracket (0 if unknown);
    `serials` has the number of each round in the event, by its number in the stage.

    >>> RoundNames(4).exit_in_words(1), RoundNames(0, {2: 9}).exit_in_words(2)
    ('en cuartos de final', 'en la ronda 9')
    """

    positions: int = 0
    serials: Mapping[int, int] = MappingProxyType({})

    def exit_in_words(self, round: int) -> str:
        return exit_round_in_words(self.serials.get(round, round), ties_in(round, self.positions))


UNNAMED_ROUNDS = RoundNames()


def knockout_name(ties: int) -> str:
    """Return the name of a knockout round of `ties` ties; "" if it has no name.

    >>> knockout_name(1), knockout_name(128)
    ('Final', '')
    """
    return str(KNOCKOUT[ties][0]) if ties in KNOCKOUT else ""


def phase_name(bracket: str, label: str, size: int, entries: int, rounds_left: int) -> str:
    """Return the name of a round of a bracket; "" if the number of the round is enough.

    The parameters are fields of `scoring.stages.selectors.bracket.BracketRound`.

    >>> phase_name("main", "", 4, 64, 2), phase_name("losers", "", 4, 8, 3)
    ('Cuartos de final', 'Cuadro de perdedores')
    >>> phase_name("grand_final", "", 1, 2, 1), phase_name("grand_final", "", 1, 2, 0)
    ('Primera gran final', 'Gran final')
    """
    if bracket == "main":
        return knockout_name(size)
    values = {"best": label}
    if label and entries > 2 and not (rounds_left == 0 and size == 1):
        values["worst"] = str(int(label) + entries - 1)
        return gettext("Por los puestos %(best)s a %(worst)s") % values
    if label:
        return gettext("Por el puesto %(best)s") % values
    is_before_last = rounds_left == 1 and size == (1 if bracket == "grand_final" else 2)
    names = (
        LAST_NAMES
        if rounds_left == 0 and size == 1
        else BEFORE_LAST_NAMES
        if is_before_last
        else ROUND_NAMES
    )
    return str(names.get(bracket, ROUND_NAMES[bracket]))


def phase_under_heading(bracket: str, label: str, size: int, entries: int, rounds_left: int) -> str:
    """Return the name as `phase_name` does, under a heading that already names the bracket.

    >>> phase_under_heading("losers", "", 4, 8, 3), phase_under_heading("losers", "", 1, 8, 0)
    ('', 'Final')
    """
    if bracket in LAST_NAMES and not label:
        return knockout_name(size) if (rounds_left, size) in ((0, 1), (1, 2)) else ""
    return phase_name(bracket, label, size, entries, rounds_left)


def bracket_name(bracket: str, label: str, entries: int) -> str:
    """Return the heading of a whole bracket."""
    values = {"best": label, "worst": int(label or 0) + entries - 1}
    if label and bracket == "consolation":
        return gettext("Consolación: puestos %(best)s a %(worst)s") % values
    if label:
        return gettext("Puestos %(best)s a %(worst)s") % values
    return str(BRACKETS[bracket])


def exit_phase_in_words(
    bracket: str, label: str, serial: int, size: int, entries: int, rounds_left: int
) -> str:
    """Return in words the round in which an entry goes out.

    The parameters are those of `phase_name`, and the `serial` of the round.

    >>> exit_phase_in_words("main", "", 5, 4, 64, 2), exit_phase_in_words("losers", "", 3, 4, 8, 3)
    ('en cuartos de final', 'en el cuadro de perdedores, ronda 3')
    """
    if label:
        return gettext("en la lucha por los puestos")
    if (rounds_left, size) == (0, 1) and bracket in LAST_EXIT_TEXTS:
        return str(LAST_EXIT_TEXTS[bracket])
    return (
        str(EXIT_TEXTS[bracket]) % {"round": serial}
        if bracket in EXIT_TEXTS
        else exit_round_in_words(serial, size)
    )


def round_change_in_words(line: AuditLine) -> str:
    """Return the words of a `change_rounds` audit line: old and new number, reason, author."""
    name = "blocks" if "blocks" in line.after else "rounds"
    words = (
        gettext("Bloques: de %(before)s a %(after)s. Motivo: %(reason)s (%(by)s, %(at)s)")
        if name == "blocks"
        else gettext("Rondas: de %(before)s a %(after)s. Motivo: %(reason)s (%(by)s, %(at)s)")
    )
    return words % {
        "before": line.before[name],
        "after": line.after[name],
        "reason": line.reason,
        "by": line.author_name or "Tapete",
        "at": date_format(timezone.localtime(line.at), "SHORT_DATETIME_FORMAT"),
    }


def exit_round_in_words(round: int, ties: int = 0) -> str:
    """Return in words the round in which an entry goes out or plays.

    >>> exit_round_in_words(5, 4), exit_round_in_words(2)
    ('en cuartos de final', 'en la ronda 2')
    """
    if ties in KNOCKOUT:
        return str(KNOCKOUT[ties][1])
    return gettext("en la ronda %(round)s") % {"round": round}


def counts_only_for_note(label: str | int) -> str:
    """Return the note next to a catch-up match; `label` is the number of the resting entry."""
    return gettext("recuperación: solo cuenta para el número %(number)s") % {"number": label}
