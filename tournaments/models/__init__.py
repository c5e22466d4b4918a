"""The tables of `tournaments`, one subject a file."""

from tournaments.models.audit import AuditLine
from tournaments.models.commitment import WORD_LENGTH, DrawCommitment
from tournaments.models.draw import Match, MatchSide, Round, Swap
from tournaments.models.entry import Entry, EntryPlayer, Player
from tournaments.models.job import ImportPreview, Job
from tournaments.models.tournament import (
    MAX_ENTRY_SIZE,
    MAX_TABLES,
    Membership,
    Role,
    Stage,
    Tournament,
)

__all__ = [
    "MAX_ENTRY_SIZE",
    "MAX_TABLES",
    "WORD_LENGTH",
    "AuditLine",
    "DrawCommitment",
    "Entry",
    "EntryPlayer",
    "ImportPreview",
    "Job",
    "Match",
    "MatchSide",
    "Membership",
    "Player",
    "Role",
    "Round",
    "Stage",
    "Swap",
    "Tournament",
]
