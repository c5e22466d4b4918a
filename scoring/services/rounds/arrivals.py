"""Late arrivals: whoever comes while others rest plays with them at once, where the format lets."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.selectors.rounds.resting import may_arrive
from scoring.selectors.standings import stage_situation
from tournaments.formats.arrivals import Room, company
from tournaments.formats.core import INTO_BYE, NEXT_ROUND, Situation
from tournaments.models import Entry, Match, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.pairing.draw import shuffled
from tournaments.refusal import Conflict
from tournaments.selectors.rounds import latest_round, round_matches
from tournaments.selectors.stages import stage_of
from tournaments.selectors.wishes import wishes_of
from tournaments.services.draws import drafts
from tournaments.services.entries.registering import set_present
from tournaments.services.tables import call_waiting, lock_tournament


@transaction.atomic
def place_late_entry(*, entry: Entry, author: User | None) -> Match:
    """Seat an entry that has come late with those who rest in the round in play, by lot.

    The lot: `shuffled` of the numbers that rest with the round's seed and the label «late N»; at a
    table of more, as many as it takes. Raises Refused 409 when the entry is not in play or is in
    the round already, nobody rests, or the format does not allow it.
    """
    stage = stage_of(entry)
    lock_tournament(stage.tournament)
    round = latest_round(stage)
    entry.refresh_from_db(fields=["state"])
    _refuse_away(entry)
    situation = stage_situation(stage, EVERY_ROUND)
    round, rooms = _with_room(stage, situation, round, entry)
    numbers = [number for room in rooms for number in room.resting]
    order = shuffled(numbers, round.seed, f"late {entry.number}")
    beside = company(rooms, entry.number, order, wishes_of(stage, round.number).forbidden)
    if not beside:
        raise Conflict(
            "only_forbidden",
            _("El número %(number)s no puede cruzarse con nadie de quienes descansan."),
            number=entry.number,
        )
    byes = {
        match.everybody[0].number: match
        for match in round_matches(round).filter(state=Match.State.BYE)
    }
    match = drafts.seat_late_entry(
        byes=[byes[number] for number in beside], entry=entry, author=author
    )
    _note_present(stage, entry, author)
    call_waiting(tournament=stage.tournament, author=author)
    match.refresh_from_db()
    return match


def _note_present(stage: Stage, entry: Entry, author: User | None) -> None:
    """Mark the entry as present, in a hall that does so: it is at a table now."""
    if stage.tournament.entries.filter(present=True).exists():
        set_present(entry=entry, author=author, present=True)


def _with_room(
    stage: Stage, situation: Situation, round: Round | None, entry: Entry
) -> tuple[Round, Sequence[Room]]:
    """The round in play and its rooms; Refused 409 where there is none for this entry."""
    how = stage.system.late(situation, stage.format_rules())
    published = round is not None and round.state == Round.State.PUBLISHED
    if round is not None and published:
        _refuse_seated(round, stage, situation, entry)
        if rooms := stage.system.room(situation, stage.format_rules()):
            return round, rooms
    if how == NEXT_ROUND or round is None:
        raise Conflict("drawn_later", _("Entrará en el próximo sorteo: no hace falta nada más."))
    if how == INTO_BYE and published:
        raise Conflict("nobody_exempt", _("Ya no descansa nadie."))
    raise Conflict(
        "too_late", _("Solo se puede entrar mientras se juega la primera ronda del cuadro.")
    )


def _refuse_away(entry: Entry) -> None:
    if entry.gone:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s se ha retirado."), number=entry.number
        )
    if not entry.live:
        raise Conflict(
            "no_place_yet",
            _("El número %(number)s todavía no tiene plaza: espera una, o busca pareja."),
            number=entry.number,
        )


def _refuse_seated(round: Round, stage: Stage, situation: Situation, entry: Entry) -> None:
    if round.sides.filter(entry=entry).exists():
        raise Conflict(
            "already_in_draw", _("El número %(number)s ya está en esta ronda."), number=entry.number
        )
    if not may_arrive(stage, situation, entry.number):
        raise Conflict(
            "already_out", _("El número %(number)s ya ha perdido su sitio."), number=entry.number
        )
