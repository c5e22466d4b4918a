"""Each benchmark runs at a small size, and prints its figures beside a peer's."""

import os
import re
import shutil
from pathlib import Path

import pytest

from benchmarks import scratch
from tests.faults.cluster import binaries
from tests.pages.conftest import CHROMIUM
from tests.programs import run_python

ROOT = Path(__file__).resolve().parent.parent
# Arguments of each benchmark, and a pattern of what it prints about its peer.
SMALL = {
    "rules.py": (["small"], r"times as fast"),
    "pairing.py": (["small"], r"swisspair +[\d.,]+ ms +[\d.,]+ x"),
    "seating.py": (["small"], r"times as fast as the peer"),
    "prints.py": (["4"], r"plain: .* [\d.]+ times ours"),
    "rescore.py": (["guinote", "20"], r"times the lines a second"),
    "standings.py": (["16"], r"SQL"),
    "acts.py": (["16"], r"times ours"),
    "questions.py": (["16"], r"times what «¿Dónde me siento\?» does"),
    "stampede.py": (["small"], r"(?s)bare view \d+: [\d.]+ of it.*bare insert \d+.*no 5xx: "),
    "windows.py": (["small"], r"times the wait of the interval"),
    "halls.py": (["small"], r"polls of one \d+ a second, of all \d+: [\d.]+ of it"),
    "hall.py": (["small"], r"(?s)lines a second.*times what the manifest does"),
}
# Requirements that a machine may lack; CI must have them.
NEEDS = {
    **dict.fromkeys(("standings.py", "acts.py", "questions.py"), lambda: scratch.server_answers()),
    **dict.fromkeys(("hall.py", "halls.py", "stampede.py"), lambda: binaries() is not None),
    "windows.py": lambda: shutil.which(CHROMIUM) is not None,
}


def test_every_benchmark_is_in_the_table():
    programs = {
        path.name
        for path in (ROOT / "benchmarks").glob("*.py")
        if '__name__ == "__main__"' in path.read_text()
    }
    assert programs - {"scratch.py", "phones.py", "plain_site.py"} == set(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_benchmark_prints_a_comparison_with_its_peer(name):
    arguments, pattern = SMALL[name]
    if os.environ.get("CI") != "true" and not NEEDS.get(name, lambda: True)():
        pytest.skip("It needs PostgreSQL, or Chromium.")
    process = run_python(
        f"benchmarks/{name}",
        *arguments,
        env={key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
    )
    assert re.search(pattern, process.stdout), process.stdout
