"""How many people a team may enter, and what of that would contradict how it plays."""

from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.formats.teams import boards_of
from tournaments.models import MAX_SQUAD, Tournament
from tournaments.refusal import Conflict, Refused

USUAL_SQUAD = 4


def squad_for(squad: int, game: str, game_options: Any, format: str, format_options: Any) -> int:
    """`squad`, or the usual one (four, or a tie's people) of a format of teams where none is given.

    Raises Refused for fewer than sit down in a tie, for a tie of more people than a team may enter,
    and for teams in a format that makes the pairs itself.
    """
    if squad and formats.format(format).partners > 1:
        raise Refused(
            "teams_without_partners",
            _("En este sistema cada cual se inscribe por su cuenta: no puede ser por equipos."),
            field="squad",
        )
    wanted = seated(game, game_options, format, format_options)
    if not wanted:
        return squad
    if wanted > MAX_SQUAD:
        raise Refused(
            "too_many_boards",
            _(
                "En cada enfrentamiento se sentarían %(wanted)s personas de cada equipo, y un "
                "equipo tiene %(most)s como mucho: ponga menos mesas."
            ),
            field="boards",
            wanted=wanted,
            most=MAX_SQUAD,
        )
    squad = squad or max(USUAL_SQUAD, wanted)
    if squad < wanted:
        raise Refused(
            "squad_too_small",
            _("En cada enfrentamiento se sientan %(wanted)s de cada equipo: no bastan %(squad)s."),
            field="squad",
            wanted=wanted,
            squad=squad,
        )
    return squad


def seated(game: str, game_options: Any, format: str, format_options: Any) -> int:
    """How many people of a team sit down in a tie; 0 in a format without boards."""
    kind = rules.game(game)
    people: int = kind.Options(**game_options).people
    system = formats.format(format)
    return people * boards_of(system, system.options_class(**format_options))


def refuse_squad(tournament: Tournament, squad: int) -> None:
    """Raises Refused where some later stage, or a team already entered, asks for another squad."""
    for stage in tournament.stages.filter(number__gt=1):
        wanted = squad_for(
            squad, tournament.game, stage.game_options, stage.format, stage.format_options
        )
        if wanted != squad:
            raise _stage_of_teams()
    larger = tournament.entries.annotate(people=Count("seats", filter=Q(seats__live=True)))
    team = larger.filter(people__gt=squad).order_by("number").first() if squad else None
    if team is not None:
        raise Conflict(
            "squad_overflows",
            _("El equipo %(number)s ya tiene más: %(people)s."),
            field="squad",
            number=team.number,
            people=team.people,
        )


def refuse_stage(tournament: Tournament, game_options: Any, format: str, options: Any) -> None:
    """Raises Refused for a stage that the tournament's entries cannot play as they are."""
    squad = tournament.squad
    if squad_for(squad, tournament.game, game_options, format, options) != squad:
        raise _stage_of_teams()


def _stage_of_teams() -> Refused:
    return Refused(
        "people_not_teams",
        _("Aquí se inscriben personas, y en la liga por equipos juegan equipos."),
        field="format",
    )
