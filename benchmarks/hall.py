"""The lines that a hall gets acknowledged when all write at once, beside the least they could cost.

A PostgreSQL of its own and two web processes. Two hundred tables write 8,000 lines without a pause,
on one phone or two and some of them typed at the desk too, every tenth acknowledged line sent
again; then as many tables write at a pace of their own (`PACE` seconds a line). Each match is
confirmed by the other side and looked for in the public standings of the other web process. The
floor is psycopg's: a row a line, INSERT and COMMIT, on as many connections as the web processes
keep; no HTTP, no session, no rules, no audit. After each run every acknowledged line is looked up,
and results and standings are held against a replay from zero.

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
LONG = {"cotos": 4, "partidas": 5}  # 20 to 63 lines, some 45
ROW = (
    "INSERT INTO bench_line (match, number, line, uid, at)"
    " VALUES (%s, %s, %s, gen_random_uuid(), now())"
)


def floor(url: str, lines: int = FLOOR_LINES) -> float:
    """Lines a second that PostgreSQL takes, one row and one COMMIT each, from `CONNECTIONS`."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as one:
        one.execute(
            "CREATE TABLE bench_line (id bigserial PRIMARY KEY, match int, number int,"
            " line text, uid uuid, at timestamptz, UNIQUE (match, number))"
        )

    def write(place: int) -> None:
        with psycopg.connect(url) as own:
            for number in range(lines // CONNECTIONS):
                own.execute(ROW, (place, number, "partida A"))
                own.commit()

    threads = [threading.Thread(target=write, args=(place,)) for place in range(CONNECTIONS)]
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
        least = floor(hall.cluster.url, 80 if small else FLOOR_LINES)
        print(f"floor: one row, INSERT and COMMIT, {least:.0f} lines a second")
        short = {"cotos": 1, "partidas": PACED_LINES}
        for said, asked in (
            ("without a pause", load.Load(tables, short if small else LONG, watched=tables)),
            (f"a line every {PACE} s", load.Load(tables, short, pause=PACE, watched=tables)),
        )[: 1 if small else None]:
            ledger = load.run(hall, asked)
            checked = load.check(hall, ledger, options_of(GUINOTE, "", asked.game_options))
            print(f"{said}:\n{load.figures(ledger, checked)}", flush=True)
    finally:
        hall.close()
    phones.main(*((8, 2, 4) if small else ()))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:] == ["small"]:  # that it still runs
        main(2, small=True)
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else TABLES)
