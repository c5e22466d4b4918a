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

    `swapped`: the score with the sides exchanged, "" if impossible. `elsewhere`: matches without an
    acta that share an entry with the match.
    """

    version: int
    swapped: str
    elsewhere: list[Match]


def fixes_of(match: Match, record: Record, version: int, audience: Audience) -> Fixes | None:
    """Return the fixes of an acta; None before its first line."""
    if not record.steps:
        return None
    return Fixes(version, _swapped(match, record, audience), _elsewhere(match))


def is_late(match: Match, record: Record, audience: Audience) -> bool:
    """Return whether the acta is incomplete although a later round or stage is published."""
    return not record.score.over and is_closed(match, audience)


def _swapped(match: Match, record: Record, audience: Audience) -> str:
    try:
        lines = swapped_lines(match.tournament.rules, match.game_rules(), record.lines)
    except RuleError:
        return ""
    foot: str = acta_words.board(match, fold_lines(match, lines).score, audience)["foot"]
    return foot


def _elsewhere(match: Match) -> list[Match]:
    """Return the unfinished matches that share an entry with this match and have no lines.

    Matches with more entries in common come first, then matches of later rounds; at most six.
    """
    playing = [side.entry_id for side in match.sides.all()]
    known = Match.objects.filter(
        tournament=match.tournament_id,
        round__state=Round.State.PUBLISHED,
        state__in=Match.UNFINISHED,
        sides__entry__in=playing,
    ).exclude(pk=match.pk)
    empty = known.exclude(actas__live=True, actas__hands__isnull=False)
    same = Count("sides", filter=Q(sides__entry__in=playing), distinct=True)
    matches = with_details(empty).annotate(same=same).order_by("-same", "-round__serial", "number")
    return list(matches[:6])
