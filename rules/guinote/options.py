"""The options of guiñote: the number of players and the length of a match. Championships differ
only in these options.
"""

from dataclasses import dataclass

from rules.core import GameOptions, check_options, expected_units
from rules.guinote.codes import refuse
from rules.reading import check_option

PLAYERS = (2, 4)
LIMITS = {"cotos": (1, 9), "partidas": (1, 20), "best_of": (0, 99)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Guiñote, «Número de jugadores» and «Quién gana el guiñote».

    players: 4 in pairs, or 2 individuals.
    cotos: the number of cotos that wins the match (Rulings G6).
    partidas: the number of partidas that wins a coto.
    best_of: 0, or the odd X of «al mejor de X partidas», which replaces `cotos` and `partidas` by
        one coto to the majority of X (Rulings G7).
    play_all: with `best_of`, all X partidas are played and the side with more partidas wins
        (Rulings G7).

    >>> Options(best_of=13).partidas_to_win, Options().cotos_to_win
    (7, 2)
    """

    players: int = 4
    cotos: int = 2
    partidas: int = 3
    best_of: int = 0
    play_all: bool = False

    counted_tally = "partidas"

    def __post_init__(self) -> None:
        check_option("players", self.players, PLAYERS[0], PLAYERS[-1])
        if self.players not in PLAYERS:
            raise refuse("guinote.players", "players", value=self.players, allowed=PLAYERS)
        check_options(self, LIMITS)
        if self.best_of and self.best_of % 2 == 0:
            raise refuse("guinote.best_of_even", "best_of", value=self.best_of)
        if self.play_all and not self.best_of:
            raise refuse("guinote.play_all_alone", "play_all")

    @property
    def people(self) -> int:
        return self.players // 2

    @property
    def cotos_to_win(self) -> int:
        return 1 if self.best_of else self.cotos

    @property
    def partidas_to_win(self) -> int:
        """Return the number of partidas that wins a coto."""
        return (self.best_of + 1) // 2 if self.best_of else self.partidas

    @property
    def match_tally(self) -> str:
        """Return the tally that wins the match.

        In a match of one coto this is «partidas», because its cotos, 1-0, would say only who won.
        """
        return "partidas" if self.cotos_to_win == 1 else "cotos"

    def coto_is_over(self, partidas: tuple[int, ...]) -> bool:
        if self.play_all:
            return sum(partidas) == self.best_of
        return max(partidas) == self.partidas_to_win

    def coto_results(self) -> tuple[tuple[int, int], ...]:
        """Return every possible result of a coto, the winner's partidas first.

        >>> Options(partidas=3).coto_results()
        ((3, 0), (3, 1), (3, 2))
        """
        win = self.partidas_to_win
        if self.play_all:
            return tuple(
                (partidas, self.best_of - partidas) for partidas in range(self.best_of, win - 1, -1)
            )
        return tuple((win, loser_partidas) for loser_partidas in range(win))

    @property
    def plays(self) -> float:
        partidas = self.best_of if self.play_all else expected_units(self.partidas_to_win)
        return expected_units(self.cotos_to_win) * partidas


PRESETS: dict[str, Options] = {
    "dos_cotos_de_3": Options(cotos=2, partidas=3),
    "dos_cotos_de_4": Options(cotos=2, partidas=4),
    "un_coto_de_4": Options(cotos=1, partidas=4),
    "un_coto_de_5": Options(cotos=1, partidas=5),
    "mejor_de_13": Options(best_of=13),
    "mejor_de_15": Options(best_of=15),
    "mejor_de_17": Options(best_of=17),
    "mano_a_mano_dos_cotos_de_3": Options(players=2, cotos=2, partidas=3),
    "mano_a_mano_un_coto_de_4": Options(players=2, cotos=1, partidas=4),
    "mano_a_mano_mejor_de_13": Options(players=2, best_of=13),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "dos_cotos_de_3": 50,
    "dos_cotos_de_4": 59,
    "un_coto_de_4": 29,
    "un_coto_de_5": 38,
    "mejor_de_13": 50,
    "mejor_de_15": 59,
    "mejor_de_17": 63,
    "mano_a_mano_dos_cotos_de_3": 54,
    "mano_a_mano_un_coto_de_4": 29,
    "mano_a_mano_mejor_de_13": 54,
}
