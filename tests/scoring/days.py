"""Days to look at: a tournament before the draw, in play, and over, in both formats."""

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
    """Plan one more stage, a final in a bracket of matches as long as those of the first."""
    values = {
        "name": "Final",
        "format": "knockout",
        "format_options": {},
        "game_options": tournament.stage.game_options,
        **changes,
    }
    return add_stage(tournament=tournament, author=author, intake=intake, **values)


def play(match: Match, author: User) -> None:
    """Play a match to its end, always the same way."""
    fresh = Match.objects.select_related("round__stage", "tournament").get(pk=match.pk)
    rehearsal.play_match(fresh, author, "tapete")


def play_all(round: Round, author: User) -> None:
    rehearsal.play_round(round, author, "tapete")


def finish(tournament: Tournament, author: User) -> None:
    """Play what is on the tables, and then every round that is left."""
    for round in tournament.stage.rounds.filter(matches__state="playing").distinct():
        play_all(round, author)
    rehearsal.play_rounds(tournament.stage, author, 100, "tapete")


def matches(tournament: Tournament, **only: object) -> list[Match]:
    return list(tournament.matches.filter(**only).order_by("round__number", "position"))
