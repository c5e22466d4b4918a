"""Two hands of cientos that hold what was announced, found by trying the cards; slow and plain.

Nothing of `rules/` is used: what a hand holds is told by `cientos_table`. A suit is tried whole,
each of its eight cards in one hand, in the other or in none.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

from tests.rules.cientos_table import LETRA, NAIPES, PALOS, iguales, punto, secansas

FIGURAS = ("rey", "caballo", "sota")


@dataclass(frozen=True)
class Dicho:
    """What one player announced: all that is known of his hand.

    secansas: (cards, letter of the highest, suit or None). iguales: (cards, letter).
    """

    cards: int = 12
    punto: int | None = None
    secansas: tuple = ()
    iguales: tuple = ()
    blancas: bool = False


def dos_manos(uno: Dicho, otro: Dicho, mano: int | None):
    """Two hands that hold it, or None; `mano` is who was, where it matters to the blancas."""
    por_palo = [_palo(uno, otro, PALOS[palo]) for palo in PALOS]
    muertos = set()

    def seguir(numero, dado):
        if numero == 4:
            return [] if _valen(uno, otro, dado, mano) else None
        if (numero, dado) in muertos:
            return None
        for da, cartas in por_palo[numero].items():
            ahora = _mas(uno, otro, dado, da)
            if ahora is not None:
                resto = seguir(numero + 1, ahora)
                if resto is not None:
                    return [cartas, *resto]
        muertos.add((numero, dado))
        return None

    hallado = seguir(0, (_nada(uno), _nada(otro)))
    if hallado is None:
        return None
    manos = ([], [])
    for palo, cartas in zip(PALOS, hallado, strict=True):
        for lado in (0, 1):
            manos[lado].extend((naipe, palo) for naipe in cartas[lado])
    return manos


def _nada(dicho: Dicho):
    return 0, 0, False, (0,) * len(dicho.iguales), (0,) * len(dicho.secansas)


@cache
def _da(dicho: Dicho, palo: str, naipes: tuple):
    """Cards, figures, the punto, those of each trío, each secansa; None if it belies what is known."""
    mano = [(naipe, "oros") for naipe in naipes]
    suma = punto(mano)
    if dicho.punto is not None and suma > dicho.punto:
        return None
    aqui = {(many, LETRA[NAIPES[8 - top]]) for many, top, _ in secansas(mano)}
    suyas = {(many, top) for many, top, suit in dicho.secansas if suit == palo}
    if not suyas <= aqui:
        return None
    libres = [
        int(suit == palo or (suit is None and (many, top) in aqui - suyas))
        for many, top, suit in dicho.secansas
    ]
    letras = [LETRA[naipe] for naipe in naipes]
    return (
        len(naipes),
        sum(naipe in FIGURAS for naipe in naipes),
        suma == dicho.punto,
        tuple(int(letra in letras) for _, letra in dicho.iguales),
        tuple(libres),
    )


def _palo(uno: Dicho, otro: Dicho, palo: str):
    """Of each thing that a suit can give to both, cards that give it."""
    found = {}
    for quien in product((None, 0, 1), repeat=8):
        cartas = tuple(
            tuple(naipe for naipe, de in zip(NAIPES, quien, strict=True) if de == lado)
            for lado in (0, 1)
        )
        da = _da(uno, palo, cartas[0]), _da(otro, palo, cartas[1])
        if None not in da:
            found.setdefault(da, cartas)
    return found


def _mas(uno, otro, dado, da):
    ahora = []
    for dicho, antes, ahi in zip((uno, otro), dado, da, strict=True):
        cards, figures, hit, same, runs = (
            antes[0] + ahi[0], antes[1] + ahi[1], antes[2] or ahi[2],
            tuple(map(sum, zip(antes[3], ahi[3], strict=True))),
            tuple(map(sum, zip(antes[4], ahi[4], strict=True))),
        )  # fmt: skip
        if cards > dicho.cards:
            return None
        if any(many > most for many, (most, _) in zip(same, dicho.iguales, strict=True)):
            return None
        ahora.append((cards, figures, hit, same, runs))
    return tuple(ahora)


def _valen(uno, otro, dado, mano) -> bool:
    """Whether these are two whole hands that hold all of it."""
    for dicho, (cards, _, hit, same, runs) in zip((uno, otro), dado, strict=True):
        if cards != dicho.cards or (dicho.punto is not None and not hit):
            return False
        if any(many != most for many, (most, _) in zip(same, dicho.iguales, strict=True)):
            return False
        if not _secansas(dicho, runs):
            return False
    a, b = dado
    if uno.blancas:
        return _blancas(uno, otro, a[1], b[0] - b[1], mano == 0)
    return not otro.blancas or _blancas(otro, uno, b[1], a[0] - a[1], mano == 1)


def _secansas(dicho, runs) -> bool:
    """As many suits have each secansa whose suit is not known as there are of it."""
    return all(
        runs[place] >= dicho.secansas.count(one) if one[2] is None else runs[place] > 0
        for place, one in enumerate(dicho.secansas)
    )


def _blancas(dicho, rival, figures, blanks, es_mano) -> bool:
    """Whether he can have come to so many figures, and the rival to so many cards that are none.

    He was dealt no figure: those that he has he drew, as many cards as he discarded. There are
    twenty cards without a figure, and no card is in two places.
    """
    for robadas in range(1, 6) if es_mano else range(9):
        pasaron = dicho.cards + robadas
        del_rival = rival.cards + (0 if es_mano else 1)  # the mano discards one at least
        if figures <= robadas <= dicho.cards and pasaron + del_rival <= 32:
            if dicho.cards + robadas - figures + blanks <= 20:
                return True
    return False


def tiene(dicho: Dicho, mano) -> bool:
    """Whether this hand holds what was announced of it."""
    suyas = [(many, LETRA[NAIPES[8 - top]], PALOS[palo]) for many, top, palo in secansas(mano)]
    for many, top, palo in sorted(dicho.secansas, key=lambda one: one[2] is None):
        same = [one for one in suyas if one[:2] == (many, top) and palo in (None, one[2])]
        if not same:
            return False
        suyas.remove(same[0])
    iguales_de = {(many, LETRA[NAIPES[8 - top]]) for many, top in iguales(mano)}
    return (
        len(set(mano)) == dicho.cards
        and dicho.punto in (None, punto(mano))
        and set(dicho.iguales) <= iguales_de
    )
