"""A sheet: its name, what it is for, when it can be printed and how it comes out."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.prints.ask import Ask, Chunk, Slices, whole
from scoring.prints.layout.heads import printed_letterhead
from tournaments.models import Tournament
from tournaments.names.audience import every_round, seen_by
from tournaments.permissions import unit_for_public

ROUND = _("De la ronda")
EMERGENCY = _("Por si se va la luz")
HALL = _("Antes de empezar")
EVENT = _("Cómo va el torneo")
END = _("Al terminar")

ON_A4, SMALL = ("A4",), ("A4", "A5")


def _always(tournament: Tournament, ask: Ask) -> None:
    """Nothing stands in the way."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of sheet.

    `filename` is what the file is called when saved; `of_round` whether it is of one round;
    `ready` raises the Refused that says why it cannot be printed yet, in a few queries; `links`
    whether it bears the links of the tables, and so is printed for those one looks after alone;
    `act` is who prints it: those who may see or write on the site what the sheet says; `group` the
    heading under which it is offered; `papers` those it comes in, the usual one first; `large`
    those it comes in with large print; `by_tables` whether it can be of some tables alone; `orders`
    those it can have besides its own; `slices` cuts a long order into those made one by one. One
    for the `wall` says names where the public is told them.
    """

    key: str
    title: str | Promise
    purpose: str | Promise
    template: str
    filename: str | Promise
    chunks: Callable[[Tournament, Ask], list[Chunk]]
    of_round: bool = False
    ready: Callable[[Tournament, Ask], object] = _always
    links: bool = False
    act: str = "print_sheets"
    wall: bool = False
    group: str | Promise = ROUND
    papers: tuple[str, ...] = ON_A4
    large: tuple[str, ...] = ()
    slices: Callable[[Tournament, Ask], Slices] = whole
    by_tables: bool = False
    orders: tuple[str, ...] = ()

    def bears_links(self, ask: Ask) -> bool:
        """Whether this order of it has the links of tables; blank actas are of no table."""
        return self.links and not ask.blank

    def pieces(self, tournament: Tournament, ask: Ask) -> list[Chunk]:
        """Return its chunks, each with the template, the names, the letterhead and the paper it is
        laid out with; those of another sheet keep theirs. Raises Refused as `chunks`."""
        unit = unit_for_public(tournament) if self.wall else None
        with seen_by(every_round(unit)):
            chunks = self.chunks(tournament, ask)
        on_all = {
            "letterhead": printed_letterhead(tournament),
            "paper": ask.paper,
            "large": ask.large and ask.paper in self.large,
        }
        return [
            replace(
                chunk,
                context={**on_all, **chunk.context},
                template=chunk.template or self.template,
                unit=chunk.unit or unit,
            )
            for chunk in chunks
        ]
