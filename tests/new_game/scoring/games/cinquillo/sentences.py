"""Sentences about cinquillo: its options and events."""

from collections.abc import Mapping
from typing import Any

from tournaments.games.words import GameWords, TiebreakWords


def length_in_words(options: Mapping[str, Any]) -> str:
    return f"A {options['manos']} manos"


def length_explained(options: Mapping[str, Any]) -> str:
    return f"Gana quien antes gana {options['manos']} manos."


WORDS = GameWords(
    sentences={},
    fields={"manos": "Las manos", "winner": "Quién gana la mano"},
    events={
        "cinquillo.mano_won": "%(side)s gana la mano",
        "cinquillo.match_won": "%(side)s gana la partida (%(manos)s)",
        "cinquillo.match_forfeited": "%(side)s pierde la partida: %(reason)s",
        "cinquillo.match_stopped": "Se para el encuentro: %(reason)s",
    },
    presets={"a_dos": "A dos manos", "a_tres": "A tres manos"},
    option_names={"manos": "Manos"},
    options={"manos": "Gana quien antes gana tantas manos"},
    tallies={"manos": "manos"},
    tiebreaks={
        key: TiebreakWords(name, f"{name}.", "", "peor (%(value)s frente a %(above)s)")
        for key, name in (("counted_won", "Manos ganadas"), ("counted_diff", "Diferencia"))
    },
    count="manos %(score)s",
    length_in_words=length_in_words,
    length_explained=length_explained,
)
