"""Every game and the notation mention a match that every side loses."""

from pathlib import Path

import pytest

from rules import GAMES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["notation.md", *(f"games/{name}.md" for name in GAMES)])
def test_the_page_has_the_line(page):
    assert "`pierden todos: " in (DOCS / page).read_text()
