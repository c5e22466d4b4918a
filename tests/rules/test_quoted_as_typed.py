"""A refusal quotes the part of the line that it refuses, letter for letter, in every game."""

import pytest

from rules import GAMES
from rules.core import fold, options_of
from rules.errors import RuleError
from tests.rules.pool import lines_of

LINES = {
    "guinote": {
        "62-58 uA A20o B4–e": "B4–e",
        "62-58 uA A20Z": "Z",
        "renuncio q 5": "q",
        "62–58 uÁ": "Á",
    },
    "truco": {"Ae q 31-27 At q –aBa": "–aBa", "GANA": "GANA", "pierde D: x": "D", "mc": "c"},
    "zanga": {"j 5-3 m–A1": "m–A1", "pppz 3-5 eq": "q", "arbitro mano Az2: m": "Az2"},
    "malilla": {
        "favorito K": "K",
        "40-32 ko": "k",
        "arbitro -10+Ñ1Ñ0: m": "-10+Ñ1Ñ0",
        "40-32 9c dA B/Zcargar": "Zcargar",
        "40-32 dd": "d",
    },
    "tarot": {"B guardia 49 2o pk+ B10": "pk+", "petit ñ": "ñ"},
    "revesino": {"0/0 3/9 5/19 3/6 ac=BsD ae=dC": "ae=dC", "revesino qA": "qA"},
    "cientos": {"8-4 uA sA5eo": "e", "nula kRepetida": "kRepetida", "juego A do–ble": "do–ble"},
    "marcador": {"juego z": "z", "juego A–": "A–"},
}
ROWS = [(game, line, quoted) for game, lines in LINES.items() for line, quoted in lines.items()]


def test_the_table_of_lines_has_every_game():
    assert set(LINES) == set(GAMES)


@pytest.mark.parametrize(("name", "line", "quoted_text"), ROWS)
def test_a_refusal_quotes_the_unreadable_part_as_typed(name, line, quoted_text):
    game = GAMES[name]
    options = options_of(game)
    with pytest.raises(RuleError) as error:
        fold(game, options, [line])
    assert error.value.params["value"] == quoted_text


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_quotes_a_line_in_another_case_as_typed(name):
    """Valid lines, in lower case or with the case swapped, are refused in some preset."""
    game, quotes = GAMES[name], 0
    for options in game.presets.values():
        for hand in lines_of(name):
            words, colon, reason = str(hand).partition(": ")
            for line in (words.swapcase() + colon + reason, words.lower() + colon + reason):
                try:
                    fold(game, options, [line])
                except RuleError as error:
                    value = str(error.params.get("value", ""))
                    quotes += value in line
                    assert value in line or value.lower() not in line.lower(), (line, error)
    assert quotes
