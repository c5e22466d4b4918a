"""The list of entries for the desk, with boxes to tick by hand."""

from django.utils.translation import gettext as _

from scoring.prints.ask import Ask, Chunk, header
from tournaments.models import Tournament
from tournaments.selectors.joined import seats


def entry_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Every entry by number."""
    entries = tournament.entries.prefetch_related(seats()).order_by("number")
    rows = [
        {
            "number": entry.number,
            "names": [*filter(None, [entry.name]), *(str(one.player) for one in entry.seats.all())],
            "town": entry.town,
            "paid": entry.paid,
            "present": entry.present,
            "left": "" if entry.live else entry.get_state_display(),
        }
        for entry in entries
    ]
    return [Chunk({**header(tournament, _("Inscripciones")), "entries": rows})]
