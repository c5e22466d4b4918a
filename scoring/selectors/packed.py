"""The rows of a whole stage out of PostgreSQL in one piece: what standings count, as columns.

PostgreSQL strings the numbers of all the rows of a kind together as bytes, which is several times
faster than sending the rows: most of the time of standings is getting the rows out. It pays for
every number of every row, so that small ones go in the low bits beside a key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import psycopg
from django.db import connection
from psycopg.pq import Format

from scoring.standings.columns import Bools, Columns, Ints
from scoring.standings.seated import Endings, Marks, Seats, columns_of_seats, places_of
from tournaments.models import Entry, Match, Round, Stage

# Bits: four places a side at most, sixteen sides, keys of entries up to 268 million (`packed`
# looks) and of matches up to 536 (past them PostgreSQL says that the number is out of range).
PLACE, SIDE, ENTRY = 2, 4, 28
SEAT = SIDE + PLACE
ENDING = 5  # bits: the side that won, from 1, or 0 for nobody; and whether it was a forfeit
PRESENCE = 2  # bits: how an entry is
ABSENT, PLAYING, VOID, LAST = range(2**PRESENCE)

GUEST = 0  # no entry: the match does not count for who sits there

# One statement: whoever reads it while a result comes in sees one moment.
QUERY = f"""
WITH drawn AS (SELECT array_agg(id) AS rounds FROM tournaments_round
                WHERE stage_id = %(stage)s AND state = %(published)s)
SELECT * FROM
  (SELECT string_agg(int8send(id) || int8send((number::bigint << {PRESENCE}) +
            CASE WHEN state = %(entered)s THEN {PLAYING}
                 WHEN NOT state = ANY(%(gone)s) THEN {ABSENT}
                 WHEN effect = %(void)s THEN {VOID}
                 WHEN effect = %(last)s THEN {LAST} ELSE {ABSENT} END), ''::bytea)
     FROM tournaments_entry WHERE tournament_id = %(tournament)s
      AND NOT state = ANY(%(outside)s)
      AND (enters = %(number)s OR id IN
        (SELECT entry_id FROM tournaments_place WHERE stage_id = %(stage)s))) entries,
  (SELECT array_agg(number::bigint), array_agg(many), string_agg(strung, ''::bytea)
     FROM (SELECT round_id, count(*) AS many, string_agg(int8send(
                    match_id * {2 ** (ENTRY + SEAT)}
                    + CASE WHEN guest THEN {GUEST} ELSE entry_id << {SEAT} END
                    + (side << {PLACE}) + place), ''::bytea) AS strung
             FROM tournaments_matchside
            WHERE round_id = ANY((SELECT rounds FROM drawn)::bigint[])
            GROUP BY round_id) seated
     JOIN tournaments_round ON id = round_id) sides,
  (SELECT string_agg(int8send((id << 1) + (state = '{Match.State.BYE}')::int), ''::bytea),
          string_agg(purpose, ',')
     FROM tournaments_match
    WHERE round_id = ANY((SELECT rounds FROM drawn)::bigint[])
      AND (state = '{Match.State.BYE}' OR purpose <> '')) marked,
  (SELECT string_agg(
            int8send((match_id << {ENDING}) + coalesce(winner + 1, 0) * 2 + forfeit::int) {{told}},
            ''::bytea)
     FROM (SELECT match_id, winner, forfeit {{tallies}}
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


def can_pack() -> bool:
    """Whether the database is the one that can."""
    return connection.vendor == "postgresql"


@dataclass(frozen=True, slots=True)
class Packed:
    """The numbers entered, whether each has not withdrawn, and what is decided, in columns.

    `last` left to be last, whatever was played. `has_void`: somebody left whose matches are void,
    which are in the columns like the others.
    """

    numbers: Ints
    playing: Bools
    last: frozenset[int]
    has_void: bool
    columns: Columns


def packed(
    stage: Stage, tallies: Sequence[str], byes: Mapping[str, int], rest_wins: bool, partners: int
) -> Packed:
    """Everything decided in the published rounds, by entry number. One query.

    `byes` has what a bye brings of each tally, and `rest_wins` whether it counts as won;
    `partners` entries, one after another, make a side. Raises KeyError for a tally that the game
    has not.
    """
    known = stage.tournament.rules.tallies
    if unknown := set(tallies) - set(known):
        raise KeyError(*sorted(unknown))
    teams = max(stage.sides(), *stage.table_sizes(), 0)
    found = _asked(stage, tallies, teams)
    pks, kept = _ints(found.entries, 2).T
    if (pks >> ENTRY).any():
        raise OverflowError("an entry's key does not fit in its bits")
    numbers, presence = _apart(kept, PRESENCE)
    return Packed(
        numbers,
        presence == PLAYING,
        frozenset(numbers[presence == LAST].tolist()),
        bool((presence == VOID).any()),
        columns_of_seats(
            _seats(found, pks, numbers),
            _marks(found),
            _endings(found, tallies, teams),
            byes,
            rest_wins,
            partners,
        ),
    )


class _Found(NamedTuple):
    """The row that comes: what is strung together in bytes, None where there is none; and how many
    of `sides`, in order, are of each of the `rounds`."""

    entries: bytes | None
    rounds: list[int] | None
    seated: list[int] | None
    sides: bytes | None
    marked: bytes | None
    purposes: str | None
    results: bytes | None


def _asked(stage: Stage, tallies: Sequence[str], teams: int) -> _Found:
    """Bytes come as they are to a cursor of the server's; one of Django's would have them spelt."""
    query = QUERY.format(
        tallies="".join(TALLY.format(tally=tally) for tally in tallies),
        told="".join(
            TOLD.format(tally=tally, side=side) for tally in tallies for side in range(teams)
        ),
    )
    connection.ensure_connection()
    binary = psycopg.Cursor(connection.connection)
    binary.format = Format.BINARY
    wrapped = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrapped(binary) as cursor:
        cursor.execute(
            query,
            {
                "tournament": stage.tournament_id,
                "stage": stage.pk,
                "number": stage.number,
                "published": Round.State.PUBLISHED,
                "entered": Entry.State.ENTERED,
                "outside": list(Entry.OUTSIDE),
                "gone": list(Entry.GONE),
                "void": Entry.Effect.VOID,
                "last": Entry.Effect.LAST,
            },
        )
        return _Found(*cursor.fetchone())


def _seats(found: _Found, pks: Ints, numbers: Ints) -> Seats:
    match, seat = _apart(_ints(found.sides, 1)[:, 0], ENTRY + SEAT)
    entry, place = _apart(seat, SEAT)
    return Seats(
        match,
        (match << SEAT) + place,
        np.append(numbers, GUEST)[places_of(pks, entry)],
        np.repeat(np.array(found.rounds or [0]), np.array(found.seated or [0])),
    )


def _marks(found: _Found) -> Marks:
    match, bye = _apart(_ints(found.marked, 1)[:, 0], 1)
    return Marks(match, bye == 1, (found.purposes or "").split(",") if len(match) else ())


def _endings(found: _Found, tallies: Sequence[str], teams: int) -> Endings:
    row = np.dtype([("key", ">i8")] + [(tally, ">i4", teams) for tally in tallies])
    rows = np.frombuffer(found.results or b"", dtype=row)
    match, ended = _apart(rows["key"].astype(np.int64), ENDING)
    own = {tally: rows[tally].T.astype(np.int64) for tally in tallies}
    return Endings(match, (ended >> 1) - 1, (ended & 1).astype(np.bool_), own)


def _ints(data: bytes | None, columns: int) -> Ints:
    """So many numbers a row."""
    return np.frombuffer(data or b"", dtype=">i8").astype(np.int64).reshape(-1, columns)


def _apart(numbers: Ints, bits: int) -> tuple[Ints, Ints]:
    """Return what goes before those bits, and what is in them."""
    return numbers >> bits, numbers & (2**bits - 1)
