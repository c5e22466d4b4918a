"""Tests of jobs: queued, run once, with progress, and run again when their worker dies."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from tests.refusals import is_refused
from tournaments import tasks
from tournaments.jobs import work as jobs
from tournaments.jobs.services.jobs import start_again, start_job
from tournaments.jobs.work import JobClaimLost, JobKind, JobNeeds, Progress
from tournaments.models import Job
from tournaments.refusal import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.each_database]


@pytest.fixture
def kinds(monkeypatch):
    """Kinds of job: `count` counts to three, `refuse` is refused and `fail` has a bug."""

    def count(job, progress):
        for step in range(4):
            progress.step(step, 3, f"paso {step}")
        progress.keep(job, "cuenta.txt", b"hecho")

    def refuse(job, progress):
        raise Refused("no_paper", "No hay papel en la bandeja %(tray)s.", tray=2)

    def fail(job, progress):
        raise ZeroDivisionError("secret detail")

    for name, work in [("count", count), ("refuse", refuse), ("fail", fail)]:
        monkeypatch.setitem(
            jobs.KINDS, name, JobKind(name, work, lambda _params: JobNeeds("print_sheets"))
        )
    return jobs.KINDS


@pytest.fixture
def sent_ids(monkeypatch):
    """The ids of the jobs sent to the queue; no worker runs them."""
    ids = []
    monkeypatch.setattr(tasks.run_job, "delay", ids.append)
    return ids


@pytest.fixture
def job(casino, pilar, kinds, sent_ids):
    """A queued job that counts to three; no worker runs it."""
    job = start_job(tournament=casino, owner=pilar, kind="count", params={}, total=3)
    sent_ids.clear()
    return job


def job_row(job):
    return Job.objects.values("state", "done", "total", "message", "attempts").get(pk=job.pk)


def set_running(job, *, silent=0, attempts=1, worker="celery@hall"):
    """Mark the job as running at a worker that has been silent for `silent` seconds."""
    Job.objects.filter(pk=job.pk).update(
        state="running",
        attempts=attempts,
        worker=worker,
        updated_at=timezone.now() - timedelta(seconds=silent),
    )
    return Job.objects.get(pk=job.pk)


# --- Jobs that are done -------------------------------------------------------------------------
def test_finished_job_has_its_file(casino, pilar, kinds):
    job = start_job(tournament=casino, owner=pilar, kind="count", params={})
    job.refresh_from_db()
    assert job_row(job) == {"state": "done", "done": 3, "total": 3, "message": "", "attempts": 1}
    assert job.file.name == f"jobs/{job.pk}/1/cuenta.txt"
    assert job.file.read() == b"hecho"


def test_job_is_sent_when_the_transaction_is_committed(casino, pilar, kinds, sent_ids):
    from django.db import transaction

    with transaction.atomic():
        job = start_job(tournament=casino, owner=pilar, kind="count", params={})
        assert sent_ids == []
    assert sent_ids == [str(job.pk)]


def test_job_stores_the_language_of_its_request(casino, pilar, kinds, sent_ids):
    from django.utils import translation

    with translation.override("en"):
        job = start_job(tournament=casino, owner=pilar, kind="count", params={"a": 1})
    assert job.params == {"language": "en", "a": 1}


def test_repeated_message_runs_the_job_once(job):
    tasks.run_job(str(job.pk))
    tasks.run_job(str(job.pk))
    assert job_row(job)["attempts"] == 1


def test_job_stays_queued_if_the_broker_does_not_answer(casino, pilar, kinds, monkeypatch):
    from kombu.exceptions import OperationalError

    def refuse(job_id):
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.run_job, "delay", refuse)
    job = start_job(tournament=casino, owner=pilar, kind="count", params={})
    assert job_row(job)["state"] == "queued"


# --- Jobs that fail -----------------------------------------------------------------------------
def test_refused_job_shows_the_message_of_the_refusal(casino, pilar, kinds):
    failed_job = start_job(tournament=casino, owner=pilar, kind="refuse", params={})
    assert (job_row(failed_job)["state"], job_row(failed_job)["message"]) == (
        "failed",
        "No hay papel en la bandeja 2.",
    )


def test_bug_of_a_job_is_logged_and_hidden_from_users(casino, pilar, kinds, caplog):
    failed_job = start_job(tournament=casino, owner=pilar, kind="fail", params={})
    assert job_row(failed_job)["state"] == "failed"
    assert job_row(failed_job)["message"] == (
        "No se ha podido terminar por un fallo del programa. Pruebe otra vez."
    )
    assert "secret detail" in caplog.text


def test_failed_job_can_be_started_again(casino, pilar, kinds):
    failed_job = start_job(tournament=casino, owner=pilar, kind="refuse", params={"n": 2})
    failed_job.refresh_from_db()
    new_job = start_again(job=failed_job, author=pilar)
    assert (new_job.pk != failed_job.pk, new_job.kind, new_job.params["n"]) == (True, "refuse", 2)


def test_job_that_has_not_failed_cannot_be_started_again(job, pilar):
    with is_refused("job_not_failed", status=409):
        start_again(job=job, author=pilar)


# --- Progress -----------------------------------------------------------------------------------
def test_progress_is_written_at_most_four_times_a_second(job, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: clock[0])
    progress = Progress(set_running(job))
    stored_steps = []
    for step in range(10):
        progress.step(step, 10)
        stored_steps.append(job_row(job)["done"])
        clock[0] += 0.125
    assert stored_steps == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8]
    progress.step(10, 10)
    assert job_row(job)["done"] == 10


def test_worker_stops_when_another_worker_has_its_job(job):
    progress = Progress(set_running(job, attempts=1))
    set_running(job, attempts=2)
    with pytest.raises(JobClaimLost):
        progress.step(1, 3)
    assert job_row(job)["done"] == 0


# --- Jobs whose worker died ---------------------------------------------------------------------
def test_job_silent_for_longer_than_its_limit_is_sent_again(job, sent_ids):
    set_running(job, silent=691)
    assert tasks.resend_lost_jobs() == 1
    assert (job_row(job)["state"], sent_ids) == ("queued", [str(job.pk)])
    tasks.run_job(str(job.pk))
    assert (job_row(job)["state"], job_row(job)["attempts"]) == ("done", 2)


def test_job_silent_for_less_than_its_limit_keeps_running(job, sent_ids):
    set_running(job, silent=689)
    assert tasks.resend_lost_jobs() == 0
    assert (job_row(job)["state"], sent_ids) == ("running", [])


def test_restarted_worker_sends_its_interrupted_job_again(job, casino, pilar, sent_ids, settings):
    settings.TAPETE_FOLDER_QUEUE = False
    other_job = start_job(tournament=casino, owner=pilar, kind="count", params={})
    set_running(job), set_running(other_job, worker="celery@another")
    sent_ids.clear()
    assert tasks.take_up_jobs_of("celery@hall") == 1
    assert (job_row(job)["state"], job_row(other_job)["state"], sent_ids) == (
        "queued",
        "running",
        [str(job.pk)],
    )


def test_restarted_worker_without_a_broker_sends_all_unfinished_jobs(job, casino, pilar, sent_ids):
    other_job = start_job(tournament=casino, owner=pilar, kind="count", params={})
    set_running(job, worker="")
    sent_ids.clear()
    assert tasks.take_up_jobs_of("celery@hall") == 2
    assert sorted(sent_ids) == sorted([str(job.pk), str(other_job.pk)])


def test_job_fails_after_three_interrupted_attempts(job, sent_ids):
    set_running(job, attempts=3)
    tasks.take_up_jobs_of("celery@hall")
    tasks.run_job(str(job.pk))
    assert job_row(job)["state"] == "failed"
    assert job_row(job)["message"].startswith("El trabajo se ha interrumpido 3 veces")


def test_queued_job_without_a_worker_is_sent_again_once_a_minute(job, sent_ids):
    Job.objects.filter(pk=job.pk).update(updated_at=timezone.now() - timedelta(seconds=61))
    assert tasks.resend_lost_jobs() == 1
    assert tasks.resend_lost_jobs() == 0
    assert sent_ids == [str(job.pk)]


@pytest.mark.parametrize("delivery", [{"retries": 1}, {"delivery_info": {"redelivered": True}}])
def test_redelivered_message_takes_the_job_over(job, delivery):
    first_worker = Progress(set_running(job))
    tasks.run_job.push_request(**delivery)
    try:
        tasks.run_job.run(str(job.pk))
    finally:
        tasks.run_job.pop_request()
    assert (job_row(job)["state"], job_row(job)["attempts"]) == ("done", 2)
    with pytest.raises(JobClaimLost):
        first_worker.step(1, 3)


def test_late_worker_cannot_change_a_job_that_another_finished(job, sent_ids):
    late_worker = Progress(set_running(job, silent=691))
    tasks.resend_lost_jobs()
    tasks.run_job(str(job.pk))
    with pytest.raises(JobClaimLost):
        late_worker.write(state="failed", message="tarde")
    assert job_row(job)["state"] == "done"


def test_job_that_loses_the_database_is_retried(job, kinds):
    def lose_connection(_job, _progress):
        raise OperationalError("the connection is lost")

    kinds["count"] = JobKind("count", lose_connection, lambda _params: JobNeeds("print_sheets"))
    with pytest.raises(OperationalError):  # Celery retries it: see `autoretry_for`
        tasks.run_job(str(job.pk))
    assert job_row(job)["state"] == "running"
    assert OperationalError in tasks.run_job.autoretry_for


# --- The page of a job --------------------------------------------------------------------------
def page_address(job, name="job"):
    return reverse(name, kwargs={"slug": job.tournament.slug, "job": job.pk})


def test_page_shows_the_progress_and_refreshes_every_second(job, chema, client_as):
    set_running(job)
    long_ago = timezone.now() - timedelta(seconds=6)
    Job.objects.filter(pk=job.pk).update(
        done=2, message="Componiendo las hojas", created_at=long_ago
    )
    html = client_as(chema).get(page_address(job)).content.decode()
    assert f'hx-get="{page_address(job)}" hx-trigger="every 1s"' in html
    assert '<progress aria-label="Progreso" max="3" value="2">' in html
    assert "2 de 3" in html
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in html


def test_page_of_a_new_job_refreshes_more_often(job, chema, client_as):
    set_running(job)
    assert 'hx-trigger="every 400ms"' in client_as(chema).get(page_address(job)).text


def test_htmx_request_gets_only_the_fragment(job, chema, client_as):
    html = client_as(chema).get(page_address(job), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in html
    assert 'id="trabajo"' in html


def test_page_of_a_job_queued_for_11_seconds_says_that_no_worker_runs(job, chema, client_as):
    created_at = timezone.now() - timedelta(seconds=11)
    Job.objects.filter(pk=job.pk).update(created_at=created_at)
    html = client_as(chema).get(page_address(job)).content.decode()
    assert "El programa que prepara las hojas está parado" in html


def test_page_of_a_queued_job_mentions_the_running_job_before_it(
    job, casino, pilar, chema, client_as
):
    created_at = timezone.now() - timedelta(seconds=11)
    Job.objects.filter(pk=job.pk).update(created_at=created_at)
    set_running(start_job(tournament=casino, owner=pilar, kind="count", params={}))
    html = client_as(chema).get(page_address(job)).content.decode()
    assert "Hay otro trabajo delante" in html


def test_opening_the_page_sends_a_lost_job_again(job, sent_ids, chema, client_as):
    set_running(job, silent=691)
    client_as(chema).get(page_address(job))
    assert sent_ids == [str(job.pk)]


def test_page_of_a_finished_job_links_to_its_file_and_stops_refreshing(job, chema, client_as):
    tasks.run_job(str(job.pk))
    html = client_as(chema).get(page_address(job)).content.decode()
    assert page_address(job, "job_file") in html
    assert "hx-trigger" not in html.split('id="trabajo"')[1].split("</section>")[0]


def test_file_is_sent_with_its_name_and_type(job, chema, client_as):
    tasks.run_job(str(job.pk))
    inline = client_as(chema).get(page_address(job, "job_file"))
    assert inline.headers["Content-Type"] == "text/plain"
    assert inline.headers["Content-Disposition"] == 'inline; filename="cuenta.txt"'
    assert b"".join(inline.streaming_content) == b"hecho"
    attachment = client_as(chema).get(page_address(job, "job_file") + "?guardar=1")
    assert attachment.headers["Content-Disposition"] == 'attachment; filename="cuenta.txt"'


def test_unfinished_job_has_no_file(job, chema, client_as):
    assert client_as(chema).get(page_address(job, "job_file")).status_code == 404


def test_role_without_the_act_cannot_see_the_job(job, kinds, raul, chema, client_as):
    kinds["count"] = JobKind(
        "count", kinds["count"].work, lambda _params: JobNeeds("manage_entries")
    )
    assert client_as(raul).get(page_address(job)).status_code == 403
    assert client_as(chema).get(page_address(job)).status_code == 200


def test_job_is_not_found_under_another_tournament(job, make_tournament, pilar, client_as):
    other_tournament = make_tournament(name="Peña de Luco")
    address = reverse("job", kwargs={"slug": other_tournament.slug, "job": job.pk})
    assert client_as(pilar).get(address).status_code == 404


def test_failed_job_is_started_again_from_its_page(casino, pilar, kinds, chema, client_as):
    failed_job = start_job(tournament=casino, owner=pilar, kind="refuse", params={})
    answer = client_as(chema).post(page_address(failed_job, "job_again"))
    new_job = Job.objects.exclude(pk=failed_job.pk).get()
    assert (answer.status_code, answer.url) == (302, page_address(new_job))
    assert new_job.owner == chema


def test_page_refuses_to_repeat_a_job_that_has_not_failed(job, chema, client_as):
    assert client_as(chema).post(page_address(job, "job_again")).status_code == 409


def test_each_attempt_stores_its_own_file(job):
    first_attempt = set_running(job, attempts=1)
    Progress(first_attempt).keep(first_attempt, "a.pdf", b"1")
    second_attempt = set_running(job, attempts=2)
    Progress(second_attempt).keep(second_attempt, "a.pdf", b"2")
    assert (first_attempt.file.name, second_attempt.file.name) == (
        f"jobs/{job.pk}/1/a.pdf",
        f"jobs/{job.pk}/2/a.pdf",
    )
