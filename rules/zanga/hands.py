"""The lines of an acta of zanga."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import record
from rules.core import Side
from rules.kinds import EitherSide, choice, listed, or_null, whole
from rules.lines import Forfeit, Stop, line_codec
from rules.reading import marked, side_name
from rules.tallies import Tally, dashed
from rules.zanga.codes import refuse
from rules.zanga.renuncios import MOST_RENUNCIOS, Renuncio, check_renuncios
from rules.zanga.rulings import RULINGS, Ruling
from rules.zanga.seats import BAZAS, BAZAS_EACH, TO_WIN, Seat, seat_name

MOST_PASSES = 3  # the pie cannot pass (art. 21)

# How the named player plays, with its letter.
WAYS = {"juega": "j", "solo": "s", "mandado": "m", "obligado": "o"}
# With which cards: his own; those of the zanga; his own after having looked at those.
NAIPES = {"propias": "", "zanga": "z", "vuelta": "v"}


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand: how it was bid, the bazas of A and of B, what was asked, held and found.

    passes: how many passed before somebody was named (each paid a vale).
    way: how the named player plays: with his partner («juega»), alone by choice («solo»), alone
        because a rival sent him («mandado»); «obligado»: a rival took the hand and plays alone.
    naipes: «propias», «zanga», or «vuelta»: looked at the zanga and went back to his own.
    bazas: of A and of B; None only when a renuncio ended a hand whose bazas nobody kept.
    five: the side that asked five. todas: it made them and went on for all.
    estuche: the side that held it (sung, when it is the named one; Rulings Z8).
    false_claim: the side that called a renuncio that there was not (art. 32).
    renuncios: those of one side.
    mano: the seat of the mano, where the record cannot know it: the first hand of a partida.

    >>> deal = Deal(0, "juega", bazas=(8, 0), five=0, todas=True, estuche=0, mano=0)
    >>> print(deal)
    j 8-0 tA eA mA1
    >>> print(Deal(3, "juega", "zanga", (3, 1), renuncios=(Renuncio(0),)))
    pppz 3-1 rA
    """

    passes: Annotated[int, whole(0, MOST_PASSES)]
    way: Annotated[str, choice(WAYS)]
    naipes: Annotated[str, choice(NAIPES)] = "propias"
    bazas: Annotated[Tally | None, or_null(BAZAS_EACH)] = None
    five: EitherSide | None = None
    todas: bool = False
    estuche: EitherSide | None = None
    false_claim: EitherSide | None = None
    renuncios: Annotated[tuple[Renuncio, ...], listed(record(Renuncio), MOST_RENUNCIOS)] = ()
    mano: Seat | None = None

    def __post_init__(self) -> None:
        _check_voice(self)
        if self.renuncios:
            if self.false_claim is not None:
                raise refuse("zanga.two_faults", "false_claim")
            check_renuncios(self.renuncios, self.bazas, self.estuche, todas=self.todas)
        if self.bazas is None:
            if not self.renuncios or self.five is not None:
                raise refuse("zanga.bazas_missing", "bazas")
        else:
            _check_bazas(self.bazas, stopped=bool(self.renuncios))
            if self.estuche is not None:
                _check_estuche(self.bazas, self.estuche)
        if self.five is not None:
            _check_five(self)
        elif self.todas:
            raise refuse("zanga.todas_alone", "todas")

    @property
    def alone(self) -> bool:
        """Whether the named player plays solo."""
        return self.way != "juega"

    @property
    def offender(self) -> Side | None:
        return self.renuncios[0].side if self.renuncios else None

    @property
    def all_played(self) -> bool:
        return self.bazas is not None and sum(self.bazas) == BAZAS

    @property
    def five_made(self) -> bool | None:
        """Whether who asked five made them; None: nobody asked, or a renuncio came before.

        A side's own renuncio loses it the five it asked.
        """
        if self.five is None or self.bazas is None:
            return None
        if self.offender == self.five:
            return False
        if self.todas or (self.bazas[self.five] == TO_WIN and not self.bazas[1 - self.five]):
            return True
        return False if self.bazas[1 - self.five] else None

    @property
    def todas_made(self) -> bool | None:
        """The same of all eight."""
        if self.five is None or self.bazas is None or not self.todas:
            return None
        if self.offender == self.five:
            return None
        if self.bazas[1 - self.five]:
            return False
        return True if self.bazas[self.five] == BAZAS else None

    def __str__(self) -> str:
        voice = NAIPES[self.naipes]
        if not voice or self.alone:
            voice += WAYS[self.way]
        words = ["p" * self.passes + voice]
        if self.bazas is not None:
            words.append(dashed(self.bazas))
        words += marked("t" if self.todas else "c", self.five)
        words += marked("e", self.estuche) + marked("f", self.false_claim)
        words += [str(renuncio) for renuncio in self.renuncios]
        if self.mano is not None:
            words.append("m" + seat_name(self.mano))
        return " ".join(words)


def _check_voice(deal: Deal) -> None:
    """Three may pass; the pie, who speaks last, may take the zanga cards."""
    if not 0 <= deal.passes <= MOST_PASSES:
        raise refuse("zanga.passes_range", "passes", value=deal.passes, high=MOST_PASSES)
    if deal.naipes != "propias":
        if deal.passes != MOST_PASSES:
            allowed = MOST_PASSES
            raise refuse("zanga.naipes_not_pie", "naipes", value=deal.passes, allowed=allowed)
        if deal.way == "obligado":
            raise refuse("zanga.naipes_obliged", "way")
    if deal.way == "obligado" and deal.passes == MOST_PASSES:
        raise refuse("zanga.obliged_by_nobody", "way")


def _check_bazas(bazas: Tally, *, stopped: bool) -> None:
    """Eight in all; a hand ends before the eighth when somebody has five, or at a renuncio."""
    for side, taken in enumerate(bazas):
        if not 0 <= taken <= BAZAS:
            name = side_name(side)
            raise refuse("zanga.bazas_range", "bazas", side=name, value=taken, high=BAZAS)
    total = bazas[0] + bazas[1]
    if total > BAZAS:
        raise refuse("zanga.bazas_sum", "bazas", value=total, allowed=BAZAS)
    if not stopped and total < BAZAS and max(bazas) < TO_WIN:
        raise refuse("zanga.bazas_undecided", "bazas", value=dashed(bazas))


def _check_estuche(bazas: Tally, side: Side) -> None:
    """A piece of estuche is beaten only by another one: its pair takes every baza they fall in.

    Two partners who hold the three play two of them in two different bazas at least; after n
    bazas each still has 8 - n cards in the hand, and the pieces may be there.
    """
    low = max(0, bazas[0] + bazas[1] - BAZAS + 2)
    if bazas[side] < low:
        name, taken = side_name(side), bazas[side]
        raise refuse("zanga.estuche_bazas", "estuche", side=name, value=taken, low=low)


def _check_five(deal: Deal) -> None:
    """Five are asked after winning the first two; who made them and plays on goes for all."""
    assert deal.five is not None and deal.bazas is not None
    name, taken, lost = side_name(deal.five), deal.bazas[deal.five], deal.bazas[1 - deal.five]
    score = dashed(deal.bazas)
    if deal.todas:
        if taken < TO_WIN:
            raise refuse("zanga.todas_bazas", "todas", side=name, value=taken, low=TO_WIN)
        if not lost and taken < BAZAS and not deal.renuncios:
            raise refuse("zanga.todas_unplayed", "todas", value=score)
    elif taken < 2:
        raise refuse("zanga.five_bazas", "five", side=name, value=taken, low=2)
    elif not lost and taken > TO_WIN:
        raise refuse("zanga.five_played_on", "five", value=score)


@dataclass(frozen=True, slots=True)
class Partida:
    """A partida of which the record holds the winner only.

    >>> print(Partida(0))
    partida A
    """

    winner: EitherSide

    def __str__(self) -> str:
        return f"partida {side_name(self.winner)}"


Hand = Deal | Partida | Ruling | Forfeit | Stop

CODEC = line_codec("Zanga", sides=2, kinds={"deal": Deal, "partida": Partida, "ruling": RULINGS})
