"""Exchanges of seats in matches already drawn, after a result they came from has been corrected.

The matches stay, with numbers and tables; nothing may be written of them.
`Round.report["exchanges"]` keeps them: `first` and `second` changed places, `rows` are those
matches since.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, MatchSide, Round
from tournaments.services.audit import note
from tournaments.services.draws.drafts import author_name
from tournaments.services.draws.drawn_matches import as_json, report_again, snapshot_in_report
from tournaments.services.tables import lock_tournament


@transaction.atomic
def exchange_seats(
    *,
    round: Round,
    matches: Sequence[Match],
    exchanges: Sequence[tuple[Entry, Entry]],
    author: User | None,
    reason: str,
    drawn_from: Situation | None = None,
) -> None:
    """Give each entry of a couple the seats of the other in these matches of a round.

    `drawn_from` is a draw that gives these very seats, which becomes the round's own; without it
    the draw stays as it came out, with the exchange beside it.
    """
    tournament = lock_tournament(round.tournament)
    before = as_json(round)
    _change_seats(matches, exchanges)
    couples = [(one.number, other.number) for one, other in exchanges]
    signed = {"by": author_name(author), "reason": reason, "at": timezone.now().isoformat()}
    if drawn_from is None:
        signed["rows"] = [[match.position, _numbers_at(match)] for match in matches]
    else:
        round.report |= {**snapshot_in_report(drawn_from), "drawn": _exchanged(round, couples)}
    done = [{"first": first, "second": second, **signed} for first, second in couples]
    round.report["exchanges"] = [*round.report.get("exchanges", []), *done]
    report_again(round)
    subject = f"{round}: " + ", ".join(f"{first} ↔ {second}" for first, second in couples)
    after = as_json(round)
    note(tournament, author, "exchange_seats", subject, before=before, after=after, reason=reason)


def _change_seats(matches: Sequence[Match], exchanges: Sequence[tuple[Entry, Entry]]) -> None:
    """Write the seats anew, for nobody may be twice in a round, and revoke the tables' links."""
    instead: Mapping[int, Entry] = {
        old.pk: new for one, other in exchanges for old, new in ((one, other), (other, one))
    }
    sides = list(MatchSide.objects.filter(match__in=matches, entry__in=instead))
    MatchSide.objects.filter(pk__in=[side.pk for side in sides]).delete()
    for side in sides:
        side.pk, side.names = None, ""  # a line-up was of the team that was there
        side.entry = instead[side.entry_id]
    MatchSide.objects.bulk_create(sides)
    pks = [match.pk for match in matches]
    Match.objects.filter(pk__in=pks).update(link_serial=F("link_serial") + 1)


def _exchanged(round: Round, couples: Sequence[tuple[int, int]]) -> list[list[Any]]:
    """The rows of the draw with the numbers exchanged."""
    instead = {old: new for one, other in couples for old, new in ((one, other), (other, one))}
    return [
        [position, [instead.get(number, number) for number in sides], *rest]
        for position, sides, *rest in round.report.get("drawn", [])
    ]


def _numbers_at(match: Match) -> list[int]:
    sides = match.sides.order_by("side", "place")
    return list(sides.values_list("entry__number", flat=True))
