"""Results rebuilt from the actas, some hundreds of matches at a time.

A check costs four queries per chunk and locks nothing. Differences are checked again with their
matches locked, because a desk may have been writing meanwhile, and only then fixed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from rules.core import SIDE_NAMES, RuleError
from scoring.actas.selectors.actas import fold_lines, stored_values
from scoring.models import Hand, Result
from tournaments.audit.services import note
from tournaments.models import Match, Round, Tournament
from tournaments.rounds.services import tables

CHUNK = 250  # matches in a chunk; each acta has at most 500 lines

State = Match.State
RESULT_FIELDS = ("acta_id", "winner", "tallies", "forfeit", "lost", "counts")


@dataclass(frozen=True, slots=True)
class RescoredMatch:
    """A match, its stored result, and the result folded from the `lines` of its acta.

    Each result has the fields of RESULT_FIELDS, or is None. `state` is the stored state of the
    match. `error` is the refusal if the acta does not fold; `folded_result` is then meaningless.
    """

    match: Match
    state: str
    lines: Sequence[str]
    stored_result: Mapping[str, Any] | None
    folded_result: Mapping[str, Any] | None
    error: RuleError | None = None

    @property
    def agrees(self) -> bool:
        return self.error is None and self.stored_result == self.folded_result and self.state_agrees

    @property
    def state_agrees(self) -> bool:
        return (self.folded_result is not None) == (self.state == State.FINISHED)

    @property
    def mendable(self) -> bool:
        """Return whether the acta can be trusted: it folds and its round is published."""
        return self.error is None and self.state != State.PLANNED


@dataclass(frozen=True, slots=True)
class RescoredChunk:
    """The number of matches and of lines in a chunk, and the matches whose results differ."""

    matches: int
    lines: int
    wrong_matches: Sequence[RescoredMatch]


def matches_to_rescore(tournament: Tournament) -> QuerySet[Match]:
    """Return all matches but the byes, which have no number."""
    return tournament.matches.filter(number__isnull=False)


def rescore(*, tournament: Tournament, check: bool) -> Iterator[RescoredChunk]:
    """Fold every live acta, in order of match number, and compare it with the stored result.

    With `check`, nothing is written. Otherwise the `mendable` matches of a chunk are fixed
    before the chunk is yielded, with an audit line. Only one chunk is in memory.
    """
    for matches in _chunks(tournament):
        rescored_matches = _rescored_matches(matches)
        wrong_keys = [rescored.match.pk for rescored in rescored_matches if not rescored.agrees]
        wrong_matches = _rescore_locked(tournament, wrong_keys, check) if wrong_keys else []
        yield RescoredChunk(
            len(rescored_matches),
            sum(len(rescored.lines) for rescored in rescored_matches),
            wrong_matches,
        )


def recheck_latest(count: int) -> tuple[int, list[RescoredMatch]]:
    """Fold the latest `count` finished matches of all tournaments again; write nothing.

    Return the number of matches checked, and the matches that differ in two checks in a row: during
    the first check, the desk may have been writing.
    """
    finished_matches = Match.objects.filter(number__isnull=False, state=State.FINISHED)
    latest_keys = list(
        finished_matches.order_by("-finished_at", "-pk").values_list("pk", flat=True)[:count]
    )
    wrong_keys = latest_keys
    wrong_matches: list[RescoredMatch] = []
    for _time in range(2):
        wrong_matches = [
            rescored
            for rescored in _rescored_matches(_matches_with_rounds(wrong_keys))
            if not rescored.agrees
        ]
        wrong_keys = [rescored.match.pk for rescored in wrong_matches]
    return len(latest_keys), wrong_matches


def _matches_with_rounds(keys: Sequence[int]) -> list[Match]:
    rounds = Prefetch("round", Round.objects.select_related("stage__tournament"))
    return list(Match.objects.filter(pk__in=keys).order_by("pk").prefetch_related(rounds))


def _chunks(tournament: Tournament) -> Iterator[list[Match]]:
    rounds = Prefetch("round", Round.objects.select_related("stage__tournament"))
    rows = matches_to_rescore(tournament).order_by("number").prefetch_related(rounds)
    last_number = 0
    while chunk := list(rows.filter(number__gt=last_number)[:CHUNK]):
        yield chunk
        last_number = chunk[-1].number or 0


def _rescored_matches(matches: Sequence[Match]) -> list[RescoredMatch]:
    hands = Hand.objects.filter(acta__match__in=matches, acta__live=True).order_by("acta", "number")
    actas: dict[int, int] = {}
    pending: set[int] = set()
    lines: defaultdict[int, list[str]] = defaultdict(list)
    for match, acta, line, pending_since in hands.values_list(
        "acta__match_id", "acta_id", "line", "acta__pending_since"
    ):
        actas[match] = acta
        lines[match].append(line)
        if pending_since is not None:
            pending.add(match)
    results = Result.objects.filter(match__in=matches).values("match_id", *RESULT_FIELDS)
    stored_results = {result.pop("match_id"): result for result in results}
    return [
        _rescored_match(
            match,
            actas.get(match.pk),
            lines[match.pk],
            stored_results.get(match.pk),
            match.pk in pending,
        )
        for match in matches
    ]


def _rescored_match(
    match: Match,
    acta: int | None,
    lines: list[str],
    stored_result: Mapping[str, Any] | None,
    pending: bool,
) -> RescoredMatch:
    """Return the match with both results; `pending`: the acta waits for confirmation.

    The folded result is None unless the match is over and its acta does not wait.
    """
    try:
        record = fold_lines(match, lines)
    except RuleError as error:
        return RescoredMatch(match, match.state, lines, stored_result, None, error)
    has_result = record.score.over and not pending
    folded_result = {"acta_id": acta, **stored_values(match, record)} if has_result else None
    return RescoredMatch(match, match.state, lines, stored_result, folded_result)


@transaction.atomic
def _rescore_locked(
    tournament: Tournament, keys: Sequence[int], check: bool
) -> list[RescoredMatch]:
    """Return the differences of these matches, checked under lock; fix them unless `check`."""
    tournament = tables.lock_tournament(tournament)
    rounds = Prefetch("round", Round.objects.select_related("stage__tournament"))
    locked_matches = tournament.matches.filter(pk__in=keys).select_for_update(
        of=("self",), no_key=True
    )
    rescored_matches = _rescored_matches(
        list(locked_matches.order_by("number").prefetch_related(rounds))
    )
    wrong_matches = [rescored for rescored in rescored_matches if not rescored.agrees]
    mendable_matches = [rescored for rescored in wrong_matches if rescored.mendable]
    if mendable_matches and not check:
        _mend(tournament, mendable_matches)
    return wrong_matches


def _mend(tournament: Tournament, wrong_matches: Sequence[RescoredMatch]) -> None:
    """Write the results of the actas; the number of queries does not grow with the matches."""
    _write_results(wrong_matches)
    wrong_states = [rescored for rescored in wrong_matches if not rescored.state_agrees]
    tables.mend_states(
        tournament=tournament,
        author=None,
        to_finish=[
            rescored.match for rescored in wrong_states if rescored.folded_result is not None
        ],
        to_reopen=[rescored.match for rescored in wrong_states if rescored.folded_result is None],
    )
    note(
        tournament,
        None,
        "rebuild_results",
        ", ".join(str(rescored.match.number) for rescored in wrong_matches),
        before={
            str(rescored.match.number): stored_result_text(rescored.stored_result)
            for rescored in wrong_matches
        },
        after={
            str(rescored.match.number): stored_result_text(rescored.folded_result)
            for rescored in wrong_matches
        },
    )


def _write_results(wrong_matches: Sequence[RescoredMatch]) -> None:
    """Write the folded results.

    A result of the same acta keeps its timestamp; any other result is created again.
    """
    matches_to_recreate = [
        rescored
        for rescored in wrong_matches
        if _acta(rescored.stored_result) != _acta(rescored.folded_result)
    ]
    actas = [
        _acta(rescored.folded_result)
        for rescored in matches_to_recreate
        if rescored.folded_result is not None
    ]
    Result.objects.filter(
        Q(match__in=[rescored.match for rescored in matches_to_recreate]) | Q(acta__in=actas)
    ).delete()
    Result.objects.bulk_create(
        [
            Result(match=rescored.match, **rescored.folded_result)
            for rescored in wrong_matches
            if rescored.folded_result is not None
        ],
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["acta", "winner", "tallies", "forfeit", "lost", "counts"],
    )


def _acta(result: Mapping[str, Any] | None) -> Any:
    return result and result["acta_id"]


def stored_result_text(result: Mapping[str, Any] | None) -> Any:
    """Return the winner's letter, `forfeit` and the tallies of a result; None without a result.

    The letter is «—» without a winner. A stored winner that is not a valid side stays a number.
    """
    if result is None:
        return None
    winner = result["winner"]
    letter = "—" if winner is None else SIDE_NAMES[winner : winner + 1] or winner
    return {"winner": letter, "forfeit": result["forfeit"], "tallies": result["tallies"]}
