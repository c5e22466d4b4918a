"""Fixture of a tournament day that Pilar organises."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.days.hall import ONE_LINE, Day


@pytest.fixture
def begin(make_tournament: Callable[..., Any], pilar) -> Callable[..., Day]:
    """Return a function that begins a day, by default of `marcador` with matches of one line."""

    def begin(name: str, format: str, options: dict[str, Any], **changes: Any) -> Day:
        values = {"game": "marcador", "game_options": ONE_LINE, "tables": 100, **changes}
        tournament = make_tournament(name=name, format=format, format_options=options, **values)
        return Day(pilar, tournament)

    return begin
