"""Substitution of a person in an entry, which keeps its number and results."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, EntryPlayer, Player, Substitution
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.people.services.checks import clean_people, conflict, refuse_double_entry
from tournaments.people.services.rows import lock_entry, player_of
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.writer import display_name

REASON = 300  # letters


def substitute_player(
    *, entry: Entry, author: User | None, leaves: Player, comes: Person, reason: str
) -> Substitution:
    """Replace a person of the entry; a pair may replace only one of its two people, ever.

    A person who plays alone may be replaced; the substitute inherits everything. Raises Refused:
    400 without a reason, for a bad name or a person outside the entry; 409 when the entry has
    left, when none of its original people would stay, and when the substitute plays, or has
    played, in another entry.
    """
    reason = clean_text(reason, "reason", REASON, required=True, any_start=True)
    (comes,), _town = clean_people(1, [comes], entry.town)
    try:
        with transaction.atomic():
            entry = lock_entry(entry)
            seat = _seat_of(entry, leaves)
            before = entry.full_title_for(EVERYTHING)
            changed = list(entry.substitutions.values_list("leaves", "comes"))
            _refuse_all_new(entry, changed, seat)
            _refuse_elsewhere(entry, comes)
            seat.player = player_of(entry.tournament, comes)
            seat.save(update_fields=["player"])
            made = Substitution.objects.create(
                entry=entry,
                leaves=leaves,
                comes=seat.player,
                author=author,
                author_name=display_name(author) if author else "",
                reason=reason,
            )
            after = {
                "leaves": leaves.name_for(EVERYTHING),
                "comes": seat.player.name_for(EVERYTHING),
            }
            note(entry.tournament, author, "substitute_player", before, after=after, reason=reason)
            return made
    except IntegrityError as error:
        raise conflict(entry.tournament, [comes], None, exclude=entry) from error


def seated_at(entry: Entry, which: int) -> Player:
    """Return the person in seat `which` of the entry, from 1.

    Raises Refused (400) `no_such_place`.
    """
    seats = list(entry.seats.select_related("player"))
    if not 1 <= which <= len(seats):
        raise Refused(
            "no_such_place",
            _("El número %(number)s no tiene tantas personas."),
            field="leaves",
            number=entry.number,
        )
    return seats[which - 1].player


def original(player: int, changed: Iterable[tuple[int, int]]) -> int:
    """Return the original holder of a person's seat.

    `changed` has the substitutions of the entry in order: (who left, who came).

    >>> original(7, [(1, 5), (5, 7)]), original(1, [(1, 5), (5, 1)])
    (1, 1)
    """
    for leaves, comes in reversed(list(changed)):
        if comes == player:
            player = leaves
    return player


def _seat_of(entry: Entry, leaves: Player) -> EntryPlayer:
    if entry.gone:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s se ha retirado."), number=entry.number
        )
    seat = next((place for place in entry.seats.all() if place.player_id == leaves.pk), None)
    if seat is None:
        raise Refused(
            "not_in_entry",
            _("%(name)s no juega con el número %(number)s."),
            field="leaves",
            name=leaves.name_for(EVERYTHING),
            number=entry.number,
        )
    return seat


def _refuse_all_new(entry: Entry, changed: list[tuple[int, int]], seat: EntryPlayer) -> None:
    """Refuse an entry without any of its original people; teams and people alone may change."""
    size = entry.tournament.entry_size
    if entry.tournament.squad or size == 1:
        return
    replaced = {original(leaves, changed[:at]) for at, (leaves, _comes) in enumerate(changed)}
    if len(replaced | {original(seat.player_id, changed)}) >= size:
        raise Conflict(
            "never_both",
            _(
                "Ya se sustituyó a otra persona de esta inscripción: siempre tiene que seguir "
                "alguien de quienes empezaron."
            ),
            field="leaves",
        )


def _refuse_elsewhere(entry: Entry, comes: Person) -> None:
    """Refuse a substitute who plays, or has played, in another entry."""
    try:
        refuse_double_entry(entry.tournament, [comes])
    except Refused as refused:
        refused.field = "comes"
        raise
    known = Player.objects.filter(tournament=entry.tournament, identity=identity(comes)).first()
    if known is None:
        return
    drawn = EntryPlayer.objects.filter(player=known, entry__sides__isnull=False)
    served = Substitution.objects.filter(Q(leaves=known) | Q(comes=known)).exclude(entry=entry)
    others = [
        *drawn.exclude(entry=entry).values_list("entry__number", flat=True),
        *(one.number for one in _played_with(known, served)),
    ]
    if others:
        raise Conflict(
            "has_played",
            _("%(name)s ya ha jugado con el número %(number)s en este torneo."),
            field="comes",
            name=known.name_for(EVERYTHING),
            number=others[0],
        )


def _played_with(player: Player, served: Iterable[Substitution]) -> list[Entry]:
    """Return the entries that this person left after playing in them."""
    played: list[Entry] = []
    for entry in {one.entry_id: one.entry for one in served}.values():
        since: datetime | None = None
        for one in entry.substitutions.order_by("at", "id"):
            if one.comes_id == player.pk:
                since = one.at
            elif one.leaves_id == player.pk and scoring_port().wrote_between(entry, since, one.at):
                played.append(entry)
    return played
