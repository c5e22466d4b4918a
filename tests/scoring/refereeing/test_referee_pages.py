"""The pages of the referee: faults, calls, time, replays, and the refereeing options of a stage."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.actas.selectors.actas import lines_written, live_acta, versions
from scoring.actas.services import record_hand
from scoring.models import RefereeCall, Result, Ruling
from scoring.refereeing.services.acts import set_refereeing
from scoring.refereeing.services.rulings import note_ruling
from tests.access.walk import Page
from tests.rows import each
from tests.scoring.refereeing.test_referee_rulings import reread
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import Match

SITE = "/t/casino-de-calamocha/"
ACTA = f"{SITE}acta/R1P001/"
FAULT_URL = f"{ACTA}falta/"
TIME_UP = "Se acabó el tiempo"


@world
def match(casino, pairs):
    return reread(seat_round(casino, [pairs(casino, 2)]).matches.get())


@world
def referee(match, raul, client_as):
    return client_as(raul)


def call_minutes_ago(match, minutes):
    called_at = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(called_at=called_at)


def post_ruling(referee, fault, offender="1", **fields):
    return referee.post(
        f"{FAULT_URL}?quien={offender}&falta={fault}", {"points": "", "line": "", **fields}
    )


# --- Faults -----------------------------------------------------------------------------------
def test_the_page_lists_faults_with_their_article_and_every_possible_offender(referee):
    page = referee.get(FAULT_URL).text
    assert "Guiñote, «El renuncio» 5" in page and "Usa el teléfono en la mesa" in page
    assert page.count('name="quien"') == 6  # two pairs and their four players


def test_the_usual_consequence_is_chosen_and_previewed(referee):
    page = referee.get(f"{FAULT_URL}?quien=2&falta=renuncio_5")
    assert page.context["form"].initial["what"] == "usual"
    assert "«renuncio B 5» (lo habitual)" in page.text
    assert "El acta quedará así:" in page.text and "partidas 1–0" in page.text


def test_a_saved_fault_is_in_the_acta_with_its_player_and_reason(referee, match):
    player = match.everybody[1].seats.first().player
    answer = post_ruling(
        referee, "renuncio_5", f"2-{player.pk}", what="usual", reason="cantó sin baza"
    )
    assert (answer.status_code, answer.url) == (302, ACTA)
    ruling = Ruling.objects.get()
    assert (ruling.entry.number, ruling.player, ruling.reason) == (2, player, "cantó sin baza")
    assert lines_written(live_acta(match)) == ["renuncio B 5"]
    assert "cantó sin baza" in referee.get(ACTA).text  # visible to the next referee


def test_the_second_warning_suggests_a_partida(referee, match, raul):
    note_ruling(
        stage=match.round.stage,
        entry=match.everybody[0],
        author=raul,
        follows="warning",
        reason="habla",
    )
    page = referee.get(f"{FAULT_URL}?quien=1&falta=habla")
    assert page.context["form"].initial["what"] == "unit:partida:1"
    form = {"what": "warning", "reason": "habla otra vez"}
    preview = referee.post(f"{FAULT_URL}?quien=1&falta=habla", form, headers={"HX-Request": "true"})
    assert "Con este son 2 apercibimientos: lo habitual es perder una partida" in preview.text
    assert Ruling.objects.count() == 1


def test_a_referee_writes_his_own_decision_as_a_line(referee, match):
    answer = post_ruling(
        referee, "otra", what="other", line="arbitro anula: baraja corta", reason="x"
    )
    assert answer.status_code == 302
    assert lines_written(live_acta(match)) == ["arbitro anula: baraja corta"]
    assert Ruling.objects.get().fault == ""


@pytest.mark.slow
@each(
    "fault, fields, status",
    ("habla", {"what": "points", "reason": "x"}, 400),
    ("habla", {"what": "points", "points": "0", "reason": "x"}, 400),
    ("habla", {"what": "points", "points": "muchos", "reason": "x"}, 400),
    ("habla", {"what": "other", "reason": "x"}, 400),
    ("habla", {"what": "other", "line": "coto 9-9", "reason": "x"}, 400),
    ("habla", {"what": "warning", "reason": ""}, 400),
    ("habla", {"what": "unit:coto:1", "reason": "x"}, 400),
    ("habla", {"reason": "x"}, 400),
    ("habla", {"what": "match", "reason": "x" * 151}, 400),
    ("bostezo", {"what": "warning", "reason": "x"}, 400),
)
def test_an_impossible_ruling_is_refused(referee, match, fault, fields, status):
    answer = post_ruling(referee, fault, **fields)
    assert answer.status_code == status
    assert not Ruling.objects.exists() and live_acta(match) is None


@each("offender", "", "9", "1-0", "x", "1-")
def test_a_fault_without_a_known_offender_is_refused(referee, offender):
    assert referee.get(f"{FAULT_URL}?quien={offender}&falta=habla").status_code == 400
    assert post_ruling(referee, "habla", offender, what="warning", reason="x").status_code == 400


def test_the_desk_only_calls_the_referee(client_as, chema, match):
    acta = client_as(chema).get(ACTA).text
    assert FAULT_URL not in acta and "Llamar al árbitro" in acta


# --- Rulings about an entry -------------------------------------------------------------------
def test_points_are_public_and_warnings_are_not(referee, client_as, match):
    rulings_url, entry_url = f"{SITE}inscripciones/2/sanciones/", f"{SITE}inscripcion/2/"
    assert rulings_url in referee.get(entry_url).text
    assert referee.post(rulings_url, {"follows": "points", "reason": "x"}).status_code == 400
    form = {"follows": "points", "points": "2", "reason": "grita"}
    assert referee.post(rulings_url, form).status_code == 302
    assert referee.post(rulings_url, {"follows": "warning", "reason": "murmura"}).status_code == 302
    text = client_as(None).get(entry_url).text
    assert "2 puntos: grita" in text and "murmura" not in text
    assert "murmura" in referee.get(rulings_url).text
    ruling = Ruling.objects.get(follows="points")
    lift_url = f"{rulings_url}{ruling.pk}/levantar/"
    assert referee.post(lift_url, {"reason": ""}).status_code == 400
    assert referee.post(lift_url.replace("/2/", "/1/"), {"reason": "x"}).status_code == 404
    assert referee.post(lift_url, {"reason": "se aclaró"}).status_code == 302
    assert referee.post(lift_url, {"reason": "se aclaró"}).status_code == 409
    assert "retirada: ya no cuenta" in client_as(None).get(entry_url).text
    assert "Retirada por raul" in referee.get(rulings_url).text


# --- Calls ------------------------------------------------------------------------------------
def test_a_call_is_listed_until_a_referee_answers_it(client_as, chema, referee, match):
    desk = client_as(chema)
    assert desk.get(f"{ACTA}arbitro/").status_code == 405
    assert desk.post(f"{ACTA}arbitro/").status_code == 302
    assert desk.post(f"{ACTA}arbitro/").status_code == 302
    call = RefereeCall.objects.get()
    for url in (f"{SITE}control/", f"{SITE}arbitraje/"):
        text = referee.get(url).text
        assert "llaman al árbitro" in text and "espera 0 minutos" in text
    assert "El árbitro está avisado" in desk.get(ACTA).text
    answer_url = f"{SITE}arbitraje/llamadas/{call.pk}/"
    assert referee.post(answer_url).url == ACTA
    assert referee.post(answer_url).status_code == 302  # a second answer changes nothing
    assert "llaman al árbitro" not in referee.get(f"{SITE}control/").text


def test_a_call_of_another_tournament_is_not_answered_here(
    make_tournament, referee, match, pairs, raul
):
    other_tournament = make_tournament(name="Otro salón")
    other_match = seat_round(
        other_tournament, [pairs(other_tournament, 2)], letter="S"
    ).matches.get()
    call = RefereeCall.objects.create(match=other_match)
    assert referee.post(f"{SITE}arbitraje/llamadas/{call.pk}/").status_code == 404


def test_the_page_of_refereeing_says_that_there_are_no_matters(referee, match):
    page = referee.get(f"{SITE}arbitraje/")
    assert "No hay avisos al árbitro ni reclamaciones." in page.text
    refresh_answer = referee.get(page.context["live_url"])
    assert refresh_answer.status_code in (200, 204)  # 200 only if the minute has changed


# --- Time of a match --------------------------------------------------------------------------
def test_a_match_whose_time_is_up_is_closed_with_one_press(referee, match, pilar, raul):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    record_hand(match=match, author=raul, line="partida A", number=1)
    call_minutes_ago(match, 40)
    page = referee.get(ACTA).text
    assert "Quedan 5 minutos" in page and TIME_UP not in page
    call_minutes_ago(match, 48)
    page = referee.get(ACTA)
    assert f"{TIME_UP} hace 3 minutos" in page.text and "Pida que acaben la mano" in page.text
    stop = page.context["stop"]
    assert TIME_UP in referee.get(f"{SITE}arbitraje/").text
    form = {"como": "stop", "reason": "se acabó el tiempo", **stop}
    assert referee.post(ACTA, form).status_code == 302
    assert lines_written(live_acta(match)) == ["partida A", "arbitro fin: se acabó el tiempo"]
    assert reread(match).state == Match.State.FINISHED
    assert "Se para el encuentro: se acabó el tiempo" in referee.get(ACTA).text


def test_a_match_without_lines_is_closed_only_after_a_confirmation(
    make_tournament, pairs, pilar, raul, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 1})
    match = seat_round(swiss, [pairs(swiss, 2)]).matches.get()
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    call_minutes_ago(match, 48)
    referee, json_body = client_as(raul), {"content_type": "application/json"}
    for page in (referee.get(ACTA), client_as(pilar).get(f"{SITE}control/?mesa={match.table}")):
        assert "Cerrar con el tanteo actual" not in page.text
        assert "?como=stop&amp;ends=stands&amp;reason=se%20acab%C3%B3" in page.text
    form = {"como": "stop", "number": 1, "ends": "stands", "reason": "se acabó el tiempo"}
    assert referee.post(ACTA, form).status_code == 400
    notation = {"como": "notation", "number": 1, "text": "arbitro fin: la hora"}
    assert referee.post(ACTA, notation).status_code == 409
    hands_url = f"/api/v1/tournaments/{swiss.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "arbitro tablas: la hora"}
    refused_answer = referee.post(hands_url, line, **json_body)
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "nothing_written",
    )
    assert reread(match).state == Match.State.PLAYING
    form_page = referee.get(f"{ACTA}?como=stop&ends=stands&reason=se%20acab%C3%B3%20el%20tiempo")
    assert form_page.context["form"].initial["ends"] == "stands"
    assert referee.post(ACTA, {**form, "confirm_empty": "on"}).status_code == 302
    assert Result.objects.get(match=match).winner is None


def test_the_api_stops_a_match_without_lines_if_the_program_confirms_it(
    make_tournament, pairs, raul, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 1})
    match = seat_round(swiss, [pairs(swiss, 2)]).matches.get()
    hands_url = f"/api/v1/tournaments/{swiss.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "arbitro tablas: la hora", "confirm_empty": True}
    answer = client_as(raul).post(hands_url, line, content_type="application/json")
    assert answer.status_code == 201 and reread(match).state == Match.State.FINISHED


def test_a_tied_match_of_a_knockout_is_not_closed(referee, match, pilar):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 5, "time_up": "draw"})
    call_minutes_ago(match, 9)
    page = referee.get(ACTA)
    assert page.context["stop"] is None and "tiene que ganar alguien" in page.text


def test_a_referee_adds_minutes_at_one_table(referee, match, pilar):
    form = {"minutes": "10", "reason": "se fue la luz"}
    assert referee.post(f"{ACTA}tiempo/", form).status_code == 409  # the stage has no clock
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    call_minutes_ago(match, 48)
    for wrong_form in ({**form, "minutes": "-1"}, {**form, "minutes": "x"}, {**form, "reason": ""}):
        assert referee.post(f"{ACTA}tiempo/", wrong_form).status_code == 400
    assert referee.post(f"{ACTA}tiempo/", form).status_code == 302
    page = referee.get(ACTA).text
    assert "Quedan 7 minutos" in page and "10 de más" in page


def test_the_page_proposes_the_loss_of_a_late_entry(referee, match, pilar):
    options = {"grace": 10, "step": 5, "forfeit": 35}
    set_refereeing(stage=match.round.stage, author=pilar, options=options)
    call_minutes_ago(match, 21)
    page = referee.get(ACTA).text
    assert "Llamada a mesa hace 21 minutos. Si alguien no está, pierde 2" in page
    form = referee.get(f"{FAULT_URL}?quien=1&falta=tarde").context["form"]
    assert form.initial["what"] == "unit:partida:2"
    post_ruling(referee, "tarde", what="unit:partida:2", reason="llega tarde")
    assert lines_written(live_acta(match)) == ["arbitro partida B: llega tarde"] * 2
    assert "Llamada a mesa hace" not in referee.get(ACTA).text


def test_a_referee_orders_a_replay_and_may_undo_it(referee, match, raul, pilar, client_as):
    panel = f"/t/{match.tournament.slug}/control/?mesa={match.table}"
    link = f'href="{ACTA}corregir/"'
    assert link not in referee.get(ACTA).text and link not in client_as(pilar).get(panel).text
    assert referee.post(f"{ACTA}repetir/", {"reason": "x"}).status_code == 409  # no lines to repeat
    record_hand(match=match, author=raul, line="partida A", number=1)
    assert referee.post(f"{ACTA}repetir/", {"reason": ""}).status_code == 400
    assert referee.post(f"{ACTA}repetir/", {"reason": "baraja corta"}).status_code == 302
    assert [acta.reason for acta in versions(match)] == ["baraja corta", ""]
    assert link in referee.get(ACTA).text and link in client_as(pilar).get(panel).text
    assert "Volver a esta versión" in referee.get(f"{ACTA}corregir/").text


# --- Refereeing options -----------------------------------------------------------------------
OPTIONS = {
    "minutes": "45",
    "time_up": "extra",
    "extra_deals": "3",
    "grace": "15",
    "step": "5",
    "forfeit": "35",
    "score": "4-0",
    "warning_1": "warning",
    "warning_2": "match",
}


def test_the_organiser_sets_the_refereeing_options_of_a_stage(client_as, pilar, raul, match):
    url, organiser = f"{SITE}fases/1/arbitraje/", client_as(pilar)
    assert client_as(raul).get(url).status_code == 403
    assert organiser.post(url, OPTIONS).status_code == 302
    stage = match.tournament.stages.get()
    assert stage.refereeing == {
        "minutes": 45,
        "time_up": "extra",
        "extra_deals": 3,
        "grace": 15,
        "step": 5,
        "forfeit": 35,
        "score": [4, 0],
        "warnings": ["warning", "match"],
    }
    page = organiser.get(url)
    assert page.context["form"].initial["score"] == "4-0"
    assert organiser.post(url, {"time_up": "finish", "warning_1": "out"}).status_code == 302
    stage.refresh_from_db()
    assert stage.refereeing == {"warnings": ["out"]}


@each(
    "wrong_options",
    {"minutes": "-1"},
    {"minutes": "mucho"},
    {"score": "4 a 0"},
    {"score": "0-4"},
    {"forfeit": "5"},
    {"time_up": "nunca"},
    {"warning_1": ""},
    {"warning_2": "grito"},
)
def test_impossible_refereeing_options_are_refused(client_as, pilar, match, wrong_options):
    organiser = client_as(pilar)
    assert (
        organiser.post(f"{SITE}fases/1/arbitraje/", {**OPTIONS, **wrong_options}).status_code == 400
    )
    assert match.tournament.stages.get().refereeing == {}


def test_the_public_page_of_a_round_shows_the_end_of_its_time(client_as, match, pilar):
    url = f"{SITE}ronda/1/"
    assert "el tiempo acaba" not in client_as(None).get(url).text
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    assert "Encuentros de 45 min: el tiempo acaba a" in client_as(None).get(url).text


def test_the_desk_shows_the_minutes_left(client_as, chema, match, pilar):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    call_minutes_ago(match, 40)
    page = client_as(chema).get(f"{SITE}control/?mesa={match.table}").text
    assert "quedan 5" in page and "El tiempo acaba a" in page


def test_a_match_whose_time_is_up_is_closed_from_its_tile(client_as, chema, match, pilar):
    set_refereeing(
        stage=match.round.stage, author=pilar, options={"minutes": 45, "time_up": "stands"}
    )
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    tile_url, desk = f"{SITE}control/?mesa={match.table}", client_as(chema)
    call_minutes_ago(match, 40)
    assert "Cerrar con el tanteo actual" not in desk.get(tile_url).text
    call_minutes_ago(match, 50)
    page = desk.get(tile_url).text
    assert "Cerrar con el tanteo actual" in page and Page(page).primary_buttons == 1
