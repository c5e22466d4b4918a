"""A refusal quotes what was typed letter for letter, in every game."""

import pytest

from rules import GAMES
from rules.core import options_of
from rules.errors import RuleError

LINES = {
    "guinote": {
        "62-58 uA A20o B4–e": "B4–e",
        "62-58 uA A20Z": "Z",
        "renuncio q 5": "q",
        "62–58 uÁ": "Á",
    },
    "truco": {"Ae q 31-27 At q –aBa": "–aBa", "GANA": "GANA", "pierde D: x": "D"},
    "zanga": {"j 5-3 m–A1": "m–A1", "pppz 3-5 eq": "q", "arbitro mano Az2: m": "Az2"},
    "malilla": {
        "favorito K": "K",
        "40-32 ko": "k",
        "arbitro -10+Ñ1Ñ0: m": "-10+Ñ1Ñ0",
        "40-32 9c dA B/Zcargar": "Zcargar",
    },
    "tarot": {"B guardia 49 2o pk+ B10": "pk+", "petit ñ": "ñ"},
    "revesino": {"0/0 3/9 5/19 3/6 ac=BsD ae=dC": "ae=dC", "revesino qA": "qA"},
    "cientos": {"8-4 uA sA5eo": "e", "nula kRepetida": "kRepetida", "juego A do–ble": "do–ble"},
    "marcador": {"juego z": "z", "juego A–": "A–"},
}
ROWS = [(game, line, said) for game, lines in LINES.items() for line, said in lines.items()]


def test_every_game_has_rows():
    assert set(LINES) == set(GAMES)


@pytest.mark.parametrize(("name", "line", "said"), ROWS)
def test_what_was_typed_is_quoted_as_typed(name, line, said):
    game = GAMES[name]
    options = options_of(game)
    with pytest.raises(RuleError) as refused:
        game.play(game.start(options), game.parse(line), options)
    assert refused.value.params["value"] == said
