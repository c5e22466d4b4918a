"""Sheets of the current standings, and of the final standings with the podium."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.prints.ask import Chunk, PrintAsk, header, nothing_drawn_refusal
from scoring.public.names import PODIUM
from scoring.public.whole_event import whole_event_page
from scoring.stages.selectors.chain import stage_over, winner_goes_on
from scoring.standings.selectors.rows import StandingsRow, columns, headings, stage_rows
from scoring.standings.selectors.standings import has_podium, stage_tables
from scoring.standings.selectors.sums import stage_sums, sum_tables
from scoring.standings.words.tiebreaks import ROUND_TIEBREAKS
from tournaments.formats.words import group_name
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.people.selectors.entries import entries_by_number
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import anything_drawn, current_round


def standings_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    stage = tournament.stage
    round = current_round(stage, audience)
    title = _("Clasificación")
    if round is not None:
        title = _("Clasificación, %(round)s") % {"round": round}
    provisional = provisional_of(stage, audience)
    table = _table(stage, tournament, provisional, audience)
    context = {**header(tournament, title, stage), **table, **open_matches(stage)}
    return [Chunk({**context, "provisional": provisional.count})]


def open_matches(stage: Stage) -> dict[str, Any]:
    """Return the context of the unfinished matches: their number and their round."""
    today = day_of_stage(stage, EVERY_ROUND)
    return {"matches_left": today.left, "open_round": today.round}


def final_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the final standings, with the first three places in large letters.

    Raises Refused 409 before the end of the stage.
    """
    refuse_unfinished_matches(tournament, ask)
    stage = tournament.stage
    table = _table(stage, tournament, Provisional(), audience)
    for table_part in table["tables"]:
        table_part["sums"] = []  # the sheet of the standings has the sums
    ends = has_podium(stage, table["tables"]) and not winner_goes_on(stage)
    first_lines = table["tables"][0]["lines"] if ends else []
    podium = [line for line in first_lines if line["place"] <= PODIUM]
    has_several_stages = tournament.stages.count() > 1
    title = _("Clasificación final de la fase") if has_several_stages else _("Clasificación final")
    head = header(tournament, title, stage)
    return [Chunk({**head, **table, "podium": podium})]


def refuse_unfinished_matches(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 until the stage is over."""
    if not stage_over(tournament.stage, EVERY_ROUND):
        raise Conflict(
            "stage_not_over",
            gettext_lazy("El torneo no ha terminado: imprima la clasificación de este momento."),
        )


def _table(
    stage: Stage, tournament: Tournament, provisional: Provisional, audience: Audience
) -> dict[str, Any]:
    seated_entries = tournament.entries.prefetch_related(seats())
    entries = {entry.number: entry for entry in seated_entries}
    lines = stage_tables(stage, audience, provisional.supposed)
    tables = stage_rows(stage, lines, provisional, audience, printed=True)
    everybody = list(chain.from_iterable(tables.values()))
    heads = headings(stage, columns(stage, everybody, printed=True), printed=True)
    sums = stage_sums(stage, audience, provisional.supposed)
    titles = {number: entry.title_for(audience) for number, entry in entries.items()}
    return {
        "heads": [{"text": text, "wide": key in ROUND_TIEBREAKS} for key, text in heads.items()],
        "tables": [
            {
                "group": group_name(stage.format, group),
                "lines": [_line(row, entries[row.line.entrant], heads, audience) for row in rows],
                "sums": sum_tables(stage, sums, [row.line.entrant for row in rows], titles),
            }
            for group, rows in tables.items()
        ],
    }


def _line(
    row: StandingsRow, entry: Entry, columns: Iterable[str], audience: Audience
) -> dict[str, Any]:
    line = row.line
    return {
        "place": line.place,
        "shared": line.shared,
        "number": line.entrant,
        "names": entry.names_for(audience),
        "town": entry.town,
        "values": [row.cell(column) for column in columns],
        "by_lot": line.decided_by == "lot",
        "departure": entry.get_state_display() if line.withdrawn else "",
        "provisional": row.provisional,
    }


ONE_PAGE = 100_000  # entries on a page: more than any tournament has


def whole_event_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the standings over all stages; they are provisional while matches are left."""
    refuse_single_stage(tournament, ask)
    page = whole_event_page(tournament, audience, page_size=ONE_PAGE)
    entries = entries_by_number(tournament)
    title = _("Clasificación del torneo") if page["over"] else _("Cómo va el torneo entero")
    rows = [
        {**row, "names": entries[row["line"].entrant].names_for(audience)} for row in page["rows"]
    ]
    return [Chunk({**header(tournament, title), "rows": rows, "over": page["over"]})]


def refuse_single_stage(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 if there is only one stage, or before the first draw."""
    if tournament.stages.count() == 1:
        raise Conflict(
            "one_stage", gettext_lazy("El torneo tiene una sola fase: imprima su clasificación.")
        )
    if not anything_drawn(tournament):
        raise nothing_drawn_refusal()
