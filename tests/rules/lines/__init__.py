"""The lines of every game, as objects (`HANDS`) and as typed (`TYPED`), and options."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules import GAMES
from tests.rules.lines import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga

LINES = {
    "cientos": cientos,
    "guinote": guinote,
    "malilla": malilla,
    "marcador": marcador,
    "revesino": revesino,
    "tarot": tarot,
    "truco": truco,
    "zanga": zanga,
}


def options(key: str) -> SearchStrategy[Any]:
    """Return the options of a preset, or other options of the game (`OPTIONS`)."""
    presets = st.sampled_from([*GAMES[key].presets.values()])
    return st.one_of(presets, getattr(LINES[key], "OPTIONS", st.nothing()))
