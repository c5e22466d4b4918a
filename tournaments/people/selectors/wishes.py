"""Wishes of a stage, from what the organiser asked to plain values.

`Stage.wishes` is `{"apart": {kind: [weight, rounds]}, "together": {…}}`: `rounds` is the last one
in which it counts, 0 for always. Kinds: `town`, `family` (a surname in common), `session`, `group`
(the group it comes from: counted in a knockout unless it says 0).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.formats.boxes import BOXES
from tournaments.formats.core import Wishes
from tournaments.formats.costs import HEAVIEST
from tournaments.formats.groups import GROUPS
from tournaments.formats.knockout import KNOCKOUT
from tournaments.models import Entry, ForbiddenCouple, Stage, Tournament
from tournaments.names.people import fold
from tournaments.pairing.couples import pair_key
from tournaments.rounds.selectors.places import seats

APART = ("town", "family", "group")
TOGETHER = ("session",)


def asked_of(stage: Stage) -> dict[str, dict[str, list[int]]]:
    """Return the wishes that the draws of the stage look after, with the usual ones."""
    apart = dict(stage.wishes.get("apart", {}))
    if "group" not in apart and from_groups(stage):
        apart["group"] = [HEAVIEST, 0]
    return {
        "apart": {kind: asked for kind, asked in apart.items() if asked[0]},
        "together": dict(stage.wishes.get("together", {})),
    }


def from_groups(stage: Stage) -> bool:
    """Whether it is a knockout to which people come from groups."""
    if stage.format != KNOCKOUT.key or not stage.intake:
        return False
    numbers = {quota["stage"] for quota in stage.intake}
    before = Stage.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    return any(
        format in (GROUPS.key, BOXES.key) or options.get("groups", 1) > 1
        for format, options in before.values_list("format", "format_options")
    )


def fixes_bracket(stage: Stage) -> bool:
    """Whether its first draw says who can meet whom until the end."""
    return stage.format == KNOCKOUT.key and not stage.system.redraws(stage.format_rules())


def wishes_of(stage: Stage, round: int) -> Wishes:
    """The wishes that count in that round; in a fixed bracket those of a group are spread."""
    forbidden = ForbiddenCouple.objects.filter(tournament=stage.tournament_id).order_by()
    asked = asked_of(stage)
    spread = "group" if "group" in asked["apart"] and fixes_bracket(stage) else ""
    asked["apart"].pop(spread, None)
    return Wishes(
        apart=_counting(asked["apart"], round),
        spread=spread,
        together=_counting(asked["together"], round),
        forbidden=frozenset(
            pair_key(*couple) for couple in forbidden.values_list("first__number", "second__number")
        ),
    )


def tags_of(stage: Stage) -> Mapping[int, tuple[str, ...]]:
    """The tags of each entry by its key, when some wish of the stage looks at them."""
    return {
        entry: tuple(dict.fromkeys(f"{kind}:{fold(value)}" for kind, value in tags))
        for entry, tags in _tags(stage).items()
    }


def tags_by_number(stage: Stage) -> dict[int, tuple[str, ...]]:
    """The same tags by the entry's number, and the group it comes from."""
    tags, come_from = tags_of(stage), {}
    if "group" in asked_of(stage)["apart"]:
        come_from = {
            entry: (f"group:{group}",)
            for entry, group in stage.places.exclude(group="").values_list("entry", "group")
        }
    if not tags and not come_from:
        return {}
    numbers = Entry.objects.filter(tournament=stage.tournament_id).values_list("pk", "number")
    return {number: (*tags.get(entry, ()), *come_from.get(entry, ())) for entry, number in numbers}


def spelled_tags(stage: Stage) -> dict[str, str]:
    """How each tag is written by people, the first of them: «town:luco» is «Luco»."""
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
    by_number: defaultdict[int, dict[tuple[str, str], None]] = defaultdict(dict)
    for entry, town, own, surname, session in rows.values_list(
        "pk", "town", "seats__player__town", "seats__player__surname", "session"
    ):
        tags = {"town": [town or own], "family": (surname or "").split(), "session": [session]}
        by_number[entry] |= {
            (kind, value): None for kind, values in tags.items() for value in values if value
        }
    return by_number


def _counting(asked: Mapping[str, list[int]], round: int) -> dict[str, int]:
    return {
        kind: weight for kind, (weight, rounds) in asked.items() if not rounds or round <= rounds
    }


def forbidden_couples(tournament: Tournament) -> list[ForbiddenCouple]:
    """The couples that should never be drawn, with their people."""
    couples = tournament.forbidden.select_related("first", "second", "tournament")
    return list(couples.prefetch_related(seats("first"), seats("second")))
