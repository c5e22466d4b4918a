"""What the page of sheets asks."""

from dataclasses import dataclass

from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS, Sheet
from tournaments.models import Round, Tournament
from tournaments.refusal import Refused


@dataclass(frozen=True, slots=True)
class Offer:
    """A sheet, and why it cannot be printed now: None if it can."""

    sheet: Sheet
    refused: Refused | None


def offers(tournament: Tournament) -> list[Offer]:
    """Every sheet, with what stands in its way. Constant queries, a dozen at most."""
    return [Offer(sheet, _refusal(tournament, sheet)) for sheet in SHEETS.values()]


def rounds_to_print(tournament: Tournament) -> list[Round]:
    """The published rounds of the stage in play, the last one first. Two queries."""
    rounds = tournament.stage.rounds.filter(state=Round.State.PUBLISHED)
    return list(rounds.order_by("-number"))


def _refusal(tournament: Tournament, sheet: Sheet) -> Refused | None:
    try:
        sheet.ready(tournament, Ask(sheet.key))
    except Refused as refused:
        return refused
    return None
