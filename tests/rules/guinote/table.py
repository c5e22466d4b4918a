"""A table of guiñote that imports nothing from `rules/`: it deals, plays and counts real cards.

It is written from the reglamento alone, to judge the rules from outside. Four or two players sit at
it. It keeps the cards that each side wins, counts them, and writes the line of each deal.
"""

from dataclasses import dataclass
from random import Random

WORTH = {"as": 11, "tres": 10, "rey": 4, "sota": 3, "caballo": 2}
# From high to low (Rulings G5).
ORDER = ["as", "tres", "rey", "sota", "caballo", "7", "6", "5", "4", "2"]
PLACE = {number: place for place, number in enumerate(ORDER)}
PALOS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
DECK = [(number, palo) for palo in PALOS for number in ORDER]


@dataclass
class Reparto:
    """A deal as played at the table."""

    piles: tuple[list, list]  # cards won by A and by B
    bazas: list  # side that took each baza, in order
    cantes: list  # (side, tantos, palo, whether the player named the palo)
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
    def tantos_without_cantes(self) -> tuple[int, int]:
        """Return the tantos of each side without cantes."""
        ten = self.bazas[-1] if self.finished else None
        return tuple(self.cards[side] + (10 if ten == side else 0) for side in (0, 1))

    @property
    def total(self) -> tuple[int, int]:
        return tuple(
            self.tantos_without_cantes[side]
            + sum(tantos for singer, tantos, _, _ in self.cantes if singer == side)
            for side in (0, 1)
        )

    def line(self) -> str:
        words = ["{}-{}".format(*self.cards)]
        if self.finished:
            words.append("u" + "AB"[self.bazas[-1]])
        for side, tantos, palo, named_suit in self.cantes:
            words.append("AB"[side] + str(tantos) + (PALOS[palo] if named_suit else ""))
        if self.declared is not None:
            words.append("!" + "AB"[self.declared])
        return " ".join(words)


def deal_cards(rng: Random, dealer: int, ida: tuple[int, int] | None, seats: int = 4) -> Reparto:
    """Play one deal. With `ida`, the deal is de vueltas, and a side may declare that it has 101."""
    deck = DECK[:]
    rng.shuffle(deck)
    players = [deck[start : start + 6] for start in range(0, 6 * seats, 6)]
    stock = deck[6 * seats :]  # players draw its first card; its last card shows the trump
    trump = stock[-1][1]
    deal = Reparto(([], []), [], [], None, dealer, trump, seats)
    quiet = rng.random() < 0.2  # nobody declares, even with 101
    turn = (dealer + rng.choice((1, 3))) % seats  # either rival of the dealer leads
    while players[turn]:
        turn = _play_baza(rng, players, turn, trump, bool(stock), deal)
        if deal.finished:
            break
        _swap_seven(rng, players, turn, trump, stock)
        sings_first = rng.random() < 0.7  # the cante may also wait until the cards are drawn
        if sings_first:
            _sing_cantes(rng, players, turn % 2, trump, bool(stock), deal)
        for place in range(seats):
            if stock:
                players[(turn + place) % seats].append(stock.pop(0))
        if not sings_first:
            _sing_cantes(rng, players, turn % 2, trump, bool(stock), deal)
        if ida is not None and not quiet and _declares(rng, deal, ida, turn % 2):
            deal.declared = turn % 2
            break
    return deal


def _play_baza(rng, players, turn, trump, has_stock, deal) -> int:
    baza = []
    for place in range(len(players)):
        hand = players[(turn + place) % len(players)]
        card = rng.choice(hand if has_stock else _playable(hand, baza, trump))
        hand.remove(card)
        baza.append(card)
    winning_card = _best_card(baza, trump)
    winner = (turn + baza.index(winning_card)) % len(players)
    deal.piles[winner % 2].extend(baza)
    deal.bazas.append(winner % 2)
    return winner


def _best_card(baza, trump):
    """Return the highest trump, or else the highest card of the suit led."""
    winning_card = baza[0]
    for card in baza[1:]:
        if card[1] == winning_card[1]:
            if PLACE[card[0]] < PLACE[winning_card[0]]:
                winning_card = card
        elif card[1] == trump:
            winning_card = card
    return winning_card


def _playable(hand, baza, trump) -> list:
    """Return the playable cards of the arrastre: asistir, montar, fallar, pisar."""
    if not baza:
        return hand
    suit_led, winning_card = baza[0][1], _best_card(baza, trump)
    higher_cards = [
        card
        for card in hand
        if card[1] == winning_card[1] and PLACE[card[0]] < PLACE[winning_card[0]]
    ]
    cards_of_suit = [card for card in hand if card[1] == suit_led]
    if cards_of_suit:
        return higher_cards if higher_cards and winning_card[1] == suit_led else cards_of_suit
    if len(baza) >= 2 and baza.index(winning_card) == len(baza) - 2:
        return hand
    trumps = [card for card in hand if card[1] == trump]
    return (higher_cards if winning_card[1] == trump else trumps) or hand


def _swap_seven(rng, players, turn, trump, stock) -> None:
    """Let the side that won the baza change the seven of trumps for the card turned up."""
    for player in range(turn % 2, len(players), 2):
        if len(stock) > len(players) and ("7", trump) in players[player] and rng.random() < 0.8:
            players[player].remove(("7", trump))
            players[player].append(stock[-1])
            stock[-1] = ("7", trump)


def _sing_cantes(rng, players, side, trump, has_stock, deal) -> None:
    """Let the side that won the baza sing: at most two cantes for each player."""
    for player in range(side, len(players), 2):
        sung = {palo for _, _, palo, _ in deal.cantes}
        palos = [
            palo
            for palo in PALOS
            if palo not in sung and {("rey", palo), ("sota", palo)}.issubset(players[player])
        ]
        rng.shuffle(palos)
        for palo in palos[:2]:
            if rng.random() < 0.9:
                named_suit = palo == trump or has_stock or rng.random() < 0.5
                deal.cantes.append((side, 40 if palo == trump else 20, palo, named_suit))


def _declares(rng, deal, ida, side) -> bool:
    """Return whether the side declares that it has won; without 101 it seldom does."""
    count = ida[side] + deal.total[side]
    return rng.random() < (0.6 if count >= 101 else 0.03)


def partida(rng: Random, dealer: int, seats: int = 4) -> tuple[list[Reparto], int, str]:
    """Return the deals of a partida, its winner and the way it was won, by the reglamento."""
    first_deal = deal_cards(rng, dealer, None, seats)
    winner, way = _winner_and_way(
        first_deal.total, first_deal.tantos_without_cantes, first_deal.bazas[-1]
    )
    if winner is not None:
        return [first_deal], winner, way
    second_deal = deal_cards(rng, first_deal.bazas[-1], first_deal.total, seats)
    total = tuple(map(sum, zip(first_deal.total, second_deal.total, strict=True)))
    without_cantes = tuple(
        map(
            sum,
            zip(first_deal.tantos_without_cantes, second_deal.tantos_without_cantes, strict=True),
        )
    )
    if second_deal.declared is not None:
        declarer = second_deal.declared
        if total[declarer] > 100 and without_cantes[declarer] > 29:
            return [first_deal, second_deal], declarer, "declared"
        return [first_deal, second_deal], 1 - declarer, "false_declaration"
    winner, way = _winner_and_way(total, without_cantes, second_deal.bazas[-1])
    return [first_deal, second_deal], winner, way


def guinote_match(rng: Random, seats: int, cotos: int, partidas: int, best_of: int, play_all: bool):
    """Yield each deal of a match with the state after it.

    The state has the four tallies, the next dealer, the winner of the match, and the way and the
    tantos of a partida that the deal won.
    """
    if best_of:
        cotos, partidas = 1, best_of // 2 + 1
    cotos_won = [0, 0]
    partidas_won = [0, 0]
    partidas_in_coto = [0, 0]
    dealer, winner = rng.randrange(2), None
    while winner is None:
        deals, side, way = partida(rng, dealer, seats)
        for deal in deals[:-1]:
            tallies = tuple(cotos_won), tuple(partidas_won), tuple(partidas_in_coto), deal.total
            yield deal, (tallies, deal.bazas[-1], None, "", None)
        partidas_won[side] += 1
        partidas_in_coto[side] += 1
        if sum(partidas_in_coto) == best_of if play_all else partidas_in_coto[side] == partidas:
            coto_winner = partidas_in_coto.index(max(partidas_in_coto))
            cotos_won[coto_winner] += 1
            partidas_in_coto = [0, 0]
            winner = coto_winner if cotos_won[coto_winner] == cotos else None
        dealer = deals[-1].bazas[-1] if deals[-1].declared is None else side
        total = tuple(map(sum, zip(*(deal.total for deal in deals), strict=True)))
        tallies = tuple(cotos_won), tuple(partidas_won), tuple(partidas_in_coto), (0, 0)
        yield deals[-1], (tallies, dealer, winner, way, total)


def _winner_and_way(total, without_cantes, last_winner) -> tuple[int | None, str]:
    """Return the winner of a partida and the way it was won; (None, "") if nobody has 101."""
    sides_with_101 = {side for side in (0, 1) if total[side] > 100}
    if not sides_with_101:
        return None, ""
    if sides_with_101 == {0, 1}:
        if without_cantes[last_winner] < 30:
            return 1 - last_winner, "thirty"
        if without_cantes[1 - last_winner] < 30:
            return last_winner, "thirty"
        return last_winner, "ultimas"
    (side,) = sides_with_101
    assert without_cantes[side] > 29, "29 without cantes leave the rival with 101"
    return side, "reached"
