"""`tests.crowd` writes what registering one by one writes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.forecast.simulation.rehearsal import enter_people, invented_entries
from tests.crowd import enter, enter_invented
from tests.rows import cases
from tournaments.models import AuditLine, Entry, EntryPlayer, Player

pytestmark = pytest.mark.django_db
OWN = {"id", "pk", "at", "created_at", "tournament", "entry", "player"}


def rows(tournament):
    """All that is written of the entries of a tournament, but keys and times."""
    found = []
    for model, path in (
        (Entry, "tournament"),
        (Player, "tournament"),
        (EntryPlayer, "entry__tournament"),
        (AuditLine, "tournament"),
    ):
        fields = [field.name for field in model._meta.concrete_fields if field.name not in OWN]
        written = model.objects.filter(**{path: tournament}).order_by("pk")
        if model is AuditLine:
            written = written.filter(act="register_entry")
        found.append(list(written.values(*fields)))
    seats = EntryPlayer.objects.filter(entry__tournament=tournament).order_by("pk")
    return [*found, list(seats.values_list("entry__number", "player__identity"))]


@cases("changes", {}, {"squad": 4, "format": "league", "format_options": {}})
def test_the_same_rows_in_few_queries(make_tournament, pilar, changes):
    one, other = make_tournament(**changes), make_tournament(name="Otro", **changes)
    enter_people(one, pilar, 9, "gente")
    with CaptureQueriesContext(connection) as asked:
        entries = enter_invented(other, pilar, 9, "gente")
    assert rows(one) == rows(other)
    assert [entry.number for entry in entries] == list(range(1, 10))
    assert len(asked) < 20


def test_one_by_one_where_each_hangs_on_those_before(make_tournament, pilar):
    full = make_tournament(capacity=2)
    people = list(invented_entries(full, 4, "gente"))
    states = [entry.state for entry in enter(full, pilar, people)]
    assert states == ["entered"] * 2 + ["waiting"] * 2
