"""Find two hands of cientos with given announcements by trying the cards; slow and plain.

Nothing of `rules/` is used: `cientos_table` says what a hand holds. A suit is tried whole: each of
its eight cards in one hand, in the other or in none.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tests.rules.cientos.table import LETRA, NAIPES, PALOS, iguales, punto, secansas

FIGURAS = ("rey", "caballo", "sota")


@dataclass(frozen=True)
class Dicho:
    """The announcements of one player: all that is known of his hand.

    secansas: (cards, letter of the highest, suit or None). iguales: (cards, letter).
    """

    cards: int = 12
    punto: int | None = None
    secansas: tuple = ()
    iguales: tuple = ()
    blancas: bool = False


def dos_manos(uno: Dicho, otro: Dicho, mano: int | None):
    """Return two hands that hold the announcements, or None.

    `mano` matters only to cartas blancas.
    """
    blancas = uno.blancas or otro.blancas
    da = [_da_el_palo(uno, otro, PALOS[palo], blancas) for palo in PALOS]
    orden = sorted(range(4), key=lambda numero: len(da[numero]))
    tope = _tope(uno) | _tope(otro) << LARGO
    muertos = set()

    def seguir(place, dado):
        if place == 4:
            return [] if _valen(uno, otro, dado, mano) else None
        for mas, cartas in da[orden[place]].items():
            ahora = dado + mas
            if ahora & tope or (place, ahora) in muertos:
                continue
            resto = seguir(place + 1, ahora)
            if resto is not None:
                return [cartas, *resto]
            muertos.add((place, ahora))
        return None

    hallado = seguir(0, _al_empezar(uno) | _al_empezar(otro) << LARGO)
    if hallado is None:
        return None
    manos = ([], [])
    for numero, cartas in zip(orden, hallado, strict=True):
        for lado in (0, 1):
            manos[lado].extend((naipe, list(PALOS)[numero]) for naipe in cartas[lado])
    return manos


# What some suits give a hand is added up in one number: its cards, figures, suits with the punto,
# for each trío or catorce the suits without its card, and for each secansa the suits with it. Cards
# and tríos begin so high that an excess shows in the highest bit of their place.
ANCHO, LARGO = 6, 80


def _sitio(numero: int) -> int:
    return ANCHO * numero


def _al_empezar(dicho: Dicho) -> int:
    empieza = 31 - dicho.cards
    for numero, (many, _) in enumerate(dicho.iguales, 3):
        empieza |= (31 - (4 - many)) << _sitio(numero)
    return empieza


def _tope(dicho: Dicho) -> int:
    return sum(32 << _sitio(numero) for numero in (0, *range(3, 3 + len(dicho.iguales))))


def _leido(dicho: Dicho, dado: int) -> list[int]:
    """Cards, figures, suits with the punto, without each trío or catorce, with each secansa."""
    dado -= _al_empezar(dicho)
    lugares = range(3 + len(dicho.iguales) + len(dicho.secansas))
    return [dado >> _sitio(numero) & 63 for numero in lugares]


@lru_cache(maxsize=4096)
def _de_una(dicho: Dicho, palo: str, figuras: bool):
    """Return what each choice of cards of a suit gives, without choices that contradict the
    announcements.
    """
    suyas = {(many, top) for many, top, suit in dicho.secansas if suit == palo}
    sums = {}
    for quien in product((False, True), repeat=8):
        naipes = tuple(naipe for naipe, de in zip(NAIPES, quien, strict=True) if de)
        mano = [(naipe, "oros") for naipe in naipes]
        aqui = {(many, LETRA[NAIPES[8 - top]]) for many, top, _ in secansas(mano)}
        if not suyas <= aqui or (dicho.punto is not None and punto(mano) > dicho.punto):
            continue
        numeros = [
            len(naipes),
            figuras * sum(naipe in FIGURAS for naipe in naipes),
            int(punto(mano) == dicho.punto),
            *(int(rank not in [LETRA[naipe] for naipe in naipes]) for _, rank in dicho.iguales),
            *(
                int(suit == palo or (suit is None and (many, top) in aqui - suyas))
                for many, top, suit in dicho.secansas
            ),
        ]
        sums[naipes] = sum(count << _sitio(numero) for numero, count in enumerate(numeros))
    return sums


@lru_cache(maxsize=64)
def _da_el_palo(uno: Dicho, otro: Dicho, palo: str, figuras: bool):
    """Return what a suit can give to both hands, with cards that give it."""
    cards_of_sum = {}
    una, otra = _de_una(uno, palo, figuras), _de_una(otro, palo, figuras)
    for cartas, da in una.items():
        for suyas, da_al_otro in otra.items():
            if not set(cartas) & set(suyas):
                cards_of_sum.setdefault(da | da_al_otro << LARGO, (cartas, suyas))
    return cards_of_sum


def _valen(uno, otro, dado, mano) -> bool:
    """Return whether these are two whole hands that hold everything."""
    leidos = _leido(uno, dado & (1 << LARGO) - 1), _leido(otro, dado >> LARGO)
    for dicho, (cards, _, hits, *numeros) in zip((uno, otro), leidos, strict=True):
        if cards != dicho.cards or (dicho.punto is not None and not hits):
            return False
        same, runs = numeros[: len(dicho.iguales)], numeros[len(dicho.iguales) :]
        if any(sin + many != 4 for sin, (many, _) in zip(same, dicho.iguales, strict=True)):
            return False
        if not _secansas(dicho, runs):
            return False
    a, b = leidos
    if uno.blancas:
        return _blancas(uno, otro, a[1], b[0] - b[1], mano == 0)
    return not otro.blancas or _blancas(otro, uno, b[1], a[0] - a[1], mano == 1)


def _secansas(dicho, runs) -> bool:
    """Return whether each secansa without a suit is in as many suits as announced."""
    return all(
        runs[place] >= dicho.secansas.count(secansa) if secansa[2] is None else runs[place] == 1
        for place, secansa in enumerate(dicho.secansas)
    ) and len({secansa for secansa in dicho.secansas if secansa[2]}) == sum(
        secansa[2] is not None for secansa in dicho.secansas
    )


def _blancas(dicho, rival, figures, blanks, es_mano) -> bool:
    """Return whether cartas blancas allow these figures, and these blank cards of the rival.

    The player was dealt no figure: he drew his figures, as many cards as he discarded. There are
    twenty cards without a figure, and no card is in two places.
    """
    for robadas in range(1, 6) if es_mano else range(9):
        pasaron = dicho.cards + robadas
        del_rival = rival.cards + (0 if es_mano else 1)  # the mano discards at least one
        blancas = dicho.cards + robadas - figures + blanks
        if figures <= robadas and pasaron + del_rival <= 32 and blancas <= 20:
            return True
    return False


def tiene(dicho: Dicho, mano) -> bool:
    """Return whether this hand holds its announcements."""
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
