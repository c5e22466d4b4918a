"""Matters for a referee: calls, disputed actas, and confirmations by both sides on one phone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import fold_lines, lines_written, with_details
from scoring.models import Acta, RefereeCall, Signature
from scoring.refereeing.selectors.clock import minutes_since
from tournaments.models import Match, Tournament
from tournaments.names.audience import Audience
from tournaments.site.page_cache import revision
from tournaments.table_ranges import read_table_ranges


# --- Context of an unconfirmed or disputed result -------------------------------------------------
@dataclass(frozen=True, slots=True)
class ActaAccount:
    """One account of a match: a version of its acta, with its lines as text.

    `author` wrote the version, `foot` is its final score in words.
    """

    acta: Acta
    author: str
    lines: list[acta_words.LineInWords]
    foot: str


@dataclass(frozen=True, slots=True)
class ResultState:
    """The state of a match's result: who has written, signed or disputed it.

    - `pending`: whether the result waits for its confirmation.
    - `author`: the author of the last line.
    - `sides`: the sides that wrote the last line or signed.
    - `handed_over`: whether a side signed on the other side's phone.
    - `accounts`: the versions of a dispute, the live version first; empty without a dispute.
    """

    pending: bool
    author: str
    sides: frozenset[int]
    signatures: list[Signature]
    handed_over: bool
    accounts: list[ActaAccount]

    @property
    def disputed(self) -> bool:
        return bool(self.accounts)

    def disputed_by(self, side: int) -> bool:
        """Return whether this side has a version that waits for the referee."""
        return any(account.acta.rival and account.acta.side == side for account in self.accounts)


def result_state(match: Match, audience: Audience) -> ResultState:
    """Return the state of a match's result, with every version of a dispute."""
    versions = match.actas.exclude(live=False, rival=False).order_by()
    actas = list(versions.prefetch_related("hands"))
    live = next((acta for acta in actas if acta.live), None)
    if live is None:
        return ResultState(False, "", frozenset(), [], False, [])
    pending = live.pending_since is not None
    last_row = max(live.hands.all(), key=lambda hand: hand.number, default=live)
    is_over = pending or match.state == Match.State.FINISHED
    signatures = list(live.signatures.all()) if is_over else []
    rivals = sorted((acta for acta in actas if acta.rival), key=lambda acta: acta.version)
    return ResultState(
        pending=pending,
        author=last_row.author_name,
        sides=frozenset(
            writer.side for writer in [last_row, *signatures] if writer.side is not None
        ),
        signatures=signatures,
        handed_over=any(signature.handed_over for signature in signatures),
        accounts=[account_of(match, acta, audience) for acta in [live, *rivals]] if rivals else [],
    )


def account_of(match: Match, acta: Acta, audience: Audience) -> ActaAccount:
    record = fold_lines(match, lines_written(acta))
    return ActaAccount(
        acta,
        acta.author_name,
        acta_words.lines(match, record, audience, acta),
        acta_words.board(match, record.score, audience)["foot"],
    )


# --- Matters --------------------------------------------------------------------------------------
CALL, WRONG, VERSIONS, HANDED = "call", "wrong", "versions", "handed"
KINDS = (CALL, WRONG, VERSIONS, HANDED)


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter of a match that a referee must see.

    - `kind`: CALL, WRONG (a dispute without lines), VERSIONS (two or more accounts), or HANDED (a
      confirmation on a phone handed over, which needs no decision).
    - `since`, `minutes`: when the matter began to wait, and for how many minutes.
    - `author`, `text`: the author and the text of the matter.
    - `call`, `accounts`, `signature`: details; `kind` decides which of them is set.
    """

    kind: str
    match: Match
    since: datetime
    minutes: int
    author: str
    text: str = ""
    call: RefereeCall | None = None
    accounts: tuple[ActaAccount, ...] = ()
    signature: int | None = None


def count_matters(tournament: Tournament, tables: str) -> int:
    """Return the number of open matters.

    The unreviewed signatures on the other side's phone count as one matter, however many there are.
    """
    calls = _calls(tournament, tables).order_by().values_list("match")
    disputed_matches = _rivals(tournament, tables).order_by().values_list("match").distinct()
    handover_rows = (
        _unreviewed_handovers(tournament, tables)
        .order_by()
        .values_list("acta__match__tournament")
        .distinct()
    )
    return calls.union(disputed_matches, handover_rows, all=True).count()


def open_matters(
    tournament: Tournament, tables: str, now: datetime, audience: Audience
) -> list[Matter]:
    """Return the matters at the tables `tables` («1-12, 20»; "" for all), oldest first.

    Matters that need no decision, only a look, come last.
    """
    calls = list(_calls(tournament, tables))
    disputed_actas = _actas_by_disputed_match(tournament, tables)
    handover_signatures = list(_unreviewed_handovers(tournament, tables))
    match_keys = {
        *(call.match_id for call in calls),
        *disputed_actas,
        *(signature.acta.match_id for signature in handover_signatures),
    }
    matches = _matches(tournament, match_keys)
    matters = [
        Matter(
            CALL,
            matches[call.match_id],
            call.at,
            minutes_since(call.at, now) or 0,
            call.author_name,
            call=call,
        )
        for call in calls
    ]
    matters += [_dispute(matches[pk], actas, now, audience) for pk, actas in disputed_actas.items()]
    matters.sort(key=lambda matter: (matter.since, matter.match.pk, matter.kind))
    return matters + [
        Matter(
            HANDED,
            matches[signature.acta.match_id],
            signature.created_at,
            minutes_since(signature.created_at, now) or 0,
            signature.author_name,
            signature=signature.pk,
        )
        for signature in handover_signatures
    ]


def handovers(tournament: Tournament, keys: Collection[int]) -> list[Signature]:
    """Return the signatures with these keys that were made on the other side's phone."""
    signatures = Signature.objects.filter(acta__match__tournament=tournament, handed_over=True)
    return list(signatures.filter(pk__in=keys).select_related("acta__match"))


def _calls(tournament: Tournament, tables: str) -> QuerySet[RefereeCall]:
    calls = RefereeCall.objects.filter(match__tournament=tournament, answered_at=None)
    return calls.filter(match__table__in=read_table_ranges(tables)) if tables else calls


def _rivals(tournament: Tournament, tables: str) -> QuerySet[Acta]:
    actas = Acta.objects.filter(match__tournament=tournament, rival=True)
    return actas.filter(match__table__in=read_table_ranges(tables)) if tables else actas


def _unreviewed_handovers(tournament: Tournament, tables: str) -> QuerySet[Signature]:
    """Return the unreviewed signatures made on the other side's phone."""
    signatures = Signature.objects.filter(
        acta__match__tournament=tournament, acta__live=True, handed_over=True, reviewed_at=None
    ).select_related("acta")
    return (
        signatures.filter(acta__match__table__in=read_table_ranges(tables))
        if tables
        else signatures
    )


def _actas_by_disputed_match(tournament: Tournament, tables: str) -> dict[int, list[Acta]]:
    """Return the live version and then its disputing versions, by key of the match."""
    disputed_matches = _rivals(tournament, tables).order_by().values("match")
    actas = Acta.objects.filter(match__in=disputed_matches).exclude(live=False, rival=False)
    actas_by_match: dict[int, list[Acta]] = {}
    for acta in actas.prefetch_related("hands").order_by("-live", "version"):
        actas_by_match.setdefault(acta.match_id, []).append(acta)
    return actas_by_match


def _matches(tournament: Tournament, match_keys: Iterable[int]) -> Mapping[int, Match]:
    if not match_keys:
        return {}
    return {match.pk: match for match in with_details(tournament.matches.filter(pk__in=match_keys))}


def _dispute(match: Match, actas: list[Acta], now: datetime, audience: Audience) -> Matter:
    accounts = tuple(account_of(match, acta, audience) for acta in actas)
    rivals = [account for account in accounts if account.acta.rival]
    last_rival = rivals[-1]
    disputed_at = min(rival.acta.created_at for rival in rivals)
    return Matter(
        VERSIONS if any(acta.lines for acta in rivals) else WRONG,
        match,
        disputed_at,
        minutes_since(disputed_at, now) or 0,
        last_rival.author,
        last_rival.acta.reason,
        accounts=accounts,
    )


def matters_version(request: HttpRequest) -> str:
    """Return a text that changes whenever the list of matters may have changed."""
    minute = int(timezone.now().timestamp() // 60)
    tables: str = request.tables  # type: ignore[attr-defined]
    number = revision(request.tournament, request.audience)  # type: ignore[attr-defined]
    return f"{number}.{minute}.{tables}"
