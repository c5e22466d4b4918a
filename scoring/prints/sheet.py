"""A kind of sheet: its name, its purpose, when it can be printed, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from scoring.prints.ask import Chunk, PrintAsk, Slices, as_one_slice
from scoring.prints.layout.heads import printed_letterhead
from tournaments.models import Tournament
from tournaments.names.audience import Audience, paper_audience
from tournaments.permissions import unit_for_public
from tournaments.words import Text

ROUND = _("De la ronda")
EMERGENCY = _("Por si se va la luz")
HALL = _("Antes de empezar")
EVENT = _("Cómo va el torneo")
END = _("Al terminar")

ON_A4, SMALL = ("A4",), ("A4", "A5")


def _always(tournament: Tournament, ask: PrintAsk) -> None:
    """Refuse nothing."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of sheet.

    - `filename`: name of the saved file.
    - `of_round`: whether the sheet is about one round.
    - `refuse`: raises Refused, with the reason, if the sheet cannot be printed yet.
    - `links`: whether it has links of tables; a referee may then print only his own tables.
    - `act`: the permission to print it. Roles that see or write the same data on the site have it.
    - `group`: its heading on the page of sheets.
    - `papers`: the sizes of paper that it fits, its usual size first.
    - `large`: the sizes of paper for its large print.
    - `by_tables`: whether it can be limited to some tables.
    - `orders`: the orders in which it can be sorted, in addition to its usual order.
    - `slices`: splits a long order into parts printed one by one.
    - `wall`: whether it hangs on the wall; it then has names only if the public sees them.
    """

    key: str
    title: Text
    purpose: Text
    template: str
    filename: Text
    chunks: Callable[[Tournament, PrintAsk, Audience], list[Chunk]]
    of_round: bool = False
    refuse: Callable[[Tournament, PrintAsk], object] = _always
    links: bool = False
    act: str = "print_sheets"
    wall: bool = False
    group: Text = ROUND
    papers: tuple[str, ...] = ON_A4
    large: tuple[str, ...] = ()
    slices: Callable[[Tournament, PrintAsk], Slices] = as_one_slice
    by_tables: bool = False
    orders: tuple[str, ...] = ()

    def bears_links(self, ask: PrintAsk) -> bool:
        """Return whether this order has the links of tables; blank actas have no table."""
        return self.links and not ask.blank

    def pieces(self, tournament: Tournament, ask: PrintAsk) -> list[Chunk]:
        """Return the chunks of the sheet with its template, letterhead, paper and word for names.

        A chunk of another sheet keeps its own template and word. Raises the refusals of `chunks`.
        """
        unit = unit_for_public(tournament) if self.wall else None
        chunks = self.chunks(tournament, ask, paper_audience(unit))
        common = {
            "letterhead": printed_letterhead(tournament),
            "paper": ask.paper,
            "large": ask.large and ask.paper in self.large,
        }
        return [
            replace(
                chunk,
                context={**common, **chunk.context},
                template=chunk.template or self.template,
                unit=chunk.unit or unit,
            )
            for chunk in chunks
        ]
