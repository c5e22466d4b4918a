"""The actas of a real round by our sheet, against the same actas in ordinary HTML tables.

A tournament in a scratch database of SQLite, its first round published. Each way has a process of
its own, so that its memory can be told; both read the same data and print two actas to a page.
Prints the seconds of processor, the peak of memory and the ratio.

    ./dev bench prints        or        .venv/bin/python benchmarks/prints.py [ACTAS]
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scratch import ROOT, run

ACTAS = 500


def build(matches: int) -> None:
    """A tournament of so many matches in its first round."""
    from django.contrib.auth.models import User

    from tests.attacks.crowd import crowd

    crowd(User.objects.create_user("pilar"), 2 * matches, finished=0, half=False)


def chunks() -> tuple[str, list[Any]]:
    """The template of the actas, and what each piece of them is made of."""
    from scoring.prints.ask import Ask
    from scoring.prints.sheets import SHEETS
    from tournaments.models import Tournament

    sheet = SHEETS["actas"]
    ask = Ask(sheet=sheet.key, round=1, base_url="https://casino.example")
    return sheet.template, sheet.chunks(Tournament.objects.get(), ask)


def ours() -> bytes:
    from django.template.loader import render_to_string

    from scoring.pdf import Pdf

    template, pieces = chunks()
    pdf = Pdf()
    for piece in pieces:
        pdf.add(render_to_string(template, piece.context), piece.css)
    return pdf.write()


def naive() -> bytes:
    import weasyprint
    from django.template import Context, Engine

    _template, pieces = chunks()
    actas = [_plain(acta) for piece in pieces for acta in piece.context["actas"]]
    template = Engine().from_string((ROOT / "benchmarks" / "naive_actas.html").read_text())
    html = template.render(Context({**pieces[0].context, "actas": actas}))
    written: bytes = weasyprint.HTML(string=html).write_pdf()
    return written


def _plain(acta: dict[str, Any]) -> dict[str, Any]:
    sides = [{**side, "people": side["names"].splitlines()} for side in acta["sides"]]
    return {**acta, "sides": sides, "labels": acta["labels"].splitlines()}


WAYS = {"ours": ours, "naive": naive}


def measure(way: str) -> None:
    """Print pages, bytes, seconds and the peak of memory in megabytes of one way."""
    import weasyprint  # noqa: F401 - its import is not what is measured

    start = time.process_time()
    written = WAYS[way]()
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pages = written.count(b"/Type /Page\n") or written.count(b"/Type /Page")
    print(f"{pages} {len(written)} {seconds:.3f} {peak:.0f}")


def main(count: int) -> None:
    print(f"{count} actas, two to a page")
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/db", "TAPETE_VAR": folder}
        run(environment, "benchmarks/scratch.py")
        run(environment, __file__, "build", str(count))
        for way in WAYS:
            command = [sys.executable, __file__, way]
            done = subprocess.run(
                command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
            )
            _pages, size, took, peak = done.stdout.split()[-4:]
            seconds[way] = float(took)
            print(
                f"{way:>6}: {float(took):6.2f} s  {count / float(took):6.1f} actas/s"
                f"  {peak:>5} MB at most  {int(size) / 1e6:.1f} MB of PDF"
            )
    print(f" ratio: {seconds['naive'] / seconds['ours']:.1f} times as fast")


if __name__ == "__main__":
    if sys.argv[1:2] in (["build"], ["ours"], ["naive"]):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
    match sys.argv[1:]:
        case ["build", count]:
            build(int(count))
        case ["ours" | "naive" as way]:
            measure(way)
        case [] | [_] as asked:
            main(int(asked[0]) if asked else ACTAS)
