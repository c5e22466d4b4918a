"""The forms of the page of sheets, and of the letterhead."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Letterhead
from scoring.models.screen import SPONSOR_LENGTH
from scoring.prints.actas import MOST_BLANK
from scoring.prints.ask import AREA, SURNAME, PrintAsk
from scoring.prints.layout.heads import COLOURS
from scoring.prints.sheet import Sheet
from scoring.prints.sheets import SHEETS
from tournaments.table_ranges import RANGES_LENGTH

# The papers that a user may choose.
PAPERS = [
    ("A4", _("A4, el corriente")),
    ("A5", _("A5, la mitad: listas, actas, tarjetas y resguardos")),
    ("A3", _("A3, para el cuadro")),
]


class PaperForm(forms.Form):
    """The paper, by default the usual paper of the sheet, and the choice of large print."""

    paper = forms.ChoiceField(label=_("Tamaño de papel"), choices=PAPERS, required=False)
    large = forms.BooleanField(
        label=_("Con letra grande"),
        required=False,
        help_text=_(
            "De 18 puntos o más: las listas, el calendario y las hojas de ruta, en A4 o A5; la "
            "clasificación, en A4. Salen más hojas."
        ),
    )

    def paper_of(self, sheet: Sheet) -> dict[str, Any]:
        """Return the paper fields of the order. The form must have been validated."""
        paper = self.cleaned_data["paper"] or sheet.papers[0]
        return {"paper": paper, "large": self.cleaned_data["large"]}


# --- Prints ---------------------------------------------------------------------------------------
MOST_COPIES = 9
ORDERS = [
    ("", _("El orden de siempre")),
    (AREA, _("Por zonas de arbitraje: las mesas de cada árbitro, aparte")),
    (SURNAME, _("Por apellidos")),
]


class PrintForm(PaperForm):
    """One order to print. An empty round means the round in play; blank actas have no round.

    The service parses the table numbers, because it knows how many tables the hall has.
    """

    sheet = forms.ChoiceField(
        label=_("Hoja"), choices=[(sheet.key, sheet.title) for sheet in SHEETS.values()]
    )
    round = forms.IntegerField(label=_("Ronda"), required=False, min_value=1, max_value=32_000)
    blank = forms.IntegerField(
        label=_("Cuántas actas en blanco"), required=False, min_value=1, max_value=MOST_BLANK
    )
    match = forms.RegexField(
        r"\A[A-Za-z0-9]{1,8}\Z",
        label=_("Código del encuentro"),
        required=False,
        error_messages={"invalid": _("Un código tiene letras y números, ocho como mucho.")},
    )
    tables = forms.CharField(label=_("Mesas"), required=False, max_length=RANGES_LENGTH)
    copies = forms.IntegerField(
        label=_("Copias"), required=False, min_value=1, max_value=MOST_COPIES
    )
    order = forms.ChoiceField(label=_("Orden"), required=False, choices=ORDERS)
    changed = forms.BooleanField(required=False)

    def ask(self, base_url: str) -> PrintAsk:
        """Return the order, without a round or code that the sheet does not use.

        The form must have been validated.
        """
        data: dict[str, Any] = self.cleaned_data
        sheet = SHEETS[data["sheet"]]
        is_actas = sheet.key == "actas"
        return PrintAsk(
            sheet=sheet.key,
            round=(data["round"] or 0) if sheet.of_round else 0,
            blank=(data["blank"] or 0) if is_actas else 0,
            match=data["match"].upper() if is_actas else "",
            base_url=base_url,
            **self.paper_of(sheet),
            tables=data["tables"],
            copies=data["copies"] or 1,
            order=data["order"],
        )


# --- Letterhead -----------------------------------------------------------------------------------
# The forms of the letterhead of the sheets: its sponsor and colour, and its logo.
OTHER_COLOUR = "other"


class LetterheadForm(forms.Form):
    """The sponsor, and a standard colour or another colour as hex digits.

    The service judges the colour.
    """

    use_required_attribute = False
    sponsor = forms.CharField(
        label=_("Patrocinador"),
        required=False,
        max_length=SPONSOR_LENGTH,
        help_text=_("Una línea al pie de las hojas. Si es larga, baja a la línea de debajo."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    colour = forms.ChoiceField(
        label=_("Color"),
        required=False,
        widget=forms.RadioSelect,
        choices=[*COLOURS.items(), (OTHER_COLOUR, _("Otro"))],
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
        data = super().clean() or self.cleaned_data
        if data.get("colour") == OTHER_COLOUR and not data.get("other", "").strip():
            self.add_error(
                "other", _("Escriba las cifras del color, o elija uno de los de arriba.")
            )
        return data

    def letterhead_values(self) -> dict[str, str]:
        """Return the sponsor and the colour. The form must have been validated."""
        data = self.cleaned_data
        colour = data["other"] if data["colour"] == OTHER_COLOUR else data["colour"]
        return {"sponsor": data["sponsor"], "colour": colour}

    @property
    def colour_field(self) -> str:
        """Return the name of the field that shows the refusal of a colour."""
        return "other" if self.data.get("colour") == OTHER_COLOUR else "colour"


def initial_of_letterhead(letterhead: Letterhead) -> dict[str, str]:
    """Return the initial values of the form for a letterhead."""
    is_own = letterhead.colour not in COLOURS
    return {
        "sponsor": letterhead.sponsor,
        "colour": OTHER_COLOUR if is_own else letterhead.colour,
        "other": letterhead.colour if is_own else "",
    }


class LogoForm(forms.Form):
    """A file with a logo. `scoring.actas.photos` judges the content of the file, not its name."""

    use_required_attribute = False
    logo = forms.FileField(
        label=_("Logo, en PNG o JPEG"),
        help_text=_("De 2 MB como mucho. Con 800 puntos de lado se imprime bien."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        error_messages={
            "required": _("Elija antes la imagen del logo."),
            "empty": _("Ese archivo está vacío."),
            "missing": _("Elija antes la imagen del logo."),
        },
    )
