"""What the site says of zanga: every code and every event, with the params they promise."""

import re
from dataclasses import asdict

import pytest

from rules.core import RuleError, replay
from rules.zanga import ZANGA
from rules.zanga.codes import BY
from tournaments.games import zanga as wording

PLACE = re.compile(r"%\((\w+)\)s")
OWN = {code: told for code, told in ZANGA.codes.items() if code.startswith("zanga.")}


@pytest.mark.parametrize(("code", "told"), OWN.items(), ids=OWN)
def test_every_refusal_has_a_sentence_with_its_own_params(code, told):
    sentence = str(wording.SENTENCES[code])
    assert set(PLACE.findall(sentence)) <= set(told.params)
    assert "%" not in PLACE.sub("", sentence)


def test_there_is_no_sentence_without_a_code():
    assert set(wording.SENTENCES) == set(OWN)


def test_every_event_has_a_sentence_for_each_of_its_ways():
    ways = {f"{code}.{way}" for code, ways in BY.items() for way in ways}
    assert set(wording.EVENTS) == {code for code in ZANGA.events if code not in BY} | ways
    for code, sentence in wording.EVENTS.items():
        params = ZANGA.events[code if code in ZANGA.events else code.rpartition(".")[0]]
        assert set(PLACE.findall(str(sentence))) <= {*params, "side", "rival"}
        assert "%" not in PLACE.sub("", str(sentence))


def test_every_preset_and_option_is_in_words():
    options = ZANGA.Options.__dataclass_fields__
    assert set(wording.OPTIONS) == set(wording.OPTION_NAMES) == set(options)
    assert set(wording.PRESETS) == set(ZANGA.presets)


def _refusal(*lines: str) -> RuleError:
    with pytest.raises(RuleError) as refused:
        replay(ZANGA, ZANGA.Options(), lines)
    return refused.value


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            ["arbitro vales 4-28-0: x", "pj 3-5 mA1"],
            "A1 no puede pasar: a su pareja no le queda ningún vale y tiene que jugar",
        ),
        (["j 5-4 mA1"], "Las bazas suman 9 y en una mano hay 8"),
        (["j 5-3 mA1", "j 5-3 mA1"], "La mano no es de A1: pasa a la derecha y ahora le toca a B1"),
        (
            ["arbitro vales 20-8-5: x"],
            "Los vales de las dos parejas y los del medio suman 33 y son siempre 32",
        ),
    ],
)
def test_the_sentence_names_what_is_wrong_and_what_is_allowed(lines, sentence):
    error = _refusal(*lines)
    assert wording.SENTENCES[error.code] % error.params == sentence


@pytest.mark.parametrize(
    ("options", "said", "explained"),
    [
        (
            ZANGA.Options(partidas=4),
            "Al primero que gane 4 partidas",
            "Gana quien antes gana 4 partidas.",
        ),
        (
            ZANGA.Options(partidas=1, codillo_stays=True),
            "Al primero que gane 1 partida; el codillo se queda en medio",
            "Gana quien antes gana 1 partida.",
        ),
        (
            ZANGA.Options(jornada=6),
            "Jornada de 6 partidas",
            "Se juegan 6 partidas, cada una cuenta, y gana quien gana más.",
        ),
    ],
)
def test_the_length_of_a_match_in_words(options, said, explained):
    values = asdict(options)
    assert (wording.length_in_words(values), wording.length_explained(values)) == (said, explained)
