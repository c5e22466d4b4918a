"""Every code of the rules has its sentence on the site, with the params it promises."""

import re
from dataclasses import asdict

import pytest
from django.utils.translation import override

from rules.cientos import CIENTOS
from rules.cientos import codes as cientos
from rules.core import CODES, Event, RuleError, replay
from rules.guinote import GUINOTE
from rules.guinote import codes as guinote
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS
from rules.marcador import MARCADOR
from rules.marcador import codes as marcador
from rules.revesino import REVESINO
from rules.revesino import codes as revesino
from rules.tarot import TAROT
from rules.truco import TRUCO
from rules.truco import codes as truco
from rules.zanga import ZANGA
from rules.zanga import codes as zanga
from tournaments.games.guinote import OPTION_NAMES, OPTIONS, WORDS
from tournaments.wording import games, rules
from tournaments.wording.rules import event_message, message, refused

GAMES = (CIENTOS, GUINOTE, MALILLA, MARCADOR, REVESINO, TAROT, TRUCO, ZANGA)
ALL_CODES = {**CODES, **{code: told for game in GAMES for code, told in game.codes.items()}}
# Events with one sentence for each way in which they come.
BY = {
    "guinote.partida_won": guinote.WAYS,
    **cientos.BY,
    **revesino.BY,
    "malilla.fault": tuple(FAULTS),
    "malilla.favorito": tuple("oceb"),
    "marcador.match_won": marcador.WAYS,
    "marcador.match_drawn": marcador.WAYS,
    "truco.points": truco.WAYS,
    **zanga.BY,
}
PLACE = re.compile(r"%\((\w+)\)s")


def test_every_refusal_has_a_sentence_with_its_own_params():
    for code, told in ALL_CODES.items():
        sentence = str(rules.SENTENCES[code])
        assert {*PLACE.findall(sentence)} <= {*told.params, "named"}, code
        assert "%" not in PLACE.sub("", sentence), code


def test_there_is_no_sentence_without_a_code():
    assert set(rules.SENTENCES) == set(ALL_CODES)


def test_every_event_has_a_sentence():
    expected = {
        (f"{code}.{way}" if way else code): {*params, "side", "rival"}
        for game in GAMES
        for code, params in game.events.items()
        for way in BY.get(code, ("",))
    }
    assert set(rules.EVENTS) == set(expected)
    for code, sentence in rules.EVENTS.items():
        assert set(PLACE.findall(str(sentence))) <= expected[code]


def _refusal(line: str) -> RuleError:
    with pytest.raises(RuleError) as refused:
        replay(GUINOTE, GUINOTE.Options(), ["60-60 uA", line])
    return refused.value


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "62-59 uA",
            "Los tantos por cartas suman 121 y tienen que sumar 120, sin últimas ni cantes "
            "(Guiñote, «Valor absoluto de las cartas»).",
        ),
        (
            "60-60 uA A20o B20o",
            "El cante de oros está dos veces: cada palo se canta una vez en cada reparto, y el "
            "de las cuarenta no puede ser de veinte (Guiñote, «Acuses o cantes»).",
        ),
        (
            "coto 3-3",
            "Este coto ya está empezado (0-0): siga partida por partida, o borre sus líneas para "
            "poner solo el resultado (Guiñote, «Quién gana el guiñote»).",
        ),
        ("60-60 uC", "Las diez de últimas: se espera una de las letras A, B y pone «C»."),
        ("pierde A: 100 %\x07", "El motivo lleva signos que no se pueden imprimir: «100 %�»."),
        (
            "100 %(x)s",
            "No se entiende «100 %(x)s»; se escribe así: "
            "62-58 uA A20o B40e · renuncio A 5 · partida A · coto 3-1.",
        ),
    ],
)
def test_the_sentence_names_what_is_wrong_what_is_allowed_and_the_article(line, sentence):
    assert message(_refusal(line)) == sentence


def test_a_kind_of_value_is_said_in_words():
    with pytest.raises(RuleError) as error:
        GUINOTE.from_json({"kind": "renuncio", "side": "A", "point": "5"})
    assert message(error.value) == (
        "El punto de «El renuncio»: se espera un número entero y ha llegado «5»."
    )


@pytest.mark.parametrize(("lines", "status"), [(["coto 2-1"], 400), (["coto 3-0"] * 3, 409)])
def test_a_refusal_of_the_site_keeps_code_field_and_article(lines, status):
    with pytest.raises(RuleError) as error:
        replay(GUINOTE, GUINOTE.Options(), lines)
    told = refused(error.value)
    assert (told.code, told.field, told.article, told.status) == (
        error.value.code,
        error.value.field,
        error.value.article,
        status,
    )


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (
            ["51-69 uA A40o B20c B20e"],
            [
                "A gana la partida: los dos bandos llegan a 101 y hace las diez de últimas "
                "(101-109)."
            ],
        ),
        (["60-60 uA"], ["Nadie llega a 101: van de vueltas con 70-60."]),
        (["renuncio A 5"], ["B gana la partida por renuncio de A."]),
        (["arbitro anula: eran 39"], ["La partida se anula y se vuelve a jugar: eran 39."]),
        (
            ["pierde B: 100 % ausentes"],
            [
                "B pierde el enfrentamiento: 100 % ausentes.",
                "A gana el guiñote: cotos 2-0, partidas 6-0.",
            ],
        ),
    ],
)
def test_what_a_line_brought_is_said(lines, sentences):
    events = replay(GUINOTE, GUINOTE.Options(), lines)[-1].score.events
    assert [event_message(event) for event in events] == sentences


def test_events_are_said_with_the_names_of_the_pairs():
    event = Event("guinote.coto_won", 1, (("partidas", (1, 3)),))
    assert event_message(event, ["Pilar y Ana", "Los Royos"]) == "Los Royos gana el coto (1-3)."


@pytest.mark.parametrize(
    ("options", "length", "explained"),
    [
        (
            {"cotos": 2, "partidas": 1},
            "2 cotos de 1 partida",
            "Un coto es de quien antes gana 1 partida; el enfrentamiento, de quien antes gana 2 "
            "cotos.",
        ),
        ({"cotos": 1, "partidas": 1}, "1 coto de 1 partida", "Gana quien antes gana 1 partida."),
        ({"best_of": 1}, "Al mejor de 1 partida", "Gana quien antes gana 1 partida."),
        (
            {"best_of": 1, "play_all": True},
            "Al mejor de 1 partida, jugándolas todas",
            "Gana quien antes gana 1 partida.",
        ),
        ({"best_of": 3}, "Al mejor de 3 partidas", "Gana quien antes gana 2 partidas."),
    ],
)
def test_one_partida_is_never_said_in_the_plural(options, length, explained):
    kept = asdict(GUINOTE.Options(**options))
    assert games.length_in_words("guinote", kept) == length
    assert games.length_explained("guinote", kept) == explained


def test_every_preset_and_option_is_in_words():
    options = GUINOTE.Options()
    assert set(OPTIONS) == set(OPTION_NAMES) == set(options.__dataclass_fields__)
    for preset in GUINOTE.presets:
        assert WORDS.presets[preset]


def test_sentences_are_translated_when_they_are_said():
    told = refused(_refusal("62-59 uA"))
    with override("es"):
        assert str(told).startswith("Los tantos por cartas")


@pytest.mark.parametrize("game", [TAROT, TRUCO])
def test_no_sentence_cites_our_own_notes(game):
    """Nor does a fault that the referee is offered: whoever plays has not got them."""
    cited = [code.article for code in game.codes.values()]
    cited += [fault.article for fault in game.penal(game.Options()).faults]
    assert not [article for article in cited if "Rulings" in article]
