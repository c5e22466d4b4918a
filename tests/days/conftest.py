"""A day begun by Pilar."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.days.hall import ONE_LINE, Day


@pytest.fixture
def begin(make_tournament: Callable[..., Any], pilar) -> Callable[..., Day]:
    """A tournament of any card game (`marcador`), of matches of one line unless said otherwise."""

    def begin(name: str, format: str, options: dict[str, Any], **changes: Any) -> Day:
        values = {"game": "marcador", "game_options": ONE_LINE, "tables": 100, **changes}
        tournament = make_tournament(name=name, format=format, format_options=options, **values)
        return Day(pilar, tournament)

    return begin
