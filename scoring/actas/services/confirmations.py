"""Services that confirm or dispute a result, or decide a dispute."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.reading import clean_reason
from scoring.actas.confirming import results_agree
from scoring.actas.selectors.actas import (
    Record,
    fold_lines,
    lines_written,
    live_acta,
    result_values,
)
from scoring.actas.services.corrections import next_version
from scoring.actas.services.lines import (
    MAX_LINES,
    author_fields,
    changed_meanwhile_refusal,
    refuse_closed,
    refuse_unpublished,
    too_many_lines_refusal,
)
from scoring.actas.services.results import lock_match
from scoring.actas.services.signing import make_only_live, parties, party_of, sign_locked
from scoring.models import Acta, Hand, Signature
from tournaments.audit.services import note
from tournaments.models import Match, Tournament
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.services import tables
from tournaments.writer import Author, writer_of


@atomic_or_refuse(changed_meanwhile_refusal)
def sign_acta(*, match: Match, author: Author, version: int, handed_over: bool = False) -> Acta:
    """Sign the version that waits for confirmation, or a version that disputes it.

    With enough signatures (`scoring.actas.confirming.is_confirmed`) the version becomes the result.

    Raises Refused 409:
    - `bye` for a bye, `round_unpublished` for a match of an unpublished round;
    - `conflict` if that version can no longer be signed;
    - `nothing_to_confirm` if the version does not wait for confirmation;
    - `own_version` if the author has written or signed the version;
    - `in_dispute` for a player while another version disputes it;
    - `same_device` on a phone already used by the other side, unless `handed_over`.

    Raises Refused 403 for a disputing version if the round is closed and the author may not correct
    closed rounds.
    """
    writer = writer_of(author)
    match = lock_match(match, tables.lock_tournament(match.tournament))
    acta = _version_to_sign(match, version)
    if party_of(writer) in parties(acta, writer):
        raise _own_version_refusal()
    if acta.live and writer.is_player and match.actas.filter(rival=True).exists():
        raise _disputed_refusal()
    if acta.rival:
        refuse_closed(match, author)
    record = fold_lines(match, lines_written(acta))
    sign_locked(match, acta, record, writer, handed_over=handed_over)
    return acta


@atomic_or_refuse(changed_meanwhile_refusal)
def dispute_acta(
    *, match: Match, author: Author, version: int, lines: Sequence[str], reason: str = ""
) -> Acta:
    """Dispute the live acta with a rival version, which is returned; the referee will decide.

    `lines` may be incomplete, or empty with a reason. A second dispute by the same author replaces
    the first dispute. Lines that agree with a result waiting for confirmation confirm it instead,
    and the live version is returned.

    Raises RuleError for impossible lines, or without lines and a reason; Refused 400 for more than
    MAX_LINES lines; Refused 409 for a bye or an unpublished round, `conflict` if another version is
    live, or `same_device` as in `sign_acta`; Refused 403 if the round is closed and the author may
    not correct closed rounds.
    """
    reason = clean_reason(reason) if reason.strip() or not lines else ""
    if len(lines) > MAX_LINES:
        raise too_many_lines_refusal()
    writer = writer_of(author)
    match = lock_match(match, tables.lock_tournament(match.tournament))
    refuse_unpublished(match)
    refuse_closed(match, author)
    live, record = _version(match, version), fold_lines(match, lines)
    if not live.live:
        raise _changed_acta_refusal()
    if _agrees_with_pending(match, live, record) and party_of(writer) not in parties(live, writer):
        sign_locked(match, live, fold_lines(match, lines_written(live)), writer)
        return live
    own_disputes = match.actas.filter(rival=True, author=writer.user, side=writer.side)
    own_disputes.order_by().update(rival=False)
    rival = Acta.objects.create(
        match=match,
        version=next_version(match),
        live=False,
        rival=True,
        reason=reason,
        **author_fields(writer),
    )
    Hand.objects.bulk_create(
        Hand(acta=rival, number=number, line=line, **author_fields(writer))
        for number, line in enumerate(record.lines, 1)
    )
    note(
        match.tournament,
        author,
        "dispute_acta",
        match,
        after={"lines": record.lines},
        reason=reason,
    )
    return rival


@atomic_or_refuse(changed_meanwhile_refusal)
def resolve_dispute(*, match: Match, author: Author, keep: int, reason: str) -> Acta:
    """Decide a dispute: `keep` is the version that counts, live or disputing.

    That version needs no confirmation.

    Raises RuleError without a reason; Refused 409 `no_dispute` if nothing is disputed, `conflict`
    if the version is neither live nor disputing; Refused 403 if the round is closed and the author
    may not correct closed rounds.
    """
    reason = clean_reason(reason)
    match = lock_match(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    if not match.actas.filter(rival=True).exists():
        raise Conflict("no_dispute", _("Nadie ha reclamado contra esta acta."))
    acta, live = _version(match, keep), live_acta(match)
    record = fold_lines(match, lines_written(acta))
    make_only_live(match, acta, record, writer_of(author))
    note(
        match.tournament,
        author,
        "resolve_dispute",
        match,
        before={"lines": lines_written(live)},
        after={"lines": record.lines},
        reason=reason,
    )
    return acta


def _version_to_sign(match: Match, version: int) -> Acta:
    refuse_unpublished(match)
    acta = _version(match, version)
    if acta.live and acta.pending_since is None:
        raise Conflict("nothing_to_confirm", _("Este encuentro no espera ninguna confirmación."))
    return acta


def _version(match: Match, version: int) -> Acta:
    """Return this version with its lines. Raises Refused 409 unless it is live or disputing."""
    acta = match.actas.filter(version=version).order_by().prefetch_related("hands").first()
    if acta is None or not (acta.live or acta.rival):
        raise _changed_acta_refusal()
    return acta


def _agrees_with_pending(match: Match, live: Acta, record: Record) -> bool:
    """Return whether the record agrees with the live version, which waits for confirmation."""
    if live.pending_since is None or not record.score.over:
        return False
    live_result = result_values(match, fold_lines(match, lines_written(live)))
    tally = match.game_rules().counted_tally
    return results_agree(live_result, result_values(match, record), tally)


def _changed_acta_refusal() -> Refused:
    return Conflict("conflict", _("Mientras tanto ha cambiado el acta: mírela antes de seguir."))


def _own_version_refusal() -> Refused:
    return Conflict(
        "own_version",
        _("Usted ya ha confirmado ese resultado. Ahora lo tiene que confirmar otra persona."),
    )


def _disputed_refusal() -> Refused:
    return Conflict("in_dispute", _("Ese resultado está en discusión: lo decide el árbitro."))


@transaction.atomic
def review_handovers(
    *, tournament: Tournament, author: Author, signatures: Sequence[Signature]
) -> int:
    """Mark these handovers of a phone as reviewed; return how many were not reviewed before.

    Handovers of other tournaments are ignored.
    """
    handovers = Signature.objects.filter(
        pk__in=[signature.pk for signature in signatures],
        acta__match__tournament=tournament,
        handed_over=True,
        reviewed_at=None,
    )
    numbers = sorted(
        number for number in handovers.values_list("acta__match__number", flat=True) if number
    )
    if numbers:
        handovers.update(reviewed_at=timezone.now())
        note(tournament, author, "review_handovers", after={"matches": numbers})
    return len(numbers)
