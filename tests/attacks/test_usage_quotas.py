"""Tests of quotas: no account fills the front page, the queue or the disk."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone

from tests.api.conftest import Api
from tests.api.test_errors import NEW_TOURNAMENT
from tests.refusals import is_refused
from tests.tournaments.jobs.test_jobs import kinds  # noqa: F401
from tournaments import tasks
from tournaments.jobs.services.jobs import start_job
from tournaments.models import AuditLine, Job, Tournament
from tournaments.refusal import Refused
from tournaments.rounds.services.quotas import stored_bytes

# A job is sent when its transaction is committed, so these tests commit.
JOBS = pytest.mark.django_db(transaction=True)


@dataclass
class Queue:
    """The jobs sent to the short and to the long queue, in order; `work` runs them."""

    short: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)


@pytest.fixture
def queue(monkeypatch, kinds) -> Queue:  # noqa: F811
    sent_jobs = Queue()
    monkeypatch.setattr(tasks.run_job, "delay", sent_jobs.short.append)
    monkeypatch.setattr(
        tasks.run_job, "apply_async", lambda args, queue: sent_jobs.long.append(args[0])
    )
    return sent_jobs


def work(queue: Queue) -> list[Any]:
    """Run jobs from both queues in turn until they are empty; return the owner of each job."""
    owners = []
    while queue.short or queue.long:
        jobs = queue.long if (len(owners) % 2 and queue.long) or not queue.short else queue.short
        job = jobs.pop(0)
        if Job.objects.get(pk=job).state == "queued":
            owners.append(Job.objects.get(pk=job).owner.username)
        tasks.run_job(job)
    return owners


def create_tournament(user, number: int) -> tuple[int, str]:
    answer = Api(user).post("tournaments/", {**NEW_TOURNAMENT, "name": f"Torneo {number}"})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


# --- Tournaments --------------------------------------------------------------------------------
def test_an_account_creates_a_limited_number_of_tournaments_a_day(settings, vecino, pilar):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 3
    answers = [create_tournament(vecino, number) for number in range(4)]
    assert answers == [(201, "")] * 3 + [(409, "quota_tournaments_day")]
    assert create_tournament(pilar, 0) == (201, "")
    AuditLine.objects.update(at=timezone.now() - timedelta(hours=25))
    assert create_tournament(vecino, 9) == (201, "")


def test_an_account_has_a_limited_number_of_tournaments(settings, vecino):
    settings.TAPETE_QUOTA_TOURNAMENTS = 2
    answers = [create_tournament(vecino, number) for number in range(3)]
    assert answers == [(201, "")] * 2 + [(409, "quota_tournaments")]
    Tournament.objects.first().delete()
    assert create_tournament(vecino, 9) == (201, "")


def test_the_refusal_names_the_limit(settings, vecino, client_as):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 1
    create_tournament(vecino, 0)
    answer = Api(vecino).post("tournaments/", {**NEW_TOURNAMENT, "name": "Otro"})
    assert "como mucho 1 torneos en un día" in answer.json()["error"]["message"]
    assert answer.json()["error"]["params"] == {"most": 1}


def test_a_superuser_has_no_quota(settings, vecino):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 1
    vecino.is_superuser = True
    vecino.save()
    assert [create_tournament(vecino, number)[0] for number in range(3)] == [201] * 3


def test_no_account_fills_the_front_page(settings, make_tournament, vecino):
    settings.TAPETE_QUOTA_HOME = 3
    soon = timezone.now() + timedelta(days=3)
    make_tournament(name="El de siempre", starts_at=soon + timedelta(days=1))
    for number in range(15):
        make_tournament(author=vecino, name=f"Invento {number}", starts_at=soon)
    names = [tournament.name for tournament in Client().get("/").context["coming_tournaments"]]
    assert names == ["Invento 0", "Invento 1", "Invento 2", "El de siempre"]
    page = Client().get("/", {"q": "Invento"}).context["page"]
    assert page.paginator.count == 15


def test_the_front_page_lists_no_past_tournament_without_matches(make_tournament, vecino):
    for number in range(5):
        long_ago = timezone.now() - timedelta(days=9)
        make_tournament(author=vecino, name=f"Invento {number}", starts_at=long_ago)
    assert list(Client().get("/").context["page"]) == []


# --- Jobs ---------------------------------------------------------------------------------------
def start_count(tournament, owner) -> Job:
    return start_job(tournament=tournament, owner=owner, kind="count", params={})


@JOBS
def test_an_account_has_a_limited_number_of_queued_jobs(settings, casino, pilar, chema, queue):
    settings.TAPETE_QUOTA_JOBS = 4
    for _job in range(4):
        start_count(casino, pilar)
    with pytest.raises(Refused) as refusal:
        start_count(casino, pilar)
    assert (refusal.value.code, refusal.value.status) == ("quota_jobs", 409)
    assert "4 documentos" in str(refusal.value)
    start_count(casino, chema)
    work(queue)
    start_count(casino, pilar)


def test_the_api_refuses_a_job_over_the_quota_with_409(settings, casino, pairs, pilar, queue):
    settings.TAPETE_QUOTA_JOBS = 1
    pairs(casino, 2)
    path = f"tournaments/{casino.slug}/prints/"
    answers = [Api(pilar).post(path, {"sheet": "entries"}) for _job in range(2)]
    assert [answer.status_code for answer in answers] == [202, 409]
    assert answers[1].json()["error"]["code"] == "quota_jobs"


@pytest.mark.slow
@JOBS
def test_a_print_does_not_wait_for_twenty_prints_of_another_account(casino, pilar, chema, queue):
    for _job in range(20):
        start_count(casino, pilar)
    start_count(casino, chema)
    assert (len(queue.short), len(queue.long)) == (3, 18)  # two jobs of Pilar and one of Chema
    owners = work(queue)
    assert owners.index("chema") <= 4 and owners.count("pilar") == 20
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


@JOBS
def test_queued_jobs_are_sent_again_when_the_queue_is_lost(casino, pilar, queue):
    for _job in range(5):
        start_count(casino, pilar)
    queue.short.clear(), queue.long.clear()  # the machine of the queue is lost
    Job.objects.update(updated_at=timezone.now() - timedelta(minutes=5))
    assert tasks.resend_lost_jobs() == 5
    assert work(queue) == ["pilar"] * 5


# --- Storage ------------------------------------------------------------------------------------
def test_the_files_of_an_account_have_a_limit(settings, casino, pilar, chema, queue):
    settings.TAPETE_QUOTA_STORAGE_MB = 1
    large_file = Job(tournament=casino, owner=chema, kind="count", state="done")
    large_file.file.save("x.pdf", ContentFile(b"x" * 999_990))
    assert stored_bytes(pilar) == 999_990 and stored_bytes(chema) == 0
    start_count(casino, chema)
    work(queue)  # the file of the job fills the storage of the account
    small_file = Job(tournament=casino, owner=chema, kind="count", state="done")
    small_file.file.save("y.pdf", ContentFile(b"x" * 10))
    with pytest.raises(Refused) as refusal:
        start_count(casino, chema)
    assert (refusal.value.code, refusal.value.status) == ("quota_storage", 409)
    assert "1 MB" in str(refusal.value)
    pilar.is_superuser = True
    pilar.save()
    start_count(casino, chema)


def test_photos_count_and_are_refused_over_the_storage_quota(settings, places, pilar):
    from scoring.actas.services.photos import order_photo
    from tournaments.writer import writer_of

    settings.TAPETE_QUOTA_STORAGE_MB = 1
    casino = Tournament.objects.get(slug=places["slug"])
    photo = casino.matches.get(number=1).photos.get()
    photo.file.save("acta.jpg", ContentFile(b"x" * 1_000_000))
    assert stored_bytes(pilar) == 1_000_000
    with is_refused("quota_storage"):
        order_photo(match=photo.match, author=writer_of(pilar), content=b"\xff\xd8\xff" + b"x" * 99)
