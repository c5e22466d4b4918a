"""What the site says of revesino."""

import re
from dataclasses import asdict

import pytest

from rules.core import Event, RuleError, replay
from rules.revesino import REVESINO
from rules.revesino.codes import BY
from rules.revesino.options import Options
from tournaments.games import revesino as words
from tournaments.wording import rules
from tournaments.wording.rules import event_message, message

PLACE = re.compile(r"%\((\w+)\)s")
COUNTS = "0/0 3/9 5/19 3/6"


def test_every_refusal_and_field_has_its_words():
    own = {code for code in REVESINO.codes if code.startswith("revesino.")}
    assert set(words.SENTENCES) == own
    for code, sentence in words.SENTENCES.items():
        assert set(PLACE.findall(str(sentence))) <= {*REVESINO.codes[code].params, "named"}
    assert set(words.FIELDS) <= set(rules.FIELDS)


def test_every_event_has_a_sentence():
    expected = {
        (f"{code}.{way}" if way else code): {*params, "side", "rival"}
        for code, params in REVESINO.events.items()
        for way in BY.get(code, ("",))
    }
    assert set(words.EVENTS) == set(expected)
    for code, sentence in words.EVENTS.items():
        assert set(PLACE.findall(str(sentence))) <= expected[code]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            f"{COUNTS} ao=AvC ac=BsD ae=d ab=Cj dD",
            "No se dice dónde acabó el caballo de copas; si quedó en la baceta, diga que duerme "
            "(Revesino, «Del valor de los naypes» 3; Adiciones 21–23).",
        ),
        (
            "0/0 3/9 5/22 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD",
            "Los puntos suman 37; con lo que duerme, la suma no baja de 27 ni pasa de 36 (la "
            "baraja tiene 40 y duermen cuatro cartas) "
            "(Revesino, «Del valor de los naypes» 2; Adiciones 17).",
        ),
        (
            "revesino A corta A",
            "A va a revesino: no puede cortárselo él (Adiciones al Revesino 28–32).",
        ),
        (
            "mano 13 -13 0 0",
            "Ahí cambian de mano 13 tantos y no hay forma de que sea así: pueden ser 0–12, 24 "
            "(Revesino, «Resumen de los pagos»).",
        ),
    ],
)
def test_refusals(line, sentence):
    with pytest.raises(RuleError) as refused:
        replay(REVESINO, Options(), [line])
    assert message(refused.value) == sentence


def test_a_list_of_four_is_said_in_words():
    with pytest.raises(RuleError) as refused:
        REVESINO.from_json({"kind": "plate", "amounts": [1, 2]})
    assert message(refused.value) == (
        "Los tantos: se espera una lista de números, uno de cada bando y ha llegado «list»."
    )


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        (
            f"{COUNTS} ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD",
            [
                "Ana gana la partida sin hacer baza: 4 de Caro.",
                "Ana vende el as de oros: 2 de Caro.",
                "Blas saca el as de copas: 1 de Diego.",
                "Ana cobra el as de espadas, que duerme: 1 de Caro.",
                "Ana cobra el as de bastos, jugado de cabeza: 1 de Caro.",
                "Ana vende el caballo de copas: 3 de Caro.",
            ],
        ),
        (
            "revesino A corta B napolitana C",
            [
                "Blas corta a tiempo el revesino de Ana: 24 tantos.",
                "Caro, con los cuatro ases, no cumple y paga los 24 él solo.",
            ],
        ),
        ("falta doble D", ["Diego se descartó de más: paga 8 a cada uno, y la mano es nula."]),
    ],
)
def test_what_a_line_brought_is_said(line, sentences):
    events = replay(REVESINO, Options(), [line])[-1].score.events
    assert [event_message(event, ["Ana", "Blas", "Caro", "Diego"]) for event in events] == sentences


def test_whoever_wins_is_named():
    event = Event("revesino.match_won", 3, (("tantos", 40),))
    names = ["Ana", "Blas", "Caro", "Diego"]
    assert event_message(event, names) == "Diego gana el enfrentamiento con 40 tantos."


@pytest.mark.parametrize(
    ("options", "length"),
    [
        (Options(vueltas=1), "1 vuelta"),
        (Options(vueltas=3, mari_perez=True), "3 vueltas, con Mari-Pérez"),
        (Options(by_time=True, plate=20), "Por tiempo, con platillo de 20"),
    ],
)
def test_length_in_words(options, length):
    assert words.length_in_words(asdict(options)) == length
    assert words.length_explained(asdict(options)).endswith(".")


def test_presets_and_options_are_in_words():
    assert set(words.PRESETS) == set(REVESINO.presets)
    assert set(words.OPTIONS) == set(words.OPTION_NAMES) == set(asdict(Options()))
