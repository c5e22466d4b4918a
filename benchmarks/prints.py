"""500 actas by our template against the same actas in ordinary HTML tables, in the same run.

Each way has a process of its own, so that its memory can be told; both print the same words, two
actas to a page. Prints the seconds of processor, the peak of memory and the ratio.

    ./dev bench prints        or        .venv/bin/python benchmarks/prints.py [ACTAS]
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ACTAS = 500


def actas(count: int) -> list[dict[str, Any]]:
    from scoring.prints.actas import qr_svg

    made = []
    for number in range(1, count + 1):
        code = f"K{number:05d}"
        people = [["Francisco Javier Gil", "Luis Sanz Lahoz"], ["Begoña Ibáñez", "Íñigo Peiró"]]
        labels = [f"Coto {n // 2 + 1} · A {number}" if n % 2 == 0 else "B 501" for n in range(6)]
        made.append(
            {
                "round": "Ronda 1", "number": number, "table": number, "code": code,
                "qr": qr_svg(f"https://casino.example/a/{code}/"), "rows": [],
                "labels": "\n".join(labels), "rows_of_labels": labels,
                "sides": [
                    {"letter": letter, "number": number + 500 * side, "town": "Calamocha",
                     "people": names, "names": "\n".join(names)}
                    for side, (letter, names) in enumerate(zip("AB", people, strict=True))
                ],
            }
        )  # fmt: skip
    return made


def context(count: int) -> dict[str, Any]:
    from django.utils import timezone

    from rules.guinote import Options
    from scoring.prints.grid import form_of

    tournament = SimpleNamespace(
        name="Casino de Calamocha", venue="Salón de actos", starts_at=timezone.localtime()
    )
    return {
        "tournament": tournament, "title": "Actas", "form": form_of(Options()),
        "actas": actas(count), "length": "Guiñote: gana quien hace 2 cotos de 3 partidas",
        "head": "Partida", "total_head": "Partidas", "hint": "En cada casilla, los tantos.",
        "result_head": "Resultado: cotos",
    }  # fmt: skip


def ours(count: int) -> bytes:
    from django.template.loader import render_to_string

    from scoring.pdf import Pdf
    from scoring.prints.actas import CHUNK

    whole, pdf = context(count), Pdf()
    for first in range(0, count, CHUNK):
        part = whole | {"actas": whole["actas"][first : first + CHUNK]}
        pdf.add(render_to_string("prints/actas.html", part), whole["form"].css())
    return pdf.write()


def naive(count: int) -> bytes:
    import weasyprint
    from django.template import Context, Engine

    template = Engine().from_string((ROOT / "benchmarks" / "naive_actas.html").read_text())
    return weasyprint.HTML(string=template.render(Context(context(count)))).write_pdf()


WAYS = {"ours": ours, "naive": naive}


def measure(way: str, count: int) -> None:
    """Print pages, bytes, seconds and the peak of memory in megabytes of one way."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    import weasyprint  # noqa: F401 - its import is not what is measured

    start = time.process_time()
    written = WAYS[way](count)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(written.count(b"/Type /Page\n") or written.count(b"/Type /Page"), len(written), end=" ")
    print(f"{seconds:.3f} {peak:.0f}")


def main(count: int) -> None:
    print(f"{count} actas, two to a page")
    seconds = {}
    for way in WAYS:
        command = [sys.executable, __file__, way, str(count)]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        _pages, size, took, peak = done.stdout.split()[-4:]
        seconds[way] = float(took)
        print(
            f"{way:>6}: {float(took):6.2f} s  {count / float(took):6.1f} actas/s"
            f"  {peak:>5} MB at most  {int(size) / 1e6:.1f} MB of PDF"
        )
    print(f" ratio: {seconds['naive'] / seconds['ours']:.1f} times as fast")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(sys.argv[1], int(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ACTAS)
