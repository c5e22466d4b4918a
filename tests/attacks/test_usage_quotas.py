"""One account does not fill the front page, the queue or the disk of all."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone

from tests.api.conftest import Api
from tests.api.test_errors import NEW
from tests.refusals import is_refused
from tests.tournaments.jobs.test_jobs import kinds  # noqa: F401
from tournaments import tasks
from tournaments.jobs.services.jobs import start_job
from tournaments.models import AuditLine, Job, Tournament
from tournaments.refusal import Refused
from tournaments.rounds.services.quotas import stored_bytes

# What is sent waits for the transaction.
JOBS = pytest.mark.django_db(transaction=True)


@dataclass
class Queue:
    """What is sent to the worker, short and long, in order; nothing is done until `work`."""

    short: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)


@pytest.fixture
def queue(monkeypatch, kinds) -> Queue:  # noqa: F811
    sent = Queue()
    monkeypatch.setattr(tasks.run_job, "delay", sent.short.append)
    monkeypatch.setattr(tasks.run_job, "apply_async", lambda args, queue: sent.long.append(args[0]))
    return sent


def work(queue: Queue) -> list[Any]:
    """One worker takes from both queues in turn until they are empty; whose each job was."""
    owners = []
    while queue.short or queue.long:
        sent = queue.long if (len(owners) % 2 and queue.long) or not queue.short else queue.short
        job = sent.pop(0)
        if Job.objects.get(pk=job).state == "queued":
            owners.append(Job.objects.get(pk=job).owner.username)
        tasks.run_job(job)
    return owners


def created(user, number: int) -> tuple[int, str]:
    answer = Api(user).post("tournaments/", {**NEW, "name": f"Torneo {number}"})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


# --- Tournaments --------------------------------------------------------------------------------
def test_an_account_creates_so_many_in_a_day(settings, vecino, pilar):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 3
    told = [created(vecino, number) for number in range(4)]
    assert told == [(201, "")] * 3 + [(409, "quota_tournaments_day")]
    assert created(pilar, 0) == (201, "")
    AuditLine.objects.update(at=timezone.now() - timedelta(hours=25))
    assert created(vecino, 9) == (201, "")


def test_and_so_many_in_all(settings, vecino):
    settings.TAPETE_QUOTA_TOURNAMENTS = 2
    told = [created(vecino, number) for number in range(3)]
    assert told == [(201, "")] * 2 + [(409, "quota_tournaments")]
    Tournament.objects.first().delete()
    assert created(vecino, 9) == (201, "")


def test_the_page_says_the_limit(settings, vecino, client_as):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 1
    created(vecino, 0)
    answer = Api(vecino).post("tournaments/", {**NEW, "name": "Otro"})
    assert "como mucho 1 torneos en un día" in answer.json()["error"]["message"]
    assert answer.json()["error"]["params"] == {"most": 1}


def test_a_superuser_has_no_quota(settings, vecino):
    settings.TAPETE_QUOTA_TOURNAMENTS_DAY = 1
    vecino.is_superuser = True
    vecino.save()
    assert [created(vecino, number)[0] for number in range(3)] == [201] * 3


def test_the_front_page_is_not_of_one(settings, make_tournament, vecino):
    settings.TAPETE_QUOTA_HOME = 3
    soon = timezone.now() + timedelta(days=3)
    make_tournament(name="El de siempre", starts_at=soon + timedelta(days=1))
    for number in range(15):
        make_tournament(author=vecino, name=f"Invento {number}", starts_at=soon)
    shown = [one.name for one in Client().get("/").context["coming"]]
    assert shown == ["Invento 0", "Invento 1", "Invento 2", "El de siempre"]
    found = Client().get("/", {"q": "Invento"}).context["page"]
    assert found.paginator.count == 15


def test_nothing_unplayed_stands_among_what_was_played(make_tournament, vecino):
    for number in range(5):
        long_ago = timezone.now() - timedelta(days=9)
        make_tournament(author=vecino, name=f"Invento {number}", starts_at=long_ago)
    assert list(Client().get("/").context["page"]) == []


# --- Jobs ---------------------------------------------------------------------------------------
def ask(tournament, owner) -> Job:
    return start_job(tournament=tournament, owner=owner, kind="count", params={})


@JOBS
def test_an_account_has_so_many_jobs_waiting(settings, casino, pilar, chema, queue):
    settings.TAPETE_QUOTA_JOBS = 4
    for _ask in range(4):
        ask(casino, pilar)
    with pytest.raises(Refused) as refused:
        ask(casino, pilar)
    assert (refused.value.code, refused.value.status) == ("quota_jobs", 409)
    assert "4 documentos" in str(refused.value)
    ask(casino, chema)
    work(queue)
    ask(casino, pilar)


def test_by_the_api_it_is_a_409_with_its_sentence(settings, casino, pairs, pilar, queue):
    settings.TAPETE_QUOTA_JOBS = 1
    pairs(casino, 2)
    path = f"tournaments/{casino.slug}/prints/"
    told = [Api(pilar).post(path, {"sheet": "entries"}) for _ask in range(2)]
    assert [one.status_code for one in told] == [202, 409]
    assert told[1].json()["error"]["code"] == "quota_jobs"


@pytest.mark.slow
@JOBS
def test_the_print_of_one_does_not_wait_for_the_twenty_of_another(casino, pilar, chema, queue):
    for _ask in range(20):
        ask(casino, pilar)
    ask(casino, chema)
    assert (len(queue.short), len(queue.long)) == (3, 18)  # two of Pilar's and Chema's
    done = work(queue)
    assert done.index("chema") <= 4 and done.count("pilar") == 20
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


@JOBS
def test_what_waits_is_sent_again_when_the_queue_is_lost(casino, pilar, queue):
    for _ask in range(5):
        ask(casino, pilar)
    queue.short.clear(), queue.long.clear()  # with the machine of the queue
    Job.objects.update(updated_at=timezone.now() - timedelta(minutes=5))
    assert tasks.resend_lost_jobs() == 5
    assert work(queue) == ["pilar"] * 5


# --- Storage ------------------------------------------------------------------------------------
def test_the_files_of_an_account_have_a_limit(settings, casino, pilar, chema, queue):
    settings.TAPETE_QUOTA_STORAGE_MB = 1
    kept = Job(tournament=casino, owner=chema, kind="count", state="done")
    kept.file.save("x.pdf", ContentFile(b"x" * 999_990))
    assert stored_bytes(pilar) == 999_990 and stored_bytes(chema) == 0
    ask(casino, chema)
    work(queue)  # its file fills it
    more = Job(tournament=casino, owner=chema, kind="count", state="done")
    more.file.save("y.pdf", ContentFile(b"x" * 10))
    with pytest.raises(Refused) as refused:
        ask(casino, chema)
    assert (refused.value.code, refused.value.status) == ("quota_storage", 409)
    assert "1 MB" in str(refused.value)
    pilar.is_superuser = True
    pilar.save()
    ask(casino, chema)


def test_a_photo_counts_and_is_refused(settings, places, pilar):
    from scoring.actas.services.photos import order_photo
    from tournaments.writer import writer_of

    settings.TAPETE_QUOTA_STORAGE_MB = 1
    casino = Tournament.objects.get(slug=places["slug"])
    photo = casino.matches.get(number=1).photos.get()
    photo.file.save("acta.jpg", ContentFile(b"x" * 1_000_000))
    assert stored_bytes(pilar) == 1_000_000
    with is_refused("quota_storage"):
        order_photo(match=photo.match, author=writer_of(pilar), content=b"\xff\xd8\xff" + b"x" * 99)
