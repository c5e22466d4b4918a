"""Where words about people stand in the database: one row for each table that keeps some.

A test goes through every text and JSON field of every table: each is either in WRITTEN, or in KEPT
with the reason why nobody's name is looked for in it.
"""

from dataclasses import dataclass

from django.db.models import Model

from scoring.models import Acta, Hand, Letterhead, Photo, RefereeCall, Ruling, Screen, Signature
from tournaments.models import (
    AuditLine,
    DrawCommitment,
    ForbiddenCouple,
    Invitation,
    Job,
    MatchSide,
    Round,
    Stage,
    Substitution,
    Swap,
)


@dataclass(frozen=True, slots=True)
class Written:
    """The texts of a table. `path` leads to its tournament, `about` to the entries and `match` to
    the match that a row is about; `authors` are pairs of a name kept and the account it is of
    ("" where no account is kept: then the name is that of one)."""

    model: type[Model]
    path: str
    texts: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    match: str = ""
    authors: tuple[tuple[str, str], ...] = ()


AUTHOR = (("author_name", "author"),)
WRITTEN = (
    Written(AuditLine, "tournament", ("subject", "before", "after", "reason"), authors=AUTHOR),
    Written(Substitution, "entry__tournament", ("reason",), ("entry",), authors=AUTHOR),
    Written(ForbiddenCouple, "tournament", ("reason",), ("first", "second")),
    Written(Round, "tournament", ("report",)),
    Written(Stage, "tournament", ("name",)),
    Written(MatchSide, "match__tournament", ("names",), ("entry",)),
    Written(Swap, "round__tournament", ("reason",), ("first", "second"), authors=AUTHOR),
    Written(DrawCommitment, "stage__tournament", ("text", "word", "reason"), authors=AUTHOR),
    Written(Invitation, "tournament", authors=AUTHOR),
    Written(Job, "tournament", ("params", "message")),
    Written(Acta, "match__tournament", ("reason",), match="match", authors=AUTHOR),
    Written(Hand, "acta__match__tournament", match="acta__match", authors=AUTHOR),
    Written(Signature, "acta__match__tournament", match="acta__match", authors=AUTHOR),
    Written(
        RefereeCall,
        "match__tournament",
        match="match",
        authors=(*AUTHOR, ("answered_name", "answered_by")),
    ),
    Written(Photo, "match__tournament", match="match", authors=AUTHOR),
    Written(Screen, "tournament", ("name", "notice")),
    Written(Letterhead, "tournament", ("sponsor",)),
    Written(
        Ruling,
        "stage__tournament",
        ("article", "reason", "lift_reason"),
        ("entry",),
        authors=(*AUTHOR, ("lifted_by", "")),
    ),
)

ROW, CODE, DRAW = "its own row is rewritten or deleted", "a word of the program", "decides a draw"
OWN = "the organiser's own words about the tournament"
KEPT: dict[str, str] = {
    "Player.name": ROW,
    "Player.surname": ROW,
    "Player.town": ROW,
    "Player.identity": ROW,
    "Player.apart": ROW,
    "Entry.name": ROW,
    "Entry.town": ROW,
    "Entry.session": CODE,
    "ImportPreview.source": ROW,
    "ImportPreview.rows": ROW,
    "ImportPreview.remarks": ROW,
    "Job.upload": ROW,
    "Job.file": ROW,
    "Photo.file": ROW,
    "Letterhead.logo": OWN,
    "Letterhead.colour": CODE,
    "Tournament.slug": OWN,
    "Tournament.name": OWN,
    "Tournament.venue": OWN,
    "Tournament.responsible": OWN,
    "Tournament.contact": OWN,
    "Tournament.privacy": OWN,
    "Tournament.game": CODE,
    "Tournament.out_of_service": CODE,
    "Tournament.announcement_hours": CODE,
    "Job.kind": CODE,
    "AuditLine.act": CODE,
    "Ruling.fault": CODE,
    "Screen.shows": CODE,
    "Screen.now": CODE,
    "Ruling.lines": CODE,
    "Hand.line": CODE,
    "Hand.device": CODE,
    "Acta.device": CODE,
    "Signature.device": CODE,
    "Result.counts": CODE,
    "Result.tallies": CODE,
    "Erasure.counts": CODE,
    "Membership.tables": CODE,
    "Invitation.tables": CODE,
    "Invitation.digest": CODE,
    "ApiToken.name": "the words of its owner for a program",
    "ApiToken.digest": CODE,
    "ApiToken.session_hash": CODE,
    "Job.code": CODE,
    "Job.worker": CODE,
    "DrawCommitment.secret": DRAW,
    "DrawCommitment.digest": DRAW,
    "Round.seed": DRAW,
    "Stage.seed": DRAW,
    "Round.phase": CODE,
    "Match.code": CODE,
    "Match.purpose": CODE,
    "Match.group": CODE,
    "Place.source": CODE,
    "Place.carried": CODE,
    "Place.group": CODE,
    "Place.from_group": CODE,
    **{
        f"Stage.{name}": CODE
        for name in (
            "format",
            "format_options",
            "game_options",
            "chain",
            "intake",
            "declined",
            "counting",
            "refereeing",
            "wishes",
            "dates",
        )
    },
}
