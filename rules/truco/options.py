"""The options of truco: the number of players, the length of a match, and the rules on which halls
differ.
"""

from dataclasses import dataclass

from rules.core import GameOptions, check_options, expected_units
from rules.reading import check_option
from rules.truco.codes import refuse

PLAYERS = (2, 3, 4, 6)
LIMITS = {"target": (5, 60), "chicos": (1, 9), "pica_from": (0, 60), "pica_until": (0, 60)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The options of Truco 1.1, 2.1, 7.1.2, 10.2.

    players: 2 mano a mano, 3 gallo, 4 in pairs, 6 in threes with pica-pica.
    target: the tantos that win a chico.
    no_malas: a chico has no malas and buenas, and the falta envido is always worth the tantos that
        the leader lacks. Otherwise the first half of the target is malas and the second half buenas
        (11.1).
    chicos: the match is the best of this odd number of chicos.
    fixed_gallo: with three players, A is always the pair and B plays alone. Otherwise each player
        is a side, and the dealer plays alone (Rulings T19).
    pica_from, pica_until: with six players, the tantos at which the pica-pica starts and at which
        it ends (10.2). With `pica_until` 0 there is no pica-pica.
    signs_lose_mano, signs_lose_chico: forbidden signs cost the mano or the chico, not the match
        (Rulings T20).

    >>> Options().malas, Options().sides, Options(players=3).sides
    (15, 2, 3)
    """

    players: int = 4
    target: int = 30
    no_malas: bool = False
    chicos: int = 3
    fixed_gallo: bool = False
    pica_from: int = 5
    pica_until: int = 25
    signs_lose_mano: bool = False
    signs_lose_chico: bool = False

    def __post_init__(self) -> None:
        check_option("players", self.players, PLAYERS[0], PLAYERS[-1])
        if self.players not in PLAYERS:
            raise refuse("truco.players", "players", value=self.players, allowed=PLAYERS)
        check_options(self, LIMITS)
        if self.target % 2 and not self.no_malas:
            raise refuse("truco.target_odd", "target", value=self.target)
        if self.chicos % 2 == 0:
            raise refuse("truco.chicos_even", "chicos", value=self.chicos)
        if self.fixed_gallo and self.players != 3:
            raise refuse("truco.fixed_gallo_alone", "fixed_gallo", value=self.players)
        if self.players == 6 and self.pica_until:
            self._check_pica()
        if self.signs_lose_mano and self.signs_lose_chico:
            raise refuse("truco.signs_both", "signs_lose_mano")

    def _check_pica(self) -> None:
        if not self.pica_from < self.pica_until <= self.target:
            value = f"{self.pica_from}-{self.pica_until}"
            raise refuse("truco.pica_order", "pica_until", value=value, allowed=self.target)

    @property
    def people(self) -> int:
        """Return the number of players on each side; 0 in the fixed gallo, a pair against one."""
        return 0 if self.fixed_gallo else self.players // self.sides

    @property
    def can_draw(self) -> bool:
        """Return whether a match can end without a winner.

        A chico has a winner, and a match has an odd number of chicos. But if one of three sides
        leaves and its two rivals are equal, nobody wins.
        """
        return self.rotates

    @property
    def rotates(self) -> bool:
        """Return whether this is the gallo in which each player is a side."""
        return self.players == 3 and not self.fixed_gallo

    @property
    def sides(self) -> int:
        return 3 if self.rotates else 2

    @property
    def malas(self) -> int:
        """Return the number of tantos that are malas, 0 with `no_malas`; the tantos above it are
        buenas.
        """
        return 0 if self.no_malas else self.target // 2

    @property
    def counted_tally(self) -> str:
        """Return the tally that standings add up.

        In a match of one chico this is «tantos», because its chicos would say only who won.
        """
        return "tantos" if self.chicos == 1 else "chicos"

    @property
    def chicos_to_win(self) -> int:
        return (self.chicos + 1) // 2

    @property
    def plays(self) -> float:
        return expected_units(self.chicos_to_win) * self.target


PRESETS: dict[str, Options] = {
    "parejas": Options(players=4),
    "mano_a_mano": Options(players=2),
    "gallo": Options(players=3),
    "gallo_fijo": Options(players=3, fixed_gallo=True),
    "pica_pica": Options(players=6),
    "parejas_un_chico": Options(players=4, chicos=1),
    "mano_a_mano_un_chico": Options(players=2, chicos=1),
    "parejas_a_24": Options(players=4, target=24),
    "parejas_a_15": Options(players=4, target=15, no_malas=True),
    "mano_a_mano_a_15": Options(players=2, target=15, no_malas=True),
    "parejas_a_40": Options(players=4, target=40),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "parejas": 49,
    "mano_a_mano": 59,
    "gallo": 66,
    "gallo_fijo": 52,
    "pica_pica": 57,
    "parejas_un_chico": 25,
    "mano_a_mano_un_chico": 33,
    "parejas_a_24": 45,
    "parejas_a_15": 31,
    "mano_a_mano_a_15": 38,
    "parejas_a_40": 57,
}
