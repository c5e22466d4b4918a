"""Oracle of malilla: whole matches in its five forms, with its conventions."""

from functools import partial

from rules.malilla import MALILLA
from tests.rows import phrases
from tests.rules.malilla.table import FAULTS, Reparto, Sesion, worth
from tests.rules.oracles.judge import Match

GAME = MALILLA
LENGTHS = MALILLA.presets | {
    "companeros_desempate": MALILLA.Options(vueltas=1, play_off=True),
    "companeros_una_vez": MALILLA.Options(favorito=True, mariperez=True, double_once=True),
    "barrotada_capote_72": MALILLA.Options(form="barrotada", capote_72=True, mariperez=True),
    "coja_capote_72": MALILLA.Options(form="coja", capote_72=True, favorito=True),
    "vistas_mariperez": MALILLA.Options(form="vistas", mariperez=True),
    "cubiertas_a_60": MALILLA.Options(form="cubiertas", target=60),
}
FORMS = tuple(LENGTHS)
SPECIAL_CASES = frozenset(
    {
        *phrases("mal; baraja; favorito; capote; no points; a split; an odd number of bazas"),
        *(f"{form} {fault}" for form in FAULTS for fault in FAULTS[form]),
    }
)
FALSE_KINDS = frozenset(
    phrases(
        "one point too many; one point missing; a player too many",
        "cards asleep where none sleep; a capote without all the points",
        "a side that is not at the table; another dealer; the result of a vuelta in play",
        "the result of a match in play; a fault twice; two dealers; a split of nothing",
        "no split by the judge; a split for one player more; a card out of the pack",
        "nobody has to beat with open piles; two cannot overtrump; nothing sleeps",
        "too many points asleep",
    )
)


def matches(rng, form):
    options = LENGTHS[form]
    session = Sesion(
        rng,
        options.form,
        options.vueltas,
        options.target,
        options.play_off,
        options.favorito,
        options.mariperez,
        options.double_once,
        {"spread": options.capote_72, "all_pay": options.alce_by_all},
    )
    lines, rows, deals = zip(*session.play(), strict=True)
    counts = []
    for *tantos, dealer, winner in rows:
        units = [tuple(amount * options.unit for amount in amounts) for amounts in tantos]
        counts.append((*units, dealer, winner))
    yield Match(options, lines, counts, deals, sum(deal is not None for deal in deals))


def rules_count(hand, score):
    return *score.tallies, score.points, score.state.dealer, score.winner


def special_cases(match):
    for line, deal in zip(match.lines, match.hands, strict=True):
        if deal is None:
            yield line.split()[0]
            continue
        yield from (f"{deal.form} {fault}" for _, fault in deal.faults)
        if 0 in deal.points:
            yield "no points"
        if deal.capote is not None:
            yield "capote"
        if " r" in line:
            yield "a split"
        if deal.form == "vistas" and deal.bazas.count(0) % 2:
            yield "an odd number of bazas"


def false_hands(match, place, hand, score_before):
    deal = match.hands[place]
    if deal is None:
        return
    line = match.lines[place]
    false_lines = list(_false_lines(deal, line))
    turn = score_before.state.dealer
    if turn is not None and not any(kind == "turno" for _, kind in deal.faults):
        false_lines.append(("another dealer", f"{line} d{'ABCD'[(turn + 1) % deal.sides]}"))
    if score_before.state.deals:
        zeros = "+0-0" + "+0" * (deal.sides - 2)
        false_lines.append(("the result of a vuelta in play", f"vuelta {zeros}"))
    if score_before.state.begun:
        false_lines.append(
            ("the result of a match in play", "partida +36-36" + "+0" * (deal.sides - 2))
        )
    for name, words in false_lines:
        yield name, partial(MALILLA.parse, words)


def _false_lines(deal: Reparto, line: str):
    points, other_words = deal.points, line.split()[1:]
    split = line.split()[-1][0] == "r"

    def line_with_points(*numbers: int) -> str:
        return " ".join(["-".join(map(str, numbers)), *other_words])

    poorest_side = points.index(min(points))
    points_raised = [number + (side == poorest_side) for side, number in enumerate(points)]
    yield "one point too many", line_with_points(*points_raised)
    if min(points):
        points_lowered = [number - (side == poorest_side) for side, number in enumerate(points)]
        yield "one point missing", line_with_points(*points_lowered)
    yield "a player too many", line_with_points(*points, 0)
    if deal.form == "cubiertas":
        awake = " ".join(word for word in line.split() if word[0] != "s")
        yield "nothing sleeps", awake
        yield "too many points asleep", line.replace(f"s{worth(deal.asleep)}", "s49")
    else:
        yield "cards asleep where none sleep", f"{line} s0"
    if deal.form in ("coja", "cubiertas"):
        alce = next(word for word in other_words if len(word) == 2 and word[1] in "oceb")
        yield "a card out of the pack", line.replace(alce, f"3{alce[1]}")
    for offender, kind in deal.faults:
        yield "a fault twice", f"{line} {'ABCD'[offender]}/{kind}"
        if kind == "turno":
            other_side = "ABCD"[(offender + 1) % deal.sides]
            yield "two dealers", f"{line} {other_side}/turno"
    if deal.form == "vistas":
        yield "nobody has to beat with open piles", f"{line} A/cargar"
    if deal.form in ("vistas", "cubiertas"):
        yield "two cannot overtrump", f"{line} B/contrafallar"
    if 0 not in points:
        yield "a capote without all the points", f"{line} capote"
    if split:
        *words, split_word = line.split()
        yield "no split by the judge", " ".join(words)
        yield "a split for one player more", f"{' '.join(words)} {split_word}+1"
    elif deal.sides > 2:
        yield "a split of nothing", f"{line} r" + "+0" * deal.sides
    yield "a side that is not at the table", f"{line} {'ABCDE'[deal.sides]}/hablar"
