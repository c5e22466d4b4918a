"""A finished acta becomes a result: immediately, or with enough signatures."""

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.actas.confirming import Party, is_confirmed
from scoring.actas.selectors.actas import Record
from scoring.actas.services.results import save_result
from scoring.models import Acta, Signature
from scoring.models.acta import WrittenRow
from tournaments.audit.services import note
from tournaments.models import Match
from tournaments.refusal import Conflict, Refused
from tournaments.writer import Writer


def conclude(
    match: Match, acta: Acta, record: Record, writer: Writer, *, ruling: bool = False
) -> None:
    """Save the result of a finished acta, or start the wait for confirmation.

    `ruling`: the result needs no confirmation. Needs the locks of the tournament and the match.
    """
    if ruling or is_confirmed(match.tournament.confirmations, [party_of(writer)]):
        save_result(match, acta, record, writer)
        return
    acta.pending_since = timezone.now()
    acta.save(update_fields=["pending_since"])


def sign_if_other(match: Match, acta: Acta, record: Record, writer: Writer) -> None:
    """Sign for a new party that sends the last line again, if the acta waits for confirmation.

    A party that must first state a handover of the phone does not sign in this way.
    """
    if acta.pending_since is None or party_of(writer) in parties(acta, writer):
        return
    if not must_state_handover(match, answering_rows(acta), writer):
        sign_locked(match, acta, record, writer)


def sign_locked(
    match: Match, acta: Acta, record: Record, writer: Writer, *, handed_over: bool = False
) -> None:
    """Sign a finished version. Raises Refused 409 `same_device` as `sign_acta` does.

    Needs the locks of the tournament and the match.
    """
    if not handed_over and must_state_handover(match, answering_rows(acta), writer):
        raise _same_device()
    Signature.objects.create(
        acta=acta,
        author=writer.user,
        author_name=writer.title,
        road=writer.channel,
        device=writer.device,
        side=writer.side,
        handed_over=handed_over,
    )
    audit_values = {"version": acta.version, **({"handed_over": True} if handed_over else {})}
    note(match.tournament, writer, "sign_acta", match, after=audit_values)
    if is_confirmed(match.tournament.confirmations, parties(acta, writer)):
        make_only_live(match, acta, record, writer)


def make_only_live(match: Match, acta: Acta, record: Record, writer: Writer) -> None:
    """Make this version the only live version, with no dispute or wait for confirmation.

    Unless the writer is a player, handovers of the phone count as reviewed. Needs a transaction
    that holds the locks of the tournament and the match.
    """
    others = match.actas.order_by().exclude(pk=acta.pk)
    others.update(live=False, rival=False, pending_since=None)
    acta.live = True
    acta.rival = False
    acta.pending_since = None
    acta.save(update_fields=["live", "rival", "pending_since"])
    if not writer.is_player:
        acta.signatures.filter(handed_over=True, reviewed_at=None).update(
            reviewed_at=timezone.now()
        )
    save_result(match, acta, record, writer)


def must_state_handover(match: Match, rows: Iterable[WrittenRow], writer: Writer) -> bool:
    """Return whether the writer must state that the phone of another party was handed over."""
    party = party_of(writer)
    if not writer.device or is_confirmed(match.tournament.confirmations, [party]):
        return False
    other_rows = [
        row for row in rows if row.device == writer.device and _party(row, writer) != party
    ]
    return any(writer.is_player or row.side is not None for row in other_rows)


def parties(acta: Acta, writer: Writer) -> set[Party]:
    """Return the parties of a version: of its last line and of its signatures."""
    return {_party(row, writer) for row in answering_rows(acta)}


def answering_rows(acta: Acta) -> list[WrittenRow]:
    """Return the rows whose authors answer for a version: its last line and its signatures."""
    last_hand = acta.hands.order_by("-number").first()
    return [last_hand or acta, *acta.signatures.all()]


def party_of(writer: Writer) -> Party:
    """Return the writer's party: a player answers for his side, another user for himself."""
    if writer.is_player:
        return Party(side=writer.side)
    return Party(user=writer.user.pk if writer.user else None)


def _party(row: WrittenRow, writer: Writer) -> Party:
    """Return the party of a row.

    A row whose account is gone belongs to the writer if it has the writer's name.
    """
    if row.side is not None:
        return Party(side=row.side)
    if row.author_id is None and row.author_name:
        is_own = not writer.is_player and row.author_name == writer.title
        return party_of(writer) if is_own else Party(name=row.author_name)
    return Party(user=row.author_id)


def _same_device() -> Refused:
    return Conflict(
        "same_device",
        _(
            "Los rivales ya han confirmado con este teléfono. Confirme con el suyo, o marque que "
            "se lo han pasado."
        ),
    )
