"""Simulated matches write their first lines together, in the same rows as one by one."""

from dataclasses import asdict

import pytest
from django.db.models import DateTimeField

from rules import GAMES
from scoring.forecast.simulation import rehearsal
from scoring.models import Acta, Hand, Result
from tests.scoring.seated_rounds import seat_round, undone
from tournaments.models import AuditLine

pytestmark = pytest.mark.django_db
MODELS = (Acta, Hand, Result, AuditLine)
KEYS = {"id", "acta", "hand"}


def rows():
    """Return the rows of every model in MODELS, without keys and times."""
    fields = {
        model: [
            field.name
            for field in model._meta.concrete_fields
            if field.name not in KEYS and not isinstance(field, DateTimeField)
        ]
        for model in MODELS
    }
    return {model: list(model.objects.order_by("pk").values(*fields[model])) for model in MODELS}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["guinote", "truco"])
def test_lines_written_at_once_leave_the_rows_of_lines_written_singly(
    make_tournament, pairs, pilar, monkeypatch, key
):
    preset = next(iter(GAMES[key].presets.values()))
    tournament = make_tournament(game=key, game_options=asdict(preset))
    entries = pairs(tournament, 4)
    seat_round(tournament, [entries[:2], entries[2:]])
    runs = []
    for write_first_lines in (rehearsal.write_first_lines, lambda *_: 0):
        monkeypatch.setattr(rehearsal, "write_first_lines", write_first_lines)
        with undone():
            for match in tournament.matches.order_by("number"):
                rehearsal.play_match(match, pilar, "tapete")
            runs.append(rows())
    assert runs[0] == runs[1]
    assert len(runs[0][Hand]) > 4 and len(runs[0][Result]) == 2
