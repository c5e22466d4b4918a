"""What the site says of truco."""

from dataclasses import asdict

import pytest

from rules.core import RuleError, replay
from rules.truco import TRUCO
from tournaments.games.truco import OPTION_NAMES, OPTIONS, WORDS, length_in_words
from tournaments.wording import games
from tournaments.wording.rules import event_message, message

NAMES = ["Los Porteños", "Boedo"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ae q 12-30 AA", "Nadie puede tener 12 de envido: se admiten 0–7, 20–33 (Truco 4.6.3)."),
        (
            "Are Be q 31-27 AA",
            "No se puede cantar re e: se sube siempre; aquí se puede subir con: fe "
            "(Truco 4.2.4, 4.6.12).",
        ),
        (
            "A Be q 31-27 AA",
            "Be: terminada la primera ronda ya no se canta el envido (Truco 4.1.6).",
        ),
        (
            "At q Art q AA",
            "Art: sube quien tiene el quiero, y ningún bando canta dos veces seguidas "
            "(Truco 5.5.2).",
        ),
        (
            "chico 30-31",
            "Un chico no puede acabar 30-31: quien gana tiene de 30 a 36 tantos y quien pierde no "
            "llega a 30 (Truco 1.1).",
        ),
        ("CC", "Las rondas: se espera una de las letras A, B y pone «C»."),
    ],
)
def test_refusals(line, sentence):
    with pytest.raises(RuleError) as refused:
        replay(TRUCO, TRUCO.Options(), [line])
    assert message(refused.value) == sentence


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (
            ["Ae q 31-27 At n"],
            [
                "Los Porteños se anota 2 del envido.",
                "Los Porteños se anota 1 del truco no querido.",
            ],
        ),
        (
            ["Ae q 31-b AAB sA"],
            [
                "Boedo se anota 2 de lo que ganó el rival, por tanto no mostrado o mal cantado.",
                "Boedo se anota 1 de lo que ganó el rival, por tanto no mostrado o mal cantado.",
                "La tercera ronda no cuenta: con dos ya estaba decidido.",
            ],
        ),
        (
            ["chico A", "Bfe q 20-31"],
            ["Boedo se anota 30 de la falta envido.", "Boedo gana el chico (0-30)."],
        ),
        (
            ["maldada vuelta B", "maldada"],
            ["B1 da mal por segunda vez o más: pierde su turno y da el siguiente."],
        ),
        (
            ["senas B: silbidos"],
            [
                "Boedo hizo señas prohibidas: silbidos.",
                "Los Porteños gana el partido: chicos 2-0, tantos 60-0.",
            ],
        ),
    ],
)
def test_what_a_line_brought_is_said(lines, sentences):
    events = replay(TRUCO, TRUCO.Options(), lines)[-1].score.events
    assert [event_message(event, NAMES) for event in events] == sentences


def test_every_preset_and_option_is_in_words():
    assert set(OPTIONS) == set(OPTION_NAMES) == set(TRUCO.Options().__dataclass_fields__)
    for preset in TRUCO.presets:
        assert WORDS.presets[preset]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (TRUCO.Options(chicos=5), "Parejas, al mejor de 5 chicos a 30"),
        (TRUCO.Options(players=2, chicos=1, target=40), "Mano a mano, un chico a 40"),
    ],
)
def test_a_length_that_no_preset_says(options, words):
    assert length_in_words(asdict(options)) == words


def test_who_wins():
    assert games.length_explained("truco", asdict(TRUCO.Options())) == (
        "Un chico es de quien antes llega a 30 tantos; el partido, de quien antes gana 2 chicos."
    )
