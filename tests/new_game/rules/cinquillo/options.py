"""How long a match lasts."""

from dataclasses import dataclass

from rules.core import GameOptions, expected_units
from rules.reading import check_option

LIMITS = {"manos": (1, 9)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """manos: the side that first wins this many manos wins the match."""

    manos: int = 2

    counted_tally = "manos"

    @property
    def plays(self) -> float:
        return expected_units(self.manos)

    def __post_init__(self) -> None:
        check_option("manos", self.manos, *LIMITS["manos"])


PRESETS = {"a_dos": Options(), "a_tres": Options(manos=3)}
MINUTES = {"a_dos": 16, "a_tres": 24}  # usual minutes of a match
