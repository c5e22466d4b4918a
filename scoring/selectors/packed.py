"""The rows of a whole stage out of PostgreSQL in one piece: what standings count, as columns.

PostgreSQL strings the numbers of all the rows of a kind together as bytes, which is several times
faster than sending the rows: most of the time of standings of thousands is getting the rows out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from scoring.outcomes import BYE, FORFEIT, PLAYED
from scoring.ranking.columns import KINDS, PURPOSES, Bools, Columns, Ints, spread
from tournaments.models import Entry, Match, Round, Stage

SEATS = 16  # a match has fewer; the seat goes in the low bits beside the match

GUEST = 0  # no entry: the match does not count for who sits there

# One statement: whoever reads it while a result comes in sees one moment.
QUERY = """
WITH drawn AS (SELECT array_agg(id) AS rounds FROM tournaments_round
                WHERE stage_id = %(stage)s AND state = %(published)s)
SELECT * FROM
  (SELECT string_agg(int8send(id) || int4send(number) || boolsend(state = %(entered)s), ''::bytea)
     FROM tournaments_entry WHERE tournament_id = %(tournament)s
      AND NOT state = ANY(%(outside)s)
      AND (enters = %(number)s OR id IN
        (SELECT entry_id FROM tournaments_place WHERE stage_id = %(stage)s))) entries,
  (SELECT string_agg(
            int8send(s.match_id * {seats} + s.side * {partners} + s.place)
            || int8send(CASE WHEN s.guest THEN 0 ELSE s.entry_id END) || int4send(r.number),
            ''::bytea)
     FROM tournaments_matchside s JOIN tournaments_round r ON r.id = s.round_id
    WHERE r.stage_id = %(stage)s AND r.state = %(published)s) sides,
  (SELECT string_agg(int8send(id) || boolsend(state = %(bye)s), ''::bytea),
          string_agg(purpose, ',')
     FROM tournaments_match
    WHERE round_id = ANY((SELECT rounds FROM drawn)::bigint[])
      AND (state = %(bye)s OR purpose <> '')) marked,
  (SELECT string_agg(
            int8send(match_id) || int4send(coalesce(winner, -1) * 2 + forfeit::int) {told},
            ''::bytea)
     FROM (SELECT match_id, winner, forfeit {tallies}
             FROM scoring_result
            WHERE match_id BETWEEN
              (SELECT min(id) FROM tournaments_match
                WHERE round_id = ANY((SELECT rounds FROM drawn)::bigint[])) AND
              (SELECT max(id) FROM tournaments_match
                WHERE round_id = ANY((SELECT rounds FROM drawn)::bigint[]))
           OFFSET 0) kept) results
"""  # OFFSET 0: the tally is looked up in the object once, not once a side
TALLY = ", tallies -> '{tally}' AS {tally}"
TOLD = " || int4send(coalesce(({tally} ->> {side})::int, 0))"

# The bytes of one row of each, as the query strings them.
ENTRIES = np.dtype([("pk", ">i8"), ("number", ">i4"), ("playing", "?")])
SIDES = np.dtype([("key", ">i8"), ("entry", ">i8"), ("round", ">i4")])
MARKED = np.dtype([("match", ">i8"), ("bye", "?")])


def can_pack() -> bool:
    """Whether the database is the one that can."""
    return connection.vendor == "postgresql"


@dataclass(frozen=True, slots=True)
class Packed:
    """The numbers entered, whether each has not withdrawn, and what is decided, in columns."""

    numbers: Ints
    playing: Bools
    columns: Columns


def packed(
    stage: Stage, tallies: Sequence[str], byes: Mapping[str, int], rest_wins: bool, partners: int
) -> Packed:
    """Everything decided in the published rounds, by entry number. One query.

    `byes` has what a bye brings of each tally, and `rest_wins` whether it counts as won;
    `partners` entries, one after another, make a side. Raises KeyError for a tally that the game
    has not.
    """
    known = stage.tournament.rules.TALLIES
    if unknown := set(tallies) - set(known):
        raise KeyError(*sorted(unknown))
    teams = max(stage.sides(), *stage.table_sizes(), 0)
    told = "".join(
        TOLD.format(tally=tally, side=side) for tally in tallies for side in range(teams)
    )
    asked = "".join(TALLY.format(tally=tally) for tally in tallies)
    with connection.cursor() as cursor:
        cursor.execute(
            QUERY.format(seats=SEATS, partners=partners, tallies=asked, told=told),
            {
                "tournament": stage.tournament_id,
                "stage": stage.pk,
                "entered": Entry.State.ENTERED,
                "outside": list(Entry.OUTSIDE),
                "number": stage.number,
                "published": Round.State.PUBLISHED,
                "bye": Match.State.BYE,
            },
        )
        found = cursor.fetchone()
    entries, sides, marked = (
        _rows(found[0], ENTRIES),
        _rows(found[1], SIDES),
        _rows(found[2], MARKED),
    )
    seats = _Seats(_ints(sides["key"]), _ints(sides["entry"]), _ints(sides["round"]))
    marks = _Marks(_ints(marked["match"]), marked["bye"], (found[3] or "").split(","))
    decided = _rows(
        found[4],
        np.dtype(
            [("match", ">i8"), ("flags", ">i4")] + [(tally, ">i4", teams) for tally in tallies]
        ),
    )
    own = {tally: _ints(decided[tally].T) for tally in tallies}
    results = _Results(_ints(decided["match"]), _ints(decided["flags"]), own)
    pks, numbers = _ints(entries["pk"]), _ints(entries["number"])
    order = np.argsort(pks)
    number_of = numbers
    if len(pks):
        number_of = numbers[order][np.searchsorted(pks[order], seats.entry)]
        number_of = np.where(seats.entry == GUEST, 0, number_of)
    columns = _columns(seats, number_of, marks, results, byes, rest_wins, partners)
    return Packed(numbers, entries["playing"], columns)


@dataclass(frozen=True, slots=True)
class _Seats:
    """Every seat drawn: `key` is SEATS · match + seat; `entry` may be GUEST."""

    key: Ints
    entry: Ints
    round: Ints


@dataclass(frozen=True, slots=True)
class _Marks:
    """The matches that are byes or have a purpose."""

    match: Ints
    bye: Bools
    purpose: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Results:
    """`flags` is twice the side that won (−1 nobody), and one more for a forfeit; `own` has, by
    tally, one line for each side."""

    match: Ints
    flags: Ints
    own: Mapping[str, Ints]


def _columns(
    seats: _Seats,
    number_of: Ints,
    marks: _Marks,
    results: _Results,
    byes: Mapping[str, int],
    rest_wins: bool,
    partners: int,
) -> Columns:
    """The columns of what is decided, each match's seats together and in order."""
    order = np.argsort(seats.key, kind="stable")
    match = seats.key[order] // SEATS
    result = _places(results.match, match)
    mark = _places(marks.match, match)
    bye = np.append(marks.bye, False)[mark]
    kept = bye | (result < len(results.match))
    order, match, result, mark, bye = order[kept], match[kept], result[kept], mark[kept], bye[kept]
    begins = np.ones(len(match), dtype=np.bool_)
    begins[1:] = match[1:] != match[:-1]
    first = np.flatnonzero(begins)
    sizes = np.diff(first, append=len(match))
    team = (np.arange(len(match)) - np.repeat(first, sizes)) // partners
    flags = np.append(results.flags, 0)[result]
    kinds = np.where(flags % 2, KINDS.index(FORFEIT), KINDS.index(PLAYED))
    purposes = np.array(
        [PURPOSES.index(one) if one in PURPOSES else 0 for one in [*marks.purpose, ""]]
        if len(marks.match)
        else [0]
    )
    return spread(
        _led(sizes),
        number=_led(number_of[order]),
        round=_led(seats.round[order][first]),
        winner=_led(np.where(bye, 0 if rest_wins else -1, flags // 2)[first]),
        kind=_led(np.where(bye, KINDS.index(BYE), kinds)[first]),
        purpose=_led(purposes[mark][first]),
        partners=_led(np.full(len(first), partners)),
        order=_led(np.zeros(len(first))),
        own={
            tally: _led(
                np.where(
                    bye,
                    byes[tally],
                    np.column_stack((own, np.zeros(len(own), dtype=np.int64)))[
                        np.minimum(team, len(own) - 1), result
                    ],
                )
            )
            for tally, own in results.own.items()
        },
    )


def _places(known: Ints, asked: Ints) -> Ints:
    """Where each of those asked is among those known; one past the end if it is not."""
    if not len(known):
        return np.zeros(len(asked), dtype=np.int64)
    order = np.argsort(known, kind="stable")
    ordered = known[order]
    at = np.minimum(np.searchsorted(ordered, asked), len(known) - 1)
    return np.where(ordered[at] == asked, order[at], len(known))


def _led(numbers: Ints) -> Ints:
    """With nobody's 0 in front."""
    return np.concatenate((np.zeros(1, dtype=np.int64), numbers)).astype(np.int64)


def _rows(data: bytes | memoryview | None, row: np.dtype[np.void]) -> np.ndarray[Any, Any]:
    return np.frombuffer(data or b"", dtype=row)


def _ints(column: np.ndarray[Any, Any]) -> Ints:
    return column.astype(np.int64)
