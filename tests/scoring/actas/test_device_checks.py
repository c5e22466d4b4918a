"""Checks that a page tells a phone of each box, so that it can say what is wrong without a
network."""

from django import forms

from scoring.games.lines import device_check_attributes


def test_a_whole_number_says_how_far_it_goes_with_the_sentences_of_the_form():
    known = device_check_attributes(forms.IntegerField(min_value=2, max_value=40))
    assert (known["data-min"], known["data-max"]) == (2, 40)
    assert "2" in str(known["data-min-says"]) and "40" in str(known["data-max-says"])
    assert {"data-needed", "data-whole"} <= set(known)


def test_what_may_be_empty_and_goes_anywhere_says_no_more_than_that_it_is_whole():
    assert set(device_check_attributes(forms.IntegerField(required=False))) == {"data-whole"}
