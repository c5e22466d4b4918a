"""The options of cientos: the length of a match, and the agreements before dealing."""

from dataclasses import dataclass

from rules.cientos.codes import refuse
from rules.core import GameOptions, check_options, expected_units

LIMITS = {"juegos": (1, 20), "juegos_doble": (1, 2), "calidad": (1, 40)}
STAKE = 4  # cuartos in the stake of a juego


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Cientos, «Modo de dar ó repartir el naype» (the agreements) and «… con calidades».

    juegos: the number of juegos that wins the match.
    play_all: all `juegos` are played, and the side with more cuartos wins; equal cuartos are a
        draw.
    doble: whether a side that has not reached 50 loses the juego double.
    juegos_doble: the number of juegos that a juego won double counts towards `juegos`.
    calidades: whether calidades are paid.
    calidad: the cuartos (quarters of the stake) that a calidad is worth (Rulings C12).
    rival_leads: a baza counts its point only if its winner did not lead it (Rulings C1, the main
    text).

    >>> Options(calidades=True).stake(double=True)
    10
    """

    juegos: int = 2
    play_all: bool = False
    doble: bool = True
    juegos_doble: int = 1
    calidades: bool = False
    calidad: int = 1
    rival_leads: bool = False

    def __post_init__(self) -> None:
        check_options(self, LIMITS)
        if self.calidad != 1 and not self.calidades:
            raise refuse("cientos.calidad_alone", "calidad")
        if self.juegos_doble != 1 and (self.play_all or not self.doble):
            raise refuse("cientos.double_alone", "juegos_doble")

    @property
    def can_draw(self) -> bool:
        """Return whether a match can be drawn: only if all juegos are played and both sides can
        have equal cuartos.

        >>> PRESETS["cuatro_juegos_a_cuenta"].can_draw, PRESETS["tres_juegos"].can_draw
        (True, False)
        >>> Options(juegos=3, play_all=True, doble=False).can_draw
        False
        """
        even = self.juegos % 2 == 0 or (self.doble and self.juegos > 1)
        return self.play_all and (even or self.calidades)

    @property
    def counted_tally(self) -> str:
        """Return the tally that standings add up: the juegos or, in a match a cuenta, the cuartos,
        which decide the match.
        """
        return "cuartos" if self.play_all else "juegos"

    def stake(self, *, double: bool) -> int:
        """Return the cuartos that a juego pays: its stake and, if the options pay calidades, its
        calidad; a double juego pays both twice (Rulings C10).
        """
        times = 2 if double else 1
        return times * (STAKE + (self.calidad if self.calidades else 0))

    def worth(self, *, double: bool) -> int:
        """Return the value in juegos of a won juego: `juegos_doble` for a double, else 1."""
        return self.juegos_doble if double else 1

    @property
    def plays(self) -> float:
        return self.juegos if self.play_all else expected_units(self.juegos)


PRESETS: dict[str, Options] = {
    "un_juego": Options(juegos=1),
    "dos_juegos": Options(juegos=2),
    "tres_juegos": Options(juegos=3),
    "cuatro_juegos_a_cuenta": Options(juegos=4, play_all=True),
    "calidades_un_juego": Options(juegos=1, calidades=True),
    "calidades_dos_juegos": Options(juegos=2, calidades=True),
    "calidades_cuatro_a_cuenta": Options(juegos=4, play_all=True, calidades=True),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "un_juego": 20,
    "dos_juegos": 48,
    "tres_juegos": 68,
    "cuatro_juegos_a_cuenta": 64,
    "calidades_un_juego": 20,
    "calidades_dos_juegos": 48,
    "calidades_cuatro_a_cuenta": 64,
}
