"""A table of cientos that knows nothing of `rules/`: it deals, announces, plays and counts.

Written from the reglamento alone, to judge the product from outside. It looks at the cards in the
hands, counts every lead and every baza as they come, and writes the line the table would write.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

NAIPES = ["as", "rey", "caballo", "sota", "diez", "nueve", "ocho", "siete"]
LETRA = dict(zip(NAIPES, "ARCSD987", strict=True))
VALOR = {"as": 11, "nueve": 9, "ocho": 8, "siete": 7}  # the others ten
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
BARAJA = [(naipe, palo) for palo in PALOS for naipe in NAIPES]
SECANSA = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}


def punto(mano) -> int:
    return max(sum(VALOR.get(n, 10) for n, palo in mano if palo == uno) for uno in PALOS)


def secansas(mano) -> list[tuple[int, int, str]]:
    """Return (cards, place of the highest with the as as 8, suit), the best first."""
    runs = []
    for palo in PALOS:
        run = []
        for naipe in [*NAIPES, None]:
            if (naipe, palo) in mano:
                run.append(naipe)
            else:
                if len(run) > 2:
                    runs.append((len(run), 8 - NAIPES.index(run[0]), palo))
                run = []
    return sorted(runs, reverse=True)


def iguales(mano) -> list[tuple[int, int]]:
    """Return (cards, place of the rank with the as as 8), catorces first."""
    many = [(sum(n == naipe for n, _ in mano), 8 - NAIPES.index(naipe)) for naipe in NAIPES[:5]]
    return sorted((group for group in many if group[0] > 2), reverse=True)


@dataclass
class Mano:
    """One true hand as the table saw it. Sides are 0 and 1."""

    mano: int
    manos: list  # the cards of each side, after the discard
    faltan: tuple[int, int]  # the points that each side lacks to a hundred
    words: list[str] = field(default_factory=list)
    items: list = field(default_factory=list)  # (side, points) in counting order
    ties: int = 0
    cede: bool = False  # whether the rival leaves the mano every baza that he can
    void: int | None = None
    short: int | None = None
    counted: list = field(default_factory=lambda: [0, 0])
    announced: tuple[int, int] = (0, 0)  # counted before the first card
    bazas: list = field(default_factory=lambda: [0, 0])
    ganadas: list = field(default_factory=lambda: [0, 0])  # on the rival's lead, before the last
    order: list = field(default_factory=list)
    first: tuple | None = None  # the first side with what it lacked, and the rival's points then
    calidades: list = field(default_factory=lambda: [0, 0])
    repique: int | None = None
    pique: bool = False
    picada: int = 0  # the baza of the pique
    capote: int | None = None
    low: bool = False
    stopped: int | None = None

    def count(self, side: int, points: int) -> None:
        self.counted[side] += points
        if self.first is None and self.counted[side] >= self.faltan[side]:
            self.first = side, self.counted[1 - side]

    @property
    def clear(self) -> list[bool]:
        nothing = [not any(side == who for who, _ in self.items) for side in (0, 1)]
        return [not self.ties and nothing[1], not self.ties and nothing[0]]

    def line(self) -> str:
        words = ["{}-{}".format(*self.bazas)]
        if len(self.order) == 12:
            words.append("u" + "AB"[self.order[-1]] + ("m" if self.low else ""))
        words += self.words + (["pique"] if self.pique else [])
        if self.stopped is not None:
            words.append("!" + "AB"[self.stopped])
        return " ".join([*words, "d" + "BA"[self.mano]])


def play_hand(rng: Random, mano: int, faltan, saliendo: bool, stop: bool) -> Mano:
    """Deal and play one hand. `saliendo`: a baza counts only if its winner did not lead it."""
    cards = BARAJA[:]
    rng.shuffle(cards)
    cede = rng.random() < 0.2
    if cede and rng.random() < 0.5:  # high cards to the mano, who may take all the bazas
        cards.sort(key=lambda card: NAIPES.index(card[0]) + 5 * rng.random())
    manos = [cards[:12], cards[12:24]]
    hand = Mano(mano, manos if mano == 0 else manos[::-1], faltan, cede=cede)
    blancas = [
        side
        for side in (0, 1)
        if not any(n in ("rey", "caballo", "sota") for n, _ in hand.manos[side])
    ]
    _robo(rng, hand, cards[24:])
    _faltas(rng, hand, cards)
    _acuses(rng, hand, [side for side in blancas if side != hand.void])
    hand.announced = tuple(hand.counted)
    if hand.first is not None and stop:
        hand.stopped = hand.first[0]
        if saliendo:
            hand.words.append("r0-0")
    else:
        _carteo(rng, hand, saliendo, stop)
    _bazas(hand)
    _calidades(hand)
    return hand


def _robo(rng, hand, monte) -> None:
    for side, least, most in ((hand.mano, 1, 5), (1 - hand.mano, 0, 8)):
        many = rng.randint(least, min(most, len(monte)))
        mine = hand.manos[side]
        best = max(PALOS, key=lambda palo, mine=mine: sum(suit == palo for _, suit in mine))
        mine.sort(key=lambda card, best=best: (card[1] == best) * 2 + rng.random() * 2.5)
        hand.manos[side] = mine[many:] + monte[:many]
        del monte[:many]


def _faltas(rng, hand, cards) -> None:
    """Add, at times, a card too many or missing, or announcements that are not shown."""
    luck, side = rng.random(), rng.randrange(2)
    if luck < 0.03:
        spare = next(card for card in cards if card not in hand.manos[0] + hand.manos[1])
        hand.manos[side].append(spare)
        hand.void = side
        hand.words.append("x+" + "AB"[side])
    elif luck < 0.07:
        hand.void = side
        hand.words.append(rng.choice(["xf", "xt"]) + "AB"[side])
    if 0.02 < luck < 0.03 or 0.06 < luck < 0.08:  # besides, or alone
        hand.short = 1 - side
        hand.manos[1 - side].pop()
        hand.words.append("x-" + "AB"[1 - side])


BOTH = 2


def _best(rng, hand, values):
    """Return the side with the better announcement, both sides or nobody.

    Some players do not announce what they hold; a side that lost its announcements has none.
    """
    announced = {
        side: value
        for side, value in enumerate(values)
        if value and side != hand.void and rng.random() > (0.6 if hand.cede else 0.1)
    }
    if len(announced) == 2 and announced[0] == announced[1]:
        return BOTH
    return max(announced, key=announced.__getitem__, default=None)


def _acuses(rng, hand: Mano, blancas) -> None:
    for side in blancas:
        hand.items.append((side, 10))
        hand.words.append("b" + "AB"[side])
        hand.calidades[side] += 1
    puntos = [punto(cards) for cards in hand.manos]
    side = _best(rng, hand, puntos)
    if side == BOTH:
        hand.ties += 1
        hand.words.append(f"p={puntos[0]}")
    elif side is not None:
        hand.items.append((side, int(puntos[side] / 10 + 0.5)))
        hand.words.append(f"p{'AB'[side]}{puntos[side]}")
    runs = [secansas(cards) for cards in hand.manos]
    side = _best(rng, hand, [run[0][:2] if run else None for run in runs])
    if side == BOTH:
        many, top, _ = runs[0][0]
        hand.ties += 1
        hand.words.append(f"s={many}{LETRA[NAIPES[8 - top]]}")
    elif side is not None:
        palos = rng.random() < 0.7  # the suits may be omitted
        for many, top, palo in runs[side]:
            hand.items.append((side, SECANSA[many]))
            letter = LETRA[NAIPES[8 - top]]
            hand.words.append(f"s{'AB'[side]}{many}{letter}{PALOS[palo] if palos else ''}")
            hand.calidades[side] += max(0, many - 4)
    same = [iguales(cards) for cards in hand.manos]
    side = _best(rng, hand, [one[0] if one else None for one in same])
    for many, top in same[side] if side is not None else []:
        hand.items.append((side, 14 if many == 4 else 3))
        hand.words.append(f"{' tc'[many - 2]}{'AB'[side]}{LETRA[NAIPES[8 - top]]}")
        hand.calidades[side] += many == 4
    totals = [sum(points for who, points in hand.items if who == side) for side in (0, 1)]
    for side in (0, 1):
        if hand.clear[side] and totals[side] >= 30:
            hand.repique = side
            hand.calidades[side] += 2
    for side, points in hand.items:
        reaches = hand.counted[side] < 30 <= hand.counted[side] + points
        hand.count(side, points + (60 if side == hand.repique and reaches else 0))


def _carteo(rng, hand: Mano, saliendo: bool, stop: bool) -> None:
    manos = [cards[:] for cards in hand.manos]
    able = hand.clear[hand.mano] and hand.counted[hand.mano] < 30
    turn = hand.mano

    def count(side, points) -> bool:
        before = hand.first
        alone = able and side == hand.mano and not hand.bazas[1 - side]
        if alone and not hand.pique and hand.counted[side] + points >= 30:
            hand.pique, hand.picada = True, baza
            points += 30
        hand.count(side, points)
        return stop and before is None and hand.first is not None

    for baza in range(1, 13):
        if not manos[turn] or not manos[1 - turn]:  # the short hand has no card for the last
            winner, card = 1 - hand.short, manos[1 - hand.short][0]
        else:
            winner, card = -1, None
        if count(turn, 1):
            hand.stopped = turn
            break
        if card is None:
            winner, card = _baza(rng, manos, turn, hand.mano if hand.cede else None)
        hand.bazas[winner] += 1
        hand.order.append(winner)
        if baza == 12:
            hand.low = card[0] in ("nueve", "ocho", "siete")
            count(winner, 1 if hand.low else 2)
        else:
            hand.ganadas[winner] += winner != turn
            if (not saliendo or winner != turn) and count(winner, 1):
                hand.stopped = winner
                break
        turn = winner
    if saliendo:
        hand.words.append("r{}-{}".format(*hand.ganadas))
    if hand.pique:
        hand.calidades[hand.mano] += 1


def _baza(rng, manos, turn, favoured):
    """Play a baza. `favoured` gets it, if possible; nobody has to take a baza."""
    led = rng.choice(sorted(manos[turn], key=lambda card: NAIPES.index(card[0]))[:4])
    manos[turn].remove(led)
    serves = [card for card in manos[1 - turn] if card[1] == led[1]] or manos[1 - turn]
    other = rng.choice(serves)
    if favoured == turn:
        other = max(serves, key=lambda card: NAIPES.index(card[0]))
    manos[1 - turn].remove(other)
    if other[1] == led[1] and NAIPES.index(other[0]) < NAIPES.index(led[0]):
        return 1 - turn, other
    return turn, led


def _bazas(hand: Mano) -> None:
    """Count the ten of the bazas, or the forty of the capote, last."""
    if len(hand.order) < 12 or hand.bazas[0] == hand.bazas[1]:
        return
    winner = 0 if hand.bazas[0] > 6 else 1
    if hand.bazas[winner] == 12:
        hand.capote = winner
        hand.calidades[winner] += 1
    hand.count(winner, 10 if hand.capote is None else 40)


def _calidades(hand: Mano) -> None:
    for side in (0, 1):
        if hand.counted[side] < 10:
            hand.calidades[1 - side] += 1 if hand.counted[side] >= 5 else 2


# --- How a hand may have been played ------------------------------------------------------------
def como_pudo_ser(hand: Mano, saliendo: bool) -> Iterator[tuple[bool, list, tuple]]:
    """Yield pique, points of both, and the first side with what it lacked, for every possible
    order.

    The rival's points at that moment come with the first side. For a stopped hand, only orders that
    stop there are used.
    """
    number = sum(hand.bazas)
    ended = hand.stopped if hand.stopped is not None else hand.order[-1]
    for places in combinations(range(number), hand.bazas[0]):
        order = [0 if place in places else 1 for place in range(number)]
        if number and order[-1] != ended:
            continue
        leads = [hand.mano, *order]
        counts = []  # (side, points, bazas of the pie until then, won on the other's lead)
        for baza, winner in enumerate(order):
            leader, pie = leads[baza], order[:baza].count(1 - hand.mano)
            counts.append((leader, 1, pie))
            worth = 1 if not saliendo or winner != leader else 0
            if baza == 11:
                worth = 1 if hand.low else 2
            counts.append((winner, worth, pie))
        taken = [
            sum(w == side != lead for w, lead in zip(order[:11], leads, strict=False))
            for side in (0, 1)
        ]
        if saliendo and taken != hand.ganadas:
            continue
        if hand.stopped is None:
            yield _contado(hand, counts)[:3]
            continue
        for more in ([], [(leads[-1], 1, order.count(1 - hand.mano))]):
            pique, counted, first, when = _contado(hand, [*counts, *more])
            if first and first[0] == hand.stopped and when == len(counts) + len(more):
                yield pique, counted, first


def _contado(hand, counts):
    """Return a counted play: pique, points, the first side, and the count that made it first."""
    able = hand.clear[hand.mano] and hand.announced[hand.mano] < 30
    counted, pique, first, when = list(hand.announced), False, None, 0
    for number, (side, points, pie) in enumerate(counts, 1):
        counted[side] += points
        if able and not pique and side == hand.mano and not pie and counted[side] >= 30:
            counted[side] += 30
            pique = True
        if first is None and counted[side] >= hand.faltan[side]:
            first, when = (side, counted[1 - side]), number
    return pique, counted, first, when
