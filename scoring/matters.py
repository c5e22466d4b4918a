"""What waits for a referee in the whole tournament: tables that call, actas somebody disputes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scoring.disputes import Account, account_of
from scoring.models import Acta, RefereeCall
from scoring.selectors.actas import detailed
from scoring.selectors.clock import minutes_since
from tournaments.covers import covered
from tournaments.models import Match, Tournament

CALL, WRONG, VERSIONS = "call", "wrong", "versions"
KINDS = (CALL, WRONG, VERSIONS)


@dataclass(frozen=True, slots=True)
class Matter:
    """Something a referee has to settle at a match.

    `kind`: a table calls (CALL), somebody says that the acta is wrong (WRONG), or there are two
    or more accounts of it (VERSIONS). `since` and `minutes`: how long it waits; `by` and `said`:
    who says it and what. `call` is the open call; `accounts` the version in force and those that
    dispute it.
    """

    kind: str
    match: Match
    since: datetime
    minutes: int
    by: str
    said: str = ""
    call: RefereeCall | None = None
    accounts: tuple[Account, ...] = ()


def count_matters(tournament: Tournament, kept: str) -> int:
    """How many `open_matters` there are. One query."""
    calls = _calls(tournament, kept).order_by().values_list("match")
    disputed = _rivals(tournament, kept).order_by().values_list("match").distinct()
    return calls.union(disputed, all=True).count()


def open_matters(tournament: Tournament, kept: str, now: datetime) -> list[Matter]:
    """What waits for a referee at the tables kept («1-12, 20»; "" all), the oldest first.

    Eight queries, for one matter or for many; two for none.
    """
    calls = list(_calls(tournament, kept))
    disputed = _disputed(tournament, kept)
    known = {*(call.match_id for call in calls), *disputed}
    matches = _matches(tournament, known)
    found = [
        Matter(
            CALL, matches[call.match_id], call.at, minutes_since(call.at, now) or 0,
            call.author_name, call=call,
        )
        for call in calls
    ]  # fmt: skip
    found += [_dispute(matches[pk], actas, now) for pk, actas in disputed.items()]
    return sorted(found, key=lambda one: (one.since, one.match.pk, one.kind))


def _calls(tournament: Tournament, kept: str) -> QuerySet[RefereeCall]:
    found = RefereeCall.objects.filter(match__tournament=tournament, answered_at=None)
    return found.filter(match__table__in=covered(kept)) if kept else found


def _rivals(tournament: Tournament, kept: str) -> QuerySet[Acta]:
    found = Acta.objects.filter(match__tournament=tournament, rival=True)
    return found.filter(match__table__in=covered(kept)) if kept else found


def _disputed(tournament: Tournament, kept: str) -> dict[int, list[Acta]]:
    """By match, the version in force and then those that dispute it. Two queries at most."""
    of_these = _rivals(tournament, kept).order_by().values("match")
    actas = Acta.objects.filter(match__in=of_these).exclude(live=False, rival=False)
    found: dict[int, list[Acta]] = {}
    for acta in actas.prefetch_related("hands").order_by("-live", "version"):
        found.setdefault(acta.match_id, []).append(acta)
    return found


def _matches(tournament: Tournament, known: Iterable[int]) -> Mapping[int, Match]:
    if not known:
        return {}
    return {match.pk: match for match in detailed(tournament.matches.filter(pk__in=known))}


def _dispute(match: Match, actas: list[Acta], now: datetime) -> Matter:
    accounts = tuple(account_of(match, acta) for acta in actas)
    rivals = [one for one in accounts if one.acta.rival]
    told = rivals[-1]
    since = min(one.acta.created_at for one in rivals)
    return Matter(
        VERSIONS if any(one.lines for one in rivals) else WRONG,
        match, since, minutes_since(since, now) or 0, told.who, told.acta.reason,
        accounts=accounts,
    )  # fmt: skip
