"""The referee's pages: a fault at a table, calls, the time, a replay, how a stage is refereed."""

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
from tests.scoring.halls import seat_round
from tests.scoring.refereeing.test_referee_rulings import reread
from tests.worlds import world
from tournaments.models import Match

HALL = "/t/casino-de-calamocha/"
ACTA = f"{HALL}acta/R1P001/"
FAULT = f"{ACTA}falta/"
TIME_UP = "Se acabó el tiempo"


@world
def match(casino, pairs):
    return reread(seat_round(casino, [pairs(casino, 2)]).matches.get())


@world
def referee(match, raul, client_as):
    return client_as(raul)


def called(match, minutes):
    when = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(called_at=when)


def judge(referee, fault, who="1", **typed):
    return referee.post(f"{FAULT}?quien={who}&falta={fault}", {"points": "", "line": "", **typed})


# --- A fault ----------------------------------------------------------------------------------
def test_first_who_and_what_with_its_article(referee):
    page = referee.get(FAULT).text
    assert "Guiñote, «El renuncio» 5" in page and "Usa el teléfono en la mesa" in page
    assert page.count('name="quien"') == 6  # each pair, and each of its people


def test_then_the_usual_is_chosen_and_shown(referee):
    page = referee.get(f"{FAULT}?quien=2&falta=renuncio_5")
    assert page.context["form"].initial["what"] == "usual"
    assert "«renuncio B 5» (lo habitual)" in page.text
    assert "El acta quedará así:" in page.text and "partidas 1–0" in page.text


def test_saved_it_is_in_the_acta_with_who_and_why(referee, match):
    player = match.everybody[1].seats.first().player
    answer = judge(referee, "renuncio_5", f"2-{player.pk}", what="usual", reason="cantó sin baza")
    assert (answer.status_code, answer.url) == (302, ACTA)
    made = Ruling.objects.get()
    assert (made.entry.number, made.player, made.reason) == (2, player, "cantó sin baza")
    assert lines_written(live_acta(match)) == ["renuncio B 5"]
    assert "cantó sin baza" in referee.get(ACTA).text  # the next referee sees it


def test_the_second_warning_suggests_a_partida(referee, match, raul):
    note_ruling(
        stage=match.round.stage,
        entry=match.everybody[0],
        author=raul,
        follows="warning",
        reason="habla",
    )
    page = referee.get(f"{FAULT}?quien=1&falta=habla")
    assert page.context["form"].initial["what"] == "unit:partida:1"
    typed = {"what": "warning", "reason": "habla otra vez"}
    tried = referee.post(f"{FAULT}?quien=1&falta=habla", typed, headers={"HX-Request": "true"})
    assert "Con este son 2 apercibimientos: lo habitual es perder una partida" in tried.text
    assert Ruling.objects.count() == 1


def test_his_own_decision_with_his_own_line(referee, match):
    answer = judge(referee, "otra", what="other", line="arbitro anula: baraja corta", reason="x")
    assert answer.status_code == 302
    assert lines_written(live_acta(match)) == ["arbitro anula: baraja corta"]
    assert Ruling.objects.get().fault == ""


@pytest.mark.slow
@each(
    "fault, typed, status",
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
def test_what_cannot_be_stays_on_the_page(referee, match, fault, typed, status):
    answer = judge(referee, fault, **typed)
    assert answer.status_code == status
    assert not Ruling.objects.exists() and live_acta(match) is None


@each("who", "", "9", "1-0", "x", "1-")
def test_nobody_else_can_have_done_it(referee, who):
    assert referee.get(f"{FAULT}?quien={who}&falta=habla").status_code == 400
    assert judge(referee, "habla", who, what="warning", reason="x").status_code == 400


def test_the_desk_does_not_judge(client_as, chema, match):
    acta = client_as(chema).get(ACTA).text
    assert FAULT not in acta and "Llamar al árbitro" in acta


# --- Of an entry, and in public ---------------------------------------------------------------
def test_points_are_public_and_warnings_are_not(referee, client_as, match):
    page, public = f"{HALL}inscripciones/2/sanciones/", f"{HALL}inscripcion/2/"
    assert page in referee.get(public).text
    assert referee.post(page, {"follows": "points", "reason": "x"}).status_code == 400
    asked = {"follows": "points", "points": "2", "reason": "grita"}
    assert referee.post(page, asked).status_code == 302
    assert referee.post(page, {"follows": "warning", "reason": "murmura"}).status_code == 302
    told = client_as(None).get(public).text
    assert "2 puntos: grita" in told and "murmura" not in told
    assert "murmura" in referee.get(page).text
    made = Ruling.objects.get(follows="points")
    lift = f"{page}{made.pk}/levantar/"
    assert referee.post(lift, {"reason": ""}).status_code == 400
    assert referee.post(lift.replace("/2/", "/1/"), {"reason": "x"}).status_code == 404
    assert referee.post(lift, {"reason": "se aclaró"}).status_code == 302
    assert referee.post(lift, {"reason": "se aclaró"}).status_code == 409
    assert "retirada: ya no cuenta" in client_as(None).get(public).text
    assert "Retirada por raul" in referee.get(page).text


# --- Calls ------------------------------------------------------------------------------------
def test_a_table_calls_and_the_desk_sees_it_first(client_as, chema, referee, match):
    desk = client_as(chema)
    assert desk.get(f"{ACTA}arbitro/").status_code == 405
    assert desk.post(f"{ACTA}arbitro/").status_code == 302
    assert desk.post(f"{ACTA}arbitro/").status_code == 302
    call = RefereeCall.objects.get()
    for page in (f"{HALL}control/", f"{HALL}arbitraje/"):
        told = referee.get(page).text
        assert "llaman al árbitro" in told and "espera 0 minutos" in told
    assert "El árbitro está avisado" in desk.get(ACTA).text
    answer = f"{HALL}arbitraje/llamadas/{call.pk}/"
    assert referee.post(answer).url == ACTA
    assert referee.post(answer).status_code == 302  # somebody went already: he is told
    assert "llaman al árbitro" not in referee.get(f"{HALL}control/").text


def test_a_call_of_another_tournament_is_not_answered_here(
    make_tournament, referee, match, pairs, raul
):
    other = make_tournament(name="Otro salón")
    away = seat_round(other, [pairs(other, 2)], letter="S").matches.get()
    call = RefereeCall.objects.create(match=away)
    assert referee.post(f"{HALL}arbitraje/llamadas/{call.pk}/").status_code == 404


def test_the_referees_page_is_quiet_while_nothing_happens(referee, match):
    page = referee.get(f"{HALL}arbitraje/")
    assert "No hay avisos al árbitro ni reclamaciones." in page.text
    fresh = referee.get(page.context["live_url"])
    assert fresh.status_code in (200, 204)  # 200 only if the minute has changed


# --- The time ---------------------------------------------------------------------------------
def test_when_the_time_is_up_one_press_closes_the_match(referee, match, pilar, raul):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    record_hand(match=match, author=raul, line="partida A", number=1)
    called(match, 40)
    page = referee.get(ACTA).text
    assert "Quedan 5 minutos" in page and TIME_UP not in page
    called(match, 48)
    page = referee.get(ACTA)
    assert f"{TIME_UP} hace 3 minutos" in page.text and "Pida que acaben la mano" in page.text
    stop = page.context["stop"]
    assert TIME_UP in referee.get(f"{HALL}arbitraje/").text
    typed = {"como": "stop", "reason": "se acabó el tiempo", **stop}
    assert referee.post(ACTA, typed).status_code == 302
    assert lines_written(live_acta(match)) == ["partida A", "arbitro fin: se acabó el tiempo"]
    assert reread(match).state == Match.State.FINISHED
    assert "Se para el encuentro: se acabó el tiempo" in referee.get(ACTA).text


def test_a_match_with_nothing_written_is_not_closed_in_one_press(
    make_tournament, pairs, pilar, raul, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 1})
    match = seat_round(swiss, [pairs(swiss, 2)]).matches.get()
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    called(match, 48)
    referee, send = client_as(raul), {"content_type": "application/json"}
    for page in (referee.get(ACTA), client_as(pilar).get(f"{HALL}control/?mesa={match.table}")):
        assert "Cerrar con el tanteo actual" not in page.text
        assert "?como=stop&amp;ends=stands&amp;reason=se%20acab%C3%B3" in page.text
    typed = {"como": "stop", "number": 1, "ends": "stands", "reason": "se acabó el tiempo"}
    assert referee.post(ACTA, typed).status_code == 400
    notation = {"como": "notation", "number": 1, "text": "arbitro fin: la hora"}
    assert referee.post(ACTA, notation).status_code == 409
    api = f"/api/v1/tournaments/{swiss.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "arbitro tablas: la hora"}
    refused = referee.post(api, line, **send)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "nothing_written")
    assert reread(match).state == Match.State.PLAYING
    offered = referee.get(f"{ACTA}?como=stop&ends=stands&reason=se%20acab%C3%B3%20el%20tiempo")
    assert offered.context["form"].initial["ends"] == "stands"
    assert referee.post(ACTA, {**typed, "confirm_empty": "on"}).status_code == 302
    assert Result.objects.get(match=match).winner is None


def test_a_program_that_says_so_stops_a_match_with_nothing_written(
    make_tournament, pairs, raul, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 1})
    match = seat_round(swiss, [pairs(swiss, 2)]).matches.get()
    api = f"/api/v1/tournaments/{swiss.slug}/matches/{match.code}/hands/"
    line = {"number": 1, "line": "arbitro tablas: la hora", "confirm_empty": True}
    answer = client_as(raul).post(api, line, content_type="application/json")
    assert answer.status_code == 201 and reread(match).state == Match.State.FINISHED


def test_a_level_match_of_a_knockout_is_not_closed(referee, match, pilar):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 5, "time_up": "draw"})
    called(match, 9)
    page = referee.get(ACTA)
    assert page.context["stop"] is None and "tiene que ganar alguien" in page.text


def test_minutes_more_for_one_table(referee, match, pilar):
    typed = {"minutes": "10", "reason": "se fue la luz"}
    assert referee.post(f"{ACTA}tiempo/", typed).status_code == 409  # no clock
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    called(match, 48)
    for wrong in ({**typed, "minutes": "-1"}, {**typed, "minutes": "x"}, {**typed, "reason": ""}):
        assert referee.post(f"{ACTA}tiempo/", wrong).status_code == 400
    assert referee.post(f"{ACTA}tiempo/", typed).status_code == 302
    page = referee.get(ACTA).text
    assert "Quedan 7 minutos" in page and "10 de más" in page


def test_who_is_late_is_one_press_away(referee, match, pilar):
    options = {"grace": 10, "step": 5, "forfeit": 35}
    set_refereeing(stage=match.round.stage, author=pilar, options=options)
    called(match, 21)
    page = referee.get(ACTA).text
    assert "Llamada a mesa hace 21 minutos. Si alguien no está, pierde 2" in page
    form = referee.get(f"{FAULT}?quien=1&falta=tarde").context["form"]
    assert form.initial["what"] == "unit:partida:2"
    judge(referee, "tarde", what="unit:partida:2", reason="llega tarde")
    assert lines_written(live_acta(match)) == ["arbitro partida B: llega tarde"] * 2
    assert "Llamada a mesa hace" not in referee.get(ACTA).text


def test_a_replay(referee, match, raul):
    assert referee.post(f"{ACTA}repetir/", {"reason": "x"}).status_code == 409  # nothing written
    record_hand(match=match, author=raul, line="partida A", number=1)
    assert referee.post(f"{ACTA}repetir/", {"reason": ""}).status_code == 400
    assert referee.post(f"{ACTA}repetir/", {"reason": "baraja corta"}).status_code == 302
    assert [one.reason for one in versions(match)] == ["baraja corta", ""]


# --- The options ------------------------------------------------------------------------------
SAID = {
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


def test_the_organiser_says_how_a_stage_is_refereed(client_as, pilar, raul, match):
    page, organiser = f"{HALL}fases/1/arbitraje/", client_as(pilar)
    assert client_as(raul).get(page).status_code == 403
    assert organiser.post(page, SAID).status_code == 302
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
    shown = organiser.get(page)
    assert shown.context["form"].initial["score"] == "4-0"
    assert organiser.post(page, {"time_up": "finish", "warning_1": "out"}).status_code == 302
    stage.refresh_from_db()
    assert stage.refereeing == {"warnings": ["out"]}


@each(
    "wrong",
    {"minutes": "-1"},
    {"minutes": "mucho"},
    {"score": "4 a 0"},
    {"score": "0-4"},
    {"forfeit": "5"},
    {"time_up": "nunca"},
    {"warning_1": ""},
    {"warning_2": "grito"},
)
def test_options_that_cannot_be(client_as, pilar, match, wrong):
    organiser = client_as(pilar)
    assert organiser.post(f"{HALL}fases/1/arbitraje/", {**SAID, **wrong}).status_code == 400
    assert match.tournament.stages.get().refereeing == {}


def test_the_public_round_says_when_the_time_ends(client_as, match, pilar):
    page = f"{HALL}ronda/1/"
    assert "el tiempo acaba" not in client_as(None).get(page).text
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    assert "Encuentros de 45 min: el tiempo acaba a" in client_as(None).get(page).text


def test_the_desk_says_what_is_left(client_as, chema, match, pilar):
    set_refereeing(stage=match.round.stage, author=pilar, options={"minutes": 45})
    called(match, 40)
    page = client_as(chema).get(f"{HALL}control/?mesa={match.table}").text
    assert "quedan 5" in page and "El tiempo acaba a" in page


def test_a_match_whose_time_is_up_is_closed_from_its_tile(client_as, chema, match, pilar):
    set_refereeing(
        stage=match.round.stage, author=pilar, options={"minutes": 45, "time_up": "stands"}
    )
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    tile, desk = f"{HALL}control/?mesa={match.table}", client_as(chema)
    called(match, 40)
    assert "Cerrar con el tanteo actual" not in desk.get(tile).text
    called(match, 50)
    page = desk.get(tile).text
    assert "Cerrar con el tanteo actual" in page and Page(page).primary_buttons == 1
