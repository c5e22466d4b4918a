"""The rules of tarot against a table that deals real cards, counts them and pays by itself."""

from random import Random

import pytest

from rules import tarot
from rules.core import RuleError, replay
from rules.tarot import Options
from rules.tarot.cards import reachable
from tests.rules.tarot_table import PACK, deal_cards, with_faults, worth

DEALS = 2000
TABLES = [(3, False), (4, False), (5, False), (5, True), (4, True)]


@pytest.fixture(scope="module")
def played():
    """(options, deal) of two thousand deals, at tables of every size and in both variants."""
    rng = Random(1578)
    found = []
    for number in range(DEALS):
        players, resting = TABLES[number % len(TABLES)]
        variant = ("fft", "naipes")[number // len(TABLES) % 2]
        options = Options(
            naipes=variant == "naipes", players=players, resting_dealer=resting, by_time=True
        )
        deal = with_faults(rng, deal_cards(rng, players, resting, rng.randrange(players)))
        found.append((options, deal))
    return found


def _variant(options) -> str:
    return "naipes" if options.naipes else "fft"


def test_no_true_deal_is_refused_and_everybody_gets_what_the_table_paid(played):
    for options, deal in played:
        (step,) = replay(tarot, options, [deal.line()])
        paid = deal.paid(_variant(options), options.players)
        assert step.score.points == tuple(paid.values()), deal.line()
        assert sum(step.score.points) == 0
        assert (step.score.events[0].code == "tarot.void") == deal.annulled
        assert step.score.state.deals == (not deal.annulled)
        assert str(step.hand) == deal.line()
        assert len(deal.mine) + len(deal.others) == 78


def test_the_table_meets_what_the_text_speaks_of(played):
    deals = [deal for _, deal in played]
    assert {deal.contract for deal in deals} == {"tomo", "guardia", "sin", "contra"}
    assert {deal.bouts for deal in deals} == {0, 1, 2, 3}
    assert {deal.slam for deal in deals} == {None, True, False}
    assert {deal.bout for deal in deals} == {None, True, False}
    assert {point for deal in deals for _, point, _ in deal.faults} == {1, 2, 3, 4, 5, 6, 7}
    assert {deal.made for deal in deals if deal.announced} == {True, False}
    assert {len(deal.shown) for deal in deals} == {0, 1, 2}
    assert {len(deal.camp) for deal in deals} == {1, 2}
    assert any(deal.annulled for deal in deals)
    assert any(deal.points % 1 for deal in deals)


def test_the_result_alone_gives_the_same_totals(played):
    """The second level of record: each deal by its result, fines apart."""
    for options, deal in played:
        if deal.faults:
            continue
        paid = deal.paid(_variant(options), options.players)
        numbers = " ".join(map(str, paid.values()))
        line = f"repartos 1 {numbers} d{'ABCDE'[deal.dealer]}"
        (step,) = replay(tarot, options, [line])
        (whole,) = replay(tarot, options, [deal.line()])
        assert step.score.tallies == whole.score.tallies, line
        assert step.score.state == whole.score.state


def _pack_sums() -> dict[tuple[int, int, int], set[int]]:
    """(cards, oudlers, kings and oudlers) → half points, by adding the cards one by one."""
    sums: dict[tuple[int, int, int], set[int]] = {(0, 0, 0): {0}}
    for card in PACK:
        if worth(card) * 2 == 1:
            continue
        bout, noble = int(card[1] in ("triunfo", "")), int(worth(card) * 2 == 9)
        for (cards, bouts, nobles), totals in [(key, set(totals)) for key, totals in sums.items()]:
            key = (cards + 1, bouts + bout, nobles + noble)
            sums.setdefault(key, set()).update(total + int(2 * worth(card)) for total in totals)
    return sums


@pytest.mark.parametrize(("active", "bazas", "reserve"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_the_points_accepted_are_those_that_some_split_of_the_pack_makes(active, bazas, reserve):
    sums = _pack_sums()
    blanks = sum(worth(card) * 2 == 1 for card in PACK)
    for contract in ("tomo", "guardia", "sin", "contra"):
        aside = 0 if contract == "contra" else reserve
        for slam, tricks in [("taker", [bazas]), ("defence", [0]), (None, range(1, bazas))]:
            expected = {bouts: set() for bouts in range(4)}
            for trick in tricks:
                held = aside + active * trick
                for (cards, bouts, nobles), totals in sums.items():
                    if not 0 <= held - cards <= blanks:
                        continue
                    if contract in ("tomo", "guardia") and nobles > active * trick + 1:
                        continue
                    expected[bouts] |= {total + held - cards for total in totals}
            for bouts in range(4):
                assert reachable(active, contract, bouts, slam) == expected[bouts]


def _refused(options, line) -> bool:
    try:
        replay(tarot, options, [line])
    except RuleError:
        return True
    return False


def _falsified(options, deal):
    """The true line made false in every way that the rules can tell, each with its name."""
    line, active = deal.line(), len(deal.seats)
    head, _, rest = line.partition(f"{deal.bouts}o")
    before, points = head.split()[:-1], deal.points

    def with_points(number, bouts=deal.bouts, words=rest):
        return " ".join([*before, str(number), f"{bouts}o"]) + words

    clean = not any(point in (6, 7) for _, point, _ in deal.faults)
    if active == 4 and clean:
        yield "half a point at four", with_points(f"{int(points)}.5")
    yield "more than the pack", with_points(91.5)
    yield "no fewer than nothing", with_points("-1")
    yield "four oudlers", with_points(int(points), 4)
    if deal.bout:
        yield "the petit taken, and no oudler", with_points(int(points), 0)
    if deal.bout is False:
        yield "the petit lost, and three oudlers", with_points(int(points), 3)
    if deal.slam is None and clean:
        yield "a chelem that was not", line + " ch+"
        if deal.contract in ("tomo", "guardia") and points > 40:
            yield "a chelem of the defence, and forty points", line + " ch-"
    if deal.slam is not None and clean and deal.contract != "contra" and deal.slam:
        yield "all the points and no chelem", line.replace(" ch+", "")
    if deal.slam is not None:
        yield "the chelem twice", line + " ch+"
    for player, trumps in deal.shown[:1]:
        yield "a poignée twice", line + " " + "ABCDE"[player] + str(trumps)
    if not deal.shown:
        wrong = {3: 10, 4: 8, 5: 15}[active]
        yield "a poignée of another table", line + f" {'ABCDE'[deal.taker]}{wrong}"
        first, second, third = ("ABCDE"[seat] for seat in deal.seats[:3])
        most = {3: 13, 4: 13, 5: 13}[active]
        yield "more trumps than there are", line + f" {first}{most} {second}{most}"
        yield "a poignée of who is not there", line + f" {'ABCDE'[options.players - 1]}99 {third}1"
    if active == 5:
        yield "nobody called at five", "ABCDE"[deal.taker] + line[line.index(deal.contract) - 1 :]
    else:
        yield "a partner at three or four", "A+B" + line[1:]
    if options.resting_dealer:
        yield "the dealer takes while he rests", "ABCDE"[deal.dealer] + line[1:]
        yield "nobody knows who rests", line[:-3]
    yield "somebody who is not at the table", "F" + line[1:]
    if options.players < 5:
        yield "the fifth player", "E" + line[1:]
    if deal.contract in ("sin", "contra"):
        yield "a discard where there is none", line + f" f{'ABCDE'[deal.taker]}7"
    rival = next(seat for seat in deal.seats if seat not in deal.camp)
    yield "another's discard", line + f" f{'ABCDE'[rival]}6"
    yield "the taker collects for his own renuncio", line + f" f{'ABCDE'[deal.taker]}2p"
    if not deal.faults:
        yield from _false_results(options, deal, rival)


def _false_results(options, deal, rival):
    """The result made false: any point moved is seen."""
    paid = deal.paid(_variant(options), options.players)

    def result(changes):
        numbers = [paid[seat] + changes.get(seat, 0) for seat in paid]
        return f"repartos 1 {' '.join(map(str, numbers))} d{'ABCDE'[deal.dealer]}"

    other = next(seat for seat in paid if seat not in (rival, deal.taker))
    yield "a point too many", result({deal.taker: 1})
    yield "a point from one to another", result({rival: 1, other: -1})
    yield "a point paid by one only", result({rival: -1, deal.taker: 1})
    if len(deal.seats) == 4:
        huge = {seat: -9999 - paid[seat] for seat in deal.seats if seat != deal.taker}
        yield "a deal that nothing is worth", result({**huge, deal.taker: 29997 - paid[deal.taker]})


def test_a_line_made_false_is_refused_whenever_the_rules_can_tell(played):
    told = set()
    for options, deal in played[::4]:
        for name, false in _falsified(options, deal):
            assert _refused(options, false), (name, deal.line(), false)
            told.add(name)
    assert len(told) == 27
