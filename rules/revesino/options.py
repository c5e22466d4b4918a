"""The options of revesino: the length of a match, and every convention on which tables differ."""

from dataclasses import dataclass

from rules.core import GameOptions, check_options
from rules.revesino.cards import SEATS
from rules.revesino.codes import refuse

LIMITS = {"vueltas": (1, 50), "plate": (0, 200)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Revesino: every option except the length is off by default.

    vueltas: the number of vueltas in a match; each player deals once in a vuelta (Rulings R16).
    by_time: the match ends when the time is over, by the line `fin`, not after its vueltas.
    mari_perez: the first and the last vuelta pay double («Mari-Perez»).
    plate: 0, or the tantos that a sold caballo takes from the plate and a drawn caballo pays to the
        plate, in addition to the caballo's three tantos: usually 16 (Adiciones 33, 34; Rulings
        R15).
    introducer_collects: a lost napolitana pays twelve to the player who introduced its holder,
        instead of four to each rival («Reglas generales del Revesino»; Rulings R1).
    left_lead_loses: the napolitana's holder, if mano, loses the privilege if his first low lead is
        left to him («Reglas generales del Revesino», nota 1; Rulings R3).
    sleepers_unpaid: pay cards asleep are not paid («Reglas generales del Revesino», nota).

    >>> Options(vueltas=2).deals, Options(by_time=True).deals
    (8, None)
    """

    vueltas: int = 4
    by_time: bool = False
    mari_perez: bool = False
    plate: int = 0
    introducer_collects: bool = False
    left_lead_loses: bool = False
    sleepers_unpaid: bool = False

    sides = SEATS  # each player is a side (Adiciones 1, 2)
    counted_tally = "tantos"
    can_draw = True  # two players can have equal tantos at the end

    def __post_init__(self) -> None:
        check_options(self, LIMITS)
        if self.mari_perez and self.by_time:
            raise refuse("revesino.mari_perez_by_time", "mari_perez")

    @property
    def deals(self) -> int | None:
        """Return the number of deals in a match; None if the time ends it."""
        return None if self.by_time else SEATS * self.vueltas

    def factor(self, turn: int) -> int:
        """Return the multiple by which a hand of this turn, numbered from 0, is paid.

        >>> [Options(vueltas=3, mari_perez=True).factor(turn) for turn in (3, 4, 7, 8)]
        [2, 1, 1, 2]
        """
        return 1 + (self.mari_perez and turn // SEATS in (0, self.vueltas - 1))

    @property
    def plays(self) -> float:
        return self.vueltas


PRESETS: dict[str, Options] = {
    "cuatro_vueltas": Options(),
    "dos_vueltas": Options(vueltas=2),
    "mari_perez": Options(mari_perez=True),
    "con_caballo": Options(plate=16),
    "por_tiempo": Options(by_time=True),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "cuatro_vueltas": 68,
    "dos_vueltas": 36,
    "mari_perez": 68,
    "con_caballo": 76,
    "por_tiempo": 50,
}
