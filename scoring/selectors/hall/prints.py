"""Queries of the page of sheets."""

from dataclasses import dataclass

from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS, Sheet
from tournaments.models import Round, Tournament
from tournaments.permissions import allows
from tournaments.refusal import Refused


@dataclass(frozen=True, slots=True)
class Offer:
    """A sheet, and why it cannot be printed now: None if it can."""

    sheet: Sheet
    refused: Refused | None


def offers(tournament: Tournament, role: str, tables: str, base_url: str) -> list[Offer]:
    """Every sheet that this role prints of these tables ("" all), with what stands in its way."""
    return [
        Offer(sheet, _refusal(tournament, sheet, tables, base_url))
        for sheet in SHEETS.values()
        if allows(sheet.act, role, authenticated=True)
    ]


def rounds_to_print(tournament: Tournament) -> list[Round]:
    """The published rounds of the stage in play, the last one first."""
    rounds = tournament.stage.rounds.filter(state=Round.State.PUBLISHED)
    return list(rounds.order_by("-number"))


def _refusal(tournament: Tournament, sheet: Sheet, tables: str, base_url: str) -> Refused | None:
    asked = Ask(sheet.key, tables=tables if sheet.links else "", base_url=base_url)
    try:
        sheet.ready(tournament, asked)
    except Refused as refused:
        return refused
    return None
