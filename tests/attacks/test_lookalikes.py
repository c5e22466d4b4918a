"""Names that look like others, and names with signs of HTML: of accounts and in forms."""

import pytest
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.utils.safestring import mark_safe


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["оrg1", "orgα", "ｏrg1", "орг", "ﬁn"])
def test_a_username_that_looks_like_another_is_refused(name):
    with pytest.raises(ValidationError):
        get_adapter().clean_username(name)


@pytest.mark.django_db
def test_a_username_of_our_letters_is_taken():
    for name in ("Íñigo Muñoz", "Mª Asun", "Łukasz", "ana_1@b.es"):
        assert get_adapter().clean_username(name) == name


def test_a_name_in_the_help_of_a_field_is_escaped():
    class Form(forms.Form):
        plain = forms.CharField(help_text="<b>Gil</b>")
        ours = forms.CharField(help_text=mark_safe("<i>nuestro</i>"))

    html = str(Form()["plain"].as_field_group()) + str(Form()["ours"].as_field_group())
    assert "&lt;b&gt;Gil" in html and "<b>" not in html and "<i>nuestro</i>" in html
