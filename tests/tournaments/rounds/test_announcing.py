"""Tests of announcing a published round, at once or at a set time, and of hiding it again."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pypdf import PdfReader

from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.played_rounds import play_all, publish
from tests.worlds import world
from tournaments.models import Announcing, Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services.announcing import announce_round, hide_round
from tournaments.setup.services.tournament import edit_tournament
from tournaments.site.page_cache import revision
from tournaments.words import oclock

ROUND = "/t/casino-de-calamocha/rondas/1/"
API = "/api/v1/tournaments/casino-de-calamocha/"


@world
def silent_round(casino, pairs, pilar):
    """The first round of the casino, published but not announced."""
    pairs(casino, 8)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.BY_HAND)
    return publish(Tournament.objects.get(pk=casino.pk), pilar)


def stored_round(round):
    return Round.objects.select_related("tournament", "stage").get(pk=round.pk)


def test_round_is_announced_when_published_by_default(casino, pairs, pilar):
    pairs(casino, 4)
    assert not publish(casino, pilar).is_silent


def test_announced_round_can_be_hidden_until_a_match_has_begun(silent_round, pilar):
    assert silent_round.is_silent
    first_called_at = silent_round.matches.first().called_at
    announce_round(round=silent_round, author=pilar)
    assert (
        not stored_round(silent_round).is_silent
        and silent_round.matches.first().called_at > first_called_at
    )
    with is_refused("already_announced"):
        announce_round(round=silent_round, author=pilar)
    hide_round(round=silent_round, author=pilar)
    assert stored_round(silent_round).is_silent
    announce_round(round=silent_round, author=pilar)
    play_all(silent_round, pilar)
    with is_refused("round_begun"):
        hide_round(round=silent_round, author=pilar)


def test_pairings_printed_before_the_announcement_have_a_notice(
    silent_round, pilar, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        ask = PrintAsk("pairings_table", base_url="https://casino.example")
        job = order_print(tournament=silent_round.tournament, author=pilar, ask=ask)
    job.refresh_from_db()
    (page,) = PdfReader(job.file.open()).pages
    assert "Sin anunciar" in page.extract_text()


def test_announcement_time_raises_the_revision_when_it_comes(silent_round, pilar, monkeypatch):
    announcement_time = timezone.now() + timedelta(minutes=10)
    announce_round(round=silent_round, author=pilar, moment=announcement_time)
    silent_revision = revision(Tournament.objects.get(pk=silent_round.tournament_id), EVERYTHING)
    monkeypatch.setattr(timezone, "now", lambda: announcement_time + timedelta(seconds=1))
    assert not stored_round(silent_round).is_silent
    announced_revision = revision(Tournament.objects.get(pk=silent_round.tournament_id), EVERYTHING)
    assert announced_revision == silent_revision + 1
    hide_round(round=silent_round, author=pilar)
    assert (
        revision(Tournament.objects.get(pk=silent_round.tournament_id), EVERYTHING)
        > announced_revision
    )


def test_announcement_time_can_be_removed_before_it_comes(silent_round, pilar):
    announce_round(round=silent_round, author=pilar, moment=timezone.now() + timedelta(minutes=10))
    hide_round(round=silent_round, author=pilar)
    tournament = Tournament.objects.get(pk=silent_round.tournament_id)
    assert stored_round(silent_round).announced_at is None and tournament.announcement_hours == []


def test_announcements_that_make_no_sense_are_refused(silent_round, pilar, casino):
    with is_refused("hour_past", field="at"):
        announce_round(
            round=silent_round, author=pilar, moment=timezone.now() - timedelta(minutes=1)
        )
    with is_refused("round_silent", field="announcing"):
        edit_tournament(tournament=casino, author=pilar, announcing=Announcing.AT_ONCE)
    with is_refused("unknown_choice", field="public_names"):
        edit_tournament(tournament=casino, author=pilar, public_names="motes")
    announce_round(round=silent_round, author=pilar)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.AT_ONCE)
    with is_refused("announced_at_once"):
        hide_round(round=silent_round, author=pilar)


def test_round_drawn_in_public_is_announced_when_published(silent_round, pilar):
    announce_round(round=silent_round, author=pilar)
    play_all(silent_round, pilar)
    round = open_next_round(stage=silent_round.stage, author=pilar)
    round.report["in_public"] = True
    round.save()
    assert not publish_round(round=round, author=pilar).is_silent


def test_organiser_announces_and_hides_a_round_on_the_page(silent_round, pilar, chema, client_as):
    browser = client_as(pilar)
    assert (
        "Anunciar los cuartos de final"
        in browser.get("/t/casino-de-calamocha/panel/").content.decode()
    )
    assert client_as(chema).post(f"{ROUND}anunciar/").status_code == 403
    refusal = browser.post(f"{ROUND}anunciar/", {"at": "25:99"}, follow=True)
    assert refusal.status_code == 200 and stored_round(silent_round).announced_at is None
    page = browser.post(f"{ROUND}anunciar/", follow=True).content.decode()
    assert "Ya la ve todo el mundo" in page and "Volver a ocultarla" in page
    page = browser.post(f"{ROUND}ocultar/", follow=True).content.decode()
    assert "oculta otra vez" in page and stored_round(silent_round).is_silent
    later = timezone.localtime() + timedelta(hours=2)
    page = browser.post(f"{ROUND}anunciar/", {"at": f"{later:%H:%M}"}, follow=True).content
    assert f"se anuncia a {oclock(later)}." in page.decode()
    assert stored_round(silent_round).is_silent


def test_draft_is_published_with_an_announcement_time(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.BY_HAND)
    open_next_round(stage=Tournament.objects.get(pk=casino.pk).stage, author=pilar)
    browser, later = client_as(pilar), timezone.localtime() + timedelta(hours=1)
    assert "Se anuncia a las" in browser.get(ROUND).content.decode()
    browser.post(f"{ROUND}publicar/", {"at": f"{later:%H:%M}"})
    round = Round.objects.get()
    assert round.is_silent and f"{timezone.localtime(round.announced_at):%H:%M}" == f"{later:%H:%M}"


@each("body", {}, {"at": "2100-01-01T10:00"})
def test_api_announces_and_hides_a_round(silent_round, pilar, client_as, body):
    browser = client_as(pilar)
    if body:
        answer = browser.post(f"{API}rounds/1/announce/", body, "application/json")
        assert answer.status_code in (200, 400)
        return
    answer = browser.post(f"{API}rounds/1/announce/", body, "application/json")
    assert answer.status_code == 200 and answer.json()["announced_at"]
    answer = browser.post(f"{API}rounds/1/hide/", {}, "application/json")
    assert answer.status_code == 200 and answer.json()["announced_at"] is None


@pytest.mark.parametrize("public_names", ["names", "numbers"])
def test_api_sets_public_names_to_names_or_numbers(silent_round, pilar, client_as, public_names):
    body = {"public_names": public_names}
    answer = client_as(pilar).patch(API, body, "application/json")
    assert answer.status_code == 200 and answer.json()["public_names"] == public_names
    page = client_as(pilar).get("/t/casino-de-calamocha/ajustes/").content.decode()
    assert "Cuándo se muestra cada ronda" in page
