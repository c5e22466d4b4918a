"""The stages after the first stage: planned in advance, editable until they open, removable."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from rules.core import GameOptions
from tournaments.audit.services import note
from tournaments.formats.knockout.options import BEST_LOSERS, KEY, usual_seeding
from tournaments.formats.quotas import Quota
from tournaments.models import Entry, Role, Stage, Tournament
from tournaments.names.text import clean_text
from tournaments.people.services.checks import refuse_stage
from tournaments.people.services.marks import advance_waiting_list
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import latest_round
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.selectors.stages import has_several_groups, later_stages_of
from tournaments.setup.services.checks import (
    check_whole_number,
    checked_format,
    checked_length,
    default_chain_and_counting,
    new_seed,
    people_per_entry,
    refuse_unplayable,
)
from tournaments.setup.services.locks import is_locked

STAGE_NAME = 60  # the most letters of the name of a stage
MOST_STAGES = 40
MOST_PLACES = 9_999
MOST_QUOTAS = 100
PLAN_FIELDS = (
    "name",
    "format",
    "format_options",
    "game_options",
    "intake",
    "carries",
    "takes_entries",
    "capacity",
)
# The tournament sets every other field of its first stage.
FIRST_STAGE_FIELDS = {"name", "capacity"}


@transaction.atomic
def add_stage(
    *,
    tournament: Tournament,
    author: User | None,
    name: str,
    format: str,
    format_options: Mapping[str, Any],
    game_options: Mapping[str, Any],
    intake: Sequence[Mapping[str, Any]],
    carries: bool = False,
    takes_entries: bool = False,
    capacity: int = 0,
) -> Stage:
    """Plan a stage. The quotas in `intake` feed it from earlier stages.

    `takes_entries`: people also enter it directly. `carries`: entries keep the points of their
    former stage. `capacity` is the most entries, 0 for no limit. A bracket fed by other stages is
    seated by their standings, unless `format_options` has another `seeding`. Raises Refused with
    the field at fault, and the RuleError or DrawError of impossible options.
    """
    lock_tournament(tournament)
    last_number = tournament.stages.aggregate(last=Max("number"))["last"]
    if last_number >= MOST_STAGES:
        raise Conflict("too_many_stages", _("No caben más de %(most)s fases."), most=MOST_STAGES)
    stage = Stage(tournament=tournament, number=last_number + 1, seed=new_seed())
    _set_plan(
        stage,
        name=name,
        format=format,
        format_options=format_options,
        game_options=game_options,
        intake=intake,
        carries=carries,
        takes_entries=takes_entries,
        capacity=capacity,
    )
    stage.save()
    note(tournament, author, "add_stage", _stage_name(stage), after=plan_of_stage(stage))
    return stage


@transaction.atomic
def add_stages(
    *, tournament: Tournament, author: User | None, count: int, name: str, **plan: Any
) -> list[Stage]:
    """Plan `count` equal stages; if there are several, each name ends with the number of the stage.

    Raises the errors of `add_stage`; then no stage is added.
    """
    lock_tournament(tournament)
    last_number = tournament.stages.aggregate(last=Max("number"))["last"]
    names = [
        f"{name} {last_number + index}" if count > 1 else name for index in range(1, count + 1)
    ]
    return [add_stage(tournament=tournament, author=author, name=title, **plan) for title in names]


@transaction.atomic
def edit_stage(*, stage: Stage, author: User | None, **changes: Any) -> Stage:
    """Change the given values of a stage without a draw; name and capacity can change at any time.

    Entries that are in the stage stay until it is opened again. Raises the errors of `add_stage`
    for bad values, and Refused 409: `stage_drawn`; `entries_there` if the stage no longer takes
    entries but has some; `first_stage` for any value of the first stage except its name and
    capacity.
    """
    tournament = lock_tournament(stage.tournament)
    if changes.keys() - FIRST_STAGE_FIELDS:
        _refuse_drawn_stage(stage)
    if stage.number == 1 and changes.keys() - FIRST_STAGE_FIELDS:
        raise Conflict(
            "first_stage", _("La primera fase es la del torneo: se cambia en sus ajustes.")
        )
    before = plan_of_stage(stage)
    plan = {**before, **changes}
    _set_plan(stage, **{key: plan[key] for key in PLAN_FIELDS})
    stage.save()
    note(
        tournament,
        author,
        "edit_stage",
        _stage_name(stage),
        before=before,
        after=plan_of_stage(stage),
    )
    advance_waiting_list(tournament)  # there may be more places now
    return stage


@transaction.atomic
def remove_stage(*, stage: Stage, author: User | None) -> None:
    """Remove a planned stage.

    Raises Refused 409 for the first stage, a drawn stage, a stage that feeds another stage, a stage
    with entries, and a stage with an organiser of its own.
    """
    tournament = lock_tournament(stage.tournament)
    _refuse_drawn_stage(stage)
    if stage.number == 1:
        raise Conflict("first_stage", _("La primera fase no se puede quitar."))
    fed_stages = later_stages_of(stage)
    if fed_stages:
        raise Conflict(
            "stage_feeds",
            _("De esta fase se pasa a «%(other)s»: quite o cambie antes esa otra."),
            other=_stage_name(fed_stages[0]),
        )
    _refuse_stage_with_entries(stage)
    if tournament.team.filter(role=Role.STAGE, stage=stage.number).exists():
        raise Conflict(
            "stage_has_organiser",
            _("Alguien organiza solo esta fase: cambie o quite antes su cargo."),
        )
    note(tournament, author, "remove_stage", _stage_name(stage), before=plan_of_stage(stage))
    stage.delete()


def plan_of_stage(stage: Stage) -> dict[str, Any]:
    """Return the current values of the stage, as arguments of `add_stage`."""
    return {key: getattr(stage, key) for key in PLAN_FIELDS}


def _set_plan(
    stage: Stage,
    *,
    name: str,
    format: str,
    format_options: Mapping[str, Any],
    game_options: Mapping[str, Any],
    intake: Sequence[Mapping[str, Any]],
    carries: bool,
    takes_entries: bool,
    capacity: int,
) -> None:
    tournament = stage.tournament
    old_defaults = _length_format_defaults(stage) if stage.pk else None
    length, options = checked_length(tournament.game, game_options)
    stage.name = clean_text(name, "name", STAGE_NAME)
    seeded_options = _add_seeding(stage, format, format_options, intake)
    stage.format, stage.format_options = checked_format(format, seeded_options)
    stage.game_options = length
    refuse_unplayable(tournament.game, options, stage.format)
    _refuse_entry_size(tournament, options, stage.format)
    refuse_stage(tournament, length, stage.format, stage.format_options)
    if stage.takes_entries and not takes_entries and stage.pk:
        _refuse_stage_with_entries(stage)
    stage.takes_entries = bool(takes_entries)
    stage.capacity = check_whole_number(capacity, "capacity", MOST_PLACES)
    stage.intake, stage.carries = _checked_intake(stage, intake), bool(carries)
    if (new_defaults := _length_format_defaults(stage)) != old_defaults:
        stage.chain, stage.counting = new_defaults[-1]  # this discards the organiser's own values


def _add_seeding(
    stage: Stage, format: str, options: Mapping[str, Any], intake: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Return the options; a bracket fed by other stages gets the default seeding if it has none.

    A bracket that is drawn anew in each round, or that best losers fill, gets no seeding.
    """
    if format != KEY or "seeding" in options:
        return options
    if options.get("redraw") or options.get("repesca") == BEST_LOSERS:
        return options
    numbers = [quota.get("stage") for quota in intake]
    source_stages = [source for source in stage.tournament.stages.all() if source.number in numbers]
    if not source_stages:
        return options
    return {**options, "seeding": usual_seeding(any(map(has_several_groups, source_stages)))}


def _refuse_stage_with_entries(stage: Stage) -> None:
    """Raise Refused 409 `entries_there` if entries enter by this stage, even withdrawn entries."""
    count = Entry.objects.filter(tournament=stage.tournament_id, enters=stage.number).count()
    if count:
        raise Conflict(
            "entries_there",
            _("En esta fase hay inscripciones (%(count)s): cámbielas antes de fase."),
            field="takes_entries",
            count=count,
        )


def _refuse_entry_size(tournament: Tournament, options: GameOptions, format: str) -> None:
    """Raise Refused if the stage needs entries with another number of people."""
    people = people_per_entry(tournament.game, options, format)
    if people != tournament.entry_size:
        raise Refused(
            "other_entries",
            _(
                "A esta fase pasan las inscripciones como son. Personas en cada una: %(size)s; con "
                "ese sistema y esa duración tendrían que ser %(together)s."
            ),
            field="format",
            size=tournament.entry_size,
            together=people,
        )


def _length_format_defaults(stage: Stage) -> tuple[Any, ...]:
    """Return the length, the format, and the pair (default tie-breaks, default counting)."""
    game = stage.tournament.game
    length = stage.game_options
    format = stage.format
    plan = {"game": game, "game_options": length, "format": format}
    return (
        length,
        format,
        default_chain_and_counting({**plan, "format_options": stage.format_options}),
    )


def _checked_intake(stage: Stage, intake: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the quotas as JSON. Raises Refused unless each comes from an earlier stage."""
    if not intake and not stage.takes_entries:
        raise Refused(
            "intake_missing",
            _("Elija quién pasa a esta fase, o marque que se puede inscribir gente en ella."),
            field="intake",
        )
    if len(intake) > MOST_QUOTAS:
        raise Refused(
            "too_many_quotas",
            _("Son demasiadas maneras de pasar: caben %(most)s."),
            field="intake",
            most=MOST_QUOTAS,
        )
    earlier = set(
        stage.tournament.stages.filter(number__lt=stage.number).values_list("number", flat=True)
    )
    quotas = [_quota(quota) for quota in intake]
    for quota in quotas:
        if quota.stage not in earlier:
            raise Refused(
                "stage_not_before",
                _("A una fase solo se llega desde otra anterior."),
                field="intake",
            )
    return [asdict(quota) for quota in quotas]


def _quota(values: Mapping[str, Any]) -> Quota:
    try:
        return Quota(**values)
    except TypeError:
        raise Refused(
            "intake_unreadable", _("No se ha podido leer quién pasa a esta fase."), field="intake"
        ) from None


def _refuse_drawn_stage(stage: Stage) -> None:
    if is_locked(stage):
        raise Conflict(
            "stage_drawn",
            _("Esta fase ya tiene una ronda sorteada: descártela antes de cambiarla."),
        )


def _stage_name(stage: Stage) -> str:
    return stage.name or str(stage.number)


# --- The number of rounds of a stage in play ------------------------------------------------------
@transaction.atomic
def change_rounds(*, stage: Stage, author: User | None, rounds: int, reason: str) -> Stage:
    """Set the total number of rounds (or blocks) of a stage; the option `best` is never higher.

    Raises Refused: 400 without a reason or with the same number; 409 `no_rounds`, `rounds_drawn`.
    Raises DrawError for a number that the format does not allow.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["format_options"])
    option, old_options = stage.system.length_option, asdict(stage.format_rules())
    if not option:
        raise Conflict("no_rounds", _("En este sistema no se fija el número de rondas."))
    if old_options[option] == rounds:
        raise Refused("same_rounds", _("El torneo ya tiene ese número de rondas."), field="rounds")
    new_options = {**old_options, option: rounds}
    if "best" in new_options:
        new_options["best"] = min(new_options["best"], rounds)
    _refuse_too_few_rounds(stage, new_options)
    stage.format_options = new_options
    stage.save(update_fields=["format_options"])
    before = {"stage": stage.number, option: old_options[option]}
    after = {"stage": stage.number, option: rounds}
    note(tournament, author, "change_rounds", stage.name, before=before, after=after, reason=reason)
    return stage


def _refuse_too_few_rounds(stage: Stage, options: dict[str, Any]) -> None:
    last_round = latest_round(stage)
    rules = stage.system.options_class(**options)
    if last_round is None:
        return
    first_round = stage.rounds.order_by("number")[0]
    if stage.system.rounds_in_all(first_round.entrants, rules) < last_round.number:
        raise Conflict(
            "rounds_drawn",
            _("Rondas ya sorteadas: %(drawn)s. No pueden ser menos."),
            field="rounds",
            drawn=last_round.number,
        )
