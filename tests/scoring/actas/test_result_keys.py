"""Result keys: a button for each possible result of a match or a juego, if these are few."""

from uuid import uuid4

import pytest

from rules import GAMES
from rules.core import fold
from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.table_links import table_url
from scoring.games.lines import ResultForm
from tests.rows import cases
from tests.scoring.games.forms.filled_forms import form_of, offered_kinds, score_of
from tests.scoring.seated_rounds import ACTA, PREVIEW, lines, seat_round
from tests.worlds import world
from tournaments.models import AuditLine, Match

HTMX = {"headers": {"HX-Request": "true"}}
FIRST_TO_2 = ["2-0", "2-1", "1-2", "0-2"]
RESULT_KEYS = {  # the results of a match that have keys, by game and preset
    "guinote": {
        "dos_cotos_de_3": FIRST_TO_2,
        "dos_cotos_de_4": FIRST_TO_2,
        "mano_a_mano_dos_cotos_de_3": FIRST_TO_2,
    },
    "truco": {
        "parejas": FIRST_TO_2,
        "mano_a_mano": FIRST_TO_2,
        "gallo_fijo": FIRST_TO_2,
        "pica_pica": FIRST_TO_2,
        "parejas_a_24": FIRST_TO_2,
        "parejas_a_15": FIRST_TO_2,
        "mano_a_mano_a_15": FIRST_TO_2,
        "parejas_a_40": FIRST_TO_2,
    },
    "zanga": {
        "una_partida": ["1-0", "0-1"],
        "primero_a_2": FIRST_TO_2,
        "primero_a_3": ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"],
        "jornada_de_3": ["3-0", "2-1", "1-2", "0-3"],
        "jornada_de_4": ["4-0", "3-1", "2-2", "1-3", "0-4"],
        "jornada_de_5": ["5-0", "4-1", "3-2", "2-3", "1-4", "0-5"],
    },
    "cientos": {
        "un_juego": ["1-0", "0-1"],
        "dos_juegos": FIRST_TO_2,
        "tres_juegos": ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"],
        "cuatro_juegos_a_cuenta": ["4-0", "3-1", "2-2", "1-3", "0-4"],
        "calidades_un_juego": ["1-0", "0-1"],
        "calidades_dos_juegos": FIRST_TO_2,
        "calidades_cuatro_a_cuenta": ["4-0", "3-1", "2-2", "1-3", "0-4"],
    },
    "malilla": {},
    "revesino": {},
    "tarot": {},
    "marcador": {},  # has keys only in its form of juegos
}
FIRST_TO_3 = [(3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3)]


@pytest.mark.parametrize("key", RESULT_KEYS)
def test_the_results_offered_are_those_that_end_the_match(key):
    game, keys = GAMES[key], {}
    for preset, options in game.presets.items():
        score = game.start(options)
        if not ResultForm.fits(game, options, score, offered_kinds(key, options)):
            continue
        results = ResultForm.results(game, options, score)
        keys[preset] = [result.partition(" ")[2] for result in results]
        for result in results:
            arguments = {"game": game, "options": options, "score": score, "titles": ["1", "2"]}
            form = ResultForm({"number": "1", "result": result}, **arguments)
            assert form.is_valid(), (preset, result)
            assert fold(game, options, form.lines())[-1].score.over, (preset, result)
    assert keys == RESULT_KEYS[key]


@cases(
    "key, preset, earlier_lines, kind, keys",
    ("guinote", "un_coto_de_4", [], "coto", 8),
    ("guinote", "mejor_de_13", [], "coto", 0),
    ("guinote", "dos_cotos_de_3", ["coto 3-1"], "coto", 6),
    ("marcador", "mus_tres_juegos", [], "juegos", 6),
    ("marcador", "mus_solo_juegos", [], "juegos", 6),
    ("marcador", "brisca_trios", [], "juegos", 0),
    ("truco", "parejas", [], "chico", 0),
)
def test_a_kind_of_line_has_keys_if_its_results_are_few(key, preset, earlier_lines, kind, keys):
    form = form_of(key, GAMES[key].presets[preset], kind, earlier_lines=earlier_lines)
    assert len(form.result_keys) == keys


def test_the_keys_of_juegos_leave_out_those_already_recorded():
    options = GAMES["marcador"].presets["mus_solo_juegos"]
    keys = form_of("marcador", options, "juegos").result_keys
    assert keys == FIRST_TO_3
    later_keys = form_of("marcador", options, "juegos", earlier_lines=["juego A"]).result_keys
    assert later_keys == [(2, 0), (2, 1), (2, 2), (1, 3), (0, 3)]
    for a, b in later_keys:
        fold(GAMES["marcador"], options, ["juego A", f"juegos {a}-{b}"])


def test_a_result_that_is_no_longer_possible_has_no_key():
    options = GAMES["zanga"].presets["primero_a_2"]
    score = score_of("zanga", options, ["partida B"])
    assert ResultForm.results(GAMES["zanga"], options, score) == [
        f"partidas {numbers}" for numbers in ("2-1", "1-2", "0-2")
    ]


# --- On the page ----------------------------------------------------------------------------------
def test_the_desk_writes_a_whole_result_after_its_preview(seated):
    desk = seated("zanga", "primero_a_2")
    page = desk.get(ACTA, {"como": "whole_result"})
    assert page.text.count('name="result"') == 4
    form = {"como": "whole_result", "number": "1", "version": "0", "result": "partidas 2-1"}
    preview = desk.post(PREVIEW, form, **HTMX)
    assert "Con esta anotación termina el encuentro." in preview.text and lines() == []
    assert desk.post(ACTA, form).status_code == 302
    assert lines() == ["partida B", "partida A", "partida A"]
    assert Match.objects.get(code="R1P001").state == Match.State.FINISHED


@cases("key, preset, has_keys", ("guinote", "dos_cotos_de_3", False), ("truco", "parejas", True))
def test_a_result_that_leaves_out_a_tally_that_ranks_has_no_keys(seated, key, preset, has_keys):
    """The standings of a Swiss read the partidas of guiñote, but not the tantos of truco."""
    assert ("como=whole_result" in seated(key, preset).get(ACTA).text) is has_keys


def test_in_a_knockout_a_result_in_cotos_has_keys(match, client_as, chema):
    assert "como=whole_result" in client_as(chema).get(ACTA).text


@cases("result, number", ("partidas 9-9", "1"), ("partidas 2-0", "7"), ("", "1"))
def test_an_impossible_result_writes_nothing(seated, result, number):
    desk = seated("zanga", "primero_a_2", "partida B")
    form = {"como": "whole_result", "number": number, "version": "1", "result": result}
    assert desk.post(ACTA, form).status_code in (400, 409)
    assert lines() == ["partida B"]


@world
def zanga(make_tournament, pairs):
    tournament = make_tournament(
        game="zanga", game_options={}, format="swiss", format_options={"rounds": 2}
    )
    return seat_round(tournament, [pairs(tournament, 2)]).matches.get()


def phone_of(client_as, match, side):
    browser = client_as(None)
    browser.get(table_url("", match))
    browser.post(f"/t/{match.tournament.slug}/mesa/{match.code}/lado/", {"side": side})
    return browser


def test_a_side_writes_a_result_and_its_rivals_confirm_it_with_the_same(zanga, client_as):
    address = f"/t/{zanga.tournament.slug}/mesa/{zanga.code}/"
    our_phone, rival_phone = (phone_of(client_as, zanga, side) for side in (0, 1))
    form = {"como": "whole_result", "number": "1", "version": "0", "result": "partidas 2-1"}
    assert "como=whole_result" in our_phone.get(address).text
    assert our_phone.post(address, form).status_code == 302
    assert lines_written(live_acta(zanga)) == ["partida B", "partida A", "partida A"]
    assert "Pendiente de confirmar" in our_phone.get(address).text
    assert rival_phone.post(address, form).status_code == 302
    assert "Pendiente de confirmar" not in our_phone.get(address).text
    assert rival_phone.post(address, {**form, "result": "partidas 0-2"}).status_code == 409


def test_a_result_sent_twice_by_a_phone_without_network_is_written_once(zanga, client_as):
    address = f"/t/{zanga.tournament.slug}/mesa/{zanga.code}/enviar/"
    phone = phone_of(client_as, zanga, 0)
    form = {"como": "whole_result", "number": "1", "version": "0", "result": "partidas 2-0"}
    stored_form = {**form, "uid": str(uuid4()), "lado": "0"}
    assert [phone.post(address, stored_form).status_code for _time in range(2)] == [200, 200]
    assert lines_written(live_acta(zanga)) == ["partida A", "partida A"]
    other_answer = phone.post(address, {**stored_form, "result": "partidas 2-1"})
    assert other_answer.status_code == 409
    assert AuditLine.objects.filter(act="record_hand").count() == 2
