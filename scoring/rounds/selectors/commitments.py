"""The list that a commitment publishes: the entries that would be drawn now."""

from collections.abc import Collection

from django.utils.translation import override

from scoring.rounds.selectors.before_drawing import missing_entries, situation_without
from scoring.standings.selectors.standings import stage_situation
from tournaments import formats
from tournaments.formats.core import DrawError, Situation
from tournaments.models import DrawCommitment, Stage
from tournaments.names.audience import EVERY_ROUND, EVERYTHING, paper_audience
from tournaments.pairing.commitment import ListedEntry, list_without_names, listed_numbers, text
from tournaments.permissions import unit_for_public
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import latest_round


def following_number(stage: Stage) -> int:
    last = latest_round(stage)
    return last.number + 1 if last else 1


def list_text(stage: Stage, leaving: Collection[int] = ()) -> str:
    """Return the list of the next draw as text, with public names, without the entries `leaving`.

    Raises the DrawError that the draw would raise.
    """
    unit = unit_for_public(stage.tournament)
    listed = _text(stage, leaving)
    if unit is None:
        return listed
    with override("es"):  # the language of the list
        return list_without_names(listed, paper_audience(unit).called)


def _text(stage: Stage, leaving: Collection[int]) -> str:
    situation = situation_without(stage_situation(stage, EVERY_ROUND), leaving)
    drawn = _drawn(stage, situation)
    return text(
        tournament=stage.tournament.slug,
        stage=stage.number,
        round=following_number(stage),
        format=stage.format,
        options=stage.format_options,
        entries=_listed(stage, situation, drawn),
        wishes=situation.wishes,
        out_of_service=stage.tournament.out_of_service,
    )


def list_changed(commitment: DrawCommitment) -> bool:
    """Return whether the closed list differs from the list that would be drawn.

    Returns True also if the list is redacted or nothing can be drawn.
    """
    if not commitment.verifiable:
        return True
    try:
        return list_text(commitment.stage, left_out_of(commitment)) != commitment.text
    except DrawError:
        return True


def left_out_of(commitment: DrawCommitment) -> frozenset[int]:
    """Return the numbers of the entries that the closed list left out.

    An entry that has been marked as present since then is not returned.
    """
    stage = commitment.stage
    missing = missing_entries(stage, stage_situation(stage, EVERY_ROUND)).numbers
    return missing.difference(listed_numbers(commitment.text))


def _drawn(stage: Stage, situation: Situation) -> frozenset[int]:
    """Return the entry numbers in the next draw; they are the same for every seed."""
    rehearsed = formats.format(stage.format).next_round(situation, stage.format_rules(), "")
    return frozenset(number for pairing in rehearsed.pairings for number in pairing.sides)


def _listed(stage: Stage, situation: Situation, drawn: frozenset[int]) -> list[ListedEntry]:
    entries = stage.tournament.entries.filter(number__in=drawn).prefetch_related(seats())
    known = {entry.number: entry for entry in entries}
    return [
        ListedEntry(
            entrant.number,
            known[entrant.number].title_for(EVERYTHING),
            entrant.seed,
            entrant.tags,
            known[entrant.number].fixed_table,
        )
        for entrant in situation.entrants
        if entrant.number in drawn
    ]
