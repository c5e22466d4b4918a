"""What the site says of cientos: every code and every event, with the params they promise."""

import re

import pytest

from rules.cientos import CIENTOS
from rules.cientos.codes import BY
from rules.core import RuleError, replay
from tournaments.games import cientos as wording

PLACE = re.compile(r"%\((\w+)\)s")
OWN = {code: told for code, told in CIENTOS.codes.items() if code.startswith("cientos.")}


@pytest.mark.parametrize(("code", "told"), OWN.items(), ids=OWN)
def test_every_refusal_has_a_sentence_with_its_own_params(code, told):
    sentence = str(wording.SENTENCES[code])
    assert set(PLACE.findall(sentence)) <= set(told.params)
    assert "%" not in PLACE.sub("", sentence)


def test_no_refusal_cites_our_own_notes():
    """A reading of ours is no article of the reglamento."""
    assert not [code for code, told in OWN.items() if "Rulings" in told.article]


def test_there_is_no_sentence_without_a_code():
    assert set(wording.SENTENCES) == set(OWN)


def test_every_event_has_a_sentence_for_each_of_its_ways():
    ways = {f"{code}.{way}" for code, ways in BY.items() for way in ways}
    assert set(wording.EVENTS) == {code for code in CIENTOS.events if code not in BY} | ways
    for code, sentence in wording.EVENTS.items():
        params = CIENTOS.events[code if code in CIENTOS.events else code.rpartition(".")[0]]
        assert set(PLACE.findall(str(sentence))) <= {*params, "side", "rival"}
        assert "%" not in PLACE.sub("", str(sentence))


def test_every_preset_and_option_is_in_words():
    options = CIENTOS.Options.__dataclass_fields__
    assert set(wording.OPTIONS) == set(wording.OPTION_NAMES) == set(options)
    assert set(wording.PRESETS) == set(CIENTOS.presets)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("8-5 uA dB", "Las bazas suman 13 y en una mano hay 12"),
        (
            "8-4 uA pA32 dB",
            "No hay ningún punto de 32; puede ser de 24-31, 34-41, 44-51, 54-60, 64-68, 75",
        ),
        (
            "8-4 uA sA5A sB3A dB",
            "Las secansas que valen son todas del mismo: de quien tiene la mejor",
        ),
        (
            "8-4 uA pA51 sA3A pique dB",
            "A no pudo picar: con lo que acusó y las bazas que pudo hacer seguidas al empezar no "
            "llega a treinta antes de que el otro levante baza",
        ),
        (
            "5-4 !A pA51 dB",
            "Si se paró porque A llegó a cien, el último tanto que contó, al salir "
            "o al levantar baza, es el que lo hizo; con estas bazas llega a 16",
        ),
    ],
)
def test_the_sentence_names_what_is_wrong_and_what_is_allowed(line, sentence):
    with pytest.raises(RuleError) as error:
        replay(CIENTOS, CIENTOS.Options(), [line])
    assert str(wording.SENTENCES[error.value.code]) % error.value.params == sentence


@pytest.mark.parametrize(
    ("options", "words", "explained"),
    [
        ({"juegos": 5}, "A 5 juegos", "Gana quien antes gana 5 juegos."),
        (
            {"juegos": 6, "play_all": True, "calidades": True},
            "6 juegos, a cuenta, con calidades",
            "Se juegan 6 juegos y gana quien más cuartos cobra.",
        ),
    ],
)
def test_the_length_of_a_match_in_words(options, words, explained):
    whole = {"play_all": False, "calidades": False, **options}
    assert wording.length_in_words(whole) == words
    assert wording.length_explained(whole) == explained
