"""Penalties: noted and lifted by whoever judges, public, and a tie-break where it is asked for."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.selectors.standings import stage_standings
from scoring.services.counting import set_standings
from scoring.services.penalties import lift_penalty, note_penalty
from tests.scoring.days import SWISS
from tests.scoring.test_standings_rules import fresh
from tournaments.models import AuditLine
from tournaments.refusal import Refused


@pytest.fixture
def hall(make_tournament, pairs):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 3)
    return tournament


def penalised(hall, author, number, points, reason="habla con las cartas en la mano"):
    entry = hall.entries.get(number=number)
    return note_penalty(stage=fresh(hall), entry=entry, author=author, points=points, reason=reason)


def test_the_fewest_go_first_where_the_chain_asks(hall, raul, pilar, django_assert_num_queries):
    penalised(hall, raul, 1, 3)
    penalised(hall, raul, 1, 1)
    last = penalised(hall, raul, 2, 1)
    stage = fresh(hall)
    set_standings(stage=stage, author=pilar, chain=["wins", "penalties"], counting={})
    lines = [(line.entrant, dict(line.values)["penalties"]) for line in stage_standings(stage)]
    assert lines == [(3, 0), (2, -1), (1, -4)]
    lift_penalty(penalty=last, author=raul, reason="no era él")
    lines = [(line.place, line.entrant) for line in stage_standings(stage)]
    assert lines == [(1, 2), (1, 3), (3, 1)]


def test_one_query_more_only_where_the_chain_asks(hall, raul, pilar):
    penalised(hall, raul, 1, 3)
    counts = []
    for chain in (["wins"], ["wins", "penalties"]):
        stage = fresh(hall)
        set_standings(stage=stage, author=pilar, chain=chain, counting={})
        with CaptureQueriesContext(connection) as asked:
            stage_standings(stage)
        counts.append(len(asked))
    assert counts[1] == counts[0] + 1


def test_the_memory_keeps_both(hall, raul):
    penalty = penalised(hall, raul, 2, 2)
    lift_penalty(penalty=penalty, author=raul, reason="se aclaró")
    acts = AuditLine.objects.filter(act__contains="penalty").order_by("pk")
    assert [(one.act, one.reason, one.author) for one in acts] == [
        ("note_penalty", "habla con las cartas en la mano", raul),
        ("lift_penalty", "se aclaró", raul),
    ]
    with pytest.raises(Refused) as caught:
        lift_penalty(penalty=penalty, author=raul, reason="otra vez")
    assert (caught.value.code, caught.value.status) == ("penalty_lifted", 409)


@pytest.mark.parametrize(
    ("points", "reason", "field"),
    [(0, "x", "points"), (101, "x", "points"), (True, "x", "points"), (1, " ", "reason")],
)
def test_what_cannot_be_is_refused(hall, raul, points, reason, field):
    with pytest.raises(Refused) as caught:
        penalised(hall, raul, 1, points, reason)
    assert caught.value.field == field


def test_the_referee_notes_and_lifts_and_everybody_sees(hall, raul, chema, client_as):
    url, public = f"/t/{hall.slug}/inscripciones/2/sanciones/", f"/t/{hall.slug}/inscripcion/2/"
    referee = client_as(raul)
    assert url in referee.get(public).content.decode()
    assert url not in client_as(None).get(public).content.decode()
    assert client_as(chema).get(url).status_code == 403
    assert referee.post(url, {"points": "0", "reason": "x"}).status_code == 400
    assert referee.post(url, {"points": "2", "reason": "grita"}).status_code == 302
    assert "2 puntos: grita" in client_as(None).get(public).content.decode()
    (penalty,) = fresh(hall).penalties.all()
    assert (penalty.points, penalty.author_name) == (2, "raul")
    lift = f"{url}{penalty.pk}/levantar/"
    assert referee.post(lift, {"reason": ""}).status_code == 400
    assert referee.post(lift.replace("/2/", "/1/"), {"reason": "x"}).status_code == 404
    assert referee.post(lift, {"reason": "se aclaró"}).status_code == 302
    assert referee.post(lift, {"reason": "se aclaró"}).status_code == 409
    assert "levantada: ya no cuenta" in client_as(None).get(public).content.decode()
