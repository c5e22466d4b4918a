"""A table of cientos that imports nothing from `rules/`: it deals, announces, plays and counts.

It is written from the reglamento alone, to judge the rules from outside. It looks at the cards in
the hands, counts every lead and every baza in turn, and writes the line of each hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

NAIPES = ["as", "rey", "caballo", "sota", "diez", "nueve", "ocho", "siete"]
LETRA = dict(zip(NAIPES, "ARCSD987", strict=True))
VALOR = {"as": 11, "nueve": 9, "ocho": 8, "siete": 7}  # all other cards count ten
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
BARAJA = [(naipe, palo) for palo in PALOS for naipe in NAIPES]
SECANSA = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}


def punto(hand) -> int:
    """Return the value of the best suit of a hand."""
    return max(sum(VALOR.get(naipe, 10) for naipe, palo in hand if palo == suit) for suit in PALOS)


def secansas(hand) -> list[tuple[int, int, str]]:
    """Return the secansas of a hand as (length, height of the highest card, suit), best first.

    The as has the height 8.
    """
    runs = []
    for palo in PALOS:
        run = []
        for naipe in [*NAIPES, None]:
            if (naipe, palo) in hand:
                run.append(naipe)
            else:
                if len(run) > 2:
                    runs.append((len(run), 8 - NAIPES.index(run[0]), palo))
                run = []
    return sorted(runs, reverse=True)


def iguales(hand) -> list[tuple[int, int]]:
    """Return the tríos and catorces of a hand as (3 or 4, height of the rank), catorces first."""
    groups = [
        (sum(name == naipe for name, _ in hand), 8 - NAIPES.index(naipe)) for naipe in NAIPES[:5]
    ]
    return sorted((group for group in groups if group[0] > 2), reverse=True)


@dataclass
class Mano:
    """A hand as played at the table. Sides are 0 and 1."""

    mano: int
    hands: list  # the cards of each side, after the discard
    lacking: tuple[int, int]  # the points that each side lacks to a hundred
    words: list[str] = field(default_factory=list)
    items: list = field(default_factory=list)  # (side, points) in counting order
    ties: int = 0
    rival_yields: bool = False  # whether the rival lets mano win every baza he can
    void: int | None = None  # the side whose announcements are void
    short: int | None = None  # the side with a card missing
    counted_points: list = field(default_factory=lambda: [0, 0])  # points of each side so far
    announced_points: tuple[int, int] = (0, 0)  # points counted before the first card
    bazas: list = field(default_factory=lambda: [0, 0])
    # By side: the bazas won on the rival's lead, except the last baza.
    captures: list = field(default_factory=lambda: [0, 0])
    order: list = field(default_factory=list)  # the winner of each baza
    # The first side at a hundred, and its rival's points at that time.
    first_at_100: tuple | None = None
    calidades: list = field(default_factory=lambda: [0, 0])
    repique: int | None = None
    pique: bool = False
    pique_baza: int = 0  # the number of the baza that made the pique
    capote: int | None = None
    low: bool = False
    stopped: int | None = None

    def count(self, side: int, points: int) -> None:
        self.counted_points[side] += points
        if self.first_at_100 is None and self.counted_points[side] >= self.lacking[side]:
            self.first_at_100 = side, self.counted_points[1 - side]

    @property
    def clear(self) -> list[bool]:
        """Return, for each side, whether its rival counted nothing and nothing was tied."""
        counted_nothing = [
            not any(side == item_side for item_side, _ in self.items) for side in (0, 1)
        ]
        return [not self.ties and counted_nothing[1], not self.ties and counted_nothing[0]]

    def line(self) -> str:
        words = ["{}-{}".format(*self.bazas)]
        if len(self.order) == 12:
            words.append("u" + "AB"[self.order[-1]] + ("m" if self.low else ""))
        words += self.words + (["pique"] if self.pique else [])
        if self.stopped is not None:
            words.append("!" + "AB"[self.stopped])
        return " ".join([*words, "d" + "BA"[self.mano]])


def play_hand(rng: Random, mano: int, lacking, rival_leads: bool, stop: bool) -> Mano:
    """Deal and play one hand. With `stop`, play stops when a side reaches a hundred.

    With `rival_leads`, a baza counts only if its winner did not lead it.
    """
    cards = BARAJA[:]
    rng.shuffle(cards)
    rival_yields = rng.random() < 0.2
    if rival_yields and rng.random() < 0.5:  # the mano gets high cards, and may win all the bazas
        cards.sort(key=lambda card: NAIPES.index(card[0]) + 5 * rng.random())
    hands = [cards[:12], cards[12:24]]
    hand = Mano(mano, hands if mano == 0 else hands[::-1], lacking, rival_yields=rival_yields)
    blancas = [
        side
        for side in (0, 1)
        if not any(n in ("rey", "caballo", "sota") for n, _ in hand.hands[side])
    ]
    _robo(rng, hand, cards[24:])
    _faltas(rng, hand, cards)
    _acuses(rng, hand, [side for side in blancas if side != hand.void])
    hand.announced_points = tuple(hand.counted_points)
    if hand.first_at_100 is not None and stop:
        hand.stopped = hand.first_at_100[0]
        if rival_leads:
            hand.words.append("r0-0")
    else:
        _carteo(rng, hand, rival_leads, stop)
    _bazas(hand)
    _calidades(hand)
    return hand


def _robo(rng, hand, monte) -> None:
    """Let both sides change cards for cards of the monte."""
    for side, fewest, most in ((hand.mano, 1, 5), (1 - hand.mano, 0, 8)):
        number = rng.randint(fewest, min(most, len(monte)))
        cards = hand.hands[side]
        longest_palo = max(
            PALOS, key=lambda palo, cards=cards: sum(suit == palo for _, suit in cards)
        )
        cards.sort(
            key=lambda card, longest_palo=longest_palo: (
                (card[1] == longest_palo) * 2 + rng.random() * 2.5
            )
        )
        hand.hands[side] = cards[number:] + monte[:number]
        del monte[:number]


def _faltas(rng, hand, cards) -> None:
    """Add, at times, a card too many or missing, or announcements that are false or shown late."""
    dice, side = rng.random(), rng.randrange(2)
    if dice < 0.03:
        spare = next(card for card in cards if card not in hand.hands[0] + hand.hands[1])
        hand.hands[side].append(spare)
        hand.void = side
        hand.words.append("x+" + "AB"[side])
    elif dice < 0.07:
        hand.void = side
        hand.words.append(rng.choice(["xf", "xt"]) + "AB"[side])
    if 0.02 < dice < 0.03 or 0.06 < dice < 0.08:  # the other side lacks a card
        hand.short = 1 - side
        hand.hands[1 - side].pop()
        hand.words.append("x-" + "AB"[1 - side])


BOTH_SIDES = 2


def _side_with_best(rng, hand, values):
    """Return the side with the better announcement, BOTH_SIDES if they tie, or None.

    At times a player does not announce what he holds. Void announcements do not count.
    """
    values_of_side = {
        side: value
        for side, value in enumerate(values)
        if value and side != hand.void and rng.random() > (0.6 if hand.rival_yields else 0.1)
    }
    if len(values_of_side) == 2 and values_of_side[0] == values_of_side[1]:
        return BOTH_SIDES
    return max(values_of_side, key=values_of_side.__getitem__, default=None)


def _acuses(rng, hand: Mano, blancas) -> None:
    """Add the announcements to the hand: items, words and calidades; then count them."""
    for side in blancas:
        hand.items.append((side, 10))
        hand.words.append("b" + "AB"[side])
        hand.calidades[side] += 1
    puntos = [punto(cards) for cards in hand.hands]
    side = _side_with_best(rng, hand, puntos)
    if side == BOTH_SIDES:
        hand.ties += 1
        hand.words.append(f"p={puntos[0]}")
    elif side is not None:
        hand.items.append((side, int(puntos[side] / 10 + 0.5)))
        hand.words.append(f"p{'AB'[side]}{puntos[side]}")
    runs = [secansas(cards) for cards in hand.hands]
    side = _side_with_best(rng, hand, [run[0][:2] if run else None for run in runs])
    if side == BOTH_SIDES:
        cards, top, _ = runs[0][0]
        hand.ties += 1
        hand.words.append(f"s={cards}{LETRA[NAIPES[8 - top]]}")
    elif side is not None:
        writes_palos = rng.random() < 0.7  # a line may omit the suits
        for cards, top, palo in runs[side]:
            hand.items.append((side, SECANSA[cards]))
            letter = LETRA[NAIPES[8 - top]]
            hand.words.append(f"s{'AB'[side]}{cards}{letter}{PALOS[palo] if writes_palos else ''}")
            hand.calidades[side] += max(0, cards - 4)
    groups_by_side = [iguales(cards) for cards in hand.hands]
    side = _side_with_best(rng, hand, [groups[0] if groups else None for groups in groups_by_side])
    for cards, top in groups_by_side[side] if side is not None else []:
        hand.items.append((side, 14 if cards == 4 else 3))
        hand.words.append(f"{' tc'[cards - 2]}{'AB'[side]}{LETRA[NAIPES[8 - top]]}")
        hand.calidades[side] += cards == 4
    totals = [
        sum(points for item_side, points in hand.items if item_side == side) for side in (0, 1)
    ]
    for side in (0, 1):
        if hand.clear[side] and totals[side] >= 30:
            hand.repique = side
            hand.calidades[side] += 2
    for side, points in hand.items:
        reaches = hand.counted_points[side] < 30 <= hand.counted_points[side] + points
        hand.count(side, points + (60 if side == hand.repique and reaches else 0))


def _carteo(rng, hand: Mano, rival_leads: bool, stop: bool) -> None:
    """Play the bazas, and count leads, bazas and the pique."""
    hands = [cards[:] for cards in hand.hands]
    may_pique = hand.clear[hand.mano] and hand.counted_points[hand.mano] < 30
    turn = hand.mano

    def count(side, points) -> bool:
        first_at_100_before = hand.first_at_100
        may_make_pique = may_pique and side == hand.mano and not hand.bazas[1 - side]
        if may_make_pique and not hand.pique and hand.counted_points[side] + points >= 30:
            hand.pique, hand.pique_baza = True, baza
            points += 30
        hand.count(side, points)
        return stop and first_at_100_before is None and hand.first_at_100 is not None

    for baza in range(1, 13):
        # The side with a card missing has none for the last baza.
        if not hands[turn] or not hands[1 - turn]:
            winner, card = 1 - hand.short, hands[1 - hand.short][0]
        else:
            winner, card = -1, None
        if count(turn, 1):
            hand.stopped = turn
            break
        if card is None:
            winner, card = _baza(rng, hands, turn, hand.mano if hand.rival_yields else None)
        hand.bazas[winner] += 1
        hand.order.append(winner)
        if baza == 12:
            hand.low = card[0] in ("nueve", "ocho", "siete")
            count(winner, 1 if hand.low else 2)
        else:
            hand.captures[winner] += winner != turn
            if (not rival_leads or winner != turn) and count(winner, 1):
                hand.stopped = winner
                break
        turn = winner
    if rival_leads:
        hand.words.append("r{}-{}".format(*hand.captures))
    if hand.pique:
        hand.calidades[hand.mano] += 1


def _baza(rng, hands, turn, favoured_side):
    """Play a baza. Return its winner and the winning card.

    If `favoured_side` leads, the rival lets him win the baza if he can.
    """
    led_card = rng.choice(sorted(hands[turn], key=lambda card: NAIPES.index(card[0]))[:4])
    hands[turn].remove(led_card)
    playable = [card for card in hands[1 - turn] if card[1] == led_card[1]] or hands[1 - turn]
    answer = rng.choice(playable)
    if favoured_side == turn:
        answer = max(playable, key=lambda card: NAIPES.index(card[0]))
    hands[1 - turn].remove(answer)
    if answer[1] == led_card[1] and NAIPES.index(answer[0]) < NAIPES.index(led_card[0]):
        return 1 - turn, answer
    return turn, led_card


def _bazas(hand: Mano) -> None:
    """Count the ten points of most bazas, or the forty of a capote."""
    if len(hand.order) < 12 or hand.bazas[0] == hand.bazas[1]:
        return
    winner = 0 if hand.bazas[0] > 6 else 1
    if hand.bazas[winner] == 12:
        hand.capote = winner
        hand.calidades[winner] += 1
    hand.count(winner, 10 if hand.capote is None else 40)


def _calidades(hand: Mano) -> None:
    for side in (0, 1):
        if hand.counted_points[side] < 10:
            hand.calidades[1 - side] += 1 if hand.counted_points[side] >= 5 else 2


# --- The possible plays of a hand ----------------------------------------------------------------
def possible_plays(hand: Mano, rival_leads: bool) -> Iterator[tuple[bool, list, tuple]]:
    """Yield the pique, the points and the first side at a hundred, for each order of the bazas.

    The first side comes with the rival's points at that time. An order of a stopped hand counts
    only if the side that stopped it reaches a hundred with its last point.
    """
    number = sum(hand.bazas)
    last_side = hand.stopped if hand.stopped is not None else hand.order[-1]
    for places in combinations(range(number), hand.bazas[0]):
        order = [0 if place in places else 1 for place in range(number)]
        if number and order[-1] != last_side:
            continue
        leads = [hand.mano, *order]
        counts = []  # (side, points, bazas of the pie so far)
        for baza, winner in enumerate(order):
            leader, pie = leads[baza], order[:baza].count(1 - hand.mano)
            counts.append((leader, 1, pie))
            worth = 1 if not rival_leads or winner != leader else 0
            if baza == 11:
                worth = 1 if hand.low else 2
            counts.append((winner, worth, pie))
        captures = [
            sum(winner == side != lead for winner, lead in zip(order[:11], leads, strict=False))
            for side in (0, 1)
        ]
        if rival_leads and captures != hand.captures:
            continue
        if hand.stopped is None:
            yield _outcome_of_play(hand, counts)[:3]
            continue
        for last_lead in ([], [(leads[-1], 1, order.count(1 - hand.mano))]):
            pique, points, first_at_100, first_count = _outcome_of_play(hand, [*counts, *last_lead])
            if (
                first_at_100
                and first_at_100[0] == hand.stopped
                and first_count == len(counts) + len(last_lead)
            ):
                yield pique, points, first_at_100


def _outcome_of_play(hand, counts):
    """Return the pique of a play, its points, the first side at a hundred, and the number of the
    item of `counts` that took this side there.
    """
    may_pique = hand.clear[hand.mano] and hand.announced_points[hand.mano] < 30
    counted_points = list(hand.announced_points)
    pique = False
    first_at_100 = None
    first_count = 0
    for number, (side, points, pie) in enumerate(counts, 1):
        counted_points[side] += points
        if may_pique and not pique and side == hand.mano and not pie and counted_points[side] >= 30:
            counted_points[side] += 30
            pique = True
        if first_at_100 is None and counted_points[side] >= hand.lacking[side]:
            first_at_100, first_count = (side, counted_points[1 - side]), number
    return pique, counted_points, first_at_100, first_count
