"""A round published and not announced: announced now or at an hour, hidden again, refused."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pypdf import PdfReader

from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.days import play_all, publish
from tests.worlds import world
from tournaments.models import Announcing, Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.services.announcing import announce_round, hide_round
from tournaments.setup.services.tournament import edit_tournament
from tournaments.site.page_cache import revision

ROUND = "/t/casino-de-calamocha/rondas/1/"
API = "/api/v1/tournaments/casino-de-calamocha/"


@world
def silent(casino, pairs, pilar):
    """The first round of the casino, published and not announced."""
    pairs(casino, 8)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.BY_HAND)
    return publish(Tournament.objects.get(pk=casino.pk), pilar)


def anew(round):
    return Round.objects.select_related("tournament", "stage").get(pk=round.pk)


def test_a_round_is_announced_as_it_is_published_unless_asked_otherwise(casino, pairs, pilar):
    pairs(casino, 4)
    assert not publish(casino, pilar).is_silent


def test_it_is_announced_now_and_hidden_again_while_nothing_is_written(silent, pilar):
    assert silent.is_silent
    called = silent.matches.first().called_at
    announce_round(round=silent, author=pilar)
    assert not anew(silent).is_silent and silent.matches.first().called_at > called
    with is_refused("already_announced"):
        announce_round(round=silent, author=pilar)
    hide_round(round=silent, author=pilar)
    assert anew(silent).is_silent
    announce_round(round=silent, author=pilar)
    play_all(silent, pilar)
    with is_refused("round_begun"):
        hide_round(round=silent, author=pilar)


def test_what_is_printed_before_says_so(silent, pilar, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        ask = PrintAsk("pairings_table", base_url="https://casino.example")
        job = order_print(tournament=silent.tournament, author=pilar, ask=ask)
    job.refresh_from_db()
    (page,) = PdfReader(job.file.open()).pages
    assert "Sin anunciar" in page.extract_text()


def test_an_hour_counts_as_an_act_and_is_never_taken_back(silent, pilar, monkeypatch):
    hour = timezone.now() + timedelta(minutes=10)
    announce_round(round=silent, author=pilar, at=hour)
    before = revision(Tournament.objects.get(pk=silent.tournament_id), EVERYTHING)
    monkeypatch.setattr(timezone, "now", lambda: hour + timedelta(seconds=1))
    assert not anew(silent).is_silent
    struck = revision(Tournament.objects.get(pk=silent.tournament_id), EVERYTHING)
    assert struck == before + 1
    hide_round(round=silent, author=pilar)
    assert revision(Tournament.objects.get(pk=silent.tournament_id), EVERYTHING) > struck


def test_an_hour_is_taken_away_before_it_strikes(silent, pilar):
    announce_round(round=silent, author=pilar, at=timezone.now() + timedelta(minutes=10))
    hide_round(round=silent, author=pilar)
    tournament = Tournament.objects.get(pk=silent.tournament_id)
    assert anew(silent).announced_at is None and tournament.announcement_hours == []


def test_what_cannot_be_is_refused(silent, pilar, casino):
    with is_refused("hour_past", field="at"):
        announce_round(round=silent, author=pilar, at=timezone.now() - timedelta(minutes=1))
    with is_refused("round_silent", field="announcing"):
        edit_tournament(tournament=casino, author=pilar, announcing=Announcing.AT_ONCE)
    with is_refused("unknown_choice", field="public_names"):
        edit_tournament(tournament=casino, author=pilar, public_names="motes")
    announce_round(round=silent, author=pilar)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.AT_ONCE)
    with is_refused("announced_at_once"):
        hide_round(round=silent, author=pilar)


def test_a_draw_made_before_everybody_is_not_kept_from_them(silent, pilar):
    announce_round(round=silent, author=pilar)
    play_all(silent, pilar)
    drawn = open_next_round(stage=silent.stage, author=pilar)
    drawn.report["in_public"] = True
    drawn.save()
    assert not publish_round(round=drawn, author=pilar).is_silent


def test_the_organiser_does_it_with_a_button_and_others_do_not(silent, pilar, chema, client_as):
    browser = client_as(pilar)
    assert (
        "Anunciar los cuartos de final"
        in browser.get("/t/casino-de-calamocha/panel/").content.decode()
    )
    assert client_as(chema).post(f"{ROUND}anunciar/").status_code == 403
    wrong = browser.post(f"{ROUND}anunciar/", {"at": "25:99"}, follow=True)
    assert wrong.status_code == 200 and anew(silent).announced_at is None
    said = browser.post(f"{ROUND}anunciar/", follow=True).content.decode()
    assert "Ya la ve todo el mundo" in said and "Volver a ocultarla" in said
    said = browser.post(f"{ROUND}ocultar/", follow=True).content.decode()
    assert "oculta otra vez" in said and anew(silent).is_silent
    later = timezone.localtime() + timedelta(hours=2)
    said = browser.post(f"{ROUND}anunciar/", {"at": f"{later:%H:%M}"}, follow=True).content
    assert f"se anuncia a las {later:%H:%M}" in said.decode() and anew(silent).is_silent


def test_a_draft_is_published_with_its_hour(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    edit_tournament(tournament=casino, author=pilar, announcing=Announcing.BY_HAND)
    open_next_round(stage=Tournament.objects.get(pk=casino.pk).stage, author=pilar)
    browser, later = client_as(pilar), timezone.localtime() + timedelta(hours=1)
    assert "Se anuncia a las" in browser.get(ROUND).content.decode()
    browser.post(f"{ROUND}publicar/", {"at": f"{later:%H:%M}"})
    found = Round.objects.get()
    assert found.is_silent and f"{timezone.localtime(found.announced_at):%H:%M}" == f"{later:%H:%M}"


@each("asked", {}, {"at": "2100-01-01T10:00"})
def test_the_api_announces_and_hides(silent, pilar, client_as, asked):
    browser = client_as(pilar)
    if asked:
        answer = browser.post(f"{API}rounds/1/announce/", asked, "application/json")
        assert answer.status_code in (200, 400)
        return
    answer = browser.post(f"{API}rounds/1/announce/", asked, "application/json")
    assert answer.status_code == 200 and answer.json()["announced_at"]
    answer = browser.post(f"{API}rounds/1/hide/", {}, "application/json")
    assert answer.status_code == 200 and answer.json()["announced_at"] is None


@pytest.mark.parametrize("kept", ["names", "numbers"])
def test_settings_keep_both_choices(silent, pilar, client_as, kept):
    body = {"public_names": kept}
    answer = client_as(pilar).patch(API, body, "application/json")
    assert answer.status_code == 200 and answer.json()["public_names"] == kept
    page = client_as(pilar).get("/t/casino-de-calamocha/ajustes/").content.decode()
    assert "Cuándo se muestra cada ronda" in page
