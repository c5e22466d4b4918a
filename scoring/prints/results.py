"""Sheets of the current standings, and of the final standings with the podium."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.prints import words
from scoring.prints.ask import Ask, Chunk, header
from scoring.public.names import rounds_told
from scoring.public.standings import sum_tables
from scoring.public.whole_event import whole_event_page
from scoring.stages.selectors.chain import stage_over, winner_goes_on
from scoring.standings.selectors.counting import beside_of, units
from scoring.standings.selectors.standings import has_podium, stage_sums, stage_tables
from scoring.standings.table import Line
from scoring.standings.words.tiebreaks import UNTOLD, WINS_MATCHES, beside_at, beside_said, words_of
from tournaments.formats.words import group_name
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.people.selectors.entries import entries_by_number
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import anything_drawn, current_round
from tournaments.rounds.words.phases import Rounds

PODIUM = 3


def standings_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    stage = tournament.stage
    round = current_round(stage, EVERY_ROUND)
    title = _("Clasificación")
    if round is not None:
        title = _("Clasificación, %(round)s") % {"round": round}
    provisional = provisional_of(stage, EVERY_ROUND)
    table = _table(stage, tournament, provisional)
    context = {**header(tournament, title, stage), **table, **open_matches(stage)}
    return [Chunk({**context, "provisional": provisional.count})]


def open_matches(stage: Stage) -> dict[str, Any]:
    """Return `left`, how many matches the standings lack, and `left_of`, the round they are of."""
    today = day_of_stage(stage, EVERY_ROUND)
    return {"left": today.left, "left_of": today.round}


def final_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Return the final standings, with the first three large. Raises Refused 409 before the end."""
    refuse_unfinished(tournament, ask)
    stage = tournament.stage
    table = _table(stage, tournament, Provisional())
    for one in table["tables"]:
        one["sums"] = []  # the sheet of the standings has the sums; this sheet is for the wall
    ends = has_podium(stage, table["tables"]) and not winner_goes_on(stage)
    first = table["tables"][0]["lines"] if ends else []
    podium = [line for line in first if line["place"] <= PODIUM]
    several = tournament.stages.count() > 1
    title = _("Clasificación final de la fase") if several else _("Clasificación final")
    head = header(tournament, title, stage)
    return [Chunk({**head, **table, "podium": podium})]


def refuse_unfinished(tournament: Tournament, ask: Ask) -> None:
    """Raise Refused 409 while a match is still to be played."""
    if not stage_over(tournament.stage, EVERY_ROUND):
        raise Conflict(
            "stage_not_over",
            gettext_lazy("El torneo no ha terminado: imprima la clasificación de este momento."),
        )


def _table(stage: Stage, tournament: Tournament, provisional: Provisional) -> dict[str, Any]:
    found = tournament.entries.prefetch_related(seats())
    entries = {entry.number: entry for entry in found}
    shown, said = _shown(stage), words_of(tournament.game, boards=bool(stage.boards()))
    goes_by = (rounds_told(stage, EVERY_ROUND), *units(stage))
    beside = beside_of(stage)
    heads = [{"text": said[key].heading(printed=True), "wide": key in words.WIDE} for key in shown]
    if beside:
        heads.insert(beside_at(shown), {"text": WINS_MATCHES[beside][0], "wide": False})
    tables = {
        group: [_line(line, entries[line.entrant], shown, goes_by) for line in lines]
        for group, lines in stage_tables(stage, EVERY_ROUND, provisional.supposed).items()
    }
    for line in (line for lines in tables.values() for line in lines):
        line["provisional"] = provisional.by_entry[line["number"]]
    everybody = [line for lines in tables.values() for line in lines]
    sums = stage_sums(stage, EVERY_ROUND, provisional.supposed)
    titles = {number: entry.title for number, entry in entries.items()}
    return {
        "heads": heads,
        "tables": [
            {
                "group": group_name(stage.format, group),
                "lines": lines,
                "sums": sum_tables(stage, sums, [line["number"] for line in lines], titles),
            }
            for group, lines in tables.items()
        ],
        "lines": everybody,
        "draws": "points" in stage.chain and any(line["drawn"] for line in everybody),
    }


def _shown(stage: Stage) -> list[str]:
    """Return the tie-breaks that have a column: all except the lot and the format's own order."""
    return [key for key in stage.chain if key != "lot" and key not in UNTOLD]


def _line(
    line: Line, entry: Entry, shown: list[str], goes_by: tuple[Rounds, int, int]
) -> dict[str, Any]:
    values = dict(line.values)
    told = [words.value(key, values[key], *goes_by) for key in shown]
    if line.beside:
        told.insert(beside_at(shown), beside_said(line))
    return {
        "place": line.place,
        "shared": line.shared,
        "number": line.entrant,
        "names": entry.names,
        "town": entry.town,
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "values": told,
        "by_lot": line.decided_by == "lot",
        "left": entry.get_state_display() if line.withdrawn else "",
    }


ALL = 100_000


def whole_event_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Return the standings over all stages: final, or provisional while matches are left."""
    refuse_one_stage(tournament, ask)
    page = whole_event_page(tournament, EVERY_ROUND, each=ALL)
    entries = entries_by_number(tournament)
    title = _("Clasificación del torneo") if page["over"] else _("Cómo va el torneo entero")
    rows = [{**row, "names": entries[row["line"].entrant].names} for row in page["rows"]]
    return [Chunk({**header(tournament, title), "rows": rows, "over": page["over"]})]


def refuse_one_stage(tournament: Tournament, ask: Ask) -> None:
    """Raise Refused 409 if there is only one stage, or before the first draw."""
    if tournament.stages.count() == 1:
        raise Conflict(
            "one_stage", gettext_lazy("El torneo tiene una sola fase: imprima su clasificación.")
        )
    if not anything_drawn(tournament):
        raise Conflict("nothing_drawn", gettext_lazy("Todavía no se ha sorteado nada."))
