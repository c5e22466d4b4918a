"""Matches as the API tells them, by the hundred: from rows, for an object of each is felt."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.fields import DateTimeField

from rules.core import SIDE_NAMES
from scoring.selectors.matches.meetings import Competitor, competitors_of
from tournaments.models import Entry, Match, MatchSide, Round, Tournament

PLAIN = ("code", "position", "board", "number", "purpose", "table", "state")
moment = DateTimeField().to_representation


def told_matches(tournament: Tournament, keys: Sequence[int]) -> list[dict[str, Any]]:
    """These matches in this order, as `MatchSerializer` tells each."""
    rows = Match.objects.filter(pk__in=keys).order_by()
    found = {
        row["pk"]: row
        for row in rows.values(
            "pk",
            "round_id",
            "called_at",
            "finished_at",
            "result__winner",
            "result__tallies",
            "result__forfeit",
            *PLAIN,
        )
    }
    in_them = {row["round_id"] for row in found.values()}
    rounds = Round.objects.filter(pk__in=in_them).select_related("stage").defer("report")
    told = {round.pk: _told_round(tournament, round) for round in rounds}
    sides = _sides(tournament, keys)
    return [
        {
            **told[row["round_id"]],
            **{name: row[name] for name in PLAIN},
            "called_at": moment(row["called_at"]),
            "finished_at": moment(row["finished_at"]),
            "sides": sides[key],
            "result": _result(row),
        }
        for key in keys
        for row in (found[key],)
    ]


def _told_round(tournament: Tournament, round: Round) -> dict[str, Any]:
    round.stage.tournament = tournament
    return {
        "stage": round.stage.number,
        "round": round.number,
        "round_serial": round.serial,
        "round_name": str(round),
    }


def _sides(tournament: Tournament, keys: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    seats = list(
        MatchSide.objects.filter(match__in=keys)
        .order_by("match_id", "side", "place")
        .values_list("match_id", "side", "entry__number", "names", "guest")
    )
    people = competitors_of(tournament, {number for _key, _side, number, *_rest in seats})
    titles = {number: _title(one) for number, one in people.items()}
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for key, side, number, names, guest in seats:
        found[key].append(
            {
                "side": SIDE_NAMES[side],
                "entry": number,
                "title": titles[number],
                "names": names,
                "withdrawn": people[number].state != Entry.State.ENTERED,
                "guest": guest,
            }
        )
    return found


def _title(competitor: Competitor) -> str:
    """The names with plain spaces."""
    return competitor.title.replace("\xa0", " ")


def _result(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["result__tallies"] is None:
        return None
    winner = row["result__winner"]
    return {
        "winner": None if winner is None else SIDE_NAMES[winner],
        "tallies": row["result__tallies"],
        "forfeit": row["result__forfeit"],
    }
