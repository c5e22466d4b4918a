"""Names of rounds, and the people on the podium."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.actas.selectors.meetings import Competitor, Meeting
from scoring.stages.selectors.bracket import Bracket, BracketRound, round_of
from scoring.standings.table import StandingsLine
from scoring.standings.whole_event import FinalLine
from tournaments.models import Stage
from tournaments.rounds.words.phases import (
    exit_phase_in_words,
    exit_round_in_words,
    phase_name,
    phase_under_heading,
)
from tournaments.rounds.words.rounds import numbered_round_name, round_title

PODIUM = 3


def name_of_meeting(stage: Stage, brackets: Sequence[Bracket], meeting: Meeting) -> str:
    """Return the name of the match's round in its bracket: «Ronda 5 · Cuartos de final»."""
    round = round_of(brackets, meeting)
    phase = name_of_phase(round) if round else ""
    return round_title(meeting.serial, stage.name_in_round_title(phase), phase, stage.by_calls)


def exit_round_name(brackets: Sequence[Bracket], meeting: Meeting) -> str:
    """Return the round in which the loser of the match goes out: «en cuartos de final»."""
    bracket_round = round_of(brackets, meeting)
    if bracket_round is None:
        return exit_round_in_words(meeting.serial)
    return exit_phase_in_words(
        bracket_round.bracket,
        bracket_round.label,
        meeting.serial,
        bracket_round.size,
        bracket_round.entries,
        bracket_round.rounds_left,
    )


def name_of_phase(bracket_round: BracketRound) -> str:
    """Return the name of the phase, without the number of its round."""
    return phase_name(
        bracket_round.bracket,
        bracket_round.label,
        bracket_round.size,
        bracket_round.entries,
        bracket_round.rounds_left,
    )


def name_inside(bracket_round: BracketRound) -> str:
    """Return the name of a round under the heading of its bracket; once drawn, with its number."""
    phase = phase_under_heading(
        bracket_round.bracket,
        bracket_round.label,
        bracket_round.size,
        bracket_round.entries,
        bracket_round.rounds_left,
    )
    if bracket_round.serial:
        return round_title(bracket_round.serial, phase=phase)
    return phase or (
        numbered_round_name(bracket_round.expected_serial)
        if bracket_round.expected_serial
        else gettext("Por sortear")
    )


def podium(
    lines: Sequence[StandingsLine | FinalLine], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    """Return each `line` of the first three places with its `competitor`; places may be shared."""
    return [
        {"line": line, "competitor": competitors[line.entrant]}
        for line in lines
        if line.place <= PODIUM
    ]
