"""The formats by key."""

import pytest

from tournaments.formats import (
    FORMATS,
    boxes,
    clock,
    core,
    format,
    groups,
    knockout,
    league,
    swiss,
    teams,
    totals,
)


def test_the_formats_there_are():
    assert {
        "boxes": boxes,
        "clock": clock,
        "groups": groups,
        "knockout": knockout,
        "league": league,
        "swiss": swiss,
        "teams": teams,
        "totals": totals,
    } == FORMATS
    assert format("swiss") is swiss


def test_a_format_there_is_not():
    with pytest.raises(core.DrawError) as refused:
        format("escalera")
    assert (refused.value.code, refused.value.params) == ("unknown_format", {"key": "escalera"})


def test_entries_are_numbered_from_one():
    with pytest.raises(ValueError, match="numbered from 1"):
        core.Entrant(0)
