"""«Lo de esta ronda»: what is hung on the wall and what goes to the tables, in one document."""

from dataclasses import replace

from scoring.prints.actas import actas
from scoring.prints.ask import Ask, Chunk
from scoring.prints.pairings import by_surname, by_table
from tournaments.models import Tournament


def whole_round(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The list by surname, the one by table, and the actas. Raises Refused as theirs."""
    parts = [
        (by_surname, "prints/pairings_surname.html"),
        (by_table, "prints/pairings_table.html"),
        (actas, "prints/actas.html"),
    ]
    return [
        replace(chunk, template=template)
        for chunks, template in parts
        for chunk in chunks(tournament, ask)
    ]
