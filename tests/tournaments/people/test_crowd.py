"""Test that `tests.crowd` writes the same rows as registering entries one by one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.forecast.simulation.rehearsal import enter_people, invented_entries
from tests.crowd import enter, enter_invented
from tests.rows import cases
from tournaments.models import AuditLine, Entry, EntryPlayer, Player

pytestmark = pytest.mark.django_db
IGNORED_FIELDS = {"id", "pk", "at", "created_at", "tournament", "entry", "player"}


def stored_rows(tournament):
    """Return all rows of the entries of a tournament, without keys and times."""
    rows_by_model = []
    for model, path in (
        (Entry, "tournament"),
        (Player, "tournament"),
        (EntryPlayer, "entry__tournament"),
        (AuditLine, "tournament"),
    ):
        fields = [
            field.name for field in model._meta.concrete_fields if field.name not in IGNORED_FIELDS
        ]
        queryset = model.objects.filter(**{path: tournament}).order_by("pk")
        if model is AuditLine:
            queryset = queryset.filter(act="register_entry")
        rows_by_model.append(list(queryset.values(*fields)))
    seats = EntryPlayer.objects.filter(entry__tournament=tournament).order_by("pk")
    return [*rows_by_model, list(seats.values_list("entry__number", "player__identity"))]


@cases("changes", {}, {"squad": 4, "format": "league", "format_options": {}})
def test_crowd_writes_the_same_rows_in_few_queries(make_tournament, pilar, changes):
    tournament = make_tournament(**changes)
    other_tournament = make_tournament(name="Otro", **changes)
    enter_people(tournament, pilar, 9, "gente")
    with CaptureQueriesContext(connection) as queries:
        entries = enter_invented(other_tournament, pilar, 9, "gente")
    assert stored_rows(tournament) == stored_rows(other_tournament)
    assert [entry.number for entry in entries] == list(range(1, 10))
    assert len(queries) < 20


def test_crowd_respects_the_capacity_of_the_tournament(make_tournament, pilar):
    small_tournament = make_tournament(capacity=2)
    people = list(invented_entries(small_tournament, 4, "gente"))
    states = [entry.state for entry in enter(small_tournament, pilar, people)]
    assert states == ["entered"] * 2 + ["waiting"] * 2
