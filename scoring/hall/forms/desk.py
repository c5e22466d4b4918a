"""The form of a table, and the parser of the desk line."""

import re
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.names.text import read_number


class TableForm(forms.Form):
    use_required_attribute = False
    table = forms.IntegerField(
        label=_("Mesa"),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "size": 4}
        ),
    )


# --- Desk line ------------------------------------------------------------------------------------
# The line of the desk: «12 2-1» is a table and its result, «12?» opens the table.
_DESK_LINE = re.compile(
    r"(?P<place>(?:mesa|table|encuentro|partida|match|[mtep])?\s*[0-9]{1,5}(?![A-Z0-9])|\S+)"
    r"\s*(?P<open>\?)?\s*(?P<result>.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_ADDRESS = re.compile(r"/(?:a|m|acta|mesa|partida)/([A-Z0-9]{6})(?:/|$)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A parsed line of the desk.

    `place` is a table, the number of a match or the code of an acta, as typed (see `look_up`).
    `result` is the typed result, or "". `opens`: whether the line only opens the table.
    """

    place: str
    result: str
    opens: bool

    @property
    def table(self) -> int | None:
        """Return the table if the place is only a number, else None."""
        return read_number(self.place)


def read_desk_line(text: str) -> DeskLine:
    """Parse the text of the desk line, typed by a person or a QR reader.

    >>> read_desk_line("12 2-1"), read_desk_line("12?")
    (DeskLine(place='12', result='2-1', opens=False), DeskLine(place='12', result='', opens=True))
    >>> read_desk_line("https://tapete.local/m/r1p003/x7Yq/ 31 23").place
    'R1P003'
    >>> read_desk_line("mesa 4 pierde A: se marchan?")
    DeskLine(place='mesa 4', result='pierde A: se marchan?', opens=False)
    """
    parts = _DESK_LINE.match(text.strip())
    if parts is None:
        return DeskLine("", "", opens=False)
    place, result = parts["place"], parts["result"].strip()
    if not result and place.endswith("?"):
        place = place[:-1]
        return DeskLine(place, "", opens=True)
    address = _ADDRESS.search(place)
    return DeskLine(address[1].upper() if address else place, result, opens=bool(parts["open"]))
