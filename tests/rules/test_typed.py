"""The tests of whatever is typed or sent do read lines: nonsense alone is always refused."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import RuleError
from tests.rules.typed import sent, typed

FEWEST = 5  # in forty


def read(reader, strategy) -> int:
    """How many of forty are read."""
    found = []

    @settings(max_examples=40, derandomize=True, database=None)
    @given(strategy)
    def reading(one):
        with suppress(RuleError):
            found.append(reader(one))

    reading()
    return len(found)


@pytest.mark.parametrize("key", GAMES)
def test_of_what_is_typed_or_sent_enough_is_read(key):
    game = GAMES[key]
    assert read(game.parse, typed(key, "x")) >= FEWEST
    assert read(game.from_json, sent(key, st.none())) >= FEWEST
