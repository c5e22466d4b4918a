"""When a finished acta becomes a result: at once, or once enough of them have signed it."""

from django.utils import timezone

from scoring.confirming import Party, is_confirmed
from scoring.models import Acta, Signature
from scoring.models.acta import Written
from scoring.selectors.actas import Record
from scoring.services.results import settle
from tournaments.models import Match
from tournaments.services.audit import note
from tournaments.writer import Writer


def conclude(
    match: Match, acta: Acta, record: Record, writer: Writer, *, ruling: bool = False
) -> None:
    """The result of an acta that has just ended, or the wait for who confirms it.

    Within a transaction that holds the tournament's turn and the match.
    """
    if ruling or is_confirmed(match.tournament.confirmations, [party_of(writer)]):
        settle(match, acta, record, writer)
        return
    acta.pending_since = timezone.now()
    acta.save(update_fields=["pending_since"])


def sign_if_other(match: Match, acta: Acta, record: Record, writer: Writer) -> None:
    """Whoever writes again what somebody else has written confirms it, if it waits for that."""
    if acta.pending_since is not None and party_of(writer) not in parties(acta):
        sign_held(match, acta, record, writer)


def sign_held(match: Match, acta: Acta, record: Record, writer: Writer) -> None:
    """Sign a finished version; with enough signatures it becomes the result.

    Within a transaction that holds the tournament's turn and the match.
    """
    Signature.objects.create(
        acta=acta, author=writer.user, author_name=writer.title, road=writer.road,
        device=writer.device, side=writer.side,
    )  # fmt: skip
    note(match.tournament, writer, "sign_acta", match, after={"version": acta.version})
    if is_confirmed(match.tournament.confirmations, parties(acta)):
        enforce(match, acta, record, writer)


def enforce(match: Match, acta: Acta, record: Record, writer: Writer) -> None:
    """This version is the one that counts: no other is live nor in dispute, and nothing waits.

    Within a transaction that holds the tournament's turn and the match.
    """
    others = match.actas.order_by().exclude(pk=acta.pk)
    others.update(live=False, rival=False, pending_since=None)
    acta.live, acta.rival, acta.pending_since = True, False, None
    acta.save(update_fields=["live", "rival", "pending_since"])
    settle(match, acta, record, writer)


def parties(acta: Acta) -> set[Party]:
    """Who answers for a version: whoever ended it, and those who have signed it. Two queries."""
    last = acta.hands.order_by("-number").first()
    return {_party(row) for row in [last or acta, *acta.signatures.all()]}


def party_of(writer: Writer) -> Party:
    """A player answers for his side, anybody else for himself."""
    if writer.is_player:
        return Party(side=writer.side)
    return Party(user=writer.user.pk if writer.user else None)


def _party(row: Written) -> Party:
    return Party(side=row.side) if row.side is not None else Party(user=row.author_id)
