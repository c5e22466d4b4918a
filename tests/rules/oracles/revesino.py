"""Oracle of revesino: whole matches, with the plate and other conventions, and their results."""

from functools import partial

from rules.revesino import REVESINO
from rules.revesino.options import Options
from tests.rows import phrases
from tests.rules.oracles.judge import Match
from tests.rules.revesino.mano import Mano
from tests.rules.revesino.table import Sesion

GAME = REVESINO
LENGTHS = REVESINO.presets | {
    "mari_perez_con_caballo": Options(vueltas=3, mari_perez=True, plate=16),
    "introducidor_cobra": Options(introducer_collects=True, sleepers_unpaid=True),
    "dejada_pierde": Options(left_lead_loses=True),
}
FORMS = tuple(LENGTHS)
SPECIAL_CASES = frozenset(
    {
        *phrases(
            "revesino; napolitana; corta; levanta; pierde; dejada; nula; pasa; platillo; fin",
            "revesino and napolitana; revesino, napolitana and a renuncio; two renuncios",
            "descarte; doble; repite; tantos; arbitro mano; a discard fault of the dealer first",
            "a renuncio repeated after the end",
        ),
        *"vsjd",
    }
)
FALSE_KINDS = frozenset(
    phrases(
        "one baza too many; a pay card missing; a pay card twice; more points than are awake",
        "more points asleep than cards; points without a baza; sold to a player without bazas",
        "an as led by a player without bazas; drawn by a player who never led",
        "a caballo led by a player who never led; an extra dealer; introduced by himself",
        "a renuncio of the holder of the four ases; a lead left to a player who was not mano",
        "another dealer; the goer cuts his own revesino; the goer has the four ases",
        "a duty without four ases; a lost napolitana with a renuncio",
        "a lost napolitana with a renuncio of its holder; a renuncio of the goer",
        "a renuncio repeated that was not made; five pay cards asleep",
        "a discard fault before anybody dealt",
    )
)


def matches(rng, form):
    """Yield the acta of the hands, and the acta of their results."""
    options = LENGTHS[form]
    table = Sesion(
        rng,
        options.vueltas,
        options.mari_perez,
        options.plate,
        options.by_time,
        options.introducer_collects,
        options.left_lead_loses,
        options.sleepers_unpaid,
    )
    lines, counts, hands = zip(*table.play(), strict=True)
    yield Match(options, lines, counts, hands, sum(hand is not None for hand in hands))
    if table.late and options.mari_perez:
        return  # results do not show which hand a fault is about, nor whether it paid double
    results = [
        line if hand is None else _result(gains, hand)
        for line, (_, gains, *_), hand in zip(lines, counts, hands, strict=True)
    ]
    yield Match(options, results, counts, [None] * len(lines), 0)


def _result(gains, hand) -> str:
    return f"mano {' '.join(str(int(gain)) for gain in gains)} d{'ABCD'[hand.pie]}"


def rules_count(hand, score):
    return score.tallies[0], score.points, score.state.plate, score.state.dealer, score.winner


def special_cases(match):
    first_words = match.lines[0].split()
    if first_words[:2] == ["falta", "descarte"] and f"d{first_words[2]}" == first_words[-1]:
        yield "a discard fault of the dealer first"
    if match.lines[-1].startswith("falta repite"):
        yield "a renuncio repeated after the end"
    for line, hand in zip(match.lines, match.hands, strict=True):
        yield from line.split()
        if line.startswith("arbitro mano"):
            yield "arbitro mano"
        if hand is None:
            continue
        if hand.four is not None and hand.goer is not None:
            yield (
                "revesino, napolitana and a renuncio"
                if hand.offenders
                else "revesino and napolitana"
            )
        if hand.four is None:
            yield from (way for way, *_ in hand.fates().values())
        if len(hand.offenders) == 2:
            yield "two renuncios"


def false_hands(match, place, hand, score_before):
    mano = match.hands[place]
    if score_before.state.dealer is None:
        false_discard = partial(REVESINO.parse, "falta descarte A C")
        yield "a discard fault before anybody dealt", false_discard
    previous = match.hands[max(0, place - 2) : place]
    if None not in previous and len(previous) == min(2, place):
        innocent_seats = {0, 1, 2, 3}.difference(*(hand.offenders for hand in previous))
        for seat in innocent_seats:
            line = f"falta repite {'ABCD'[seat]} {'BCDA'[seat]}"
            yield "a renuncio repeated that was not made", partial(REVESINO.parse, line)
    if mano is None:
        return
    line = mano.line()
    is_special = mano.goer is not None or mano.four is not None
    false_lines = list(
        _false_special_lines(mano, line.split()) if is_special else _false_lines(mano)
    )
    if score_before.state.dealer is not None:
        false_lines.append(("another dealer", line[:-1] + "ABCD"[(mano.pie + 1) % 4]))
    for name, words in false_lines:
        yield name, partial(REVESINO.parse, words)


def _false_special_lines(mano: Mano, words):
    """Yield false lines of a revesino or a napolitana."""
    line = " ".join(words[:-1])
    four = None if mano.four is None else "ABCD"[mano.four]
    if mano.goer is not None:
        goer = "ABCD"[mano.goer]
        yield "the goer cuts his own revesino", f"revesino {goer} corta {goer}"
        yield "the goer has the four ases", f"revesino {goer} napolitana {goer}"
        yield "a duty without four ases", f"revesino {goer} corta {'BA'[goer == 'B']} otra"
        if not mano.offenders:
            yield "a renuncio of the goer", f"{line} r{goer} {words[-1]}"
        return
    yield "introduced by himself", f"napolitana {four} pierde {four}"
    yield "a renuncio of the holder of the four ases", f"{line} r{four} {words[-1]}"
    if mano.four != (mano.pie + 1) % 4:
        yield "a lead left to a player who was not mano", f"{line} dejada {words[-1]}"
    if mano.introducer is not None:
        other = "ABCD"[(mano.four + 1) % 4]
        yield "a lost napolitana with a renuncio", f"{line} r{other} {words[-1]}"
        yield "a lost napolitana with a renuncio of its holder", f"{line} r{four} {words[-1]}"


def _false_lines(mano: Mano):
    *counts, cards = mano.line().split(maxsplit=4)
    first_count, *other_counts = counts
    bazas, points = map(int, first_count.split("/"))
    yield "one baza too many", f"{bazas + 1}/{points or 0} {' '.join(other_counts)} {cards}"
    yield "a pay card missing", f"{' '.join(counts)} {cards.split(maxsplit=1)[1]}"
    yield "a pay card twice", f"{' '.join(counts)} {cards.split()[0]} {cards}"
    fates = mano.fates()
    asleep = [card for card, (way, *_) in fates.items() if way == "d"]
    awake_points = 40 - sum(4 if card[0] == "as" else 2 for card in asleep)
    total = sum(mano.points(seat) for seat in range(4))
    richest_seat = max(range(4), key=mano.points)

    def line_with_points(seat: int, points_more: int) -> str:
        counts = [
            f"{mano.count(other)}/{mano.points(other) + points_more * (other == seat)}"
            for other in range(4)
        ]
        return f"{' '.join(counts)} {cards}"

    yield "more points than are awake", line_with_points(richest_seat, awake_points - total + 1)
    least_points = awake_points - 3 * (4 - len(asleep))
    if mano.points(richest_seat) > total - least_points:
        yield (
            "more points asleep than cards",
            line_with_points(richest_seat, least_points - total - 1),
        )
    for seat in range(4):
        name = "ABCD"[seat]
        other = "ABCD"[(seat + 1) % 4]
        if mano.count(seat) == 0:
            yield "points without a baza", line_with_points(seat, 1)
            awake = cards.split()[0][:2]
            yield (
                "sold to a player without bazas",
                f"{' '.join(counts)} {awake}={other}v{name} {cards.split(maxsplit=1)[1]}",
            )
            yield (
                "an as led by a player without bazas",
                f"{' '.join(counts)} ao={name}j {_remove_card(cards, 'ao')}",
            )
            if seat != (mano.pie + 1) % 4:
                yield (
                    "a caballo led by a player who never led",
                    f"{' '.join(counts)} cc={name}j {_remove_card(cards, 'cc')}",
                )
                yield (
                    "drawn by a player who never led",
                    f"{' '.join(counts)} cc={name}s{other} {_remove_card(cards, 'cc')}",
                )
    asleep = " ".join(f"{word[:3]}d" if "=" in word else word for word in cards.split())
    yield "five pay cards asleep", f"{' '.join(counts)} {asleep}"
    yield "an extra dealer", f"{mano.line()} d{'ABCD'[(mano.pie + 1) % 4]}"


def _remove_card(cards: str, name: str) -> str:
    return " ".join(word for word in cards.split() if not word.startswith(f"{name}="))
