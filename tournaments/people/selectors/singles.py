"""Queries for people without a partner, and for the draws of partners."""

from typing import Any

from tournaments.models import AuditLine, Tournament
from tournaments.pairing.singles import METHODS
from tournaments.people.words.wishes import METHODS as WORDS
from tournaments.people.words.wishes import cards_aloud
from tournaments.rounds.selectors.places import singles


def singles_context(tournament: Tournament) -> dict[str, Any]:
    """Return the singles, whether their number is odd, and the draws, last draw first."""
    entries = singles(tournament)
    lines = AuditLine.objects.filter(tournament=tournament, act="pair_singles").order_by("-id")
    draw_lines = [line for line in lines if line.after and line.after["method"] in METHODS]
    return {
        "singles": entries,
        "odd": len(entries) % 2 == 1,
        "draws": [_draw_again(line) for line in draw_lines],
    }


def _draw_again(line: AuditLine) -> dict[str, Any]:
    """Repeat a draw from its numbers and its seed, and return it for the page."""
    after = line.after
    return {
        "line": line,
        "method": WORDS[after["method"]],
        "cards": cards_aloud(after["numbers"], after["seed"], after["method"]),
        "seed": after["seed"],
        "pairs": after["said"],
        "unpaired": after["alone"],
    }
