"""Fixes that the page of an acta offers with one click."""

from dataclasses import dataclass

from django.db.models import Count, Q

from rules.core import RuleError
from rules.mirror import swapped_lines
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import Record, fold_lines, is_closed, with_details
from tournaments.models import Match, Round
from tournaments.names.audience import Audience


@dataclass(frozen=True, slots=True)
class Fixes:
    """Fixes of an acta's `version`.

    - `swapped_score`: the score with the sides exchanged, as text; "" if they cannot be.
    - `elsewhere`: matches without lines that share an entry with this match.
    """

    version: int
    swapped_score: str
    elsewhere: list[Match]


def fixes_of(match: Match, record: Record, version: int, audience: Audience) -> Fixes | None:
    """Return the fixes of an acta; None before its first line."""
    if not record.steps:
        return None
    return Fixes(version, _swapped_score(match, record, audience), _other_matches(match))


def is_late(match: Match, record: Record, audience: Audience) -> bool:
    """Return whether the acta is incomplete although a later round or stage is published."""
    return not record.score.over and is_closed(match, audience)


def _swapped_score(match: Match, record: Record, audience: Audience) -> str:
    try:
        lines = swapped_lines(match.tournament.rules, match.game_rules(), record.lines)
    except RuleError:
        return ""
    foot: str = acta_words.board(match, fold_lines(match, lines).score, audience)["foot"]
    return foot


def _other_matches(match: Match) -> list[Match]:
    """Return the unfinished matches that share an entry with this match and have no lines.

    Matches with more entries in common come first, then matches of later rounds; at most six.
    """
    entry_keys = [side.entry_id for side in match.sides.all()]
    candidates = Match.objects.filter(
        tournament=match.tournament_id,
        round__state=Round.State.PUBLISHED,
        state__in=Match.UNFINISHED,
        sides__entry__in=entry_keys,
    ).exclude(pk=match.pk)
    matches_without_lines = candidates.exclude(actas__live=True, actas__hands__isnull=False)
    shared_entries = Count("sides", filter=Q(sides__entry__in=entry_keys), distinct=True)
    matches = (
        with_details(matches_without_lines)
        .annotate(shared=shared_entries)
        .order_by("-shared", "-round__serial", "number")
    )
    return list(matches[:6])
