"""Whole acts of an evening of 400 pairs, beside the same acts written plainly with the ORM.

Five rounds of a Swiss of guiñote are drawn, published and played by the site's own services, in a
scratch database of PostgreSQL. Then, by turns, five times each: the sixth round is drawn and kept;
the standings page is asked for with nothing kept from before; the sixth round is published, and
one result of it after another is written down, each ending its match and calling the next one to
the table; and third lines of matches to three cotos. The peer (`benchmarks/plain_acts.py`) draws
with the same pairing and counts the same chain, with `prefetch_related` and one `save()` a row.
Milliseconds by the clock and of this
process's processor (the server's own is not in it), medians; queries; and of the page its bytes.

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
GOALS = {"draw": 150, "page": 60, "result": 10, "line": 10}
SAID = {
    "draw": "draw and save a round",
    "page": "standings page, nothing kept",
    "result": "save one result",
    "line": "write a line, not the last",
}


class Turns(NamedTuple):
    """How many rounds are played before, how often each act is done, and how often before that."""

    rounds: int
    each: int
    warm: int


WHOLE, FEW = Turns(5, 5, 3), Turns(1, 1, 0)


def turns_of(entries: int) -> Turns:
    """Return how often an evening of so many does each; fewer only show that it still runs."""
    return WHOLE if entries >= 100 else FEW


# --- The tournament ---------------------------------------------------------------------------
def build(entries: int) -> Any:
    """A Swiss played by the site's own services up to the round before; its organiser."""
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
        drawn = open_next_round(stage=tournament.stage, author=author)
        publish_round(round=drawn, author=author)
        for match in drawn.matches.order_by("number"):
            save_result(match.pk, author)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return author


def save_result(match: int, author: Any) -> None:
    """One line that ends a match: its number says who wins, and by how much."""
    from scoring.actas.services import record_hand

    found = read_match(match)
    record_hand(match=found, author=author, line=line_of(found), number=1)


def read_match(match: int) -> Any:
    """As every page reads it: without what its round remembers of the draw."""
    from tournaments.models import Match

    found = Match.objects.select_related("round__stage", "tournament")
    return found.defer("round__report").get(pk=match)


def save_line(match: int, author: Any, number: int) -> None:
    """One line of several; «coto 5-3» and «coto 3-5» by turns."""
    from scoring.actas.services import record_hand

    line = "coto 5-3" if number % 2 else "coto 3-5"
    record_hand(match=read_match(match), author=author, line=line, number=number)


def line_of(match: Any) -> str:
    lost = match.number * 7 % 5
    return f"coto 5-{lost}" if match.number * 11 % 7 < 4 else f"coto {lost}-5"


# --- The acts ---------------------------------------------------------------------------------
def draw(author: Any) -> Any:
    from scoring.rounds.services.rounds import open_next_round
    from tournaments.models import Stage

    stage = Stage.objects.select_related("tournament").get()
    return open_next_round(stage=stage, author=author)


def page() -> bytes:
    """Return what a telephone gets, compressed as it asks for it."""
    from django.core.cache import cache
    from django.test import Client

    cache.clear()
    answer = Client().get("/t/bench/clasificacion/", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    return answer.content


# --- The run ----------------------------------------------------------------------------------
class Times:
    """The figures of each act: by the clock, of the processor, and in queries."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], list[tuple[float, float, int]]] = {}

    def take(self, act: str, way: str, work: Callable[[], Any]) -> Any:
        with counted_queries() as queries:
            clock, processor = time.perf_counter(), time.process_time()
            answer = work()
            spent = time.perf_counter() - clock, time.process_time() - processor
        took = (1000 * spent[0], 1000 * spent[1], len(queries))
        self.found.setdefault((act, way), []).append(took)
        return answer

    def medians(self, act: str, way: str) -> tuple[float, float, int]:
        clock, processor, queries = zip(*self.found[act, way], strict=True)
        return statistics.median(clock), statistics.median(processor), max(queries)


@contextmanager
def counted_queries() -> Iterator[list[str]]:
    """The statements sent meanwhile: counted by a wrapper, which costs next to nothing."""
    from django.db import connection

    sent: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield sent


def measure(entries: int) -> None:
    from benchmarks import plain_acts

    author, times, turns = build(entries), Times(), turns_of(entries)
    pages: dict[str, bytes] = {}
    drawn_before(author, plain_acts)
    page(), plain_acts.page()
    for _turn in range(turns.each):
        discard(times.take("draw", "ours", lambda: draw(author)), author)
        discard(times.take("draw", "plain", plain_acts.draw), author)
        pages["ours"] = times.take("page", "ours", page)
        pages["plain"] = times.take("page", "plain", plain_acts.page)
    results(author, times, turns, plain_acts)
    lines(author, times, turns, plain_acts)
    tell(entries, times, pages)


def drawn_before(author: Any, plain_acts: Any) -> None:
    """Both ways once, which also warms them up: they must meet the same pairs."""
    told = []
    for way in (lambda: draw(author), plain_acts.draw):
        round = way()
        told.append(sorted(round.sides.values_list("match__position", "side", "entry__number")))
        discard(round, author)
    assert told[0] == told[1], "the two ways draw differently"
    assert standings() == plain_acts.keys(), "the two ways rank differently"


def standings() -> list[tuple[int, ...]]:
    """Return what each place has of the chain but the lot."""
    from scoring.standings.selectors.standings import stage_standings
    from tournaments.models import Stage

    lines = stage_standings(Stage.objects.select_related("tournament").get(), EVERYTHING)
    return [tuple(value for key, value in line.values if key != "lot") for line in lines]


def discard(round: Any, author: Any) -> None:
    from tournaments.rounds.services.drafts import discard_round

    discard_round(round=round, author=author, reason="bench")


def results(author: Any, times: Times, turns: Turns, plain_acts: Any) -> None:
    """Results of the sixth round by turns, while matches still wait for the tables they free."""
    from scoring.rounds.services.rounds import publish_round

    round = publish_round(round=draw(author), author=author)
    waiting = iter(round.matches.filter(state="playing").order_by("table"))
    for turn in range(turns.warm + turns.each):
        taken = times if turn >= turns.warm else Times()
        match = next(waiting)
        taken.take("result", "ours", lambda match=match: save_result(match.pk, author))
        match = next(waiting)
        taken.take("result", "plain", lambda match=match: plain_acts.save_result(match.pk, author))


def lines(author: Any, times: Times, turns: Turns, plain_acts: Any) -> None:
    """Third lines of matches to three cotos, by turns: what a hall does most."""
    from tournaments.models import Match, Stage

    Stage.objects.update(game_options={**SHORT, "cotos": 3})
    waiting = iter(Match.objects.filter(state="playing").order_by("-table"))
    for turn in range(turns.warm + turns.each):
        taken = times if turn >= turns.warm else Times()
        for way, save in (("ours", save_line), ("plain", plain_acts.save_line)):
            match = next(waiting).pk
            for number in (1, 2):
                save_line(match, author, number)
            taken.take("line", way, lambda save=save, match=match: save(match, author, 3))


def tell(entries: int, times: Times, pages: dict[str, bytes]) -> None:
    load, rounds = os.getloadavg()[0], turns_of(entries).rounds
    print(f"{entries} pairs after {rounds} rounds, PostgreSQL, {TABLES} tables; load {load:.1f}")
    for act, said in SAID.items():
        clock, processor, queries = times.medians(act, "ours")
        plain, plain_processor, plain_queries = times.medians(act, "plain")
        print(
            f"  {said:30} {clock:7.1f} ms ({processor:.1f} of processor), {queries} queries;"
            f" goal {GOALS[act]} ms"
        )
        print(
            f"  {'  plainly with the ORM':30} {plain:7.1f} ms ({plain_processor:.1f} of processor),"
            f" {plain_queries} queries; {plain / clock:.1f} times ours"
        )
    for way, content in pages.items():
        print(f"  the page, {way}: {len(content) / 1000:.1f} kB compressed")


def main(entries: int) -> None:
    with database(TAPETE_HOSTS="testserver", TAPETE_PLAIN_STATIC="1") as environment:
        run(environment, __file__, "measure", str(entries))


def with_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", entries]:
            with_django()
            measure(int(entries))
        case [entries]:
            main(int(entries))
        case _:
            main(ENTRIES)
