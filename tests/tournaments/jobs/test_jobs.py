"""Jobs: asked for, done once, told how far they are, and taken up again when a worker dies."""

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
    """Kinds of work for the tests: one that works, one refused, one with a bug."""

    def count(job, progress):
        for done in range(4):
            progress.step(done, 3, f"paso {done}")
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
def sent(monkeypatch):
    """The ids of the jobs sent, instead of a worker."""
    ids = []
    monkeypatch.setattr(tasks.run_job, "delay", ids.append)
    return ids


@pytest.fixture
def job(casino, pilar, kinds, sent):
    """A job that counts to three, queued, with nobody to do it."""
    made = start_job(tournament=casino, owner=pilar, kind="count", params={}, total=3)
    sent.clear()
    return made


def row(job):
    return Job.objects.values("state", "done", "total", "message", "attempts").get(pk=job.pk)


def running(job, *, silent=0, attempts=1, worker="celery@hall"):
    """As if a worker had taken it and said nothing of it for so many seconds."""
    Job.objects.filter(pk=job.pk).update(
        state="running",
        attempts=attempts,
        worker=worker,
        updated_at=timezone.now() - timedelta(seconds=silent),
    )
    return Job.objects.get(pk=job.pk)


# --- Done ---------------------------------------------------------------------------------------
def test_a_job_is_done_and_keeps_its_file(casino, pilar, kinds):
    done = start_job(tournament=casino, owner=pilar, kind="count", params={})
    done.refresh_from_db()
    assert row(done) == {"state": "done", "done": 3, "total": 3, "message": "", "attempts": 1}
    assert done.file.name == f"jobs/{done.pk}/1/cuenta.txt"
    assert done.file.read() == b"hecho"


def test_it_is_sent_only_once_the_transaction_is_in(casino, pilar, kinds, sent):
    from django.db import transaction

    with transaction.atomic():
        asked = start_job(tournament=casino, owner=pilar, kind="count", params={})
        assert sent == []
    assert sent == [str(asked.pk)]


def test_it_speaks_the_language_of_whoever_asked(casino, pilar, kinds, sent):
    from django.utils import translation

    with translation.override("en"):
        asked = start_job(tournament=casino, owner=pilar, kind="count", params={"a": 1})
    assert asked.params == {"language": "en", "a": 1}


def test_a_message_that_comes_twice_does_the_job_once(job):
    tasks.run_job(str(job.pk))
    tasks.run_job(str(job.pk))
    assert row(job)["attempts"] == 1


def test_a_queue_that_does_not_answer_leaves_the_job_waiting(casino, pilar, kinds, monkeypatch):
    from kombu.exceptions import OperationalError

    def refuse(job_id):
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.run_job, "delay", refuse)
    asked = start_job(tournament=casino, owner=pilar, kind="count", params={})
    assert row(asked)["state"] == "queued"


# --- Failed -------------------------------------------------------------------------------------
def test_a_refusal_is_told_in_its_own_words(casino, pilar, kinds):
    failed = start_job(tournament=casino, owner=pilar, kind="refuse", params={})
    assert (row(failed)["state"], row(failed)["message"]) == (
        "failed",
        "No hay papel en la bandeja 2.",
    )


def test_a_bug_is_told_in_the_log_and_not_to_people(casino, pilar, kinds, caplog):
    failed = start_job(tournament=casino, owner=pilar, kind="fail", params={})
    assert row(failed)["state"] == "failed"
    assert row(failed)["message"] == (
        "No se ha podido terminar por un fallo del programa. Pruebe otra vez."
    )
    assert "secret detail" in caplog.text


def test_a_failed_job_can_be_asked_for_again(casino, pilar, kinds):
    failed = start_job(tournament=casino, owner=pilar, kind="refuse", params={"n": 2})
    failed.refresh_from_db()
    again = start_again(job=failed, author=pilar)
    assert (again.pk != failed.pk, again.kind, again.params["n"]) == (True, "refuse", 2)


def test_a_job_that_has_not_failed_is_not_asked_for_again(job, pilar):
    with is_refused("job_not_failed", status=409):
        start_again(job=job, author=pilar)


# --- Progress -----------------------------------------------------------------------------------
def test_steps_are_written_four_times_a_second_at_most(job, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now[0])
    progress = Progress(running(job))
    written = []
    for done in range(10):
        progress.step(done, 10)
        written.append(row(job)["done"])
        now[0] += 0.125
    assert written == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8]
    progress.step(10, 10)
    assert row(job)["done"] == 10


def test_a_worker_whose_job_was_taken_over_stops(job):
    progress = Progress(running(job, attempts=1))
    running(job, attempts=2)
    with pytest.raises(JobClaimLost):
        progress.step(1, 3)
    assert row(job)["done"] == 0


# --- Taken up again -----------------------------------------------------------------------------
def test_a_job_that_has_not_moved_for_longer_than_it_may_last_is_sent_again(job, sent):
    running(job, silent=691)
    assert tasks.resend_lost_jobs() == 1
    assert (row(job)["state"], sent) == ("queued", [str(job.pk)])
    tasks.run_job(str(job.pk))
    assert (row(job)["state"], row(job)["attempts"]) == ("done", 2)


def test_a_job_that_may_still_be_at_work_is_left_alone(job, sent):
    running(job, silent=689)
    assert tasks.resend_lost_jobs() == 0
    assert (row(job)["state"], sent) == ("running", [])


def test_a_worker_that_starts_sends_again_what_it_was_doing_when_it_was_killed(
    job, casino, pilar, sent, settings
):
    settings.TAPETE_FOLDER_QUEUE = False
    other = start_job(tournament=casino, owner=pilar, kind="count", params={})
    running(job), running(other, worker="celery@another")
    sent.clear()
    assert tasks.take_up_jobs_of("celery@hall") == 1
    assert (row(job)["state"], row(other)["state"], sent) == ("queued", "running", [str(job.pk)])


def test_without_a_broker_it_sends_all_that_was_waiting_too(job, casino, pilar, sent):
    other = start_job(tournament=casino, owner=pilar, kind="count", params={})
    running(job, worker="")
    sent.clear()
    assert tasks.take_up_jobs_of("celery@hall") == 2
    assert sorted(sent) == sorted([str(job.pk), str(other.pk)])


def test_after_three_attempts_it_is_given_up(job, sent):
    running(job, attempts=3)
    tasks.take_up_jobs_of("celery@hall")
    tasks.run_job(str(job.pk))
    assert row(job)["state"] == "failed"
    assert row(job)["message"].startswith("El trabajo se ha interrumpido 3 veces")


def test_a_job_that_nobody_ever_took_is_sent_again_once_a_minute(job, sent):
    Job.objects.filter(pk=job.pk).update(updated_at=timezone.now() - timedelta(seconds=61))
    assert tasks.resend_lost_jobs() == 1
    assert tasks.resend_lost_jobs() == 0
    assert sent == [str(job.pk)]


@pytest.mark.parametrize("told", [{"retries": 1}, {"delivery_info": {"redelivered": True}}])
def test_a_message_that_comes_again_since_its_worker_died_takes_the_job_over(job, told):
    first = Progress(running(job))
    tasks.run_job.push_request(**told)
    try:
        tasks.run_job.run(str(job.pk))
    finally:
        tasks.run_job.pop_request()
    assert (row(job)["state"], row(job)["attempts"]) == ("done", 2)
    with pytest.raises(JobClaimLost):
        first.step(1, 3)


def test_the_worker_that_comes_back_from_the_dead_changes_nothing(job, sent):
    late = Progress(running(job, silent=691))
    tasks.resend_lost_jobs()
    tasks.run_job(str(job.pk))
    with pytest.raises(JobClaimLost):
        late.write(state="failed", message="tarde")
    assert row(job)["state"] == "done"


def test_a_database_that_goes_away_leaves_the_job_to_be_tried_again(job, kinds):
    def away(_job, _progress):
        raise OperationalError("the connection is lost")

    kinds["count"] = JobKind("count", away, lambda _params: JobNeeds("print_sheets"))
    with pytest.raises(OperationalError):  # Celery sends it again, by its options
        tasks.run_job(str(job.pk))
    assert row(job)["state"] == "running"
    assert OperationalError in tasks.run_job.autoretry_for


# --- Its page -----------------------------------------------------------------------------------
def page(job, name="job"):
    return reverse(name, kwargs={"slug": job.tournament.slug, "job": job.pk})


def test_the_page_shows_how_far_it_is_and_asks_again_every_second(job, chema, client_as):
    running(job)
    long_ago = timezone.now() - timedelta(seconds=6)
    Job.objects.filter(pk=job.pk).update(
        done=2, message="Componiendo las hojas", created_at=long_ago
    )
    html = client_as(chema).get(page(job)).content.decode()
    assert f'hx-get="{page(job)}" hx-trigger="every 1s"' in html
    assert '<progress aria-label="Progreso" max="3" value="2">' in html
    assert "2 de 3" in html
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in html


def test_at_first_the_page_asks_more_often(job, chema, client_as):
    running(job)
    assert 'hx-trigger="every 400ms"' in client_as(chema).get(page(job)).text


def test_htmx_is_given_the_fragment_alone(job, chema, client_as):
    html = client_as(chema).get(page(job), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in html
    assert 'id="trabajo"' in html


def test_a_job_nobody_takes_says_that_no_worker_is_running(job, chema, client_as):
    old = timezone.now() - timedelta(seconds=11)
    Job.objects.filter(pk=job.pk).update(created_at=old)
    html = client_as(chema).get(page(job)).content.decode()
    assert "El programa que prepara las hojas está parado" in html


def test_behind_another_job_it_says_that_its_turn_will_come(job, casino, pilar, chema, client_as):
    old = timezone.now() - timedelta(seconds=11)
    Job.objects.filter(pk=job.pk).update(created_at=old)
    running(start_job(tournament=casino, owner=pilar, kind="count", params={}))
    html = client_as(chema).get(page(job)).content.decode()
    assert "Hay otro trabajo delante" in html


def test_looking_at_the_page_takes_up_a_lost_job(job, sent, chema, client_as):
    running(job, silent=691)
    client_as(chema).get(page(job))
    assert sent == [str(job.pk)]


def test_a_finished_job_offers_its_file_and_stops_asking(job, chema, client_as):
    tasks.run_job(str(job.pk))
    html = client_as(chema).get(page(job)).content.decode()
    assert page(job, "job_file") in html
    assert "hx-trigger" not in html.split('id="trabajo"')[1].split("</section>")[0]


def test_the_file_comes_with_its_name_and_type(job, chema, client_as):
    tasks.run_job(str(job.pk))
    shown = client_as(chema).get(page(job, "job_file"))
    assert shown.headers["Content-Type"] == "text/plain"
    assert shown.headers["Content-Disposition"] == 'inline; filename="cuenta.txt"'
    assert b"".join(shown.streaming_content) == b"hecho"
    saved = client_as(chema).get(page(job, "job_file") + "?guardar=1")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="cuenta.txt"'


def test_there_is_no_file_before_the_end(job, chema, client_as):
    assert client_as(chema).get(page(job, "job_file")).status_code == 404


def test_a_role_that_may_not_do_the_act_may_not_see_its_job(job, kinds, raul, chema, client_as):
    kinds["count"] = JobKind(
        "count", kinds["count"].work, lambda _params: JobNeeds("manage_entries")
    )
    assert client_as(raul).get(page(job)).status_code == 403
    assert client_as(chema).get(page(job)).status_code == 200


def test_a_job_of_another_tournament_is_not_found(job, make_tournament, pilar, client_as):
    other = make_tournament(name="Peña de Luco")
    there = reverse("job", kwargs={"slug": other.slug, "job": job.pk})
    assert client_as(pilar).get(there).status_code == 404


def test_a_failed_job_is_asked_for_again_from_its_page(casino, pilar, kinds, chema, client_as):
    failed = start_job(tournament=casino, owner=pilar, kind="refuse", params={})
    answer = client_as(chema).post(page(failed, "job_again"))
    again = Job.objects.exclude(pk=failed.pk).get()
    assert (answer.status_code, answer.url) == (302, page(again))
    assert again.owner == chema


def test_the_pages_of_a_job_that_has_not_failed_refuse_to_repeat_it(job, chema, client_as):
    assert client_as(chema).post(page(job, "job_again")).status_code == 409


def test_a_file_of_a_first_attempt_is_not_that_of_the_second(job):
    first = running(job, attempts=1)
    Progress(first).keep(first, "a.pdf", b"1")
    second = running(job, attempts=2)
    Progress(second).keep(second, "a.pdf", b"2")
    assert (first.file.name, second.file.name) == (
        f"jobs/{job.pk}/1/a.pdf",
        f"jobs/{job.pk}/2/a.pdf",
    )
