"""The acts of a hand of truco as words and buttons."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES, Side
from rules.truco import Answer, Chant, Mazo, Round, Tantos, Won
from rules.truco.acts import Act
from scoring.wording.truco import CHANTS, declared

Text = str | Promise
SIDES: tuple[Side, ...] = (0, 1)


class Button(NamedTuple):
    """An act that can be chosen: as it is written, and what its button says."""

    value: str
    label: Text


class Row(NamedTuple):
    """Buttons side by side, A's on the left; None leaves a place empty."""

    words: Text
    buttons: list[Button | None]


def told(acts: Iterable[Act]) -> Iterator[str]:
    """Each act as it is said: «A: envido», «quiero», «ronda 1: parda»."""
    rounds = 0
    for act in acts:
        rounds += isinstance(act, Round)
        yield _word(act, rounds)


def _word(act: Act, rounds: int) -> str:
    match act:
        case Chant(side=side, what=what):
            return f"{SIDE_NAMES[side]}: {str(CHANTS[what]).lower()}"
        case Answer(querido=querido):
            return _("quiero") if querido else _("no quiero")
        case Tantos():
            return declared(act)
        case Round(winner=winner):
            won = _("parda") if winner is None else SIDE_NAMES[winner]
            return _("ronda %(number)s: %(won)s") % {"number": rounds, "won": won}
        case Mazo(side=side):
            return _("%(side)s al mazo") % {"side": SIDE_NAMES[side]}
        case Won(side=side):
            return _("%(side)s gana el truco") % {"side": SIDE_NAMES[side]}


def rows(can: Collection[Act | None], done: Collection[Act]) -> list[Row]:
    """What can still happen, for a thumb: only rows in which something can."""
    number = 1 + sum(isinstance(act, Round) for act in done)
    answers = [(Answer(True), _("Quiero")), (Answer(False), _("No quiero"))]
    rounds: list[tuple[Act, str]] = [
        (Round(0), "A"), (Round(None), _("Parda")), (Round(1), "B")
    ]  # fmt: skip
    wanted: list[tuple[str, list[tuple[Act, str]]]] = [
        (_("Contestan"), answers),
        *(
            ("", [(Chant(side, what), f"{SIDE_NAMES[side]}: {word}") for side in SIDES])
            for what, word in CHANTS.items()
        ),
        (_("¿Quién gana la ronda %(number)s?") % {"number": number}, rounds),
        (
            _("O sin anotar las rondas: ¿quién gana el truco?"),
            [(Won(side), SIDE_NAMES[side]) for side in SIDES],
        ),
        (_("¿Alguien se va al mazo?"), [(Mazo(side), SIDE_NAMES[side]) for side in SIDES]),
    ]
    found = [
        Row(words, [Button(str(act), label) if act in can else None for act, label in row])
        for words, row in wanted
    ]
    return [row for row in found if any(row.buttons)]
