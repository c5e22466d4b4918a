"""Papers for each entry and each person: receipts, cards and badges; and the account.

Each card has a fixed size. A long name gets smaller letters and takes several lines.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import SIDE_NAMES
from scoring.actas.selectors.meetings import Competitor, competitors_of
from scoring.prints.ask import (
    SURNAME,
    Chunk,
    PrintAsk,
    Slices,
    header,
    refuse_before_first_round,
    split_ask,
)
from scoring.rounds.selectors.calendar import stage_plan, venues_of
from tournaments.formats.core import DrawError
from tournaments.formats.routes import Plan, RouteStop, route
from tournaments.models import Entry, Stage, Tournament
from tournaments.models.tournament import ask_once
from tournaments.names.audience import EVERYTHING, Audience
from tournaments.names.people import Person
from tournaments.names.surnames import filing_key
from tournaments.pairing.hall import FreeTables, fixed_table, give_tables
from tournaments.people.selectors.entries import entries_taking_part
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import date_of, fixed_tables
from tournaments.site.public_address import is_only_here
from tournaments.site.qr import qr_picture

CARDS_PER_CHUNK = 80  # receipts, cards or badges laid out together
# For each size, the most letters of one name; all names together may have twice as many.
SIZES = {"large": 26, "middle": 52, "small": 100}


def receipts(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the receipt of each entry: number, people, payment, and the link to its table."""
    address = "" if is_only_here(ask.base_url) else f"{ask.base_url}/t/{tournament.slug}/mesa/"
    cards = [
        {
            **_entry_card(entry, audience),
            "paid": entry.paid,
            "qr": qr_picture(f"{address}?q={entry.number}") if address else "",
        }
        for entry in _ordered_entries(tournament, ask)
    ]
    return _pieces(header(tournament, _("Resguardos")), cards)


def place_cards(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return a card for each entry, to stand on the table, with a large number."""
    cards = [_entry_card(entry, audience) for entry in _ordered_entries(tournament, ask)]
    return _pieces(header(tournament, _("Cartelitos de sitio")), cards)


def badges(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return a badge for each person, and for each team without people.

    The badges are in order of entry or of surname.
    """
    people = [
        (entry, person)
        for entry in _ordered_entries(tournament, ask)
        for person in [seat.player.person for seat in entry.seats.all()]
        or [Person(entry.title_for(audience))]
    ]
    if ask.order == SURNAME:
        people.sort(key=lambda row: filing_key(row[1]))
    cards = []
    for entry, person in people:
        team = entry.name if entry.seats.all() else ""
        name_fields = {"name": person.name, "surname": person.surname, "team": team}
        size = size_of([f"{person.name} {person.surname}"])
        cards.append({**_entry_card(entry, audience), **name_fields, "size": size})
    return _pieces(header(tournament, _("Tarjetas de identificación")), cards)


def account_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the account: how many entries have paid, who has not, and space for amounts."""
    entries = list(_entries_of_slice(tournament, ask))
    waiting = tournament.entries.filter(state__in=Entry.OUTSIDE).count()
    unpaid = [entry for entry in entries if not entry.paid]
    context = {
        **header(tournament, _("Cuentas del torneo")),
        "entered": len(entries),
        "paid": len(entries) - len(unpaid),
        "unpaid": [
            {"number": entry.number, "names": "\n".join(entry.names_for(audience))}
            for entry in unpaid
        ],
        "again": sum(entry.again for entry in entries),
        "gone": sum(entry.gone for entry in entries),
        "waiting": waiting,
    }
    return [Chunk(context)]


def refuse_without_people(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 while there is no entry."""
    if not ask_once(
        tournament, ("entered", ask.first, ask.last), _entries_of_slice(tournament, ask).exists
    ):
        raise Conflict("nobody_entered", gettext_lazy("Todavía no hay nadie en el torneo."))


def size_of(names: Sequence[str]) -> str:
    """Return the size of these names on a card: "large", "middle", "small" or "tiny".

    >>> size_of(["Ana Gil"]), size_of(["María del Carmen Fernández Gil"]), size_of(["M" * 140])
    ('large', 'middle', 'tiny')
    """
    letters = [len(name) for name in names]
    longest = max([*letters, sum(letters) // 2])
    return next((size for size, most in SIZES.items() if longest <= most), "tiny")


def slices_of_entries(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Split the entries into slices."""
    return split_ask(ask, list(_entries_of_slice(tournament, ask).values_list("number", flat=True)))


def _entries_of_slice(tournament: Tournament, ask: PrintAsk) -> QuerySet[Entry]:
    entries = entries_taking_part(tournament.entries.filter(number__gte=ask.first))
    if ask.last:
        entries = entries.filter(number__lte=ask.last)
    return entries.prefetch_related(seats()).order_by("number")


def _ordered_entries(tournament: Tournament, ask: PrintAsk) -> Sequence[Entry]:
    return entries_in_order(_entries_of_slice(tournament, ask), ask)


def entries_in_order(entries: Iterable[Entry], ask: PrintAsk) -> list[Entry]:
    """Return the entries in the given order, or by the surname of each entry's first person."""
    sorted_entries = list(entries)
    if ask.order == SURNAME:
        sorted_entries.sort(key=lambda entry: filing_key(_first_person(entry)))
    return sorted_entries


def _first_person(entry: Entry) -> Person:
    seats = entry.seats.all()
    return seats[0].player.person if seats else Person(entry.title_for(EVERYTHING))


def _entry_card(entry: Entry, audience: Audience) -> dict[str, Any]:
    """Return the text of an entry's card: only the entry's number if names are hidden."""
    names = entry.names_for(audience) if audience.names else []
    return {
        "number": entry.number,
        "names": names,
        "town": entry.town if audience.names else "",
        "size": size_of(names),
    }


def _pieces(head: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> list[Chunk]:
    parts = [
        cards[start : start + CARDS_PER_CHUNK] for start in range(0, len(cards), CARDS_PER_CHUNK)
    ] or [cards]
    return [Chunk({**head, "cards": part}, units=len(part)) for part in parts]


# --- Routes ---------------------------------------------------------------------------------------
# «Hoja de ruta»: a card for each entry, with every round of a stage whose draws ignore results.
CARDS = 40  # route cards laid out together


def route_cards(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the route cards in order of entry number.

    Raises Refused 409 if the future rounds are unknown or depend on results, or before the first
    round is published.
    """
    refuse_without_routes(tournament, ask)
    stage, competitors = tournament.stage, competitors_of(tournament, audience)
    try:
        plan = stage_plan(stage, audience)
    except DrawError as error:
        raise _unforeseen_refusal() from error
    people = sorted(
        {number for pairings in plan.rounds for pairing in pairings for number in pairing.sides}
    )
    head = {
        **header(tournament, _("Hoja de ruta")),
        "repeats": repeated_matches_in_words(stage, plan),
    }
    tables = _tables(tournament, plan)
    cards = [_card(stage, plan, competitors, tables, number) for number in people]
    return [
        Chunk({**head, "cards": cards[first : first + CARDS]}, units=len(cards[first:][:CARDS]))
        for first in range(0, len(cards), CARDS)
    ]


def refuse_without_routes(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 if draws depend on results, or before the first round is published."""
    stage = tournament.stage
    if stage.by_calls or stage.depends_on_results():
        raise _unforeseen_refusal()
    refuse_before_first_round(stage)


def repeated_matches_in_words(stage: Stage, plan: Plan) -> str:
    """Return a sentence on how many matches the plan repeats; "" if everybody meets everybody."""
    if stage.has_calendar:
        return ""
    if not plan.repeated_meetings:
        return _("No se repite ningún cruce.")
    words = {"found": plan.repeated_meetings, "rounds": len(plan.rounds)}
    return _("Encuentros que se repiten: %(found)s (rondas: %(rounds)s).") % words


def _tables(tournament: Tournament, plan: Plan) -> list[dict[int, int]]:
    """Return, for each round, the table of each position whose match is called immediately.

    A missing position stands for the table with the same number.
    """
    entry_tables, in_service = fixed_tables(tournament), tournament.tables_in_service
    if not entry_tables and not tournament.out_of_service:
        return [{} for _pairings in plan.rounds]
    tables = []
    for pairings in plan.rounds:
        sides = {pairing.position: pairing.sides for pairing in pairings if not pairing.is_bye}
        position_tables = {
            position: fixed_table([entry_tables.get(number, 0) for number in numbers], in_service)
            for position, numbers in sides.items()
        }
        fixed_tables_of_round = {
            position: table for position, table in position_tables.items() if table
        }
        hall = FreeTables(
            in_service, sorted(sides), fixed_tables_of_round, frozenset(entry_tables.values())
        )
        tables.append(give_tables(hall))
    return tables


def _card(
    stage: Stage,
    plan: Plan,
    competitors: Mapping[int, Competitor],
    tables: Sequence[Mapping[int, int]],
    number: int,
) -> dict[str, Any]:
    venues = venues_of(stage)
    return {
        "number": number,
        "title": competitors[number].title,
        "stops": [
            _stop(
                stage,
                competitors,
                replace(stop, table=round_tables.get(stop.table, stop.table)),
                number,
                venues,
            )
            for stop in route(plan, number)
            for round_tables in (tables[stop.round - 1],)
        ],
    }


def _stop(
    stage: Stage,
    competitors: Mapping[int, Competitor],
    stop: RouteStop,
    number: int,
    venues: Mapping[int, str],
) -> dict[str, Any]:
    return {
        "round": stop.round,
        "at": date_of(stage, stop.round),
        "rests": stop.rests,
        "where": "" if stop.rests else _place(stage, stop, number, venues),
        "partners": _names(competitors, stop.partners),
        "rivals": _names(competitors, stop.rivals),
    }


def _place(stage: Stage, stop: RouteStop, number: int, venues: Mapping[int, str]) -> str:
    """Return the table and the letter of the side or, in a calendar, «en casa» or «fuera».

    A calendar has home matches between teams, if some round has a date, or if some entry has a
    venue; else return "".
    """
    if stage.has_calendar:
        if not stage.boards() and not any(stage.dates) and not venues:
            return ""
        host = number if stop.chair == 1 else next(iter(stop.rivals), 0)
        if venue := venues.get(host):
            return _("en casa: %(venue)s") % {"venue": venue}
        return _("en casa") if stop.chair == 1 else _("fuera")
    side = SIDE_NAMES[(stop.chair - 1) // stage.system.partners]
    return _("mesa %(table)s, %(side)s") % {"table": stop.table, "side": side}


def _names(competitors: Mapping[int, Competitor], numbers: Sequence[int]) -> str:
    return ", ".join(f"{number} {competitors[number].title}" for number in numbers)


def _unforeseen_refusal() -> Refused:
    return Conflict(
        "depends_on_results",
        _("Cada ronda depende de los resultados: no se puede saber de antemano quién juega."),
    )
