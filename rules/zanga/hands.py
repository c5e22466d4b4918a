"""The lines of an acta of zanga."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import check_bounds, record
from rules.core import Side
from rules.kinds import EitherSide, list_kind, one_per_side, or_null, whole_number, word_kind
from rules.lines import Forfeit, Stop, line_codec
from rules.reading import Tally, dashed_text, side_name, sign_and_side
from rules.zanga.codes import CODES, refuse
from rules.zanga.renuncios import MOST_RENUNCIOS, Renuncio, check_renuncios
from rules.zanga.rulings import RULINGS, Ruling
from rules.zanga.seats import BAZAS, BAZAS_TO_WIN, Seat, seat_name

MOST_PASSES = 3  # the pie, the fourth to speak, cannot pass (art. 21)

# How the named player plays, with the letter of the notation.
WAYS = {"juega": "j", "solo": "s", "mandado": "m", "obligado": "o"}
# The cards of the named player: his own, the zanga cards, or his own after looking at the zanga
# cards.
NAIPES = {"propias": "", "zanga": "z", "vuelta": "v"}

_BAZAS = or_null(one_per_side(whole_number(0, BAZAS, "zanga.bazas_range", CODES)))


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand: its bidding, the bazas of A and B, its claims, its estuche and its faults.

    passes: the number of passes before the named player; each pass costs a vale.
    way: how the named player plays: with his partner («juega»), alone by choice («solo»), alone
        because a rival sent him («mandado»); «obligado»: a rival took the hand and plays alone.
    naipes: the cards of the named player: «propias», «zanga», or «vuelta» if he looked at the zanga
        cards and went back to his own.
    bazas: the bazas of A and B; None only if a renuncio ended a hand and nobody recorded its bazas.
    five: the side that asked five. todas: whether this side made five and went on for all eight.
    estuche: the side that held the estuche; if this is the named side, it has sung the estuche
        (Rulings Z8).
    false_claim: the side that claimed a renuncio that did not happen (art. 32).
    renuncios: the renuncios of one side.
    mano: the seat of the mano, recorded only in the first hand of a partida, where the acta does
        not show the mano.

    >>> deal = Deal(0, "juega", bazas=(8, 0), five=0, todas=True, estuche=0, mano=0)
    >>> print(deal)
    j 8-0 tA eA mA1
    >>> print(Deal(3, "juega", "zanga", (3, 1), renuncios=(Renuncio(0),)))
    pppz 3-1 rA
    """

    passes: Annotated[int, whole_number(0, MOST_PASSES, "zanga.passes_range", CODES)]
    way: Annotated[str, word_kind(WAYS)]
    naipes: Annotated[str, word_kind(NAIPES)] = "propias"
    bazas: Annotated[Tally | None, _BAZAS] = None
    five: EitherSide | None = None
    todas: bool = False
    estuche: EitherSide | None = None
    false_claim: EitherSide | None = None
    renuncios: Annotated[tuple[Renuncio, ...], list_kind(record(Renuncio), MOST_RENUNCIOS)] = ()
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
            check_bounds(self, "bazas")
            _check_bazas(self.bazas, stopped=bool(self.renuncios))
            if self.estuche is not None:
                _check_estuche(self.bazas, self.estuche)
        if self.five is not None:
            _check_five(self)
        elif self.todas:
            raise refuse("zanga.todas_alone", "todas")

    @property
    def alone(self) -> bool:
        """Return whether the named player plays without his partner."""
        return self.way != "juega"

    @property
    def offender(self) -> Side | None:
        return self.renuncios[0].side if self.renuncios else None

    @property
    def all_played(self) -> bool:
        return self.bazas is not None and sum(self.bazas) == BAZAS

    @property
    def five_made(self) -> bool | None:
        """Return whether the side that asked five made five.

        The answer is None if nobody asked five, or if the rivals' renuncio came first. A side that
        makes a renuncio loses the five that it asked.
        """
        if self.five is None or self.bazas is None:
            return None
        if self.offender == self.five:
            return False
        if self.todas or (self.bazas[self.five] == BAZAS_TO_WIN and not self.bazas[1 - self.five]):
            return True
        return False if self.bazas[1 - self.five] else None

    @property
    def todas_made(self) -> bool | None:
        """Return whether the side that went for all eight made all eight; None if no side went for
        them, or if a renuncio came first.
        """
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
            words.append(dashed_text(self.bazas))
        words += sign_and_side("t" if self.todas else "c", self.five)
        words += sign_and_side("e", self.estuche) + sign_and_side("f", self.false_claim)
        words += [str(renuncio) for renuncio in self.renuncios]
        if self.mano is not None:
            words.append("m" + seat_name(self.mano))
        return " ".join(words)


def _check_voice(deal: Deal) -> None:
    """Check the voice: the passes, the way to play, and the cards that the named player uses.

    At most three players pass. Only the pie, who speaks last, may take the zanga cards, and no
    rival can take the hand from him.
    """
    check_bounds(deal, "passes")
    if deal.naipes != "propias":
        if deal.passes != MOST_PASSES:
            allowed = MOST_PASSES
            raise refuse("zanga.naipes_not_pie", "naipes", value=deal.passes, allowed=allowed)
        if deal.way == "obligado":
            raise refuse("zanga.naipes_obliged", "way")
    if deal.way == "obligado" and deal.passes == MOST_PASSES:
        raise refuse("zanga.obliged_by_nobody", "way")


def _check_bazas(bazas: Tally, *, stopped: bool) -> None:
    """Check that the bazas add up to eight, or to less if a side has five bazas or a renuncio
    stopped the hand.
    """
    total = bazas[0] + bazas[1]
    if total > BAZAS:
        raise refuse("zanga.bazas_sum", "bazas", value=total, allowed=BAZAS)
    if not stopped and total < BAZAS and max(bazas) < BAZAS_TO_WIN:
        raise refuse("zanga.bazas_undecided", "bazas", value=dashed_text(bazas))


def _check_estuche(bazas: Tally, side: Side) -> None:
    """Check that the holder of the estuche has enough bazas.

    Only another piece of the estuche beats a piece, so the holders take every baza with a piece.
    Two partners who hold the three pieces play them in at least two different bazas. After n bazas
    each partner still holds 8 - n cards, which may be the pieces.
    """
    low = max(0, bazas[0] + bazas[1] - BAZAS + 2)
    if bazas[side] < low:
        name, bazas_won = side_name(side), bazas[side]
        raise refuse("zanga.estuche_bazas", "estuche", side=name, value=bazas_won, low=low)


def _check_five(deal: Deal) -> None:
    """Check the claim of five.

    A side asks five after it won the first two bazas. If it plays on after making five, it goes for
    all eight.
    """
    assert deal.five is not None and deal.bazas is not None
    name = side_name(deal.five)
    bazas_won = deal.bazas[deal.five]
    bazas_lost = deal.bazas[1 - deal.five]
    score = dashed_text(deal.bazas)
    if deal.todas:
        if bazas_won < BAZAS_TO_WIN:
            raise refuse("zanga.todas_bazas", "todas", side=name, value=bazas_won, low=BAZAS_TO_WIN)
        if not bazas_lost and bazas_won < BAZAS and not deal.renuncios:
            raise refuse("zanga.todas_unplayed", "todas", value=score)
    elif bazas_won < 2:
        raise refuse("zanga.five_bazas", "five", side=name, value=bazas_won, low=2)
    elif not bazas_lost and bazas_won > BAZAS_TO_WIN:
        raise refuse("zanga.five_played_on", "five", value=score)


@dataclass(frozen=True, slots=True)
class Partida:
    """A partida with only its winner recorded.

    >>> print(Partida(0))
    partida A
    """

    winner: EitherSide

    def __str__(self) -> str:
        return f"partida {side_name(self.winner)}"


Hand = Deal | Partida | Ruling | Forfeit | Stop

CODEC = line_codec("Zanga", sides=2, kinds={"deal": Deal, "partida": Partida, "ruling": RULINGS})
