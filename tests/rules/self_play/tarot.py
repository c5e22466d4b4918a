"""A table that plays by itself: 78 cards, each played by the rules of tarot.

The player with the best hand takes, with a contract that suits it; all choose at random among the
playable cards.
"""

from dataclasses import dataclass, field, replace

from rules.chance import Chance
from rules.core import Score, Side
from rules.lines import End, Forfeit, Stop
from rules.tarot.cards import DEFENCE, POIGNEES, RESERVE, TAKER, TRICKS
from rules.tarot.count import count
from rules.tarot.faults import VOID, Fault
from rules.tarot.hands import Deal, Hand, Passed, PetitAlone, Poignee, Results, Ruling
from rules.tarot.match import State, play, start
from rules.tarot.options import DISCARDED, Options
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
    allowed,
    petit_alone,
    winning,
    worth,
)

WORTH_TAKING = {3: 40, 4: 30, 5: 24}  # strength of a hand that takes, by the number of players
SEQUENCE = 12  # deals of a match that ends by time

LEVELS = ("round", "results", "deals")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every deal, the result of each, or only the result of all deals together. Fines
    are then lines of the referee, and come first.
    """
    chance = Chance(seed)
    dealer = chance.below(options.players)
    score = start(options)
    lines: list[Hand] = []
    while not score.over:
        if options.by_time and score.state.deals == SEQUENCE:
            hand: Hand = End()
        else:
            turn = score.state.dealer
            first = dealer if turn is None else None
            hand = _Table(chance, options, dealer if turn is None else turn, first).play()
        after = play(score, hand, options)
        if level == "deals" or not isinstance(hand, Deal):
            lines.append(hand)
        else:
            by_lot = hand.dealer if not lines else None
            lines += _results(hand, options, by_lot, after)
        score = after
    return lines if level != "round" else _round(lines, options)


def _results(deal: Deal, options: Options, by_lot: Side | None, after: Score[State]) -> list[Hand]:
    """Return a deal as its result, after the lines of its fines."""
    if after.events[0].code == "tarot.void":
        return [deal]
    dealer = ((after.state.dealer or 0) - 1) % options.players
    seats = [
        seat for seat in range(options.players) if not options.resting_dealer or seat != dealer
    ]
    points = shares(count(deal, options).value, deal.taker, deal.partner, seats, options)
    by_point = 2 // options.unit
    lines: list[Hand] = []
    for fault in deal.faults:
        if fault.effect == VOID:  # by the side that lost anyway
            continue
        fined = [0] * options.players
        for seat in seats:
            if (seat in deal.camp) != (fault.side in deal.camp):
                fined[seat] += 2 * options.fine
                fined[fault.side] -= 2 * options.fine
        lines.append(Ruling("points", f"falta {fault.point}", tuple(fined)))
    halves = tuple(number * by_point for number in points)
    return [*lines, Results(1, halves, by_lot)]


def _round(lines: list[Hand], options: Options) -> list[Hand]:
    """Return all the results of the match in one line; annulled deals only where they count."""
    recorded: list[Deal | Passed | PetitAlone | Results] = []
    if options.annulled_count:
        recorded += [line for line in lines if isinstance(line, Deal | Passed | PetitAlone)]
    results = [line for line in lines if isinstance(line, Results)]
    if results:
        total = tuple(map(sum, zip(*(line.halves for line in results), strict=True)))
        recorded.append(Results(len(results), total))
    dealt = next(
        line.dealer for line in lines if not isinstance(line, Ruling | End | Forfeit | Stop)
    )
    renumbered = [
        replace(line, dealer=None if number else dealt) for number, line in enumerate(recorded)
    ]
    others = [line for line in lines if isinstance(line, Ruling)]
    return [*others, *renumbered, *(line for line in lines if isinstance(line, End))]


@dataclass
class _Table:
    """One deal. Play goes to the next seat, which is to the right."""

    chance: Chance
    options: Options
    dealer: Side
    by_lot: Side | None  # the dealer, if the line must name him
    hands: dict[Side, list[Card]] = field(default_factory=dict)
    reserve: list[Card] = field(default_factory=list)
    camp: tuple[Side, ...] = ()
    piles: dict[str, list[Card]] = field(default_factory=lambda: {TAKER: [], DEFENCE: []})
    taken: dict[str, int] = field(default_factory=lambda: {TAKER: 0, DEFENCE: 0})

    def play(self) -> Hand:
        """Play the deal to its end, or until nobody wants to play it."""
        seats = self._give()
        alone = [seat for seat in seats if petit_alone(self.hands[seat])]
        if alone and (not self.options.naipes or self.chance.one_in(2)):
            return PetitAlone(alone[0], self.by_lot)
        taker = max(seats, key=lambda seat: (_strength(self.hands[seat]), -seat))
        contract = self._contract(_strength(self.hands[taker]))
        if contract is None:
            return Passed(self.by_lot)
        partner, called = self._call(taker)
        self.camp = (taker,) if partner in (None, taker) else (taker, partner or 0)
        own = self._lay_aside(taker, contract)
        poignees = self._poignees(seats)
        announced = self.chance.one_in(40)
        petit = self._tricks(seats, self._leader(seats, taker, announced))
        mine = self.piles[TAKER] + own
        return Deal(
            taker,
            contract,
            sum(map(worth, mine)),
            sum(card in OUDLERS for card in mine),
            petit,
            partner,
            called,
            poignees,
            announced=announced,
            slam=next((camp for camp, other in _RIVALS if not self.taken[other]), None),
            faults=self._faults(seats),
            dealer=self.by_lot,
        )

    def _give(self) -> list[Side]:
        """Deal the cards and the reserve; return the seats with cards, in playing order."""
        players, active = self.options.players, self.options.active
        order = [(self.dealer + 1 + place) % players for place in range(active)]
        cards = self.chance.shuffled(DECK)
        for place, seat in enumerate(order):
            self.hands[seat] = cards[place * TRICKS[active] : (place + 1) * TRICKS[active]]
        self.reserve = cards[-RESERVE[active] :]
        return order

    def _contract(self, strength: int) -> str | None:
        """Return the contract, higher for a better hand.

        None if not even the best hand is worth taking.
        """
        contracts = self.options.contracts
        level = strength - WORTH_TAKING[self.options.active] + self.chance.below(12)
        return None if level < 0 else contracts[min(level // 7, len(contracts) - 1)]

    def _call(self, taker: Side) -> tuple[Side | None, str | None]:
        """Return the called partner and card, at five: the highest rank of which the taker lacks a
        card.
        """
        if self.options.active < 5:
            return None, None
        ranks = self.options.callable_cards
        lacking = [
            card
            for rank in range(KING, KING - len(ranks), -1)
            for card in (Card(suit, rank) for suit in SUITS)
            if card not in self.hands[taker]
        ]
        best = max((card.rank for card in lacking), default=KING)
        card = self.chance.pick([card for card in lacking if card.rank == best] or [DECK[13]])
        holder = [seat for seat, cards in self.hands.items() if card in cards]
        return (holder or [taker])[0], ranks[KING - best]

    def _lay_aside(self, taker: Side, contract: str) -> list[Card]:
        """Return the taker's cards without a trick: his discard, or the reserve."""
        if contract not in DISCARDED:
            return self.reserve if contract == "sin" else []
        hand = self.hands[taker] = self.hands[taker] + self.reserve
        free = [card for card in hand if card not in OUDLERS and card.rank != KING]
        plain = self.chance.shuffled([card for card in free if card.suit != TRUMP])
        trumps = [card for card in free if card.suit == TRUMP]
        aside = (plain + trumps)[: len(self.reserve)]
        self.hands[taker] = [card for card in hand if card not in aside]
        return aside

    def _poignees(self, seats: list[Side]) -> tuple[Poignee, ...]:
        """Return the poignées: hands with enough trumps show them, two times out of three."""
        shown = []
        for seat in seats:
            trumps = sum(card.suit == TRUMP or card == EXCUSE for card in self.hands[seat])
            enough = [number for number in POIGNEES[len(seats)] if number <= trumps]
            if enough and not self.chance.one_in(3):
                shown.append(Poignee(seat, enough[-1]))
        return tuple(shown)

    def _leader(self, seats: list[Side], taker: Side, announced: bool) -> int:
        """Return the place in `seats` of the leader: the dealer's right; *naipes*, the taker's
        (16).

        A player who announced a chelem leads.
        """
        if announced:
            return seats.index(taker)
        if not self.options.naipes:
            return 0
        return (seats.index(taker) + 1) % len(seats)

    def _tricks(self, seats: list[Side], leader: int) -> str | None:
        """Play all the cards; return the camp that took the petit in the last trick, if any."""
        excuse: Side | None = None
        order = seats
        trick: list[Card] = []
        while self.hands[seats[0]]:
            order = seats[leader:] + seats[:leader]
            trick = []
            for seat in order:
                card = self.chance.pick(allowed(self.hands[seat], trick))
                self.hands[seat].remove(card)
                trick.append(card)
            last = not self.hands[seats[0]]
            place = self._winner(order, trick, last)
            leader = seats.index(order[place])
            winner = self._camp(order[place])
            self.taken[winner] += 1
            if EXCUSE in trick and not last:
                excuse = order[trick.index(EXCUSE)]
            self.piles[winner] += trick
        if excuse is not None:
            self._give_back(self._camp(excuse))
        return winner if PETIT in trick else None

    def _camp(self, seat: Side) -> str:
        return TAKER if seat in self.camp else DEFENCE

    def _winner(self, order: list[Side], trick: list[Card], last: bool) -> int:
        """Return the winner; a led Excuse wins the last trick if it completes a chelem."""
        if last and trick[0] == EXCUSE:
            camp = self._camp(order[0])
            if not self.taken[DEFENCE if camp == TAKER else TAKER]:
                return 0
        return winning(trick)

    def _give_back(self, owner: str) -> None:
        """Return the Excuse to its owner's camp for a low card, if that camp has a trick."""
        other = DEFENCE if owner == TAKER else TAKER
        if EXCUSE in self.piles[other] and self.piles[owner]:
            low = min(self.piles[owner], key=worth)
            self.piles[owner].remove(low)
            self.piles[other].remove(EXCUSE)
            self.piles[owner].append(EXCUSE)
            self.piles[other].append(low)

    def _faults(self, seats: list[Side]) -> tuple[Fault, ...]:
        """Return the faults: at times an early play, a false announcement or a renuncio."""
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
