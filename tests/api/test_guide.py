"""The examples of docs/api.md, run in order."""

import re
import shlex
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs/api.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
NAMED = {"imports": "IMPORT", "prints": "JOB"}  # what a POST there makes


def examples() -> list[list[str]]:
    """Each `api METHOD path body` as its words."""
    blocks = BLOCK.findall(GUIDE.read_text())
    words = [shlex.split(command) for block in blocks[1:] for command in _commands(block)]
    return [word[1:] for word in words]


def _commands(block: str) -> list[str]:
    return re.split(r"\n(?=api )", block.strip())


@pytest.mark.slow
def test_the_examples_do_what_the_guide_says(api, django_capture_on_commit_callbacks):
    names: dict[str, str] = {}
    done = []
    for method, path, *body in examples():
        for name, value in names.items():
            path = path.replace(f"${name}", value)
        with django_capture_on_commit_callbacks(execute=True):
            answer = api.send(method, path, body[0].encode() if body else b"")
        assert answer.status_code < 300, (method, path, answer.content)
        done.append(answer.status_code)
        if answer.headers["Content-Type"] == "application/json":
            _remember(names, path, answer.json())
    assert len(done) == 26 and set(done) == {200, 201, 202}


def _remember(names: dict[str, str], path: str, told: dict) -> None:
    last = path.rstrip("/").rsplit("/", 1)[-1]
    if last in NAMED:
        names[NAMED[last]] = told["id"]
    if "state=playing" in path:
        names["CODE"] = told["results"][0]["code"]
