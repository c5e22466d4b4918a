"""Tests of `Tournament.stage`: the stage in play, read once and always the same object."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.played_rounds import publish
from tournaments.models import RequestCache, Tournament
from tournaments.rounds.services.announcing import set_dates
from tournaments.setup.services.stages import change_rounds

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("reads", [None, False, True], ids=["plain", "writes", "reads"])
def test_stage_of_a_tournament_is_read_once(casino, reads):
    """Read the stage without a request cache, and in a request that writes or only reads."""
    tournament = Tournament.objects.get(pk=casino.pk)
    if reads is not None:
        tournament.request_cache = RequestCache(tournament, reads=reads)
    with CaptureQueriesContext(connection) as queries:
        first, second = tournament.stage, tournament.stage
    assert first is second and first.tournament is tournament and len(queries) == 1


def test_look_at_changes_the_stage_of_a_tournament(casino):
    stage = casino.stage
    casino.stages.create(number=2, format="swiss", format_options={"rounds": 3}, seed="otra")
    assert casino.stage is stage
    assert casino.look_at(2).stage.number == 2 and casino.look_at(None).stage == stage


def test_services_update_the_stage_object_that_they_receive(make_tournament, pairs, pilar):
    """The page of the same request continues with the tournament that was passed to the service."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 4)
    publish(tournament, pilar)
    date = tournament.starts_at
    set_dates(stage=tournament.stage, author=pilar, dates=[date])
    change_rounds(stage=tournament.stage, author=pilar, rounds=4, reason="vamos con tiempo")
    stored_stage = Tournament.objects.get(pk=tournament.pk).stage
    assert tournament.stage.dates == stored_stage.dates == [date.isoformat()]
    assert tournament.stage.format_options == stored_stage.format_options
