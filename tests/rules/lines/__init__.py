"""Lines of every game: random hands (`HANDS`), typed lines (`TYPED`) and other options."""

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
    """Return a strategy of options: a preset of the game, or others from its `OPTIONS`."""
    presets = st.sampled_from([*GAMES[key].presets.values()])
    return st.one_of(presets, getattr(LINES[key], "OPTIONS", st.nothing()))
