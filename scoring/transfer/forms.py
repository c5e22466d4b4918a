"""Form of a tournament file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.transfer.selectors import SUFFIX

MAX_UPLOAD = 9_900_000  # the most bytes: `LargeBodyMiddleware` refuses a body of 10 MB


class TransferForm(forms.Form):
    file = forms.FileField(
        label=_("Archivo del torneo"),
        help_text=_("Acaba en «.tapete». Hasta 10 MB: si pesa más, lléveselo sin fotos."),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": SUFFIX}),
    )
    as_another = forms.BooleanField(
        label=_("Traerlo como otro torneo"),
        help_text=_(
            "Solo si ya está aquí y quiere tener los dos. Sus actas tendrán códigos nuevos: los QR "
            "de las hojas impresas seguirán llevando al primero."
        ),
        required=False,
    )
