"""What the site says of tarot."""

from dataclasses import asdict

import pytest

from rules.core import RuleError, replay
from rules.tarot import TAROT
from rules.tarot.options import Options
from tournaments.games.tarot import OPTION_NAMES, OPTIONS, PRESETS
from tournaments.wording import games
from tournaments.wording.rules import FIELDS, event_message, message


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "B tomo 90 3o",
            "En este contrato ningunas cartas suman 90 con los oudlers que pone (3); lo más "
            "cercano: 89, 91 (Tarot 17).",
        ),
        (
            "B tomo 60 1o ch+",
            "Con los oudlers que pone (1) no puede haber ese chelem; los que lo permiten: 2, 3 "
            "(FFT R-RO201206).",
        ),
        (
            "A guardia 91 3o ch+ B15",
            "Con la poignée B15 el otro bando no hizo todas las bazas: a cada triunfo le hace "
            "falta otro mayor, y no los hay (Tarot 16).",
        ),
        (
            "B tomo 49.5 2o",
            "A 4 jugadores los puntos son enteros, y pone 49.5: las cartas de cada bando son "
            "siempre un número par (Tarot 17).",
        ),
        (
            "B tomo 91 3o",
            "Con esos puntos (91) un bando hizo todas las bazas: falta el chelem (ch+) "
            "(FFT R-RO201206).",
        ),
        (
            "B tomo 49 2o fC1",
            "Falta lo que decidió el árbitro del renuncio 1: n (nula si gana el culpable) o p (la "
            "prima) (Tarot 14).",
        ),
        (
            "repartos 1 75 -25 -25 -24",
            "Los puntos de todos tienen que sumar 0 y suman 1 (Tarot 17).",
        ),
        ("F tomo 49 2o", "El tomador: se espera una de las letras A, B, C, D, E y pone «F»."),
        ("E tomo 49 2o", "E no está en esta mesa; los jugadores son A, B, C, D (Tarot 15)."),
    ],
)
def test_the_sentence_names_what_is_wrong_what_is_allowed_and_the_article(line, sentence):
    with pytest.raises(RuleError) as refused:
        replay(TAROT, Options(), [line])
    assert message(refused.value) == sentence


def test_a_number_is_said_in_words():
    with pytest.raises(RuleError) as refused:
        TAROT.from_json({"kind": "results", "deals": 1, "points": ["x"]})
    assert message(refused.value) == "Los puntos: se espera un número y ha llegado «x»."


NAMES = ["Pilar", "Chema", "Raúl", "Inés", "Luis"]


@pytest.mark.parametrize(
    ("lines", "options", "sentences"),
    [
        (
            ["B guardia 49 2o p+ B10"],
            Options(),
            ["Chema cumple su contrato («guardia»): hace 49 y necesitaba 41. Se anota 318."],
        ),
        (
            ["B guardia 39 2o fC3p"],
            Options(),
            [
                "Chema no cumple su contrato («guardia»: hace 39 y necesitaba 41), pero no paga: "
                "se anota 150.",
                "Raúl comete la falta 3: se paga la prima (50).",
            ],
        ),
        (
            ["B+E tomo 49.5 2o fE4"],
            Options(players=5),
            [
                "Chema cumple su contrato («tomo»): hace 49.5 y necesitaba 41. Se anota 68.",
                "Luis comete la falta 4: paga 10 a cada adversario.",
            ],
        ),
        (
            ["repartos 4 100 100 -100 -100"],
            Options(),
            [
                "Repartos anotados por su resultado: 4.",
                "Pilar y Chema empatan en cabeza con un total de 100.",
            ],
        ),
        (["petit E"], Options(players=5), ["Luis tiene sola la pequeña: el reparto se anula."]),
    ],
)
def test_what_a_line_brought_is_said_with_the_names_of_the_players(lines, options, sentences):
    events = replay(TAROT, options, lines)[-1].score.events
    names = NAMES[: options.players]
    assert [event_message(event, names) for event in events] == sentences


def test_every_preset_and_option_is_in_words():
    assert set(OPTIONS) == set(OPTION_NAMES) == set(Options().__dataclass_fields__)
    assert set(PRESETS) == set(TAROT.presets)


def test_every_field_that_a_refusal_names_is_in_words():
    hand = TAROT.to_json(TAROT.parse("B+D rey tomo 49 2o"))
    assert {name for name in hand if name not in ("kind",)} <= set(FIELDS)


@pytest.mark.parametrize(
    ("options", "words", "explained"),
    [
        (
            Options(),
            "Federación francesa, cuatro jugadores, 4 repartos",
            "Gana quien tiene más puntos después de 4 repartos.",
        ),
        (
            Options(players=5, resting_dealer=True, deals=1),
            "Mesa de 5, descansa el que da, 1 reparto",
            "Gana quien tiene más puntos después de 1 reparto.",
        ),
        (
            Options(by_time=True),
            "Mesa de 4, por tiempo",
            "Gana quien tiene más puntos cuando se acaba el tiempo.",
        ),
    ],
)
def test_how_long_a_match_is(options, words, explained):
    assert games.length_in_words("tarot", asdict(options)) == words
    assert games.length_explained("tarot", asdict(options)) == explained
