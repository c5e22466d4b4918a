"""Fixtures of clubs: Sofía's, which holds the tournament `casino`, and the neighbour's."""

import pytest

from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.clubs.services.clubs import create_club, set_club
from tournaments.names.given_names import person
from tournaments.people.services.registering import register_entry


@world
def club(sofia):
    return create_club(author=sofia, name="Peña El As", town="Calamocha")


@world
def other_club(vecino):
    return create_club(author=vecino, name="Peña El Rey")


@world
def club_casino(casino, club, sofia, pilar):
    """The tournament `casino`, put in the club."""
    grant_role(tournament=casino, author=pilar, username="sofia", role="organiser")
    return set_club(tournament=casino, author=sofia, club=club)


@pytest.fixture
def enter(pilar):
    """Return a function that registers a pair from two names, like «Paco Gil (Luco)»."""

    def register(tournament, *names):
        players = [person(*name.rstrip(")").split(" (")) for name in names]
        return register_entry(tournament=tournament, author=pilar, players=players)

    return register
