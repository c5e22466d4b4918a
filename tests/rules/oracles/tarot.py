"""Oracle of tarot: three, four or five players in both variants; whole rounds and results."""

from functools import partial

from rules.tarot import TAROT
from rules.tarot.options import Options
from tests.rows import phrases
from tests.rules.oracles.judge import Match
from tests.rules.tarot.table import Partida, points_text

GAME = TAROT
LENGTHS = TAROT.presets | {
    "fft_cuatro_descansa": Options(resting_dealer=True, annulled_count=True),
    "naipes_cuatro_descansa": Options(naipes=True, resting_dealer=True, by_time=True),
    "naipes_mesa_de_cinco": Options(naipes=True, players=5, resting_dealer=True, deals=5),
    "fft_cinco_a_medias": Options(players=5, deals=5, equal_shares=True, by_time=True),
    "naipes_cinco_a_medias": Options(naipes=True, players=5, deals=5, equal_shares=True),
}
FORMS = tuple(LENGTHS)
SPECIAL_CASES = frozenset(
    {
        *phrases(
            "tomo; guardia; sin; contra; 0o; 1o; 2o; 3o; ch+; ch-; p+; p-; !ch; paso; petit",
            "fin; void; alone; half; no poignée; poignée; announced and made",
            "announced and lost; 87 and the Excuse of the defence",
            "the Excuse of a taker without a baza; the same fault twice",
        ),
        *(f"fault {point}" for point in range(1, 8)),
    }
)
FALSE_KINDS = frozenset(
    phrases(
        "half a point with four players; more points than the pack; points below zero",
        "four oudlers; a chelem that nobody made; a poignée of another table",
        "more trumps than there are; a poignée of a player who is not there",
        "a partner with three or four players; a taker who is not at the table; the fifth player",
        "a discard fault without a discard; a discard fault of a rival",
        "the taker collects for his own renuncio; a point too many",
        "a point moved between two players; a point paid by one rival only",
        "more points than any deal is worth; a chelem of the defence, and forty points",
        "a poignée twice; all the points and no chelem; the chelem twice",
        "no partner called with five players; the dealer takes while he rests",
        "a chelem against thirteen trumps; a chelem with oudlers that it cannot have",
        "a discard fault twice; no dealer, so nobody rests; the petit taken, and no oudler",
        "the petit lost, and three oudlers",
    )
)


def matches(rng, form):
    """Yield the acta of the deals, and the acta of their results if there was no fault."""
    options = LENGTHS[form]
    table = Partida(
        rng,
        options.players,
        options.resting_dealer,
        _variant(options),
        options.deals,
        options.by_time,
        options.equal_shares,
        options.annulled_count,
    )
    lines, rows, deals = zip(*table.play(), strict=True)
    counts = []
    for deals_played, *points, dealer, winner in rows:
        units = [tuple(number * options.unit for number in amounts) for amounts in points]
        counts.append((tuple(deals_played), *units, dealer, winner))
    yield Match(options, lines, counts, deals, sum(deal is not None for deal in deals))
    results = [
        line if deal is None or deal.faults else _result(gains, deal)
        for line, (_, _, gains, _, _), deal in zip(lines, rows, deals, strict=True)
    ]
    yield Match(options, results, counts, [None] * len(lines), 0)


def _result(gains, deal) -> str:
    return f"repartos 1 {' '.join(map(_number, gains))} d{'ABCDE'[deal.dealer]}"


def _number(points) -> str:
    return f"{float(points):g}"


def _variant(options) -> str:
    return "naipes" if options.naipes else "fft"


def rules_count(hand, score):
    return *score.tallies, score.points, score.state.dealer, score.winner


def special_cases(match):
    for line, deal in zip(match.lines, match.hands, strict=True):
        if deal is None:
            yield line.split()[0]
            continue
        yield from line.split()
        yield from (f"fault {point}" for _, point, _ in deal.faults)
        yield "poignée" if deal.poignees else "no poignée"
        if deal.annulled:
            yield "void"
        if deal.partner == deal.taker:
            yield "alone"
        if deal.points % 1:
            yield "half"
        if deal.slam and deal.owed and deal.contract != "contra":
            yield f"{deal.points} and the Excuse of the defence"
        if deal.slam is False and deal.owed:
            yield "the Excuse of a taker without a baza"
        if len(set(deal.faults)) < len(deal.faults):
            yield "the same fault twice"
        if deal.announced:
            yield f"announced and {'made' if deal.is_contract_made else 'lost'}"


def false_hands(match, place, hand, score_before):
    deal = match.hands[place]
    if deal is not None:
        dealer_known = score_before.state.dealer is not None
        for name, line in _false_lines(match.options, deal, dealer_known):
            yield name, partial(TAROT.parse, line)


def _false_lines(options, deal, dealer_known):
    line, active = deal.line(), len(deal.seats)
    head, _, last_words = line.partition(f"{deal.bouts}o")
    first_words, points = head.split()[:-1], deal.points

    def line_with_points(number, bouts=deal.bouts, words=last_words):
        return " ".join([*first_words, str(number), f"{bouts}o"]) + words

    counts_all_cards = not any(point in (6, 7) for _, point, _ in deal.faults)
    if active == 4 and counts_all_cards:
        yield "half a point with four players", line_with_points(f"{int(points)}.5")
    yield "more points than the pack", line_with_points(91.5)
    yield "points below zero", line_with_points("-1")
    yield "four oudlers", line_with_points(int(points), 4)
    if deal.bout:
        yield "the petit taken, and no oudler", line_with_points(int(points), 0)
    if deal.bout is False:
        yield "the petit lost, and three oudlers", line_with_points(int(points), 3)
    if deal.slam is None and counts_all_cards:
        # En contra, a chelem has at least 60 of the 91 points: the six cards of the reserve make 27
        # at most, and a defender's Excuse makes 4.
        if deal.contract != "contra" or points < 60:
            yield "a chelem that nobody made", line + " ch+"
        if deal.contract in ("tomo", "guardia") and points > 40:
            yield "a chelem of the defence, and forty points", line + " ch-"
    if deal.slam is not None and counts_all_cards and deal.contract != "contra" and deal.slam:
        yield "all the points and no chelem", line.replace(" ch+", "")
    if deal.slam is not None:
        yield "the chelem twice", line + " ch+"
        loser = next(seat for seat in deal.seats if (seat in deal.camp) != deal.slam)
        yield "a chelem against thirteen trumps", f"{line} {'ABCDE'[loser]}13"
        if deal.contract in ("tomo", "guardia") and counts_all_cards:
            yield (
                "a chelem with oudlers that it cannot have",
                line_with_points(points_text(points), 1 if deal.slam else 2),
            )
    for offender, point, _ in deal.faults:
        if point in (6, 7):
            yield "a discard fault twice", f"{line} f{'ABCDE'[offender]}{point}"
    for player, trumps in deal.poignees[:1]:
        yield "a poignée twice", line + " " + "ABCDE"[player] + str(trumps)
    if not deal.poignees:
        wrong_trumps = {3: 10, 4: 8, 5: 15}[active]
        yield "a poignée of another table", line + f" {'ABCDE'[deal.taker]}{wrong_trumps}"
        first, second, third = ("ABCDE"[seat] for seat in deal.seats[:3])
        most_trumps = {3: 13, 4: 13, 5: 13}[active]
        yield "more trumps than there are", line + f" {first}{most_trumps} {second}{most_trumps}"
        yield (
            "a poignée of a player who is not there",
            line + f" {'ABCDE'[options.players - 1]}99 {third}1",
        )
    if active == 5:
        yield (
            "no partner called with five players",
            "ABCDE"[deal.taker] + line[line.index(deal.contract) - 1 :],
        )
    else:
        yield "a partner with three or four players", "A+B" + line[1:]
    if options.resting_dealer:
        yield "the dealer takes while he rests", "ABCDE"[deal.dealer] + line[1:]
        if not dealer_known:
            yield "no dealer, so nobody rests", line[:-3]
    yield "a taker who is not at the table", "F" + line[1:]
    if options.players < 5:
        yield "the fifth player", "E" + line[1:]
    if deal.contract in ("sin", "contra"):
        yield "a discard fault without a discard", line + f" f{'ABCDE'[deal.taker]}7"
    rival = next(seat for seat in deal.seats if seat not in deal.camp)
    yield "a discard fault of a rival", line + f" f{'ABCDE'[rival]}6"
    yield "the taker collects for his own renuncio", line + f" f{'ABCDE'[deal.taker]}2p"
    if not deal.faults:
        yield from _false_results(options, deal, rival)


def _false_results(options, deal, rival):
    """Yield false results: with a point too many, moved or not shared, or with huge points."""
    payments = deal.payments(_variant(options), options.players, options.equal_shares)

    def result(changes):
        numbers = [payments[seat] + changes.get(seat, 0) for seat in payments]
        return f"repartos 1 {' '.join(map(_number, numbers))} d{'ABCDE'[deal.dealer]}"

    other = next(seat for seat in payments if seat not in (rival, deal.taker))
    yield "a point too many", result({deal.taker: 1})
    yield "a point moved between two players", result({rival: 1, other: -1})
    yield "a point paid by one rival only", result({rival: -1, deal.taker: 1})
    if len(deal.seats) == 4:
        too_much = {seat: -9999 - payments[seat] for seat in deal.seats if seat != deal.taker}
        yield (
            "more points than any deal is worth",
            result({**too_much, deal.taker: 29997 - payments[deal.taker]}),
        )
