"""Tests of the registry of formats and of their words."""

import pytest

from tournaments.formats import FORMATS, SWISS, core, format
from tournaments.formats.words import WORDS, purpose_in_words


def test_every_format_is_registered_by_its_key_and_has_words():
    assert all(key == registered_format.key for key, registered_format in FORMATS.items())
    assert list(FORMATS) == list(WORDS)
    assert format("swiss") is SWISS


def test_unknown_format_is_refused():
    with pytest.raises(core.DrawError) as error:
        format("escalera")
    assert (error.value.code, error.value.params) == ("unknown_format", {"key": "escalera"})


def test_entries_are_numbered_from_one():
    with pytest.raises(ValueError, match="numbered from 1"):
        core.Entrant(0)


def test_purpose_of_a_match_in_words():
    assert purpose_in_words("") == ""
    assert purpose_in_words("grand_final") == "Gran final"
    assert purpose_in_words("placement 5") == "Puestos, desde el 5"
