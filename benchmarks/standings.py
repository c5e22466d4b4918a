"""Time of the standings of a big day, from PostgreSQL rows to ranked lines, beside two peers.

Six tie-breaks (points, head-to-head, Buchholz, Buchholz without the lowest, Sonneborn-Berger and
difference) rank 128, 500 and 10,000 entries after 15 rounds, in the site's tables in a scratch
database. The peers are one SQL query, which ranks with window functions, and plain Python, which
fetches the rows and adds up only these six. All ways must give the same order. The arithmetic of
the site is also measured without the database, and the page of a correction with both tables:
current and corrected. Times are milliseconds by the clock, medians of five turns.

    ./dev bench standings      or      .venv/bin/python benchmarks/standings.py [ENTRIES…]
"""

import os
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scratch import database, run
from tournaments.names.audience import EVERYTHING

SIZES, ROUNDS, TURNS, BATCH = ("128", "500", "10000"), 15, 5, 5_000
CHAIN = ("points", "head_to_head", "rivals_points", "buchholz_cut1", "sonneborn", "counted_diff")
COUNTED_TALLY = "partidas"

# Matches are won or drawn, without byes. Head-to-head counts if exactly two entries have equal
# points.
SQL = """
WITH seats AS (
  SELECT s.match_id, s.entry_id, s.side,
         CASE WHEN x.winner IS NULL THEN 1 WHEN x.winner = s.side THEN 2 ELSE 0 END AS points,
         (x.tallies #>> ARRAY['partidas', s.side::text])::int AS own
    FROM tournaments_matchside s
    JOIN tournaments_round r ON r.id = s.round_id AND r.stage_id = %(stage)s
     AND r.state = 'published'
    JOIN scoring_result x ON x.match_id = s.match_id),
played AS (
  SELECT one.entry_id, other.entry_id AS rival, one.points, one.own - other.own AS difference
    FROM seats one JOIN seats other ON other.match_id = one.match_id AND other.side <> one.side),
sums AS (
  SELECT entry_id, sum(points) AS points, sum(difference) AS difference
    FROM played GROUP BY entry_id),
rivals AS (
  SELECT p.entry_id, sum(s.points) AS buchholz, sum(s.points) - min(s.points) AS cut1,
         sum(p.points * s.points) AS sonneborn
    FROM played p JOIN sums s ON s.entry_id = p.rival GROUP BY p.entry_id),
level AS (
  SELECT entry_id, points, count(*) OVER (PARTITION BY points) AS many FROM sums),
direct AS (
  SELECT p.entry_id, count(*) AS won
    FROM played p
    JOIN level one ON one.entry_id = p.entry_id AND one.many = 2
    JOIN level other ON other.entry_id = p.rival AND other.points = one.points
   WHERE p.points = 2 GROUP BY p.entry_id)
SELECT e.number, rank() OVER (
         ORDER BY s.points DESC, coalesce(d.won, 0) DESC, v.buchholz DESC, v.cut1 DESC,
                  v.sonneborn DESC, s.difference DESC) AS place
  FROM sums s JOIN rivals v USING (entry_id) LEFT JOIN direct d USING (entry_id)
  JOIN tournaments_entry e ON e.id = s.entry_id
 ORDER BY place, e.number
"""
ROWS = """
SELECT s.match_id, e.number, x.winner, x.tallies, s.side
  FROM tournaments_matchside s
  JOIN tournaments_round r ON r.id = s.round_id AND r.stage_id = %(stage)s
   AND r.state = 'published'
  JOIN scoring_result x ON x.match_id = s.match_id JOIN tournaments_entry e ON e.id = s.entry_id
 ORDER BY s.match_id, s.side
"""


# --- The tournament ---------------------------------------------------------------------------
def build(entries: int) -> None:
    """Write a Swiss with random draws and results, because only the counting is measured."""
    from dataclasses import asdict

    from django.db import connection
    from django.utils import timezone

    import rules
    from tournaments.models import Entry, Round, Stage, Tournament

    game = rules.game("guinote")
    tournament = Tournament.objects.create(
        slug="bench", name="Bench", starts_at=timezone.now(), tables=500, game=game.key
    )
    stage = Stage.objects.create(
        tournament=tournament,
        format="swiss",
        seed="bench",
        chain=list(CHAIN),
        game_options=asdict(next(iter(game.presets.values()))),
        format_options={"rounds": ROUNDS},
    )
    entries_in_order = Entry.objects.bulk_create(
        (Entry(tournament=tournament, number=number) for number in range(1, entries + 1)),
        batch_size=BATCH,
    )
    dice = random.Random(7)
    for number in range(1, ROUNDS + 1):
        round = Round.objects.create(
            tournament=tournament,
            stage=stage,
            number=number,
            serial=number,
            seed="bench",
            state=Round.State.PUBLISHED,
        )
        dice.shuffle(entries_in_order)
        play_round(round, entries_in_order, dice)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def play_round(round: Any, entries_in_order: list[Any], dice: random.Random) -> None:
    """Write every match of a round with its result, in bulk instead of by acts."""
    from scoring.models import Acta, Result
    from tournaments.models import Match, MatchSide

    matches = Match.objects.bulk_create(
        (
            Match(
                tournament=round.stage.tournament,
                round=round,
                position=position,
                code=f"{round.number}-{position}",
                state=Match.State.FINISHED,
            )
            for position in range(1, len(entries_in_order) // 2 + 1)
        ),
        batch_size=BATCH,
    )
    MatchSide.objects.bulk_create(
        (
            MatchSide(match=match, round=round, side=side, entry=entries_in_order[2 * index + side])
            for index, match in enumerate(matches)
            for side in (0, 1)
        ),
        batch_size=BATCH,
    )
    actas = Acta.objects.bulk_create((Acta(match=match) for match in matches), batch_size=BATCH)
    Result.objects.bulk_create((result(Result, acta, dice) for acta in actas), batch_size=BATCH)


def result(model: type[Any], acta: Any, dice: random.Random) -> Any:
    """Return a random result: six partidas win, and one match in ten is drawn."""
    winner, partidas = dice.randrange(2), [6, dice.randrange(6)]
    if winner:
        partidas.reverse()
    if dice.random() < 0.1:
        winner, partidas = None, [5, 5]
    tallies = {"cotos": [count // 3 for count in partidas], "partidas": partidas}
    return model(match=acta.match, acta=acta, winner=winner, tallies=tallies)


# --- The ways to rank -------------------------------------------------------------------------
def site(stage: Any) -> list[int]:
    from scoring.standings.selectors.standings import stage_standings

    return [line.entrant for line in stage_standings(stage, EVERYTHING)]


def query(stage: Any) -> list[int]:
    return [row[0] for row in _rows(SQL, stage)]


def python(stage: Any) -> list[int]:
    """Fetch the rows, add them up for each entrant, and return the ranking."""
    meetings: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    rows = iter(_rows(ROWS, stage))
    for (_, entrant, winner, tallies, _), (_, rival, *_) in zip(rows, rows, strict=True):
        a, b = (
            tallies[COUNTED_TALLY] if isinstance(tallies, dict) else _json(tallies)[COUNTED_TALLY]
        )
        points = 1 if winner is None else 2 - 2 * winner
        meetings[entrant].append((rival, points, a - b))
        meetings[rival].append((entrant, 2 - points, b - a))
    points = {
        entrant: sum(match[1] for match in own_matches) for entrant, own_matches in meetings.items()
    }
    level = defaultdict(list)
    for entrant, number in points.items():
        level[number].append(entrant)

    def key(entrant: int) -> tuple[int, ...]:
        own_matches = meetings[entrant]
        rivals = [points[rival] for rival, _, _ in own_matches]
        tied = level[points[entrant]]
        direct = len(tied) == 2 and sum(match[0] in tied and match[1] == 2 for match in own_matches)
        sonneborn = sum(match[1] * points[match[0]] for match in own_matches)
        difference = sum(match[2] for match in own_matches)
        sums = (
            points[entrant],
            direct,
            sum(rivals),
            sum(rivals) - min(rivals),
            sonneborn,
            difference,
        )
        return (*(-value for value in sums), entrant)

    return sorted(meetings, key=key)


def _rows(sql: str, stage: Any) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, {"stage": stage.pk})
        return cursor.fetchall()


def _json(text: str) -> Any:
    import json

    return json.loads(text)


WAYS: dict[str, tuple[str, Callable[[Any], list[int]]]] = {
    "site": ("rows to ranked lines, the site's way", site),
    "query": ("one SQL query with windows, order only", query),
    "python": ("rows fetched, plain Python, order only", python),
}


def measure(entries: int) -> None:
    from tournaments.models import Stage

    stage = Stage.objects.select_related("tournament").get()
    orders = {name: way(stage) for name, (_, way) in WAYS.items()}  # also warms up every way
    assert orders["site"] == orders["query"] == orders["python"], "the orders differ"
    times = defaultdict(list)
    for _turn in range(TURNS):
        for name, (_, way) in WAYS.items():
            times[name].append(milliseconds_of(lambda way=way: way(stage)))
        times["arithmetic"].append(arithmetic(stage))
    print(f"{entries:,} entries after {ROUNDS} rounds, {len(CHAIN)} tie-breaks: one order")
    medians = {name: statistics.median(milliseconds) for name, milliseconds in times.items()}
    for name, (title, _) in WAYS.items():
        ratio = medians[name] / medians["site"]
        print(f"  {title:42} {medians[name]:8.1f} ms   {ratio:5.1f} times the site's")
    print(f"  {'the same from matches in memory':42} {medians['arithmetic']:8.1f} ms")
    print(f"  {'before and after a correction':42} {correction_of_a_result(stage):8.1f} ms")


def arithmetic(stage: Any) -> float:
    """Return the milliseconds from matches in memory to ranked lines."""
    from scoring.standings.selectors.standings import gather_matches, standings_fields
    from scoring.standings.table import rank_entries

    standings_input = gather_matches(stage, [], EVERYTHING)
    return milliseconds_of(lambda: rank_entries(standings_fields(standings_input)[""], CHAIN))


def correction_of_a_result(stage: Any) -> float:
    """Return the median milliseconds of both tables of a corrected result of round 1.

    They are the current standings, and the standings after the correction.
    """
    from scoring.models import Result
    from scoring.standings.selectors.history import SupposedResult
    from scoring.standings.selectors.standings import stage_tables

    results = Result.objects.filter(match__round__number=1, winner=0).order_by("match")[:TURNS]
    times = []
    for stored_result in results:
        reversed_tallies = {
            name: tuple(tally[::-1]) for name, tally in stored_result.tallies.items()
        }
        supposed_results = {stored_result.match_id: SupposedResult(1, reversed_tallies, False)}
        times.append(
            milliseconds_of(
                lambda s=supposed_results: (
                    stage_tables(stage, EVERYTHING),
                    stage_tables(stage, EVERYTHING, s),
                )
            )
        )
    return statistics.median(times)


def milliseconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


# --- The run ----------------------------------------------------------------------------------
def main(sizes: tuple[str, ...]) -> None:
    for size in sizes:
        with database() as environment:
            run(environment, __file__, "measure", size)


def set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", entries]:
            set_up_django()
            build(int(entries))
            measure(int(entries))
        case arguments:
            main(tuple(arguments) or SIZES)
