"""Unreadable lines: refused by their game or by every game."""

import pytest

from rules import GAMES
from rules.core import RuleError
from rules.reading import DASHES
from tests.rows import phrases
from tests.rules.pool import lines_of

# Lines that every game refuses.
NOWHERE = ["hola", ": no viene", "pierde: no viene", "árbitro decide: lo que sea", "\ud800"]
# Lines that one game refuses. Some have look-alike signs: wide or Arabic digits, Cyrillic letters.
UNREADABLE = {
    "guinote": [
        *phrases(
            "６２-５８ uA; ٦٢-٥٨ uA; 62-58 uА; -62-58 uA; 62.0-58.0 uA; 62 58",
            "62-58 uA A20о; 62-58 uA 20o; 62-58 uA u; 9999999-1 uA; renuncio A cinco; renuncio 5",
            "coto 3; partida; partida A B",
        ),
        "62-58\x00uA",
    ],
    "tarot": [
        *phrases(
            "B tomo 49; B 49 2o; tomo 49 2o; B tomo 49 2; B tomo 49 2о; В tomo 49 2o",
            "B tomo ４９ 2o; B tomo -1 2o; B tomo 49.25 2o; B tomo 9999999 2o; B tomo 49 2o p",
            "B tomo 49 2o p±; B tomo 49 2o ch; B tomo 49 2o hola; B solo solo tomo 49 2o; paso B",
            "paso dA dB; petit; petit B C; repartos; repartos uno 1 2 3; repartos 1 -−25 25 0 0",
            "repartos 1 1e3 0 0 0; fin fin",
        ),
        "B tomo 49 2o\x00",
    ],
    "truco": [
        *phrases(
            "Ae q ３１-27 AA; Ae q ٣١-27 AA; Аe n AA; Ae q 31.0.1-27 AA",
            "Ae q 31,1-27 AA; Ae q 31 27 AA; Ae x AA; Aee q 31-27 AA; Av5 q AA; De n AA; AAD",
            "AA gA2; AA d; chico; chico 30; chico 30-x; chico A B; chico 9999999-1; maldada poco",
            "maldada mas A B; maldada A10; sobra; sobra A B; pierde: x; arbitro: x",
            "arbitro tantos A: x; arbitro tantos A dos: x; arbitro mesa A: x; senas A B: x; AA: x",
        )
    ],
    "zanga": [
        *phrases(
            "j ５-３; j 5-3 mА1; ſ 5-3; 5-3 j; p 5-3; jp 5-3; zj 5-3; j -5-3; j 5-3 c",
            "j 5-3 A; j 5-3 rAx; j 5-3 mA; j 9999999-1; partida; partida A B",
            "arbitro vales 20-12: x; arbitro decide: x",
        ),
        "p" * 30 + "j 5-3",
        "j\x005-3",
    ],
}
NOT_A_SIDE = {"zanga": "line_unreadable"}  # zanga has no code for a wrong side letter


@pytest.mark.parametrize("key", GAMES)
def test_an_unreadable_line_is_refused(key):
    for line in (*NOWHERE, *UNREADABLE.get(key, [])):
        with pytest.raises(RuleError) as error:
            GAMES[key].parse(line)
            pytest.fail(f"accepted: {line!r}")
        assert error.value.code in ("line_unreadable", NOT_A_SIDE.get(key, "not_a_side")), line


@pytest.mark.parametrize("key", GAMES)
def test_an_empty_or_long_line_or_a_bad_reason_is_refused(key):
    for line, code, field, params in (
        ("", "line_empty", "line", {}),
        (" \t", "line_empty", "line", {}),
        ("x" * 10_000_000, "line_too_long", "line", {"length": 10_000_000, "allowed": 200}),
        ("pierde A", "reason_missing", "reason", {}),
        ("pierde A:   ", "reason_missing", "reason", {}),
        ("pierde A: " + "x" * 151, "reason_too_long", "reason", {"length": 152, "allowed": 150}),
        ("pierde A: \x07", "reason_unprintable", "reason", {"value": "�"}),
    ):
        with pytest.raises(RuleError) as excinfo:
            GAMES[key].parse(line)
        error = excinfo.value
        assert (error.code, error.field, error.params) == (code, field, params)


@pytest.mark.parametrize("key", GAMES)
def test_a_dash_of_any_length_is_read_as_a_hyphen(key):
    """Phones type «3–1» and «−25». A reason keeps its dashes."""
    game, tries = GAMES[key], 0
    for hand in lines_of(key):
        line, colon, reason = str(hand).partition(":")
        for dash in DASHES if "-" in line else "":
            assert game.parse(f"{line.replace('-', dash)}{colon}{reason}") == hand
            tries += 1
    assert tries
    assert game.parse("pierde A: se va – tarde").reason == "se va – tarde"
