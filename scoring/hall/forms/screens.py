"""The forms of the screens of the hall and of the hall clock."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.hall.services import MOST_MINUTES
from scoring.models import Show
from scoring.models.screen import NOTICE_LENGTH, SCREEN_NAME_LENGTH

NUMBER_INPUT = {"inputmode": "numeric", "size": 4, "autocomplete": "off"}


class ScreenForm(forms.Form):
    """The name, the pages and the notice of a screen."""

    use_required_attribute = False
    name = forms.CharField(
        label=_("Nombre"),
        help_text=_("Dónde está: «Entrada», «Barra», «Salón»."),
        widget=forms.TextInput(attrs={"maxlength": SCREEN_NAME_LENGTH, "autocomplete": "off"}),
    )
    shows = forms.MultipleChoiceField(
        label=_("Qué muestra"),
        help_text=_("Si no marca nada, muestra lo propio de cada momento."),
        choices=Show.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    notice = forms.CharField(
        label=_("Aviso"),
        help_text=_("Una página más, en letras grandes: «La cena, a las 22:00 en el patio»."),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": NOTICE_LENGTH, "autocomplete": "off"}),
    )


class NowForm(forms.Form):
    """An order to show one value of `Show` now, and for how long."""

    use_required_attribute = False
    shows = forms.ChoiceField(label=_("Mostrar ahora"), choices=Show.choices)
    minutes = forms.IntegerField(
        label=_("Minutos"),
        min_value=1,
        max_value=MOST_MINUTES,
        initial=5,
        widget=forms.TextInput(attrs=NUMBER_INPUT),
    )


class MinutesForm(forms.Form):
    """Extra minutes for every table in play."""

    use_required_attribute = False
    minutes = forms.IntegerField(
        label=_("Minutos de más para todas las mesas"),
        initial=5,
        widget=forms.TextInput(attrs=NUMBER_INPUT),
    )
