"""Who should not meet in a stage, and who should: from what the organiser asked to plain values.

`Stage.wishes` is `{"apart": {kind: [weight, rounds]}, "together": {…}}`: `rounds` is the last
round of the stage in which it counts, 0 for always. Kinds: `town` (peña o pueblo), `family`
(a surname in common), `session` (turno), `group` (the group it comes from).
"""

from collections import defaultdict
from collections.abc import Mapping

from tournaments.formats.core import Wishes, pair_key
from tournaments.models import EntryPlayer, ForbiddenCouple, Stage, Tournament
from tournaments.people import fold

APART = ("town", "family", "group")
TOGETHER = ("session",)


def wishes_of(stage: Stage, round: int) -> Wishes:
    """The wishes that count in that round. One query."""
    forbidden = ForbiddenCouple.objects.filter(tournament=stage.tournament_id)
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
    wished = {**stage.wishes.get("apart", {}), **stage.wishes.get("together", {})}
    if not wished.keys() & {"town", "family", "session"}:
        return {}
    found: defaultdict[int, list[str]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__tournament=stage.tournament_id)
    for entry, town, own, surname, session in seats.order_by("entry_id", "position").values_list(
        "entry_id", "entry__town", "player__town", "player__surname", "entry__session"
    ):
        tags = {"town": [town or own], "family": surname.split(), "session": [session]}
        found[entry] += [
            f"{kind}:{fold(value)}" for kind, values in tags.items() for value in values if value
        ]
    return {entry: tuple(dict.fromkeys(tags)) for entry, tags in found.items()}


def _counting(asked: Mapping[str, list[int]], round: int) -> dict[str, int]:
    return {
        kind: weight for kind, (weight, rounds) in asked.items() if not rounds or round <= rounds
    }


def forbidden_couples(tournament: Tournament) -> list[ForbiddenCouple]:
    """The couples that should never be drawn, with their people. Five queries."""
    couples = tournament.forbidden.select_related("first", "second", "tournament")
    return list(couples.prefetch_related("first__seats__player", "second__seats__player"))
