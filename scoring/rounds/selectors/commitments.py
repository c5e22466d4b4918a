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


def list_text(stage: Stage, numbers_left_out: Collection[int] = ()) -> str:
    """Return the list of the next draw as text, with the names that the public sees.

    The list omits the entries with the numbers `numbers_left_out`.
    Raises the DrawError that the draw would raise.
    """
    unit = unit_for_public(stage.tournament)
    full_text = _text_with_names(stage, numbers_left_out)
    if unit is None:
        return full_text
    with override("es"):  # the language of the list
        return list_without_names(full_text, paper_audience(unit).number_title)


def _text_with_names(stage: Stage, numbers_left_out: Collection[int]) -> str:
    situation = situation_without(stage_situation(stage, EVERY_ROUND), numbers_left_out)
    numbers_drawn = _numbers_to_draw(stage, situation)
    return text(
        tournament=stage.tournament.slug,
        stage=stage.number,
        round=following_number(stage),
        format=stage.format,
        options=stage.format_options,
        entries=_listed_entries(stage, situation, numbers_drawn),
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
        return list_text(commitment.stage, numbers_left_out_of(commitment)) != commitment.text
    except DrawError:
        return True


def numbers_left_out_of(commitment: DrawCommitment) -> frozenset[int]:
    """Return the numbers of the entries that the closed list left out.

    An entry that has been marked as present since then is not returned.
    """
    stage = commitment.stage
    leavable_numbers = missing_entries(stage, stage_situation(stage, EVERY_ROUND)).numbers
    return leavable_numbers.difference(listed_numbers(commitment.text))


def _numbers_to_draw(stage: Stage, situation: Situation) -> frozenset[int]:
    """Return the entry numbers in the next draw; they are the same for every seed."""
    trial = formats.format(stage.format).next_round(situation, stage.format_rules(), "")
    return frozenset(number for pairing in trial.pairings for number in pairing.sides)


def _listed_entries(
    stage: Stage, situation: Situation, numbers_drawn: frozenset[int]
) -> list[ListedEntry]:
    entries = stage.tournament.entries.filter(number__in=numbers_drawn).prefetch_related(seats())
    entry_by_number = {entry.number: entry for entry in entries}
    return [
        ListedEntry(
            entrant.number,
            entry_by_number[entrant.number].title_for(EVERYTHING),
            entrant.seed,
            entrant.tags,
            entry_by_number[entrant.number].fixed_table,
        )
        for entrant in situation.entrants
        if entrant.number in numbers_drawn
    ]
