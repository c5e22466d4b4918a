"""From the waiting list to the tournament."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.selectors.places import has_begun, is_full
from tournaments.services.audit import note
from tournaments.services.entries.rows import locked
from tournaments.services.entries.stages import stage_to_enter


@transaction.atomic
def promote(*, entry: Entry, author: User | None) -> Entry:
    """Give a place to somebody of the waiting list, usually that of a no-show.

    Raises Refused 409: `not_waiting`; `no_places`, also once the first round was published.
    """
    entry = locked(entry)
    if entry.state != Entry.State.WAITING:
        raise Conflict(
            "not_waiting",
            _("El número %(number)s no está en la lista de espera."),
            number=entry.number,
        )
    if is_full(entry.tournament, stage_to_enter(entry.tournament, entry.enters)):
        raise _no_places(begun=has_begun(entry.tournament))
    before, entry.state = {"state": entry.state}, Entry.State.ENTERED
    entry.save(update_fields=["state"])
    after = {"state": entry.state}
    note(entry.tournament, author, "promote", entry, before=before, after=after)
    scoring_port().welcome(entry.tournament, author)
    return entry


def _no_places(*, begun: bool) -> Refused:
    sentence = (
        _(
            "No queda ninguna plaza: con la primera ronda publicada nadie sustituye a quien se "
            "va. Si cabe alguien más, suba las plazas en «Ajustes»."
        )
        if begun
        else _("No queda ninguna plaza: antes tiene que dejarla alguien.")
    )
    return Conflict("no_places", sentence)
