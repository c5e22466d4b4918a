"""«Tarjetas de mesa»: a small card for each match of a round, with the QR of its table."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.prints.actas import qr_svg
from scoring.prints.ask import Ask, Chunk, header, round_asked
from scoring.table_links import table_url
from tournaments.models import Match, Tournament
from tournaments.selectors.rounds import round_matches

CARDS = 40  # laid out at once


def table_cards(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The cards of a round by the number of the match, without byes. Raises Refused 409 for a
    round not published."""
    round = round_asked(tournament, ask)
    played = round_matches(round).exclude(state=Match.State.BYE).order_by("number")
    title = _("Tarjetas de mesa, %(round)s") % {"round": round}
    head = header(tournament, title, round.stage)
    cards = [_card(match, ask.base_url) for match in played]
    return [
        Chunk({**head, "cards": cards[first : first + CARDS]}, units=len(cards[first:][:CARDS]))
        for first in range(0, len(cards), CARDS)
    ]


def _card(match: Match, base_url: str) -> dict[str, Any]:
    return {
        "table": match.table,
        "number": match.number,
        "code": match.code,
        "sides": [{"number": entry.number, "title": entry.title} for entry in match.entries],
        "qr": qr_svg(table_url(base_url, match)),
    }
