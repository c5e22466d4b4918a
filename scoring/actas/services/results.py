"""Saving the result of an acta, which frees the table or calls the match again."""

from scoring.actas.selectors.actas import Record, stored_values
from scoring.models import Acta, Result
from scoring.refereeing.services.calls import call_free_entries
from tournaments.models import Match, Tournament
from tournaments.rounds.services import tables
from tournaments.rounds.services.drafts import round_missing_refusal
from tournaments.writer import Author


def save_result(match: Match, acta: Acta | None, record: Record, author: Author) -> None:
    """Write or remove the result of the record; free the table, or call the match again.

    Needs the locks of the tournament and the match.
    """
    was_finished = match.state == Match.State.FINISHED
    if record.score.over:
        values = {"acta": acta, **stored_values(match, record)}
        Result.objects.bulk_create(  # one query, whether or not the row exists
            [Result(match=match, **values)],
            update_conflicts=True,
            unique_fields=["match"],
            update_fields=list(values),
        )
        if not was_finished:
            tables.finish_locked(match=match, tournament=match.tournament, author=author)
            call_free_entries(stage=match.round.stage, author=author)
        return
    Result.objects.filter(match=match).delete()
    if was_finished:
        tables.reopen(match=match, author=author)


def lock_match(match: Match, tournament: Tournament | None = None) -> Match:
    """Lock the match, read it again and return it.

    `Round.report` is deferred, because it is long. The match gets `tournament`, which the caller
    has locked. Without `tournament`, it keeps the tournament already read: a line uses only the
    parts of it that do not change in play. Raises Refused 409 `round_gone` if the round has been
    discarded.
    """
    matches = Match.objects.defer("round__report").select_related("round__stage")
    try:
        fresh = matches.select_for_update(of=("self",), no_key=True).get(pk=match.pk)
    except Match.DoesNotExist:
        raise round_missing_refusal() from None
    fresh.tournament = tournament or match.tournament
    return fresh
