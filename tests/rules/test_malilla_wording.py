"""Every code and event of malilla has its sentence on the site."""

import re

import pytest

from rules.core import RuleError, replay
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS, FORMS, SUITS
from tournaments.games import malilla as wording
from tournaments.wording.rules import event_message, message

PLACE = re.compile(r"%\((\w+)\)s")
OWN = {code: told for code, told in MALILLA.codes.items() if code.startswith("malilla.")}
BY = {"malilla.fault": tuple(FAULTS), "malilla.favorito": tuple(SUITS)}


@pytest.mark.parametrize("code", OWN)
def test_every_refusal_has_a_sentence_with_its_own_params(code):
    sentence = str(wording.SENTENCES[code])
    assert set(PLACE.findall(sentence)) <= set(OWN[code].params)
    assert "%" not in PLACE.sub("", sentence)


def test_there_is_no_sentence_without_a_code():
    assert set(wording.SENTENCES) == set(OWN)


def test_every_event_has_a_sentence():
    expected = {
        name: params
        for code, params in MALILLA.events.items()
        for name in ([f"{code}.{by}" for by in BY[code]] if code in BY else [code])
    }
    assert set(wording.EVENTS) == set(expected)
    for code, sentence in wording.EVENTS.items():
        assert set(PLACE.findall(str(sentence))) <= {*expected[code], "side"}


def test_every_preset_option_form_and_fault_is_in_words():
    assert set(wording.PRESETS) == set(MALILLA.presets)
    names = set(MALILLA.Options.__dataclass_fields__)
    assert set(wording.OPTIONS) == set(wording.OPTION_NAMES) == names
    assert names <= set(wording.FIELDS)
    assert set(wording.FORMS) == set(FORMS)
    assert set(wording.FAULTS) == set(FAULTS)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "40-33",
            "Los puntos suman 73 y en un reparto hay siempre 72: 60 en cartas y uno por cada una "
            "de las doce bazas (Malilla, «Del orden y valor de los naypes»).",
        ),
        (
            "4-68 9o dA",
            "Dio A y le tocó la malilla de triunfo, que nadie gana: con ella hace al menos 6 "
            "puntos, y pone 4 (Malilla, «Del orden y valor de los naypes»).",
        ),
        (
            "vuelta +3-2",
            "Los tantos suman +1 y tienen que sumar 0: lo que gana uno lo pierden otros "
            "(Malilla, «Resumen de los pagos»).",
        ),
        (
            "vuelta +709-709",
            "A no puede tener +709: en ese tiempo se gana o se pierde de -708 a +708 "
            "(Malilla, «Resumen de los pagos»).",
        ),
    ],
)
def test_the_sentence_names_what_is_wrong_what_is_allowed_and_the_article(line, sentence):
    with pytest.raises(RuleError) as refused:
        replay(MALILLA, MALILLA.Options(), [line])
    assert message(refused.value) == sentence


@pytest.mark.parametrize(
    ("lines", "options", "sentences"),
    [
        (
            ["72-0 Ro dA"],
            MALILLA.Options(mariperez=True),
            [
                "Puntos 72-0: +150-150.",
                "A da capote.",
                "A cobra el alce (Ro): +6, de B.",
                "La mano se paga multiplicada por 2.",
            ],
        ),
        (
            ["30-12-20-10 9o dD", "28-14-20-10 A/cargar r-10+4+3+3"],
            MALILLA.Options("barrotada"),
            [
                "Puntos 28-14-20-10: -10+4+3+3.",
                "A no cuenta lo que ganaba por sus puntos.",
                "A no cargó pudiendo: diez tantos.",
            ],
        ),
        (["favorito c"], MALILLA.Options(favorito=True), ["Palo favorito: copas."]),
        (
            ["vuelta +6.5-6.5"],
            MALILLA.Options("cubiertas", vueltas=1),
            ["Acaba la vuelta 1: +6.5-6.5.", "A gana la malilla: +6.5-6.5."],
        ),
        (
            ["20-40-12 dC", "pierde B: se marcha"],
            MALILLA.Options("coja"),
            ["B pierde el enfrentamiento: se marcha.", "A gana la malilla: +36+16-12."],
        ),
    ],
)
def test_what_a_line_brought_is_said(lines, options, sentences):
    events = replay(MALILLA, options, lines)[-1].score.events
    assert [event_message(event, "ABCD") for event in events] == sentences


@pytest.mark.parametrize(
    ("options", "length", "explained"),
    [
        (
            {"form": "coja", "vueltas": 1, "target": 0},
            "Coja, entre tres, 1 vuelta",
            "Se juega 1 vuelta, un reparto de cada jugador, y gana quien tiene más tantos.",
        ),
        (
            {"form": "companeros", "vueltas": 5, "target": 0},
            "De compañeros, 5 vueltas",
            "Se juegan 5 vueltas, en cada una un reparto de cada jugador, y gana quien tiene "
            "más tantos.",
        ),
        (
            {"form": "vistas", "vueltas": 3, "target": 50},
            "Entre dos a cartas vistas, a 50 tantos",
            "Gana quien antes gana 50 tantos.",
        ),
    ],
)
def test_the_length_of_a_match_in_words(options, length, explained):
    assert wording.length_in_words(options) == length
    assert wording.length_explained(options) == explained
