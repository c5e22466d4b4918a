"""The length of a match, and the one rule on which halls of zanga differ."""

from dataclasses import dataclass

from rules.core import GameOptions, check_options, first_to

LIMITS = {"partidas": (1, 20), "jornada": (0, 20)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Rulings Z1 and «Zanga matches».

    partidas: the number of partidas that wins the match.
    jornada: 0, or the number of partidas of a date. It replaces `partidas`: all are played and each
        counts, the side with more wins, and equal numbers are a draw.
    codillo_stays: in a codillo nobody takes the middle: it stays there, acodillado, with the vales
        that the named pair adds (the prose of the text against its article 47; Rulings Z1).

    >>> Options(jornada=4).partidas_to_win, Options().partidas_to_win
    (3, 2)
    """

    partidas: int = 2
    jornada: int = 0
    codillo_stays: bool = False

    people = 2  # art. 2
    counted_tally = "partidas"

    def __post_init__(self) -> None:
        check_options(self, LIMITS)

    @property
    def can_draw(self) -> bool:
        """Return whether a match can be drawn: a jornada with an even number of partidas can.

        >>> PRESETS["jornada_de_4"].can_draw, PRESETS["jornada_de_5"].can_draw
        (True, False)
        """
        return self.jornada > 0 and self.jornada % 2 == 0

    @property
    def partidas_to_win(self) -> int:
        """Return the partidas that decide the match; a jornada is played to the end anyway."""
        return self.jornada // 2 + 1 if self.jornada else self.partidas

    def match_is_over(self, partidas: tuple[int, ...]) -> bool:
        if self.jornada:
            return sum(partidas) == self.jornada
        return max(partidas) == self.partidas

    @property
    def plays(self) -> float:
        return self.jornada or first_to(self.partidas)


PRESETS: dict[str, Options] = {
    "una_partida": Options(partidas=1),
    "primero_a_2": Options(partidas=2),
    "primero_a_3": Options(partidas=3),
    "jornada_de_3": Options(jornada=3),
    "jornada_de_4": Options(jornada=4),
    "jornada_de_5": Options(jornada=5),
}
MINUTES: dict[str, int] = {  # of a match, usually
    "una_partida": 22,
    "primero_a_2": 40,
    "primero_a_3": 76,
    "jornada_de_3": 58,
    "jornada_de_4": 76,
    "jornada_de_5": 94,
}
