"""The tables of `tournaments`, one subject a file."""

from tournaments.models.audit import AuditLine
from tournaments.models.commitment import WORD_LENGTH, DrawCommitment
from tournaments.models.draw import LineUp, Match, MatchSide, Round, Swap
from tournaments.models.entry import Entry, EntryPlayer, ForbiddenCouple, Player, Substitution
from tournaments.models.invitation import Acceptance, Invitation
from tournaments.models.job import ImportPreview, Job
from tournaments.models.tournament import (
    MAX_CONFIRMATIONS,
    MAX_ENTRY_SIZE,
    MAX_SQUAD,
    MAX_TABLES,
    Membership,
    Place,
    Role,
    Stage,
    Tournament,
)

__all__ = [
    "MAX_CONFIRMATIONS",
    "MAX_ENTRY_SIZE",
    "MAX_SQUAD",
    "MAX_TABLES",
    "WORD_LENGTH",
    "Acceptance",
    "AuditLine",
    "DrawCommitment",
    "Entry",
    "EntryPlayer",
    "ForbiddenCouple",
    "ImportPreview",
    "Invitation",
    "Job",
    "LineUp",
    "Match",
    "MatchSide",
    "Membership",
    "Place",
    "Player",
    "Role",
    "Round",
    "Stage",
    "Substitution",
    "Swap",
    "Tournament",
]
