"""The options of zanga: the length of a match, and the only rule on which halls differ."""

from dataclasses import dataclass

from rules.core import GameOptions, check_options, expected_units

LIMITS = {"partidas": (1, 20), "jornada": (0, 20)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of Rulings Z1 and «Zanga matches».

    partidas: the number of partidas that wins the match.
    jornada: 0, or the number of partidas on a date of a league, which replaces `partidas`: all are
        played, the side with more partidas wins, and equal numbers are a draw.
    codillo_stays: whether nobody takes the middle in a codillo: the middle stays on the table,
        acodillado, with the vales that the named pair adds (the prose of the text against its
        article 47; Rulings Z1).

    >>> Options(jornada=4).partidas_to_win, Options().partidas_to_win
    (3, 2)
    """

    partidas: int = 2
    jornada: int = 0
    codillo_stays: bool = False

    people = 2  # players in a pair (art. 2)
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
        """Return the number of partidas that decides the match; a jornada is played to its end
        anyway.
        """
        return self.jornada // 2 + 1 if self.jornada else self.partidas

    def match_is_over(self, partidas: tuple[int, ...]) -> bool:
        if self.jornada:
            return sum(partidas) == self.jornada
        return max(partidas) == self.partidas

    @property
    def plays(self) -> float:
        return self.jornada or expected_units(self.partidas)


PRESETS: dict[str, Options] = {
    "una_partida": Options(partidas=1),
    "primero_a_2": Options(partidas=2),
    "primero_a_3": Options(partidas=3),
    "jornada_de_3": Options(jornada=3),
    "jornada_de_4": Options(jornada=4),
    "jornada_de_5": Options(jornada=5),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "una_partida": 22,
    "primero_a_2": 40,
    "primero_a_3": 76,
    "jornada_de_3": 58,
    "jornada_de_4": 76,
    "jornada_de_5": 94,
}
