"""Queries for people without a partner, and for the draws of partners."""

from typing import Any

from tournaments.models import AuditLine, Tournament
from tournaments.pairing.singles import METHODS
from tournaments.people.words.wishes import METHODS as WORDS
from tournaments.people.words.wishes import cards_aloud
from tournaments.rounds.selectors.places import singles


def singles_context(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the page of singles; `draws` has the draws of partners, latest first.

    `odd`: one of the singles will stay without a partner.
    """
    entries = singles(tournament)
    lines = AuditLine.objects.filter(tournament=tournament, act="pair_singles").order_by("-id")
    draw_lines = [line for line in lines if line.after and line.after["method"] in METHODS]
    return {
        "singles": entries,
        "odd": len(entries) % 2 == 1,
        "draws": [_draw_context(line) for line in draw_lines],
    }


def _draw_context(line: AuditLine) -> dict[str, Any]:
    """Return a draw for the page, with its cards repeated from the numbers and the seed."""
    values = line.after
    return {
        "line": line,
        "method": WORDS[values["method"]],
        "cards": cards_aloud(values["numbers"], values["seed"], values["method"]),
        "seed": values["seed"],
        "pairs": values["said"],
        "unpaired": values["alone"],
    }
