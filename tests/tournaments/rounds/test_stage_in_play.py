"""The stage that a tournament is looked at in: found once, and one object."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.days import publish
from tournaments.models import RequestCache, Tournament
from tournaments.rounds.services.announcing import set_dates
from tournaments.setup.services.stages import change_rounds

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("reads", [None, False, True], ids=["plain", "writes", "reads"])
def test_the_stage_is_asked_for_once(casino, reads):
    """Whoever has loaded the tournament."""
    tournament = Tournament.objects.get(pk=casino.pk)
    if reads is not None:
        tournament.request_cache = RequestCache(tournament, reads=reads)
    with CaptureQueriesContext(connection) as queries:
        first, again = tournament.stage, tournament.stage
    assert first is again and first.tournament is tournament and len(queries) == 1


def test_looked_at_in_another_stage_it_is_another_one(casino):
    first = casino.stage
    casino.stages.create(number=2, format="swiss", format_options={"rounds": 3}, seed="otra")
    assert casino.stage is first
    assert casino.look_at(2).stage.number == 2 and casino.look_at(None).stage == first


def test_an_act_leaves_the_stage_as_it_is_written(make_tournament, pairs, pilar):
    """The page of the request goes on with the object that the act was given."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 4)
    publish(tournament, pilar)
    date = tournament.starts_at
    set_dates(stage=tournament.stage, author=pilar, dates=[date])
    change_rounds(stage=tournament.stage, author=pilar, rounds=4, reason="vamos con tiempo")
    anew = Tournament.objects.get(pk=tournament.pk).stage
    assert tournament.stage.dates == anew.dates == [date.isoformat()]
    assert tournament.stage.format_options == anew.format_options
