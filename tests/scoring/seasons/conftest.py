"""A season of a peña: two finished tournaments of the same eight pairs, and an undrawn final."""

import pytest

from scoring.seasons.services import put_in_season, save_season
from tests.scoring.played_rounds import finish, publish
from tests.worlds import world
from tournaments.models import Club, ClubOfficer, Tournament

TABLE_OF_POINTS = "2: 10 6 4 4"


@world
def peña(pilar):
    """Pilar's club."""
    club = Club.objects.create(slug="la-nueva", name="Peña La Nueva")
    ClubOfficer.objects.create(club=club, user=pilar)
    return club


@world
def season(peña, make_tournament, pairs, pilar):
    """A season with two finished knockouts of the same eight pairs, whose names are public."""
    season = save_season(
        club=peña, name="Liga de invierno", counts="people", table=TABLE_OF_POINTS, taking_part=1
    )
    for name in ("Noviembre", "Diciembre"):
        tournament = make_tournament(name=name)
        pairs(tournament, 8)
        publish(tournament, pilar)
        finish(tournament, pilar)
        put_in_season(season=season, author=pilar, tournament=tournament)
    return season


@pytest.fixture
def final(make_tournament, season, pilar):
    """A final in the season, with places for the first two entries of «Noviembre»."""
    tournament = make_tournament(name="Final")
    event = put_in_season(season=season, author=pilar, tournament=tournament, weight=2)
    november = Tournament.objects.get(name="Noviembre")
    put_in_season(season=season, author=pilar, tournament=november, feeds=event, places=2)
    return tournament
