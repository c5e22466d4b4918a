"""The examples of docs/api/ run in order, and the guide lists the acts that have no call."""

import re
import shlex
from pathlib import Path

import pytest

from tests.addresses import ADDRESSES_PAGE, listed_addresses

GUIDE = Path(__file__).parents[2] / "docs/api.md"
CHAPTERS = ("setup", "entries", "draw", "actas", "follow")  # in the order of the examples
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
VARIABLES = {"imports": "IMPORT", "prints": "JOB"}  # variables set from the answer of a POST


def examples() -> list[list[str]]:
    """Return the words of each `api METHOD path body` in the chapters of the guide."""
    chapters = [GUIDE.with_suffix("") / f"{chapter}.md" for chapter in CHAPTERS]
    blocks = [block for chapter in chapters for block in BLOCK.findall(chapter.read_text())]
    commands = [shlex.split(command) for block in blocks[1:] for command in _commands(block)]
    return [words[1:] for words in commands]


def _commands(block: str) -> list[str]:
    return re.split(r"\n(?=api )", block.strip())


@pytest.mark.slow
def test_every_example_of_the_guide_succeeds(api, django_capture_on_commit_callbacks):
    values: dict[str, str] = {}
    statuses = []
    for method, path, *body in examples():
        for name, value in values.items():
            path = path.replace(f"${name}", value)
        with django_capture_on_commit_callbacks(execute=True):
            answer = api.send(method, path, body[0].encode() if body else b"")
        assert answer.status_code < 300, (method, path, answer.content)
        statuses.append(answer.status_code)
        if answer.headers["Content-Type"] == "application/json":
            _remember_id(values, path, answer.json())
    assert len(statuses) == 26 and set(statuses) == {200, 201, 202}


ONLY_PAGES = {  # acts that only a page does, with the words of their row in the guide
    "rehearse_day": "Rehearse the day",
    "write_at_table": "Writing with the link of a table",
    "manage_accounts": "the accounts of the site",
    "request_entry": "The public sign-up",
}


def test_the_guide_lists_the_acts_that_only_pages_do():
    acts_of_api: dict[bool, set[str]] = {True: set(), False: set()}
    for address in listed_addresses(ADDRESSES_PAGE.read_text()):
        acts = {act for method, act in address.acts.items() if method != "GET"}
        acts_of_api[address.is_api] |= acts - {None}
    assert acts_of_api[False] - acts_of_api[True] == ONLY_PAGES.keys()
    section = GUIDE.read_text().partition("## What pages can do and the API cannot")[2]
    rows = section.partition("\n## ")[0]
    assert [words for words in ONLY_PAGES.values() if words not in rows] == []


def _remember_id(values: dict[str, str], path: str, body: dict) -> None:
    last_part = path.rstrip("/").rsplit("/", 1)[-1]
    if last_part in VARIABLES:
        values[VARIABLES[last_part]] = body["id"]
    if "state=playing" in path:
        values["CODE"] = body["results"][0]["code"]
