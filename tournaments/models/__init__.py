"""The models of `tournaments`, one subject per file."""

from tournaments.models.account import ApiToken, IdempotentCall, Scope, SignUp
from tournaments.models.audit import AuditLine, ClubLine, LoggedAction
from tournaments.models.club import Club, ClubOfficer, ClubPerson
from tournaments.models.commitment import WORD_LENGTH, DrawCommitment
from tournaments.models.draw import LineUp, Match, MatchSide, Round, Swap
from tournaments.models.entry import Entry, EntryPlayer, ForbiddenCouple, Player, Substitution
from tournaments.models.erasure import Erasure
from tournaments.models.invitation import Acceptance, Invitation
from tournaments.models.job import ImportPreview, Job
from tournaments.models.money import CONCEPT_LENGTH, Charge, Extra, Movement, Prize
from tournaments.models.requests import EntryRequest, SignUpSettings
from tournaments.models.season import Season, SeasonTournament
from tournaments.models.tournament import (
    CURRENCIES,
    MAX_CONFIRMATIONS,
    MAX_ENTRY_SIZE,
    MAX_SQUAD,
    MAX_TABLES,
    PRIVACY_LENGTH,
    Announcing,
    Hall,
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
from tournaments.models.webhook import ChangeKind, Webhook, WebhookDelivery

__all__ = [
    "CONCEPT_LENGTH",
    "CURRENCIES",
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
    "ChangeKind",
    "Charge",
    "Club",
    "ClubLine",
    "ClubOfficer",
    "ClubPerson",
    "DrawCommitment",
    "Entry",
    "EntryPlayer",
    "EntryRequest",
    "Erasure",
    "Extra",
    "ForbiddenCouple",
    "Hall",
    "IdempotentCall",
    "ImportPreview",
    "Invitation",
    "Job",
    "LineUp",
    "LoggedAction",
    "Match",
    "MatchSide",
    "Membership",
    "Movement",
    "Place",
    "Player",
    "Prize",
    "PublicNames",
    "RequestCache",
    "Role",
    "Round",
    "Scope",
    "Season",
    "SeasonTournament",
    "SignUp",
    "SignUpSettings",
    "Stage",
    "Substitution",
    "Swap",
    "Tournament",
    "Version",
    "Visibility",
    "Webhook",
    "WebhookDelivery",
]
