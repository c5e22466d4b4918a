"""The models of `tournaments`, one subject per file."""

from tournaments.models.account import ApiToken, SignUp
from tournaments.models.audit import AuditLine
from tournaments.models.club import Club, ClubOfficer, ClubPerson
from tournaments.models.commitment import WORD_LENGTH, DrawCommitment
from tournaments.models.draw import LineUp, Match, MatchSide, Round, Swap
from tournaments.models.entry import Entry, EntryPlayer, ForbiddenCouple, Player, Substitution
from tournaments.models.erasure import Erasure
from tournaments.models.invitation import Acceptance, Invitation
from tournaments.models.job import ImportPreview, Job
from tournaments.models.tournament import (
    MAX_CONFIRMATIONS,
    MAX_ENTRY_SIZE,
    MAX_SQUAD,
    MAX_TABLES,
    PRIVACY_LENGTH,
    Announcing,
    Membership,
    Place,
    PublicNames,
    RequestCache,
    Role,
    Stage,
    Tournament,
    Visibility,
)
from tournaments.models.version import Version

__all__ = [
    "MAX_CONFIRMATIONS",
    "MAX_ENTRY_SIZE",
    "MAX_SQUAD",
    "MAX_TABLES",
    "PRIVACY_LENGTH",
    "WORD_LENGTH",
    "Acceptance",
    "Announcing",
    "ApiToken",
    "AuditLine",
    "Club",
    "ClubOfficer",
    "ClubPerson",
    "DrawCommitment",
    "Entry",
    "EntryPlayer",
    "Erasure",
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
    "PublicNames",
    "RequestCache",
    "Role",
    "Round",
    "SignUp",
    "Stage",
    "Substitution",
    "Swap",
    "Tournament",
    "Version",
    "Visibility",
]
