"""Queries of the desk: what somebody means by a number, and the latest results."""

import re
from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models import Signature
from scoring.selectors.matches.actas import detailed
from tournaments.models import Match, Tournament
from tournaments.refusal import Conflict, Refused

State = Match.State
SHOWN = [*Match.UNFINISHED, State.FINISHED]
_TABLE, _MATCH = ("m", "mesa", "t", "table"), ("p", "partida", "match")
_NUMBER = re.compile(rf"({'|'.join(_TABLE + _MATCH)})?\s*([0-9]{{1,5}})", re.IGNORECASE)
_WINS = re.compile(
    r"(?P<won>gan[aóo]|venc|derrot|beat|win|won)|(?:pierd|perd|lose|lost)", re.IGNORECASE
)
_ENTRY = re.compile(r"(?<![0-9-])[0-9]{1,5}(?![0-9-])", re.ASCII)
_CODE = re.compile(r"[A-Z0-9]{6}", re.IGNORECASE | re.ASCII)


def latest_results(tournament: Tournament, count: int = 6) -> list[Match]:
    """The matches finished last, the newest first, with their results."""
    finished = tournament.matches.filter(state=State.FINISHED, result__isnull=False)
    return list(detailed(finished).order_by("-finished_at", "-number")[:count])


def handed_over(matches: Iterable[Match]) -> frozenset[int]:
    """Those of these matches that both sides confirmed on one telephone."""
    signed = Signature.objects.filter(
        acta__match__in=[match.pk for match in matches], acta__live=True, handed_over=True
    )
    return frozenset(signed.order_by().values_list("acta__match", flat=True))


def look_up(tournament: Tournament, typed: str) -> list[Match]:
    """Return what somebody means by what he types: «12», «mesa 12», «partida 12» or the acta's
    code.

    Two matches when a number is the table of one and the number of another, both unfinished: the
    table first. Raises Refused: 400 for what is no number, 404 for a number that nobody has, with
    the numbers there are.
    """
    typed = typed.strip()
    number, code = _NUMBER.fullmatch(typed), _CODE.fullmatch(typed)
    if number is None and code is None:
        raise Refused(
            "desk_unreadable",
            _("Escriba el número de la mesa o el de la partida, por ejemplo 12."),
            field="n",
        )
    if number is None:
        found = detailed(tournament.matches.filter(code=typed.upper(), state__in=SHOWN))
        return list(found) or _nobody(tournament, typed)
    said, value = (number[1] or "").lower(), int(number[2])
    return _by_number(tournament, said, value) or _nobody(tournament, typed)


def won_by(tournament: Tournament, typed: str) -> tuple[Match, int] | None:
    """Return the match that «13 gana a 22» is about, not finished, with the side that has won.

    None where no two such entries meet.
    """
    verb, numbers = _WINS.search(typed), [int(one) for one in _ENTRY.findall(typed)]
    if verb is None or len(set(numbers)) != 2:
        return None
    matches = tournament.matches.filter(state__in=Match.UNFINISHED)
    for number in numbers:
        matches = matches.filter(sides__entry__number=number)
    match = detailed(matches).first()
    if match is None:
        return None
    winner = numbers[0 if verb["won"] else -1]
    return match, [entry.number for entry in match.entries].index(winner)


def the_one(tournament: Tournament, typed: str) -> Match:
    """The only match meant. Raises Refused as `look_up`, and 409 `desk_two` where two have it."""
    found = look_up(tournament, typed)
    if len(found) > 1:
        raise Conflict(
            "desk_two",
            _("Hay dos partidas con ese número: escriba «mesa %(typed)s» o «partida %(typed)s»."),
            field="to",
            typed=typed,
        )
    return found[0]


def _by_number(tournament: Tournament, said: str, value: int) -> list[Match]:
    """The match at that table and the match of that number; finished only if nothing else."""
    at_table, by_number = Q(table=value, state=State.PLAYING), Q(number=value)
    wanted = at_table | by_number
    if said:
        wanted = at_table if said in _TABLE else by_number
    found = sorted(
        detailed(tournament.matches.filter(wanted, state__in=SHOWN)),
        key=lambda match: (match.state != State.PLAYING or match.table != value, match.number),
    )
    return [match for match in found if match.state != State.FINISHED] or found


def _nobody(tournament: Tournament, typed: str) -> list[Match]:
    rows = tournament.matches.filter(state__in=SHOWN, number__isnull=False)
    numbers = list(rows.values_list("state", "table", "number"))
    tables = in_words(table for state, table, _n in numbers if state == State.PLAYING)
    matches = in_words(number for _s, _t, number in numbers)
    raise Refused(
        "desk_unknown",
        _(
            "No hay ninguna mesa en juego ni ninguna partida «%(typed)s». Mesas en juego: "
            "%(tables)s. Partidas: %(matches)s."
        ),
        field="n",
        status=404,
        typed=typed,
        tables=tables or _("ninguna"),
        matches=matches or _("ninguna"),
    )


def in_words(numbers: Iterable[int]) -> str:
    """Numbers as people say them, in order.

    >>> in_words([5, 1, 2, 3, 9])
    '1–3, 5, 9'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
