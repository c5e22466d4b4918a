"""The letterhead of a tournament, and the changes since its sheets were printed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.models import Letterhead
from tournaments.models import Job, Match, Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.permissions import includes_table
from tournaments.rounds.selectors.rounds import round_matches

LOGO = "logo"  # kind of the job that draws a logo


def letterhead_of(tournament: Tournament) -> Letterhead:
    """Return the stored letterhead, or an empty letterhead."""
    letterhead = Letterhead.objects.filter(tournament=tournament).first()
    return letterhead or Letterhead(tournament=tournament)


def files_of_logos(tournaments: list[int]) -> Iterable[str]:
    """Return the file names of these tournaments' logos; "" for a letterhead without a logo."""
    return Letterhead.objects.filter(tournament__in=tournaments).values_list("logo", flat=True)


# --- Printed --------------------------------------------------------------------------------------
# The last prints of the matches of a round, and their changes since then.
# Each sheet that can be reprinted in part, and the sheets that contain it.
FOLLOWED = {
    "actas": ("actas", "whole_round"),
    "table_cards": ("table_cards",),
    "pairings_table": ("pairings_table", "whole_round"),
    "pairings_surname": ("pairings_surname", "whole_round"),
    "call_list": ("call_list",),
}
PRINTED_IN = frozenset(sheet for sheets in FOLLOWED.values() for sheet in sheets)
WITH_LINKS = ("actas", "table_cards")


class Imprint(NamedTuple):
    """A printed match: its table (0 if none), its sides, a digest of their names, and its link.

    An imprint is stored as a list. It has a digest instead of the names because the job still
    exists after people are anonymised. `link` is the serial of the link.
    """

    table: int
    sides: str
    names: str
    link: int


@dataclass(frozen=True, slots=True)
class PaperChange:
    """A changed match: `match` is None if it no longer exists, `before` None if it is new."""

    match: Match | None
    before: Imprint | None


@dataclass(frozen=True, slots=True)
class Reprint:
    """A sheet to reprint in part; `changes` has the imprint of each changed match, by its key."""

    sheet: str
    changes: dict[str, list[Any]]

    @property
    def count(self) -> int:
        return len(self.changes)


def imprint_of(match: Match) -> Imprint:
    """Return the imprint of a match with its names."""
    sides = match.entries
    names = "\n".join(name for side in sides for name in side.names_for(EVERYTHING))
    digest = blake2s(names.encode(), digest_size=4).hexdigest()
    numbers = "–".join(str(side.number) for side in sides)
    return Imprint(match.table or 0, numbers, digest, match.link_serial)


def imprints_of(round: Round, matches: Iterable[Match]) -> dict[str, Any]:
    """Return the imprints of a round's matches, as JSON values for the print job."""
    return {
        "round": round.pk,
        "matches": {str(match.pk): [*imprint_of(match)] for match in matches},
    }


def reprints(round: Round, own: str = "") -> tuple[list[Reprint], list[PaperChange]]:
    """Return the sheets of the round to reprint, and the changes since they were printed.

    Sheets with links are limited to the user's `own` tables ("" all).
    """
    prints = _prints_of(round)
    if not prints:
        return [], []
    matches = list(round_matches(round))
    reprint_list = []
    for sheet, printed_in in FOLLOWED.items():
        of_sheet = [params for params in prints if params["sheet"] in printed_in]
        changes = _changed(matches, of_sheet, sheet in WITH_LINKS, own)
        if changes:
            reprint_list.append(Reprint(sheet, changes))
    before = {
        key: imprint
        for reprint in reversed(reprint_list)
        for key, imprint in reprint.changes.items()
    }
    return reprint_list, changed_imprints(matches, before)


def changed_imprints(
    matches: Sequence[Match], before: Mapping[str, Sequence[Any]]
) -> list[PaperChange]:
    """Return the changes in hall order; `before` has each imprint by match, [] for a new match."""
    if not before:
        return []
    now = {str(match.pk): match for match in matches}
    changes = [
        PaperChange(now.get(key), Imprint(*imprint) if imprint else None)
        for key, imprint in before.items()
    ]
    return sorted(changes, key=_place)


def _place(change: PaperChange) -> tuple[int, str]:
    table = change.match.table if change.match else change.before and change.before.table
    return (table or 10_000, change.before.sides if change.before else "")


def _prints_of(round: Round) -> list[dict[str, Any]]:
    """Return the params of the round's prints, the latest last."""
    jobs = Job.objects.filter(
        tournament=round.tournament_id,
        kind="print",
        state=Job.State.DONE,
        params__sheet__in=PRINTED_IN,
        params__printed__round=round.pk,
    )
    return list(jobs.order_by("created_at").values_list("params", flat=True))


def _changed(
    matches: Sequence[Match], prints: Sequence[dict[str, Any]], links: bool, own: str
) -> dict[str, list[Any]]:
    """Return the matches for which the last of these prints is wrong, with their imprints.

    A match that is on none of the prints is new if one of the prints covered its table. Finished
    matches are ignored, because they need no paper. `links` is whether the sheet has the links of
    the tables; then only matches at the user's `own` tables are returned.
    """
    printed: dict[str, list[Any]] = {}
    for params in prints:
        printed |= {key: [] for key in params.get("changes", {})}
        printed |= params["printed"]["matches"]
    mine = own if links else ""
    now = {str(match.pk): match for match in matches}
    scopes = [
        params["tables"] for params in prints if not params.get("changes") and not params["match"]
    ]
    changed: dict[str, list[Any]] = {}
    for key, match in now.items():
        if match.state == Match.State.FINISHED or not includes_table(mine, match.table or 0):
            continue
        if links and match.state == Match.State.BYE:
            continue
        if key not in printed:
            if any(includes_table(tables, match.table or 0) for tables in scopes):
                changed[key] = []
        elif printed[key] and _differ(Imprint(*printed[key]), imprint_of(match), links):
            changed[key] = printed[key]
    gone = {key: imprint for key, imprint in printed.items() if imprint and key not in now}
    if not links:
        changed |= gone
    return changed


def _differ(before: Imprint, now: Imprint, links: bool) -> bool:
    """Return whether paper with the imprint `before` misleads; `links`: it has links of tables.

    The paper does not mislead if a waiting match has got its first table, because the table is
    called aloud and written on the paper.
    """
    moved = before.table != 0 and before.table != now.table
    return moved or before[1:3] != now[1:3] or (links and before.link != now.link)


# --- In words ------------------------------------------------------------------------------------
# Sentences about the changes of a match since its paper was printed.
def imprint_change(change: PaperChange) -> str:
    """Return «Mesa 3 (7–12): antes, 7–9»."""
    if change.match is None:
        before = change.before or Imprint(0, "", "", 0)
        return f"{_table(before.table)} ({before.sides}): {_('ya no se juega')}"
    now = imprint_of(change.match)
    place = _table(now.table)
    return f"{place} ({now.sides}): {_what(change.before, now)}"


def _table(table: int) -> str:
    return _("Mesa %(table)s") % {"table": table} if table else _("Sin mesa")


def _what(before: Imprint | None, now: Imprint) -> str:
    if before is None:
        return _("no estaba")
    changes = []
    if before.table != now.table and before.table:
        changes.append(_("antes, mesa %(table)s") % {"table": before.table})
    if before.sides != now.sides:
        changes.append(_("antes, %(sides)s") % {"sides": before.sides})
    elif before.names != now.names:
        changes.append(_("ha cambiado un nombre"))
    elif before.link != now.link:
        changes.append(_("el enlace es otro"))
    return ", ".join(changes) or _("como estaba")
