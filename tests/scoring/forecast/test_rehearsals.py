"""Tests of rehearsals: a whole day played in a copy, which changes nothing else."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.forecast import services as rehearsals
from scoring.forecast.simulation import copies
from scoring.forecast.simulation.rehearsal import play_match
from scoring.models import Result
from scoring.people_data.services.erasing import delete_tournament
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.tasks import throw_rehearsals_away
from tests.refusals import is_refused
from tests.scoring.played_rounds import SWISS, publish
from tests.worlds import world
from tournaments.models import Job, Tournament, Version
from tournaments.names.audience import EVERYTHING
from tournaments.setup.services.stages import add_stage
from tournaments.setup.services.tournament import edit_tournament

# Lookups from a model to its tournament.
PATHS = ("tournament", "entry__tournament", "stage__tournament", "match__tournament")
PATHS += ("acta__match__tournament", "side__match__tournament", "round__tournament")

pytestmark = pytest.mark.django_db(transaction=True)


def real_rows():
    """Return the rows of every table, serialized, except jobs and rows of rehearsals."""
    return {
        model._meta.label: serializers.serialize("json", _real_rows_of(model).order_by("pk"))
        for model in apps.get_models()
        if model is not Job and model._meta.managed
    }


def _real_rows_of(model):
    """Return the rows of a model that belong to no rehearsal."""
    if model is Tournament:
        return model.objects.filter(rehearsal_of=None)
    if model is Version:  # stores the key of its tournament without a foreign key
        return model.objects.filter(tournament__in=_real_rows_of(Tournament).values("pk"))
    names = {field.name for field in model._meta.concrete_fields}
    rows = model._default_manager
    path = next((path for path in PATHS if path.partition("__")[0] in names), None)
    return rows.all() if path is None else rows.filter(**{f"{path}__rehearsal_of": None})


@world
def swiss(make_tournament, pairs):
    tournament = make_tournament(**SWISS, tables=3)
    pairs(tournament, 5)
    return tournament


@pytest.mark.slow
def test_a_rehearsal_plays_the_whole_day_and_changes_no_other_row(swiss, pilar, client_as):
    add_stage(
        tournament=swiss,
        author=pilar,
        name="Final",
        format="knockout",
        format_options={},
        game_options=swiss.stage.game_options,
        intake=[{"stage": 1, "first": 1, "last": 4, "per": "all"}],
    )
    publish(swiss, pilar)
    rows_before = real_rows()
    browser = client_as(pilar)
    answer = browser.post(f"/t/{swiss.slug}/ensayo/jugar/", {"entries": "7"})
    job = Job.objects.get(kind="rehearsal")
    assert (answer.status_code, answer.url) == (302, f"/t/{swiss.slug}/trabajos/{job.pk}/")
    assert (job.state, job.message, job.done, job.total) == ("done", "", 12, 12)
    rows_after = real_rows()
    rows_after["sessions.Session"] = rows_before["sessions.Session"]
    assert {name for name in rows_after if rows_after[name] != rows_before[name]} <= {"auth.User"}
    report = job.params["report"]
    assert (report["entries"], report["matches"], report["tables"]) == (7, 12, 3)
    assert [
        (round["stage"], round["number"], round["matches"], len(round["byes"]))
        for round in report["rounds"]
    ] == [(1, 1, 3, 1), (1, 2, 3, 1), (1, 3, 3, 1), (2, 1, 2, 0), (2, 2, 1, 0)]
    assert sum(len(round["rematches"]) for round in report["rounds"]) == 0
    assert len(report["standings"]) == 4 and report["rounds"][2]["end"] < report["end"][1]
    earliest_end, likely_end, latest_end = report["end"]
    assert earliest_end < likely_end < latest_end
    html = browser.get(f"/t/{swiss.slug}/ensayo/").text
    assert "Fase 2" in html and "Cómo quedaría" in html and "Ronda 3" in html
    ranked_entries = swiss.entries.filter(
        number__in=[number for _place, number, *_wins in report["standings"]]
    )
    assert ranked_entries and all(
        entry.seats.first().player.name_for(EVERYTHING) in html for entry in ranked_entries
    )
    assert "Ver el ensayo" in browser.get(answer.url).text


@pytest.mark.slow
def test_a_rehearsal_that_fails_halfway_leaves_no_row(swiss, pilar, monkeypatch):
    def play_three_matches(match, author, seed):
        if Result.objects.filter(acta__match__tournament__rehearsal_of=swiss).count() == 3:
            raise RuntimeError("failure after three matches")
        play_match(match, author, seed)

    monkeypatch.setattr(copies, "play_match", play_three_matches)
    rows_before = real_rows()
    job = rehearsals.order_rehearsal(tournament=swiss, author=pilar)
    job.refresh_from_db()
    assert job.state == "failed" and "report" not in job.params
    assert real_rows() == rows_before


@pytest.fixture
def rehearsal(swiss, pilar):
    rehearsals.order_rehearsal(tournament=swiss, author=pilar)
    return swiss.rehearsals.get()


@pytest.mark.slow
def test_a_rehearsal_is_marked_and_private(swiss, rehearsal, pilar, raul, client_as):
    assert rehearsal.name == f"Ensayo de {swiss.name}" and rehearsal.visibility == "private"
    assert [member.user for member in rehearsal.team.all()] == [pilar]
    assert "Ensayo: los resultados" in client_as(pilar).get(f"/t/{rehearsal.slug}/").text
    assert client_as(raul).get(f"/t/{rehearsal.slug}/").status_code == 404
    for change in ({"name": swiss.name}, {"visibility": "public"}):
        with is_refused("is_rehearsal"):
            edit_tournament(tournament=rehearsal, author=pilar, **change)
    with is_refused("is_rehearsal"):
        rehearsals.order_rehearsal(tournament=rehearsal, author=pilar)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=rehearsal.pk).update(visibility="public")
    players = swiss.entries.values_list("seats__player__identity", flat=True)
    copied_players = rehearsal.entries.values_list("seats__player__identity", flat=True)
    assert sorted(players) == sorted(copied_players)


@pytest.mark.slow
def test_a_rehearsal_is_deleted_by_the_next_one_after_some_days_and_by_hand(
    swiss, rehearsal, pilar, client_as, settings
):
    rehearsals.order_rehearsal(tournament=swiss, author=pilar)
    second = swiss.rehearsals.get()
    assert second.pk != rehearsal.pk
    page = client_as(pilar).get(f"/t/{swiss.slug}/ensayo/").text
    assert f"/t/{second.slug}/" in page and "Tirar el ensayo" in page
    Tournament.objects.filter(pk=second.pk).update(created_at=timezone.now() - timedelta(days=6))
    throw_rehearsals_away()
    assert swiss.rehearsals.exists()
    settings.TAPETE_REHEARSALS_KEPT_DAYS = 5
    throw_rehearsals_away()
    assert not swiss.rehearsals.exists() and swiss.entries.count() == 5
    rehearsals.order_rehearsal(tournament=swiss, author=pilar)
    answer = client_as(pilar).post(f"/t/{swiss.slug}/ensayo/tirar/")
    assert answer.status_code == 302 and not swiss.rehearsals.exists()


def test_only_old_rehearsals_are_deleted(make_tournament, settings):
    settings.TAPETE_REHEARSALS_KEPT_DAYS = 5
    tournament = make_tournament()
    old, recent = make_tournament(name="Ensayo viejo"), make_tournament(name="Ensayo de hoy")
    rehearsals_of_both = Tournament.objects.filter(pk__in=[old.pk, recent.pk])
    rehearsals_of_both.update(rehearsal_of=tournament, visibility="private")
    Tournament.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=6))
    throw_rehearsals_away()
    assert list(tournament.rehearsals.all()) == [recent]


@pytest.mark.slow
def test_deleting_a_tournament_deletes_its_rehearsal(swiss, rehearsal, pilar):
    delete_tournament(tournament=swiss, author=pilar, name=swiss.name)
    assert not Tournament.objects.exists()


@pytest.mark.slow
def test_anonymising_the_entries_deletes_the_rehearsals(swiss, rehearsal, pilar):
    anonymise_entries(tournament=swiss, author=pilar)
    assert not swiss.rehearsals.exists()


def test_a_rehearsal_with_too_few_entries_or_an_invalid_number_is_refused(casino, pilar, client_as):
    with is_refused("too_few_entrants"):
        rehearsals.order_rehearsal(tournament=casino, author=pilar)
    for entries in ("1", "501", "todas", ""):
        page = client_as(pilar).post(f"/t/{casino.slug}/ensayo/jugar/", {"entries": entries})
        assert page.status_code in (400, 409), entries
    assert not Job.objects.exists()


@pytest.mark.slow
def test_a_rehearsal_by_the_clock_evens_out_the_matches_of_each_entry(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(format="clock", format_options={"last_call": "even"}, tables=3)
    pairs(tournament, 5)
    rows_before = real_rows()
    job = rehearsals.order_rehearsal(tournament=tournament, author=pilar)
    job.refresh_from_db()
    assert (job.state, job.message) == ("done", "")
    assert real_rows() == rows_before
    report = job.params["report"]
    assert report["over"] and [(round["number"], round["byes"]) for round in report["rounds"]] == [
        (0, [])
    ]
    match_counts = [line[3] for line in report["standings"]]
    assert (
        sum(match_counts) == 2 * report["matches"]
        and sum(count < max(match_counts) for count in match_counts) <= 1
    )
