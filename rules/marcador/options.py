"""Every option of the free score: the units that count, the targets, and the end."""

from dataclasses import dataclass, fields, replace
from typing import Self

from rules.core import GameOptions, Side, check_options, expected_units
from rules.marcador.codes import refuse
from rules.reading import leader, read_choice

Numbers = tuple[int, ...]

MOST_SIDES = 5
MOST_TANTOS = 9999  # tantos of a side in one mano
COUNTS = ("tantos", "juegos")
LIMITS = {
    "sides": (2, MOST_SIDES),
    "people": (1, 3),
    "target": (0, MOST_TANTOS),
    "margin": (0, 999),
    "cap": (0, MOST_TANTOS),
    "manos": (0, 999),
    "extra": (0, 20),
    "juegos": (1, 99),
    "vacas": (1, 20),
    "total": (0, MOST_TANTOS),
    "low": (-MOST_TANTOS, 0),
    "high": (0, MOST_TANTOS),
    "step": (1, 1000),
    "bye_tantos": (0, MOST_TANTOS),
}
# Groups of options, by what they set, what they need, or what excludes them.
_JUEGO_OPTIONS = ("target", "exact", "margin", "cap", "manos", "lowest")  # set the end of a juego
_MANO_OPTIONS = ("fixed_sum", "total", "low", "high", "step", "ladder")  # set the points of a mano
_TANTOS_OPTIONS = (*_JUEGO_OPTIONS, *_MANO_OPTIONS, "bye_tantos")  # need recorded tantos
_TARGET_OPTIONS = ("exact", "margin", "cap")  # need a target
_EXCLUDED_BY_EXACT = ("margin", "cap", "fixed_sum", "ladder")
_EXCLUDED_BY_LADDER = ("fixed_sum", "total", "low", "high", "step")


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """A match of any game: juegos to a target, of a number of manos, or by time.

    sides, people: the number of sides, and the number of people on each side.
    count: "tantos" if lines record the points of each mano, "juegos" if they record only the winner
        of each juego.
    target: 0, or the tantos that end a juego. exact: no side passes the target, because the excess
        is not marked. margin: the winner must also lead by this many tantos. cap: 0, or the most
        tantos that standings count for a match of one juego.
    manos: 0, or the number of manos that ends a juego. by_time: the line `fin` ends the match; this
        line also ends it if the only juego has no target and no number of manos. The first limit
        that the match reaches, of target, manos and time, ends the juego or the match.
    extra: the number of manos added if no side is ahead at the end, as often as needed; where lines
        record only juegos, one juego is added. With 0, the match or the juego is then a draw. If
        several sides reach the target and are equal, play continues without these manos.
    lowest: the side with fewest tantos wins; the target then only ends the juego.
    juegos: the number of juegos that wins a vaca, or a match of one vaca. play_all: exactly this
        number of juegos is played. vacas: the number of vacas that wins the match.
    fixed_sum, total: the points of a mano add up to `total`. low, high, step: the allowed points of
        a side in a mano. ladder: a mano gives each side a different number of points, from 1 to the
        number of sides.
    bye_tantos: the credit of a side that wins without playing or has a bye, if no target sets it.

    >>> Options(target=101, manos=12).single, PRESETS["mus_vacas"].single
    (True, False)
    """

    sides: int = 2
    people: int = 2
    count: str = "tantos"
    target: int = 0
    exact: bool = False
    margin: int = 0
    cap: int = 0
    manos: int = 0
    by_time: bool = False
    extra: int = 0
    lowest: bool = False
    juegos: int = 1
    play_all: bool = False
    vacas: int = 1
    fixed_sum: bool = False
    total: int = 0
    low: int = 0
    high: int = MOST_TANTOS
    step: int = 1
    ladder: bool = False
    bye_tantos: int = 0

    counted_tally = "cuenta"

    def __post_init__(self) -> None:
        read_choice(self.count, "count", COUNTS)
        check_options(self, LIMITS)
        if self.play_all and self.vacas > 1:
            raise refuse("marcador.play_all_vacas", "play_all")
        if not self.by_tantos:
            self._require_defaults(_TANTOS_OPTIONS, "marcador.tantos_only")
            return
        self._check_end()
        self._check_points()

    def _check_end(self) -> None:
        if not (self.target or self.manos or self.single):
            raise refuse("marcador.endless", "target")
        if not self.target:
            self._require_defaults(_TARGET_OPTIONS, "marcador.needs_target")
        if self.lowest:
            self._require_defaults(_TARGET_OPTIONS, "marcador.not_lowest")
        if self.exact:
            self._require_defaults(_EXCLUDED_BY_EXACT, "marcador.not_exact")
        if self.cap and self.cap < self.target:
            raise refuse("marcador.cap_low", "cap", value=self.cap, low=self.target)

    def _check_points(self) -> None:
        if self.ladder:
            self._require_defaults(_EXCLUDED_BY_LADDER, "marcador.ladder_alone")
            return
        if self.total and not self.fixed_sum:
            raise refuse("marcador.total_alone", "fixed_sum", value=self.total)
        lowest_points = -(-self.low // self.step) * self.step
        highest_points = self.high // self.step * self.step
        if lowest_points == highest_points:
            bounds = {"low": self.low, "high": self.high, "step": self.step}
            raise refuse("marcador.range_empty", "high", **bounds)
        if self.target and (highest_points == 0 or (self.exact and self.target % self.step)):
            bounds = {"value": self.target, "high": self.high, "step": self.step}
            raise refuse("marcador.target_reach", "target", **bounds)
        low, high = self.sides * lowest_points, self.sides * highest_points
        if self.fixed_sum and (not low < self.total < high or self.total % self.step):
            bounds = {"value": self.total, "low": low, "high": high, "step": self.step}
            raise refuse("marcador.sum_reach", "total", **bounds)

    def _require_defaults(self, names: tuple[str, ...], code: str) -> None:
        """Raise the refusal `code` if an option of `names` differs from its default."""
        for name in names:
            if getattr(self, name) != _DEFAULTS[name]:
                raise refuse(code, name)

    @property
    def can_draw(self) -> bool:
        """Return whether a match can be drawn.

        The leaders may be equal after the manos, the juegos or the time; with three or more sides,
        also after one side leaves.
        """
        if self.sides > 2:
            return True
        if self.extra:
            return False
        if self.clock:
            return True
        if self.single:
            return self.juego_can_draw
        return self.play_all and (self.juegos % 2 == 0 or self.juego_can_draw)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Return (3, 4, 5) if three or more players play, each for himself, and the points of a
        mano need no fixed sum; otherwise ().
        """
        each_for_himself = self.people == 1 and self.sides > 2 and not self.fixed_sum
        return (3, 4, 5) if each_for_himself else ()

    def with_sides(self, sides: int) -> Self:
        return replace(self, sides=sides)

    @property
    def by_tantos(self) -> bool:
        """Return whether lines record the points of each mano."""
        return self.count == "tantos"

    @property
    def single(self) -> bool:
        """Return whether the match is one juego."""
        return self.juegos == 1 and self.vacas == 1

    @property
    def clock(self) -> bool:
        """Return whether the time may end the match."""
        endless = self.by_tantos and not (self.target or self.manos)
        return self.by_time or endless

    @property
    def counts_tantos(self) -> bool:
        """Return whether standings add up tantos, not juegos."""
        return self.single and self.by_tantos

    @property
    def match_tally(self) -> str:
        """Return the tally that wins the match.

        In a match of one vaca this is «cuenta» (its juegos or tantos), because its vacas would say
        only who won.
        """
        return "vacas" if self.vacas > 1 else "cuenta"

    @property
    def rest_counted(self) -> int | None:
        """Return the `cuenta` that `bye_tantos` gives a bye; None if `bye_tantos` is 0, if
        standings count juegos, or if a target sets the credit.
        """
        if not self.bye_tantos or not self.counts_tantos or (self.target and not self.lowest):
            return None
        return self.cuenta((self.bye_tantos,))[0]

    @property
    def mano_sum(self) -> int | None:
        """Return the sum of the points of a mano; None if the sum is free."""
        if self.ladder:
            return self.sides * (self.sides + 1) // 2
        return self.total if self.fixed_sum else None

    @property
    def mano_range(self) -> tuple[int, int]:
        """Return the lowest and highest points of a side in a mano."""
        return (1, self.sides) if self.ladder else (self.low, self.high)

    @property
    def juego_can_draw(self) -> bool:
        """Return whether a juego may end without a winner."""
        if self.extra:
            return False
        return self.manos > 0 if self.by_tantos else self.play_all

    def leader(self, tantos: Numbers) -> Side | None:
        """Return the side ahead with these tantos, or None if several sides share the lead."""
        return leader([-number for number in tantos] if self.lowest else tantos)

    def cuenta(self, tantos: Numbers) -> Numbers:
        """Return the tantos of the only juego as standings add them up, so that more is better:
        negative if the lowest total wins, otherwise at most `cap`.
        """
        if self.lowest:
            return tuple(-number for number in tantos)
        return tuple(min(number, self.cap) for number in tantos) if self.cap else tantos

    @property
    def plays(self) -> float:
        """Return the approximate number of manos or, if lines record no tantos, of juegos.

        A side makes about fifteen tantos in a mano.
        """
        juegos = self.juegos if self.play_all else expected_units(self.juegos)
        return expected_units(self.vacas) * juegos * (self.manos or self.target / 15 or 1)


_DEFAULTS = {option.name: option.default for option in fields(Options)}

PRESETS: dict[str, Options] = {
    "mus_tres_juegos": Options(target=40, exact=True, juegos=3),
    "mus_cuatro_juegos": Options(target=40, exact=True, juegos=4),
    "mus_a_30": Options(target=30, exact=True, juegos=3),
    "mus_vacas": Options(target=40, exact=True, juegos=2, vacas=2),
    "mus_solo_juegos": Options(count="juegos", juegos=3),
    "tute_101": Options(target=101),
    "brisca_trios": Options(people=3, count="juegos", juegos=7),
    "botifarra_101": Options(target=101, manos=12, by_time=True, cap=121),
    "botifarra_ocho_manos": Options(manos=8, extra=2),
    "domino_100": Options(target=100, by_time=True, extra=1),
    "domino_200": Options(target=200),
    "chinchon_100": Options(people=1, target=100, lowest=True, low=-100),
    "libre_cuatro_manos": Options(manos=4),
    "libre_por_tiempo": Options(by_time=True),
    "individual_diez_manos": Options(sides=4, people=1, manos=10, lowest=True, low=-MOST_TANTOS),
    "individual_puestos": Options(sides=4, people=1, manos=1, ladder=True),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "mus_tres_juegos": 69,
    "mus_cuatro_juegos": 92,
    "mus_a_30": 72,
    "mus_vacas": 94,
    "mus_solo_juegos": 32,
    "tute_101": 19,
    "brisca_trios": 81,
    "botifarra_101": 50,
    "botifarra_ocho_manos": 24,
    "domino_100": 50,
    "domino_200": 19,
    "chinchon_100": 22,
    "libre_cuatro_manos": 14,
    "libre_por_tiempo": 50,
    "individual_diez_manos": 29,
    "individual_puestos": 6,
}
