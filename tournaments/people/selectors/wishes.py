"""Wishes of a stage as plain values.

`Stage.wishes` is `{"apart": {kind: [weight, rounds]}, "together": {…}}`: `rounds` is the last
round in which the wish counts, 0 for always. Kinds: `town`, `family` (a shared surname),
`session`, `group` (the group that an entry comes from: it counts in a knockout unless its weight
is 0).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.formats.boxes import BOXES
from tournaments.formats.core import Wishes
from tournaments.formats.costs import HEAVIEST
from tournaments.formats.groups import GROUPS
from tournaments.formats.knockout import KNOCKOUT
from tournaments.models import Entry, ForbiddenCouple, Stage, Tournament
from tournaments.names.people import fold_text
from tournaments.pairing.matching import pair_key
from tournaments.rounds.selectors.places import seats

APART = ("town", "family", "group")
TOGETHER = ("session",)


def stage_wishes(stage: Stage) -> dict[str, dict[str, list[int]]]:
    """Return the wishes of the stage's draws, without `apart` wishes of weight 0.

    A knockout of entries from groups separates the entries of each group, unless the stage has its
    own wish about groups.
    """
    apart = dict(stage.wishes.get("apart", {}))
    if "group" not in apart and entries_come_from_groups(stage):
        apart["group"] = [HEAVIEST, 0]
    return {
        "apart": {
            kind: weight_and_rounds
            for kind, weight_and_rounds in apart.items()
            if weight_and_rounds[0]
        },
        "together": dict(stage.wishes.get("together", {})),
    }


def entries_come_from_groups(stage: Stage) -> bool:
    """Return whether the stage is a knockout whose entries come from groups."""
    if stage.format != KNOCKOUT.key or not stage.intake:
        return False
    numbers = {quota["stage"] for quota in stage.intake}
    source_stages = Stage.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    return any(
        format in (GROUPS.key, BOXES.key) or options.get("groups", 1) > 1
        for format, options in source_stages.values_list("format", "format_options")
    )


def fixes_bracket(stage: Stage) -> bool:
    """Return whether the first draw decides who can meet whom until the end."""
    return stage.format == KNOCKOUT.key and not stage.redraws_bracket


def wishes_of(stage: Stage, round: int) -> Wishes:
    """Return the wishes that count in that round.

    A fixed bracket spreads the entries of each group, so it has no wish `group` to keep them apart.
    """
    forbidden = ForbiddenCouple.objects.filter(tournament=stage.tournament_id).order_by()
    kinds = stage_wishes(stage)
    spread = "group" if "group" in kinds["apart"] and fixes_bracket(stage) else ""
    kinds["apart"].pop(spread, None)
    return Wishes(
        apart=_counting_wishes(kinds["apart"], round),
        spread=spread,
        together=_counting_wishes(kinds["together"], round),
        forbidden=frozenset(
            pair_key(*couple) for couple in forbidden.values_list("first__number", "second__number")
        ),
    )


def tags_of(stage: Stage) -> Mapping[int, tuple[str, ...]]:
    """Return the tags («town:luco») of each entry, by key; {} if no wish needs tags."""
    return {
        entry: tuple(dict.fromkeys(f"{kind}:{fold_text(value)}" for kind, value in tags))
        for entry, tags in _tags(stage).items()
    }


def tags_by_number(stage: Stage) -> dict[int, tuple[str, ...]]:
    """Return the tags of each entry, by number; the group that it comes from is a tag too."""
    tags, group_tags = tags_of(stage), {}
    if "group" in stage_wishes(stage)["apart"]:
        group_tags = {
            entry: (f"group:{group}",)
            for entry, group in stage.places.exclude(group="").values_list("entry", "group")
        }
    if not tags and not group_tags:
        return {}
    numbers = Entry.objects.filter(tournament=stage.tournament_id).values_list("pk", "number")
    return {number: (*tags.get(entry, ()), *group_tags.get(entry, ())) for entry, number in numbers}


def tag_names(stage: Stage) -> dict[str, str]:
    """Return the name of each tag as the first entry spells it: «town:luco» is «Luco»."""
    names: dict[str, str] = {}
    for tags in _tags(stage).values():
        for kind, value in tags:
            names.setdefault(f"{kind}:{fold_text(value)}", value)
    return names


def _tags(stage: Stage) -> Mapping[int, Iterable[tuple[str, str]]]:
    wishes = {**stage.wishes.get("apart", {}), **stage.wishes.get("together", {})}
    if not wishes.keys() & {"town", "family", "session"}:
        return {}
    # The town and session of a team count even before the team has people.
    rows = Entry.objects.filter(tournament=stage.tournament_id).order_by("pk", "seats__position")
    tags_by_entry: defaultdict[int, dict[tuple[str, str], None]] = defaultdict(dict)
    for entry, town, player_town, surname, session in rows.values_list(
        "pk", "town", "seats__player__town", "seats__player__surname", "session"
    ):
        tags = {
            "town": [town or player_town],
            "family": (surname or "").split(),
            "session": [session],
        }
        tags_by_entry[entry] |= {
            (kind, value): None for kind, values in tags.items() for value in values if value
        }
    return tags_by_entry


def _counting_wishes(kinds: Mapping[str, list[int]], round: int) -> dict[str, int]:
    return {
        kind: weight for kind, (weight, rounds) in kinds.items() if not rounds or round <= rounds
    }


def forbidden_couples(tournament: Tournament) -> list[ForbiddenCouple]:
    """Return the couples that should never be drawn, with their people."""
    couples = tournament.forbidden.select_related("first", "second", "tournament")
    return list(couples.prefetch_related(seats("first"), seats("second")))
