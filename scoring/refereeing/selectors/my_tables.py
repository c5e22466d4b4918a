"""The tables of a referee, with the state of each match."""

from dataclasses import dataclass
from datetime import datetime

from scoring.actas.selectors.actas import (
    Record,
    fold_lines,
    lines_written,
    live_actas,
    with_details,
)
from scoring.refereeing.selectors.clock import minutes_since
from scoring.rounds.selectors.line_ups import unnamed_sides
from tournaments.models import Match, Tournament
from tournaments.table_ranges import read_table_ranges


@dataclass(frozen=True, slots=True)
class MyTable:
    """A match in play: `minutes` since its call, and its `record`.

    `unnamed`: a team of the match has no people yet.
    """

    match: Match
    minutes: int | None
    record: Record
    unnamed: bool

    @property
    def lines(self) -> int:
        return len(self.record.steps)


def my_tables(tournament: Tournament, tables: str, now: datetime) -> list[MyTable]:
    """Return the matches in play at the tables `tables` («1-12, 20»; "" for all), by table."""
    playing = tournament.matches.filter(state=Match.State.PLAYING)
    if tables:
        playing = playing.filter(table__in=read_table_ranges(tables))
    matches = list(with_details(playing).order_by("table"))
    actas = live_actas(matches)
    return [
        MyTable(
            match,
            minutes_since(match.called_at, now),
            fold_lines(match, lines_written(actas.get(match.pk))),
            bool(unnamed_sides(match)),
        )
        for match in matches
    ]
