"""«Hoja de ruta»: a card for each, with every round of a stage that looks at no result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES
from scoring.prints.ask import Ask, Chunk, header
from scoring.selectors.matches.meetings import Competitor, competitors_of
from scoring.selectors.rounds.calendar import stage_plan
from tournaments.formats.core import DrawError
from tournaments.formats.routes import Plan, Stop, route
from tournaments.models import Round, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.pairing.hall import Hall, give_tables, kept_table
from tournaments.refusal import Conflict, Refused
from tournaments.selectors.rounds import date_of, fixed_tables

CARDS = 40  # laid out at once


def route_cards(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The cards by number. Raises Refused 409 when the rounds to come cannot be foreseen."""
    refuse_without_routes(tournament, ask)
    stage, competitors = tournament.stage, competitors_of(tournament)
    try:
        plan = stage_plan(stage, EVERY_ROUND)
    except DrawError as error:
        raise _unforeseen() from error
    people = sorted(
        {number for pairings in plan.rounds for pairing in pairings for number in pairing.sides}
    )
    head = {**header(tournament, _("Hoja de ruta")), "repeats": repeats(stage, plan)}
    tables = _tables(tournament, plan)
    cards = [_card(stage, plan, competitors, tables, number) for number in people]
    return [
        Chunk({**head, "cards": cards[first : first + CARDS]}, units=len(cards[first:][:CARDS]))
        for first in range(0, len(cards), CARDS)
    ]


def refuse_without_routes(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where rounds look at results, or before the first one is published."""
    stage = tournament.stage
    if stage.by_calls or stage.by_results():
        raise _unforeseen()
    if not stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        raise Conflict(
            "round_not_published",
            _("Publique antes la primera ronda: quien ve la hoja ve el sorteo."),
        )


def repeats(stage: Stage, plan: Plan) -> str:
    """How many meet again; "" where everybody meets everybody."""
    if stage.has_calendar:
        return ""
    if not plan.repeated:
        return _("No se repite ningún encuentro.")
    words = {"found": plan.repeated, "rounds": len(plan.rounds)}
    return _("Encuentros que se repiten: %(found)s (rondas: %(rounds)s).") % words


def _tables(tournament: Tournament, plan: Plan) -> list[dict[int, int]]:
    """Return, by round, the table of each position called at once; the others by position."""
    keeps, in_service = fixed_tables(tournament), tournament.tables_in_service
    if not keeps and not tournament.out_of_service:
        return [{} for _pairings in plan.rounds]
    found = []
    for pairings in plan.rounds:
        sides = {one.position: one.sides for one in pairings if not one.rest}
        own = {
            position: kept_table([keeps.get(number, 0) for number in numbers], in_service)
            for position, numbers in sides.items()
        }
        kept = {position: table for position, table in own.items() if table}
        hall = Hall(in_service, sorted(sides), kept, frozenset(keeps.values()))
        found.append(give_tables(hall))
    return found


def _card(
    stage: Stage,
    plan: Plan,
    competitors: Mapping[int, Competitor],
    tables: Sequence[Mapping[int, int]],
    number: int,
) -> dict[str, Any]:
    return {
        "number": number,
        "title": competitors[number].title,
        "stops": [
            _stop(stage, competitors, replace(stop, table=given.get(stop.table, stop.table)))
            for stop in route(plan, number)
            for given in (tables[stop.round - 1],)
        ],
    }


def _stop(stage: Stage, competitors: Mapping[int, Competitor], stop: Stop) -> dict[str, Any]:
    return {
        "round": stop.round,
        "at": date_of(stage, stop.round),
        "rests": stop.rests,
        "where": "" if stop.rests else _where(stage, stop),
        "partners": _named(competitors, stop.partners),
        "rivals": _named(competitors, stop.rivals),
    }


def _where(stage: Stage, stop: Stop) -> str:
    """The table and the side of it, by its letter; at home or away where each has a house: between
    teams, and in a league of many dates. "" elsewhere, until the round is drawn."""
    if stage.has_calendar:
        if not stage.boards() and not any(stage.dates):
            return ""
        return _("en casa") if stop.chair == 1 else _("fuera")
    side = SIDE_NAMES[(stop.chair - 1) // stage.system.partners]
    return _("mesa %(table)s, %(side)s") % {"table": stop.table, "side": side}


def _named(competitors: Mapping[int, Competitor], numbers: Sequence[int]) -> str:
    return ", ".join(f"{number} {competitors[number].title}" for number in numbers)


def _unforeseen() -> Refused:
    return Conflict(
        "depends_on_results",
        _("Cada ronda depende de los resultados: no se puede saber de antemano quién juega."),
    )
