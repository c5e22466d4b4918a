"""The code uses the words of `docs/glossary.md`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPLICATION = ("rules", "tournaments", "scoring", "config")
ROW = re.compile(r"^\| (?P<word>[^|]+?) \|.*\|\s*(?P<former>[^|]*?)\s*\|$")


def rows() -> Iterator[tuple[str, str]]:
    for line in (ROOT / "docs/glossary.md").read_text().splitlines():
        if (found := ROW.match(line)) and found["word"] not in ("word", "---"):
            yield found["word"], found["former"]


def names() -> Iterator[tuple[str, str]]:
    """Yield modules, classes and public functions, each with its place."""
    for area in APPLICATION:
        for path in (ROOT / area).rglob("*.py"):
            if "migrations" in path.parts:
                continue
            place = str(path.relative_to(ROOT))
            yield (path.parent if path.stem == "__init__" else path).stem, place
            for node in ast.walk(ast.parse(path.read_text())):
                named = isinstance(node, ast.ClassDef | ast.FunctionDef)
                if named and not node.name.startswith("_"):
                    yield node.name, f"{place}:{node.lineno}"


def words_on_the_page() -> Iterator[str]:
    """Yield the second cell of each row that has one."""
    has_it = False
    for line in (ROOT / "docs/glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "word":
            has_it = cells[1] == "on the page"
        elif line.startswith("|") and has_it and cells[0] != "---":
            yield from filter(None, cells[1].split(", "))


def texts_of_the_site() -> str:
    """Return every Spanish text of the catalogue, joined."""
    lines = (ROOT / "locale/en/LC_MESSAGES/django.po").read_text().replace('"\n"', "").splitlines()
    return "\n".join(line for line in lines if line.startswith("msgid")).lower()


def test_the_words_on_the_page_stand_on_a_page():
    texts, found = texts_of_the_site(), list(words_on_the_page())
    assert len(found) > 50
    assert [w for w in found if not re.search(rf"\b{re.escape(w)}(s|es)?\b", texts)] == []


def test_a_word_stands_once():
    words = [word for row, _former in rows() for word in row.split(", ")]
    assert len(words) > 50
    assert len(words) == len(set(words))


@pytest.mark.slow
def test_no_module_class_or_function_has_a_word_that_was_given_up():
    given_up = {word for _row, former in rows() for word in former.split(", ") if word}
    assert given_up
    assert [(name, place) for name, place in names() if name in given_up] == []
