"""Pairs of people who entered alone: made by hand or drawn, and separated again."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, EntryPlayer, EntryRequest, Tournament
from tournaments.money.services.moves import move_account, split_account, update_paid
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.pairing.singles import METHODS
from tournaments.people.services.checks import (
    clean_partner,
    conflict_refusal,
    refuse_double_entry,
    stage_to_enter,
)
from tournaments.people.services.marks import advance_waiting_list
from tournaments.people.services.rows import (
    entry_as_json,
    entry_with_people,
    lock,
    lock_entry,
    player_of,
)
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.selectors.places import places_left, singles

SEED_LENGTH = 60
HAND_METHOD = "hand"


@transaction.atomic
def pair_by_hand(*, first: Entry, second: Entry, author: User | None) -> Entry:
    """Make a pair of two singles; the pair keeps the number of the `first`.

    Raises Refused: 400 for the same entry twice, 409 if one of them is no longer single.
    """
    if first.pk == second.pk:
        raise _same_twice("second")
    lock(first.tournament)
    first_single, second_single = _current_single(first, "first"), _current_single(second, "second")
    after = {"method": HAND_METHOD, "couples": [[first_single.number, second_single.number]]}
    pair = _merge(first_single, second_single)
    note(pair.tournament, author, "pair_singles", pair, after=after)
    scoring_port().welcome(pair.tournament, author)
    advance_waiting_list(pair.tournament)  # `second` may have left a place in another stage
    return pair


def give_partner(*, entry: Entry, partner: Person, author: User | None) -> Entry:
    """Give a single a partner, who is a new person or another single; the entry keeps its number.

    Raises Refused: 400 for a bad name, 409 if the entry is not single or the partner plays in
    another entry.
    """
    try:
        with transaction.atomic():
            return _add_partner(lock_entry(entry), partner, author)
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, [partner], None, exclude=entry) from error


def _add_partner(entry: Entry, partner: Person, author: User | None) -> Entry:
    tournament = entry.tournament
    entry = _current_single(entry, "partner")
    partner = clean_partner(partner, entry.town)
    if identity(partner) == entry.seats.all()[0].player.identity:
        raise _same_twice("partner")
    single_seats = EntryPlayer.objects.filter(
        live=True,
        entry__tournament=tournament,
        entry__state=Entry.State.SINGLE,
        player__identity=identity(partner),
    )
    if partner_seat := single_seats.exclude(entry=entry).select_related("entry").first():
        return pair_by_hand(first=entry, second=partner_seat.entry, author=author)
    refuse_double_entry(tournament, [partner], field="partner")
    before = entry_as_json(entry)
    EntryPlayer.objects.create(entry=entry, player=player_of(tournament, partner), position=1)
    entry.state = _state_of_a_pair(entry)
    entry.save(update_fields=["state"])
    entry = entry_with_people(entry)
    update_paid(entry)
    note(tournament, author, "give_partner", entry, before=before, after=entry_as_json(entry))
    scoring_port().welcome(tournament, author)
    return entry


@transaction.atomic
def pair_singles(
    *, tournament: Tournament, author: User | None, seed: str, method: str = "lot"
) -> list[Entry]:
    """Pair all singles, by lot or by cards; one person of an odd number stays single.

    Returns the pairs in the order of the draw. The audit keeps the seed and the couples
    (`pairing.singles`). Raises Refused: 400 without a seed or for an unknown method, 409 with fewer
    than two singles.
    """
    seed = clean_text(seed, "seed", SEED_LENGTH, required=True, any_start=True)
    refuse_unknown_choice("method", method, METHODS)
    lock(tournament)
    single_entries = {entry.number: entry for entry in singles(tournament)}
    if len(single_entries) < 2:
        raise Conflict("nobody_to_pair", _("No hay dos personas que busquen pareja."))
    draw = METHODS[method](tuple(single_entries), seed)
    titles = {number: entry.full_title_for(EVERYTHING) for number, entry in single_entries.items()}
    after = {
        "method": method,
        "seed": seed,
        "numbers": sorted(single_entries),
        "couples": [list(couple) for couple in draw.pairs],
        "alone": [] if draw.odd is None else [draw.odd],
        "said": [f"{titles[a]} / {titles[b]}" for a, b in draw.pairs],
    }
    pairs = [_merge(single_entries[a], single_entries[b]) for a, b in draw.pairs]
    note(tournament, author, "pair_singles", after=after)
    scoring_port().welcome(tournament, author)
    advance_waiting_list(tournament)  # partners from another stage may have left a place there
    return pairs


@transaction.atomic
def separate_pair(*, entry: Entry, author: User | None) -> Entry:
    """Split a pair that is not drawn yet into two singles; return the entry of the second person.

    The first person keeps the number. Raises Refused 409 `not_separable` for a drawn or withdrawn
    entry, and for an entry that is not a pair.
    """
    entry = lock_entry(entry)
    seats = list(entry.seats.all())
    if entry.gone or len(seats) != 2 or entry.tournament.squad or entry.sides.exists():
        raise Conflict(
            "not_separable", _("Solo se deshace una pareja que todavía no esté en ningún sorteo.")
        )
    before, second_seat = entry_as_json(entry), seats[1]
    numbers = entry.tournament.entries.order_by("-number").values_list("number", flat=True)
    second_entry = Entry.objects.create(
        tournament=entry.tournament,
        number=numbers[0] + 1,
        town=second_seat.player.town,
        paid=entry.paid,
        present=entry.present,
        session=entry.session,
        enters=entry.enters,
        state=Entry.State.SINGLE,
    )
    second_seat.entry, second_seat.position = second_entry, 0
    second_seat.save(update_fields=["entry", "position"])
    entry.state, entry.town = Entry.State.SINGLE, seats[0].player.town
    entry.save(update_fields=["state", "town"])
    entry = entry_with_people(entry)
    split_account(entry, second_entry, author)
    after = {"alone": [entry.number, second_entry.number]}
    note(entry.tournament, author, "separate_pair", entry, before=before, after=after)
    return second_entry


def _same_twice(field: str) -> Refused:
    return Refused("same_twice", _("Hacen falta dos personas distintas."), field=field)


def _current_single(entry: Entry, field: str) -> Entry:
    single = entry_with_people(entry)
    if single.state != Entry.State.SINGLE:
        raise Conflict(
            "not_single",
            _("El número %(number)s no busca pareja."),
            field=field,
            number=entry.number,
        )
    return single


def _merge(first: Entry, second: Entry) -> Entry:
    """Merge two singles into one entry with the number of `first`.

    The pair is paid, or present, if both singles are.
    """
    EntryPlayer.objects.filter(entry=second).update(entry=first, position=1)
    first.town = first.town if first.town == second.town else ""
    first.paid, first.present = first.paid and second.paid, first.present and second.present
    first.session = first.session or second.session
    EntryRequest.objects.filter(entry=second).update(entry=first)
    first.state = _state_of_a_pair(first)
    first.save(update_fields=["town", "paid", "present", "session", "state"])
    move_account(second, first)
    second.delete()
    return entry_with_people(first)


def _state_of_a_pair(entry: Entry) -> Entry.State:
    """Return the state of a pair: entered, or waiting when no place is left."""
    places = places_left(entry.tournament, stage_to_enter(entry.tournament, entry.enters))
    return Entry.State.WAITING if places is not None and places <= 0 else Entry.State.ENTERED
