"""Who should not meet in a stage, and who should: from what the organiser asked to plain values.

`Stage.wishes` is `{"apart": {kind: [weight, rounds]}, "together": {…}}`: `rounds` is the last
round of the stage in which it counts, 0 for always. Kinds: `town` (peña o pueblo), `family`
(a surname in common), `session` (turno), `group` (the group it comes from).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.formats.core import Wishes
from tournaments.models import Entry, ForbiddenCouple, Stage, Tournament
from tournaments.pairing.couples import pair_key
from tournaments.people import fold

APART = ("town", "family", "group")
TOGETHER = ("session",)


def wishes_of(stage: Stage, round: int) -> Wishes:
    """The wishes that count in that round. One query."""
    forbidden = ForbiddenCouple.objects.filter(tournament=stage.tournament_id).order_by()
    return Wishes(
        apart=_counting(stage.wishes.get("apart", {}), round),
        together=_counting(stage.wishes.get("together", {}), round),
        forbidden=frozenset(
            pair_key(*couple) for couple in forbidden.values_list("first__number", "second__number")
        ),
    )


def tags_of(stage: Stage) -> Mapping[int, tuple[str, ...]]:
    """The tags of each entry by its key, when some wish of the stage looks at them. One query
    then, none otherwise."""
    return {
        entry: tuple(dict.fromkeys(f"{kind}:{fold(value)}" for kind, value in tags))
        for entry, tags in _tags(stage).items()
    }


def tags_by_number(stage: Stage) -> dict[int, tuple[str, ...]]:
    """The same tags by the entry's number, and the group it comes from. Three queries at most."""
    tags, groups = tags_of(stage), {}
    if "group" in stage.wishes.get("apart", {}):
        groups = dict(stage.places.exclude(group="").values_list("entry", "group"))
    if not tags and not groups:
        return {}
    numbers = Entry.objects.filter(tournament=stage.tournament_id).values_list("pk", "number")
    return {
        number: (*tags.get(entry, ()), *([f"group:{groups[entry]}"] if entry in groups else []))
        for entry, number in numbers
    }


def spelled_tags(stage: Stage) -> dict[str, str]:
    """How each tag is written by people, the first of them: «town:luco» is «Luco». One query, or
    none."""
    spelled: dict[str, str] = {}
    for tags in _tags(stage).values():
        for kind, value in tags:
            spelled.setdefault(f"{kind}:{fold(value)}", value)
    return spelled


def _tags(stage: Stage) -> Mapping[int, Iterable[tuple[str, str]]]:
    wished = {**stage.wishes.get("apart", {}), **stage.wishes.get("together", {})}
    if not wished.keys() & {"town", "family", "session"}:
        return {}
    # A team may have nobody yet, and its town and session count all the same.
    rows = Entry.objects.filter(tournament=stage.tournament_id).order_by("pk", "seats__position")
    found: defaultdict[int, dict[tuple[str, str], None]] = defaultdict(dict)
    for entry, town, own, surname, session in rows.values_list(
        "pk", "town", "seats__player__town", "seats__player__surname", "session"
    ):
        tags = {"town": [town or own], "family": (surname or "").split(), "session": [session]}
        found[entry] |= {
            (kind, value): None for kind, values in tags.items() for value in values if value
        }
    return found


def _counting(asked: Mapping[str, list[int]], round: int) -> dict[str, int]:
    return {
        kind: weight for kind, (weight, rounds) in asked.items() if not rounds or round <= rounds
    }


def forbidden_couples(tournament: Tournament) -> list[ForbiddenCouple]:
    """The couples that should never be drawn, with their people. Five queries."""
    couples = tournament.forbidden.select_related("first", "second", "tournament")
    return list(couples.prefetch_related("first__seats__player", "second__seats__player"))
