"""Registering pairs: who plays, under which number, paid, present, gone and back.

The tournament's row is locked while pairs change, so that two desks take turns; what must never
happen (a number twice, a person in two live pairs) is kept by the database's own constraints.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, EntryPlayer, Player, Tournament
from tournaments.people import Person, identity
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.text import clean_text

MAX_NUMBER = 9999
PLAYERS = 2
NAME, SURNAME, TOWN, REASON, IDENTITY = 60, 80, 60, 300, 220


def register_pair(
    *,
    tournament: Tournament,
    author: User | None,
    players: Sequence[Person],
    number: int | None = None,
    town: str = "",
    paid: bool = False,
    present: bool = False,
) -> Entry:
    """Enter a pair; it gets the number after the highest unless one is given.

    A player without a town of his own takes the pair's. Raises Refused: 400 for what is badly
    written or a pair of fewer or more than two different people, 409 when the number is taken or
    somebody already plays in another pair.
    """
    people, town = _clean(players, town)
    try:
        with transaction.atomic():
            lock(tournament)
            number = _free_number(tournament, number)
            _refuse_taken(tournament, people)
            entry = Entry.objects.create(
                tournament=tournament, number=number, town=town, paid=paid, present=present
            )
            _seat(entry, people)
            note(tournament, author, "register_pair", entry, after=_as_json(entry))
            return entry
    except IntegrityError as error:
        raise _conflict(tournament, people, number) from error


def edit_pair(*, entry: Entry, author: User | None, players: Sequence[Person], town: str) -> Entry:
    """Write the pair's players and town anew. Raises Refused as `register_pair` does."""
    people, town = _clean(players, town)
    try:
        with transaction.atomic():
            entry = _locked(entry)
            before = _as_json(entry)
            if entry.live:
                _refuse_taken(entry.tournament, people, besides=entry)
            former = [seat.player_id for seat in entry.seats.all()]
            entry.seats.all().delete()
            entry.town = town
            entry.save(update_fields=["town"])
            _seat(entry, people)
            Player.objects.filter(id__in=former, seats__isnull=True).delete()
            entry = Entry.objects.prefetch_related("seats__player").get(pk=entry.pk)
            note(entry.tournament, author, "edit_pair", entry, before=before, after=_as_json(entry))
            return entry
    except IntegrityError as error:
        raise _conflict(entry.tournament, people, None, besides=entry) from error


@transaction.atomic
def set_paid(*, entry: Entry, author: User | None, paid: bool) -> Entry:
    """Note that the pair has paid, or has not. Saying it twice is saying it once."""
    return _set_flag(entry, author, "set_paid", "paid", paid)


@transaction.atomic
def set_present(*, entry: Entry, author: User | None, present: bool) -> Entry:
    """Note that the pair is in the hall, or is not. Saying it twice is saying it once."""
    return _set_flag(entry, author, "set_present", "present", present)


@transaction.atomic
def withdraw(*, entry: Entry, author: User | None, reason: str) -> Entry:
    """Take the pair out: it is not drawn any more and its players are free to enter again.

    Matches already drawn are left as they are (`scoring.services.withdrawals` gives them up).
    Raises Refused: 400 without a reason, 409 when it had already withdrawn.
    """
    reason = clean_text(reason, "reason", REASON, required=True, any_start=True)
    entry = _locked(entry)
    if not entry.live:
        raise Refused(
            "already_withdrawn",
            _("La pareja %(number)s ya está retirada."),
            status=409,
            number=entry.number,
        )
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.seats.update(live=False)
    note(
        entry.tournament, author, "withdraw", entry,
        before={"state": "entered"}, after={"state": "withdrawn"}, reason=reason,
    )  # fmt: skip
    return entry


def reinstate(*, entry: Entry, author: User | None) -> Entry:
    """Take a withdrawn pair back: it is drawn again from the next round on.

    Raises Refused (409) when it had not withdrawn or one of its players now plays elsewhere.
    """
    people = [_person_of(seat.player) for seat in entry.seats.select_related("player")]
    try:
        with transaction.atomic():
            entry = _locked(entry)
            if entry.live:
                raise Refused(
                    "not_withdrawn",
                    _("La pareja %(number)s no está retirada."),
                    status=409,
                    number=entry.number,
                )
            _refuse_taken(entry.tournament, people, besides=entry)
            entry.state = Entry.State.ENTERED
            entry.save(update_fields=["state"])
            entry.seats.update(live=True)
            note(
                entry.tournament, author, "reinstate", entry,
                before={"state": "withdrawn"}, after={"state": "entered"},
            )  # fmt: skip
            return entry
    except IntegrityError as error:
        raise _conflict(entry.tournament, people, None, besides=entry) from error


def lock(tournament: Tournament) -> None:
    """Make other desks wait until this transaction ends (SQLite serialises writers itself)."""
    Tournament.objects.select_for_update(no_key=True).only("pk").get(pk=tournament.pk)


# --- What was typed ---------------------------------------------------------------------------
def _clean(players: Sequence[Person], town: str) -> tuple[list[Person], str]:
    """The two people and the town, tidy; raises Refused (400)."""
    if len(players) != PLAYERS:
        raise Refused(
            "pair_of_two", _("Una pareja son dos personas: falta o sobra alguien."), field="players"
        )
    town = clean_text(town, "town", TOWN)
    people = [_clean_person(one, f"player_{n}", town) for n, one in enumerate(players, 1)]
    if identity(people[0]) == identity(people[1]):
        raise Refused(
            "same_person_twice",
            _(
                "%(name)s aparece dos veces en la misma pareja. Si son dos personas, añada a una "
                "el apodo o el pueblo."
            ),
            field="player_2",
            name=_full_name(people[0]),
        )
    return people, town


def _clean_person(someone: Person, field: str, town: str) -> Person:
    cleaned = Person(
        clean_text(someone.name, field, NAME, required=True),
        clean_text(someone.surname, field, SURNAME),
        clean_text(someone.town, field, TOWN) or town,
    )
    if len(identity(cleaned)) > IDENTITY:  # folding can lengthen: «ﷺ» is eighteen letters
        clean_text("x" * (NAME + 1), field, NAME)
    return cleaned


# --- What is already there --------------------------------------------------------------------
def _free_number(tournament: Tournament, wanted: int | None) -> int:
    if wanted is None:
        last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
        wanted = last + 1
    if not 1 <= wanted <= MAX_NUMBER:
        raise Refused(
            "number_out_of_range",
            _("El número de pareja va de 1 a %(limit)s."),
            field="number",
            limit=MAX_NUMBER,
        )
    if tournament.entries.filter(number=wanted).exists():
        raise _number_taken(wanted)
    return wanted


def _refuse_taken(
    tournament: Tournament, people: Sequence[Person], besides: Entry | None = None
) -> None:
    """Raise Refused (409) when one of these people plays in another live pair."""
    taken = EntryPlayer.objects.filter(
        live=True, player__tournament=tournament, player__identity__in=map(identity, people)
    )
    if besides is not None:
        taken = taken.exclude(entry=besides)
    seats = list(taken.select_related("player", "entry").order_by("entry__number", "position"))
    if not seats:
        return
    seat = seats[0]
    if [one.entry_id for one in seats] == [seat.entry_id] * PLAYERS:
        raise Refused(
            "pair_already_entered",
            _("Esta pareja ya está inscrita con el número %(number)s."),
            status=409,
            number=seat.entry.number,
        )
    keys = [identity(someone) for someone in people]
    raise Refused(
        "already_plays",
        _(
            "%(name)s ya juega en la pareja %(number)s (%(pair)s). Si es otra persona que se "
            "llama igual, añádale el apodo o el pueblo."
        ),
        field=f"player_{keys.index(seat.player.identity) + 1}",
        status=409,
        name=str(seat.player),
        number=seat.entry.number,
        pair=seat.entry.title,
    )


def _number_taken(number: int) -> Refused:
    return Refused(
        "number_taken",
        _("El número %(number)s ya es de otra pareja."),
        field="number",
        status=409,
        number=number,
    )


def _conflict(
    tournament: Tournament,
    people: Sequence[Person],
    number: int | None,
    besides: Entry | None = None,
) -> Refused:
    """The refusal behind a broken constraint: somebody else got there in the meantime."""
    try:
        _refuse_taken(tournament, people, besides)
    except Refused as refusal:
        return refusal
    if number is not None and tournament.entries.filter(number=number).exists():
        return _number_taken(number)
    return Refused(
        "conflict",
        _("Otra persona estaba cambiando lo mismo en ese momento: mire la lista y repítalo."),
        status=409,
    )


# --- Writing ----------------------------------------------------------------------------------
def _locked(entry: Entry) -> Entry:
    """The entry as it is now, with its tournament locked. Three queries."""
    lock(entry.tournament)
    return (
        Entry.objects.select_related("tournament")
        .prefetch_related("seats__player")
        .get(pk=entry.pk)
    )


def _seat(entry: Entry, people: Sequence[Person]) -> None:
    """Give each person a place in the pair; somebody known keeps his row."""
    for position, someone in enumerate(people):
        player, made = Player.objects.get_or_create(
            tournament=entry.tournament,
            identity=identity(someone),
            defaults={"name": someone.name, "surname": someone.surname, "town": someone.town},
        )
        if not made and _person_of(player) != someone:
            player.name, player.surname, player.town = someone.name, someone.surname, someone.town
            player.save(update_fields=["name", "surname", "town"])
        EntryPlayer.objects.create(entry=entry, player=player, position=position, live=entry.live)


def _set_flag(entry: Entry, author: User | None, act: str, flag: str, value: bool) -> Entry:
    entry = _locked(entry)
    if getattr(entry, flag) == value:
        return entry
    setattr(entry, flag, value)
    entry.save(update_fields=[flag])
    note(entry.tournament, author, act, entry, before={flag: not value}, after={flag: value})
    return entry


def _person_of(player: Player) -> Person:
    return Person(player.name, player.surname, player.town)


def _full_name(someone: Person) -> str:
    return f"{someone.name} {someone.surname}".strip()


def _as_json(entry: Entry) -> dict[str, Any]:
    """The pair as the audit line keeps it."""
    return {
        "number": entry.number,
        "players": [
            " ".join(filter(None, [str(seat.player), seat.player.town and f"({seat.player.town})"]))
            for seat in entry.seats.all()
        ],
        "town": entry.town,
        "paid": entry.paid,
        "present": entry.present,
    }
