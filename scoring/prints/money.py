"""Sheets of money: numbered receipts of payments and refunds, and the closing account."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.ask import Chunk, PrintAsk, Slices, header, split_ask
from scoring.prints.people import size_of
from tournaments.models import Movement, Tournament
from tournaments.money.selectors import book_of, cash_below_zero, closing_of
from tournaments.names.audience import Audience
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.places import seats

CHUNK_SIZE = 40  # receipts laid out together


def payment_receipts(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return a receipt for each payment and refund, from number `first` to `last`."""
    receipts = book_of(tournament).filter(kind__in=Movement.RECEIPTS, number__gte=ask.first)
    if ask.last:
        receipts = receipts.filter(number__lte=ask.last)
    cards = [
        {
            "movement": movement,
            "entry": movement.entry,
            "names": (names := movement.entry.names_for(audience) if movement.entry else []),
            "size": size_of(names),
        }
        for movement in receipts.prefetch_related(seats("entry")).order_by("number")
    ]
    head = header(tournament, _("Recibos"))
    parts = [cards[first : first + CHUNK_SIZE] for first in range(0, len(cards), CHUNK_SIZE)] or [
        cards
    ]
    return [Chunk({**head, "cards": part}, units=len(part)) for part in parts]


def slices_of_receipts(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Split the receipts into slices."""
    receipts = tournament.movements.filter(kind__in=Movement.RECEIPTS)
    return split_ask(ask, list(receipts.order_by("number").values_list("number", flat=True)))


def refuse_without_receipts(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 `no_receipts` if there is no payment or refund."""
    if not tournament.movements.filter(kind__in=Movement.RECEIPTS).exists():
        raise Conflict("no_receipts", gettext_lazy("Todavía no hay ningún cobro anotado."))


def closing_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the closing account, with a row for each expense, income and prize."""
    closing, labels = closing_of(tournament), dict(Movement.Kind.choices)
    other_movements = book_of(tournament).exclude(kind__in=Movement.RECEIPTS)
    context = {
        **header(tournament, _("Cierre de cuentas")),
        "closing": closing,
        "cash_below_zero": cash_below_zero(tournament),
        "received": [(labels[kind], amount) for kind, amount in closing.received.items()],
        "spent": [(labels[kind], amount) for kind, amount in closing.spent.items()],
        "others": other_movements,
    }
    return [Chunk(context)]


def refuse_without_movements(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 `no_movements` if the book is empty."""
    if not tournament.movements.exists():
        raise Conflict("no_movements", gettext_lazy("Todavía no hay nada anotado en la caja."))
