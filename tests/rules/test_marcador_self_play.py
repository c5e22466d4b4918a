"""The table that plays by itself: within the options, and the same for the same seed."""

from hashlib import sha256

import pytest

from rules.core import fold, replay
from rules.marcador import MARCADOR
from rules.marcador.hands import End, Juego, Juegos, Mano, Ruling
from rules.marcador.options import PRESETS, Options
from rules.marcador.selfplay import play_match

SEEDS = [f"mesa {number}" for number in range(1, 9)]
OTHERS = {
    "liga": Options(manos=3, juegos=6, play_all=True),
    "liga con desempate": Options(manos=3, juegos=6, play_all=True, extra=1),
    "suma cero": Options(sides=4, people=1, manos=6, fixed_sum=True, low=-30, high=30),
    "de cinco en cinco": Options(target=100, step=5, high=50),
    "con ventaja": Options(target=21, margin=2, high=5),
    "puestos a 20": Options(sides=5, people=1, target=20, ladder=True),
    "mus por tiempo": Options(target=40, exact=True, juegos=2, vacas=3, by_time=True, extra=2),
    "juegos por tiempo": Options(count="juegos", juegos=9, by_time=True),
    "juegos sueltos": Options(count="juegos", juegos=5, play_all=True),
    "sin más": Options(),
}
ALL = {**PRESETS, **OTHERS}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_both_levels_tell_the_same_match(name, seed):
    options = ALL[name]
    whole, results = (
        fold(MARCADOR, options, play_match(options, seed, level))[-1].score
        for level in MARCADOR.levels
    )
    assert whole.over
    assert (whole.winner, whole.tallies) == (results.winner, results.tallies)


@pytest.mark.parametrize("name", ALL)
def test_what_is_written_gives_the_same_match(name):
    hands = play_match(ALL[name], "escrita")
    assert replay(MARCADOR, ALL[name], map(str, hands)) == fold(MARCADOR, ALL[name], hands)


def test_the_same_seed_gives_the_same_acta_on_any_machine():
    lines = [str(hand) for hand in play_match(PRESETS["mus_vacas"], "Calamocha")]
    assert lines == [str(hand) for hand in play_match(PRESETS["mus_vacas"], "Calamocha")]
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == "ce317587e0a8ec0a"
    assert lines != [str(hand) for hand in play_match(PRESETS["mus_vacas"], "Monreal")]


def test_the_table_makes_every_kind_of_line():
    hands = [
        hand
        for options in ALL.values()
        for level in MARCADOR.levels
        for seed in SEEDS
        for hand in play_match(options, seed, level)
    ]
    assert {type(hand) for hand in hands} == {Mano, Juego, Juegos, End, Ruling}
    assert any(isinstance(hand, Mano) and hand.manos > 1 for hand in hands)
    assert Juego(None) in hands
