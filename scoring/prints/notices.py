"""Short sheets: the calendar, the list closed for a draw, the entries, the QR of the tournament."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.actas import qr_svg
from scoring.prints.ask import Ask, Chunk, header
from scoring.prints.people import in_order
from scoring.public.calendar import calendar_page
from tournaments.models import DrawCommitment, Round, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.public_address import refuse_only_here
from tournaments.refusal import Conflict
from tournaments.selectors.commitments import open_commitment, promised_serial
from tournaments.selectors.joined import seats


def calendar_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """All the rounds of the stage, those to come too."""
    page = calendar_page(tournament, EVERY_ROUND, ahead=True, page=None)
    return [Chunk({**header(tournament, _("Calendario")), **page})]


def refuse_without_calendar(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where the rounds to come are not known, or before the first is
    published."""
    if not tournament.stage.has_calendar:
        raise Conflict("no_calendar", _("Solo hay calendario donde juegan todos contra todos."))
    if not tournament.stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        raise Conflict(
            "round_not_published",
            _("Publique antes la primera ronda: quien ve la hoja ve el sorteo."),
        )


GROUP = 8  # digits of the commitment together, so that two people can compare it aloud


def closed_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The text as it was closed, line by line, and its commitment; never the secret."""
    found = closed_now(tournament, ask)
    title = _("Lista para el sorteo de la ronda %(round)s") % {"round": promised_serial(found)}
    digits = found.digest
    context = {
        **header(tournament, title),
        "lines": found.text.splitlines(),
        "groups": [digits[at : at + GROUP] for at in range(0, len(digits), GROUP)],
        "made_at": found.made_at,
        "by": found.author_name,
        "address": f"{ask.base_url}/t/{tournament.slug}/sorteo/" if ask.base_url else "",
    }
    return [Chunk(context)]


def closed_now(tournament: Tournament, ask: Ask) -> DrawCommitment:
    """The list that waits for its word. Raises Refused 409 when none does."""
    found = open_commitment(tournament.stage)
    if found is None:
        raise Conflict(
            "no_commitment",
            gettext_lazy("No hay ninguna lista cerrada: ciérrela en Rondas y podrá imprimirla."),
        )
    return found


def entry_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Everybody with a box for what is paid and for who is here."""
    entries = in_order(tournament.entries.prefetch_related(seats()).order_by("number"), ask)
    rows = [
        {
            "number": entry.number,
            "names": [
                *filter(None, [entry.name]),
                *(str(seat.player) for seat in entry.seats.all()),
            ],
            "town": entry.town,
            "paid": entry.paid,
            "present": entry.present,
            "left": "" if entry.live else entry.get_state_display(),
        }
        for entry in entries
    ]
    return [Chunk({**header(tournament, _("Inscripciones")), "entries": rows})]


def poster(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """One page with the QR of the tournament. Raises Refused 409 where no phone can open it."""
    refuse_unreachable(tournament, ask)
    url = ask.base_url + reverse("tournament", args=[tournament.slug])
    context = header(tournament, _("Síganos en el teléfono"))
    return [Chunk({**context, "qr": qr_svg(url), "address": f"{ask.base_url}/"})]


def refuse_unreachable(tournament: Tournament, ask: Ask) -> None:
    refuse_only_here(ask.base_url)
