"""The code uses the words of `docs/glossary.md`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPLICATION = ("rules", "tournaments", "scoring", "config")
ROW = re.compile(r"^\| (?P<word>[^|]+?) \|.*\|\s*(?P<former>[^|]*?)\s*\|$")


def words_with_former_names() -> Iterator[tuple[str, str]]:
    for line in (ROOT / "docs/glossary.md").read_text().splitlines():
        if (row := ROW.match(line)) and row["word"] not in ("word", "---"):
            yield row["word"], row["former"]


def names() -> Iterator[tuple[str, str]]:
    """Yield the names of modules, classes and public functions, each with its place."""
    for area in APPLICATION:
        for path in (ROOT / area).rglob("*.py"):
            if "migrations" in path.parts:
                continue
            place = str(path.relative_to(ROOT))
            yield (path.parent if path.stem == "__init__" else path).stem, place
            for node in ast.walk(ast.parse(path.read_text())):
                is_definition = isinstance(node, ast.ClassDef | ast.FunctionDef)
                if is_definition and not node.name.startswith("_"):
                    yield node.name, f"{place}:{node.lineno}"


def words_on_the_page() -> Iterator[str]:
    """Yield the Spanish words of the column «on the page»."""
    has_page_column = False
    for line in (ROOT / "docs/glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "word":
            has_page_column = cells[1] == "on the page"
        elif line.startswith("|") and has_page_column and cells[0] != "---":
            yield from filter(None, cells[1].split(", "))


def texts_of_the_site() -> str:
    """Return every Spanish text of the catalogue, joined."""
    lines = (ROOT / "locale/en/LC_MESSAGES/django.po").read_text().replace('"\n"', "").splitlines()
    return "\n".join(line for line in lines if line.startswith("msgid")).lower()


def test_every_word_on_the_page_is_in_a_text_of_the_site():
    texts, words = texts_of_the_site(), list(words_on_the_page())
    assert len(words) > 50
    assert [word for word in words if not re.search(rf"\b{re.escape(word)}(s|es)?\b", texts)] == []


def test_each_word_has_one_row():
    words = [word for row, _former in words_with_former_names() for word in row.split(", ")]
    assert len(words) > 50
    assert len(words) == len(set(words))


@pytest.mark.slow
def test_no_module_class_or_function_has_a_former_name():
    former_names = {
        word for _row, former in words_with_former_names() for word in former.split(", ") if word
    }
    assert former_names
    assert [(name, place) for name, place in names() if name in former_names] == []
