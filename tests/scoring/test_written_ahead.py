"""A match that is played for the day of a demo or a rehearsal leaves what a desk would."""

from dataclasses import asdict

import pytest
from django.db.models import DateTimeField

from rules import GAMES
from scoring.forecast.simulation import rehearsal
from scoring.models import Acta, Hand, Result
from tests.scoring.halls import seat_round, undone
from tournaments.models import AuditLine

pytestmark = pytest.mark.django_db
MODELS = (Acta, Hand, Result, AuditLine)
KEYS = {"id", "acta", "hand"}


def rows():
    """All that is written, but keys and times."""
    fields = {
        model: [
            one.name
            for one in model._meta.concrete_fields
            if one.name not in KEYS and not isinstance(one, DateTimeField)
        ]
        for model in MODELS
    }
    return {model: list(model.objects.order_by("pk").values(*fields[model])) for model in MODELS}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["guinote", "truco"])
def test_many_lines_at_once_are_those_of_one_by_one(
    make_tournament, pairs, pilar, monkeypatch, key
):
    preset = next(iter(GAMES[key].presets.values()))
    tournament = make_tournament(game=key, game_options=asdict(preset))
    four = pairs(tournament, 4)
    seat_round(tournament, [four[:2], four[2:]])
    found = []
    for ahead in (rehearsal.write_first_lines, lambda *_: 0):
        monkeypatch.setattr(rehearsal, "write_first_lines", ahead)
        with undone():
            for match in tournament.matches.order_by("number"):
                rehearsal.play_match(match, pilar, "tapete")
            found.append(rows())
    assert found[0] == found[1]
    assert len(found[0][Hand]) > 4 and len(found[0][Result]) == 2
