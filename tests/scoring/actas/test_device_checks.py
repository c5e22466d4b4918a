"""HTML attributes of a form field that let a phone check the field without a network."""

from django import forms

from scoring.games.lines import device_check_attributes


def test_a_whole_number_has_its_limits_and_the_error_messages_of_the_form():
    attributes = device_check_attributes(forms.IntegerField(min_value=2, max_value=40))
    assert (attributes["data-min"], attributes["data-max"]) == (2, 40)
    assert "2" in str(attributes["data-min-says"]) and "40" in str(attributes["data-max-says"])
    assert {"data-needed", "data-whole"} <= set(attributes)


def test_an_optional_whole_number_without_limits_is_only_checked_to_be_whole():
    assert set(device_check_attributes(forms.IntegerField(required=False))) == {"data-whole"}
