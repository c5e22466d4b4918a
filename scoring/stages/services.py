"""Services that open and close all stages except the first stage."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.stages.selectors.quotas import stage_qualifiers
from scoring.standings.selectors.standings import stage_situation, stage_values
from tournaments.audit.services import note
from tournaments.formats.core import NEXT_ROUND, DrawError
from tournaments.formats.history import all_finished
from tournaments.formats.quotas import REST, Qualifier, Quota
from tournaments.models import Entry, Place, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.people.selectors.entries import entries_of
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.places import places_left
from tournaments.rounds.services.tables import lock_tournament
from tournaments.rounds.words.quotas import qualification_in_words
from tournaments.setup.selectors.stages import later_stages_of, source_stages, stages_of
from tournaments.setup.services.locks import is_locked
from tournaments.writer import Author

FEWEST_ENTRIES = 2


@transaction.atomic
def open_stage(
    *, stage: Stage, author: Author, declined: Collection[int] | None = None
) -> list[Place]:
    """Give the qualifiers of a stage their places, seeded by rank, and return the places.

    `declined`: the numbers of qualifiers that give up their place to the next entries; None keeps
    the earlier choice. The entries that register in this stage follow in order of registration, up
    to its capacity; further entries join the waiting list.

    The stage stores its qualifiers with the places that they held, so a stage that opens later
    takes other entries even if results change in between. While nothing of the stage is drawn,
    opening it again reads the results again; entries that have a place in another stage keep it.

    Raises Refused 400 for an unknown number; 409 for a stage without sources, a drawn stage, an
    unfinished source, or too few entries.
    """
    lock_tournament(stage.tournament)
    if not stage.intake:
        raise Conflict("first_stage", _("A esta fase no se llega desde otra: no hay que abrirla."))
    if is_locked(stage):
        raise Conflict("stage_drawn", _("Esta fase ya tiene una ronda sorteada."))
    return fill_stage(stage, author, declined)


@transaction.atomic
def fill_stage(
    stage: Stage, author: Author, declined: Collection[int] | None = None
) -> list[Place]:
    """Open a stage like `open_stage`, even a drawn stage, which the caller must draw again."""
    tournament = lock_tournament(stage.tournament)
    for source in source_stages(stage):
        refuse_unfinished_stage(source)
    stage.places.all().delete()
    if declined is not None:
        stage.declined = _declined_numbers(stage, declined)
        stage.save(update_fields=["declined"])
    qualifiers = stage_qualifiers(stage, EVERY_ROUND)
    places = _create_places(stage, qualifiers)
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])
    waiting_numbers, entered_numbers = _let_in_registered(stage, len(qualifiers))
    if len(qualifiers) + len(entered_numbers) < FEWEST_ENTRIES:
        raise Conflict(
            "too_few_qualified",
            _("Inscripciones que llegan a esta fase: %(count)s. Hacen falta al menos dos."),
            count=len(qualifiers) + len(entered_numbers),
        )
    values = {"entered": entered_numbers, "waiting": waiting_numbers, "declined": stage.declined}
    note(
        tournament,
        author,
        "open_stage",
        stage.name or stage.number,
        after={
            "places": [[qualifier.number, qualifier.seed] for qualifier in qualifiers],
            **{key: numbers for key, numbers in values.items() if numbers},
        },
    )
    let_in_the_rest([other for other in stages_of(tournament) if other.pk != stage.pk], author)
    return places


@transaction.atomic
def exchange_places(
    *, stage: Stage, exchanges: Sequence[tuple[int, int]], author: Author, reason: str
) -> None:
    """For each exchange (comes, goes), give the place and the seed of `goes` to `comes`.

    The entry `goes` is no longer a qualifier. The carried values of all entries are counted again.
    """
    tournament = lock_tournament(stage.tournament)
    qualifier_of = {
        qualifier.number: qualifier for qualifier in stage_qualifiers(stage, EVERY_ROUND, anew=True)
    }
    replacement_of = {goes: comes for comes, goes in exchanges}
    entries = {
        entry.number: entry
        for entry in tournament.entries.filter(number__in=replacement_of.values())
    }
    sums_of_entry = _carried_sums(stage)
    for place in stage.places.select_related("entry"):
        if (comes := replacement_of.get(place.entry.number)) is not None:
            place.entry = entries[comes]
            _store_qualification(place, qualifier_of[comes])
        place.carried = sums_of_entry.get(place.entry.number, {})
        place.save()
    note(
        tournament,
        author,
        "exchange_places",
        stage.name or stage.number,
        before={"entries": sorted(replacement_of)},
        after={"entries": sorted(replacement_of.values())},
        reason=reason,
    )


def let_in_the_rest(stages: Iterable[Stage], author: Author) -> list[Place]:
    """Give late entries a place in the stage for «the rest», and return the new places.

    A late entry came, or came back, after the stage opened. It plays an earlier stage, has no place
    in any other stage and has not `declined` this stage. Late entries follow the entries already in
    the stage, while there is room and the draw of the stage takes late entries.
    """
    new_places: list[Place] = []
    for stage in stages:
        takes_rest = any(Quota(**quota).takes_all_others for quota in stage.intake)
        if takes_rest and stage.opened_at is not None and _takes_late_entries(stage):
            new_places += _let_in_late_entries(stage, author)
    return new_places


def _takes_late_entries(stage: Stage) -> bool:
    """Return whether a late entry would still be drawn in the stage."""
    if not is_locked(stage):
        return True
    return bool(
        stage.system.late_arrival(stage_situation(stage, EVERY_ROUND), stage.format_rules())
        == NEXT_ROUND
    )


def _let_in_late_entries(stage: Stage, author: Author) -> list[Place]:
    seed_of_entry = dict(stage.places.values_list("entry__number", "seed"))
    room = stage.capacity - entries_of(stage).count() if stage.capacity else None
    try:
        qualifiers = stage_qualifiers(stage, EVERY_ROUND)
    except DrawError:  # some source stage has no results any more
        return []
    newcomers = [
        entry for entry in qualifiers if entry.why == REST and entry.number not in seed_of_entry
    ]
    last_seed = max(seed_of_entry.values(), default=0)
    late_qualifiers = [
        replace(entry, seed=last_seed + offset)
        for offset, entry in enumerate(newcomers[:room], start=1)
    ]
    if not late_qualifiers:
        return []
    note(
        stage.tournament,
        author,
        "let_in_the_rest",
        stage.name or stage.number,
        after={"places": [[entry.number, entry.seed] for entry in late_qualifiers]},
    )
    return _create_places(stage, late_qualifiers)


@transaction.atomic
def release_places(stages: Iterable[Stage]) -> None:
    """Remove all places of stages that will open again, so that entries can move between them."""
    for stage in stages:
        stage.places.all().delete()
        stage.opened_at = None
        stage.save(update_fields=["opened_at"])


@transaction.atomic
def shut_stage(*, stage: Stage, author: Author) -> Stage:
    """Close an open stage.

    Raises Refused 409 if it is not open, has a draw, or feeds an open stage.
    """
    tournament = lock_tournament(stage.tournament)
    if is_locked(stage):
        raise Conflict("stage_drawn", _("Esta fase ya tiene una ronda sorteada."))
    if stage.opened_at is None:
        raise Conflict("stage_not_open", _("Esta fase no está abierta."))
    if any(other.opened_at for other in later_stages_of(stage)):
        raise Conflict("stage_feeds", _("De esta fase ya ha salido gente para otra."))
    stage.places.all().delete()
    stage.opened_at = None
    stage.save(update_fields=["opened_at"])
    note(tournament, author, "shut_stage", stage.name or stage.number)
    return stage


def refuse_unfinished_stage(stage: Stage) -> None:
    """Raise Refused 409 for a stage with a draft, an unfinished match or a round left to draw.

    A round left to draw does not matter once an open stage has taken entries from this stage.
    """
    situation = stage_situation(stage, EVERY_ROUND)
    has_sent_entries = any(later.opened_at for later in later_stages_of(stage))
    is_over = has_sent_entries or stage.system.is_over(situation, stage.format_rules())
    drafts = stage.rounds.filter(state=Round.State.DRAFT).exists()
    if drafts or not (is_over and all_finished(situation)):
        raise Conflict(
            "stage_unfinished", _("La fase %(number)s no ha terminado."), number=stage.number
        )


def _declined_numbers(stage: Stage, numbers: Collection[int]) -> list[int]:
    entries = Entry.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    known_numbers = set(entries.values_list("number", flat=True))
    if unknown_numbers := sorted(set(numbers) - known_numbers):
        raise Refused(
            "entry_unknown",
            _("Nadie tiene el número %(number)s."),
            field="declined",
            number=unknown_numbers[0],
        )
    return sorted(known_numbers)


def _let_in_registered(stage: Stage, qualifier_count: int) -> tuple[list[int], list[int]]:
    """Admit entries that register in the stage, while `qualifier_count` qualifiers leave room.

    Return the numbers of the waiting entries, and of the admitted entries.
    """
    entries = Entry.objects.filter(
        tournament=stage.tournament_id,
        enters=stage.number,
        state__in=[Entry.State.ENTERED, Entry.State.WAITING],
    ).order_by("pk")
    room = max(stage.capacity - qualifier_count, 0) if stage.capacity else None
    tournament_room = places_left(stage.tournament)
    admitted: list[Entry] = []
    waiting: list[Entry] = []
    for entry in entries:
        is_full = room is not None and len(admitted) >= room
        if not is_full and not entry.live and tournament_room is not None:
            is_full, tournament_room = tournament_room <= 0, tournament_room - 1
        (waiting if is_full else admitted).append(entry)
    _set_state(waiting, Entry.State.WAITING)
    _set_state(admitted, Entry.State.ENTERED)
    return [entry.number for entry in waiting], [entry.number for entry in admitted]


def _set_state(entries: Sequence[Entry], state: str) -> None:
    pks = [entry.pk for entry in entries if entry.state != state]
    Entry.objects.filter(pk__in=pks).update(state=state)


def _create_places(stage: Stage, qualifiers: Sequence[Qualifier]) -> list[Place]:
    pks = dict(Entry.objects.filter(tournament=stage.tournament_id).values_list("number", "pk"))
    sums_of_entry = _carried_sums(stage)
    return Place.objects.bulk_create(
        _store_qualification(
            Place(
                stage=stage,
                entry_id=pks[qualifier.number],
                seed=qualifier.seed,
                carried=sums_of_entry.get(qualifier.number, {}),
            ),
            qualifier,
        )
        for qualifier in qualifiers
    )


def _store_qualification(place: Place, qualifier: Qualifier) -> Place:
    """Store in the place how the qualifier earned it; return the place."""
    place.source = qualification_in_words(qualifier)[:60]
    place.group = f"{qualifier.stage}{qualifier.group}" if qualifier.group else ""
    place.from_stage, place.from_group = qualifier.stage, qualifier.group
    place.from_place, place.from_overall = qualifier.place, qualifier.overall
    return place


def _carried_sums(stage: Stage) -> dict[int, dict[str, int]]:
    """Return the sums that each entry carries over from the stages before, by tie-break."""
    if not stage.carries:
        return {}
    sums_of_entry: dict[int, dict[str, int]] = {}
    for source in source_stages(stage):
        for number, values in stage_values(source, CARRIED_SUMS, EVERY_ROUND).items():
            sums = sums_of_entry.setdefault(number, {})
            for key, value in values.items():
                sums[key] = sums.get(key, 0) + value
    return sums_of_entry


# Stages carry these sums to the next stage, whether or not the stage before ranked by them; any
# other tie-break starts from zero.
CARRIED_SUMS = ("wins", "points", "counted_won", "counted_lost", "counted_diff")
