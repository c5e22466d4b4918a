"""Creation of a tournament, and changes before play begins."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.halls.services import refuse_tables_taken
from tournaments.models import (
    Announcing,
    Membership,
    PublicNames,
    Role,
    Stage,
    Tournament,
    Visibility,
)
from tournaments.people.services.marks import advance_waiting_list
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.quotas import refuse_more_tournaments
from tournaments.rounds.services.tables import call_waiting, lock_tournament, refuse_no_table
from tournaments.setup.services.checks import checked_plan, default_chain_and_counting
from tournaments.setup.services.locks import LOCKED_FIELDS, refuse_changes
from tournaments.site.slugs import unused_slug

DUPLICATE_WINDOW = timedelta(minutes=1)
PERSONAL_FIELDS = ("responsible", "contact", "privacy")
EVENT_FIELDS = (
    *("name", "venue", "starts_at", "tables", "game", "entry_size", "squad", "capacity"),
    *("confirmations", "provisional", "visibility", "announcing", "public_names", *PERSONAL_FIELDS),
)


def create_tournament(
    *,
    author: User,
    name: str,
    venue: str,
    starts_at: datetime,
    tables: int,
    game: str,
    game_options: Mapping[str, Any],
    format: str,
    format_options: Mapping[str, Any],
    seed: str = "",
    squad: int = 0,
    capacity: int = 0,
    confirmations: int = 1,
    provisional: bool = False,
    unlimited: bool = False,
    visibility: str = Visibility.PUBLIC,
    announcing: str = Announcing.AT_ONCE,
    public_names: str = PublicNames.NAMES,
    responsible: str = "",
    contact: str = "",
    privacy: str = "",
) -> Tournament:
    """Create a tournament with one stage; its author becomes its organiser.

    `squad` is the most people of a team, 0 without teams (`people.services.checks.squad_for`).
    `capacity` is the most entries, 0 for no limit. `confirmations` is how many confirmations a
    result needs, and `provisional` whether standings include unconfirmed results. `visibility`
    decides who finds the tournament, `announcing` when the public sees a round, and `public_names`
    how players are named in public. `responsible`, `contact` and `privacy` belong to its privacy
    page. An empty `seed` is replaced by a new one. `unlimited`, for commands, skips the quotas and
    the check for duplicates.

    Raises Refused with the field at fault, the RuleError or DrawError of impossible options, and
    Refused 409: `just_created` if the same form comes twice, `address_taken`, and those of
    `refuse_more_tournaments`.
    """
    plan = checked_plan(
        {
            "name": name,
            "venue": venue,
            "starts_at": starts_at,
            "tables": tables,
            "game": game,
            "game_options": game_options,
            "format": format,
            "format_options": format_options,
            "seed": seed,
            "squad": squad,
            "capacity": capacity,
            "confirmations": confirmations,
            "provisional": provisional,
            "visibility": visibility,
            "announcing": announcing,
            "public_names": public_names,
            "responsible": responsible,
            "contact": contact,
            "privacy": privacy,
        }
    )
    for _attempt in range(5):
        try:
            return _save_tournament(author, plan, unlimited)
        except IntegrityError:  # another tournament has just taken this address
            continue
    raise Conflict("address_taken", _("Inténtelo de nuevo dentro de un momento."))


@transaction.atomic
def edit_tournament(*, tournament: Tournament, author: User, **changes: Any) -> Tournament:
    """Change the given values, named as in `create_tournament`; the address stays the same.

    Raises the errors of `create_tournament` for bad values, and Refused 409: those of
    `refuse_changes`, `is_rehearsal` for the name and visibility of a rehearsal, `is_template` for
    the visibility of a template, and those of `refuse_tables_taken` in a shared hall.
    """
    tournament = lock_tournament(tournament).look_at(tournament.chosen_stage)
    stage = tournament.stage
    old_plan = plan_of(tournament, stage)
    new_plan = checked_plan({**old_plan, **changes})
    changed_fields = [key for key in old_plan if old_plan[key] != new_plan[key]]
    if not changed_fields:
        return tournament
    if tournament.rehearsal_of_id and {"name", "visibility"} & set(changed_fields):
        raise Conflict(
            "is_rehearsal", _("Es un ensayo: conserva su nombre y solo lo ven sus colaboradores.")
        )
    if tournament.is_template and "visibility" in changed_fields:
        raise Refused(
            "is_template",
            _("Es una plantilla: solo la ven sus colaboradores."),
            field="visibility",
            status=409,
        )
    refuse_changes(tournament, stage, new_plan, changed_fields)
    for key in EVENT_FIELDS:
        setattr(tournament, key, new_plan[key])
    refuse_no_table(tournament)
    if {"tables", "starts_at"} & set(changed_fields):
        refuse_tables_taken(tournament)
    for key in ("game_options", "format", "format_options", "seed"):
        setattr(stage, key, new_plan[key])
    defaults = default_chain_and_counting(new_plan)
    is_other_match = bool({"game", "game_options", "format"} & set(changed_fields))
    if is_other_match or defaults != default_chain_and_counting(old_plan):
        stage.chain, stage.counting = defaults  # this discards the organiser's own values
    tournament.save()
    stage.save()
    before, after = (
        _audit_values({key: plan[key] for key in changed_fields}) for plan in (old_plan, new_plan)
    )
    note(tournament, author, "edit_tournament", tournament.name, before=before, after=after)
    call_waiting(tournament=tournament, author=author)  # there may be more tables now
    advance_waiting_list(tournament)  # there may be more places now
    return tournament


def plan_of(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return the current values of the tournament, as arguments of `create_tournament`."""
    return {
        **{key: getattr(tournament, key) for key in EVENT_FIELDS},
        # the stored options may lack newer options of the game
        "game_options": asdict(stage.game_rules()),
        "format": stage.format,
        "format_options": asdict(stage.format_rules()),
        "seed": stage.seed,
    }


@transaction.atomic
def _save_tournament(author: User, plan: Mapping[str, Any], unlimited: bool) -> Tournament:
    if not unlimited:
        _refuse_duplicate(author, plan)
        refuse_more_tournaments(author)
    event = {key: plan[key] for key in EVENT_FIELDS}
    tournament = Tournament.objects.create(slug=free_slug(plan["name"]), **event)
    chain, counting = default_chain_and_counting(plan)
    Stage.objects.create(
        tournament=tournament,
        number=1,
        takes_entries=True,
        chain=chain,
        counting=counting,
        **{key: plan[key] for key in LOCKED_FIELDS if key != "game"},
    )
    Membership.objects.create(tournament=tournament, user=author, role=Role.ORGANISER)
    note(tournament, author, "create_tournament", tournament.name, after=_audit_values(plan))
    return tournament


def free_slug(name: str) -> str:
    """Return an unused slug: «maraton-de-monreal», or «maraton-de-monreal-2» if that exists."""
    return unused_slug(name, Tournament.objects.all(), default="torneo")


def _refuse_duplicate(author: User, plan: Mapping[str, Any]) -> None:
    """Raise Refused 409 `just_created` for the second of two equal forms, from a double click."""
    # lock the account: a second request waits
    User.objects.select_for_update(no_key=True).get(pk=author.pk)
    event = {key: plan[key] for key in EVENT_FIELDS}
    equal_tournaments = Tournament.objects.filter(team__user=author, **event)
    if equal_tournaments.filter(created_at__gt=timezone.now() - DUPLICATE_WINDOW).exists():
        raise Conflict(
            "just_created",
            _("Acaba de crear este mismo torneo: ya está en la portada, entre los suyos."),
        )


def _audit_values(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for the audit log; personal data are replaced by whether they exist."""
    values = {key: bool(plan[key]) if key in PERSONAL_FIELDS else plan[key] for key in plan}
    return {
        key: timezone.localtime(value).isoformat() if isinstance(value, datetime) else value
        for key, value in values.items()
    }
