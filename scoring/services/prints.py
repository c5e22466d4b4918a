"""Ordering a sheet to be printed."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.prints.ask import AREA, Ask, round_asked
from scoring.prints.sheets import SHEETS, Sheet
from scoring.selectors.hall.printed import reprints
from tournaments.models import Job, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.selectors.tournaments import areas
from tournaments.services.jobs import start_job
from tournaments.table_ranges import is_subset, read_tables


def order_print(
    *,
    tournament: Tournament,
    author: User | None,
    ask: Ask,
    tables: str = "",
    changed: bool = False,
) -> Job:
    """Start the job that makes the PDF, of the stage the tournament is looked at in.

    `tables` are those its author looks after («1-12, 20»; "" all): the links of no others are
    printed. With `changed`, only what says something else since it was printed. What cannot be
    printed is refused here, before anything is queued: Refused 400 for tables, an order, a paper or
    a large print that the sheet does not have; 409 for a round not published or without a match at
    those tables, a tournament not over, no bracket, no such match, nothing that has changed; 403
    for another's table.
    """
    sheet = SHEETS[ask.sheet]
    ask = replace(
        ask, stage=tournament.chosen_stage or 0, tables=_tables(tournament, sheet, ask, tables)
    )
    _refuse_order(tournament, sheet, ask)
    _refuse_paper(sheet, ask)
    sheet.ready(tournament, ask)
    if changed:
        ask = _only_changed(tournament, sheet, ask, tables)
    return start_job(tournament=tournament, owner=author, kind="print", params=ask.as_params())


def _tables(tournament: Tournament, sheet: Sheet, ask: Ask, own: str) -> str:
    """The tables chosen, or those of the links that its author may print."""
    chosen = read_tables(ask.tables, tournament.tables)
    mine = own if sheet.bears_links(ask) else ""
    if not chosen:
        return mine
    if not sheet.by_tables or ask.blank or ask.match:
        raise Refused(
            "sheet_without_tables",
            _("Esa hoja no va por mesas: deje la casilla vacía."),
            field="tables",
        )
    if not is_subset(chosen, mine):
        raise Refused(
            "other_tables",
            _("Usted arbitra las mesas %(mine)s: elija entre esas."),
            status=403,
            field="tables",
            mine=mine,
        )
    return chosen


def _refuse_order(tournament: Tournament, sheet: Sheet, ask: Ask) -> None:
    if ask.order and (ask.order not in sheet.orders or ask.blank or ask.match):
        raise Refused("sheet_without_order", _("Esa hoja no se puede ordenar así."), field="order")
    if ask.order == AREA and not areas(tournament):
        raise Conflict(
            "no_areas",
            _("Nadie arbitra unas mesas en concreto: repártalas en Equipo."),
            field="order",
        )


def _refuse_paper(sheet: Sheet, ask: Ask) -> None:
    if ask.paper not in sheet.papers:
        raise Refused(
            "sheet_without_paper",
            _("Esa hoja no sale en %(paper)s: sale en %(papers)s."),
            field="paper",
            paper=ask.paper,
            papers=", ".join(sheet.papers),
        )
    if ask.large and not sheet.large:
        raise Refused(
            "sheet_without_large",
            _(
                "Esa hoja no sale con letra grande: salen así las que se leen de lejos o en la "
                "mano."
            ),
            field="large",
        )
    if ask.large and ask.paper not in sheet.large:
        raise Refused(
            "large_on_a4",
            _(
                "Con letra grande esa hoja solo sale en %(papers)s: en %(paper)s no caben los "
                "nombres al lado de sus columnas."
            ),
            field="paper",
            paper=ask.paper,
            papers=", ".join(sheet.large),
        )


def _only_changed(tournament: Tournament, sheet: Sheet, ask: Ask, own: str) -> Ask:
    """The order of what has changed, with what was printed of it, so that it can be told."""
    round = round_asked(tournament, ask)
    found, _changes = reprints(round, own)
    changes = next((one.changes for one in found if one.sheet == sheet.key), {})
    if not changes:
        raise Conflict("nothing_changed", _("Nada ha cambiado desde que se imprimió."))
    return replace(ask, round=round.serial, changes=changes)
