"""The documents of a game: the referee's page and its part of the notation."""

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent.parent / "docs"


def section(text: str, title: str) -> str:
    return re.split(rf"^##+ {title}\n", text, flags=re.MULTILINE)[1].split("\n## ", 1)[0]


def page(key: str) -> str:
    return (DOCS / "games" / f"{key}.md").read_text(encoding="utf-8")


def common_notation() -> str:
    return (DOCS / "notation.md").read_text(encoding="utf-8")


def notation(key: str) -> str:
    return (DOCS / "notation" / f"{key}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str = "") -> list[str]:
    """Return the fenced code blocks of a text that are marked with `language`."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for block_language, block in fenced if block_language == language]


def first_column(text: str, column: int = 0) -> list[str]:
    """Return the cells of the first column, or of `column`, of the tables of a text."""
    rows = re.findall(r"^\| (?!---)(.*) \|$", text, re.MULTILINE)
    return [row.split(" | ")[column] for row in rows]


def backquoted(cells: list[str]) -> list[str]:
    """Return every text between backquotes in these cells."""
    return [line for cell in cells for line in re.findall("`(.*?)`", cell)]


def refused_lines(key: str) -> list[str]:
    """Return the lines that the referee's page shows as refused."""
    return backquoted(first_column(section(page(key), "Qué se rechaza")))


def first_match(key: str) -> list[str]:
    """Return the lines of the first match on the game's page, without comments."""
    return [re.split(r"  +", line)[0] for line in blocks(page(key))[0].splitlines()]


def json_lines(text: str) -> list[Any]:
    """Return the lines in JSON of a text, parsed."""
    return [
        json.loads(line)
        for block in blocks(text, "json")
        for line in re.sub(r",\n +", ", ", block).splitlines()
    ]
