"""Lives, where one is out after so many lost matches: everybody, by the lives left."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.matches.meetings import Competitor, Meeting
from scoring.selectors.stages.fates import Fates
from scoring.wording.rounds import in_round

LIVES_SHOWN = 200  # rows of a page: what a telephone gets at once


def lives_page(
    competitors: Mapping[int, Competitor], played: Sequence[Meeting], fates: Fates
) -> list[dict[str, Any]]:
    """Entries in groups: the living by lives left, then the others by the round they fell in."""
    last: defaultdict[int, int] = defaultdict(int)
    for one in played:
        for competitor in one.sides:
            last[competitor.number] = max(last[competitor.number], one.serial)
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number in sorted(fates.lives):
        alive = number in fates.alive
        groups[(0, -fates.lives_left(number)) if alive else (1, -last[number])].append(number)
    return [
        {
            "title": _title(out, -value, fates.over),
            "out": bool(out),
            "rows": [
                {"competitor": competitors[number], **_marks(fates, number)} for number in numbers
            ],
        }
        for (out, value), numbers in sorted(groups.items())
    ]


def lives_part(groups: Sequence[dict[str, Any]], page: int) -> list[dict[str, Any]]:
    """The rows of a page of the groups; each says with `in_all` how many it has."""
    first, found, seen = (page - 1) * LIVES_SHOWN, [], 0
    for group in groups:
        rows = group["rows"][max(first - seen, 0) : max(first + LIVES_SHOWN - seen, 0)]
        seen += len(group["rows"])
        if rows:
            found.append({**group, "rows": rows, "in_all": len(group["rows"])})
    return found


def lives_page_of(groups: Sequence[dict[str, Any]], number: int) -> int:
    """The page where the row of this entry is; the first one where it has none."""
    rows = [row["competitor"].number for group in groups for row in group["rows"]]
    return (rows.index(number) if number in rows else 0) // LIVES_SHOWN + 1


def lives_pages(groups: Sequence[dict[str, Any]]) -> int:
    return -(-sum(len(group["rows"]) for group in groups) // LIVES_SHOWN)


def lives_left(left: int) -> str:
    """«le quedan 2 vidas»."""
    return ngettext("Le queda %(left)s vida", "Le quedan %(left)s vidas", left) % {"left": left}


def _title(out: int, value: int, over: bool) -> str:
    if not out:
        return _("Gana el torneo") if over else lives_left(value)
    return _("Fuera %(where)s") % {"where": in_round(value)} if value else _("Sin jugar")


def _marks(fates: Fates, number: int) -> dict[str, Any]:
    """As many crosses as lives lost, as many circles as are left; the same in words."""
    lives, left = fates.lives[number], fates.lives_left(number)
    lost = lives.had - left
    words = ngettext("%(lost)s perdida", "%(lost)s perdidas", lost) % {"lost": lost}
    return {"marks": "✗" * lost + "○" * left, "words": words, "again": lives.again}
