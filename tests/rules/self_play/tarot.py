"""Self-play table of tarot: 78 cards, each played by the rules.

The player with the best hand takes, with a contract that suits it. All choose at random among the
playable cards.
"""

from dataclasses import dataclass, field, replace

from rules.chance import Chance
from rules.core import Score, Side
from rules.lines import End, Forfeit, Stop
from rules.tarot.cards import DEFENCE, POIGNEES, RESERVE, TAKER, TRICKS
from rules.tarot.count import count
from rules.tarot.faults import VOID, Fault
from rules.tarot.hands import Deal, Hand, PassedDeal, PetitAlone, Poignee, Results, Ruling
from rules.tarot.match import State, play, start
from rules.tarot.options import CONTRACTS_WITH_DISCARD, Options
from rules.tarot.payments import shares
from tests.rules.self_play.tarot_tricks import (
    DECK,
    EXCUSE,
    KING,
    OUDLERS,
    PETIT,
    SUITS,
    TRUMP,
    Card,
    petit_alone,
    playable_cards,
    winning_place,
    worth,
)

WORTH_TAKING = {3: 40, 4: 30, 5: 24}  # by number of players, the strength of a hand that takes
DEALS_BEFORE_END = 12  # deals of a match that ends by time

LEVELS = ("round", "results", "deals")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every deal, the result of each deal, or one result of all deals. With results,
    fines are lines of the referee, before the result.
    """
    chance = Chance(seed)
    dealer = chance.below(options.players)
    score = start(options)
    lines: list[Hand] = []
    while not score.over:
        if options.by_time and score.state.deals == DEALS_BEFORE_END:
            hand: Hand = End()
        else:
            turn = score.state.dealer
            stated_dealer = dealer if turn is None else None
            hand = _Table(chance, options, dealer if turn is None else turn, stated_dealer).play()
        new_score = play(score, hand, options)
        if level == "deals" or not isinstance(hand, Deal):
            lines.append(hand)
        else:
            stated_dealer_of_result = hand.dealer if not lines else None
            lines += _results(hand, options, stated_dealer_of_result, new_score)
        score = new_score
    return lines if level != "round" else _round(lines, options)


def _results(
    deal: Deal, options: Options, stated_dealer: Side | None, score_after: Score[State]
) -> list[Hand]:
    """Return the lines of a deal's fines, then its result; a void deal stays as it is."""
    if score_after.events[0].code == "tarot.void":
        return [deal]
    dealer = ((score_after.state.dealer or 0) - 1) % options.players
    seats = [
        seat for seat in range(options.players) if not options.resting_dealer or seat != dealer
    ]
    points = shares(count(deal, options).value, deal.taker, deal.partner, seats, options)
    unit_factor = 2 // options.unit
    lines: list[Hand] = []
    for fault in deal.faults:
        if fault.effect == VOID:  # a renuncio of the side that lost: it changes nothing
            continue
        fines = [0] * options.players
        for seat in seats:
            if (seat in deal.camp) != (fault.side in deal.camp):
                fines[seat] += 2 * options.fine
                fines[fault.side] -= 2 * options.fine
        lines.append(Ruling("points", f"falta {fault.point}", tuple(fines)))
    halves = tuple(number * unit_factor for number in points)
    return [*lines, Results(1, halves, stated_dealer)]


def _round(lines: list[Hand], options: Options) -> list[Hand]:
    """Return the results of the match added up in one line.

    The lines of its fines come first, then the annulled deals if they count.
    """
    deals: list[Deal | PassedDeal | PetitAlone | Results] = []
    if options.annulled_count:
        deals += [line for line in lines if isinstance(line, Deal | PassedDeal | PetitAlone)]
    results = [line for line in lines if isinstance(line, Results)]
    if results:
        total = tuple(map(sum, zip(*(line.halves for line in results), strict=True)))
        deals.append(Results(len(results), total))
    first_dealer = next(
        line.dealer for line in lines if not isinstance(line, Ruling | End | Forfeit | Stop)
    )
    deals_with_dealer = [
        replace(line, dealer=None if number else first_dealer) for number, line in enumerate(deals)
    ]
    fines = [line for line in lines if isinstance(line, Ruling)]
    return [*fines, *deals_with_dealer, *(line for line in lines if isinstance(line, End))]


@dataclass
class _Table:
    """One deal. Play goes to the next seat, which is to the right."""

    chance: Chance
    options: Options
    dealer: Side
    stated_dealer: Side | None  # the dealer, if the line must name him
    hands: dict[Side, list[Card]] = field(default_factory=dict)
    reserve: list[Card] = field(default_factory=list)
    camp: tuple[Side, ...] = ()
    piles: dict[str, list[Card]] = field(default_factory=lambda: {TAKER: [], DEFENCE: []})
    tricks_won: dict[str, int] = field(default_factory=lambda: {TAKER: 0, DEFENCE: 0})

    def play(self) -> Hand:
        """Return the deal played to its end, or the line of a deal that nobody plays."""
        seats = self._deal_cards()
        seats_with_petit_alone = [seat for seat in seats if petit_alone(self.hands[seat])]
        if seats_with_petit_alone and (not self.options.naipes or self.chance.one_in(2)):
            return PetitAlone(seats_with_petit_alone[0], self.stated_dealer)
        taker = max(seats, key=lambda seat: (_strength(self.hands[seat]), -seat))
        contract = self._contract(_strength(self.hands[taker]))
        if contract is None:
            return PassedDeal(self.stated_dealer)
        partner, called = self._call(taker)
        self.camp = (taker,) if partner in (None, taker) else (taker, partner or 0)
        cards_aside = self._lay_aside(taker, contract)
        poignees = self._poignees(seats)
        announced = self.chance.one_in(40)
        petit = self._tricks(seats, self._leader(seats, taker, announced))
        takers_cards = self.piles[TAKER] + cards_aside
        return Deal(
            taker,
            contract,
            sum(map(worth, takers_cards)),
            sum(card in OUDLERS for card in takers_cards),
            petit,
            partner,
            called,
            poignees,
            announced=announced,
            slam=next(
                (camp for camp, rival_camp in _RIVALS if not self.tricks_won[rival_camp]), None
            ),
            faults=self._faults(seats),
            dealer=self.stated_dealer,
        )

    def _deal_cards(self) -> list[Side]:
        """Deal the cards and the reserve. Return the seats with cards, in playing order."""
        players, active = self.options.players, self.options.active_players
        order = [(self.dealer + 1 + place) % players for place in range(active)]
        cards = self.chance.shuffled(DECK)
        for place, seat in enumerate(order):
            self.hands[seat] = cards[place * TRICKS[active] : (place + 1) * TRICKS[active]]
        self.reserve = cards[-RESERVE[active] :]
        return order

    def _contract(self, strength: int) -> str | None:
        """Return the contract for the best hand, or None if it is too weak to take."""
        contracts = self.options.contracts
        level = strength - WORTH_TAKING[self.options.active_players] + self.chance.below(12)
        return None if level < 0 else contracts[min(level // 7, len(contracts) - 1)]

    def _call(self, taker: Side) -> tuple[Side | None, str | None]:
        """Return the partner of the taker and the rank of the called card.

        With fewer than five players, both are None. The taker calls a card that he lacks, of the
        highest rank.
        """
        if self.options.active_players < 5:
            return None, None
        ranks = self.options.callable_cards
        lacking = [
            card
            for rank in range(KING, KING - len(ranks), -1)
            for card in (Card(suit, rank) for suit in SUITS)
            if card not in self.hands[taker]
        ]
        best_rank = max((card.rank for card in lacking), default=KING)
        card = self.chance.pick([card for card in lacking if card.rank == best_rank] or [DECK[13]])
        holder = [seat for seat, cards in self.hands.items() if card in cards]
        return (holder or [taker])[0], ranks[KING - best_rank]

    def _lay_aside(self, taker: Side, contract: str) -> list[Card]:
        """Let the taker discard. Return the cards that he counts without tricks.

        These cards are his discard, or the reserve in a contract without a discard.
        """
        if contract not in CONTRACTS_WITH_DISCARD:
            return self.reserve if contract == "sin" else []
        hand = self.hands[taker] = self.hands[taker] + self.reserve
        discardable_cards = [card for card in hand if card not in OUDLERS and card.rank != KING]
        plain_cards = self.chance.shuffled(
            [card for card in discardable_cards if card.suit != TRUMP]
        )
        trumps = [card for card in discardable_cards if card.suit == TRUMP]
        cards_aside = (plain_cards + trumps)[: len(self.reserve)]
        self.hands[taker] = [card for card in hand if card not in cards_aside]
        return cards_aside

    def _poignees(self, seats: list[Side]) -> tuple[Poignee, ...]:
        """Return the poignées that players show: two times out of three if they can."""
        poignees = []
        for seat in seats:
            trumps = sum(card.suit == TRUMP or card == EXCUSE for card in self.hands[seat])
            possible = [number for number in POIGNEES[len(seats)] if number <= trumps]
            if possible and not self.chance.one_in(3):
                poignees.append(Poignee(seat, possible[-1]))
        return tuple(poignees)

    def _leader(self, seats: list[Side], taker: Side, announced: bool) -> int:
        """Return the place in `seats` of the leader.

        The player to the right of the dealer leads, or in naipes the one to the right of the taker
        (Tarot 16). A taker who announced a chelem leads himself.
        """
        if announced:
            return seats.index(taker)
        if not self.options.naipes:
            return 0
        return (seats.index(taker) + 1) % len(seats)

    def _tricks(self, seats: list[Side], leader: int) -> str | None:
        """Play all the cards. Return the camp that took the petit in the last trick, if any."""
        excuse: Side | None = None
        order = seats
        trick: list[Card] = []
        while self.hands[seats[0]]:
            order = seats[leader:] + seats[:leader]
            trick = []
            for seat in order:
                card = self.chance.pick(playable_cards(self.hands[seat], trick))
                self.hands[seat].remove(card)
                trick.append(card)
            is_last = not self.hands[seats[0]]
            place = self._winner(order, trick, is_last)
            leader = seats.index(order[place])
            winner = self._camp(order[place])
            self.tricks_won[winner] += 1
            if EXCUSE in trick and not is_last:
                excuse = order[trick.index(EXCUSE)]
            self.piles[winner] += trick
        if excuse is not None:
            self._give_back(self._camp(excuse))
        return winner if PETIT in trick else None

    def _camp(self, seat: Side) -> str:
        return TAKER if seat in self.camp else DEFENCE

    def _winner(self, order: list[Side], trick: list[Card], is_last: bool) -> int:
        """Return the place of the winning card.

        An Excuse that leads the last trick wins it if its camp has won all the others.
        """
        if is_last and trick[0] == EXCUSE:
            camp = self._camp(order[0])
            if not self.tricks_won[DEFENCE if camp == TAKER else TAKER]:
                return 0
        return winning_place(trick)

    def _give_back(self, owner: str) -> None:
        """Give the Excuse back to its owner's camp for a low card, if that camp has a trick."""
        rival_camp = DEFENCE if owner == TAKER else TAKER
        if EXCUSE in self.piles[rival_camp] and self.piles[owner]:
            low_card = min(self.piles[owner], key=worth)
            self.piles[owner].remove(low_card)
            self.piles[rival_camp].remove(EXCUSE)
            self.piles[owner].append(EXCUSE)
            self.piles[rival_camp].append(low_card)

    def _faults(self, seats: list[Side]) -> tuple[Fault, ...]:
        """Return the faults of a deal: at times a fined fault, once or twice, or a renuncio."""
        if self.chance.one_in(40):
            fault = Fault(self.chance.pick(seats), 4 + self.chance.below(2))
            return (fault, fault) if self.chance.one_in(6) else (fault,)
        if self.chance.one_in(60):
            return (Fault(self.chance.pick(seats), 1 + self.chance.below(3), VOID),)
        return ()


_RIVALS = ((TAKER, DEFENCE), (DEFENCE, TAKER))


def _strength(hand: list[Card]) -> int:
    """Return the strength of a hand: its trumps, oudlers and kings."""
    trumps = sum(card.suit == TRUMP for card in hand)
    kings = sum(card.rank == KING and card.suit != TRUMP for card in hand)
    return 2 * trumps + 8 * sum(card in hand for card in OUDLERS) + 3 * kings
