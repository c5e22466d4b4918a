"""The tables with free text or signatures, one `ProseColumns` for each.

A test reads the names of every text and JSON column of every table. Each column is either here, or
listed in the test with the reason why it needs no anonymisation.
"""

from dataclasses import dataclass

from django.db.models import Model

from scoring.models import Acta, Hand, Letterhead, Photo, RefereeCall, Ruling, Screen, Signature
from tournaments.models import (
    AuditLine,
    Charge,
    DrawCommitment,
    ForbiddenCouple,
    Invitation,
    Job,
    MatchSide,
    Movement,
    Round,
    Stage,
    Substitution,
    Swap,
)
from tournaments.names.people import words_in


@dataclass(frozen=True, slots=True)
class ProseColumns:
    """The columns of a table with prose, names and records.

    `path` is the look-up of the row's tournament, `about` the look-up of the entries that the row
    is about. `records` are columns with names in known places. `authors` are pairs of a name column
    and its account column ("" for none).
    """

    model: type[Model]
    path: str
    prose: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    authors: tuple[tuple[str, str], ...] = ()
    records: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.prose, *self.records, *(name for name, _account in self.authors))


AUTHOR = (("author_name", "author"),)
PROSE_TABLES = (
    ProseColumns(
        AuditLine, "tournament", ("reason",), (), AUTHOR, records=("subject", "before", "after")
    ),
    ProseColumns(Substitution, "entry__tournament", ("reason",), ("entry",), AUTHOR),
    ProseColumns(Charge, "entry__tournament", ("concept",), ("entry",), AUTHOR),
    ProseColumns(Movement, "tournament", ("concept",), ("entry",), AUTHOR),
    ProseColumns(ForbiddenCouple, "tournament", ("reason",), ("first", "second")),
    ProseColumns(Round, "tournament", records=("report",)),
    ProseColumns(Stage, "tournament", ("name",)),
    ProseColumns(MatchSide, "match__tournament", records=("names",)),
    ProseColumns(Swap, "round__tournament", ("reason",), ("first", "second"), AUTHOR),
    ProseColumns(
        DrawCommitment, "stage__tournament", ("word", "reason"), authors=AUTHOR, records=("text",)
    ),
    ProseColumns(Invitation, "tournament", authors=AUTHOR),
    ProseColumns(Job, "tournament", ("message",), records=("params",)),
    ProseColumns(Acta, "match__tournament", ("reason",), ("match__sides__entry",), AUTHOR),
    ProseColumns(Hand, "acta__match__tournament", authors=AUTHOR),
    ProseColumns(Signature, "acta__match__tournament", authors=AUTHOR),
    ProseColumns(
        RefereeCall, "match__tournament", authors=(*AUTHOR, ("answered_name", "answered_by"))
    ),
    ProseColumns(Photo, "match__tournament", authors=AUTHOR),
    ProseColumns(Screen, "tournament", ("name", "notice")),
    ProseColumns(Letterhead, "tournament", ("sponsor",)),
    ProseColumns(
        Ruling,
        "stage__tournament",
        ("reason", "lift_reason"),
        ("entry",),
        (*AUTHOR, ("lifted_by", "")),
    ),
)
# Names of columns, and of members of JSON in the audit, in a draw or in a job, that hold prose or a
# name.
PROSE = words_in(
    "reason lift_reason name concept word message notice screen sponsor venue subject said author"
    " champion author_name answered_name"
)
