"""The options of tarot: the variant, the number of players, the length, and every number on which
championships differ.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Self

from rules.core import GameOptions, check_options
from rules.kinds import a_side
from rules.reading import SIDE_NAMES, Side
from rules.tarot.codes import refuse

SEATS = len(SIDE_NAMES)  # the number of side letters in the notation
ASide = Annotated[Side, a_side(SEATS)]

CONTRACTS = ("tomo", "subo", "guardia", "sin", "contra")  # the contracts from low to high
CONTRACTS_WITH_DISCARD = ("tomo", "subo", "guardia")  # contracts in which the taker discards

LIMITS = {
    "players": (3, 5),
    "deals": (1, 99),
    "tomo": (1, 20),
    "subo": (0, 20),
    "guardia": (1, 20),
    "sin": (1, 20),
    "contra": (1, 20),
    "prima": (1, 100),
    "petit": (1, 100),
    "poignee": (1, 200),
    "double_poignee": (1, 200),
    "triple_poignee": (1, 200),
    "slam": (1, 1000),
    "slam_announced": (1, 1000),
    "slam_failed": (1, 1000),
    "fine": (1, 100),
}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of Tarot 17, 18 and Rulings A1–A16.

    naipes: whether the count and the other rules are those of Tarot 17, not of the federation
        (Rulings A1–A3, A6, A14, A15).
    players: the number of players at the table: 3, 4 or 5.
    resting_dealer: the dealer does not play (a table of five in a tournament of four players).
    deals: the number of deals in a match. by_time: the match ends when the time is over, by the
        line `fin`, not after its deals.
    tomo, subo, guardia, sin, contra: the coefficient of each contract. With `subo` 0 players cannot
        bid subo.
    prima: the points of a contract in addition to its gap, before the coefficient multiplies them.
    petit, poignee, double_poignee, triple_poignee: the premiums.
    slam, slam_announced, slam_failed: the points of a chelem made, announced and made, announced
        and failed.
    fine: the points that a fault 4 or 5 of Tarot 14 pays to each opponent (Rulings A9).
    equal_shares: with five players, taker and partner get equal shares, by the letter of Tarot 18
        (Rulings A7).
    annulled_count: an annulled deal that passes the turn to deal counts towards `deals`.

    >>> Options(players=5, resting_dealer=True).active_players, Options(players=5).active_players
    (4, 5)
    """

    naipes: bool = False
    players: int = 4
    resting_dealer: bool = False
    deals: int = 4
    by_time: bool = False
    tomo: int = 1
    subo: int = 0
    guardia: int = 2
    sin: int = 4
    contra: int = 6
    prima: int = 25
    petit: int = 10
    poignee: int = 20
    double_poignee: int = 30
    triple_poignee: int = 40
    slam: int = 200
    slam_announced: int = 400
    slam_failed: int = 200
    fine: int = 10
    equal_shares: bool = False
    annulled_count: bool = False

    counted_tally = "puntos"
    can_draw = True  # players with equal totals share the place (Rulings A16)

    def __post_init__(self) -> None:
        check_options(self, LIMITS)
        if self.resting_dealer and self.players == 3:
            raise refuse("tarot.resting_table", "resting_dealer", value=3, allowed="4, 5")
        voices = [getattr(self, name) for name in self.contracts]
        if voices != sorted(voices):
            value = " · ".join(str(voice) for voice in voices)
            raise refuse("tarot.coefficients", "guardia", value=value)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        fewest_players, most_players = LIMITS["players"]
        return tuple(range(fewest_players, most_players + 1))

    def with_sides(self, sides: int) -> Self:
        """Return the options of a tournament at a table with another number of players.

        If `sides` is one more than the players of a deal, the dealer rests. With any other number
        from three to five, all players play each deal. If these options let all players deal
        equally often, the new number of deals does so too.

        >>> Options().with_sides(5) == PRESETS["fft_mesa_de_cinco"]
        True
        >>> Options().with_sides(3).active_players
        3
        """
        deals_each, odd_deals = divmod(self.deals, self.players)
        return replace(
            self,
            players=sides,
            resting_dealer=sides == self.active_players + 1,
            deals=self.deals if odd_deals else deals_each * sides,
        )

    @property
    def sides(self) -> int:
        """Return the number of players, because each is a side."""
        return self.players

    @property
    def active_players(self) -> int:
        """Return the number of players with cards in a deal."""
        return self.players - self.resting_dealer

    @property
    def last_deal(self) -> int | None:
        """Return the number of deals that ends the match; None if the time ends it."""
        return None if self.by_time else self.deals

    @property
    def unit(self) -> int:
        """Return the number of tally units in a point: 2 with equal shares, which may have
        half a point.
        """
        return 1 + self.equal_shares

    @property
    def contracts(self) -> tuple[str, ...]:
        return CONTRACTS if self.subo else tuple(name for name in CONTRACTS if name != "subo")

    @property
    def callable_cards(self) -> tuple[str, ...]:
        """Return the cards that may be called with five players (Rulings A15)."""
        return ("rey", "dama") if self.naipes else ("rey", "dama", "caballo", "jota")

    def coefficient(self, contract: str) -> int:
        value: int = getattr(self, contract)
        return value

    @property
    def plays(self) -> float:
        return self.deals


PRESETS: dict[str, Options] = {
    "fft": Options(),
    "fft_tres": Options(players=3, deals=3),
    "fft_cinco": Options(players=5, deals=5),
    "fft_mesa_de_cinco": Options(players=5, resting_dealer=True, deals=5),
    "naipes": Options(naipes=True),
    "naipes_tres": Options(naipes=True, players=3, deals=3),
    "naipes_cinco": Options(naipes=True, players=5, deals=5),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "fft": 40,
    "fft_tres": 58,
    "fft_cinco": 34,
    "fft_mesa_de_cinco": 46,
    "naipes": 40,
    "naipes_tres": 58,
    "naipes_cinco": 34,
}
