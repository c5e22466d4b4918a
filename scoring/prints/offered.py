"""Queries of the page of sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.prints.ask import PrintAsk
from scoring.prints.sheet import Sheet
from scoring.prints.sheets import SHEETS
from tournaments.models import Round, Tournament
from tournaments.permissions import allows
from tournaments.refusal import Refused


@dataclass(frozen=True, slots=True)
class SheetOffer:
    """A sheet; `refusal` says why it cannot be printed now, None if it can."""

    sheet: Sheet
    refusal: Refused | None


def sheet_offers(tournament: Tournament, role: str, tables: str, base_url: str) -> list[SheetOffer]:
    """Return every sheet for this role and these tables ("" all), with its refusal if any."""
    return [
        SheetOffer(sheet, _refusal(tournament, sheet, tables, base_url))
        for sheet in SHEETS.values()
        if allows(sheet.act, role, authenticated=True)
    ]


@dataclass(frozen=True, slots=True)
class ArrangedSheets:
    """The sheets in the order of the page.

    `whole_round` and `packet` are None if they are not useful now. `usual` has the sheets that are
    usual at this moment, `rest` all other sheets.
    """

    whole_round: SheetOffer | None
    packet: SheetOffer | None
    usual: list[SheetOffer]
    rest: list[SheetOffer]


WHOLE_ROUND, PACKET = "whole_round", "emergency"
BEFORE_DRAW = (
    "commitment",
    "entries",
    "table_numbers",
    "poster",
    "receipts",
    "badges",
    "place_cards",
)
DURING_PLAY = (
    "commitment",
    "pairings_surname",
    "pairings_table",
    "actas",
    "table_cards",
    "call_list",
    "standings",
    "table_times",
)
AFTER_STAGE = ("final", "whole_event", "final_acta", "prizes", "diplomas", "press", "going_on")
MOST_USUAL = 6


def arrange_sheets(offers: Sequence[SheetOffer]) -> ArrangedSheets:
    """Arrange the sheets for this moment: before the draw, during play or after the stage."""
    offers_by_key = {offer.sheet.key: offer for offer in offers if offer.refusal is None}
    is_over, is_drawn = "final" in offers_by_key, "pairings_table" in offers_by_key
    usual_keys = AFTER_STAGE if is_over else DURING_PLAY if is_drawn else BEFORE_DRAW
    usual = [offers_by_key[key] for key in usual_keys if key in offers_by_key][:MOST_USUAL]
    whole_round = offers_by_key.get(WHOLE_ROUND) if is_drawn and not is_over else None
    packet = offers_by_key.get(PACKET) if whole_round else None
    placed_offers = [whole_round, packet, *usual]
    return ArrangedSheets(
        whole_round, packet, usual, [offer for offer in offers if offer not in placed_offers]
    )


def rounds_to_print(tournament: Tournament) -> list[Round]:
    """Return the published rounds of the stage in play, the last round first."""
    rounds = tournament.stage.rounds.filter(state=Round.State.PUBLISHED)
    return list(rounds.order_by("-number"))


def _refusal(tournament: Tournament, sheet: Sheet, tables: str, base_url: str) -> Refused | None:
    order = PrintAsk(sheet.key, tables=tables if sheet.links else "", base_url=base_url)
    try:
        sheet.refuse(tournament, order)
    except Refused as refused:
        return refused
    return None
