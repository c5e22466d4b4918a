"""Consequences of an acta: its result, and the table freed or called again."""

from scoring.actas.selectors.actas import Record, kept_values
from scoring.models import Acta, Result
from scoring.refereeing.services.calls import call_the_free
from tournaments.models import Match, Tournament
from tournaments.rounds.services import tables
from tournaments.rounds.services.drafts import round_gone
from tournaments.writer import Author


def settle(match: Match, acta: Acta | None, record: Record, author: Author) -> None:
    """Write the folded result or remove it; free the table or call again. Under both locks."""
    finished = match.state == Match.State.FINISHED
    if record.score.over:
        values = {"acta": acta, **kept_values(match, record)}
        Result.objects.bulk_create(  # one query, whether there was one or not
            [Result(match=match, **values)],
            update_conflicts=True,
            unique_fields=["match"],
            update_fields=list(values),
        )
        if not finished:
            tables.finish_held(match=match, tournament=match.tournament, author=author)
            call_the_free(stage=match.round.stage, author=author)
        return
    Result.objects.filter(match=match).delete()
    if finished:
        tables.reopen(match=match, author=author)


def locked(match: Match, tournament: Tournament | None = None) -> Match:
    """The match as it is now; other writers of it wait until this transaction ends. What its round
    remembers of the draw, long to read, comes only if asked for; and its tournament from whoever
    holds the lock, or as it was read before: what a line asks of it does not change in play.
    Raises Refused 409 `round_gone` when its round was thrown away meanwhile."""
    matches = Match.objects.defer("round__report").select_related("round__stage")
    try:
        fresh = matches.select_for_update(of=("self",), no_key=True).get(pk=match.pk)
    except Match.DoesNotExist:
        raise round_gone() from None
    fresh.tournament = tournament or match.tournament
    return fresh
