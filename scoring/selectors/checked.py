"""A draw repeated once for everybody, while nothing that it comes from changes.

Repeating the draw of a thousand matches takes a second, and anybody may ask for it. What comes out
is kept under the digest of all that goes in, so that whatever is touched, by a correction or by
hand in the database, is repeated.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max, Q

from scoring.models import Result, Ruling
from scoring.selectors.since_drawn import COUNTING
from tournaments.models import AuditLine, Entry, Match, MatchSide, Round

KEPT_SECONDS = 60 * 60 * 24


def digest_of(round: Round) -> str:
    """SHA-256 of everything that a draw is repeated from. 9 queries."""
    stage = round.stage
    told = sha256()
    for part in (
        [round.pk, round.number, round.seed, round.state, round.drawn_at, round.report],
        [stage.format, stage.format_options, stage.game_options, stage.chain, stage.counting],
        [stage.seed, stage.closed_at, stage.carries, stage.intake],
        *_rows(round),
    ):
        told.update(repr(part).encode())
    return told.hexdigest()


def _rows(round: Round) -> Iterable[list[Any]]:
    stage, tournament = round.stage, round.tournament_id
    until = Q(round__stage=stage, round__number__lte=round.number)
    before = Q(match__round__stage=stage, match__round__number__lt=round.number)
    own = Match.objects.filter(until).order_by("pk")
    yield list(own.values_list("pk", "round", "position", "board", "purpose", "group"))
    resting = own.filter(Q(state=Match.State.BYE) | Q(round__number__lt=round.number))
    yield list(resting.values_list("pk", "state"))
    seats = MatchSide.objects.filter(until).order_by("pk")
    yield list(seats.values_list("match", "entry", "side", "place", "guest"))
    results = Result.objects.filter(before).order_by("pk")
    yield list(results.values_list("pk", "winner", "tallies", "forfeit"))
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    yield list(entries.values_list("pk", "number", "state", "effect", "seed", "again", "enters"))
    yield list(Ruling.objects.filter(stage=stage).order_by("pk").values_list())
    yield list(stage.places.order_by("pk").values_list("pk", "entry", "carried", "seed", "group"))
    yield list(round.swaps.order_by("pk").values_list("first", "second"))
    counted = AuditLine.objects.filter(tournament=tournament, act__in=COUNTING)
    yield list(counted.aggregate(Max("at"), Count("pk")).values())
    written = Match.objects.filter(round__stage=stage, round__number__lt=round.number)
    yield list(written.aggregate(Max("actas__created_at"), Count("actas")).values())
