"""Substitution of a person in an entry, which keeps its number and results."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import (
    Entry,
    EntryPlayer,
    LineUp,
    Match,
    MatchSide,
    Player,
    Round,
    Substitution,
    Tournament,
)
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.people.services.checks import clean_people, conflict_refusal, refuse_double_entry
from tournaments.people.services.rows import delete_unused_people, lock, lock_entry, player_of
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.writer import display_name

REASON_LENGTH = 300


def substitute_player(
    *, entry: Entry, author: User | None, leaves: Player, comes: Person, reason: str
) -> Substitution:
    """Replace a person of the entry; a pair may replace only one of its two people, ever.

    A person who plays alone may be replaced; the substitute inherits everything. Raises Refused:
    400 without a reason, for a bad name or a person outside the entry; 409 when the entry has
    left, when none of its original people would stay, and when the substitute plays, or has
    played, in another entry.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    (comes,), _town = clean_people(1, [comes], entry.town)
    try:
        with transaction.atomic():
            entry = lock_entry(entry)
            seat = _seat_of(entry, leaves)
            before = entry.full_title_for(EVERYTHING)
            changed = list(_permanent(entry).values_list("leaves", "comes"))
            _refuse_all_new(entry, changed, seat)
            _refuse_elsewhere(entry, comes)
            seat.player = player_of(entry.tournament, comes)
            seat.save(update_fields=["player"])
            substitution = Substitution.objects.create(
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
            return substitution
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, [comes], None, exclude=entry) from error


def _permanent(entry: Entry) -> QuerySet[Substitution]:
    """Return the substitutions of the entry that are not for one round."""
    return entry.substitutions.filter(round=None)


# --- One round ------------------------------------------------------------------------------------
# A substitute for one round plays in its match, and has no seat in the entry.
MARK = _("suplente")


@transaction.atomic
def substitute_for_round(
    *, entry: Entry, round: Round, author: User | None, leaves: Player, comes: Person, reason: str
) -> Substitution | None:
    """Replace a person of the entry in the match of one round; the next round has no substitute.

    A second call for the same person changes the substitute; with the person's own name it removes
    the substitute and returns None. Raises Refused: 400 without a reason, `not_in_entry`,
    `has_squad` for a team with line-ups, `not_in_draw`; 409 `already_withdrawn`,
    `round_unpublished`, `match_finished`, `never_both`, `name_of_another`, and when the substitute
    plays in a live entry or for another entry on that date.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    entry = lock_entry(entry)
    tournament = entry.tournament
    seat = _seat_of(entry, leaves)
    (comes,), _town = clean_people(1, [_known_person(entry, comes)], entry.town)
    if tournament.squad:
        sentence = _("En un equipo con plantilla, cambie la alineación de la jornada.")
        raise Refused("has_squad", sentence, field="round")
    side = _side_to_change(entry, round)
    others = entry.substitutions.filter(round=round).exclude(leaves=leaves)
    own = entry.substitutions.filter(round=round, leaves=leaves)
    substitution = None
    if identity(comes) == leaves.identity:
        own.delete()
    else:
        if tournament.entry_size > 1 and others.count() + 1 >= tournament.entry_size:
            raise Conflict(
                "never_both",
                _("Esa jornada ya tiene otro suplente: tiene que jugar alguien de la inscripción."),
                field="leaves",
            )
        _refuse_busy(entry, round, comes)
        own.delete()
        substitution = Substitution.objects.create(
            entry=entry,
            round=round,
            leaves=seat.player,
            comes=player_of(tournament, comes),
            author=author,
            author_name=display_name(author) if author else "",
            reason=reason,
        )
    _name_people(entry, side, list(entry.substitutions.filter(round=round)))
    subject = f"{round}: {entry.full_title_for(EVERYTHING)}"
    after = {"leaves": leaves.name_for(EVERYTHING), "comes": comes.full_name}
    note(tournament, author, "substitute_for_round", subject, after=after, reason=reason)
    return substitution


def _known_person(entry: Entry, typed: Person) -> Person:
    """Return the reserve or the person of the entry with that name; `typed` if there is none.

    A name typed with a town is returned unchanged.

    Raises Refused 409 `name_of_another` if a person of another live entry has that name.
    """
    if typed.town:
        return typed
    name = _name_of(identity(typed))
    own = [seat.player for seat in entry.seats.all()]
    for player in [*own, *entry.tournament.players.filter(reserve=True)]:
        if _name_of(player.identity) == name:
            return player.person
    refuse_name_of_another(entry.tournament, typed, "comes", exclude=entry)
    return typed


def _name_of(key: str) -> str:
    """Return the name in the identity of a person, without the town."""
    return key.partition("|")[0]


def refuse_name_of_another(
    tournament: Tournament, typed: Person, field: str, exclude: Entry | None = None
) -> None:
    """Raise Refused 409 `name_of_another` if `typed` has no town and a live entry has the name."""
    name = _name_of(identity(typed))
    seats = EntryPlayer.objects.filter(live=True, entry__tournament=tournament)
    if exclude is not None:
        seats = seats.exclude(entry=exclude)
    for seat in seats.select_related("player", "entry"):
        if not typed.town and _name_of(seat.player.identity) == name:
            raise Conflict(
                "name_of_another",
                _(
                    "%(name)s ya juega con el número %(number)s. Si es otra persona, escriba su "
                    "pueblo: «%(name)s (Calamocha)»."
                ),
                field=field,
                name=typed.full_name,
                number=seat.entry.number,
            )


def _side_to_change(entry: Entry, round: Round) -> MatchSide:
    """Return the side of the entry in an unfinished match of the round; else raise Refused."""
    if round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))
    sides = round.sides.filter(entry=entry, guest=False).exclude(match__state=Match.State.BYE)
    side = sides.select_related("match").first()
    if side is None:
        raise Refused(
            "not_in_draw",
            _("El número %(number)s no juega en esa ronda."),
            field="round",
            number=entry.number,
        )
    if side.match.state == Match.State.FINISHED:
        raise Conflict(
            "match_finished",
            _("Ese encuentro ya ha terminado: un suplente se pone antes de acabar."),
            field="round",
        )
    return side


def _refuse_busy(entry: Entry, round: Round, comes: Person) -> None:
    """Raise Refused 409 for a person of a live entry, or a substitute elsewhere on that date."""
    try:
        refuse_double_entry(entry.tournament, [comes])
    except Refused as refused:
        refused.field = "comes"
        raise
    same_date = Q(round=round)
    if round.scheduled_at is not None:
        same_date |= Q(round__scheduled_at=round.scheduled_at)
    busy = Substitution.objects.filter(
        same_date, entry__tournament=entry.tournament, comes__identity=identity(comes)
    ).exclude(entry=entry)
    clash = busy.exclude(entry__state__in=Entry.GONE).select_related("entry").first()
    if clash is not None:
        raise Conflict(
            "substitutes_elsewhere",
            _("%(name)s ya es suplente del número %(number)s en esa jornada."),
            field="comes",
            name=comes.full_name,
            number=clash.entry.number,
        )


def _name_people(entry: Entry, side: MatchSide, changes: Sequence[Substitution]) -> None:
    """Set the line-up and the names of the side; clear both if nobody is replaced."""
    comes = {change.leaves_id: change.comes for change in changes}
    side.lined_up.all().delete()
    side.names = ""
    if comes:
        seats = list(entry.seats.select_related("player").order_by("position"))
        people = [comes.get(seat.player_id, seat.player) for seat in seats]
        LineUp.objects.bulk_create(
            LineUp(side=side, player=player, position=position)
            for position, player in enumerate(people, 1)
        )
        side.names = " · ".join(
            f"{comes[seat.player_id].full_name} ({MARK})"
            if seat.player_id in comes
            else seat.player.full_name
            for seat in seats
        )[:REASON_LENGTH]
    side.save(update_fields=["names"])


# --- Reserves -------------------------------------------------------------------------------------
@transaction.atomic
def add_reserve(*, tournament: Tournament, author: User | None, person: Person) -> Player:
    """Add a person to the reserves of the season.

    Raises Refused: 400 for a bad name, 409 for a person of a live entry.
    """
    (person,), _town = clean_people(1, [person], "")
    lock(tournament)
    refuse_name_of_another(tournament, person, "person")
    refuse_double_entry(tournament, [person], field="person")
    player = player_of(tournament, person)
    if not player.reserve:
        player.reserve = True
        player.save(update_fields=["reserve"])
        note(tournament, author, "add_reserve", player.name_for(EVERYTHING))
    return player


@transaction.atomic
def remove_reserve(*, player: Player, author: User | None) -> None:
    """Remove a person from the reserves; earlier substitutions stay."""
    lock(player.tournament)
    name = player.name_for(EVERYTHING)
    Player.objects.filter(pk=player.pk).update(reserve=False)
    note(player.tournament, author, "remove_reserve", name)
    delete_unused_people([player.pk])


# --- Seats ----------------------------------------------------------------------------------------
def person_in_seat(entry: Entry, place: int) -> Player:
    """Return the person in seat `place` of the entry, from 1.

    Raises Refused (400) `no_such_place`.
    """
    seats = list(entry.seats.select_related("player"))
    if not 1 <= place <= len(seats):
        raise Refused(
            "no_such_place",
            _("El número %(number)s no tiene tantas personas."),
            field="leaves",
            number=entry.number,
        )
    return seats[place - 1].player


def original_holder(player: int, changed: Iterable[tuple[int, int]]) -> int:
    """Return the original holder of a person's seat.

    `changed` has the substitutions of the entry in order: (who left, who came).

    >>> original_holder(7, [(1, 5), (5, 7)]), original_holder(1, [(1, 5), (5, 1)])
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
    """Raise Refused 409 if no original person would stay in a pair or a trio."""
    size = entry.tournament.entry_size
    if entry.tournament.squad or size == 1:
        return
    replaced = {
        original_holder(leaves, changed[:at]) for at, (leaves, _comes) in enumerate(changed)
    }
    if len(replaced | {original_holder(seat.player_id, changed)}) >= size:
        raise Conflict(
            "never_both",
            _(
                "Ya se sustituyó a otra persona de esta inscripción: siempre tiene que seguir "
                "alguno de los que empezaron."
            ),
            field="leaves",
        )


def _refuse_elsewhere(entry: Entry, comes: Person) -> None:
    """Raise Refused 409 for a substitute who plays, or has played, in another entry."""
    try:
        refuse_double_entry(entry.tournament, [comes])
    except Refused as refused:
        refused.field = "comes"
        raise
    known = Player.objects.filter(tournament=entry.tournament, identity=identity(comes)).first()
    if known is None:
        return
    drawn = EntryPlayer.objects.filter(player=known, entry__sides__isnull=False)
    served = (
        Substitution.objects.filter(round=None)
        .filter(Q(leaves=known) | Q(comes=known))
        .exclude(entry=entry)
    )
    others = [
        *drawn.exclude(entry=entry).values_list("entry__number", flat=True),
        *(entry.number for entry in _played_with(known, served)),
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
    """Return the entries that this person left after playing in them, among those of `served`."""
    played: list[Entry] = []
    for entry in {substitution.entry_id: substitution.entry for substitution in served}.values():
        since: datetime | None = None
        for substitution in _permanent(entry).order_by("at", "id"):
            if substitution.comes_id == player.pk:
                since = substitution.at
            elif substitution.leaves_id == player.pk and scoring_port().wrote_between(
                entry, since, substitution.at
            ):
                played.append(entry)
    return played
