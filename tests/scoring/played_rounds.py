"""Helpers of tests: publish and play the rounds of a Swiss or a knockout, plan a stage."""

from typing import Any

from django.contrib.auth.models import User

from scoring.forecast.simulation import rehearsal
from scoring.rounds.services.rounds import open_next_round, publish_round
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.setup.services.stages import add_stage

SWISS = {"format": "swiss", "format_options": {"rounds": 3}}
KNOCKOUT = {"format": "knockout", "format_options": {"third_place": True}}
PUBLIC = [
    "",
    "mesa/",
    "mesa/?q=1",
    "mesa/?q=gil",
    "emparejamientos/",
    "emparejamientos/?por=apellido",
    "clasificacion/",
    "inscripcion/1/",
]
BRACKET = "cuadro/"


def publish(tournament: Tournament, author: User) -> Round:
    """Draw and publish the next round."""
    return publish_round(
        round=open_next_round(stage=tournament.stage, author=author), author=author
    )


def plan_stage(
    tournament: Tournament, author: User, intake: list[dict[str, Any]], **changes: Any
) -> Stage:
    """Plan a later stage: by default a knockout named Final, with matches as long as in stage 1."""
    values = {
        "name": "Final",
        "format": "knockout",
        "format_options": {},
        "game_options": tournament.stage.game_options,
        **changes,
    }
    return add_stage(tournament=tournament, author=author, intake=intake, **values)


def play(match: Match, author: User) -> None:
    """Play a match to its end, with the same lines on every run."""
    fresh = Match.objects.select_related("round__stage", "tournament").get(pk=match.pk)
    rehearsal.play_match(fresh, author, "tapete")


def play_all(round: Round, author: User) -> None:
    """Play every match of the round to its end."""
    rehearsal.play_round(round, author, "tapete")


def finish(tournament: Tournament, author: User) -> None:
    """Play the matches at the tables, then every later round of the stage."""
    for round in tournament.stage.rounds.filter(matches__state="playing").distinct():
        play_all(round, author)
    rehearsal.play_rounds(tournament.stage, author, 100, "tapete")


def matches(tournament: Tournament, **only: object) -> list[Match]:
    """Return the matches of the tournament by round and position; `only` filters them."""
    return list(tournament.matches.filter(**only).order_by("round__number", "position"))
