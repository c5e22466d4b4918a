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
NAMES_LENGTH = 300  # of `MatchSide.names`


def substitute_player(
    *, entry: Entry, author: User | None, leaves: Player, comes: Person, reason: str
) -> Substitution:
    """Replace a person of the entry in all later rounds.

    One of the original people of a pair or a trio must always stay. A person who plays alone may be
    replaced; the substitute inherits everything. Raises Refused: 400 without a reason, for a bad
    name or a person outside the entry; 409 if the entry has left, if none of its original people
    would stay, and if the substitute plays, or has played, in another entry.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    (comes,), _town = clean_people(1, [comes], entry.town)
    try:
        with transaction.atomic():
            entry = lock_entry(entry)
            seat = _seat_of(entry, leaves)
            subject = entry.full_title_for(EVERYTHING)
            earlier_pairs = list(_permanent_substitutions(entry).values_list("leaves", "comes"))
            _refuse_only_new_people(entry, earlier_pairs, seat)
            _refuse_player_of_another_entry(entry, comes)
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
            note(entry.tournament, author, "substitute_player", subject, after=after, reason=reason)
            return substitution
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, [comes], None, exclude=entry) from error


def _permanent_substitutions(entry: Entry) -> QuerySet[Substitution]:
    """Return the substitutions of the entry that are not for one round."""
    return entry.substitutions.filter(round=None)


# --- One round ------------------------------------------------------------------------------------
# A substitute for one round plays in its match, and has no seat in the entry.
MARK = _("suplente")


@transaction.atomic
def substitute_for_round(
    *, entry: Entry, round: Round, author: User | None, leaves: Player, comes: Person, reason: str
) -> Substitution | None:
    """Replace a person of the entry in the match of one round.

    A second call for the same person changes the substitute. If the substitute is that person, the
    call removes the earlier substitute and returns None. Raises Refused: 400 without a reason,
    `not_in_entry`, `has_squad` for a team with line-ups, `not_in_draw`; 409 `already_withdrawn`,
    `round_unpublished`, `match_finished`, `never_both`, `name_of_another`, and if the substitute
    plays in a live entry, or for another entry on that date.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    entry = lock_entry(entry)
    tournament = entry.tournament
    seat = _seat_of(entry, leaves)
    (comes,), _town = clean_people(1, [_matching_person(entry, comes)], entry.town)
    if tournament.squad:
        sentence = _("En un equipo con plantilla, cambie la alineación de la jornada.")
        raise Refused("has_squad", sentence, field="round")
    side = _side_to_change(entry, round)
    other_substitutions = entry.substitutions.filter(round=round).exclude(leaves=leaves)
    earlier_substitution = entry.substitutions.filter(round=round, leaves=leaves)
    substitution = None
    if identity(comes) == leaves.identity:
        earlier_substitution.delete()
    else:
        if tournament.entry_size > 1 and other_substitutions.count() + 1 >= tournament.entry_size:
            raise Conflict(
                "never_both",
                _("Esa jornada ya tiene otro suplente: tiene que jugar alguien de la inscripción."),
                field="leaves",
            )
        _refuse_busy_substitute(entry, round, comes)
        earlier_substitution.delete()
        substitution = Substitution.objects.create(
            entry=entry,
            round=round,
            leaves=seat.player,
            comes=player_of(tournament, comes),
            author=author,
            author_name=display_name(author) if author else "",
            reason=reason,
        )
    _set_line_up(entry, side, list(entry.substitutions.filter(round=round)))
    subject = f"{round}: {entry.full_title_for(EVERYTHING)}"
    after = {"leaves": leaves.name_for(EVERYTHING), "comes": comes.full_name}
    note(tournament, author, "substitute_for_round", subject, after=after, reason=reason)
    return substitution


def _matching_person(entry: Entry, person: Person) -> Person:
    """Return the person of the entry, or else the reserve, with the name of `person`.

    Returns `person` if nobody has that name, or if `person` has a town. Raises Refused 409
    `name_of_another` if somebody of another live entry has that name.
    """
    if person.town:
        return person
    name = _name_of(identity(person))
    players = [seat.player for seat in entry.seats.all()]
    for player in [*players, *entry.tournament.players.filter(reserve=True)]:
        if _name_of(player.identity) == name:
            return player.person
    refuse_name_of_another(entry.tournament, person, "comes", exclude=entry)
    return person


def _name_of(key: str) -> str:
    """Return the name in the identity of a person, without the town."""
    return key.partition("|")[0]


def refuse_name_of_another(
    tournament: Tournament, person: Person, field: str, exclude: Entry | None = None
) -> None:
    """Raise Refused 409 `name_of_another` if somebody of another live entry has this name.

    A `person` with a town is never refused.
    """
    name = _name_of(identity(person))
    seats = EntryPlayer.objects.filter(live=True, entry__tournament=tournament)
    if exclude is not None:
        seats = seats.exclude(entry=exclude)
    for seat in seats.select_related("player", "entry"):
        if not person.town and _name_of(seat.player.identity) == name:
            raise Conflict(
                "name_of_another",
                _(
                    "%(name)s ya juega con el número %(number)s. Si es otra persona, escriba su "
                    "pueblo: «%(name)s (Calamocha)»."
                ),
                field=field,
                name=person.full_name,
                number=seat.entry.number,
            )


def _side_to_change(entry: Entry, round: Round) -> MatchSide:
    """Return the side of the entry in the round. Raises Refused if it cannot change any more."""
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


def _refuse_busy_substitute(entry: Entry, round: Round, comes: Person) -> None:
    """Raise Refused 409 for a person who plays in a live entry, or for another one on that date."""
    try:
        refuse_double_entry(entry.tournament, [comes])
    except Refused as refusal:
        refusal.field = "comes"
        raise
    same_date = Q(round=round)
    if round.scheduled_at is not None:
        same_date |= Q(round__scheduled_at=round.scheduled_at)
    substitutions = Substitution.objects.filter(
        same_date, entry__tournament=entry.tournament, comes__identity=identity(comes)
    ).exclude(entry=entry)
    clash = substitutions.exclude(entry__state__in=Entry.GONE).select_related("entry").first()
    if clash is not None:
        raise Conflict(
            "substitutes_elsewhere",
            _("%(name)s ya es suplente del número %(number)s en esa jornada."),
            field="comes",
            name=comes.full_name,
            number=clash.entry.number,
        )


def _set_line_up(entry: Entry, side: MatchSide, substitutions: Sequence[Substitution]) -> None:
    """Set the line-up and the names of the side; clear both if there are no substitutions."""
    substitutes = {substitution.leaves_id: substitution.comes for substitution in substitutions}
    side.lined_up.all().delete()
    side.names = ""
    if substitutes:
        seats = list(entry.seats.select_related("player").order_by("position"))
        people = [substitutes.get(seat.player_id, seat.player) for seat in seats]
        LineUp.objects.bulk_create(
            LineUp(side=side, player=player, position=position)
            for position, player in enumerate(people, 1)
        )
        side.names = " · ".join(
            f"{substitutes[seat.player_id].full_name} ({MARK})"
            if seat.player_id in substitutes
            else seat.player.full_name
            for seat in seats
        )[:NAMES_LENGTH]
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
    """Return the person in a seat of the entry; the first `place` is 1.

    Raises Refused 400 `no_such_place`.
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


def original_holder(player: int, pairs: Iterable[tuple[int, int]]) -> int:
    """Return the player who had the seat of `player` at the start.

    `pairs` has the substitutions of the entry in order: (who left, who came).

    >>> original_holder(7, [(1, 5), (5, 7)]), original_holder(1, [(1, 5), (5, 1)])
    (1, 1)
    """
    for leaves, comes in reversed(list(pairs)):
        if comes == player:
            player = leaves
    return player


def _seat_of(entry: Entry, leaves: Player) -> EntryPlayer:
    if entry.gone:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s se ha retirado."), number=entry.number
        )
    seat = next((seat for seat in entry.seats.all() if seat.player_id == leaves.pk), None)
    if seat is None:
        raise Refused(
            "not_in_entry",
            _("%(name)s no juega con el número %(number)s."),
            field="leaves",
            name=leaves.name_for(EVERYTHING),
            number=entry.number,
        )
    return seat


def _refuse_only_new_people(
    entry: Entry, earlier_pairs: list[tuple[int, int]], seat: EntryPlayer
) -> None:
    """Raise Refused 409 if no original person of a pair or a trio would stay."""
    size = entry.tournament.entry_size
    if entry.tournament.squad or size == 1:
        return
    replaced_people = {
        original_holder(leaves, earlier_pairs[:at])
        for at, (leaves, _comes) in enumerate(earlier_pairs)
    }
    if len(replaced_people | {original_holder(seat.player_id, earlier_pairs)}) >= size:
        raise Conflict(
            "never_both",
            _(
                "Ya se sustituyó a otra persona de esta inscripción: siempre tiene que seguir "
                "alguno de los que empezaron."
            ),
            field="leaves",
        )


def _refuse_player_of_another_entry(entry: Entry, comes: Person) -> None:
    """Raise Refused 409 if the substitute plays, or has played, in another entry."""
    try:
        refuse_double_entry(entry.tournament, [comes])
    except Refused as refusal:
        refusal.field = "comes"
        raise
    player = Player.objects.filter(tournament=entry.tournament, identity=identity(comes)).first()
    if player is None:
        return
    drawn_seats = EntryPlayer.objects.filter(player=player, entry__sides__isnull=False)
    substitutions = (
        Substitution.objects.filter(round=None)
        .filter(Q(leaves=player) | Q(comes=player))
        .exclude(entry=entry)
    )
    entry_numbers = [
        *drawn_seats.exclude(entry=entry).values_list("entry__number", flat=True),
        *(entry.number for entry in _entries_played_in(player, substitutions)),
    ]
    if entry_numbers:
        raise Conflict(
            "has_played",
            _("%(name)s ya ha jugado con el número %(number)s en este torneo."),
            field="comes",
            name=player.name_for(EVERYTHING),
            number=entry_numbers[0],
        )


def _entries_played_in(player: Player, substitutions: Iterable[Substitution]) -> list[Entry]:
    """Return the entries of `substitutions` in which the player played before leaving them."""
    entries: list[Entry] = []
    for entry in {
        substitution.entry_id: substitution.entry for substitution in substitutions
    }.values():
        came_at: datetime | None = None
        for substitution in _permanent_substitutions(entry).order_by("at", "id"):
            if substitution.comes_id == player.pk:
                came_at = substitution.at
            elif substitution.leaves_id == player.pk and scoring_port().wrote_between(
                entry, came_at, substitution.at
            ):
                entries.append(entry)
    return entries
