"""A photo from the telephone, or from the computer of the desk."""

from django import forms
from django.utils.translation import gettext_lazy as _


class PhotoForm(forms.Form):
    """A photo of the paper; `scoring.photos` judges what it holds, not its name."""

    use_required_attribute = False
    photo = forms.FileField(
        label=_("Foto del papel"),
        widget=forms.FileInput(
            attrs={"accept": "image/jpeg,image/png,image/webp", "capture": "environment"}
        ),
        error_messages={
            "required": _("Elija antes la foto."),
            "empty": _("Ese fichero está vacío."),
            "missing": _("Elija antes la foto."),
        },
    )
