"""Acta files: reading, writing, and the results of the matches in `tests/actas`."""

from pathlib import Path

import pytest

from rules import acta
from rules.acta import WrittenActa
from rules.core import RuleError
from rules.guinote import GUINOTE
from tests.rows import each

ACTAS = Path(__file__).parent.parent / "actas"

# file → cotos, partidas, winner, and the ways in which the partidas were won
MATCHES = {
    "guinote_dos_cotos_de_3.acta": (
        (2, 1),
        (7, 5),
        0,
        "reached ultimas declared | thirty false_declaration ruling renuncio | "
        "declared ultimas written reached written",
    ),
    "guinote_solo_cotos.acta": ((1, 2), (7, 8), 1, ""),
    "guinote_mejor_de_13.acta": ((0, 1), (5, 7), 1, "written " * 12),
    "guinote_retirada.acta": ((0, 1), (2, 4), 1, "written written written"),
}


# file → final values of the tally that counts, and the winner; None is a draw
FINALS = {
    "malilla_favorito_mariperez.acta": ((94, -94), 0),
    "malilla_a_100.acta": ((24, 104), 1),
    "malilla_barrotada.acta": ((59, -48, -62, 51), 0),
    "malilla_coja.acta": ((23, -20, -3), 0),
    "malilla_cartas_vistas.acta": ((-55, 55), 1),
    "malilla_cartas_cubiertas.acta": ((-220, 220), 1),  # these tallies count half tantos
    "malilla_desempate.acta": ((90, -90), 0),
    "revesino_dos_vueltas.acta": ((27, 5, -17, -15), 0),
    "revesino_platillo.acta": ((-17, -74, -29, -104), 0),
    "revesino_por_tiempo.acta": ((62, -34, 1, -29), 0),
    "cientos_calidades_dos_juegos.acta": ((2, 1), 0),
    "cientos_dos_juegos.acta": ((2, 1), 0),
    "marcador_botifarra_por_tiempo.acta": ((63, 63), None),
    "marcador_mesa_de_cuatro.acta": ((0, 0, 0, 0), None),
    "marcador_mus.acta": ((2, 3), 1),
    "tarot_cinco_naipes.acta": ((-6, 211, -141, 107, -171), 1),
    "tarot_cuatro.acta": ((200, 214, -204, -210), 1),
    "tarot_mesa_de_cinco.acta": ((-26, -476, 527, -148, 123), 2),
    "tarot_por_tiempo.acta": ((-321, 241, 80), 1),
    "truco_gallo.acta": ((2, 1, 1), 0),
    "truco_parejas.acta": ((2, 1), 0),
    "truco_pica_pica.acta": ((0, 2), 1),
    "zanga_primero_a_2.acta": ((2, 1), 0),
    "zanga_una_partida.acta": ((0, 1), 1),
    "zanga_codillo_queda.acta": ((1, 0), 0),
    "zanga_jornada_de_4.acta": ((2, 2), None),
}


def _ways_to_win(steps) -> list[str]:
    return [
        str(dict(event.params)["by"])
        for step in steps
        for event in step.score.events
        if event.code == "guinote.partida_won"
    ]


@pytest.mark.parametrize("name", MATCHES)
def test_a_guinote_acta_has_its_final_score_and_ways_to_win(name):
    record = acta.read_acta((ACTAS / name).read_text(encoding="utf-8"))
    steps = acta.acta_steps(record)
    cotos, partidas, winner, ways = MATCHES[name]
    score = steps[-1].score
    assert (score.tallies[:2], score.winner, score.over) == ((cotos, partidas), winner, True)
    assert _ways_to_win(steps) == ways.replace("|", "").split()
    assert [str(step.hand) for step in steps] == list(record.lines)
    assert acta.read_acta(acta.write(record)) == record


@pytest.mark.parametrize("name", FINALS)
def test_an_acta_of_another_game_has_its_final_score(name):
    record = acta.read_acta((ACTAS / name).read_text(encoding="utf-8"))
    game, options = acta.read_header(record)
    score = acta.acta_steps(record)[-1].score
    counted_tally = score.tallies[game.tallies.index(options.counted_tally)]
    assert (counted_tally, score.winner, score.over) == (*FINALS[name], True)
    assert [str(step.hand) for step in acta.acta_steps(record)] == list(record.lines)
    assert acta.read_acta(acta.write(record)) == record


def test_every_acta_file_is_in_a_table_of_results():
    assert {path.name for path in ACTAS.glob("*.acta")} == set(MATCHES) | set(FINALS)


def test_an_acta_is_read_without_comments_and_blank_lines():
    text = "\ufeff@juego guinote\r\n@A  Pilar y Ana\r\n\r\n# mesa 3\r\n 60-60 uA \r\n"
    header = {"juego": "guinote", "A": "Pilar y Ana"}
    assert acta.read_acta(text) == WrittenActa(("60-60 uA",), header)


@each(
    "text, code",
    ("@juego", "acta_header"),
    ("@ guinote", "acta_header"),
    ("@juego guinote\n@juego truco", "acta_header_twice"),
    ("60-60 uA\n@juego guinote", "acta_header"),
    ("@A \x07", "acta_header"),
    ("60-60 uA\n" * 20_000, "acta_too_long"),
)
def test_an_unreadable_acta_is_refused(text, code):
    with pytest.raises(RuleError, match=code):
        acta.read_acta(text)


@each(
    "header, code",
    ({}, "game_unknown"),
    ({"juego": "mus"}, "game_unknown"),
    ({"juego": "guinote", "modalidad": "a diez"}, "preset_unknown"),
    ({"juego": "guinote", "opciones": "cotos"}, "acta_header"),
    ({"juego": "guinote", "opciones": "cotos=0"}, "option_range"),
)
def test_a_header_with_unknown_rules_is_refused(header, code):
    with pytest.raises(RuleError, match=code):
        acta.read_header(WrittenActa((), header))


def test_a_header_gives_the_game_and_its_options():
    record = WrittenActa(
        (), {"juego": "guinote", "modalidad": "un_coto_de_4", "opciones": "partidas=6"}
    )
    assert acta.read_header(record) == (GUINOTE, GUINOTE.Options(cotos=1, partidas=6))


def test_an_acta_with_long_dashes_is_the_same_match():
    plain = acta.read_acta((ACTAS / "malilla_a_100.acta").read_text(encoding="utf-8"))
    dashed_text = acta.write(plain).replace("-", "–")
    assert "–" in dashed_text
    hands = [step.hand for step in acta.acta_steps(acta.read_acta(dashed_text))]
    assert hands == [step.hand for step in acta.acta_steps(plain)]
