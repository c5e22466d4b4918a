"""Adapter of `tournaments.ports.ScoringPort`."""

from datetime import datetime

from scoring.actas.photos import photo_to_keep, refuse_photo
from scoring.models import Hand, Ruling
from scoring.public.ending import ending_of
from scoring.refereeing.selectors.clock import hall_clock
from scoring.refereeing.services.calls import call_free_entries
from scoring.rounds.selectors.line_ups import late_offer
from scoring.rounds.selectors.rounds import missing_entries_now
from scoring.stages.selectors.chain import stage_over
from scoring.stages.services import let_in_the_rest
from scoring.standings.words.counting import chain_in_words, counting_in_words, order_in_words
from tournaments.models import Entry, Tournament
from tournaments.setup.selectors.stages import stages_of
from tournaments.writer import Author

__all__ = [
    "chain_in_words",
    "counting_in_words",
    "ending_of",
    "hall_clock",
    "is_sanctioned",
    "late_offer",
    "missing_entries_now",
    "order_in_words",
    "photo_to_keep",
    "refuse_photo",
    "stage_over",
    "welcome",
    "wrote_between",
]


def is_sanctioned(entry: Entry) -> bool:
    """Return whether a referee has ruled on the entry."""
    return Ruling.objects.filter(entry=entry).exists()


def wrote_between(entry: Entry, since: datetime | None, until: datetime | None) -> bool:
    """Return whether a line of a match of the entry was written between the two moments."""
    lines = Hand.objects.filter(acta__match__sides__entry=entry)
    if since is not None:
        lines = lines.filter(created_at__gte=since)
    if until is not None:
        lines = lines.filter(created_at__lt=until)
    return lines.exists()


def welcome(tournament: Tournament, author: Author) -> None:
    """Let late entries into the stage for «the rest» of the entries, and call free entries.

    Free entries are called only in stages by the clock.
    """
    stages = stages_of(tournament)
    let_in_the_rest(stages, author)
    for stage in stages:
        if stage.by_calls:
            call_free_entries(stage=stage, author=author)
