"""A table of guiñote that knows nothing of `rules/`: it deals, plays, and counts real cards.

Written from the reglamento alone, to judge the product from outside. Four sit at it, or two. It
keeps each side's pile of cards won, counts the cards in it, and writes the line that the table
would write.
"""

from dataclasses import dataclass
from random import Random

WORTH = {"as": 11, "tres": 10, "rey": 4, "sota": 3, "caballo": 2}
ORDER = ["as", "tres", "rey", "sota", "caballo", "7", "6", "5", "4", "2"]  # Rulings G5
PLACE = {number: place for place, number in enumerate(ORDER)}
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
PACK = [(number, palo) for palo in PALOS for number in ORDER]


@dataclass
class Reparto:
    """One true deal: what the table saw."""

    piles: tuple[list, list]  # cards won by A and by B
    bazas: list  # side that took each baza, in order
    sung: list  # (side, tantos, palo, whether the suit was named)
    declared: int | None
    dealer: int
    trump: str
    players: int = 4

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
        for who, tantos, palo, named_suit in self.sung:
            words.append("AB"[who] + str(tantos) + (PALOS[palo] if named_suit else ""))
        if self.declared is not None:
            words.append("!" + "AB"[self.declared])
        return " ".join(words)


def deal_cards(rng: Random, dealer: int, ida: tuple[int, int] | None, sitting: int = 4) -> Reparto:
    """Play one deal. With `ida` it is de vueltas, and a side with 101 may declare it."""
    pack = PACK[:]
    rng.shuffle(pack)
    players = [pack[start : start + 6] for start in range(0, 6 * sitting, 6)]
    mount = pack[6 * sitting :]  # drawn from the front; the last card shows the trump
    trump = mount[-1][1]
    deal = Reparto(([], []), [], [], None, dealer, trump, sitting)
    quiet = rng.random() < 0.2  # nobody declares, though he could
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
                players[(turn + place) % sitting].append(mount.pop(0))
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
        card = rng.choice(hand if free else _could(hand, played, trump))
        hand.remove(card)
        played.append(card)
    best = _best(played, trump)
    winner = (turn + played.index(best)) % len(players)
    deal.piles[winner % 2].extend(played)
    deal.bazas.append(winner % 2)
    return winner


def _best(played, trump):
    """Return the highest trump, or else the highest card of the suit led."""
    best = played[0]
    for card in played[1:]:
        if card[1] == best[1]:
            if PLACE[card[0]] < PLACE[best[0]]:
                best = card
        elif card[1] == trump:
            best = card
    return best


def _could(hand, played, trump) -> list:
    """Return the playable cards of the arrastre: asistir, montar, fallar, pisar."""
    if not played:
        return hand
    led, best = played[0][1], _best(played, trump)
    higher = [card for card in hand if card[1] == best[1] and PLACE[card[0]] < PLACE[best[0]]]
    serving = [card for card in hand if card[1] == led]
    if serving:
        return higher if higher and best[1] == led else serving
    if len(played) >= 2 and played.index(best) == len(played) - 2:
        return hand
    trumps = [card for card in hand if card[1] == trump]
    return (higher if best[1] == trump else trumps) or hand


def _swap_seven(rng, players, turn, trump, mount) -> None:
    for player in range(turn % 2, len(players), 2):
        if len(mount) > len(players) and ("7", trump) in players[player] and rng.random() < 0.8:
            players[player].remove(("7", trump))
            players[player].append(mount[-1])
            mount[-1] = ("7", trump)


def _sing(rng, players, side, trump, with_mount, deal) -> None:
    """Let the side that just won the baza sing, two cantes a player at most."""
    for player in range(side, len(players), 2):
        done = {palo for _, _, palo, _ in deal.sung}
        has = [
            palo
            for palo in PALOS
            if palo not in done and {("rey", palo), ("sota", palo)}.issubset(players[player])
        ]
        rng.shuffle(has)
        for palo in has[:2]:
            if rng.random() < 0.9:
                named_suit = palo == trump or with_mount or rng.random() < 0.5
                deal.sung.append((side, 40 if palo == trump else 20, palo, named_suit))


def _says_so(rng, deal, ida, side) -> bool:
    count = ida[side] + deal.total[side]
    return rng.random() < (0.6 if count >= 101 else 0.03)


def partida(rng: Random, dealer: int, sitting: int = 4) -> tuple[list[Reparto], int, str]:
    """Return the deals of a partida, its winner and why, counted by the reglamento."""
    first = deal_cards(rng, dealer, None, sitting)
    winner, why = _count(first.total, first.bare, first.bazas[-1])
    if winner is not None:
        return [first], winner, why
    second = deal_cards(rng, first.bazas[-1], first.total, sitting)
    total = tuple(map(sum, zip(first.total, second.total, strict=True)))
    bare = tuple(map(sum, zip(first.bare, second.bare, strict=True)))
    if second.declared is not None:
        declarer = second.declared
        if total[declarer] > 100 and bare[declarer] > 29:
            return [first, second], declarer, "declared"
        return [first, second], 1 - declarer, "false_declaration"
    winner, why = _count(total, bare, second.bazas[-1])
    return [first, second], winner, why


def guinote_match(
    rng: Random, sitting: int, cotos: int, partidas: int, best_of: int, play_all: bool
):
    """Yield each deal of a match with the state after it.

    The state has the four tallies, the next dealer, the winner of the match, and how and with how
    many tantos a partida was just won.
    """
    if best_of:
        cotos, partidas = 1, best_of // 2 + 1
    won, ever, in_coto = [0, 0], [0, 0], [0, 0]
    dealer, winner = rng.randrange(2), None
    while winner is None:
        deals, side, why = partida(rng, dealer, sitting)
        for deal in deals[:-1]:
            tallies = tuple(won), tuple(ever), tuple(in_coto), deal.total
            yield deal, (tallies, deal.bazas[-1], None, "", None)
        ever[side] += 1
        in_coto[side] += 1
        if sum(in_coto) == best_of if play_all else in_coto[side] == partidas:
            ahead = in_coto.index(max(in_coto))
            won[ahead] += 1
            in_coto = [0, 0]
            winner = ahead if won[ahead] == cotos else None
        dealer = deals[-1].bazas[-1] if deals[-1].declared is None else side
        total = tuple(map(sum, zip(*(deal.total for deal in deals), strict=True)))
        tallies = tuple(won), tuple(ever), tuple(in_coto), (0, 0)
        yield deals[-1], (tallies, dealer, winner, why, total)


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
