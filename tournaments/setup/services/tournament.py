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
from tournaments.setup.services.checks import checked_plan, usual_of
from tournaments.setup.services.locks import LOCKED, refuse_changes
from tournaments.site.slugs import unused_slug

TWICE = timedelta(minutes=1)
UNQUOTED = ("responsible", "contact", "privacy")
EVENT = (
    *("name", "venue", "starts_at", "tables", "game", "entry_size", "squad", "capacity"),
    *("confirmations", "provisional", "visibility", "announcing", "public_names", *UNQUOTED),
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

    `squad` is how many people a team may enter, 0 without teams
    (`people.services.checks.squad_for`). `capacity` is the most entries, 0 for no limit.
    `confirmations` is how many a result needs, and `provisional` whether standings include
    unconfirmed results. `visibility` decides who finds the tournament, `announcing` when the public
    sees a round, and `public_names` how players are named in public. `responsible`, `contact` and
    `privacy` belong to its privacy page. An empty seed is generated. `unlimited` skips the quotas
    and the check for duplicates, for commands.

    Raises Refused with the field at fault, the RuleError or DrawError of impossible options, and
    Refused 409: `just_created` if the same form comes twice, and those of
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
            return _save(author, plan, unlimited)
        except IntegrityError:  # another tournament has just taken this address
            continue
    raise Conflict("address_taken", _("Inténtelo de nuevo dentro de un momento."))


@transaction.atomic
def edit_tournament(*, tournament: Tournament, author: User, **changes: Any) -> Tournament:
    """Change the given values, named as in `create_tournament`; the address stays the same.

    Raises as `create_tournament`, and Refused 409: `draw_exists` if a drawn round forbids it,
    `is_rehearsal` for the name and visibility of a rehearsal, `is_template` for the visibility of a
    template, and the errors of `refuse_tables_taken` in a shared hall.
    """
    tournament = lock_tournament(tournament).look_at(tournament.chosen_stage)
    stage = tournament.stage
    old = plan_of(tournament, stage)
    new = checked_plan({**old, **changes})
    different = [key for key in old if old[key] != new[key]]
    if not different:
        return tournament
    if tournament.rehearsal_of_id and {"name", "visibility"} & set(different):
        raise Conflict(
            "is_rehearsal", _("Es un ensayo: conserva su nombre y solo lo ven sus colaboradores.")
        )
    if tournament.is_template and "visibility" in different:
        raise Refused(
            "is_template",
            _("Es una plantilla: solo la ven sus colaboradores."),
            field="visibility",
            status=409,
        )
    refuse_changes(tournament, stage, new, different)
    for key in EVENT:
        setattr(tournament, key, new[key])
    refuse_no_table(tournament)
    if {"tables", "starts_at"} & set(different):
        refuse_tables_taken(tournament)
    for key in ("game_options", "format", "format_options", "seed"):
        setattr(stage, key, new[key])
    if {"game", "game_options", "format"} & set(different) or usual_of(old) != usual_of(new):
        stage.chain, stage.counting = usual_of(new)  # this discards the organiser's own values
    tournament.save()
    stage.save()
    before, after = (_audit_values({key: plan[key] for key in different}) for plan in (old, new))
    note(tournament, author, "edit_tournament", tournament.name, before=before, after=after)
    call_waiting(tournament=tournament, author=author)  # there may be more tables now
    advance_waiting_list(tournament)  # there may be more places now
    return tournament


def plan_of(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return the arguments with which the tournament was created or last edited."""
    return {
        **{key: getattr(tournament, key) for key in EVENT},
        # the stored options may lack newer options of the game
        "game_options": asdict(stage.game_rules()),
        "format": stage.format,
        "format_options": asdict(stage.format_rules()),
        "seed": stage.seed,
    }


@transaction.atomic
def _save(author: User, plan: Mapping[str, Any], unlimited: bool) -> Tournament:
    if not unlimited:
        _refuse_twice(author, plan)
        refuse_more_tournaments(author)
    event = {key: plan[key] for key in EVENT}
    tournament = Tournament.objects.create(slug=free_slug(plan["name"]), **event)
    chain, counting = usual_of(plan)
    Stage.objects.create(
        tournament=tournament,
        number=1,
        takes_entries=True,
        chain=chain,
        counting=counting,
        **{key: plan[key] for key in LOCKED if key != "game"},
    )
    Membership.objects.create(tournament=tournament, user=author, role=Role.ORGANISER)
    note(tournament, author, "create_tournament", tournament.name, after=_audit_values(plan))
    return tournament


def free_slug(name: str) -> str:
    """Return an unused slug: «maraton-de-monreal», or «maraton-de-monreal-2» if that exists."""
    return unused_slug(name, Tournament.objects.all(), default="torneo")


def _refuse_twice(author: User, plan: Mapping[str, Any]) -> None:
    """Raise Refused 409 `just_created` for the second of two equal forms, from a double click."""
    # lock the account: a second request waits
    User.objects.select_for_update(no_key=True).get(pk=author.pk)
    event = {key: plan[key] for key in EVENT}
    same = Tournament.objects.filter(team__user=author, **event)
    if same.filter(created_at__gt=timezone.now() - TWICE).exists():
        raise Conflict(
            "just_created",
            _("Acaba de crear este mismo torneo: ya está en la portada, entre los suyos."),
        )


def _audit_values(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for the audit log: personal data only as present or absent."""
    noted = {key: bool(plan[key]) if key in UNQUOTED else plan[key] for key in plan}
    return {
        key: timezone.localtime(value).isoformat() if isinstance(value, datetime) else value
        for key, value in noted.items()
    }
