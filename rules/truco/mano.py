"""One hand, act by act: the acts that may come next, and the awards of each bando.

A bando is 0 or 1 (see `seats`). This module does not know the score, so the award of a falta envido
has None as points until the match counts it.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.core import Side
from rules.truco.acts import ENVIDOS, Act, Answer, Chant, Mazo, Round, Tantos, TrucoWinner
from rules.truco.codes import refuse
from rules.truco.seats import Seating

# By series of chants of the envido: its tantos if querido (None for a falta), and if not querido.
ENVIDO: dict[tuple[str, ...], tuple[int | None, int]] = {
    ("e",): (2, 1),
    ("re",): (3, 1),
    ("fe",): (None, 1),
    ("e", "e"): (4, 2),
    ("e", "re"): (5, 2),
    ("e", "fe"): (None, 2),
    ("re", "fe"): (None, 3),
    ("e", "e", "fe"): (None, 4),
    ("e", "e", "re"): (7, 4),
    ("e", "re", "fe"): (None, 5),
    ("e", "e", "re", "fe"): (None, 7),
}
TRUCO = ("t", "rt", "v4")  # tantos: querido 2, 3, 4; no querido 1, 2, 3; no chant 1 (5.4.5, 5.6)


class Award(NamedTuple):
    """Tantos for a bando; `way` is one of WAYS, and `points` is None for a falta envido querido."""

    way: str
    bando: int
    points: int | None


class Mano:
    """A hand after some of its acts. `act` raises the `RuleError` of an impossible act."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.envido: tuple[str, ...] = ()
        self.envido_chanter = -1  # the bando of the last chant of the envido
        self.envido_state = (
            "open"  # or "pending" (no answer yet), "asked" (no tantos yet), "closed"
        )
        self.envido_awards: list[Award] = []
        self.tantos: Tantos | None = None
        self.truco = 0  # the number of chants of TRUCO so far
        self.truco_chanter = -1
        self.truco_pending = False
        self.truco_awards: list[Award] = []
        self.rounds: list[int | None] = []  # the bando that won each round; None for a parda
        self.winner: int | None = None  # the bando that won the truco, which ends the hand
        self.round_ignored = False

    def act(self, act: Act) -> None:
        _ACTS[type(act)](self, act)

    def check_answered(self) -> None:
        """Raise `RuleError` if a chant awaits its answer, or if the tantos of an accepted envido
        have not been declared.
        """
        if self.envido_state == "pending":
            raise refuse("truco.answer_missing", "envido", value=self.envido[-1])
        if self.envido_state == "asked":
            raise refuse("truco.tantos_missing", "tantos")
        if self.truco_pending:
            raise refuse("truco.answer_missing", "truco", value=TRUCO[self.truco - 1])

    @property
    def stake(self) -> int:
        """Return the tantos of the truco accepted so far; a «no quiero» to a higher chant also pays
        these tantos.
        """
        return 1 + self.truco - self.truco_pending

    def _check_in_play(self, act: Act, field: str) -> None:
        """Raise `RuleError` if the hand is over or awaits the tantos of the envido."""
        if self.winner is not None:
            raise refuse("truco.hand_over", field, value=str(act))
        if self.envido_state == "asked":
            raise refuse("truco.tantos_missing", "tantos")

    def _end_hand(self, way: str, winner: int) -> None:
        """End the hand: `winner` gets the tantos of the truco."""
        self.truco_awards.append(Award(way, winner, self.stake))
        self.winner = winner

    def chant(self, act: Chant) -> None:
        bando = self.seating.bando(act.side, "envido" if act.chant in ENVIDOS else "truco")
        if act.chant in ENVIDOS:
            self._check_in_play(act, "envido")
            self._chant_envido(bando, act)
        else:
            self._check_in_play(act, "truco")
            self._chant_truco(bando, act)

    def _chant_envido(self, bando: int, act: Chant) -> None:
        if self.envido_state == "pending":
            if bando == self.envido_chanter:
                raise refuse("truco.envido_turn", "envido", value=str(act))
        elif self.envido_state == "closed":
            raise refuse(self._code_of_closed_envido(), "envido", value=str(act))
        elif self.truco_pending and bando == self.truco_chanter:
            raise refuse("truco.envido_own_truco", "envido", value=str(act))
        chants = (*self.envido, act.chant)
        if chants not in ENVIDO:
            raises = [run[-1] for run in ENVIDO if run[:-1] == self.envido]
            if not raises:
                raise refuse("truco.envido_top", "envido", value=str(act))
            value, allowed = " ".join(chants), ", ".join(raises)
            raise refuse("truco.envido_raise", "envido", value=value, allowed=allowed)
        self.envido = chants
        self.envido_chanter = bando
        self.envido_state = "pending"

    def _code_of_closed_envido(self) -> str:
        if self.envido:
            return "truco.envido_closed"
        return "truco.envido_after_round" if self.rounds else "truco.envido_after_truco"

    def _chant_truco(self, bando: int, act: Chant) -> None:
        if self.envido_state == "pending":
            if bando == self.envido_chanter or self.truco:
                self.check_answered()
            self._unwanted_envido()  # answering an envido with truco means «no quiero» (4.2.3)
        if self.truco == len(TRUCO):
            raise refuse("truco.truco_top", "truco", value=str(act))
        if act.chant != TRUCO[self.truco]:
            allowed = TRUCO[self.truco]
            raise refuse("truco.truco_order", "truco", value=act.chant, allowed=allowed)
        if bando == self.truco_chanter:
            raise refuse("truco.quiero_right", "truco", value=str(act))
        self.truco += 1
        self.truco_chanter, self.truco_pending = bando, True
        if self.truco > 1 and self.envido_state == "open":
            self.envido_state = "closed"

    def _unwanted_envido(self) -> None:
        points = ENVIDO[self.envido][1]
        self.envido_awards.append(Award("envido_unwanted", self.envido_chanter, points))
        self.envido_state = "closed"

    def answer(self, act: Answer) -> None:
        self._check_in_play(act, "answer")
        if self.envido_state == "pending":
            if act.querido:
                self.envido_state = "asked"
            else:
                self._unwanted_envido()
        elif not self.truco_pending:
            raise refuse("truco.answer_unasked", "answer", value=str(act))
        elif act.querido:
            self.truco_pending = False
            self.envido_state = "closed"
        else:
            self._end_hand("truco_unwanted", self.truco_chanter)

    def declare(self, act: Tantos) -> None:
        if self.envido_state != "asked":
            raise refuse("truco.tantos_unasked", "tantos", value=str(act))
        winner = self.seating.envido_bando(act)
        points = ENVIDO[self.envido][0]
        self.envido_awards.append(Award("falta" if points is None else "envido", winner, points))
        self.envido_state, self.tantos = "closed", act

    def round(self, act: Round) -> None:
        bando = None if act.winner is None else self.seating.bando(act.winner, "rounds")
        if self.winner is not None and 0 < len(self.rounds) < 3 and self._decided_by_rounds:
            # Ignore a third round after two rounds have decided the truco (Rulings T22).
            self.rounds.append(bando)
            self.round_ignored = True
            return
        self._check_in_play(act, "rounds")
        self.check_answered()
        self.envido_state = "closed"
        self.rounds.append(bando)
        winner = rounds_winner(self.rounds, self.seating.mano_bando)
        if winner is not None:
            self._end_hand("truco", winner)

    @property
    def _decided_by_rounds(self) -> bool:
        return rounds_winner(self.rounds, self.seating.mano_bando) is not None

    def mazo(self, act: Mazo) -> None:
        """Apply article 8.4: the bando loses the tantos at stake in the truco and in a pending
        envido, as if not querido (Rulings T7, T8, T9).

        If nobody has chanted envido and the turn to chant it is not over, the bando also loses 1
        tanto for the envido, unless going al mazo answers a truco.
        """
        loser = self.seating.bando(act.side, "mazo")
        self._check_in_play(act, "mazo")
        answers_truco = self.truco_pending and self.truco_chanter != loser
        if self.envido_state == "pending":
            self.envido_awards.append(Award("mazo", 1 - loser, ENVIDO[self.envido][1]))
        elif self.envido_state == "open" and not answers_truco:
            self.envido_awards.append(Award("mazo", 1 - loser, 1))
        self._end_hand("mazo", 1 - loser)

    def win_truco(self, act: TrucoWinner) -> None:
        """Apply a truco with only its winner recorded."""
        bando = self.seating.bando(act.side, "rounds")
        self._check_in_play(act, "rounds")
        self.check_answered()
        if self.rounds:
            raise refuse("truco.won_and_rounds", "rounds", value=str(act))
        self._end_hand("truco", bando)


_ACTS: dict[type, Callable[[Mano, Any], None]] = {
    Chant: Mano.chant,
    Answer: Mano.answer,
    Tantos: Mano.declare,
    Round: Mano.round,
    Mazo: Mano.mazo,
    TrucoWinner: Mano.win_truco,
}


def rounds_winner(rounds: list[int | None], mano: Callable[[], int]) -> int | None:
    """Return the bando that wins the truco by these rounds, or None if the rounds do not decide it
    yet.

    Two rounds of three win. If the first round is a parda, the next round with a winner decides;
    after three pardas the mano wins (5.4). If only a later round is a parda, the winner of the
    first round wins (Rulings T4).

    >>> mano = lambda: 1
    >>> [rounds_winner(list(rounds), mano) for rounds in ((0, 1), (0, 0), (None, 1), (0, None))]
    [None, 0, 1, 0]
    >>> [rounds_winner(list(rounds), mano) for rounds in ((0, 1, None), (None, None, None))]
    [0, 1]
    """
    if len(rounds) < 2:
        return None
    first_winner, second_winner = rounds[:2]
    if first_winner != second_winner and (first_winner is None or second_winner is None):
        return second_winner if first_winner is None else first_winner
    if first_winner == second_winner and first_winner is not None:
        return first_winner
    if len(rounds) < 3:
        return None
    if rounds[2] is not None:
        return rounds[2]
    return mano() if first_winner is None else first_winner


def hand_after(acts: Iterable[Act], seating: Seating) -> Mano:
    """Return the hand after these acts."""
    mano = Mano(seating)
    for act in acts:
        mano.act(act)
    return mano


def possible_acts(acts: tuple[Act, ...], seating: Seating) -> tuple[Act | None, ...]:
    """Return the acts that can follow these acts, for a form; None stands for the tantos.

    A finished hand offers no act, not even the third round that would be ignored.
    """
    mano = hand_after(acts, seating)
    if mano.winner is not None:
        return ()
    if mano.envido_state == "asked":
        return (None,)
    sides: tuple[Side, ...] = tuple(range(len(seating.bandos)))
    candidates: list[Act] = [Chant(side, chant) for chant in (*ENVIDOS, *TRUCO) for side in sides]
    candidates += [Answer(True), Answer(False), Round(None)]
    candidates += [act_class(side) for act_class in (Round, Mazo, TrucoWinner) for side in sides]
    return tuple(act for act in candidates if _is_possible(acts, act, seating))


def _is_possible(acts: tuple[Act, ...], act: Act, seating: Seating) -> bool:
    try:
        hand_after((*acts, act), seating)
    except ValueError:
        return False
    return True
