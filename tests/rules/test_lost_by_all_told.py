"""The notation and the page of every game have the line for a match that all sides lose."""

from pathlib import Path

import pytest

from rules import GAMES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["notation.md", *(f"games/{name}.md" for name in GAMES)])
def test_the_page_shows_the_line_that_all_sides_lose(page):
    assert "`pierden todos: " in (DOCS / page).read_text()
