"""Queries about people who look for a partner, and about the partners found."""

from typing import Any

from tournaments.models import AuditLine, Tournament
from tournaments.pairing.singles import METHODS
from tournaments.people.words.wishes import METHODS as WORDS
from tournaments.people.words.wishes import cards_aloud
from tournaments.rounds.selectors.places import singles


def singles_context(tournament: Tournament) -> dict[str, Any]:
    """Return who looks for a partner, whether one is left over, and the draws, the last first."""
    alone = singles(tournament)
    lines = AuditLine.objects.filter(tournament=tournament, act="pair_singles").order_by("-id")
    drawn = [line for line in lines if line.after and line.after["method"] in METHODS]
    return {"alone": alone, "odd": len(alone) % 2 == 1, "draws": [_told(line) for line in drawn]}


def _told(line: AuditLine) -> dict[str, Any]:
    """A draw again from its numbers and its seed, which is all it hangs on."""
    after = line.after
    return {
        "line": line,
        "method": WORDS[after["method"]],
        "cards": cards_aloud(after["numbers"], after["seed"], after["method"]),
        **{name: after[name] for name in ("seed", "said", "alone")},
    }
