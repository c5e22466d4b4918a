"""The documents of a game: the referee's page and its part of the notation."""

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent.parent / "docs"
TITLES = {"guinote": "Guiñote", "marcador": "Marcador libre"}


def section(text: str, title: str) -> str:
    return re.split(rf"^##+ {title}\n", text, flags=re.MULTILINE)[1].split("\n## ", 1)[0]


def page(key: str) -> str:
    return (DOCS / "games" / f"{key}.md").read_text(encoding="utf-8")


def whole_notation() -> str:
    return (DOCS / "notation.md").read_text(encoding="utf-8")


def notation(key: str) -> str:
    return section(whole_notation(), TITLES.get(key, key.title()))


def blocks(text: str, language: str = "") -> list[str]:
    """Return the fenced blocks of a text in that language."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for named, block in fenced if named == language]


def first_column(text: str, column: int = 0) -> list[str]:
    """Return the cells of the first column, or of `column`, of the tables of a text."""
    rows = re.findall(r"^\| (?!---)(.*) \|$", text, re.MULTILINE)
    return [row.split(" | ")[column] for row in rows]


def ticked(cells: list[str]) -> list[str]:
    """Return the text between backquotes in some cells."""
    return [line for cell in cells for line in re.findall("`(.*?)`", cell)]


def refused(key: str) -> list[str]:
    """Return the lines that the referee's page shows as refused."""
    return ticked(first_column(section(page(key), "Qué se rechaza")))


def played(key: str) -> list[str]:
    """Return the lines of the first match of the page, without its comments."""
    return [re.split(r"  +", line)[0] for line in blocks(page(key))[0].splitlines()]


def objects(text: str) -> list[Any]:
    """Return the structured lines of a text."""
    return [
        json.loads(line)
        for block in blocks(text, "json")
        for line in re.sub(r",\n +", ", ", block).splitlines()
    ]
