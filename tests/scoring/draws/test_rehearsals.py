"""The rehearsal: a whole day in a copy, and nothing left behind."""

import pytest
from django.apps import apps
from django.core import serializers

from scoring.services import rehearsals
from scoring.simulation import sandbox
from tests.refusals import is_refused
from tests.scoring.days import SWISS, plan_stage, publish
from tests.worlds import world
from tournaments.models import Job

pytestmark = pytest.mark.django_db(transaction=True)


def everything():
    """Every row of every table but the jobs, as it would be written to a file."""
    return {
        model._meta.label: serializers.serialize("json", model._default_manager.order_by("pk"))
        for model in apps.get_models()
        if model is not Job and model._meta.managed
    }


@world
def swiss(make_tournament, pairs):
    tournament = make_tournament(**SWISS, tables=3)
    pairs(tournament, 5)
    return tournament


@pytest.mark.slow
def test_a_day_already_begun_is_played_from_its_beginning_and_nothing_stays(
    swiss, pilar, client_as
):
    plan_stage(swiss, pilar, [{"stage": 1, "first": 1, "last": 4, "per": "all"}])
    publish(swiss, pilar)
    before = everything()
    browser = client_as(pilar)
    answer = browser.post(f"/t/{swiss.slug}/ensayo/jugar/", {"entries": "7"})
    job = Job.objects.get(kind="rehearsal")
    assert (answer.status_code, answer.url) == (302, f"/t/{swiss.slug}/trabajos/{job.pk}/")
    assert (job.state, job.message, job.done, job.total) == ("done", "", 12, 12)
    after = everything()
    after["sessions.Session"] = before["sessions.Session"]
    assert {name for name in after if after[name] != before[name]} <= {"auth.User"}
    report = job.params["report"]
    assert (report["entries"], report["matches"], report["tables"]) == (7, 12, 3)
    assert [
        (one["stage"], one["number"], one["matches"], len(one["byes"])) for one in report["rounds"]
    ] == [(1, 1, 3, 1), (1, 2, 3, 1), (1, 3, 3, 1), (2, 1, 2, 0), (2, 2, 1, 0)]
    assert sum(len(one["rematches"]) for one in report["rounds"]) == 0
    assert len(report["standings"]) == 4 and report["rounds"][2]["end"] < report["end"][1]
    early, likely, late = report["end"]
    assert early < likely < late
    html = browser.get(f"/t/{swiss.slug}/ensayo/").text
    assert "Fase 2" in html and "Cómo quedaría" in html and "Ronda 3" in html
    placed = swiss.entries.filter(
        number__in=[number for _place, number, *_won in report["standings"]]
    )
    assert placed and all(str(entry.seats.first().player) in html for entry in placed)
    assert "Ver el ensayo" in browser.get(answer.url).text


@pytest.mark.slow
def test_it_breaks_down_in_the_middle_and_nothing_stays(swiss, pilar, monkeypatch, caplog):
    order = sandbox.Order
    monkeypatch.setattr(sandbox, "Order", lambda **how: order(**how, fail_after=3))
    before = everything()
    job = rehearsals.order_rehearsal(tournament=swiss, author=pilar)
    job.refresh_from_db()
    assert job.state == "failed" and "report" not in job.params
    assert "broken down as ordered" in caplog.text, "the log has what the other process said"
    assert everything() == before


@pytest.mark.slow
def test_whoever_stops_listening_ends_it(swiss):
    order = sandbox.Order(sandbox.copy_of(swiss), "ensayo", 5, 60)
    told = sandbox.played(order)
    assert next(one for one in told if "done" in one)["done"] == 1
    told.close()  # the other process ends with it


def test_nobody_to_rehearse_with(casino, pilar, client_as):
    with is_refused("too_few_entrants"):
        rehearsals.order_rehearsal(tournament=casino, author=pilar)
    for entries in ("1", "501", "todas", ""):
        page = client_as(pilar).post(f"/t/{casino.slug}/ensayo/jugar/", {"entries": entries})
        assert page.status_code in (400, 409), entries
    assert not Job.objects.exists()


def test_the_sandbox_plays_in_memory_only(db):
    from django.core.management import CommandError, call_command

    with pytest.raises(CommandError, match="in memory only"):
        call_command("sandbox")


@pytest.mark.slow
def test_by_the_clock_the_bell_rings_and_what_is_at_the_tables_is_finished(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(format="clock", format_options={"last_call": "even"}, tables=3)
    pairs(tournament, 5)
    before = everything()
    job = rehearsals.order_rehearsal(tournament=tournament, author=pilar)
    job.refresh_from_db()
    assert (job.state, job.message) == ("done", "")
    assert everything() == before
    report = job.params["report"]
    assert report["over"] and [(one["number"], one["byes"]) for one in report["rounds"]] == [
        (0, [])
    ]
    played = [line[3] for line in report["standings"]]
    assert sum(played) == 2 * report["matches"] and sum(one < max(played) for one in played) <= 1
