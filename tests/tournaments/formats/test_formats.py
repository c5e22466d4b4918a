"""The formats by key."""

import pytest

from tournaments.formats import FORMATS, SWISS, core, format
from tournaments.formats.words import WORDS, purpose_in_words


def test_every_format_is_known_by_its_key_and_has_its_words():
    assert all(key == one.key for key, one in FORMATS.items())
    assert list(FORMATS) == list(WORDS)
    assert format("swiss") is SWISS


def test_a_format_there_is_not():
    with pytest.raises(core.DrawError) as refused:
        format("escalera")
    assert (refused.value.code, refused.value.params) == ("unknown_format", {"key": "escalera"})


def test_entries_are_numbered_from_one():
    with pytest.raises(ValueError, match="numbered from 1"):
        core.Entrant(0)


def test_what_a_match_is_for():
    assert purpose_in_words("") == ""
    assert purpose_in_words("grand_final") == "Gran final"
    assert purpose_in_words("placement 5") == "Puestos, desde el 5"
