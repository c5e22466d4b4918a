"""The state of a request in words, for the holder of its code."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, EntryRequest
from tournaments.words import Text

State = EntryRequest.State
# The text of a request without an entry, by the state of the request.
STATES: dict[str, Text] = {
    State.SENT: _("Recibida. La organización la está mirando."),
    State.REFUSED: _("Rechazada."),
    State.WITHDRAWN: _("Retirada."),
}
# The text of an accepted request, by the state of its entry.
ENTRIES: dict[str, Text] = {
    Entry.State.ENTERED: _("Aceptada: %(entry)s."),
    Entry.State.WAITING: _("En lista de espera, n.º %(place)s. Su número es el %(number)s."),
    Entry.State.SINGLE: _("Aceptada, con el número %(number)s. Todavía busca pareja."),
}
GONE_ENTRY = _("El número %(number)s ya no juega.")
MISSING_NAMES = _(
    "Recibida, sin todos los nombres. Comparta el enlace de esta página para que los escriban."
)


def state_in_words(request: EntryRequest, place: int) -> str:
    """Return the state of a request as text.

    `place` is the position of its entry in the waiting list; 0 for any other request.
    """
    entry = request.entry
    if request.state == State.SENT and request.awaits_partner:
        return str(MISSING_NAMES)
    if entry is None:
        return str(STATES[request.state])
    params: dict[str, Any] = {
        "number": entry.number,
        "place": place,
        "entry": request.tournament.unit.label(entry.number),
    }
    return str(ENTRIES.get(entry.state, GONE_ENTRY)) % params
