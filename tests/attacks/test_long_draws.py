"""A worker repeats the draw of many matches once for all visitors; the web process never does."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.selectors import verification
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.attacks.crowd import crowd
from tests.days.hall import Day
from tournaments.models import Job

pytestmark = pytest.mark.django_db

CHECKS = Job.objects.filter(kind=verification.CHECK)
GOOD, WAITING = ": todo coincide con lo publicado", "Se está repitiendo la ronda"


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Day]:
    """A Swiss in round 2, with too many pairs to repeat its draw in the request."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield crowd(User.objects.create_user("pilar"), verification.MOST_AT_ONCE + 2, finished=1)
        transaction.set_rollback(True)


@pytest.fixture
def day(world: Day, db: None) -> Iterator[Day]:
    """The day of `world` for one test: no draw has been repeated."""
    with transaction.atomic():
        yield world
        transaction.set_rollback(True)


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the rounds whose draw has been repeated, in order."""
    rounds: list[int] = []
    real_draw = verification.draw_from

    def draw_from(round: Any, situation: Any) -> Any:
        rounds.append(round.serial)
        return real_draw(round, situation)

    monkeypatch.setattr(verification, "draw_from", draw_from)
    return rounds


def check_page(day: Day, **headers: Any) -> str:
    answer = Client().get(f"/t/{day.tournament.slug}/ronda/2/comprobar/", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def check_answer(day: Day) -> Any:
    return Client().get(f"/api/v1/tournaments/{day.tournament.slug}/rounds/2/check/")


def poll_check(day: Day, key: object) -> Any:
    path = f"/t/{day.tournament.slug}/ronda/2/comprobar/?trabajo={key}"
    return Client().get(path, headers={"HX-Request": "true"})


@pytest.mark.slow
def test_a_worker_repeats_a_draw_once_for_all_visitors(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        assert WAITING in check_page(day) and WAITING in check_page(day)
        answer = check_answer(day)
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert int(answer.headers["Retry-After"]) > 0
    job = CHECKS.get()
    assert WAITING in poll_check(day, job.pk).content.decode()
    assert (draws, len(callbacks)) == ([], 1)
    callbacks[0]()
    assert draws == [2]
    assert poll_check(day, job.pk).headers["HX-Refresh"] == "true"
    assert GOOD in check_page(day) and check_answer(day).json()["equal"]
    assert draws == [2]


def test_a_page_that_waits_for_no_check_job_reloads(day):
    check_page(day)
    for key in ("", "nada", Job.objects.create(tournament=day.tournament, kind="print").pk):
        assert poll_check(day, key).headers["HX-Refresh"] == "true"


def test_a_result_of_the_round_does_not_repeat_its_draw(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        check_page(day)
    match = day.tournament.matches.filter(state="playing").order_by("number").first()
    record_hand(match=match, author=day.author, line="coto 3-1", number=1)
    assert GOOD in check_page(day) and draws == [2]


def test_a_correction_repeats_the_draw_and_deletes_the_old_job(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        check_page(day)
    match = day.tournament.matches.filter(round__serial=1).order_by("number").first()
    winner = match.result.winner
    line = "coto 1-3" if winner == 0 else "coto 3-1"
    correct_acta(match=match, author=day.author, lines=[line], reason="al revés", version=1)
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in check_page(day)
    assert f"el encuentro {match.number} se corrigió" in check_page(day) and GOOD in check_page(day)
    assert (CHECKS.count(), draws) == (1, [2, 2])


def test_a_seed_changed_in_the_database_is_detected(day, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        check_page(day)
    day.tournament.rounds.filter(serial=2).update(seed="otra")
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in check_page(day)
    assert "No todo coincide" in check_page(day)


def test_a_draw_repeated_a_day_ago_is_repeated_again(
    day, draws, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        check_page(day)
    CHECKS.update(created_at=timezone.now() - verification.CHECK_LIFETIME)
    with django_capture_on_commit_callbacks(execute=True):
        assert WAITING in check_page(day)
    assert GOOD in check_page(day) and draws == [2, 2]


def test_a_failed_check_shows_its_message(day):
    check_page(day)
    CHECKS.update(state=Job.State.FAILED, message="No se ha podido terminar.")
    assert "No se ha podido terminar." in check_page(day)
    assert (check_answer(day).status_code, check_answer(day).json()["error"]["code"]) == (
        409,
        "check_failed",
    )


def test_publishing_a_round_repeats_its_draw(
    day, draws, monkeypatch, django_capture_on_commit_callbacks
):
    day.write_these(day.tournament.matches.filter(state="playing"), lambda *_: "coto 3-1")
    draft = open_next_round(stage=day.stage, author=day.author)
    with django_capture_on_commit_callbacks(execute=True):
        publish_round(round=draft, author=day.author)
    assert draws == [3]
    answer = Client().get(f"/t/{day.tournament.slug}/ronda/3/comprobar/")
    assert GOOD in answer.content.decode() and draws == [3]
