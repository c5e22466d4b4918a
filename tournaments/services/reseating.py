"""New seats in matches already drawn, after a result they came from has been corrected.

The matches stay: their numbers, codes and tables. Only nothing may have been written of them, which
whoever calls has seen to. What is done stays in `Round.report["replays"]`, for the public page:
`first` and `second` changed places, or the matches of `rows` have others in them, paired again from
`seed` where there is one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, MatchSide, Round
from tournaments.services.audit import note
from tournaments.services.drawn_matches import as_json, report_again, snapshot_in_report
from tournaments.services.draws import author_name
from tournaments.services.tables import take_turn


@transaction.atomic
def exchange_seats(
    *,
    round: Round,
    matches: Sequence[Match],
    one: Entry,
    other: Entry,
    snapshot: Situation,
    author: User | None,
    reason: str,
) -> None:
    """Each of the two takes the other's place in these matches of a round.

    `snapshot` is what it would be drawn from now: in a bracket the round is then the one that it
    gives, so that the draw can be repeated. What was drawn by lot stays as it was
    drawn, with the change beside it.
    """
    tournament = take_turn(round.tournament)
    before = as_json(round)
    sides = list(MatchSide.objects.filter(match__in=matches, entry__in=[one, other]))
    change = {one.pk: other, other.pk: one}
    _put(sides, [change[side.entry_id] for side in sides])
    _new_links(matches)
    done = {"first": one.number, "second": other.number, **_said(author, reason)}
    if round.by_lot:
        there = [[match.position, _numbers_at(match)] for match in matches]
        _remember(round, {**done, "rows": there})
    else:
        numbers = {one.number: other.number, other.number: one.number}
        drawn = [
            [position, [numbers.get(number, number) for number in there], *rest]
            for position, there, *rest in round.report.get("drawn", [])
        ]
        _remember(round, done, drawn, snapshot)
    note(
        tournament,
        author,
        "exchange_seats",
        f"{round}: {one.number} ↔ {other.number}",
        before=before,
        after=as_json(round),
        reason=reason,
    )


@transaction.atomic
def pair_rest(
    *,
    round: Round,
    seats: Iterable[tuple[Match, Sequence[int]]],
    author: User | None,
    reason: str,
    seed: str = "",
    drawn: Sequence[Sequence[Any]] | None = None,
    snapshot: Situation | None = None,
) -> None:
    """Sit these numbers at these matches of a round, which keeps the others as they are.

    `seed`: they were paired again from it. `drawn` and `snapshot`: the whole round is now
    the one that its own seed gives, with these rows, from that situation.
    """
    tournament = take_turn(round.tournament)
    before, seats = as_json(round), list(seats)
    matches = [match for match, _numbers in seats]
    entries = {entry.number: entry for entry in tournament.entries.all()}
    old = {(side.match_id, side.side): side for side in MatchSide.objects.filter(match__in=matches)}
    asked = [
        (old[match.pk, at], entries[one]) for match, told in seats for at, one in enumerate(told)
    ]
    _put([side for side, _entry in asked], [entry for _side, entry in asked])
    _new_links(matches)
    rows = [[match.position, list(numbers)] for match, numbers in seats]
    from_seed = {"seed": seed} if seed else {}
    _remember(round, {**from_seed, "rows": rows, **_said(author, reason)}, drawn, snapshot)
    note(
        tournament,
        author,
        "pair_rest",
        round,
        before=before,
        after={**as_json(round), **from_seed},
        reason=reason,
    )


def _remember(
    round: Round,
    done: Mapping[str, Any],
    drawn: Sequence[Sequence[Any]] | None = None,
    snapshot: Situation | None = None,
) -> None:
    """Keep what was done, and what the round is said to have been drawn as and from."""
    round.report = {**round.report, "replays": [*round.report.get("replays", []), done]}
    if drawn is not None:
        round.report["drawn"] = [list(row) for row in drawn]
    if snapshot is not None:
        round.report |= snapshot_in_report(snapshot)
    report_again(round)


def _numbers_at(match: Match) -> list[int]:
    sides = match.sides.order_by("side", "place")
    return list(sides.values_list("entry__number", flat=True))


def _put(sides: Sequence[MatchSide], entries: Sequence[Entry]) -> None:
    """The sides with these entries instead: written anew, for nobody may be twice in a round."""
    MatchSide.objects.filter(pk__in=[side.pk for side in sides]).delete()
    for side, entry in zip(sides, entries, strict=True):
        side.pk, side.names, side.entry = (
            None,
            "",
            entry,
        )  # a line-up was of the team that was there
    MatchSide.objects.bulk_create(sides)


def _new_links(matches: Sequence[Match]) -> None:
    """Revoke the links of the tables: who was to play there can no longer write."""
    pks = [match.pk for match in matches]
    Match.objects.filter(pk__in=pks).update(link_serial=F("link_serial") + 1)


def _said(author: User | None, reason: str) -> dict[str, Any]:
    return {"by": author_name(author), "reason": reason, "at": timezone.now().isoformat()}
