"""Pairs of people who entered alone: by hand, or all by lot."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, EntryPlayer, EntryRequest, Player, Tournament
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
from tournaments.people.services.rows import entry_as_json, lock, lock_entry, player_of, with_people
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.selectors.places import places_left
from tournaments.rounds.selectors.places import singles as looking

SEED_LENGTH = 60
BY_HAND = "hand"


@transaction.atomic
def pair_by_hand(*, first: Entry, second: Entry, author: User | None) -> Entry:
    """Make a pair of two singles; the pair keeps the number of the `first`.

    Raises Refused: 400 for the same entry twice, 409 when one of the two has a partner now.
    """
    if first.pk == second.pk:
        raise _same_twice("second")
    lock(first.tournament)
    first_single, second_single = _still_alone(first, "first"), _still_alone(second, "second")
    after = {"method": BY_HAND, "couples": [[first_single.number, second_single.number]]}
    pair = _merge(first_single, second_single)
    note(pair.tournament, author, "pair_singles", pair, after=after)
    scoring_port().welcome(pair.tournament, author)
    advance_waiting_list(pair.tournament)  # `second` may have left a place in another stage
    return pair


def give_partner(*, entry: Entry, partner: Person, author: User | None) -> Entry:
    """Give a single a partner, a new person or another single; the entry keeps its number.

    Raises Refused: 400 for a badly written name, 409 when one of the two is not free.
    """
    try:
        with transaction.atomic():
            return _with_partner(lock_entry(entry), partner, author)
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, [partner], None, exclude=entry) from error


def _with_partner(entry: Entry, partner: Person, author: User | None) -> Entry:
    tournament = entry.tournament
    entry = _still_alone(entry, "partner")
    partner = clean_partner(partner, entry.town)
    if identity(partner) == entry.seats.all()[0].player.identity:
        raise _same_twice("partner")
    single_seats = EntryPlayer.objects.filter(
        live=True,
        entry__tournament=tournament,
        entry__state=Entry.State.SINGLE,
        player__identity=identity(partner),
    )
    if other := single_seats.exclude(entry=entry).select_related("entry").first():
        return pair_by_hand(first=entry, second=other.entry, author=author)
    refuse_double_entry(tournament, [partner], field="partner")
    before = entry_as_json(entry)
    EntryPlayer.objects.create(entry=entry, player=player_of(tournament, partner), position=1)
    entry.state = _state_of_a_pair(entry)
    entry.save(update_fields=["state"])
    entry = with_people(entry)
    update_paid(entry)
    note(tournament, author, "give_partner", entry, before=before, after=entry_as_json(entry))
    scoring_port().welcome(tournament, author)
    return entry


@transaction.atomic
def pair_singles(
    *, tournament: Tournament, author: User | None, seed: str, method: str = "lot"
) -> list[Entry]:
    """Pair all singles, by lot or by cards; the odd person stays single.

    Returns the pairs in the order of the draw. The audit keeps the seed and the couples
    (`pairing.singles`). Raises Refused: 400 without a seed or for an unknown method, 409 with fewer
    than two singles.
    """
    seed = clean_text(seed, "seed", SEED_LENGTH, required=True, any_start=True)
    refuse_unknown_choice("method", method, METHODS)
    lock(tournament)
    single_entries = {entry.number: entry for entry in looking(tournament)}
    if len(single_entries) < 2:
        raise Conflict("nobody_to_pair", _("No hay dos personas que busquen pareja."))
    drawn = METHODS[method](tuple(single_entries), seed)
    titles = {number: entry.full_title_for(EVERYTHING) for number, entry in single_entries.items()}
    after = {
        "method": method,
        "seed": seed,
        "numbers": sorted(single_entries),
        "couples": [list(couple) for couple in drawn.pairs],
        "alone": [] if drawn.odd is None else [drawn.odd],
        "said": [f"{titles[a]} / {titles[b]}" for a, b in drawn.pairs],
    }
    pairs = [_merge(single_entries[a], single_entries[b]) for a, b in drawn.pairs]
    note(tournament, author, "pair_singles", after=after)
    scoring_port().welcome(tournament, author)
    advance_waiting_list(tournament)  # partners from another stage may have left a place there
    return pairs


@transaction.atomic
def separate_pair(*, entry: Entry, author: User | None) -> Entry:
    """Split a pair not drawn yet into two singles.

    The first person keeps the number. Returns the entry of the second person. Raises Refused 409
    `not_separable` for a drawn or withdrawn entry, or one that is not a pair.
    """
    entry = lock_entry(entry)
    people = list(entry.seats.all())
    if entry.gone or len(people) != 2 or entry.tournament.squad or entry.sides.exists():
        raise Conflict(
            "not_separable", _("Solo se deshace una pareja que todavía no esté en ningún sorteo.")
        )
    before, second = entry_as_json(entry), people[1]
    last = entry.tournament.entries.order_by("-number").values_list("number", flat=True)[0]
    other = Entry.objects.create(
        tournament=entry.tournament,
        number=last + 1,
        town=second.player.town,
        paid=entry.paid,
        present=entry.present,
        session=entry.session,
        enters=entry.enters,
        state=Entry.State.SINGLE,
    )
    second.entry, second.position = other, 0
    second.save(update_fields=["entry", "position"])
    entry.state, entry.town = Entry.State.SINGLE, people[0].player.town
    entry.save(update_fields=["state", "town"])
    entry = with_people(entry)
    split_account(entry, other, author)
    after = {"alone": [entry.number, other.number]}
    note(entry.tournament, author, "separate_pair", entry, before=before, after=after)
    return other


def _same_twice(field: str) -> Refused:
    return Refused("same_twice", _("Hacen falta dos personas distintas."), field=field)


def _still_alone(entry: Entry, field: str) -> Entry:
    single = with_people(entry)
    if single.state != Entry.State.SINGLE:
        raise Conflict(
            "not_single",
            _("El número %(number)s no busca pareja."),
            field=field,
            number=entry.number,
        )
    return single


def _merge(first: Entry, second: Entry) -> Entry:
    """Merge two singles into one entry with the number of `first`: paid and present if both are."""
    people: Sequence[Player] = [entry.seats.all()[0].player for entry in (first, second)]
    EntryPlayer.objects.filter(entry=second).update(entry=first, position=1)
    first.town = first.town if first.town == second.town else ""
    first.paid, first.present = first.paid and second.paid, first.present and second.present
    first.session = first.session or second.session
    EntryRequest.objects.filter(entry=second).update(entry=first)
    first.state = _state_of_a_pair(first)
    first.save(update_fields=["town", "paid", "present", "session", "state"])
    move_account(second, first)
    second.delete()
    assert len(people) == 2
    return with_people(first)


def _state_of_a_pair(entry: Entry) -> Entry.State:
    """Return the state of a pair: entered, or waiting when no place is left."""
    left = places_left(entry.tournament, stage_to_enter(entry.tournament, entry.enters))
    return Entry.State.WAITING if left is not None and left <= 0 else Entry.State.ENTERED
