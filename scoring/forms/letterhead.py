"""The forms of the letterhead of the sheets: its sponsor and colour, and its logo."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Letterhead
from scoring.models.letterhead import SPONSOR
from scoring.prints.layout.colours import COLOURS

OTHER = "other"


class LetterheadForm(forms.Form):
    """A colour of the house, or another by its figures; the service judges it."""

    use_required_attribute = False
    sponsor = forms.CharField(
        label=_("Patrocinador"),
        required=False,
        max_length=SPONSOR,
        help_text=_("Una línea al pie de las hojas. Si es larga, baja a la línea de debajo."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    colour = forms.ChoiceField(
        label=_("Color"),
        required=False,
        widget=forms.RadioSelect,
        choices=[*COLOURS.items(), (OTHER, _("Otro"))],
    )
    other = forms.CharField(
        label=_("Otro color, con sus seis cifras"),
        required=False,
        max_length=20,
        help_text=_(
            "Así: #7a1f2b. Tiene que leerse bien en blanco, y en gris si la impresora no da color."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "size": 9}),
    )

    def clean(self) -> dict[str, Any]:
        read = super().clean() or self.cleaned_data
        if read.get("colour") == OTHER and not read.get("other", "").strip():
            self.add_error(
                "other", _("Escriba las cifras del color, o elija uno de los de arriba.")
            )
        return read

    def asked(self) -> dict[str, str]:
        """Return the sponsor and the colour, once the form is valid."""
        read = self.cleaned_data
        colour = read["other"] if read["colour"] == OTHER else read["colour"]
        return {"sponsor": read["sponsor"], "colour": colour}

    @property
    def wrong_colour(self) -> str:
        """The field on which a colour that is refused is told."""
        return "other" if self.data.get("colour") == OTHER else "colour"


def initial_of_letterhead(letterhead: Letterhead) -> dict[str, str]:
    """Return what the form shows of a letterhead."""
    is_own = letterhead.colour not in COLOURS
    return {
        "sponsor": letterhead.sponsor,
        "colour": OTHER if is_own else letterhead.colour,
        "other": letterhead.colour if is_own else "",
    }


class LogoForm(forms.Form):
    """A logo; `scoring.photos` judges what it holds, not its name."""

    use_required_attribute = False
    logo = forms.FileField(
        label=_("Logo, en PNG o JPEG"),
        help_text=_("De 2 MB como mucho. Con 800 puntos de lado se imprime bien."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        error_messages={
            "required": _("Elija antes la imagen del logo."),
            "empty": _("Ese fichero está vacío."),
            "missing": _("Elija antes la imagen del logo."),
        },
    )
