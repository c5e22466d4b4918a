"""Fixtures: a league of three teams, and its first date."""

from tests.scoring.rounds.teams import OPTIONS, TEAMS, publish_date
from tests.worlds import world
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry


@world
def league(make_tournament, pilar):
    """A league of three teams of seven, with ties of three boards; one team has a bye each date."""
    tournament = make_tournament(
        game="marcador",
        game_options={"target": 3},
        format="teams",
        format_options=OPTIONS,
        squad=7,
        tables=6,
    )
    for team in TEAMS:
        people = [Person(f"{team} {letter}") for letter in "abcdefg"]
        register_entry(tournament=tournament, author=pilar, name=team, players=people)
    return tournament


@world
def date(league, pilar):
    return publish_date(league, pilar)
