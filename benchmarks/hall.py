"""Lines a second that a hall saves when all tables write at once, beside bare inserts.

The site has its own PostgreSQL and two web processes. Two hundred tables write 8,000 lines without
a pause, on one phone or two, and some at the desk too; every tenth acknowledged line is sent again.
Then the tables write a line every `PACE` seconds. Each match is confirmed by the other side and
looked up in the public standings of the other web process. The floor is psycopg: an INSERT and a
COMMIT for each line, on as many connections as the web processes have; no HTTP, session, rules or
audit. After each run, every acknowledged line is looked up, and results and standings are compared
with a replay from zero.

    ./dev bench hall      or      .venv/bin/python benchmarks/hall.py [TABLES]
"""

import os
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES, PACE, PACED_LINES = 200, 10, 2
FLOOR_LINES, CONNECTIONS = 4000, 8
LONG = {"cotos": 4, "partidas": 5}  # a match has 20 to 63 lines, about 45
ROW = (
    "INSERT INTO bench_line (match, number, line, uid, at)"
    " VALUES (%s, %s, %s, gen_random_uuid(), now())"
)


def floor(url: str, lines: int = FLOOR_LINES) -> float:
    """Return the lines that PostgreSQL saves a second on several connections, a COMMIT for each."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE bench_line (id bigserial PRIMARY KEY, match int, number int,"
            " line text, uid uuid, at timestamptz, UNIQUE (match, number))"
        )

    def write(match: int) -> None:
        with psycopg.connect(url) as connection:
            for number in range(lines // CONNECTIONS):
                connection.execute(ROW, (match, number, "partida A"))
                connection.commit()

    threads = [threading.Thread(target=write, args=(match,)) for match in range(CONNECTIONS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return lines / (time.perf_counter() - start)


def main(tables: int, *, small: bool = False) -> None:
    from benchmarks import phones
    from rules.core import options_of
    from tests.faults import load
    from tests.faults.hall import Hall
    from tests.faults.pens import GUINOTE

    hall = Hall()
    try:
        hall.open()
        print(f"{tables} tables, two web processes, PostgreSQL; load {os.getloadavg()[0]:.1f}")
        floor_rate = floor(hall.cluster.url, 80 if small else FLOOR_LINES)
        print(f"floor: one row, INSERT and COMMIT, {floor_rate:.0f} lines a second")
        short = {"cotos": 1, "partidas": PACED_LINES}
        for title, planned_load in (
            ("without a pause", load.Load(tables, short if small else LONG, watched_tables=tables)),
            (f"a line every {PACE} s", load.Load(tables, short, pause=PACE, watched_tables=tables)),
        )[: 1 if small else None]:
            ledger = load.run(hall, planned_load)
            check = load.check(hall, ledger, options_of(GUINOTE, "", planned_load.game_options))
            print(f"{title}:\n{load.figures(ledger, check)}", flush=True)
    finally:
        hall.close()
    phones.main(*((8, 2, 4) if small else ()))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:] == ["small"]:  # only to test that the benchmark runs
        main(2, small=True)
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else TABLES)
