"""The actas of a round printed by our sheet, beside the same actas printed in three other ways.

A tournament in a scratch database of SQLite has its first round published: ACTAS actas, each with
its own names and QR, two to a page. Each way runs in its own process and reads the data itself.
Ours lays out one page and stamps the others; `plain` is WeasyPrint with the same template as one
document; `chromium` prints that document; `typst` has the same acta in its own language
(actas.typ). The program prints:

- the processor seconds, the peak memory, the size of the PDF and the ratio of each way;
- the time of a single acta in a process that has printed before;
- the time of every other sheet, for a tournament of 100 entries with the longest names;
- the wait from the click to the actas of a round of 240 (benchmarks/clicks.py).

    ./dev bench prints        or        .venv/bin/python benchmarks/prints.py [ACTAS]
"""

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import clicks
from benchmarks.scratch import ROOT, run

ACTAS, ENTRIES, ROUND, TIMES = 500, 100, 240, 4
MOST_MILLISECONDS = 150  # sheets that take more processor milliseconds are listed
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]


def build(matches: int) -> None:
    """Create a tournament with `matches` matches in its first round."""
    from django.contrib.auth.models import User

    from tests.attacks.crowd import crowd

    crowd(User.objects.create_user("pilar"), 2 * matches, finished=0, half=False)


def stamped_actas(**options: Any) -> bytes:
    from scoring.prints.pdf import Pdf

    pdf = Pdf()
    for chunk in _acta_chunks(**options):
        chunk.lay_out(pdf)
    return pdf.write()


def plain() -> bytes:
    import weasyprint

    return bytes(weasyprint.HTML(string=_document_of_actas()).write_pdf())


def chromium() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        page, pdf = Path(folder, "actas.html"), Path(folder, "actas.pdf")
        page.write_text(_document_of_actas())
        profile = f"--user-data-dir={folder}/profile"
        command = [CHROMIUM, *FLAGS, profile, f"--print-to-pdf={pdf}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True)
        return pdf.read_bytes()


def typst() -> bytes:
    import typst as compiler

    source = (ROOT / "benchmarks" / "actas.typ").read_bytes()
    return bytes(compiler.compile(source, sys_inputs={"data": json.dumps(_data_of_actas())}))


WAYS = {"ours": stamped_actas, "plain": plain, "chromium": chromium, "typst": typst}


def _acta_chunks(**options: Any) -> list[Any]:
    from scoring.prints.ask import PrintAsk
    from scoring.prints.sheets import SHEETS
    from tournaments.models import Tournament

    ask = PrintAsk(sheet="actas", round=1, base_url="https://casino.example", **options)
    return SHEETS["actas"].pieces(Tournament.objects.get(), ask)


def _values_of_actas(chunks: list[Any]) -> list[dict[str, Any]]:
    """Return the values of each acta of these pieces of the print, by the name of the field."""
    return [
        {name[2:]: value for name, value in stamp.items() if name[0] == place}
        for chunk in chunks
        for stamp in chunk.stamps
        for place in "01"[: len(chunk.context["actas"])]
    ]


def _document_of_actas() -> str:
    """Return one HTML document with every acta: the template, with the value of each field."""
    from scoring.prints.layout.heads import head_context, kind_of, render_sheet
    from scoring.prints.pdf import stylesheet
    from scoring.prints.sheets import SHEETS

    chunks = _acta_chunks()
    actas = [acta for chunk in chunks for _stamp in chunk.stamps for acta in chunk.context["actas"]]
    values = _values_of_actas(chunks)
    context, template = {**chunks[0].context, "actas": actas}, SHEETS["actas"].template
    html = render_sheet(template, {**context, **head_context(context, kind_of(template, context))})

    def fill(field: re.Match[str]) -> str:
        value = values[int(field[1])].get(field[2], "")
        return f">{escape(value) if isinstance(value, str) else _svg(value)}<"

    filled_html = re.sub(r' data-field="(\d+)\.([^"]+)"><', fill, html)
    return filled_html.replace("</head>", f"<style>{stylesheet()}</style></head>")


def _svg(drawing: Any) -> str:
    runs = re.findall(r"(\d+) (\d+) (\d+) 1 re", drawing.operators)
    path = "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs)
    side = drawing.width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}"><path d="{path}"/>'
        "</svg>"
    )


def _data_of_actas() -> dict[str, Any]:
    """Return the same actas as plain data, for Typst."""
    chunks = _acta_chunks()
    context = chunks[0].context
    form, tournament = context["form"], context["tournament"]
    columns, rows = len(form.columns), range(form.rows_per_block)
    return {
        "tournament": tournament.name,
        "when": str(tournament.starts_at.date()),
        "length": context["length"],
        "columns": [column.width for column in form.columns],
        "heads": [str(column.head) for column in form.columns],
        "hint": form.hint,
        "result": form.result_head,
        "actas": [
            {
                **{name: values.get(name, "") for name in ("round", "table", "code")},
                "qr": _svg(values["qr"]),
                "sides": [
                    {
                        "number": values[f"{side}.number"],
                        "about": values[f"{side}.about"],
                        "names": [values[f"{side}.{n}"] for n in range(2)],
                    }
                    for side in "AB"
                ],
                "rows": [[values.get(f"{row}.{n}", "") for n in range(columns)] for row in rows],
            }
            for values in _values_of_actas(chunks)
        ],
    }


def measure(way: str) -> None:
    """Print the bytes, processor seconds and peak memory in megabytes of one way."""
    import weasyprint  # noqa: F401 - so that its import is not measured

    start = _processor()
    pdf = WAYS[way]()
    seconds = _processor() - start
    peak = max(
        resource.getrusage(usage).ru_maxrss
        for usage in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"{len(pdf)} {seconds:.3f} {peak / 1024:.0f}")


def print_single_actas() -> None:
    """Print the processor milliseconds of an acta printed alone.

    They are those of the first acta, and the median of the next ones.
    """
    milliseconds = []
    from tournaments.models import Match

    for code in Match.objects.values_list("code", flat=True)[:11]:
        start = time.process_time()
        stamped_actas(match=code)
        milliseconds.append(1000 * (time.process_time() - start))
    print(f"{milliseconds[0]:.0f} {statistics.median(milliseconds[1:]):.0f}")


def print_sheets(entries: int, times: int) -> None:
    """Print the pages of each sheet of the gallery, and its least processor milliseconds.

    If `times` is 1, only the sheets of the first example tournament are printed.
    """
    from io import BytesIO

    from django.contrib.auth.models import User
    from pypdf import PdfReader

    from docs.sheets import STAGE_OF, nothing_by_chance, sheet_pdf, sheets_of

    for make_example in list(STAGE_OF)[: None if times > 1 else 1]:
        author = User.objects.create_user(make_example.__name__)
        with nothing_by_chance():
            tournament = make_example(author, entries)
            for key, stage in sheets_of(make_example).items():
                milliseconds = []
                for _time in range(times):
                    start = time.process_time()
                    sheet = sheet_pdf(tournament, key, stage)
                    milliseconds.append(1000 * (time.process_time() - start))
                pages = len(PdfReader(BytesIO(sheet)).pages)
                print(f"{key} {pages} {min(milliseconds):.0f}", flush=True)


def _processor() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@contextmanager
def _scratch() -> Iterator[dict[str, str]]:
    """Yield the environment of an empty site."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/db"
        environment = {"DATABASE_URL": database, "TAPETE_VAR": folder, "TAPETE_PLAIN_STATIC": "1"}
        environment = {**os.environ, **environment}
        run(environment, "benchmarks/scratch.py")
        yield environment


def main(count: int) -> None:
    print(f"{count} actas, two to a page")
    seconds = {}
    with _scratch() as environment:
        run(environment, __file__, "build", str(count))
        for way in WAYS:
            size, processor, peak = _output_words(environment, way)
            seconds[way] = float(processor)
            print(
                f"{way:>9}: {float(processor):6.2f} s  {count / float(processor):6.1f} actas/s"
                f"  {peak:>5} MB at most  {int(size) / 1e6:5.1f} MB of PDF"
                f"  {seconds[way] / seconds['ours']:5.1f} times ours",
                flush=True,
            )
        first_ms, median_of_others = _output_words(environment, "one")
        print(
            f" one acta: {median_of_others} ms of processor; the first of a process {first_ms} ms"
        )
        times = TIMES if count >= ENTRIES else 1  # a small count is only for tests
        if count <= ROUND:
            _print_waits(environment, count, times)
        _print_sheets(environment, min(count, ENTRIES), times)
    if count > ROUND:
        with _scratch() as environment:
            run(environment, __file__, "build", str(ROUND))
            _print_waits(environment, ROUND, times)


def _print_waits(environment: dict[str, str], actas: int, times: int) -> None:
    session = _output_words(environment, "session")
    print(f"a round of {actas} actas, load {os.getloadavg()[0]:.1f}")
    for line in clicks.measure_waits(
        Path(environment["TAPETE_VAR"]), environment, *session, times=times
    ):
        print(f"  {line}", flush=True)


def _print_sheets(environment: dict[str, str], entries: int, times: int) -> None:
    output = _output_words(environment, "sheets", str(entries), str(times))
    rows = [*zip(output[::3], map(int, output[1::3]), map(int, output[2::3]), strict=True)]
    print(
        f"{len(rows)} sheets of {entries} entries; more than {MOST_MILLISECONDS} ms of processor:"
    )
    for key, pages, cost in sorted(rows, key=lambda row: -row[2]):
        if cost > MOST_MILLISECONDS:
            print(f"  {key:>18}: {cost:5} ms  {pages:3} pages  {cost / pages:5.0f} ms a page")


def _output_words(environment: dict[str, str], *arguments: str) -> list[str]:
    command = [sys.executable, __file__, *arguments]
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if process.returncode:
        sys.exit(f"{arguments[0]}: {process.stderr}")
    return process.stdout.split()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments and not arguments[0].isdigit():
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
    match arguments:
        case ["build", count]:
            build(int(count))
        case ["one"]:
            print_single_actas()
        case ["sheets", entries, times]:
            print_sheets(int(entries), int(times))
        case ["session"]:
            print(clicks.session_and_slug())
        case [way] if way in WAYS:
            measure(way)
        case _:
            main(int(arguments[0]) if arguments else ACTAS)
