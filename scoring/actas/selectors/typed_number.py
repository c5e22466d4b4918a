"""The match that a person means by a typed number."""

import re
from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.actas.selectors.actas import with_details
from tournaments.models import Match, Tournament
from tournaments.refusal import Conflict, Refused

State = Match.State
SHOWN = [*Match.UNFINISHED, State.FINISHED]
_TABLE, _MATCH = ("m", "mesa", "t", "table"), ("e", "encuentro", "p", "partida", "match")
_NUMBER = re.compile(rf"({'|'.join(_TABLE + _MATCH)})?\s*([0-9]{{1,5}})", re.IGNORECASE)
_CODE = re.compile(r"[A-Z0-9]{6}", re.IGNORECASE | re.ASCII)


def look_up(tournament: Tournament, typed: str) -> list[Match]:
    """Return the matches for typed text: «12», «mesa 12», «encuentro 12» or the acta's code.

    A number returns two matches if it is the table of one unfinished match and the number of
    another match; the match at the table comes first. Raises Refused: 400 for text without a
    number, 404 for an unknown number, with the existing numbers.
    """
    typed = typed.strip()
    number, code = _NUMBER.fullmatch(typed), _CODE.fullmatch(typed)
    if number is None and code is None:
        raise Refused(
            "desk_unreadable",
            _("Escriba el número de la mesa o el del encuentro, por ejemplo 12."),
            field="n",
        )
    if number is None:
        matches = with_details(tournament.matches.filter(code=typed.upper(), state__in=SHOWN))
        return list(matches) or _nobody(tournament, typed)
    kind, value = (number[1] or "").lower(), int(number[2])
    return _by_number(tournament, kind, value) or _nobody(tournament, typed)


def only_match(tournament: Tournament, typed: str) -> Match:
    """Return the only match for the text.

    Raises the errors of `look_up`, and Refused 409 `desk_two` if the text means two matches.
    """
    matches = look_up(tournament, typed)
    if len(matches) > 1:
        raise Conflict(
            "desk_two",
            _(
                "Hay una mesa %(typed)s y un encuentro %(typed)s: escriba «mesa %(typed)s» o "
                "«encuentro %(typed)s»."
            ),
            field="to",
            typed=typed,
        )
    return matches[0]


def _by_number(tournament: Tournament, kind: str, value: int) -> list[Match]:
    """Return the matches at that table or of that number.

    `kind` is the word typed before the number, such as «mesa»; "" for a number alone. Finished
    matches are included only if no match is unfinished.
    """
    at_table, by_number = Q(table=value, state=State.PLAYING), Q(number=value)
    wanted = at_table | by_number
    if kind:
        wanted = at_table if kind in _TABLE else by_number
    matches = sorted(
        with_details(tournament.matches.filter(wanted, state__in=SHOWN)),
        key=lambda match: (match.state != State.PLAYING or match.table != value, match.number),
    )
    return [match for match in matches if match.state != State.FINISHED] or matches


def _nobody(tournament: Tournament, typed: str) -> list[Match]:
    rows = tournament.matches.filter(state__in=SHOWN, number__isnull=False)
    numbers = list(rows.values_list("state", "table", "number"))
    tables = number_ranges(
        table for state, table, _n in numbers if state == State.PLAYING and table
    )
    matches = number_ranges(number for _s, _t, number in numbers if number)
    raise Refused(
        "desk_unknown",
        _(
            "No hay ninguna mesa en juego ni ningún encuentro «%(typed)s». Mesas en juego: "
            "%(tables)s. Encuentros: %(matches)s."
        ),
        field="n",
        status=404,
        typed=typed,
        tables=tables or _("ninguna"),
        matches=matches or _("ninguna"),
    )


def number_ranges(numbers: Iterable[int]) -> str:
    """Return the numbers as text, in order and without repeats; consecutive numbers as a range.

    >>> number_ranges([5, 1, 2, 3, 9])
    '1–3, 5, 9'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
