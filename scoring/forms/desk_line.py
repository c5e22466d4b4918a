"""The line of the desk: «12 2-1» is a table and its result, «12?» the table opened."""

import re
from typing import NamedTuple

from tournaments.names.text import read_number

_TYPED = re.compile(
    r"(?P<place>(?:mesa|table|partida|match|[mtp])?\s*[0-9]{1,5}(?![A-Z0-9])|\S+)"
    r"\s*(?P<open>\?)?\s*(?P<said>.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_ADDRESS = re.compile(r"/(?:a|m|acta|mesa|partida)/([A-Z0-9]{6})(?:/|$)", re.IGNORECASE | re.ASCII)


class DeskLine(NamedTuple):
    """A line as it was typed: `place`, a table, a number or the code of a sheet, as
    `hall.desk.look_up` reads it; `said`, the result, "" for none; `opens`, whether the table
    is only to be opened."""

    place: str
    said: str
    opens: bool

    @property
    def table(self) -> int | None:
        """The table, where the place is a number alone."""
        return read_number(self.place)


def read_desk_line(typed: str) -> DeskLine:
    """Return what somebody types at the desk, or what a reader of the sheet's QR types for him.

    >>> read_desk_line("12 2-1"), read_desk_line("12?")
    (DeskLine(place='12', said='2-1', opens=False), DeskLine(place='12', said='', opens=True))
    >>> read_desk_line("https://tapete.local/m/r1p003/x7Yq/ 31 23").place
    'R1P003'
    >>> read_desk_line("mesa 4 pierde A: se marchan?")
    DeskLine(place='mesa 4', said='pierde A: se marchan?', opens=False)
    """
    found = _TYPED.match(typed.strip())
    if found is None:
        return DeskLine("", "", opens=False)
    place, said = found["place"], found["said"].strip()
    if not said and place.endswith("?"):
        place = place[:-1]
        return DeskLine(place, "", opens=True)
    address = _ADDRESS.search(place)
    return DeskLine(address[1].upper() if address else place, said, opens=bool(found["open"]))
