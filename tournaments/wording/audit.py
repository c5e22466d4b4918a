"""An audit line as a person reads it: what was, what is, and only what differs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditLine, Entry, Match, Role, Round
from tournaments.wording import formats
from tournaments.wording.acts import sentence

SHORT = 160  # letters; what is longer is shown folded

LABELS: dict[str, str | Promise] = {
    "name": _("nombre"),
    "venue": _("lugar"),
    "starts_at": _("comienzo"),
    "tables": _("mesas"),
    "game": _("juego"),
    "game_options": _("duración"),
    "format": _("sistema"),
    "format_options": _("opciones del sistema"),
    "third_place": _("tercer puesto"),
    "rounds": _("rondas"),
    "seed": _("semilla"),
    "cotos": _("cotos"),
    "partidas": pgettext_lazy("of guiñote", "partidas"),
    "best_of": _("al mejor de"),
    "play_all": _("jugarlas todas"),
    "number": _("número"),
    "players": _("jugadores"),
    "town": _("peña o pueblo"),
    "paid": _("pagado"),
    "present": _("presente"),
    "state": _("estado"),
    "table": _("mesa"),
    "match": _("partida"),
    "rival": _("rival"),
    "line": _("línea"),
    "lines": _("líneas"),
    "matches": _("partidas"),
}

# Values that are keys of the house, under these labels or alone.
WORDS: dict[str, str | Promise] = {
    choice.value: choice.label
    for choices in (Role, Entry.State, Match.State, Round.State)
    for choice in choices
} | formats.NAMES
KEYS = {"", "state", "format", "role"}


@dataclass(frozen=True, slots=True)
class Told:
    """`line` with its act and its values in words; `before` and `after` may be ""."""

    line: AuditLine
    sentence: str
    before: str
    after: str

    @property
    def long(self) -> bool:
        return len(self.before) + len(self.after) > SHORT


def told(line: AuditLine) -> Told:
    """The line in the language of the moment."""
    before, after = line.before, line.after
    if isinstance(before, dict) and isinstance(after, dict):
        same = {key for key in before if key in after and before[key] == after[key]}
        before = {key: value for key, value in before.items() if key not in same}
        after = {key: value for key, value in after.items() if key not in same}
    return Told(line, sentence(line.act), in_words(before), in_words(after))


def in_words(value: Any, key: str = "") -> str:
    """A JSON value of an audit line as text; "" for nothing.

    >>> in_words({"tables": 8, "sides": [[3, 7], [1]]})
    'mesas: 8; sides: 3 – 7, 1'
    """
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: _order(item[0]))
        pairs = ((LABELS.get(name, name), in_words(one, name)) for name, one in items)
        return "; ".join(f"{label}: {words}" for label, words in pairs if words)
    if isinstance(value, list):
        return ", ".join(_row(one) for one in value)
    if isinstance(value, str):
        return _text(value, key)
    return "" if value is None else str(value)


def _order(name: str) -> tuple[int, int, str]:
    """As `LABELS` lists them, whatever order the database keeps; numbers in theirs."""
    known = list(LABELS)
    return (known.index(name) if name in known else len(known), len(name), name)


def _row(value: Any) -> str:
    if isinstance(value, list):
        return " – ".join(in_words(one) for one in value)
    return in_words(value, "item")


def _text(value: str, key: str) -> str:
    if key in KEYS:
        return str(WORDS.get(value, value))
    if key == "starts_at":
        moment = timezone.localtime(datetime.fromisoformat(value))
        return date_format(moment, "SHORT_DATETIME_FORMAT")
    return value
