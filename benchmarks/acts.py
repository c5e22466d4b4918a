"""Acts of an evening of 400 pairs, beside the same acts written plainly with the ORM.

The site's services draw, publish and play five rounds of a Swiss of guiñote in a scratch database
of PostgreSQL. Then four acts are measured, five times each, ours and the peer's in turn:

- Draw and save round 6.
- Open the standings page with empty caches.
- Save a result of round 6, which ends its match and calls the next match to the table.
- Save the third line of a match to three cotos.

The peer (`benchmarks/plain_acts.py`) uses the same pairing and the same chain, with
`prefetch_related` and one `save()` per row. The output has the medians of milliseconds by the
clock and of processor (without the database server), the queries, and the bytes of the page.

    ./dev bench acts      or      .venv/bin/python benchmarks/acts.py [ENTRIES]
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scratch import database, run
from tournaments.names.audience import EVERYTHING

ENTRIES, TABLES = 400, 150
SHORT = {"cotos": 1, "partidas": 5}  # a match is one line: «coto 5-3»
# Milliseconds by the clock.
GOALS = {"draw": 150, "page": 60, "result": 10, "line": 10}
TITLES = {
    "draw": "draw and save a round",
    "page": "standings page, nothing kept",
    "result": "save one result",
    "line": "write a line, not the last",
}


class Turns(NamedTuple):
    """The rounds before the measured round, and the measured and warm-up turns of each act."""

    rounds: int
    measured_turns: int
    warm_up_turns: int


WHOLE_RUN, SMALL_RUN = Turns(5, 5, 3), Turns(1, 1, 0)


def turns_of(entries: int) -> Turns:
    """Return the turns: few for a small number of entries, which only tests the benchmark."""
    return WHOLE_RUN if entries >= 100 else SMALL_RUN


# --- The tournament ---------------------------------------------------------------------------
def build(entries: int) -> Any:
    """Create a Swiss and play it up to the measured round; return its organiser."""
    from django.contrib.auth.models import User
    from django.db import connection
    from django.utils import timezone

    from scoring.rounds.services.rounds import open_next_round, publish_round
    from tests.crowd import enter_invented
    from tournaments.setup.services.tournament import create_tournament

    author = User.objects.create(username="bench")
    tournament = create_tournament(
        author=author,
        name="Bench",
        venue="Hall",
        starts_at=timezone.now(),
        tables=TABLES,
        game="guinote",
        game_options=SHORT,
        format="swiss",
        format_options={"rounds": turns_of(entries).rounds + 4},
        seed="bench",
    )
    enter_invented(tournament, author, entries, "bench")
    for _ in range(turns_of(entries).rounds):
        round = open_next_round(stage=tournament.stage, author=author)
        publish_round(round=round, author=author)
        for match in round.matches.order_by("number"):
            save_result(match.pk, author)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return author


def save_result(match: int, author: Any) -> None:
    """Save a line that ends a match; the match's number decides its result."""
    from scoring.actas.services import record_hand

    meeting = read_match(match)
    record_hand(match=meeting, author=author, line=line_of(meeting), number=1)


def read_match(match: int) -> Any:
    """Read a match as every page does, without the report of its round's draw."""
    from tournaments.models import Match

    matches = Match.objects.select_related("round__stage", "tournament")
    return matches.defer("round__report").get(pk=match)


def save_line(match: int, author: Any, number: int) -> None:
    """Save a line that does not end its match: «coto 5-3» or «coto 3-5», in turn."""
    from scoring.actas.services import record_hand

    line = "coto 5-3" if number % 2 else "coto 3-5"
    record_hand(match=read_match(match), author=author, line=line, number=number)


def line_of(match: Any) -> str:
    loser_partidas = match.number * 7 % 5
    return f"coto 5-{loser_partidas}" if match.number * 11 % 7 < 4 else f"coto {loser_partidas}-5"


# --- The acts ---------------------------------------------------------------------------------
def draw(author: Any) -> Any:
    from scoring.rounds.services.rounds import open_next_round
    from tournaments.models import Stage

    stage = Stage.objects.select_related("tournament").get()
    return open_next_round(stage=stage, author=author)


def page() -> bytes:
    """Return the standings page that a telephone gets, compressed."""
    from django.core.cache import cache
    from django.test import Client

    cache.clear()
    answer = Client().get("/t/bench/clasificacion/", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    return answer.content


# --- The run ----------------------------------------------------------------------------------
class Times:
    """The figures of each act: milliseconds by the clock and of processor, and queries."""

    def __init__(self) -> None:
        self.figures: dict[tuple[str, str], list[tuple[float, float, int]]] = {}

    def take(self, act: str, way: str, work: Callable[[], Any]) -> Any:
        """Run `work`, add its figures to those of the act in this way, and return its answer.

        The way is `ours` or `plain`.
        """
        with counted_queries() as queries:
            clock, processor = time.perf_counter(), time.process_time()
            answer = work()
            seconds = time.perf_counter() - clock, time.process_time() - processor
        figures = (1000 * seconds[0], 1000 * seconds[1], len(queries))
        self.figures.setdefault((act, way), []).append(figures)
        return answer

    def medians(self, act: str, way: str) -> tuple[float, float, int]:
        clock, processor, queries = zip(*self.figures[act, way], strict=True)
        return statistics.median(clock), statistics.median(processor), max(queries)


@contextmanager
def counted_queries() -> Iterator[list[str]]:
    """Yield the list of SQL statements sent in the block; its wrapper costs almost nothing."""
    from django.db import connection

    statements: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield statements


def measure(entries: int) -> None:
    from benchmarks import plain_acts

    author = build(entries)
    times = Times()
    turns = turns_of(entries)
    pages: dict[str, bytes] = {}
    check_same_draw(author, plain_acts)
    page(), plain_acts.page()
    for _turn in range(turns.measured_turns):
        discard(times.take("draw", "ours", lambda: draw(author)), author)
        discard(times.take("draw", "plain", plain_acts.draw), author)
        pages["ours"] = times.take("page", "ours", page)
        pages["plain"] = times.take("page", "plain", plain_acts.page)
    measure_results(author, times, turns, plain_acts)
    measure_lines(author, times, turns, plain_acts)
    print_figures(entries, times, pages)


def check_same_draw(author: Any, plain_acts: Any) -> None:
    """Check that both ways draw and rank alike; this first run also warms up both ways."""
    draws = []
    for way in (lambda: draw(author), plain_acts.draw):
        round = way()
        draws.append(sorted(round.sides.values_list("match__position", "side", "entry__number")))
        discard(round, author)
    assert draws[0] == draws[1], "the two ways draw differently"
    assert standings() == plain_acts.keys(), "the two ways rank differently"


def standings() -> list[tuple[int, ...]]:
    """Return the values of each place in the standings, without the tie-break `lot`."""
    from scoring.standings.selectors.standings import stage_standings
    from tournaments.models import Stage

    lines = stage_standings(Stage.objects.select_related("tournament").get(), EVERYTHING)
    return [tuple(value for key, value in line.values if key != "lot") for line in lines]


def discard(round: Any, author: Any) -> None:
    from tournaments.rounds.services.drafts import discard_round

    discard_round(round=round, author=author, reason="bench")


def measure_results(author: Any, times: Times, turns: Turns, plain_acts: Any) -> None:
    """Save results of round 6 in both ways, in turn, while other matches wait for a table."""
    from scoring.rounds.services.rounds import publish_round

    round = publish_round(round=draw(author), author=author)
    matches = iter(round.matches.filter(state="playing").order_by("table"))
    for turn in range(turns.warm_up_turns + turns.measured_turns):
        record = times if turn >= turns.warm_up_turns else Times()
        match = next(matches)
        record.take("result", "ours", lambda match=match: save_result(match.pk, author))
        match = next(matches)
        record.take("result", "plain", lambda match=match: plain_acts.save_result(match.pk, author))


def measure_lines(author: Any, times: Times, turns: Turns, plain_acts: Any) -> None:
    """Save third lines of matches to three cotos in both ways, in turn: the most common act."""
    from tournaments.models import Match, Stage

    Stage.objects.update(game_options={**SHORT, "cotos": 3})
    matches = iter(Match.objects.filter(state="playing").order_by("-table"))
    for turn in range(turns.warm_up_turns + turns.measured_turns):
        record = times if turn >= turns.warm_up_turns else Times()
        for way, save in (("ours", save_line), ("plain", plain_acts.save_line)):
            match = next(matches).pk
            for number in (1, 2):
                save_line(match, author, number)
            record.take("line", way, lambda save=save, match=match: save(match, author, 3))


def print_figures(entries: int, times: Times, pages: dict[str, bytes]) -> None:
    load, rounds = os.getloadavg()[0], turns_of(entries).rounds
    print(f"{entries} pairs after {rounds} rounds, PostgreSQL, {TABLES} tables; load {load:.1f}")
    for act, title in TITLES.items():
        clock, processor, queries = times.medians(act, "ours")
        plain_clock, plain_processor, plain_queries = times.medians(act, "plain")
        print(
            f"  {title:30} {clock:7.1f} ms ({processor:.1f} of processor), {queries} queries;"
            f" goal {GOALS[act]} ms"
        )
        print(
            f"  {'  plainly with the ORM':30} {plain_clock:7.1f} ms ({plain_processor:.1f} of"
            f" processor), {plain_queries} queries; {plain_clock / clock:.1f} times ours"
        )
    for way, content in pages.items():
        print(f"  the page, {way}: {len(content) / 1000:.1f} kB compressed")


def main(entries: int) -> None:
    with database(TAPETE_HOSTS="testserver", TAPETE_PLAIN_STATIC="1") as environment:
        run(environment, __file__, "measure", str(entries))


def set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", entries]:
            set_up_django()
            measure(int(entries))
        case [entries]:
            main(int(entries))
        case _:
            main(ENTRIES)
