"""Sheets of the tables of the hall: their numbers, to be seen from afar, and their hours."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.prints.ask import Ask, Chunk, Slices, cut, header, matches_of, round_asked, titled
from scoring.prints.pairings import in_hall_order
from scoring.selectors.refereeing.clock import stage_refereeing
from tournaments.models import Tournament
from tournaments.table_ranges import tables_in

NUMBERS = 40  # laid out at once


def table_numbers(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The number of each table of the hall, two to a page with the line to cut along."""
    head = header(tournament, _("Números de mesa"))
    numbers = [number for number in _numbers(tournament, ask) if ask.takes(number)]
    return [
        Chunk({**head, "numbers": part}, units=len(part))
        for part in (numbers[first : first + NUMBERS] for first in range(0, len(numbers), NUMBERS))
    ]


def slices_of_tables(tournament: Tournament, ask: Ask) -> Slices:
    """The tables of the hall, so many at a time."""
    return cut(ask, _numbers(tournament, ask))


def _numbers(tournament: Tournament, ask: Ask) -> Sequence[int]:
    """The tables asked for, or all."""
    return sorted(tables_in(ask.tables)) or range(1, tournament.tables + 1)


def table_times(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """When each match of a round was called and ended, with room to write what is not known."""
    round = round_asked(tournament, ask)
    seated, waiting, postponed, _byes = in_hall_order(matches_of(round, ask))
    rows = [
        {
            "table": match.table,
            "number": match.number,
            "sides": " – ".join(str(entry.number) for entry in match.entries),
            "called": match.called_at,
            "extra": match.extra_minutes,
            "ended": match.finished_at,
            "note": match.state_in_words if match in postponed else "",
        }
        for match in seated + waiting + postponed
    ]
    title = _("Horas de las mesas, %(round)s") % {"round": round}
    minutes = stage_refereeing(round.stage).minutes
    return [Chunk({**header(tournament, titled(ask, title)), "rows": rows, "minutes": minutes})]
