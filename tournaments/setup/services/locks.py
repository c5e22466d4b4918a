"""Locks on values that cannot change once a draw, another stage or an entry exists."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Stage, Tournament
from tournaments.people.services.checks import refuse_squad
from tournaments.refusal import Conflict
from tournaments.rounds.services.announcing import refuse_silent
from tournaments.setup.services.checks import people_per_entry

# The fields that cannot change after the first draw.
LOCKED_FIELDS = ("game", "game_options", "format", "format_options", "seed")


def is_locked(stage: Stage) -> bool:
    """Return whether game, length, format and seed can no longer change."""
    return Round.objects.filter(stage=stage).exists()


def refuse_changes(
    tournament: Tournament, stage: Stage, new_plan: Mapping[str, Any], changed_fields: Sequence[str]
) -> None:
    """Raise Refused for the first change of the plan that is no longer possible.

    Such a change is a locked field, another game or size of entry, or a stage that would not fit.
    """
    _refuse_locked_fields(stage, changed_fields)
    _refuse_other_game(stage, changed_fields)
    _refuse_other_size(tournament, new_plan["entry_size"])
    _refuse_unfit_stage(stage, new_plan)
    _refuse_team_change(tournament, new_plan["squad"])
    if "announcing" in changed_fields:
        refuse_silent(tournament)
    if "squad" in changed_fields:
        refuse_squad(tournament, new_plan["squad"])


def _refuse_locked_fields(stage: Stage, changed_fields: Sequence[str]) -> None:
    locked_fields = [key for key in changed_fields if key in LOCKED_FIELDS]
    if locked_fields and is_locked(stage):
        raise Conflict(
            "draw_exists",
            _(
                "Ya hay una ronda sorteada: el juego, la duración, el sistema y la semilla "
                "no pueden cambiar. Descarte antes la ronda."
            ),
            field=locked_fields[0],
        )


def _refuse_other_game(stage: Stage, changed_fields: Sequence[str]) -> None:
    other_stages = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    if "game" in changed_fields and other_stages.exists():
        raise Conflict(
            "stages_exist",
            _("Hay otras fases de este juego: quítelas antes de cambiar de juego."),
            field="game",
        )


def _refuse_other_size(tournament: Tournament, size: int) -> None:
    if size != tournament.entry_size and tournament.entries.exists():
        raise Conflict(
            "entries_exist",
            _(
                "Ya hay inscripciones, con %(before)s por inscripción, y ese juego pide %(size)s: "
                "haga otro torneo."
            ),
            field="game",
            before=tournament.entry_size,
            size=size,
        )


def _refuse_unfit_stage(stage: Stage, new_plan: Mapping[str, Any]) -> None:
    """Raise Refused 409 if another stage cannot be played with entries of the new size."""
    other_stages = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    for other in other_stages.select_related("tournament").order_by("number"):
        size = people_per_entry(new_plan["game"], other.game_rules(), other.format)
        if size != new_plan["entry_size"]:
            raise Conflict(
                "stage_unfit",
                _(
                    "Así cada inscripción sería de %(size)s, y la fase «%(stage)s» se juega con "
                    "inscripciones de %(needed)s: cambie antes esa fase o quítela."
                ),
                field="game_options",
                size=new_plan["entry_size"],
                stage=other.label,
                needed=size,
            )


def _refuse_team_change(tournament: Tournament, squad: int) -> None:
    if bool(squad) != bool(tournament.squad) and tournament.entries.exists():
        raise Conflict(
            "entries_exist",
            _("Ya hay inscripciones: no se puede pasar de equipos a personas, ni al revés."),
            field="squad",
        )
