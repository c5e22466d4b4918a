"""Paying the prizes of a tournament that is over."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.money.selectors import Award, purse_now
from tournaments.audit.services import note
from tournaments.models import CONCEPT_LENGTH, Entry, Movement, Prize, Tournament
from tournaments.money.services.moves import add_movement, lock_money
from tournaments.refusal import Conflict, refuse_unknown_choice
from tournaments.writer import Author


@transaction.atomic
def pay_prize(
    *,
    tournament: Tournament,
    author: Author,
    prize: Prize,
    entry: Entry,
    method: str = Movement.Method.CASH,
    uid: UUID | None = None,
) -> Movement:
    """Record that an entry has received the prize that it wins by the current standings.

    The amount is 0 for a prize in kind. A second call with the same `uid` returns the first
    movement. Raises Refused: 400 for an unknown method; 409 `event_not_over`; `not_the_winner`;
    `prize_paid` if this entry has received the prize, or another entry that does not win the prize
    by the current standings.
    """
    refuse_unknown_choice("method", method, Movement.Method.values)
    tournament = lock_money(tournament)
    purse = purse_now(tournament)
    if not purse.over:
        raise Conflict(
            "event_not_over", _("El torneo no ha terminado: los premios se entregan al final.")
        )
    award = _award_of(purse.awards, prize, entry)
    if award is None:
        raise Conflict(
            "not_the_winner",
            _("El número %(number)s no gana ese premio."),
            field="entry",
            number=entry.number,
        )
    if award.payment is not None:
        if uid is not None and award.payment.uid == uid:
            return award.payment
        raise Conflict(
            "prize_paid", _("El número %(number)s ya ha recibido ese premio."), number=entry.number
        )
    _refuse_paid_to_loser(tournament, prize, purse.awards)
    movement = add_movement(
        tournament,
        author,
        Movement.Kind.PRIZE,
        -award.amount,
        entry=entry,
        prize=prize,
        method=method,
        concept=" + ".join(award.things)[:CONCEPT_LENGTH],
        uid=uid,
    )
    record_after = {"prize": prize.category, "place": award.place, "amount": str(award.amount)}
    note(tournament, author, "pay_prize", entry, after=record_after)
    return movement


def _refuse_paid_to_loser(tournament: Tournament, prize: Prize, awards: Sequence[Award]) -> None:
    """Raise Refused 409 `prize_paid` if an entry that does not win the prize has received it."""
    winners = {award.entry.pk for award in awards if award.prize == prize}
    payments = tournament.movements.filter(prize=prize, reverses=None, reversed_by=None)
    loser_payment = payments.exclude(entry__in=winners).select_related("entry").first()
    if loser_payment is not None and loser_payment.entry is not None:
        raise Conflict(
            "prize_paid",
            _("Ese premio ya lo recibió el número %(number)s: anule antes esa entrega en la caja."),
            number=loser_payment.entry.number,
        )


def _award_of(awards: Sequence[Award], prize: Prize, entry: Entry) -> Award | None:
    return next((award for award in awards if (award.prize, award.entry) == (prize, entry)), None)
