"""The forms of the draft of a round, and of an entry that comes late."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.services.draws.rounds import SEED_LENGTH
from tournaments.forms.numbers import EntryField, EntryForm, TwoForm
from tournaments.models import WORD_LENGTH
from tournaments.services.draws.drafts import REASON_LENGTH

MOST_ROUNDS = 100  # each format says its own


class SwapForm(TwoForm):
    """Two entries change places in a draft."""

    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Se publica con el sorteo, junto a su nombre."),
    )


class SeedForm(forms.Form):
    """Draw again from another seed."""

    seed = forms.CharField(
        label=_("Nueva semilla"),
        max_length=SEED_LENGTH,
        help_text=_(
            "Lo mejor es que la diga alguien de la sala en voz alta: un número, una frase. "
            "Quedará escrita, y también la que se descarta."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH, required=False)


class WordForm(forms.Form):
    """The word that somebody in the hall says once the list is closed."""

    word = forms.CharField(
        label=_("Palabra o número de la sala"),
        max_length=WORD_LENGTH,
        help_text=_("Tal como se va a leer: quedará publicada y de ella sale el sorteo."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReopenForm(forms.Form):
    """Open again a list that was closed."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class ResumeForm(forms.Form):
    """Go on calling after the last call."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class LengthForm(forms.Form):
    """More rounds, or fewer."""

    rounds = forms.IntegerField(label=_("En total, serán"), min_value=1, max_value=MOST_ROUNDS)
    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, help_text=_("Se publica, junto a su nombre.")
    )


class DiscardForm(forms.Form):
    """Throw a round away."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class LateForm(EntryForm):
    """An entry that came after the first draw."""

    entries = ("number",)
    number = EntryField(label=_("Número de quien llega tarde"))
