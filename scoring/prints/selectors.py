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


# --- Reprints -------------------------------------------------------------------------------------
# The changes of a round's matches since their last print.
# Each sheet that can be reprinted in part, and the sheets that contain it.
REPRINTABLE = {
    "actas": ("actas", "whole_round"),
    "table_cards": ("table_cards",),
    "pairings_table": ("pairings_table", "whole_round"),
    "pairings_surname": ("pairings_surname", "whole_round"),
    "call_list": ("call_list",),
}
TRACKED_SHEETS = frozenset(sheet for sheets in REPRINTABLE.values() for sheet in sheets)
LINK_SHEETS = ("actas", "table_cards")


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
    """A changed match: `match` is None if it no longer exists, `old_imprint` if it is new."""

    match: Match | None
    old_imprint: Imprint | None


@dataclass(frozen=True, slots=True)
class Reprint:
    """A sheet to reprint in part.

    `changes` has, by the key of each changed match, the imprint that was printed last.
    """

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


def reprints(round: Round, own_tables: str = "") -> tuple[list[Reprint], list[PaperChange]]:
    """Return the sheets of the round to reprint, and the changes since they were printed.

    Sheets with links are limited to the user's tables, `own_tables` ("" for all).
    """
    prints = _prints_of(round)
    if not prints:
        return [], []
    matches = list(round_matches(round))
    reprint_list = []
    for sheet, source_sheets in REPRINTABLE.items():
        sheet_prints = [params for params in prints if params["sheet"] in source_sheets]
        changes = _changed_matches(matches, sheet_prints, sheet in LINK_SHEETS, own_tables)
        if changes:
            reprint_list.append(Reprint(sheet, changes))
    imprints = {
        key: imprint
        for reprint in reversed(reprint_list)
        for key, imprint in reprint.changes.items()
    }
    return reprint_list, changed_imprints(matches, imprints)


def changed_imprints(
    matches: Sequence[Match], imprints: Mapping[str, Sequence[Any]]
) -> list[PaperChange]:
    """Return the changes in hall order.

    `imprints` has the old imprint by the key of each match, [] for a new match.
    """
    if not imprints:
        return []
    matches_by_key = {str(match.pk): match for match in matches}
    changes = [
        PaperChange(matches_by_key.get(key), Imprint(*imprint) if imprint else None)
        for key, imprint in imprints.items()
    ]
    return sorted(changes, key=_place)


def _place(change: PaperChange) -> tuple[int, str]:
    table = change.match.table if change.match else change.old_imprint and change.old_imprint.table
    return (table or 10_000, change.old_imprint.sides if change.old_imprint else "")


def _prints_of(round: Round) -> list[dict[str, Any]]:
    """Return the params of the round's prints, the latest last."""
    jobs = Job.objects.filter(
        tournament=round.tournament_id,
        kind="print",
        state=Job.State.DONE,
        params__sheet__in=TRACKED_SHEETS,
        params__printed__round=round.pk,
    )
    return list(jobs.order_by("created_at").values_list("params", flat=True))


def _changed_matches(
    matches: Sequence[Match], prints: Sequence[dict[str, Any]], has_links: bool, own_tables: str
) -> dict[str, list[Any]]:
    """Return the matches whose last print is wrong now, each with the imprint of that print.

    A match that was never printed is new if one of the prints covered its table; its imprint is [].
    Finished matches are ignored, because they need no paper. `has_links` is whether the sheet has
    the links of tables; then only matches at the user's `own_tables` are returned.
    """
    imprints: dict[str, list[Any]] = {}
    for params in prints:
        imprints |= {key: [] for key in params.get("changes", {})}
        imprints |= params["printed"]["matches"]
    shown_tables = own_tables if has_links else ""
    matches_by_key = {str(match.pk): match for match in matches}
    scopes = [
        params["tables"] for params in prints if not params.get("changes") and not params["match"]
    ]
    changes: dict[str, list[Any]] = {}
    for key, match in matches_by_key.items():
        if match.state == Match.State.FINISHED or not includes_table(
            shown_tables, match.table or 0
        ):
            continue
        if has_links and match.state == Match.State.BYE:
            continue
        if key not in imprints:
            if any(includes_table(tables, match.table or 0) for tables in scopes):
                changes[key] = []
        elif imprints[key] and _differ(Imprint(*imprints[key]), imprint_of(match), has_links):
            changes[key] = imprints[key]
    missing = {
        key: imprint for key, imprint in imprints.items() if imprint and key not in matches_by_key
    }
    if not has_links:
        changes |= missing
    return changes


def _differ(old: Imprint, new: Imprint, has_links: bool) -> bool:
    """Return whether a paper with the imprint `old` misleads now that the imprint is `new`.

    `has_links` is whether the paper has links of tables. A paper does not mislead if a waiting
    match has got its first table, because that table is called aloud and written on the paper.
    """
    has_moved = old.table != 0 and old.table != new.table
    return has_moved or old[1:3] != new[1:3] or (has_links and old.link != new.link)


# --- In words ------------------------------------------------------------------------------------
# Sentences about the changes of a match since its paper was printed.
def imprint_change(change: PaperChange) -> str:
    """Return «Mesa 3 (7–12): antes, 7–9»."""
    if change.match is None:
        old_imprint = change.old_imprint or Imprint(0, "", "", 0)
        return f"{_table_in_words(old_imprint.table)} ({old_imprint.sides}): {_('ya no se juega')}"
    new_imprint = imprint_of(change.match)
    place = _table_in_words(new_imprint.table)
    return f"{place} ({new_imprint.sides}): {_difference(change.old_imprint, new_imprint)}"


def _table_in_words(table: int) -> str:
    return _("Mesa %(table)s") % {"table": table} if table else _("Sin mesa")


def _difference(old: Imprint | None, new: Imprint) -> str:
    if old is None:
        return _("no estaba")
    changes = []
    if old.table != new.table and old.table:
        changes.append(_("antes, mesa %(table)s") % {"table": old.table})
    if old.sides != new.sides:
        changes.append(_("antes, %(sides)s") % {"sides": old.sides})
    elif old.names != new.names:
        changes.append(_("ha cambiado un nombre"))
    elif old.link != new.link:
        changes.append(_("el enlace es otro"))
    return ", ".join(changes) or _("como estaba")
