"""Exchange of places in what was drawn from a result that was wrong, and has not begun."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from scoring.corrections.consequences import Remedy
from scoring.selectors.draws.rounds import situation_before
from scoring.selectors.matches.actas import detailed
from scoring.services.actas import forfeit_match
from scoring.services.draws.rounds import FORFEIT_REASON
from scoring.services.stages import exchange_places
from tournaments.models import Match, Round, Stage
from tournaments.services import tables
from tournaments.services.draws.exchanges import exchange_seats


def exchange(*, match: Match, remedy: Remedy, author: User, reason: str) -> None:
    """Exchange the places of each couple, in a later stage too. Under the tournament's lock."""
    stage = Stage.objects.select_related("tournament").get(
        tournament=match.tournament_id, number=remedy.stage
    )
    own = stage.pk == match.round.stage_id
    if not own:
        exchange_places(stage=stage, exchanges=remedy.exchanges, author=author, reason=reason)
    entries = {entry.number: entry for entry in match.tournament.entries.all()}
    rounds = Round.objects.filter(stage=stage, matches__code__in=remedy.matches)
    for round in rounds.select_related("stage__tournament", "tournament").distinct():
        matches = list(round.matches.filter(code__in=remedy.matches).order_by("position", "board"))
        exchange_seats(
            round=round,
            matches=matches,
            exchanges=[(entries[one], entries[other]) for one, other in remedy.exchanges],
            author=author,
            reason=reason,
            drawn_from=situation_before(round) if own and not round.by_lot else None,
        )
        if round.state == Round.State.PUBLISHED:
            _give_up(matches, author)
    tables.call_waiting(tournament=match.tournament, author=author)


def _give_up(matches: Sequence[Match], author: User) -> None:
    """Give up the matches of who has left, as when a round is published."""
    pks = [match.pk for match in matches if match.state != Match.State.BYE]
    for match in detailed(Match.objects.filter(pk__in=pks)):
        gone = [entry for entry in match.everybody if not entry.live]
        if gone:
            forfeit_match(match=match, loser=gone[0], author=author, reason=FORFEIT_REASON)
