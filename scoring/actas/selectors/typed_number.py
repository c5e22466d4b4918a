"""The match that a person means by a typed number."""

import re
from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.actas.selectors.actas import with_details
from tournaments.models import Match, Tournament
from tournaments.refusal import Conflict, Refused

State = Match.State
SEARCHED_STATES = [*Match.UNFINISHED, State.FINISHED]
_TABLE, _MATCH = ("m", "mesa", "t", "table"), ("e", "encuentro", "p", "partida", "match")
_NUMBER = re.compile(rf"({'|'.join(_TABLE + _MATCH)})?\s*([0-9]{{1,5}})", re.IGNORECASE)
_CODE = re.compile(r"[A-Z0-9]{6}", re.IGNORECASE | re.ASCII)


def look_up(tournament: Tournament, text: str) -> list[Match]:
    """Return the matches that a typed text means.

    The text is «12», «mesa 12», «encuentro 12» or the acta's code.
    A number returns two matches if it is the table of one unfinished match and the number of
    another match; the match at the table comes first. Raises Refused: 400 for text without a
    number, 404 for an unknown number, with the existing numbers.
    """
    text = text.strip()
    number, code = _NUMBER.fullmatch(text), _CODE.fullmatch(text)
    if number is None and code is None:
        raise Refused(
            "desk_unreadable",
            _("Escriba el número de la mesa o el del encuentro, por ejemplo 12."),
            field="n",
        )
    if number is None:
        matches = with_details(
            tournament.matches.filter(code=text.upper(), state__in=SEARCHED_STATES)
        )
        return list(matches) or _refuse_unknown(tournament, text)
    kind, value = (number[1] or "").lower(), int(number[2])
    return _matches_by_number(tournament, kind, value) or _refuse_unknown(tournament, text)


def only_match(tournament: Tournament, text: str) -> Match:
    """Return the only match that a typed text means.

    Raises the errors of `look_up`, and Refused 409 `desk_two` if the text means two matches.
    """
    matches = look_up(tournament, text)
    if len(matches) > 1:
        raise Conflict(
            "desk_two",
            _(
                "Hay una mesa %(typed)s y un encuentro %(typed)s: escriba «mesa %(typed)s» o "
                "«encuentro %(typed)s»."
            ),
            field="to",
            typed=text,
        )
    return matches[0]


def _matches_by_number(tournament: Tournament, kind: str, value: int) -> list[Match]:
    """Return the matches at that table or of that number.

    `kind` is the word typed before the number, such as «mesa»; "" for a number alone. Finished
    matches are included only if no match is unfinished.
    """
    is_at_table, has_number = Q(table=value, state=State.PLAYING), Q(number=value)
    condition = is_at_table | has_number
    if kind:
        condition = is_at_table if kind in _TABLE else has_number
    matches = sorted(
        with_details(tournament.matches.filter(condition, state__in=SEARCHED_STATES)),
        key=lambda match: (match.state != State.PLAYING or match.table != value, match.number),
    )
    return [match for match in matches if match.state != State.FINISHED] or matches


def _refuse_unknown(tournament: Tournament, text: str) -> list[Match]:
    rows = tournament.matches.filter(state__in=SEARCHED_STATES, number__isnull=False)
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
        typed=text,
        tables=tables or _("ninguna"),
        matches=matches or _("ninguna"),
    )


def number_ranges(numbers: Iterable[int]) -> str:
    """Return the numbers as text, in order and without repeats; consecutive numbers as a range.

    >>> number_ranges([5, 1, 2, 3, 9])
    '1–3, 5, 9'
    """
    runs: list[list[int]] = []  # the first and the last number of each range
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
