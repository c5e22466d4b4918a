"""Concessions of a draw, with whom it touches and why, in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.wording.rounds import knockout_name, ties_in
from tournaments.formats.core import Entrant, Wishes
from tournaments.formats.couple_costs import kinds
from tournaments.pairing.couples import pair_key
from tournaments.wording.draws import BROKEN
from tournaments.wording.rounds import numbered

# Tags are folded («luco»): what people read is written as they wrote it.
Spelled = Mapping[str, str]


def conceded(
    report: Mapping[str, Any], entrants: Iterable[Entrant], wishes: Wishes, spelled: Spelled
) -> list[dict[str, Any]]:
    """One sentence for each thing the draw could not keep, with a line for each that it touches:
    «12 y 40: de Luco». `report` is `Round.report`; `spelled` says how each tag is written."""
    people = {entrant.number: entrant for entrant in entrants}
    touched: dict[str, list[str]] = {}
    for name, numbers in report.get("broken_by", []):
        said = touched.setdefault(name, [])
        said.append(_touched(name, tuple(numbers), people, wishes, spelled))
    return [
        {"sentence": str(BROKEN[name]), "touched": touched.get(name, [])}
        for name in report.get("broken", [])
    ]


def groups_apart(report: Mapping[str, Any], round: int) -> str:
    """«Dos del mismo grupo no pueden encontrarse antes de: Semifinales. Ningún cuadro lo retrasaría
    más.» Nothing where no two of a group are in the bracket. `round` is the one it begins in."""
    found, latest = report.get("group_round", 0), report.get("bounds", {}).get("group_round", 0)
    if not found:
        return ""
    ties = sum(row[2] in ("", "final") for row in report["drawn"])
    words = {"found": _name(found, round, ties), "latest": _name(latest, round, ties)}
    if found == latest:
        return (
            _(
                "Dos del mismo grupo no pueden encontrarse antes de: %(found)s. Ningún cuadro lo "
                "retrasaría más."
            )
            % words
        )
    return (
        _(
            "Dos del mismo grupo pueden encontrarse ya en: %(found)s. Todo por sorteo, no "
            "antes de: %(latest)s."
        )
        % words
    )


def _name(meeting: int, begins: int, ties: int) -> str:
    """The name of a round of a bracket with so many matches in its first one."""
    return knockout_name(ties_in(meeting, ties)) or numbered(begins + meeting - 1)


def _touched(
    name: str,
    numbers: Sequence[int],
    people: Mapping[int, Entrant],
    wishes: Wishes,
    spelled: Spelled,
) -> str:
    if len(numbers) == 2 and name == "group_soon":
        wishes = Wishes(apart={wishes.spread: 1})
    elif len(numbers) != 2 or name not in ("wish", "forbidden"):
        return _in_words(numbers)
    one, other = (people.get(number, Entrant(number)) for number in numbers)
    reasons = _shared(one, other, wishes, spelled)
    if pair_key(*numbers) in wishes.forbidden:
        reasons.insert(0, _("cruce prohibido"))
    return ": ".join(filter(None, [_in_words(numbers), ", ".join(reasons)]))


def _shared(one: Entrant, other: Entrant, wishes: Wishes, spelled: Spelled) -> list[str]:
    """Return what the two have in common and should not, and the other way round."""
    here, there = kinds(one), kinds(other)
    words = {
        "town": _("de %(what)s"),
        "family": _("de apellido %(what)s"),
        "group": _("vienen del grupo %(what)s"),
    }
    said = []
    for kind in wishes.apart:
        both = sorted(here.get(kind, frozenset()) & there.get(kind, frozenset()))
        what = ", ".join(spelled.get(f"{kind}:{value}", value) for value in both)
        if both and kind in words:
            said.append(words[kind] % {"what": what})
    for kind in wishes.together:
        if kind in here and kind in there and not here[kind] & there[kind]:
            values = (min(here[kind]), min(there[kind]))
            turns = [spelled.get(f"{kind}:{value}", value) for value in values]
            words_of_both = {"one": turns[0], "other": turns[1]}
            said.append(_("turnos distintos (%(one)s y %(other)s)") % words_of_both)
    return said


def _in_words(numbers: Sequence[int]) -> str:
    """«12 y 40», «3, 7 y 9»."""
    *first, last = map(str, numbers)
    return _("%(first)s y %(last)s") % {"first": ", ".join(first), "last": last} if first else last
