"""Papers for each entry and each person: receipts, place cards, badges; and the account of the day.

What is cut out has the size of its frame: a long name is written smaller, and breaks its line.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.actas import qr_picture
from scoring.prints.ask import SURNAME, Ask, Chunk, Slices, cut, header
from tournaments.models import Entry, Tournament
from tournaments.names.audience import current_audience
from tournaments.names.people import Person
from tournaments.names.surnames import filing_key
from tournaments.public_address import is_only_here
from tournaments.refusal import Conflict
from tournaments.selectors.entries import taking_part
from tournaments.selectors.joined import seats
from tournaments.selectors.once import once

TOGETHER = 80  # laid out at once
# Letters of the longest name, or half of them all, up to which names are written in each size.
SIZES = {"large": 26, "middle": 52, "small": 100}


def receipts(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The receipt of each entry: its number, its people, whether it has paid, and where to look for
    its table."""
    address = "" if is_only_here(ask.base_url) else f"{ask.base_url}/t/{tournament.slug}/mesa/"
    cards = [
        {
            **_entry_card(entry),
            "paid": entry.paid,
            "qr": qr_picture(f"{address}?q={entry.number}") if address else "",
        }
        for entry in _in_order(tournament, ask)
    ]
    return _pieces(header(tournament, _("Resguardos")), cards)


def place_cards(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """A card for each entry, to stand on the table, with its number large."""
    cards = [_entry_card(entry) for entry in _in_order(tournament, ask)]
    return _pieces(header(tournament, _("Cartelitos de sitio")), cards)


def badges(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """A badge for each person, by entry or by surname; of a team without people, its name."""
    everybody = [
        (entry, person)
        for entry in _in_order(tournament, ask)
        for person in [seat.player.person for seat in entry.seats.all()] or [Person(entry.title)]
    ]
    if ask.order == SURNAME:
        everybody.sort(key=lambda one: filing_key(one[1]))
    cards = []
    for entry, person in everybody:
        team = entry.name if entry.seats.all() else ""
        named = {"name": person.name, "surname": person.surname, "team": team}
        size = size_of([f"{person.name} {person.surname}"])
        cards.append({**_entry_card(entry), **named, "size": size})
    return _pieces(header(tournament, _("Tarjetas de identificación")), cards)


def account(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The account to close: who has paid and who has not, and the lines to fill in with money."""
    entries = list(_entered(tournament, ask))
    waiting = tournament.entries.filter(state__in=Entry.OUTSIDE).count()
    unpaid = [entry for entry in entries if not entry.paid]
    context = {
        **header(tournament, _("Cuentas del torneo")),
        "entered": len(entries),
        "paid": len(entries) - len(unpaid),
        "unpaid": [{"number": one.number, "names": "\n".join(one.names)} for one in unpaid],
        "again": sum(entry.again for entry in entries),
        "gone": sum(entry.gone for entry in entries),
        "waiting": waiting,
    }
    return [Chunk(context)]


def refuse_nobody(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 while nobody has entered."""
    if not once(tournament, ("entered", ask.first, ask.last), _entered(tournament, ask).exists):
        raise Conflict("nobody_entered", gettext_lazy("Todavía no hay nadie en el torneo."))


def size_of(names: Sequence[str]) -> str:
    """How large these names are written on what is cut out: "large", "middle", "small" or "tiny".

    >>> size_of(["Ana Gil"]), size_of(["María del Carmen Fernández Gil"]), size_of(["M" * 140])
    ('large', 'middle', 'tiny')
    """
    letters = [len(name) for name in names]
    longest = max([*letters, sum(letters) // 2])
    return next((size for size, most in SIZES.items() if longest <= most), "tiny")


def slices_of_entries(tournament: Tournament, ask: Ask) -> Slices:
    """Those entered, so many at a time."""
    return cut(ask, list(_entered(tournament, ask).values_list("number", flat=True)))


def _entered(tournament: Tournament, ask: Ask) -> QuerySet[Entry]:
    entries = taking_part(tournament.entries.filter(number__gte=ask.first))
    if ask.last:
        entries = entries.filter(number__lte=ask.last)
    return entries.prefetch_related(seats()).order_by("number")


def _in_order(tournament: Tournament, ask: Ask) -> Sequence[Entry]:
    return in_order(_entered(tournament, ask), ask)


def in_order(entries: Iterable[Entry], ask: Ask) -> list[Entry]:
    """Return the entries as they are, by number, or by the surname of the first of each."""
    found = list(entries)
    if ask.order == SURNAME:
        found.sort(key=lambda entry: filing_key(_first(entry)))
    return found


def _first(entry: Entry) -> Person:
    seats = entry.seats.all()
    return seats[0].player.person if seats else Person(entry.title)


def _entry_card(entry: Entry) -> dict[str, Any]:
    """Return what is written of an entry: where no names are said, its number alone."""
    nameless = not current_audience().names
    names = [] if nameless else entry.names
    return {
        "number": entry.number,
        "names": names,
        "town": "" if nameless else entry.town,
        "size": size_of(names),
    }


def _pieces(head: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> list[Chunk]:
    parts = [cards[first : first + TOGETHER] for first in range(0, len(cards), TOGETHER)] or [cards]
    return [Chunk({**head, "cards": part}, units=len(part)) for part in parts]
