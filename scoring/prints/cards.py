"""«Tarjetas de mesa»: a small card for each match of a round, with the QR of its table."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.prints.actas import qr_svg
from scoring.prints.ask import (
    Ask,
    Chunk,
    header,
    matches_asked,
    refuse_no_tables,
    round_asked,
    titled,
)
from scoring.table_links import table_url
from tournaments.models import Match, Tournament
from tournaments.public_address import refuse_only_here

CARDS = 40  # laid out at once


def table_cards(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The cards of a round by table, without byes. Raises Refused 409 as `refuse_no_tables`."""
    round, played = round_asked(tournament, ask), matches_asked(tournament, ask)
    title = _("Tarjetas de mesa, %(round)s") % {"round": round}
    head = header(tournament, titled(ask, title), round.stage)
    cards = [_card(match, ask.base_url) for match in played]
    return [
        Chunk({**head, "cards": cards[first : first + CARDS]}, units=len(cards[first:][:CARDS]))
        for first in range(0, len(cards), CARDS)
    ]


def refuse_no_cards(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 as `refuse_no_tables`, or where no phone can open the links."""
    refuse_no_tables(tournament, ask)
    refuse_only_here(ask.base_url)


def _card(match: Match, base_url: str) -> dict[str, Any]:
    return {
        "table": match.table,
        "number": match.number,
        "code": match.code,
        "sides": [{"number": entry.number, "title": entry.title} for entry in match.entries],
        "qr": qr_svg(table_url(base_url, match)),
    }
