"""Every code and event of the free score has its sentence on the site."""

import re
from dataclasses import asdict

import pytest

from rules.core import RuleError, replay
from rules.marcador import MARCADOR
from rules.marcador.codes import WAYS
from rules.marcador.options import PRESETS, Options
from tournaments.games import marcador as wording
from tournaments.wording.rules import event_message, message

PLACE = re.compile(r"%\((\w+)\)s")
BY = {"marcador.match_won": WAYS, "marcador.match_drawn": WAYS}


@pytest.mark.parametrize("code", MARCADOR.codes)
def test_every_refusal_has_a_sentence_with_its_own_params(code):
    sentence = str(wording.SENTENCES[code])
    assert set(PLACE.findall(sentence)) <= {*MARCADOR.codes[code].params, "named"}
    assert "%" not in PLACE.sub("", sentence)


def test_there_is_no_sentence_without_a_code():
    assert set(wording.SENTENCES) == set(MARCADOR.codes)


def test_every_event_has_a_sentence():
    expected = {
        f"{code}.{way}" if way else code: params
        for code, params in MARCADOR.events.items()
        for way in BY.get(code, ("",))
    }
    assert set(wording.EVENTS) == set(expected)
    for code, sentence in wording.EVENTS.items():
        assert set(PLACE.findall(str(sentence))) <= {*expected[code], "side"}


def test_every_preset_option_and_field_is_in_words():
    assert set(wording.PRESETS) == set(PRESETS)
    names = set(Options.__dataclass_fields__)
    assert set(wording.OPTIONS) == set(wording.OPTION_NAMES) == names
    assert names <= set(wording.FIELDS)


@pytest.mark.parametrize(
    ("options", "lines", "sentence"),
    [
        (
            "mus_tres_juegos",
            ["30-25", "12-0"],
            "A tendría 42 y de 40 no se pasa: con 10 gana el juego.",
        ),
        (
            "mus_tres_juegos",
            ["40-40"],
            "El juego acaba cuando llega el primero a 40: no pueden llegar dos (40-40).",
        ),
        ("mus_tres_juegos", ["3 -1"], "B no puede hacer -1: se admite de 0 a 9999."),
        (
            "mus_solo_juegos",
            ["40-25"],
            "En este torneo no se apuntan tantos, sino quién gana cada juego: "
            "por ejemplo «juego A».",
        ),
        (
            "individual_puestos",
            ["4-4-2-1"],
            "Los puestos son uno de cada (4-3-2-1, en el orden que sea) y pone 4-4-2-1.",
        ),
    ],
)
def test_the_sentence_names_what_is_wrong_and_what_is_allowed(options, lines, sentence):
    with pytest.raises(RuleError) as refused:
        replay(MARCADOR, PRESETS[options], lines)
    assert message(refused.value) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"manos": 4, "margin": 2},
            "La ventaja: solo vale jugando a un número de tantos, y no lo hay.",
        ),
        (
            {"count": "juegos", "target": 40},
            "Los tantos del juego: sobra, porque solo se apunta quién gana cada juego; déjelo en "
            "blanco o elija apuntar los tantos.",
        ),
        ({"sides": 7}, "Los bandos: se admite de 2 a 5 y pone 7."),
    ],
)
def test_the_sentence_names_the_option(options, sentence):
    with pytest.raises(RuleError) as refused:
        Options(**options)
    assert message(refused.value) == sentence


@pytest.mark.parametrize(
    ("preset", "lines", "sentences"),
    [
        (
            "mus_vacas",
            ["juego A", "40-12"],
            ["Mano: 40-12.", "A gana el juego (40-12).", "A gana la vaca (2-0)."],
        ),
        (
            "mus_vacas",
            ["juegos 2-0", "juegos 0-2", "juegos 1-2"],
            ["Juegos jugados: 1-2.", "B gana la vaca (1-2).", "B gana la partida: vacas 1-2."],
        ),
        (
            "botifarra_ocho_manos",
            ["manos 8 140-140"],
            ["Manos jugadas: 8. En total, 140-140.", "Hay empate: se desempata con más manos (2)."],
        ),
        (
            "botifarra_101",
            ["50-50", "fin"],
            ["Se acabó el tiempo.", "Nadie gana la partida: tantos 50-50."],
        ),
        ("domino_200", ["arbitro A-10: señas"], ["A: -10 por decisión del árbitro: señas."]),
        (
            "mus_solo_juegos",
            ["pierde B: no viene"],
            ["B pierde el enfrentamiento: no viene.", "A gana la partida: juegos 3-0."],
        ),
    ],
)
def test_what_a_line_brought_is_said(preset, lines, sentences):
    events = replay(MARCADOR, PRESETS[preset], lines)[-1].score.events
    assert [event_message(event) for event in events] == sentences


@pytest.mark.parametrize(
    ("options", "length", "explained"),
    [
        (
            Options(target=25, exact=True, juegos=3),
            "A 3 juegos, cada uno a 25 tantos",
            "Gana quien antes gana 3 juegos.",
        ),
        (
            Options(target=25, juegos=1, vacas=3),
            "A 3 vacas de 1 juego, cada uno a 25 tantos",
            "Gana quien antes gana 3 vacas, y cada vaca quien antes gana en ella 1 juego.",
        ),
        (
            Options(manos=8, juegos=6, play_all=True),
            "6 juegos, se juegan todos, cada uno a 8 manos",
            "Se juegan todos los juegos (6), y gana quien gana más.",
        ),
        (Options(), "Por tiempo", "Se juega por tiempo, y al acabar gana quien más tantos tiene."),
        (
            Options(sides=4, people=1, manos=10, lowest=True, extra=1),
            "4 jugadores: a 10 manos, gana quien menos hace, con desempate",
            "Se juega a 10 manos, y al acabar gana quien menos tantos tiene.",
        ),
        (
            Options(sides=3, manos=5, ladder=True),
            "3 parejas: a 5 manos, por puestos",
            "Se juega a 5 manos, y al acabar gana quien más tantos tiene.",
        ),
        (Options(people=3, count="juegos"), "2 tríos: a 1 juego", "Gana quien gana el juego."),
        (
            Options(target=9, manos=4, by_time=True),
            "A 9 tantos, a 4 manos o por tiempo",
            "Se juega a 9 tantos, a 4 manos o por tiempo, y al acabar gana quien más tantos tiene.",
        ),
    ],
)
def test_the_length_of_a_match_in_words(options, length, explained):
    assert wording.length_in_words(asdict(options)) == length
    assert wording.length_explained(asdict(options)) == explained
