"""The draw of many matches is made again by a worker, once for everybody, and never by the process
that answers a stranger."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.selectors import verification as checked
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.attacks.crowd import crowd
from tests.days.hall import Day
from tournaments.models import Job

pytestmark = pytest.mark.django_db

CHECKS = Job.objects.filter(kind=checked.CHECK)
GOOD, WAITING = ": todo coincide con lo publicado", "Se está repitiendo la ronda"


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Day]:
    """A Swiss of more pairs than are drawn again at once, in its second round; forgotten
    afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield crowd(User.objects.create_user("pilar"), checked.MOST_AT_ONCE + 2, finished=1)
        transaction.set_rollback(True)


@pytest.fixture
def day(world: Day, db: None) -> Iterator[Day]:
    """The same, as each test finds it: no draw has been made again."""
    with transaction.atomic():
        yield world
        transaction.set_rollback(True)


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rounds drawn again."""
    rounds: list[int] = []
    real = checked.draw_from

    def draw_from(round: Any, situation: Any) -> Any:
        rounds.append(round.serial)
        return real(round, situation)

    monkeypatch.setattr(checked, "draw_from", draw_from)
    return rounds


def page(day: Day, **headers: Any) -> str:
    answer = Client().get(f"/t/{day.tournament.slug}/ronda/2/comprobar/", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def api(day: Day) -> Any:
    return Client().get(f"/api/v1/tournaments/{day.tournament.slug}/rounds/2/check/")


def poll(day: Day, key: object) -> Any:
    path = f"/t/{day.tournament.slug}/ronda/2/comprobar/?trabajo={key}"
    return Client().get(path, headers={"HX-Request": "true"})


@pytest.mark.slow
def test_whoever_asks_a_worker_repeats_it_once(day, draws, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as sent:
        assert WAITING in page(day) and WAITING in page(day)
        waits = api(day)
    assert (waits.status_code, waits.json()["state"]) == (202, "queued")
    assert int(waits.headers["Retry-After"]) > 0
    job = CHECKS.get()
    assert WAITING in poll(day, job.pk).content.decode()
    assert (draws, len(sent)) == ([], 1)
    sent[0]()
    assert draws == [2]
    assert poll(day, job.pk).headers["HX-Refresh"] == "true"
    assert GOOD in page(day) and api(day).json()["equal"]
    assert draws == [2]


def test_what_no_job_is_waited_for_is_not_waited_for(day):
    page(day)
    for key in ("", "nada", Job.objects.create(tournament=day.tournament, kind="print").pk):
        assert poll(day, key).headers["HX-Refresh"] == "true"


def test_a_result_of_the_round_itself_changes_nothing_of_its_draw(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        page(day)
    match = day.tournament.matches.filter(state="playing").order_by("number").first()
    record_hand(match=match, author=day.author, line="coto 3-1", number=1)
    assert GOOD in page(day) and draws == [2]


def test_after_a_correction_it_is_repeated_and_the_old_one_goes(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        page(day)
    match = day.tournament.matches.filter(round__serial=1).order_by("number").first()
    winner = match.result.winner
    line = "coto 1-3" if winner == 0 else "coto 3-1"
    correct_acta(match=match, author=day.author, lines=[line], reason="al revés", version=1)
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in page(day)
    assert f"el encuentro {match.number} se corrigió" in page(day) and GOOD in page(day)
    assert (CHECKS.count(), draws) == (1, [2, 2])


def test_a_hand_in_the_database_is_found_out(day, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        page(day)
    day.tournament.rounds.filter(serial=2).update(seed="otra")
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in page(day)
    assert "No todo coincide" in page(day)


def test_what_was_repeated_the_day_before_is_repeated_again(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        page(day)
    CHECKS.update(created_at=timezone.now() - checked.KEPT_FOR)
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in page(day)
    assert GOOD in page(day) and draws == [2, 2]


def test_a_check_that_fails_says_so(day):
    page(day)
    CHECKS.update(state=Job.State.FAILED, message="No se ha podido terminar.")
    assert "No se ha podido terminar." in page(day)
    assert (api(day).status_code, api(day).json()["error"]["code"]) == (409, "check_failed")


def test_it_is_repeated_when_it_is_published(
    day, draws, monkeypatch, django_capture_on_commit_callbacks
):
    day.write_these(day.tournament.matches.filter(state="playing"), lambda *_: "coto 3-1")
    draft = open_next_round(stage=day.stage, author=day.author)
    with django_capture_on_commit_callbacks(execute=True):
        publish_round(round=draft, author=day.author)
    assert draws == [3]
    told = Client().get(f"/t/{day.tournament.slug}/ronda/3/comprobar/")
    assert GOOD in told.content.decode() and draws == [3]
