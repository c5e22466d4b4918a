"""The lines of every game: `HANDS` as the rules hold them, `TYPED` by people; and its options."""

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
    """The options of a preset, or others that the game has (`OPTIONS`)."""
    presets = st.sampled_from([*GAMES[key].presets.values()])
    return st.one_of(presets, getattr(LINES[key], "OPTIONS", st.nothing()))
