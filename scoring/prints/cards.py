"""«Tarjetas de mesa»: a small card for each match of a round, with the QR of its table."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.prints.actas import qr_picture
from scoring.prints.ask import (
    Ask,
    Chunk,
    header,
    matches_asked,
    refuse_no_tables,
    round_asked,
    titled,
)
from scoring.prints.layout.fitting import fit
from scoring.table_links import table_url
from tournaments.models import Match, Tournament
from tournaments.names.audience import current_audience
from tournaments.public_address import refuse_only_here

CARDS = 40  # laid out at once
WIDTH, HEIGHT, LARGEST = 48, 21, 12.0  # of the names: millimetres and points


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
        **_who(match),
        "qr": qr_picture(table_url(base_url, match)),
    }


def _who(match: Match) -> dict[str, Any]:
    """The lines that say who meet, a person each or a side each, as is written larger; and the
    size of their letters."""
    nameless = not current_audience().names
    numbers = ["" if nameless else str(entry.number) for entry in match.entries]
    by_side = [*zip(numbers, (entry.title for entry in match.entries), strict=True)]
    by_person = [
        ("" if at else number, name)
        for number, entry in zip(numbers, match.entries, strict=True)
        for at, name in enumerate(entry.names)
    ]
    ways = [by_person, by_side]
    found = fit([[" ".join(line) for line in way] for way in ways], WIDTH, HEIGHT, LARGEST)
    lines = next(way for way in ways if len(way) == len(found.lines))
    return {"lines": lines, "size": found.size}
