"""A table of guiñote that knows nothing of `rules/`: it deals, plays, and counts real cards.

Written from the reglamento alone, to judge the product from outside. Four sit at it, or two. It
keeps each side's pile of cards won, counts the cards in it, and writes the line that the table
would write.
"""

from dataclasses import dataclass
from random import Random

WORTH = {"as": 11, "tres": 10, "rey": 4, "sota": 3, "caballo": 2}
ORDER = ["as", "tres", "rey", "sota", "caballo", "7", "6", "5", "4", "2"]  # Rulings G5
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
PACK = [(number, palo) for palo in PALOS for number in ORDER]


@dataclass
class Reparto:
    """One true deal: what the table saw."""

    piles: tuple[list, list]  # cards won by A and by B
    bazas: list  # side that took each baza, in order
    sung: list  # (side, tantos, palo, whether the palo was said)
    declared: int | None
    dealer: int
    trump: str
    players: int

    @property
    def cards(self) -> tuple[int, int]:
        return tuple(sum(WORTH.get(number, 0) for number, _ in pile) for pile in self.piles)

    @property
    def finished(self) -> bool:
        return len(self.bazas) == 40 // self.players

    @property
    def bare(self) -> tuple[int, int]:
        ten = self.bazas[-1] if self.finished else None
        return tuple(self.cards[side] + (10 if ten == side else 0) for side in (0, 1))

    @property
    def total(self) -> tuple[int, int]:
        return tuple(
            self.bare[side] + sum(tantos for who, tantos, _, _ in self.sung if who == side)
            for side in (0, 1)
        )

    def line(self) -> str:
        words = ["{}-{}".format(*self.cards)]
        if self.finished:
            words.append("u" + "AB"[self.bazas[-1]])
        for who, tantos, palo, said in self.sung:
            words.append("AB"[who] + str(tantos) + (PALOS[palo] if said else ""))
        if self.declared is not None:
            words.append("!" + "AB"[self.declared])
        return " ".join(words)


def deal_cards(rng: Random, dealer: int, ida: tuple[int, int] | None, sitting: int = 4) -> Reparto:
    """Play one deal. With `ida` it is de vueltas, and whoever has 101 may say so."""
    pack = PACK[:]
    rng.shuffle(pack)
    players = [set(pack[6 * seat : 6 * seat + 6]) for seat in range(sitting)]
    mount = pack[6 * sitting :]  # drawn from the front; the last card shows the trump
    trump = mount[-1][1]
    deal = Reparto(([], []), [], [], None, dealer, trump, sitting)
    quiet = rng.random() < 0.2  # nobody says to have won, though he has
    turn = (dealer + rng.choice((1, 3))) % sitting  # either player of the side dealt
    while players[turn]:
        turn = _play_baza(rng, players, turn, trump, bool(mount), deal)
        if deal.finished:
            break
        _swap_seven(rng, players, turn, trump, mount)
        before = rng.random() < 0.7  # the cante may also wait until the cards are drawn
        if before:
            _sing(rng, players, turn % 2, trump, bool(mount), deal)
        for place in range(sitting):
            if mount:
                players[(turn + place) % sitting].add(mount.pop(0))
        if not before:
            _sing(rng, players, turn % 2, trump, bool(mount), deal)
        if ida is not None and not quiet and _says_so(rng, deal, ida, turn % 2):
            deal.declared = turn % 2
            break
    return deal


def _play_baza(rng, players, turn, trump, free, deal) -> int:
    played = []
    for place in range(len(players)):
        hand = players[(turn + place) % len(players)]
        could = (
            sorted(hand)
            if free
            else sorted(card for card in hand if _may(card, hand, played, trump))
        )
        card = rng.choice(could)
        hand.discard(card)
        played.append(card)
    best = _best(played, trump)
    winner = (turn + played.index(best)) % len(players)
    deal.piles[winner % 2].extend(played)
    deal.bazas.append(winner % 2)
    return winner


def _best(played, trump):
    """The highest trump, or else the highest card of the palo that was led."""
    palo = trump if any(card[1] == trump for card in played) else played[0][1]
    return min((card for card in played if card[1] == palo), key=lambda card: ORDER.index(card[0]))


def _may(card, hand, played, trump) -> bool:
    """Whether the card can be played in the arrastre: asistir, montar, fallar, pisar."""
    if not played:
        return True
    best, led = _best(played, trump), played[0][1]
    higher = {one for one in hand if _best([best, one], trump) != best and one[1] == best[1]}
    if any(one[1] == led for one in hand):
        if card[1] != led:
            return False
        return card in higher or not any(one[1] == led for one in higher)
    if len(played) >= 2 and played.index(best) == len(played) - 2:
        return True
    trumps = {one for one in hand if one[1] == trump}
    must = {one for one in trumps if best[1] != trump or one in higher}
    return card in must or not must


def _swap_seven(rng, players, turn, trump, mount) -> None:
    for player in range(turn % 2, len(players), 2):
        if len(mount) > len(players) and ("7", trump) in players[player] and rng.random() < 0.8:
            players[player].remove(("7", trump))
            players[player].add(mount[-1])
            mount[-1] = ("7", trump)


def _sing(rng, players, side, trump, with_mount, deal) -> None:
    """The side that has just won the baza may sing, two cantes a player at most."""
    for player in range(side, len(players), 2):
        done = {palo for _, _, palo, _ in deal.sung}
        has = [
            palo
            for palo in PALOS
            if palo not in done and {("rey", palo), ("sota", palo)} <= players[player]
        ]
        rng.shuffle(has)
        for palo in has[:2]:
            if rng.random() < 0.9:
                said = palo == trump or with_mount or rng.random() < 0.5
                deal.sung.append((side, 40 if palo == trump else 20, palo, said))


def _says_so(rng, deal, ida, side) -> bool:
    count = ida[side] + deal.total[side]
    return rng.random() < (0.6 if count >= 101 else 0.03)


def partida(rng: Random, dealer: int, sitting: int = 4) -> tuple[list[Reparto], int, str]:
    """The deals of a partida, who wins it and why, counted as the reglamento says."""
    first = deal_cards(rng, dealer, None, sitting)
    winner, why = _count(first.total, first.bare, first.bazas[-1])
    if winner is not None:
        return [first], winner, why
    second = deal_cards(rng, first.bazas[-1], first.total, sitting)
    total = tuple(map(sum, zip(first.total, second.total, strict=True)))
    bare = tuple(map(sum, zip(first.bare, second.bare, strict=True)))
    if second.declared is not None:
        said = second.declared
        if total[said] > 100 and bare[said] > 29:
            return [first, second], said, "declared"
        return [first, second], 1 - said, "false_declaration"
    winner, why = _count(total, bare, second.bazas[-1])
    return [first, second], winner, why


def _count(total, bare, last) -> tuple[int | None, str]:
    arrived = {side for side in (0, 1) if total[side] > 100}
    if not arrived:
        return None, ""
    if arrived == {0, 1}:
        if bare[last] < 30:
            return 1 - last, "thirty"
        if bare[1 - last] < 30:
            return last, "thirty"
        return last, "ultimas"
    (side,) = arrived
    assert bare[side] > 29, "29 without cantes leave the rival with 101"
    return side, "reached"
