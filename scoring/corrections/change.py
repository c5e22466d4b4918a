"""The only way to change the result of a finished match, whatever the act.

An act is a service with its own rules: a correction, exchanged sides, a moved acta, a replay, a
result taken back, a decided dispute, a lifted ruling, an undone catch-up, an entry withdrawn or
brought back. Views and API call it through `change_result`, which returns its consequences and
carries out the remedies on request; `consequences_of_act` previews them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from scoring.actas.selectors.actas import with_details
from scoring.corrections.consequences import REDRAW, Consequences, Remedy, merge_consequences
from scoring.corrections.preview import consequences_of, stage_changes, stage_count
from scoring.corrections.redraw import exchange_entries, redraw
from scoring.corrections.words import why_left
from scoring.models import Result, Ruling
from scoring.stages.services import fill_stage, release_places
from scoring.standings.selectors.history import SupposedResult
from tournaments import permissions
from tournaments.models import Entry, Match, Stage, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import latest_round
from tournaments.rounds.services import tables
from tournaments.writer import Author, writer_of

Value = TypeVar("Value")
Act = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class ResultChange(Generic[Value]):
    """A finished act: its return value, its consequences, and whether the draws were remedied."""

    value: Value
    consequences: Consequences
    remedied: bool


@transaction.atomic
def change_result(
    act: Act[Value], *, remedy: bool = False, seen: str | None = None, **arguments: Any
) -> ResultChange[Value]:
    """Carry out the act with its `arguments` and return the change; `remedy` also remedies draws.

    A remedy exchanges or redraws matches that were drawn from a changed result and have not begun.
    `seen` is the `Consequences.seen` on the author's page; None skips the check.

    Raises the errors of the act. `remedy` also raises:
    - Refused 403 `remedy_not_yours` for a user who may not draw;
    - Refused 409 `remedy_changed` if a match has begun meanwhile, or `nothing_to_remedy`;
    - the errors of the draws.

    After an error, nothing is saved: the act is rolled back too.
    """
    tournament, author = _tournament_of_act(arguments), arguments["author"]
    if remedy:
        refuse_without_draw_right(tournament, author)
    tournament = tables.lock_tournament(tournament)
    if remedy:
        tables.lock_matches(tournament.matches.exclude(state=Match.State.FINISHED))
    matches = _matches_of_act(arguments)
    consequences, changed_matches = _try_act(act, matches, arguments)
    if remedy:
        refuse_other_remedies(consequences, seen)
    value = act(**arguments)
    if remedy:
        reason = (
            getattr(value, "reason", "") or str(arguments.get("reason", "")) or _default_reason()
        )
        carry_out_remedies(consequences, changed_matches or matches, writer_of(author).user, reason)
    return ResultChange(value, consequences, remedy)


def consequences_of_act(act: Act[Any], **arguments: Any) -> Consequences:
    """Return the consequences of an act without saving it. Raises the errors of the act."""
    with transaction.atomic():
        tables.lock_tournament(_tournament_of_act(arguments))
        return _try_act(act, _matches_of_act(arguments), arguments)[0]


def refuse_without_draw_right(tournament: Tournament, author: Author) -> None:
    """Raise Refused 403 `remedy_not_yours` for a user who may not draw."""
    user = writer_of(author).user
    if user is None or not permissions.may(user, "remedy_draws", tournament):
        raise Refused(
            "remedy_not_yours",
            _("Solo la organización puede rehacer las rondas: guarde solo la corrección."),
            field="remedy",
            status=403,
        )


def refuse_other_remedies(consequences: Consequences, seen: str | None) -> None:
    """Raise Refused 409 if the remedies differ from `seen`, or if no remedy is possible."""
    if seen is not None and seen != consequences.seen:
        raise Conflict(
            "remedy_changed",
            _(
                "Mientras lo miraba han cambiado las opciones: quizá haya empezado algún "
                "encuentro. Mírelas otra vez antes de guardar."
            ),
            field="remedy",
        )
    if not consequences.possible:
        raise Conflict(
            "nothing_to_remedy",
            _("No hay nada que rehacer. %(why)s"),
            field="remedy",
            why=" ".join(why_left(remedy) for remedy in consequences.remedies),
        )


def carry_out_remedies(
    consequences: Consequences, matches: Sequence[Match], author: User | None, reason: str
) -> None:
    """Carry out the possible remedies, after the results of these matches have changed."""
    assert author is not None
    matches_by_stage = {match.round.stage.number: match for match in matches}
    first_match = matches[0]
    redraws = [remedy for remedy in consequences.possible if remedy.kind == REDRAW]
    later_stages = {remedy.stage for remedy in redraws} - matches_by_stage.keys()
    # An entry that changes stage must leave its old stage before the new stage is filled.
    release_places(
        remedied_stages(first_match, [remedy for remedy in redraws if remedy.stage in later_stages])
    )
    for remedy in consequences.possible:
        if remedy.kind != REDRAW:
            match = matches_by_stage.get(remedy.stage, first_match)
            exchange_entries(match=match, remedy=remedy, author=author, reason=reason)
    for stage in remedied_stages(first_match, redraws):
        if stage.number in later_stages:
            fill_stage(stage, author)
        if (round := latest_round(stage)) is not None:
            redraw(round=round, author=author, reason=reason)


def remedied_stages(match: Match, remedies: Sequence[Remedy]) -> list[Stage]:
    """Return the stages of the remedies, by number; `match` is any match of the tournament."""
    stages = Stage.objects.select_related("tournament").filter(tournament=match.tournament_id)
    return list(stages.filter(number__in=[remedy.stage for remedy in remedies]).order_by("number"))


# --- Matches that an act changes ------------------------------------------------------------------
def _tournament_of_act(arguments: Mapping[str, Any]) -> Tournament:
    tournament: Tournament
    if "match" in arguments:
        tournament = arguments["match"].tournament
    else:
        tournament = (
            arguments["entry"] if "entry" in arguments else arguments["ruling"].entry
        ).tournament
    return tournament


def match_of_act(arguments: Mapping[str, Any]) -> Match | None:
    """Return the act's `match` or, without `match`, the last match that the act may change.

    Return None if the act may change no match.
    """
    if "match" in arguments:
        match: Match = arguments["match"]
        return match
    return next(reversed(_matches_of_act(arguments)), None)


def _matches_of_act(arguments: Mapping[str, Any]) -> list[Match]:
    """Return the matches whose results the act may change.

    They are the matches in the act's arguments, the match of its ruling, or all matches of its
    entry.
    """
    match_keys = [arguments[name].pk for name in ("match", "to") if name in arguments]
    condition = Q(pk__in=match_keys)
    ruling: Ruling | None = arguments.get("ruling")
    entry = arguments.get("entry")
    if ruling is not None and ruling.follows == Ruling.Follows.OUT:
        entry = ruling.entry
    elif ruling is not None:
        condition |= Q(pk=ruling.match_id)
    if entry is not None:
        condition |= Q(tournament=entry.tournament_id, sides__entry=entry)
    return list(with_details(Match.objects.filter(condition).distinct()).order_by("pk"))


def _try_act(
    act: Act[Any], matches: Sequence[Match], arguments: Mapping[str, Any]
) -> tuple[Consequences, list[Match]]:
    """Carry out the act and roll it back; return its consequences and the changed matches."""
    old_results, first_matches = _results(matches), _recounted_stages(matches, arguments)
    old_counts = {stage: stage_count(stage) for stage in first_matches}
    with transaction.atomic():
        act(**arguments)
        new_results = _results(matches)
        recounts = [
            stage_changes(match, old_counts[stage]) for stage, match in first_matches.items()
        ]
        transaction.set_rollback(True)
    no_result = SupposedResult(None, None, False)
    changed_results = {
        match: new_results.get(match.pk, no_result)
        for match in matches
        if old_results.get(match.pk) != new_results.get(match.pk)
    }
    consequences = consequences_of(changed_results)
    if recounts:  # the places of the recount already include the results of the act
        recount = merge_consequences(recounts)
        consequences = replace(
            merge_consequences([consequences, recount]),
            moved=recount.moved,
            qualified=recount.qualified,
        )
    return consequences, list(changed_results)


def _recounted_stages(matches: Sequence[Match], arguments: Mapping[str, Any]) -> dict[Stage, Match]:
    """Return the entry's first match in each stage where the act changes which results count.

    Only a withdrawal with the effect VOID or LAST does so, and the act that undoes it.
    """
    entry = arguments.get("entry")
    effects = (arguments.get("effect"), entry.effect if entry is not None else None)
    if not {Entry.Effect.VOID, Entry.Effect.LAST} & set(effects):
        return {}
    first_matches: dict[Stage, Match] = {}
    for match in matches:
        if match.state != Match.State.PLANNED:
            first_matches.setdefault(match.round.stage, match)
    return first_matches


def _results(matches: Sequence[Match]) -> dict[int, SupposedResult]:
    rows = Result.objects.filter(match__in=matches)
    return {
        row.match_id: SupposedResult(
            row.winner,
            {name: tuple(tally) for name, tally in row.tallies.items()},
            row.forfeit,
            row.lost,
        )
        for row in rows
    }


def _default_reason() -> str:
    with override("es"):
        return gettext("Ha cambiado el resultado de un encuentro")
