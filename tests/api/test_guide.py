"""The examples of docs/api.md, run in order."""

import re
import shlex
from pathlib import Path

import pytest

from tests.addresses import WRITTEN, written

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


ONLY_PAGES = {  # acts that write on a page and have no call, and their row in the guide
    "rehearse_day": "Rehearse the day",
    "write_at_table": "Writing with the link of a table",
    "manage_accounts": "the accounts of the site",
    "request_entry": "The public sign-up",
}


def test_the_acts_that_only_pages_do_are_in_the_guide():
    written_by: dict[bool, set[str]] = {True: set(), False: set()}
    for address in written(WRITTEN.read_text()):
        acts = {act for method, act in address.acts.items() if method != "GET"}
        written_by[address.is_api] |= acts - {None}
    assert written_by[False] - written_by[True] == ONLY_PAGES.keys()
    section = GUIDE.read_text().partition("## What pages can do and the API cannot")[2]
    rows = section.partition("\n## ")[0]
    assert [words for words in ONLY_PAGES.values() if words not in rows] == []


def _remember(names: dict[str, str], path: str, told: dict) -> None:
    last = path.rstrip("/").rsplit("/", 1)[-1]
    if last in NAMED:
        names[NAMED[last]] = told["id"]
    if "state=playing" in path:
        names["CODE"] = told["results"][0]["code"]
