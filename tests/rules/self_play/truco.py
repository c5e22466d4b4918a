"""Self-play table of truco: real cards, chants, answers and rounds, by the rules.

Players chant and answer at random. At times a player misdeals or forgets to show his tantos.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.chance import Chance
from rules.core import RuleError, Score, Side
from rules.reading import SUITS
from rules.truco.acts import Act, Answer, Chant, Fault, Mazo, Round, Seat, Tanto, Tantos
from rules.truco.hands import Chico, Deal, ExtraCards, Hand, Misdeal
from rules.truco.mano import ENVIDO, TRUCO, Mano, hand_after
from rules.truco.match import play
from rules.truco.options import Options
from rules.truco.score import State, next_seating, start
from rules.truco.seats import Seating, seat_at, side_at

FIRST_CHANTS = ("e", "e", "e", "re", "fe")  # envido is chosen more often than the others


class Card(NamedTuple):
    rank: int
    suit: str


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in (*range(1, 8), 10, 11, 12))
# Cards from high to low (5.1): a rank of any suit, or a card with its suit.
_ORDER = ("1e", "1b", "7e", "7o", "3", "2", "1", "12", "11", "10", "7", "6", "5", "4")


def strength(card: Card) -> int:
    """Return the strength of a card at the truco; equal cards make a parda (5.1).

    >>> strength(Card(1, "e")) > strength(Card(7, "o")) > strength(Card(3, "c"))
    True
    """
    card_name = f"{card.rank}{card.suit}"
    return -_ORDER.index(card_name if card_name in _ORDER else str(card.rank))


def tantos(cards: list[Card]) -> int:
    """Return the tantos of three cards (4.1.2).

    Two cards of one suit make 20 plus their sum; without them, the highest card counts.

    >>> tantos([Card(7, "e"), Card(6, "e"), Card(5, "e")]), tantos([Card(12, "e"), Card(4, "o")])
    (33, 4)
    """
    worth = [(card.suit, card.rank if card.rank < 10 else 0) for card in cards]
    pairs = [
        20 + value + other_value
        for place, (suit, value) in enumerate(worth)
        for other_suit, other_value in worth[place + 1 :]
        if suit == other_suit
    ]
    return max(pairs or [value for _, value in worth])


LEVELS = ("deals", "chicos")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every hand, or the result of each chico.
    """
    chance = Chance(seed)
    score = start(options)
    lines: list[Hand] = []
    first_dealer = chance.below(options.players)
    while not score.over:
        hand = _next_line(chance, score, first_dealer, options)
        score = play(score, hand, options)
        if level == "deals":
            lines.append(hand)
        chicos_won = [event for event in score.events if event.code == "truco.chico_won"]
        if level == "chicos" and chicos_won:
            lines.append(_chico_line(score, chicos_won[0].side))
    return lines


def _chico_line(score: Score[State], winner: Side | None) -> Chico:
    """Return the line of the last chico: its tantos, and its winner if two sides have the most."""
    tantos_of_chico = score.state.chicos[-1]
    return Chico(
        tantos_of_chico, winner if tantos_of_chico.count(max(tantos_of_chico)) > 1 else None
    )


def _next_line(chance: Chance, score: Score[State], first_dealer: int, options: Options) -> Hand:
    """Return a misdeal at times, else a hand played at the table.

    The seat `first_dealer` deals if the record does not show the dealer.
    """
    dealer_unknown = score.state.dealer is None
    dealer = first_dealer if score.state.dealer is None else score.state.dealer
    named_dealer = seat_at(dealer, options) if dealer_unknown else None
    if not score.state.duel and chance.one_in(60):
        return _misdeal(chance, named_dealer, options)
    known_score = Score(
        score.tallies, State(dealer=dealer, duel=score.state.duel, pica=score.state.pica)
    )
    table = _Table(chance, next_seating(known_score, options), score, options)
    return Deal(tuple(table.play()), tuple(table.faults()), named_dealer)


def _misdeal(chance: Chance, named_dealer: Seat | None, options: Options) -> Hand:
    """Return a misdeal, or at times the line of a player who hid that he has too many cards."""
    if chance.one_in(4):
        return ExtraCards(chance.below(options.sides), named_dealer)
    return Misdeal(chance.pick((None, "mas", "menos", "vuelta")), named_dealer)


class _Table:
    """One hand, or one duel of a pica-pica."""

    def __init__(
        self, chance: Chance, seating: Seating, score: Score[State], options: Options
    ) -> None:
        self.chance = chance
        self.seating = seating
        self.score = score
        self.options = options
        mano = seating.mano()
        steps = (0, 3) if seating.duel else range(options.players)
        self.seats = [(mano + step) % options.players for step in steps]
        cards = chance.shuffled(DECK)
        self.hands = {seat: cards[3 * turn : 3 * turn + 3] for turn, seat in enumerate(self.seats)}
        self.tantos = {seat: tantos(hand) for seat, hand in self.hands.items()}
        self.acts: list[Act] = []

    def play(self) -> list[Act]:
        leader = 0
        while (mano := self._current_mano()).winner is None:
            if self._chants_and_answers(mano):
                continue
            if mano.envido_awards and self._is_stopped():
                break
            leader = self._round(leader)
        return self.acts

    def faults(self) -> list[Fault]:
        """Return the fault of this hand, if any, by chance.

        The winner of the envido does not show his tantos, or a player has too many cards.
        """
        mano = self._current_mano()
        envido_winners = [
            award.bando for award in mano.envido_awards if award.way in ("envido", "falta")
        ]
        if envido_winners and self.chance.one_in(40):
            return [Fault("s", self.seating.bandos.index(envido_winners[0]))]
        if mano.winner is not None and self.chance.one_in(90):
            return [Fault("+", self._side(self.chance.pick(self.seats)))]
        return []

    def _current_mano(self) -> Mano:
        return hand_after(self.acts, self.seating)

    def _side(self, seat: int) -> Side:
        return side_at(seat, self.options)

    def _speaker(self, bando: int) -> Side:
        """Return the side of a player of that bando who plays this hand."""
        sides = [self._side(seat) for seat in self.seats]
        return self.chance.pick([side for side in sides if self.seating.bandos[side] == bando])

    def _chants_and_answers(self, mano: Mano) -> bool:
        """Add what players say before the next round: a chant, an answer, the tantos or «al mazo».

        Return whether somebody said something.
        """
        acts_before = len(self.acts)
        if mano.envido_state == "asked":
            self.acts.append(self._declared_tantos())
        elif mano.envido_state == "pending":
            self._answer_envido(mano, self._speaker(1 - mano.envido_chanter))
        elif mano.truco_pending:
            self._answer_truco(mano, self._speaker(1 - mano.truco_chanter))
        elif mano.envido_state == "open" and not self.acts and self.chance.one_in(2):
            self.acts.append(Chant(self._speaker(self.chance.below(2)), self._envido(FIRST_CHANTS)))
        elif mano.truco < 3 and self.chance.one_in(6):
            bando = self.chance.below(2) if mano.truco_chanter < 0 else 1 - mano.truco_chanter
            self.acts.append(Chant(self._speaker(bando), TRUCO[mano.truco]))
        elif self.chance.one_in(25):
            self.acts.append(Mazo(self._speaker(self.chance.below(2))))
        return len(self.acts) > acts_before

    def _answer_envido(self, mano: Mano, side: Side) -> None:
        raises = [chants[-1] for chants in ENVIDO if chants[:-1] == mano.envido]
        if raises and self.chance.one_in(4):
            self.acts.append(Chant(side, self._envido(raises)))
        elif not mano.truco and self.chance.one_in(12):
            self.acts.append(Chant(side, "t"))
        else:
            self.acts.append(Answer(self.chance.below(5) > 1))

    def _envido(self, chants: Sequence[str]) -> str:
        """Return one of these chants. The falta is rare, but less rare near the end of a chico."""
        bold = self.chance.one_in(3 if max(self.score.tallies[2]) > self.options.malas else 12)
        return self.chance.pick([chant for chant in chants if bold or chant != "fe"] or chants)

    def _answer_truco(self, mano: Mano, side: Side) -> None:
        if mano.envido_state == "open" and self.chance.one_in(3):
            self.acts.append(Chant(side, "e"))
        elif mano.truco < 3 and self.chance.one_in(4):
            self.acts.append(Chant(side, TRUCO[mano.truco]))
        elif self.chance.one_in(10):
            self.acts.append(Mazo(side))
        else:
            self.acts.append(Answer(self.chance.below(5) > 1))

    def _declared_tantos(self) -> Tantos:
        """Return the tantos that the players declare in turn, beginning with the mano.

        A side that cannot beat its rivals says «son buenas».
        """
        best_of_side: dict[Side, tuple[int, int]] = {}
        for seat in self.seats:
            side, worth = self._side(seat), self.tantos[seat]
            bandos = self.seating.bandos
            rival_values = [
                value
                for other_side, (value, _) in best_of_side.items()
                if bandos[other_side] != bandos[side]
            ]
            tantos_of_bando = [
                value
                for other_side, (value, _) in best_of_side.items()
                if bandos[other_side] == bandos[side]
            ]
            if worth > max(tantos_of_bando, default=-1) and worth > max(rival_values, default=-1):
                best_of_side[side] = (worth, seat)
        names_seats = len(self.seats) > 2 and not self.options.rotates
        return Tantos(
            tuple(
                Tanto(
                    best_of_side[side][0], best_of_side[side][1] // 2 + 1 if names_seats else None
                )
                if side in best_of_side
                else None
                for side in range(self.options.sides)
            )
        )

    def _is_stopped(self) -> bool:
        """Return whether the envido ended the chico: then the rules accept the hand so far."""
        try:
            play(self.score, self._line(), self.options)
        except RuleError:
            return False
        return True

    def _line(self) -> Deal:
        dealer = self.seating.dealer
        return Deal(tuple(self.acts), (), None if dealer is None else seat_at(dealer, self.options))

    def _round(self, leader: int) -> int:
        """Play a round from the leader on. Return the next leader as a place in `seats`."""
        strengths: list[tuple[int, int]] = []
        for step in range(len(self.seats)):
            place = (leader + step) % len(self.seats)
            hand = self.hands[self.seats[place]]
            strengths.append((strength(hand.pop(self.chance.below(len(hand)))), place))
        top = max(power for power, _ in strengths)
        winners = [place for power, place in strengths if power == top]
        sides = [self._side(self.seats[place]) for place in winners]
        if len({self.seating.bandos[side] for side in sides}) > 1:
            self.acts.append(Round(None))
            return 0
        self.acts.append(Round(sides[0]))
        return winners[0]
